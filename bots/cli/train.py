"""Train the network that evaluates positions of a game.

The training is in the folder OUT: self-play, a fit, a test against the best so far, again and again. Each generation
plays games of its own and fits new weights to the games of the last generations. The weights are accepted if they win a
sequential test against the best ones so far. Ctrl-C stops the training; the same command goes on with it and loses no
finished game. The accepted weights are files weights-NNN.npz in the folder, and play as ismcts:eval=net:weights=FILE.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import click
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from urbanist.bots.cli import completers, standings_table
from urbanist.bots.cli.interrupt import ended_alike
from urbanist.bots.cli.programs import scheduler_option
from urbanist.bots.cli.resumption import early_end, workers_option
from urbanist.bots.cli.shared_options import (
    FILE,
    PLAYERS,
    GameName,
    Real,
    dealt_with,
    option_list,
    together,
)
from urbanist.bots.cli.target import Targets
from urbanist.bots.cli.terminal import told_each_minute
from urbanist.bots.contest.plan_schema import read_struct
from urbanist.bots.match.cluster import check_cluster
from urbanist.bots.match.intervals import Estimate, share_text
from urbanist.bots.match.runner import GamePool
from urbanist.bots.training import Folder, TrainingError, TrainingSettings, TrainingStage
from urbanist.bots.training import train as training
from urbanist.bots.training.folder import GenerationReport, Hyperparameters
from urbanist.bots.training.page import page
from urbanist.engine.game import Game
from urbanist.search.network import SIZES, Size
from urbanist.search.training import check_device

#: Visits a move: self-play takes up to twice as many, and a search counts 32 bits of them.
NODES = click.IntRange(1, 1_000_000_000)
#: Defaults of the options.
USUAL = TrainingSettings(game="")
#: Columns that a narrow terminal leaves out, in this order.
LEAST_NEEDED = ("minutes", "visits", "entropy", "points", "deals")
#: Columns between two cells.
GAP = 2


#: The setups of the games: one, or all.
drawn_game_options = together(
    click.option(
        "--variant", shell_complete=completers.variants, show_default="all", help="Variant of the games."
    ),
    click.option("--players", type=PLAYERS, show_default="all numbers", help="Number of players."),
    click.option(
        "--options",
        metavar="A,B",
        shell_complete=completers.switches,
        show_default="drawn for each game",
        help="Options of the games, '' for none; 'urbanist games' lists them.",
    ),
    dealt_with,
)


def checked_device(name: str | None) -> str | None:
    """Return the name of a device where a fit can be computed, or None."""
    try:
        if name is not None:
            check_device(name)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    return name


@click.command(help=__doc__)
@click.argument("game", type=GameName())
@drawn_game_options
@click.option("--out", type=FILE, required=True, metavar="FOLDER", help="New or earlier folder.")
@click.option(
    "--generations", type=click.IntRange(1), default=8, metavar="N", help="Stop after N generations in all."
)
@click.option(
    "--games", type=click.IntRange(1), default=USUAL.games, metavar="N", help="Games of a generation."
)
@click.option("--nodes", type=NODES, default=USUAL.nodes, metavar="N", help="Visits a move in self-play.")
@click.option(
    "--hyperparameters",
    type=FILE,
    metavar="FILE",
    help=f"A TOML file with some of {', '.join(Hyperparameters.__struct_fields__)}.",
)
@click.option(
    "--trace",
    type=Real(0, 1),
    default=USUAL.trace,
    metavar="L",
    help="Lambda of the targets: 1 for the end of a game, 0 for what the search expected.",
)
@click.option(
    "--test-deals",
    "gate_deals",
    type=click.IntRange(1),
    default=USUAL.gate_deals,
    metavar="N",
    help="Deals of a test, at most, for each number of players.",
)
@click.option(
    "--test-nodes",
    "gate_nodes",
    type=NODES,
    default=USUAL.gate_nodes,
    metavar="N",
    help="Visits a move in tests.",
)
@click.option(
    "--start",
    metavar="FILE",
    show_default="none: the first games are played on to their ends",
    help="Weights that the first games are played with, and that new ones must beat: a file, or 'shipped'.",
)
@click.option(
    "--network",
    "size",
    default=f"{USUAL.units},{USUAL.policy_units}",
    metavar="UNITS[,UNITS]",
    callback=lambda _context, _option, text: Size.read(text),
    help=f"Size of the network: {SIZES}.",
)
@click.option(
    "--device",
    metavar="DEVICE",
    callback=lambda _context, _option, text: checked_device(text),
    show_default="a GPU if PyTorch finds one, else numpy",
    help="Where weights are fitted: numpy, or a device of PyTorch, such as cuda or cpu.",
)
@click.option("--seed", type=int, default=USUAL.seed, metavar="N", help="Seed of all games and fits.")
@workers_option()
@scheduler_option
def train(
    game: Game,
    out: Path,
    generations: int,
    size: Size,
    device: str | None,
    hyperparameters: Path | None,
    options: str | None,
    workers: int,
    scheduler: str | None,
    **given: Any,
) -> None:
    """Train, show the progress, and print the report of each generation."""
    if not game.seat_features:
        raise click.UsageError(f"{game.name} has no features to learn from")
    if hyperparameters is not None:
        given |= read_struct(hyperparameters, Hyperparameters).by_name()
    asked = TrainingSettings(
        game=game.name,
        options=None if options is None else option_list(options),
        units=size.value,
        policy_units=size.policy,
        **given,
    )
    asked.setups()
    check_cluster(scheduler, [], game.name)
    try:
        folder = Folder.open(out, asked)
        with folder.locked(), ended_alike():
            targets = Targets()
            stages = training(folder, generations, GamePool(workers, scheduler), device)
            with early_end() as ended, closing(stages):
                show(folder, stages, targets)
            console = standings_table.console()
            console.print(table(folder.reports(), console.width))
            best = folder.accepted()
            click.echo(f"best weights: {click.format_filename(best[-1]) if best else 'none yet'}")
    except TrainingError as error:
        raise click.ClickException(str(error)) from None
    ended.leave("interrupted; the same command goes on", "; the same command goes on")
    targets.conclude()


def show(folder: Folder, stages: Iterable[TrainingStage], targets: Targets) -> None:
    """Follow a training on standard error, and write its page."""
    console, pages = Console(stderr=True), paged(folder, stages, targets)
    if console.is_terminal:
        draw(folder, pages, console)
    else:
        tell(pages)


def paged(folder: Folder, stages: Iterable[TrainingStage], targets: Targets) -> Iterator[TrainingStage]:
    """Yield the stages of a training, and write its page after each generation."""
    for stage in stages:
        if stage.report is not None:
            targets.write(folder.page, [page(folder.settings, folder.reports())])
        yield stage


def tell(stages: Iterable[TrainingStage]) -> None:
    """Write a line when a stage begins, when a generation ends, and each minute."""
    now = TrainingStage(0, "", 0, 0)
    with told_each_minute(lambda: told(now)):
        for stage in stages:
            begins = (stage.generation, stage.doing) != (now.generation, now.doing)
            now = stage
            if begins:
                click.echo(told(stage), err=True)


def told(stage: TrainingStage) -> str:
    """Return the present work of a training as a line."""
    report = stage.report
    if report is None:
        return f"generation {stage.generation}: {stage.doing} {stage.done} / {stage.total}"
    score = share_text(Estimate(report.score, report.low, report.high), " %")
    accepted = "accepted" if report.accepted else "not accepted"
    return f"generation {stage.generation}: {accepted}, score {score} on {report.deals} deals"


def draw(folder: Folder, stages: Iterable[TrainingStage], console: Console) -> None:
    """Show a bar for the stage, and the reports of the generations that have ended."""
    bars = Progress(
        TextColumn("generation {task.fields[generation]}: {task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
    )
    task = bars.add_task("games", total=1, generation=0)
    with Live(bars, console=console, transient=True) as live:
        for stage in stages:
            bars.update(
                task,
                description=stage.doing,
                completed=stage.done,
                total=stage.total,
                generation=stage.generation,
            )
            if stage.report is not None:
                live.update(Group(table(folder.reports(), console.width), bars))


def table(reports: list[GenerationReport], width: int) -> Table:
    """Return a row for each report, with as many whole columns as fit."""
    columns = {
        "generation": [str(report.generation) for report in reports],
        "games": [str(report.games) for report in reports],
        "positions": [str(report.positions) for report in reports],
        "entropy": [f"{report.entropy:.3f}" for report in reports],
        "points": [f"{report.error:.1f}" for report in reports],
        "visits": [f"{report.visits:.3f}" for report in reports],
        "deals": [str(report.deals) for report in reports],
        "score %": [share_text(Estimate(report.score, report.low, report.high)) for report in reports],
        "accepted": ["yes" if report.accepted else "no" for report in reports],
        "minutes": [f"{report.seconds / 60:.1f}" for report in reports],
    }
    fitting = standings_table.fitted(
        columns, LEAST_NEEDED, lambda wide: sum(wide) + GAP * (len(wide) - 1) <= width
    )
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0))
    for heading in fitting:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in zip(*fitting.values(), strict=True):
        table.add_row(*row)
    return table
