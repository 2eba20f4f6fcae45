"""Play a tournament of bots.

The TOML file FILE describes it: the game, the bots, the format, the rating.

Every game is stored in one SQLite file as soon as it ends. After any interruption --resume plays the missing games
only: no game is played twice or counted twice. The standings are printed at the end. --standings prints them at any
time and plays nothing.

Exit status after a sequential test: 0 if H1 is accepted, 3 if H0 is, 4 if it is not decided.
"""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from urbanist.bots.cli import standings_table
from urbanist.bots.cli.interrupt import ended_alike
from urbanist.bots.cli.outputs import Outputs, output_options
from urbanist.bots.cli.programs import scheduler_option, warn_root
from urbanist.bots.cli.resumption import EarlyEnd, leave, replay, replay_option, workers_option
from urbanist.bots.cli.shared_options import FILE, trace_option
from urbanist.bots.contest.plan import BESIDE, Tournament, read_plan
from urbanist.bots.contest.run import Run
from urbanist.bots.contest.standings import standings
from urbanist.bots.contest.store import Store
from urbanist.bots.match.cluster import check_cluster
from urbanist.bots.protocol.command import StartCheck
from urbanist.bots.table.session.saves import program


@click.command(help=__doc__)
@click.argument("file", type=FILE)
@click.option("--resume", is_flag=True, help="Continue the tournament in the database.")
@click.option(
    "--extend", is_flag=True, help="Continue it with the deals, rounds or bots that were added to FILE."
)
@replay_option
@click.option("--standings", "only", is_flag=True, help="Play nothing; print the standings.")
@workers_option("Number of processes, instead of FILE's.", None)
@scheduler_option
@output_options("--games")
@trace_option
@click.option(
    "--records", type=FILE, metavar="FILE", help="Write the games as records, one line of JSON each."
)
def tournament(
    file: Path,
    resume: bool,
    extend: bool,
    replay_forfeits: bool,
    only: bool,
    workers: int | None,
    scheduler: str | None,
    records: Path | None,
    trace: Path | None,
    **files: Any,
) -> None:
    """Play the games, print the standings and write the files."""
    plan = read_plan(file).played_by(workers, scheduler)
    plan = plan if trace is None else plan.traced(trace)
    outputs = Outputs.of(files, records)
    outputs.check(_needed(plan), plan.bots, records=records, trace=trace)
    if replay_forfeits and not (resume or extend):
        raise click.UsageError("--replay-forfeits goes with --resume or --extend")
    with ended_alike():
        # A tournament that has ended needs neither bots nor a scheduler; one that grows is checked before it does.
        waits = resume and not extend
        checked = None if only or waits else _check_players(plan)
        with Store.read(plan) if only else Store.open(plan, resume=resume or extend, extend=extend) as store:
            run = Run(plan, store)
            if replay_forfeits:
                replay(run)
            if waits and not run.ended():
                checked = _check_players(plan)
            if not only:
                warn_root(plan.bots)
            ended = EarlyEnd() if only else outputs.hold(run, checked)
            results = standings(plan.names, run.games.values(), plan.anchor)
            outputs.write(run, results)
            outputs.targets.write(records, (f"{record}\n" for record in store.records()))
            standings_table.show(standings_table.console(), run, results)
            if ended.early is None:
                outputs.write_pages(run, store.records())
    where = [] if scheduler is None else ["--scheduler", scheduler]
    again = shlex.join(["tournament", str(file), "--resume", *where])
    leave(ended, run, f"; continue with: {program()} {again}")
    outputs.targets.conclude()
    if only:
        return
    raise click.exceptions.Exit(run.format.status(list(run.games.values())))


def _check_players(plan: Tournament) -> StartCheck:
    """Return what programs say of themselves; raise `ValueError` or `OSError` if a bot cannot play.

    The latter too if there is no scheduler to reach.
    """
    checked = plan.check_start()
    check_cluster(plan.pool.scheduler, plan.bots, plan.rules.game)
    return checked


def _needed(plan: Tournament) -> Iterator[Path]:
    """Yield the files that a tournament reads and keeps."""
    form, folder = plan.form, plan.path.parent
    yield from (plan.path, plan.database, *(Path(f"{plan.database}{end}") for end in BESIDE))
    for name in (form.cards, form.deals):
        if isinstance(name, str):
            yield folder / name
