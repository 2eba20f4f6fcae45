"""Write positions of GAME to a file, for learning elsewhere.

The games are informed playouts, which take seconds, or those of a search with --seat. A row has what the seat to move
sees, its legal actions, what came of the game, and of a search its policy and its values. The file is an archive of
numpy (.npz) or a Parquet file (.parquet, with the extra `arrow`); docs/learning.md lists the columns.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import click

from urbanist.bots.cli import completers
from urbanist.bots.cli.programs import scheduler_option
from urbanist.bots.cli.resumption import workers_option
from urbanist.bots.cli.shared_options import (
    FILE,
    SEED,
    GameName,
    dealt,
    game_options,
    most_players,
    option_list,
    path_of,
)
from urbanist.bots.cli.target import check_targets
from urbanist.bots.cli.terminal import progress
from urbanist.bots.files import whole
from urbanist.bots.match.cluster import check_cluster
from urbanist.bots.match.pairing import drawn_seed
from urbanist.bots.match.runner import GamePool
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.builtin import IsmctsBot
from urbanist.bots.players.spec import check_for
from urbanist.bots.training.export import WRITERS, Columns, ExportPlan, exported
from urbanist.engine import CardFile
from urbanist.engine.game import Game
from urbanist.engine.observation import PARTS, Parts


@click.command(help=__doc__)
@click.argument("game", type=GameName())
@game_options
@click.option(
    "--positions", type=click.IntRange(1), default=100_000, metavar="N", help="Number of positions."
)
@click.option("--out", type=FILE, required=True, metavar="FILE", help="A file .npz or .parquet.")
@click.option(
    "--seat",
    metavar="BOT",
    shell_complete=completers.seat,
    show_default="none: informed playouts",
    help="The search that plays at all seats, such as ismcts:nodes=100:noise=0.25.",
)
@click.option(
    "--parts", type=click.Choice(PARTS), default="features", help="What is told of what the seat sees."
)
@click.option("--cropped", is_flag=True, help="Small planes and their actions, in games that have them.")
@workers_option("Number of threads, or of processes if a search plays.")
@scheduler_option
@click.option("--seed", type=SEED, show_default="random", help="Seed of deals and moves.")
def export(
    game: Game,
    variant: str | None,
    players: int | None,
    options: str,
    cards: CardFile | None,
    positions: int,
    out: Path,
    seat: str | None,
    parts: Parts,
    cropped: bool,
    workers: int,
    scheduler: str | None,
    seed: int | None,
) -> None:
    """Play the games, and write the file."""
    if out.suffix not in WRITERS:
        raise click.UsageError(f"--out {out}: expected a name that ends with {' or '.join(WRITERS)}")
    if out.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise click.UsageError(f"--out {out}: pip install 'urbanist[arrow]' brings what writes Parquet files")
    if not game.action_count or (parts == "features" and not game.seat_features):
        raise click.UsageError(
            f"{game.name} has no {'features' if game.action_count else 'actions'} to export"
        )
    if cropped and game.crop_layout is None:
        raise click.UsageError(f"--cropped: {game.name} has no cropped planes")
    bot = None if seat is None else parse_bot(seat, cards=path_of(cards))
    if bot is not None:
        if not isinstance(bot, IsmctsBot):
            raise click.UsageError(f"--seat {seat}: expected ismcts with its options, or a level")
        check_for(bot, game)
    seats = most_players(game, players)
    setup = game.notation.setup(variant, seats, dealt(cards, game, options))
    check_targets({"--out": out}, bots=[] if bot is None else [bot])
    check_cluster(scheduler, [], game.name)
    plan = ExportPlan(
        game=game.name,
        seats=seats,
        seed=drawn_seed() if seed is None else seed,
        positions=positions,
        variant=game.notation.variants[setup.variant],
        options=option_list(options),
        cards=cards,
        parts=parts,
        cropped=cropped,
        bot=bot,
    )
    games = 0
    with progress("positions", positions) as advance, whole(out) as file:

        def counted() -> Iterator[Columns]:
            nonlocal games
            for columns in exported(plan, GamePool(workers, scheduler)):
                yield columns
                advance(len(columns["game"]))
                games = int(columns["game"][-1]) + 1

        WRITERS[out.suffix](file, counted(), plan)
    click.echo(f"{positions} positions of {games} games, seed {plan.seed}: {click.format_filename(out)}")
