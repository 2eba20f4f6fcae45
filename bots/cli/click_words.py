"""The errors that click finds in a command line, in the language of people."""

from urbanist.bots.table.kit.language import marked, tr
from urbanist.bots.table.kit.language.catalog import retold

#: The texts of click that players meet; a value may be another of these texts.
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
    return retold(text, TEXTS, tr, in_language)
