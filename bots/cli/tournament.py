"""Play the tournament that the TOML file FILE describes: bots against bots, rounds, ratings, standings.

Every game is stored in one SQLite file as soon as it ends. After any interruption --resume plays the missing games
only: no game is played twice or counted twice. The standings are printed at the end. --standings prints them at any
time and plays nothing.
"""

import shlex
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path

import click
from rich.console import Console, Group
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from urbanist.bots.cli import standings_table
from urbanist.bots.cli.asking import trace_option
from urbanist.bots.cli.game_pages import VISITS, check_folder, write_pages
from urbanist.bots.cli.interrupt import INTERRUPTED, ended_alike
from urbanist.bots.cli.programs import warn_root
from urbanist.bots.cli.standings_page import StandingsPage
from urbanist.bots.cli.target import Targets, check_targets
from urbanist.bots.cli.terminal import told_each_minute
from urbanist.bots.match.workers import MOST_WORKERS, WorkerDied
from urbanist.bots.table.session.save import program
from urbanist.bots.tournament.cluster import ClusterLost, check_cluster
from urbanist.bots.tournament.export import to_csv, to_json
from urbanist.bots.tournament.plan import BESIDE, Plan, read_plan
from urbanist.bots.tournament.run import Run
from urbanist.bots.tournament.standings import standings
from urbanist.bots.tournament.store import Store, StoreError

#: Seconds between two updates of the numbers on the screen; of the standings, at least and at most; and the share of
#: the time that the standings may take in between.
PULSE, REFRESH, LONGEST, SHARE = 0.1, 1.0, 10.0, 0.05

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
    type=click.IntRange(1, MOST_WORKERS),
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
        [entrant.bot for entrant in plan.entrants],
    )
    check_folder(games)
    targets = Targets()
    with ended_alike():
        if not only:
            for said in plan.audition():
                click.echo(said, err=True)
            bots = [entrant.bot for entrant in plan.entrants]
            check_cluster(plan.form.scheduler, bots, plan.rules.game)
        with Store.read(plan) if only else Store.open(plan, resume=resume or extend, extend=extend) as store:
            run = Run(plan, store)
            if not only:
                warn_root(entrant.bot for entrant in plan.entrants)
            shown = (
                None if html_file is None else StandingsPage(html_file, run, store, targets, games, records)
            )
            ended = None if only else hold(run, shown)
            run.recount()
            found = standings(plan.names, run.games.values(), plan.form.anchor)
            concluded = run.format.conclusion(list(run.games.values()))
            targets.write(json_file, [to_json(found, concluded)])
            targets.write(csv_file, [to_csv(found)])
            if shown is not None:
                shown.write(found)
            targets.write(records, (f"{record}\n" for record in store.records()))
            standings_table.show(standings_table.console(), run, found)
            if games is not None and ended is None:
                told = dict(zip(run.games, store.records(), strict=True))
                write_pages(run.plan.rules, told, games, plan.form.workers)
    if isinstance(ended, KeyboardInterrupt):
        again = f"{program()} tournament {shlex.quote(str(file))} --resume"
        click.echo(
            f"interrupted after {len(run.games)} of {run.format.games()} games; continue with: {again}",
            err=True,
        )
        raise click.exceptions.Exit(INTERRUPTED)
    if ended is not None:
        raise click.ClickException(str(ended))
    targets.conclude()


def _needed(plan: Plan) -> Iterator[Path]:
    """Yield the files that a tournament reads and keeps."""
    form, folder = plan.form, plan.path.parent
    yield from (plan.path, plan.database, *(Path(f"{plan.database}{end}") for end in BESIDE))
    for name in (form.cards, form.deals):
        if isinstance(name, str):
            yield folder / name


def hold(run: Run, shown: StandingsPage | None) -> BaseException | None:
    """Play the missing games and show the progress; return the exception that ended it early, if there was one."""
    console = Console(stderr=True)
    screen = Screen(run, console)
    try:
        with closing(run.play()) as games, screen.shown():
            for _ in games:
                screen.refresh()
                if shown is not None:
                    shown.refresh()
    except (KeyboardInterrupt, WorkerDied, ClusterLost, StoreError) as ended:
        return ended
    return None


class Screen:
    """What a terminal shows while games are played: standings, number of games, games per second, remaining time."""

    def __init__(self, run: Run, console: Console) -> None:
        self._run = run
        self._console = console
        self._progress = Progress(
            TextColumn("round {task.fields[round]}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=console,
        )
        self._task = self._progress.add_task("games", total=run.format.games(), round=1, rate="")
        self._began, self._first = time.monotonic(), len(run.games)
        self._next = self._next_pulse = 0.0
        self._shown = False
        self.live = Live(self._progress, console=console, transient=True)

    def shown(self) -> AbstractContextManager[object]:
        """Return what shows the progress while it is entered: the screen, or a line a minute without a terminal."""
        if self._console.is_terminal:
            return self.live
        run = self._run
        return told_each_minute(lambda: f"round {run.round}: {len(run.games)} / {run.format.games()} games")

    def refresh(self) -> None:
        """Update the screen, but not too often."""
        now = time.monotonic()
        if not self._console.is_terminal or now < self._next_pulse:
            return
        run, done = self._run, len(self._run.games)
        rate = (done - self._first) / max(now - self._began, 1e-9)
        self._progress.update(self._task, completed=done, round=run.round, rate=f"{rate:.1f} games/s")
        if now >= self._next:
            self._show_standings()
        self._next_pulse = time.monotonic() + PULSE

    def _show_standings(self) -> None:
        """Show the present standings, and settle when to show the next ones."""
        run = self._run
        # On a busy machine a short computation may take long, which is no reason to show fewer.
        began = time.thread_time()
        found = standings(run.plan.names, run.games.values(), run.plan.form.anchor, resamples=0)
        table = standings_table.ranking(found, self._console.width)
        concluded = run.format.conclusion(list(run.games.values()))
        self.live.update(Group(table, *[Text(concluded.line)] * bool(concluded), self._progress))
        # The first computation also loads libraries, so it tells nothing of the next one.
        cost = time.thread_time() - began if self._shown else 0.0
        self._shown = True
        self._next = time.monotonic() + min(max(REFRESH, cost / SHARE), LONGEST)
