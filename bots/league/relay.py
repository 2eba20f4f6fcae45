"""Pass lines between the arena, on standard input and output, and the server: `relay.py SOCKET TOKEN`.

For the arena it is the program of a bot that connects from elsewhere, so all limits of programs hold for that bot.
It imports nothing of ours, because it starts for each game.
"""

import os
import selectors
import socket
import sys

#: Bytes read at once.
CHUNK = 1 << 16


def main() -> None:
    """Pass bytes both ways until one side ends."""
    path, token = sys.argv[1:]
    line = socket.socket(socket.AF_UNIX)
    line.connect(path)
    line.sendall(f"{token}\n".encode())
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


if __name__ == "__main__":
    main()
