"""Built-in bots from text such as `ismcts:nodes=2000:seed=7`, and back: the same in every command and in records."""

from urbanist.bots.players.bot import Bot
from urbanist.bots.players.builtin import BOTS
from urbanist.engine.printable import printable
from urbanist.search.option import Option, options_of


class SpecError(ValueError):
    """A bot's text that names no bot, no option, or no value of an option; the message is one line."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


def parse_builtin(text: str) -> Bot:
    """Return the built-in bot that a text such as `ismcts:nodes=2000` describes; raise `SpecError` for a wrong text."""
    name, *options = text.split(":")
    if name not in BOTS:
        raise SpecError(f"no bot '{name}'; there are {', '.join(sorted(BOTS))}")
    known = options_by_name(name)
    found: dict[str, object] = {}
    for option in options:
        key, sign, value = option.partition("=")
        if key not in known or not sign:
            raise SpecError(
                f"no option '{option}' of {name}; there are {', '.join(sorted(known))}, as {name}:seed=7"
            )
        if key in found:
            raise SpecError(f"option '{key}' of {name} is given twice")
        found[key] = _read(name, known[key], value)
    return BOTS[name](**found)  # type: ignore[arg-type]


def with_option(bot: Bot, key: str, value: str) -> Bot:
    """Return a built-in bot with one option changed, empty for none; `SpecError` says what it should be."""
    known = options_by_name(bot.name)
    if key not in known:
        raise SpecError(f"no option '{key}' of {bot.name}; there are {', '.join(sorted(known))}")
    found = {name: getattr(bot, name) for name in known}
    unset = not value and known[key].default is None
    found[key] = None if unset else _read(bot.name, known[key], value)
    return BOTS[bot.name](**found)


def bot_text(bot: Bot) -> str:
    """Return the text of a bot, the options of a built-in that are not usual only; `parse_builtin` reads it back."""
    if bot.name not in BOTS:
        return bot.name
    held = [(option, getattr(bot, option.name)) for option in options_of(BOTS[bot.name])]
    said = [f":{option.name}={option.write(value)}" for option, value in held if value != option.default]
    return "".join([bot.name, *said])


def options_by_name(name: str) -> dict[str, Option]:
    """Return the options of a built-in bot; other bots have none."""
    return {option.name: option for option in options_of(BOTS[name])} if name in BOTS else {}


def _read(name: str, option: Option, text: str) -> object:
    try:
        return option.read(text)
    except ValueError:
        raise SpecError(f"option '{option.name}={text}' of {name}: expected {option.allowed}") from None
