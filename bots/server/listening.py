"""The socket of a server, and the address by which it is reached."""

import socket

from urbanist.engine.message import UserError


def address_of(listening: socket.socket, host: str) -> str:
    """Return the address of a server for people."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listening.getsockname()[1]}/"


def listening_at(host: str, port: int, asked: str = "--host {host} --port {port}") -> socket.socket:
    """Return a socket that is bound to an address; raise `UserError` if it cannot be, which begins as it was asked."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise UserError(f"{asked.format(host=host, port=port)}: {error.strerror}") from None
    return listener
