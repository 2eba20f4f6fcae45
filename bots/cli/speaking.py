"""The option `--lang`: the language in which a command speaks to people."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

import click

from urbanist.bots.table import load_catalogs
from urbanist.bots.table.kit.language import LANGUAGES, choose, chosen, tr
from urbanist.bots.table.session.settings import read_settings
from urbanist.engine.suggestion import suggestion

F = TypeVar("F", bound=Callable[..., Any])

OPTION = "--lang"


def begin_to_speak(context: click.Context, args: Sequence[str]) -> None:
    """Choose the language of a command before its arguments are read, so that their errors are in it.

    The language is English again when the program ends, and for the error if the texts cannot be read.
    """
    words = dict(pairwise(args)) | dict(arg.split("=", 1) for arg in args if "=" in arg)
    asked = words.get(OPTION)
    choose(asked if asked in LANGUAGES else read_settings().spoken)
    context.find_root().call_on_close(partial(choose, "en"))
    if chosen() != "en":
        try:
            load_catalogs()
        except OSError:
            choose("en")
            raise


def speaks(command: F) -> F:
    """Add `--lang`; without it the environment chooses the language."""
    names = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
    option = click.option(
        OPTION,
        metavar="L",
        is_eager=True,
        expose_value=False,
        callback=_check,
        show_default="that of the environment",
        help=f"Language: {names}.",
    )
    return option(command)


def _check(_: click.Context, __: click.Parameter, code: str | None) -> None:
    """Raise `UsageError` for a language that there is not."""
    if code is not None and code not in LANGUAGES:
        suggested = suggestion(code, LANGUAGES)
        raise click.UsageError(tr("no language '{code}'; {suggestion}", code=code, suggestion=suggested))
