"""The handshake of a program: its lines between `ugi` and `ugiok`."""

from collections.abc import Iterable
from dataclasses import dataclass

KINDS = ("check", "spin", "combo", "string")
#: What follows the type in the line of an option, each with one value.
FIELDS = ("default", "min", "max", "var")


@dataclass(frozen=True, slots=True)
class Option:
    """A declared option; `complaint` says what is wrong with its line and is empty if nothing is."""

    line: str
    name: str = ""
    kind: str = ""
    default: str = ""
    complaint: str = ""


@dataclass(frozen=True, slots=True)
class Introduction:
    """The name, author, options and games of a program; None for what it did not say."""

    name: str | None
    author: str | None
    options: tuple[Option, ...]
    games: tuple[str, ...] | None

    def has_switch(self, name: str) -> bool:
        """Return whether there is an option of this name and of type check."""
        return any(option.name == name and option.kind == "check" for option in self.options)


def introduction_of(lines: Iterable[str]) -> Introduction:
    """Return what the lines of a handshake say; other lines are ignored."""
    name = author = None
    options: list[Option] = []
    games: tuple[str, ...] | None = None
    for line in lines:
        words = line.split()
        if words[:2] == ["id", "name"]:
            name = " ".join(words[2:])
        elif words[:2] == ["id", "author"]:
            author = " ".join(words[2:])
        elif words[:1] == ["option"]:
            options.append(read_option(line))
        elif words[:1] == ["games"]:
            games = tuple(words[1:])
    return Introduction(name, author, tuple(options), games)


def read_option(line: str) -> Option:
    """Return the option that a line declares."""
    words = line.split()
    if len(words) < 5 or (words[1], words[3]) != ("name", "type"):
        return Option(line, complaint="'option name N type T default D', where N is one word")
    name, kind = words[2], words[4]
    if kind not in KINDS:
        return Option(line, name, kind, complaint=f"type {' or '.join(KINDS)}")
    if kind == "string":
        default = " ".join(words[6:])
        complaint = "" if words[5:6] == ["default"] else "'default' and a value, '<empty>' for none"
        return Option(line, name, kind, default, complaint)
    found: dict[str, list[str]] = {field: [] for field in FIELDS}
    if len(words) % 2 == 0 or any(field not in found for field in words[5::2]):
        return Option(line, name, kind, complaint=f"{', '.join(FIELDS)} after the type, each with one word")
    for field, value in zip(words[5::2], words[6::2], strict=True):
        found[field].append(value)
    return Option(line, name, kind, *_default(kind, found))


def _default(kind: str, found: dict[str, list[str]]) -> tuple[str, str]:
    """Return the default of an option, and what is wrong with it or with its range."""
    if len(found["default"]) != 1:
        return "", "one default"
    default = found["default"][0]
    if kind == "check" and default not in ("true", "false"):
        return default, "default true or false"
    if kind == "combo" and default not in found["var"]:
        return default, "a default that is one of the values after 'var'"
    if kind == "spin":
        numbers = [*found["min"][:1], default, *found["max"][:1]]
        if not all(number.removeprefix("-").isdecimal() for number in numbers):
            return default, "whole numbers for default, min and max"
        if sorted(numbers, key=int) != numbers:
            return default, "a default from min to max"
    return default, ""
