"""Find values of a bot's options by games: the TOML file FILE names the bot, the options and the games.

Each iteration plays two variants of the bot against each other, and moves all options a little towards the winner
(SPSA). Every iteration is saved in a file beside FILE; after any interruption --resume continues.
"""

import shlex
from contextlib import closing
from pathlib import Path

import click

from urbanist.bots.cli.interrupt import INTERRUPTED, ended_alike
from urbanist.bots.cli.programs import FILE, warn_root
from urbanist.bots.cli.target import Targets, check_targets
from urbanist.bots.cli.terminal import progress
from urbanist.bots.match.workers import MAX_WORKERS, WorkerDied
from urbanist.bots.protocol.command import audition
from urbanist.bots.tournament.plan_schema import PlanError
from urbanist.bots.tuning import Journal, Run, Tuning, read_tuning
from urbanist.bots.tuning.page import page, tuned_text


@click.command(help=__doc__)
@click.argument("file", type=FILE)
@click.option("--resume", is_flag=True, help="Continue the tuning in the journal.")
@click.option(
    "--workers",
    type=click.IntRange(1, MAX_WORKERS),
    metavar="K",
    help="Number of processes, instead of FILE's.",
)
@click.option("--html", "html_file", type=FILE, metavar="FILE", help="Write a page with plots.")
def tune(file: Path, resume: bool, workers: int | None, html_file: Path | None) -> None:
    """Play the iterations, print the values and write the page."""
    tuning = read_tuning(file).played_by(workers)
    cards = tuning.path.parent / tuning.keys.cards if tuning.keys.cards else None
    check_targets({"--html": html_file}, [tuning.path, tuning.journal, cards], [tuning.bot])
    targets = Targets()
    if not resume:
        _audition(tuning)
    with ended_alike(), Journal.open(tuning, resume=resume) as journal:
        run = Run(tuning, journal)
        warn_root([tuning.bot])
        ended = _hold(run, html_file, targets)
        targets.write(html_file, [page(run)])
        click.echo(_table(run))
    if isinstance(ended, KeyboardInterrupt):
        click.echo(
            f"interrupted after {len(journal.steps)} of {tuning.spsa.iterations} iterations; continue with: "
            f"urbanist tune {shlex.quote(str(file))} --resume",
            err=True,
        )
        raise click.exceptions.Exit(INTERRUPTED)
    if ended is not None:
        raise click.ClickException(str(ended))
    targets.conclude()


def _audition(tuning: Tuning) -> None:
    """Try the bot once, and print what a program says to its options; raise `PlanError` if it cannot play."""
    try:
        for said in audition([tuning.bot], tuning.rules.game):
            click.echo(said, err=True)
    except ValueError as error:
        raise PlanError(f"{tuning.path}: {error}") from None


def _hold(run: Run, html_file: Path | None, targets: Targets) -> BaseException | None:
    """Play the missing iterations; return the exception that ended them early, if there was one."""
    done = len(run.journal.steps)
    every = max(run.tuning.spsa.iterations // 20, 1)
    try:
        with (
            closing(run.play()) as steps,
            progress("iterations", run.tuning.spsa.iterations, done) as advance,
        ):
            for step in steps:
                advance()
                if step.iteration % every == 0:
                    targets.write(html_file, [page(run)], last=False)
    except (KeyboardInterrupt, WorkerDied) as ended:
        return ended
    return None


def _table(run: Run) -> str:
    steps, values = run.journal.steps, run.values
    parameters = run.tuning.spsa.parameters
    wide = max(len("option"), *(len(each.name) for each in parameters))
    lines = [f"{'option':<{wide}}  {'start':>10}  {'now':>10}  range"]
    lines += [
        f"{each.name:<{wide}}  {each.start:>10g}  {each.text(values[each.name]):>10}  {each.low:g} to {each.high:g}"
        for each in parameters
    ]
    games, forfeits = sum(step.games for step in steps), sum(step.forfeits for step in steps)
    lines.append(f"{len(steps)} iterations, {games} games, {forfeits} forfeits, seed {run.tuning.spsa.seed}")
    lines.append(f"tuned: {tuned_text(run)}")
    return "\n".join(lines)
