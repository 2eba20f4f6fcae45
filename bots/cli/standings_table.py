"""Standings as tables in the terminal: at the end, and while the games of a tournament or a match are played."""

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, closing

from rich.box import SIMPLE_HEAD
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
from rich.table import Table
from rich.text import Text

from urbanist.bots.cli.resumption import EarlyEnd, early_end
from urbanist.bots.cli.terminal import Terminal, told_each_minute
from urbanist.bots.contest.ratings import Rating
from urbanist.bots.contest.results import told_forfeits
from urbanist.bots.contest.run import Run
from urbanist.bots.contest.standings import Standing, Standings, standings
from urbanist.bots.match.intervals import points_text, share_text

#: Least width of the column of names; longer names are folded.
NAME = 12
#: Columns that a narrow terminal leaves out, in this order.
LEAST_NEEDED = ("ms a move", "games", "points", "win %")
#: The most bots for which the matrix fits a terminal.
WIDEST = 8
SHARE = "100.0"
#: Width of the output to a file or pipe.
PRINTED = 120
#: Seconds between two updates of the numbers on the screen; of the standings, at least and at most; and the share of
#: the time that the standings may take in between.
PULSE, REFRESH, LONGEST, PART = 0.1, 1.0, 10.0, 0.05


def console() -> Console:
    """Return the console for standings; if the output is not a terminal it is `PRINTED` columns wide."""
    terminal = Terminal()
    return terminal if terminal.is_terminal else Terminal(width=PRINTED)


def show(console: Console, run: Run, standings: Standings) -> None:
    """Print the ranking, the forfeits by reason, the matrix, what was played, and the conclusion of the format."""
    console.print(ranking(standings, console.width))
    for line in standings.lines:
        if line.forfeits:
            reasons = ", ".join(f"{number} {reason}" for reason, number in line.forfeits)
            console.print(Text(f"forfeits of {line.name}: {reasons}"))
    shares = [len(SHARE)] * len(standings.lines)
    if 2 < len(standings.lines) <= WIDEST and taken(standings, shares) <= console.width:
        console.print(matrix(standings))
    rules = run.plan.rules
    # The seed tells all deals, so nobody must read it before the end.
    seed = f"seed {rules.seed}, " if run.ended() else ""
    deals = "1 deal" if standings.deals == 1 else f"{standings.deals} deals"
    lost = told_forfeits(standings.forfeited, standings.games)
    console.print(
        f"{rules.game}, {run.plan.kind.name}, tables of {rules.seats}, {seed}{standings.games} of "
        f"{run.format.games()} games on {deals}{lost and f', {lost}'}; 95 % intervals over deals",
        highlight=False,
    )
    said = run.format.conclusion(list(run.games.values()))
    if said:
        console.print(Text(said.line), soft_wrap=True)


def ranking(standings: Standings, width: int) -> Table:
    """Return a row for each bot by falling rating, with as many whole columns as fit."""
    thought = [line.seconds_a_move for line in standings.lines]
    columns = {
        "rating": [rating(line.rating) for line in standings.lines],
        "games": [str(line.games) for line in standings.lines],
        "points": [points_text(line.points) for line in standings.lines],
        "win %": ["-" if line.win is None else share_text(line.win) for line in standings.lines],
        "ms a move": ["-" if mean is None else f"{1000 * mean:.1f}" for mean in thought],
    }
    if standings.forfeited:
        columns["forfeits"] = [str(line.forfeited) for line in standings.lines]
    fitting = fitted(columns, LEAST_NEEDED, lambda wide: taken(standings, wide) <= width)
    return listed(standings, list(fitting.items()))


def fitted(
    columns: Mapping[str, Sequence[str]], least_needed: Iterable[str], fit: Callable[[Collection[int]], bool]
) -> dict[str, Sequence[str]]:
    """Return the columns without as many of the least needed ones as it takes until their widths fit."""
    wide = {heading: max(map(len, (heading, *cells))) for heading, cells in columns.items()}
    for heading in least_needed:
        if not fit(wide.values()):
            del wide[heading]
    return {heading: columns[heading] for heading in wide}


def matrix(standings: Standings) -> Table:
    """Return in how many per cent of their games each bot finished ahead of each other bot."""

    def cell(line: Standing, other: Standing) -> str:
        share = standings.share(line, other)
        return "-" if line is other else "" if share is None else f"{100 * share:.1f}"

    columns = [
        (str(rank), [cell(line, other) for line in standings.lines])
        for rank, other in enumerate(standings.lines, 1)
    ]
    table = listed(standings, columns)
    lost = told_forfeits(standings.forfeited, standings.games)
    table.title, table.title_justify, table.title_style = f"ahead of, %{lost and f' ({lost})'}", "left", ""
    return table


def listed(standings: Standings, columns: Sequence[tuple[str, Sequence[str]]]) -> Table:
    """Return a row for each bot with these cells; no cell is cut."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    table.add_column("bot", overflow="fold", min_width=NAME)
    for heading, cells in columns:
        table.add_column(heading, justify="right", no_wrap=True, min_width=max(map(len, (heading, *cells))))
    for rank, line in enumerate(standings.lines, 1):
        table.add_row(str(rank), Text(line.name), *(cells[rank - 1] for _, cells in columns))
    return table


def taken(standings: Standings, columns: Iterable[int]) -> int:
    """Return the least width of a table: names may be folded, numbers may not."""
    return len(str(len(standings.lines))) + 3 + NAME + sum(3 + wide for wide in columns)


def rating(estimate: Rating) -> str:
    """Return a rating with its interval."""
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.0f}"
    return f"{estimate.value:.0f} [{estimate.low:.0f}, {estimate.high:.0f}]"


def hold(run: Run, after: Callable[[Run], None]) -> EarlyEnd:
    """Play the missing games and show the progress; `after` is called after each game."""
    console = Console(stderr=True)
    screen = StandingsScreen(run, console)
    with early_end() as ended, closing(run.play()) as games, screen.shown():
        told = 0
        for _ in games:
            for bot in list(run.resting)[told:]:
                console.print(Text(run.rest_of(bot)), soft_wrap=True)
                told += 1
            screen.refresh()
            after(run)
    return ended


class StandingsScreen:
    """The live display of a run: standings, number of games, games per second, remaining time."""

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
        """Return a context that shows the progress: the screen, or a line a minute without a terminal."""
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
        results = standings(run.plan.names, run.games.values(), run.plan.anchor, resamples=0)
        table = ranking(results, self._console.width)
        concluded = run.format.conclusion(list(run.games.values()))
        self.live.update(Group(table, *[Text(concluded.line)] * bool(concluded), self._progress))
        # The first computation also loads libraries, so it tells nothing of the next one.
        cost = time.thread_time() - began if self._shown else 0.0
        self._shown = True
        self._next = time.monotonic() + min(max(REFRESH, cost / PART), LONGEST)
