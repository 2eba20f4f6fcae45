"""The deal line of a new game, drawn from a seed; as a seat or everybody may see it with --view."""

import click

from urbanist.bots.cli.asking import SEED, GameName, game_options, most_players, option_list, viewer
from urbanist.engine.game import Game
from urbanist.engine.history import History


@click.command(help=__doc__)
@click.argument("game", type=GameName())
@game_options
@click.option("--seed", type=SEED, required=True, help="Seed of the deal.")
@click.option("--view", metavar="SEAT|public", help="Hide what this seat, or everybody, cannot know.")
def deal(
    game: Game, variant: str | None, players: int | None, options: str, seed: int, view: str | None
) -> None:
    """Print one line."""
    seats = most_players(game, players)
    start = History.start(game.deal(variant=variant, seats=seats, options=option_list(options), seed=seed))
    click.echo(start.deal if view is None else start.seen_by(viewer(view, seats)).deal)
