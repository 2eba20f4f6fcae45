"""The errors that click finds in a command line, in the language of people."""

import re
from functools import cache
from string import Formatter

from urbanist.bots.table.kit.language import marked, tr

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
    marked("{value} is not a valid integer range."),
    marked("{value} is not a valid float range."),
    marked("{value} is not one of {names}."),
)


def in_language(text: str) -> str:
    """Return an error of click in the language; a text that is not known stays as it is."""
    for template in TEXTS:
        found = _pattern(template).fullmatch(text)
        if found is not None:
            return tr(template, **{name: in_language(value) for name, value in found.groupdict().items()})
    return text


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """Return what matches all texts that a template makes."""
    parts = ((re.escape(text), name) for text, name, *_ in Formatter().parse(template))
    return re.compile("".join(f"{text}(?P<{name}>.+?)" if name else text for text, name in parts))
