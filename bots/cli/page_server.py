"""The server of pages that a command has while it plays games."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from urbanist.bots.cli.shared_options import F


def _place(_: click.Context, option: click.Parameter, text: str | None) -> tuple[str, int] | None:
    """Return the host and the port of a text; without a host it is this machine."""
    if text is None:
        return None
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65535:
        raise click.UsageError(f"{option.opts[0]} {text}: expected HOST:PORT, such as 127.0.0.1:8000")
    return host or "127.0.0.1", int(port)


def serve_option(explained: str) -> Callable[[F], F]:
    """Return a decorator that adds the option."""
    return click.option("--serve", callback=_place, metavar="HOST:PORT", help=explained)


@contextmanager
def served(serve: tuple[str, int] | None, what: str, pages: Callable[[Any], Any]) -> Iterator[Any]:
    """Serve the pages of a hub until the block ends, if that is asked for, and say where; give the hub, or None.

    Raise `ClickException` if the extra is not installed.
    """
    if serve is None:
        yield None
        return
    try:
        from urbanist.bots.contest.league.server import serving
    except ImportError as error:
        raise click.ClickException(f"--serve needs {error.name}: pip install 'urbanist[league]'") from None
    with serving(pages, *serve) as (hub, address):
        click.echo(f"the {what} at {address}", err=True)
        yield hub
