"""Built-in bots from text such as `ismcts:nodes=2000:seed=7`, and back: the same in every command and in records."""

import types
import typing
from collections.abc import Callable
from dataclasses import fields, is_dataclass

from urbanist.bots.players.bot import Bot
from urbanist.bots.players.builtin import BOTS
from urbanist.engine.printable import printable


class SpecError(ValueError):
    """A bot's text that names no bot, no option, or no value of an option; the message is one line."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


def parse_builtin(text: str) -> Bot:
    """Return the built-in bot that a text such as `ismcts:nodes=2000` describes; raise `SpecError` for a wrong text."""
    name, *options = text.split(":")
    if name not in BOTS:
        raise SpecError(f"no bot '{name}'; there are {', '.join(sorted(BOTS))}")
    kinds = option_kinds(name)
    found: dict[str, object] = {}
    for option in options:
        key, sign, value = option.partition("=")
        if key not in kinds or not sign:
            raise SpecError(
                f"no option '{option}' of {name}; there are {', '.join(sorted(kinds))}, as {name}:seed=7"
            )
        if key in found:
            raise SpecError(f"option '{key}' of {name} stands there twice")
        found[key] = read_option(name, key, value, kinds[key])
    try:
        return BOTS[name](**found)  # type: ignore[arg-type]
    except ValueError as error:
        raise SpecError(f"bot '{text}': {error}") from None


def with_option(bot: Bot, key: str, value: str) -> Bot:
    """Return a built-in bot with one option changed, empty for none; `SpecError` says what it should be."""
    kinds = option_kinds(bot.name)
    if key not in kinds:
        raise SpecError(f"no option '{key}' of {bot.name}; there are {', '.join(sorted(kinds))}")
    usual = {name: usual for name, _, usual in options_of(bot)}
    found = {name: held for name, held, _ in options_of(bot)}
    unset = not value and usual[key] is None
    found[key] = None if unset else read_option(bot.name, key, value, kinds[key])
    try:
        return BOTS[bot.name](**found)  # type: ignore[arg-type]
    except ValueError as error:
        raise SpecError(f"option '{key}={value}' of {bot.name}: {error}") from None


def bot_text(bot: Bot) -> str:
    """Return the text of a bot, the options of a built-in that are not usual only; `parse_builtin` reads it back."""
    if bot.name not in BOTS:
        return bot.name
    said = [f":{key}={written(value)}" for key, value, usual in options_of(bot) if value != usual]
    return "".join([bot.name, *said])


def option_texts(name: str) -> tuple[str, ...]:
    """Return the options of a built-in bot with their usual values; `KEY=...` for those usually not given."""
    found = options_of(BOTS[name]())
    return tuple(f"{key}={'...' if usual is None else written(usual)}" for key, _, usual in found)


def options_of(bot: Bot) -> list[tuple[str, object, object]]:
    """Return name, value and usual value of each option of a built-in bot; other bots have none."""
    if bot.name not in BOTS:
        return []
    assert is_dataclass(bot)
    return [(option.name, getattr(bot, option.name), option.default) for option in fields(bot)]


def written(value: object) -> str:
    """Return an option's value as a reader takes it."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def option_kinds(name: str) -> dict[str, type]:
    """Return the options of a built-in bot with the type of each; other bots have none."""
    if name not in BOTS:
        return {}
    hints = typing.get_type_hints(BOTS[name])
    return {option.name: plain(hints[option.name]) for option in fields(BOTS[name])}


def plain(hint: object) -> type:
    """Return the type of an option that may be left out."""
    if isinstance(hint, types.UnionType):
        hint = next(kind for kind in hint.__args__ if kind is not types.NoneType)
    assert isinstance(hint, type)
    return hint


def read_switch(value: str) -> bool:
    """Return a switch written as on or off; raise `KeyError` for anything else."""
    return {"on": True, "off": False}[value]


READERS: dict[type, tuple[Callable[[str], object], str]] = {
    int: (int, "a whole number"),
    float: (float, "a number"),
    bool: (read_switch, "on or off"),
    str: (str, "a word"),
}


def read_option(name: str, key: str, value: str, kind: type) -> object:
    """Return an option's value; `SpecError` says what it should be."""
    read, expected = READERS[kind]
    try:
        return read(value)
    except (ValueError, KeyError):
        raise SpecError(f"option '{key}={value}' of {name}: expected {expected}") from None
