"""The language in which a command speaks to people: the option `--lang`, and the errors of click in it."""

import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import pairwise
from string import Formatter
from typing import Any, TypeVar

import click

from urbanist.bots.table import load_catalogs
from urbanist.bots.table.kit.language import LANGUAGES, choose, chosen, marked, tr
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


#: The texts of click that players meet; a value may be another of these texts. Click gives nothing but its text.
TEXTS = (
    marked("Invalid value for {name}: {reason}"),
    marked("No such option {name}."),
    marked("No such option {name}. Did you mean {near}?"),
    marked("No such option {name}. (Did you mean one of: {near}?)"),
    marked("Missing argument {name}."),
    marked("Missing option {name}."),
    marked("Option {name} requires an argument."),
    marked("Option {name} does not take a value."),
    marked("Got unexpected extra argument ({words})"),
    marked("Got unexpected extra arguments ({words})"),
    marked("{value} is not in the range {range}."),
    marked("{value} is not a valid integer."),
    marked("{value} is not a valid number."),
    marked("{value} is not one of {names}."),
)


def in_language(text: str) -> str:
    """Return an error of click in the language; a text that is not known stays as it is."""
    for template in TEXTS:
        match = _pattern(template).fullmatch(text)
        if match is not None:
            return tr(template, **{name: in_language(value) for name, value in match.groupdict().items()})
    return text


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """Return the regular expression of all texts that a template makes."""
    parts = ((re.escape(text), name) for text, name, *_ in Formatter().parse(template))
    return re.compile("".join(f"{text}(?P<{name}>.+?)" if name else text for text, name in parts))
