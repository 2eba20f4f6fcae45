"""Specs: built-in bots as text such as `ismcts:nodes=2000:seed=7`, the same in all commands and in records."""

from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.level import GENTLE, NAMES, levelled, spelled_out
from urbanist.bots.players.player import Bot
from urbanist.engine.game import Game
from urbanist.engine.message import UserError
from urbanist.engine.suggestion import suggestion
from urbanist.search.option import Option, options_of
from urbanist.search.options import SearchOptions


class SpecError(UserError):
    """A bot's text with an unknown bot, an unknown option or a wrong value; the message is one line."""


def parse_builtin(text: str) -> Bot:
    """Return the built-in bot that a text such as `ismcts:nodes=2000` describes; raise `SpecError` for a wrong text."""
    name, *options = spelled_out(text).split(":")
    if name not in BOTS:
        raise SpecError("no bot '{name}'; {suggestion}", name=name, suggestion=suggestion(name, bot_names()))
    known = options_by_name(name)
    values: dict[str, object] = {}
    for option in options:
        key, sign, value = option.partition("=")
        if key not in known or not sign:
            example = f"as in {name}:seed=7" if "seed" in known else ""
            raise _no_option(option, name, suggestion(key, sorted(known), example))
        if key in values:
            raise SpecError("option '{option}' of {name} is given twice", option=key, name=name)
        values[key] = _read(name, known[key], value)
    bot: Bot = BOTS[name](**values)
    return bot


def is_builtin(text: str) -> bool:
    """Return whether a text begins as one of a built-in bot does: with its name, the name of a level, or `level=N`."""
    return spelled_out(text).partition(":")[0] in BOTS


def bot_names() -> list[str]:
    """Return the names that the text of a built-in bot can begin with: those of the bots, then those of the levels."""
    return [*sorted(BOTS), str(GENTLE), *NAMES]


def with_option(bot: Bot, key: str, value: str) -> Bot:
    """Return a built-in bot with one option changed; raise `SpecError` if the option or its value is wrong.

    An empty value removes the setting of an option whose default is None.
    """
    known = options_by_name(bot.name)
    if key not in known:
        raise _no_option(key, bot.name, suggestion(key, sorted(known)))
    options = {name: getattr(bot, name) for name in known}
    unset = not value and known[key].default is None
    options[key] = None if unset else _read(bot.name, known[key], value)
    changed: Bot = BOTS[bot.name](**options)
    return changed


def bot_text(bot: Bot) -> str:
    """Return the text of a bot; a built-in shows only options that differ from the default.

    `parse_builtin` reads the text of a built-in back.
    """
    if bot.name not in BOTS:
        return bot.name
    values = [(option, getattr(bot, option.name)) for option in options_of(BOTS[bot.name])]
    changed = [f":{option.name}={option.write(value)}" for option, value in values if value != option.default]
    return "".join([bot.name, *changed])


def check_for(bot: Bot, game: Game) -> None:
    """Raise `SpecError` if a built-in bot cannot play a game as its options say: with other weights, on no level."""
    if not isinstance(bot, SearchOptions):
        return
    from urbanist.search.mcts import TreeSearch  # late: it takes time to load

    level, seats = getattr(bot, "level", None), min(game.notation.seat_counts)
    try:
        options = bot if level is None else levelled(bot, level, game.name, seats)
        TreeSearch(game, options)
    except (ValueError, MemoryError) as error:
        raise SpecError(str(error)) from None


def options_by_name(name: str) -> dict[str, Option]:
    """Return the options of a built-in bot by name; empty for other bots."""
    return {option.name: option for option in options_of(BOTS[name])} if name in BOTS else {}


def _read(name: str, option: Option, text: str) -> object:
    try:
        value = option.read(text)
    except ValueError:
        written = f"{option.name}={text}"
        raise SpecError(
            "option '{option}' of {name}: expected {form}", option=written, name=name, form=option.allowed
        ) from None
    if option.name == "weights":
        _check_weights(text)
    return value


def _check_weights(path: str) -> None:
    """Raise `SpecError` unless a file has the weights of one of our games."""
    from urbanist.engine import GAMES

    # Late: few bots have weights of their own.
    from urbanist.search.imported_network import imported_network, is_imported
    from urbanist.search.network import network_of

    wrong = {}
    for game in GAMES.values():
        try:
            (imported_network if is_imported(path) else network_of)(game, path)
        except ValueError as error:
            wrong[game.name] = str(error)
        else:
            return
    # What is wrong with it for its own game says more than that it is not for others.
    raise SpecError(
        next((why for why in wrong.values() if "weights of " not in why), next(iter(wrong.values())))
    )


def _no_option(option: str, name: str, suggested: str) -> SpecError:
    return SpecError(
        "no option '{option}' of {name}; {suggestion}", option=option, name=name, suggestion=suggested
    )
