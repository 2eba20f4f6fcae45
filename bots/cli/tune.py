"""Tune the options of a bot by games (SPSA).

The TOML file FILE names the bot, the options and the games.

Each iteration plays two variants of the bot against each other, and moves all options a little towards the winner
(SPSA). Every iteration is saved in a file beside FILE; after any interruption --resume continues.
"""

import shlex
from contextlib import closing
from pathlib import Path

import click

from urbanist.bots.cli.interrupt import ended_alike
from urbanist.bots.cli.programs import try_out, warn_root
from urbanist.bots.cli.resumption import early_end, workers_option
from urbanist.bots.cli.shared_options import FILE
from urbanist.bots.cli.target import Targets, check_targets
from urbanist.bots.cli.terminal import progress
from urbanist.bots.tournament.plan_schema import PlanError
from urbanist.bots.tuning import Journal, Run, read_tuning
from urbanist.bots.tuning.page import page, tuned_text


@click.command(help=__doc__)
@click.argument("file", type=FILE)
@click.option("--resume", is_flag=True, help="Continue the tuning in the journal.")
@workers_option("Number of processes, instead of FILE's.", None)
@click.option("--html", "html_file", type=FILE, metavar="FILE", help="Write a page with plots.")
def tune(file: Path, resume: bool, workers: int | None, html_file: Path | None) -> None:
    """Play the iterations, print the values and write the page."""
    tuning = read_tuning(file).played_by(workers)
    cards = tuning.path.parent / tuning.keys.cards if tuning.keys.cards else None
    check_targets({"--html": html_file}, [tuning.path, tuning.journal, cards], [tuning.bot])
    targets = Targets()
    if not resume:
        try:
            try_out([tuning.bot], tuning.rules.game)
        except ValueError as error:
            raise PlanError(f"{tuning.path}: {error}") from None
    with ended_alike(), Journal.open(tuning, resume=resume) as journal:
        run = Run(tuning, journal)
        warn_root([tuning.bot])
        total, done = tuning.spsa.iterations, len(journal.iterations)
        with (
            early_end() as ended,
            closing(run.play()) as iterations,
            progress("iterations", total, done) as advance,
        ):
            for iteration in iterations:
                advance()
                if iteration.iteration % max(total // 20, 1) == 0:
                    targets.write(html_file, [page(run)], last=False)
        targets.write(html_file, [page(run)])
        click.echo(_table(run))
    ended.leave(
        f"interrupted after {len(journal.iterations)} of {tuning.spsa.iterations} iterations; continue with: "
        f"urbanist tune {shlex.quote(str(file))} --resume"
    )
    targets.conclude()


def _table(run: Run) -> str:
    iterations, values = run.journal.iterations, run.values
    parameters = run.tuning.spsa.parameters
    wide = max(len("option"), *(len(each.name) for each in parameters))
    lines = [f"{'option':<{wide}}  {'start':>10}  {'now':>10}  range"]
    lines += [
        f"{each.name:<{wide}}  {each.start:>10g}  {each.text(values[each.name]):>10}  {each.low:g} to {each.high:g}"
        for each in parameters
    ]
    games, forfeits = sum(each.games for each in iterations), sum(each.forfeits for each in iterations)
    lines.append(
        f"{len(iterations)} iterations, {games} games, {forfeits} forfeits, seed {run.tuning.spsa.seed}"
    )
    lines.append(f"tuned: {tuned_text(run)}")
    return "\n".join(lines)
