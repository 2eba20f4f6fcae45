"""The server of pages that a command has while it plays games."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from urbanist.bots.cli.shared_options import F, together

if TYPE_CHECKING:
    from urbanist.bots.server.contest.broadcast import Broadcast
    from urbanist.bots.server.contest.contest import Contest


def _place(_: click.Context, option: click.Parameter, text: str | None) -> tuple[str, int] | None:
    """Return the host and the port of a text; without a host it is this machine."""
    if text is None:
        return None
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65535:
        raise click.UsageError(f"{option.opts[0]} {text}: expected HOST:PORT, such as 127.0.0.1:8000")
    return host.strip("[]") or "127.0.0.1", int(port)


def _origin(_: click.Context, _option: click.Parameter, text: str) -> str:
    """Return an address without a slash at its end."""
    parts = urlsplit(text)
    if text and (parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment):
        raise click.UsageError(f"--origin {text}: expected an address such as https://games.example/city")
    return text.rstrip("/")


origin_option = click.option(
    "--origin",
    metavar="URL",
    default="",
    show_default="the address of each request",
    callback=_origin,
    help="The address under which the world sees the pages.",
)


def serve_options(explained: str) -> Callable[[F], F]:
    """Return a decorator that adds the options of a server beside games."""
    return together(
        click.option("--serve", callback=_place, metavar="HOST:PORT", help=explained), origin_option
    )


def check_server(needed_by: str) -> None:
    """Raise `ClickException` if the extra of the server is not installed."""
    from urbanist.bots.table.session.settings import lacking_to_serve  # late: few games are served

    lacking = lacking_to_serve()
    if lacking is not None:
        raise click.ClickException(f"{needed_by} needs {lacking}: pip install 'urbanist[serve]'")


@contextmanager
def served(
    serve: tuple[str, int] | None, origin: str, what: str, contest: Callable[[Path], "Contest"]
) -> "Iterator[Broadcast | None]":
    """Serve the pages of a contest until the block ends, if that is asked for, and say where.

    The contest is made for a private folder.
    """
    if serve is None:
        yield None
        return
    check_server("--serve")
    from urbanist.bots.server.contest.broadcast import Broadcast  # late: few runs are shown
    from urbanist.bots.server.listening import address_of, listening_at

    host, port = serve
    listening = listening_at(host, port, "--serve {host}:{port}")
    with Broadcast(listening, host, origin, contest) as broadcast:
        click.echo(f"the {what} at {f'{origin}/' if origin else address_of(listening, host)}", err=True)
        yield broadcast
