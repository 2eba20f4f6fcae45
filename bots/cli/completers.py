"""Shell completion of the arguments and options of commands."""

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem

from urbanist.engine import GAMES
from urbanist.engine.game import Game

Items = list[CompletionItem]


def items(words: Iterable[str], start: str, before: str = "") -> Items:
    """Return the words that begin with a text; `before` is what the shell has before them in the same word."""
    return [CompletionItem(before + word) for word in words if word.startswith(start)]


def files(_: click.Context, __: click.Parameter, start: str) -> Items:
    """Return the item that lets a shell complete names of files."""
    return [CompletionItem(start, type="file")]


def variants(context: click.Context, _: click.Parameter, start: str) -> Items:
    """Return the variants of the named game, or of all games."""
    return items(dict.fromkeys(name for game in _games(context) for name in game.notation.variants), start)


def switches(context: click.Context, _: click.Parameter, start: str) -> Items:
    """Return the options of the named game, or of all games, for the last place of a list."""
    before, last = _last(start)
    return items(
        dict.fromkeys(name for game in _games(context) for name in game.notation.switches), last, before
    )


def seats(context: click.Context, _: click.Parameter, start: str) -> Items:
    """Return who may sit at a table, for the last place of a list."""
    before, last = _last(start)
    return items(_players(context), last, before)


def seat(context: click.Context, _: click.Parameter, start: str) -> Items:
    """Return who may sit on a seat; or files, as a seat may be a program, or a class in a file."""
    return items(_players(context), start) or [CompletionItem(start, type="file")]


def settings(context: click.Context, _: click.Parameter, start: str) -> Items:
    """Return the options of the named bot, each with the sign after it; after the sign, the words that it may be."""
    from urbanist.bots.players.spec import options_by_name

    # While the value of an option is missing, click leaves the arguments unread.
    words = [context.params.get("name"), *context.args]
    name = next((str(word) for word in words if word), "").partition(":")[0]
    known = options_by_name(name)
    option, sign, value = start.partition("=")
    if sign:
        return items(known[option].choices if option in known else (), value, f"{option}=")
    return items([f"{option}=" for option in known], start)


def _players(context: click.Context) -> list[str]:
    """Return the names of bots, and of people where they can play."""
    # Late: many commands that complete games need neither.
    from urbanist.bots.players.spec import bot_names
    from urbanist.bots.table.kit.player_view import HUMAN

    return [*([HUMAN] if context.command.name == "play" else []), *bot_names()]


def _last(start: str) -> tuple[str, str]:
    """Return the beginning of a list up to its last comma, and the rest."""
    before, comma, last = start.rpartition(",")
    return before + comma, last


def _games(context: click.Context) -> list[Game]:
    named = context.params.get("game")
    unread = [GAMES[word] for word in context.args if word in GAMES]
    return [named] if isinstance(named, Game) else unread[:1] or list(GAMES.values())
