"""Play the tournament that the TOML file FILE describes: bots against bots, rounds, ratings, standings.

Every game is stored in one SQLite file as soon as it ends. After any interruption --resume plays the missing games
only: no game is played twice or counted twice. The standings are printed at the end. --standings prints them at any
time and plays nothing.
"""

import shlex
from collections.abc import Iterator
from pathlib import Path

import click

from urbanist.bots.cli import standings_table
from urbanist.bots.cli.interrupt import INTERRUPTED, ended_alike
from urbanist.bots.cli.programs import warn_root
from urbanist.bots.cli.shared_options import trace_option
from urbanist.bots.cli.standings_page import VISITS, StandingsPage, check_folder, write_pages
from urbanist.bots.cli.target import Targets, check_targets
from urbanist.bots.match.workers import MAX_WORKERS
from urbanist.bots.table.session.saves import program
from urbanist.bots.tournament.cluster import check_cluster
from urbanist.bots.tournament.export import to_csv, to_json
from urbanist.bots.tournament.plan import BESIDE, Tournament, read_plan
from urbanist.bots.tournament.run import Run
from urbanist.bots.tournament.standings import standings
from urbanist.bots.tournament.store import Store

FILE = click.Path(path_type=Path)


@click.command(help=__doc__)
@click.argument("file", type=FILE)
@click.option("--resume", is_flag=True, help="Continue the tournament in the database.")
@click.option(
    "--extend", is_flag=True, help="Continue it with the deals, rounds or bots that were added to FILE."
)
@click.option("--standings", "only", is_flag=True, help="Play nothing; print the standings.")
@click.option(
    "--workers",
    type=click.IntRange(1, MAX_WORKERS),
    metavar="K",
    help="Number of processes, instead of FILE's.",
)
@click.option(
    "--scheduler", metavar="ADDRESS", help="Address of a Dask scheduler (tcp://...), or 'local' to start one."
)
@click.option("--json", "json_file", type=FILE, metavar="FILE", help="Write the standings as JSON.")
@click.option("--csv", "csv_file", type=FILE, metavar="FILE", help="Write the standings as CSV.")
@click.option(
    "--html", "html_file", type=FILE, metavar="FILE", help="Write the standings as a page with plots."
)
@trace_option
@click.option(
    "--records", type=FILE, metavar="FILE", help="Write the games as records, one line of JSON each."
)
@click.option(
    "--games",
    type=FILE,
    metavar="DIR",
    help=f"Write a page of each game that has none there, from searches of {VISITS} visits.",
)
def tournament(
    file: Path,
    resume: bool,
    extend: bool,
    only: bool,
    workers: int | None,
    scheduler: str | None,
    json_file: Path | None,
    csv_file: Path | None,
    html_file: Path | None,
    records: Path | None,
    trace: Path | None,
    games: Path | None,
) -> None:
    """Play the games, print the standings and write the files."""
    plan = read_plan(file).played_by(workers, scheduler)
    plan = plan if trace is None else plan.traced(trace)
    check_targets(
        {"--json": json_file, "--csv": csv_file, "--html": html_file, "--records": records, "--trace": trace},
        _needed(plan),
        plan.bots,
    )
    check_folder(games)
    targets = Targets()
    with ended_alike():
        # A tournament that has ended needs neither bots nor a scheduler; one that grows is checked before it does.
        waits = resume and not extend
        if not (only or waits):
            _check_players(plan)
        with Store.read(plan) if only else Store.open(plan, resume=resume or extend, extend=extend) as store:
            run = Run(plan, store)
            if not only:
                if waits and not run.ended():
                    _check_players(plan)
                warn_root(plan.bots)
            shown = None if html_file is None else StandingsPage(html_file, run, targets, games, records)
            ended = None if only else standings_table.hold(run, None if shown is None else shown.refresh)
            run.recount()
            found = standings(plan.names, run.games.values(), plan.anchor)
            concluded = run.format.conclusion(list(run.games.values()))
            targets.write(json_file, [to_json(found, concluded)])
            targets.write(csv_file, [to_csv(found)])
            if shown is not None:
                shown.write(found)
            targets.write(records, (f"{record}\n" for record in store.records()))
            standings_table.show(standings_table.console(), run, found)
            if games is not None and ended is None:
                told = dict(zip(run.games, store.records(), strict=True))
                write_pages(run.plan.rules, told, games, plan.workers)
    if isinstance(ended, KeyboardInterrupt):
        where = [] if scheduler is None else ["--scheduler", scheduler]
        again = shlex.join(["tournament", str(file), "--resume", *where])
        click.echo(
            f"interrupted after {len(run.games)} of {run.format.games()} games; continue with: {program()} {again}",
            err=True,
        )
        raise click.exceptions.Exit(INTERRUPTED)
    if ended is not None:
        raise click.ClickException(str(ended))
    targets.conclude()


def _check_players(plan: Tournament) -> None:
    """Raise `ValueError` or `OSError` if a bot cannot play, or if there is no scheduler to reach."""
    for said in plan.audition():
        click.echo(said, err=True)
    check_cluster(plan.scheduler, plan.bots, plan.rules.game)


def _needed(plan: Tournament) -> Iterator[Path]:
    """Yield the files that a tournament reads and keeps."""
    form, folder = plan.form, plan.path.parent
    yield from (plan.path, plan.database, *(Path(f"{plan.database}{end}") for end in BESIDE))
    for name in (form.cards, form.deals):
        if isinstance(name, str):
            yield folder / name
