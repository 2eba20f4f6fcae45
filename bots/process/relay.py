"""Pass lines between the arena, on standard input and output, and a socket: `relay.py tcp://HOST:PORT`.

For the arena it is the program of a bot that runs elsewhere, so all limits of programs hold for that bot. A league
calls it with the path of a socket and the word by which the server knows the game: `relay.py SOCKET TOKEN`.
It imports nothing of ours, because it starts for each game.
"""

import os
import selectors
import socket
import sys

#: Bytes read at once, and seconds until somebody must answer.
CHUNK, PATIENCE = 1 << 16, 10.0
TCP = "tcp://"


def main() -> None:
    """Pass bytes both ways until one side ends."""
    place, *token = sys.argv[1:]
    try:
        line = connected(place)
    except OSError as error:
        sys.exit(f"no connection to {place}: {error.strerror or error}")
    line.sendall("".join(f"{word}\n" for word in token).encode())
    waiting = selectors.DefaultSelector()
    waiting.register(0, selectors.EVENT_READ)
    waiting.register(line, selectors.EVENT_READ)
    while True:
        for key, _ in waiting.select():
            if key.fileobj == 0:
                chunk = os.read(0, CHUNK)
                if not chunk:
                    return
                line.sendall(chunk)
            else:
                chunk = line.recv(CHUNK)
                if not chunk:
                    return
                while chunk:
                    chunk = chunk[os.write(1, chunk) :]


def connected(place: str) -> socket.socket:
    """Return a connection to a place; raise `OSError` if nobody answers there."""
    if not place.startswith(TCP):
        line = socket.socket(socket.AF_UNIX)
        line.connect(place)
        return line
    host, _, port = place.removeprefix(TCP).rpartition(":")
    line = socket.create_connection((host.strip("[]"), int(port)), PATIENCE)
    line.settimeout(None)
    # Lines are short, and each waits for an answer.
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


if __name__ == "__main__":
    main()
