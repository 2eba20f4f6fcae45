"""The handshake of a program: its lines between `ugi` and `ugiok`."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import options_by_name
from urbanist.search.option import Option

KINDS = ("check", "spin", "combo", "string")
#: What follows the type in the line of an option, each with one value.
FIELDS = ("default", "min", "max", "var")
SWITCH = ("true", "false")
#: How an option without a value is written.
EMPTY = "<empty>"
#: A whole number of the protocol; longer ones are nobody's.
WHOLE = re.compile(r"-?[0-9]{1,19}")


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declared option; `problem` says what is wrong with its line and is empty if nothing is.

    `least` and `most` bound a spin, `choices` are the values of a combo.
    """

    line: str
    name: str = ""
    kind: str = ""
    default: str = ""
    problem: str = ""
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """The values that the declaration allows, in words."""
        if self.kind == "check":
            return " or ".join(SWITCH)
        if self.kind == "combo":
            return f"one of {', '.join(self.choices)}"
        if self.kind != "spin":
            return "a text"
        bounds = {"from": self.least, "to": self.most}
        return "a whole number" + "".join(
            f" {word} {bound}" for word, bound in bounds.items() if bound is not None
        )

    @property
    def extremes(self) -> tuple[str, ...]:
        """The values to try: each word, or the ends of the range, and last the default."""
        ends = tuple(str(end) for end in (self.least, self.most) if end is not None)
        values = {"check": SWITCH, "combo": self.choices, "spin": ends}.get(self.kind, ())
        return (*(value for value in values if value != self.default), self.default)

    def allows(self, value: str) -> bool:
        """Return whether the option may have a value; a line that cannot be understood forbids nothing."""
        if self.problem:
            return True
        if self.kind == "check":
            return value in SWITCH
        if self.kind == "combo":
            return value in self.choices
        if self.kind != "spin":
            return True
        return WHOLE.fullmatch(value) is not None and self.within(int(value)) == int(value)

    def within(self, number: int) -> int:
        """Return a number that a spin allows: the number itself, or else one that depends on it alone."""
        least = 0 if self.least is None and number >= 0 else self.least
        if least is not None and self.most is not None and self.most >= least:
            return number if least <= number <= self.most else least + number % (self.most - least + 1)
        if self.least is not None:
            return max(number, self.least)
        return number if self.most is None else min(number, self.most)


def read_declaration(line: str) -> Declaration:
    """Return the option that a line declares."""
    words = line.split()
    if len(words) < 5 or (words[1], words[3]) != ("name", "type"):
        return Declaration(line, problem="'option name N type T default D', where N is one word")
    name, kind = words[2], words[4]
    if kind not in KINDS:
        return Declaration(line, name, kind, problem=f"type {' or '.join(KINDS)}")
    if kind == "string":
        default = " ".join(words[6:])
        problem = "" if words[5:6] == ["default"] else "'default' and a value, '<empty>' for none"
        return Declaration(line, name, kind, default, problem)
    fields: dict[str, list[str]] = {field: [] for field in FIELDS}
    if len(words) % 2 == 0 or any(field not in fields for field in words[5::2]):
        return Declaration(
            line, name, kind, problem=f"{', '.join(FIELDS)} after the type, each with one word"
        )
    for field, value in zip(words[5::2], words[6::2], strict=True):
        fields[field].append(value)
    problem = _problem(kind, fields)
    default = " ".join(fields["default"][:1])
    if problem or kind != "spin":
        return Declaration(line, name, kind, default, problem, choices=tuple(fields["var"]))
    least, most = (int(fields[bound][0]) if fields[bound] else None for bound in ("min", "max"))
    return Declaration(line, name, kind, default, least=least, most=most)


def _problem(kind: str, fields: dict[str, list[str]]) -> str:
    """Return the fault in the default of an option or in its range."""
    if len(fields["default"]) != 1:
        return "one default"
    default = fields["default"][0]
    if kind == "check" and default not in SWITCH:
        return "default true or false"
    if kind == "combo" and default not in fields["var"]:
        return "a default that is one of the values after 'var'"
    if kind == "spin":
        numbers = [*fields["min"][:1], default, *fields["max"][:1]]
        if not all(WHOLE.fullmatch(number) for number in numbers):
            return "whole numbers for default, min and max"
        if sorted(numbers, key=int) != numbers:
            return "a default from min to max"
    return ""


def option_lines(bot: Bot) -> list[str]:
    """Return a bot's options as the handshake tells them, with the values they have."""
    known = options_by_name(bot.name)
    return [f"option name {name} {declared(option, getattr(bot, name))}" for name, option in known.items()]


def declared(option: Option, value: object) -> str:
    """Return type, value and range of an option as the handshake tells them."""
    shown = EMPTY if value is None else option.write(value)
    if option.kind is bool:
        return f"type check default {'true' if value else 'false'}"
    if option.choices:
        return " ".join([f"type combo default {shown}", *(f"var {choice}" for choice in option.choices)])
    if option.kind is not int or option.default is None:  # a spin always has a number
        return f"type string default {shown}"
    bounds = {"min": option.least, "max": option.most}
    said = (f"{word} {bound}" for word, bound in bounds.items() if bound is not None)
    return " ".join([f"type spin default {shown}", *said])


#: A bot has no more options, and tells of itself in no more lines, than this.
MAX_LINES = 1000


@dataclass(frozen=True, slots=True)
class Handshake:
    """The name, author, options and games of a program; None for what it did not say."""

    name: str | None
    author: str | None
    options: tuple[Declaration, ...]
    games: tuple[str, ...] | None

    @property
    def by_name(self) -> dict[str, Declaration]:
        """The options that have a name."""
        return {option.name: option for option in self.options if option.name}

    def has_switch(self, name: str) -> bool:
        """Return whether there is an option of this name and of type check."""
        return name in self.by_name and self.by_name[name].kind == "check"


def read_handshake(lines: Iterable[str]) -> Handshake:
    """Parse the lines of a handshake; other lines are ignored."""
    name = author = None
    options: list[Declaration] = []
    games: tuple[str, ...] | None = None
    for line in lines:
        words = line.split()
        if words[:2] == ["id", "name"]:
            name = " ".join(words[2:])
        elif words[:2] == ["id", "author"]:
            author = " ".join(words[2:])
        elif words[:1] == ["option"]:
            options.append(read_declaration(line))
        elif words[:1] == ["games"]:
            games = tuple(words[1:])
    return Handshake(name, author, tuple(options), games)
