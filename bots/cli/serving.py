"""The option to show games in a browser while they are played."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., object])


class Place(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases only
    """A parameter HOST:PORT that turns into both; without a host it is this machine."""

    name = "place"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """Return the host and the port; a `UsageError` says what was expected."""
        if isinstance(value, tuple):
            return value
        host, colon, port = value.rpartition(":")
        if not colon or not port.isdecimal() or int(port) > 65535:
            raise click.UsageError(f"--serve {value}: expected HOST:PORT, such as 127.0.0.1:8000")
        return host or "127.0.0.1", int(port)


def serve_option(explained: str) -> Callable[[F], F]:
    """Return what adds the option."""
    return click.option("--serve", type=Place(), metavar="HOST:PORT", help=explained)


def server() -> Callable[..., Any]:
    """Return the function that serves pages; raise `ClickException` if the extra is not installed."""
    try:
        from urbanist.bots.league.server import serving
    except ImportError as error:
        raise click.ClickException(f"--serve needs {error.name}: pip install 'urbanist[league]'") from None
    return serving
