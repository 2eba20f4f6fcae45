"""List the games with their variants, options and player counts, and the bots with their options."""

import click
from rich.console import Console
from rich.table import Table

from urbanist.bots.players.builtin import BOTS
from urbanist.engine import GAMES
from urbanist.engine.game import Game
from urbanist.search.option import options_of

GAME_HEAD = ("game", "variants", "players", "options")
BOT_HEAD = ("bot", "what it does", "options")


@click.command(help=__doc__)
def games() -> None:
    """Print two tables; print plain lines if the output is not a terminal."""
    _show(GAME_HEAD, [_game_row(game) for game in GAMES.values()])
    click.echo()
    _show(BOT_HEAD, [_bot_row(name) for name in BOTS])


def _game_row(game: Game) -> tuple[str, ...]:
    notation = game.notation
    default = notation.variants[notation.setup(None, notation.seat_counts[0], ()).variant]
    variants = ", ".join(f"{name} (default)" if name == default else name for name in notation.variants)
    return game.name, variants, ", ".join(map(str, notation.seat_counts)), notation.option_help


def _bot_row(name: str) -> tuple[str, ...]:
    words = (BOTS[name].__doc__ or "").partition("\n")[0]
    defaults = (
        f"{option.name}={'...' if option.default is None else option.write(option.default)}"
        for option in options_of(BOTS[name])
    )
    return name, words, " ".join(defaults)


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
