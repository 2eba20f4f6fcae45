"""Measure the speed of this machine.

It measures random games, move lists and searches of GAME, in one thread.

The signature is a number that depends on the moves that are played, never on the speed. With --signature it is the only
thing that is printed: one number for all variants and numbers of players of GAME, or of all games.
"""

import json
from dataclasses import asdict

import click

from urbanist.bots.benchmark import Benchmark, measure, signatures, this_machine, whole
from urbanist.bots.cli.shared_options import (
    GameName,
    Real,
    dealt,
    dealt_with,
    most_players,
    players_option,
    variant_option,
)
from urbanist.engine import GAMES, CardFile
from urbanist.engine.game import Game


@click.command(help=__doc__)
@click.argument("game", type=GameName(), required=False)
@variant_option
@players_option
@dealt_with
@click.option("--seconds", type=Real(0.01, 3600), default=5.0, help="Total time in seconds.")
@click.option("--signature", is_flag=True, help="Print only the signature, of GAME or of all games.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, which also names the machine.")
def bench(
    game: Game | None,
    variant: str | None,
    players: int | None,
    cards: CardFile | None,
    seconds: float,
    signature: bool,
    as_json: bool,
) -> None:
    """Print the measurements."""
    if signature:
        if variant or players or cards:
            raise click.UsageError("--signature is of all variants, players and cards; say only GAME with it")
        parts = signatures([game] if game else GAMES.values())
        click.echo(json.dumps({"signature": whole(parts), "parts": parts}) if as_json else whole(parts))
        return
    game = game or next(iter(GAMES.values()))
    benchmark = measure(
        game,
        variant=variant,
        seats=most_players(game, players),
        options=dealt(cards, game, ""),
        seconds=seconds,
    )
    if as_json:
        click.echo(json.dumps(asdict(benchmark) | {"machine": this_machine()}))
    else:
        click.echo(_lines(benchmark))


def _lines(benchmark: Benchmark) -> str:
    rows = [
        ("random games", benchmark.playouts_per_second, "games/s"),
        ("moves in them", benchmark.moves_per_second, "moves/s"),
        ("move lists", benchmark.move_lists_per_second, "lists/s"),
        *((name, number, "iterations/s") for name, number in benchmark.iterations_per_second.items()),
    ]
    return "\n".join(
        [
            f"{benchmark.game} {benchmark.variant}, {benchmark.players} players, one thread",
            *(f"{what:<14}{number:>14,.0f} {unit}" for what, number, unit in rows),
            f"{'signature':<14}{benchmark.signature:>14}",
        ]
    )
