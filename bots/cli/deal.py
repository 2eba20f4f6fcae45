"""Print the deal line of a new game.

The deal is drawn from the seed. --view hides what a seat or the public cannot see.
"""

import click

from urbanist.bots.cli.shared_options import (
    SEED,
    GameName,
    dealt,
    game_options,
    most_players,
    viewer,
)
from urbanist.engine import CardFile
from urbanist.engine.game import Game
from urbanist.engine.history import History


@click.command(help=__doc__)
@click.argument("game", type=GameName())
@game_options
@click.option("--seed", type=SEED, required=True, help="Seed of the deal.")
@click.option("--view", metavar="SEAT|public", help="Hide what this seat, or the public, cannot know.")
def deal(
    game: Game,
    variant: str | None,
    players: int | None,
    options: str,
    cards: CardFile | None,
    seed: int,
    view: str | None,
) -> None:
    """Print the deal line."""
    seats = most_players(game, players)
    state = game.deal(variant=variant, seats=seats, options=dealt(cards, game, options), seed=seed)
    start = History.start(state)
    click.echo(start.deal if view is None else start.seen_by(viewer(view, seats)).deal)
