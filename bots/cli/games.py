"""List games, variants, options and bots.

A game has its player counts, a bot what it does and its options, and an option the names that it takes.
"""

import click
from rich.console import Console
from rich.table import Table

from urbanist.bots.players.builtin import BOTS
from urbanist.engine import GAMES
from urbanist.engine.game import Game
from urbanist.engine.plugins import PluginError
from urbanist.search.option import options_of
from urbanist.search.verb import TABLES

GAME_HEAD = ("game", "variants", "players", "options")
BOT_HEAD = ("bot", "what it does", "options")
VERB_HEAD = ("option", "what it does")


@click.command(help=__doc__)
def games() -> None:
    """Print three tables; print plain lines if the output is not a terminal."""
    _show(GAME_HEAD, [_game_row(game) for game in GAMES.values()])
    click.echo()
    _show(BOT_HEAD, [_bot_row(name) for name in BOTS])
    click.echo()
    _show(VERB_HEAD, [_verb_row(option, name) for option, table in TABLES.items() for name in table])


def _game_row(game: Game) -> tuple[str, ...]:
    notation = game.notation
    default = notation.variants[notation.setup(None, notation.seat_counts[0], ()).variant]
    variants = ", ".join(f"{name} (default)" if name == default else name for name in notation.variants)
    return game.name, variants, ", ".join(map(str, notation.seat_counts)), notation.option_help


def _bot_row(name: str) -> tuple[str, ...]:
    try:
        bot = BOTS[name]
    except PluginError as error:
        return name, str(error), ""
    words = (bot.__doc__ or "").partition("\n")[0]
    defaults = (
        f"{option.name}={'...' if option.default is None else option.write(option.default)}"
        for option in options_of(bot)
    )
    return name, words, " ".join(defaults)


def _verb_row(option: str, name: str) -> tuple[str, str]:
    try:
        said = str(TABLES[option][name].meaning)
    except PluginError as error:
        said = str(error)
    return f"{option}={name}", said


def _show(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    console = Console(soft_wrap=False)
    if not console.is_terminal:
        for row in rows:
            click.echo(row[0])
            for what, text in zip(head[1:], row[1:], strict=True):
                click.echo(f"  {what}: {text}")
        return
    table = Table(*head, show_lines=True)
    for row in rows:
        table.add_row(*row)
    console.print(table, markup=False)
