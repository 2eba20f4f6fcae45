"""Standings as tables of a terminal."""

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from urbanist.bots.tally import Estimate
from urbanist.bots.tournament.ratings import Rating
from urbanist.bots.tournament.run import Run
from urbanist.bots.tournament.standings import Standing, Standings

#: More bots than this make a matrix wider than a terminal.
WIDEST = 8
#: Columns of a file or pipe.
PRINTED = 120


def console() -> Console:
    """Return where standings go: as wide as the terminal, or as they like where there is none."""
    terminal = Console()
    return terminal if terminal.is_terminal else Console(width=PRINTED)


def show(console: Console, run: Run, found: Standings) -> None:
    """Print the ranking, forfeits, who came in ahead of whom, what was played, and what a test says."""
    console.print(ranking(found))
    for line in found.lines:
        if line.forfeits:
            console.print(forfeits(line))
    if 2 < len(found.lines) <= WIDEST:
        console.print(matrix(found))
    rules = run.plan.rules
    deals = "1 deal" if found.deals == 1 else f"{found.deals} deals"
    console.print(
        f"{rules.game}, {run.plan.form.format}, tables of {rules.seats}, seed {rules.seed}, {found.games} of "
        f"{run.format.games()} games on {deals}; 95 % intervals over deals",
        highlight=False,
    )
    said = run.format.conclusion(list(run.games.values()))
    if said:
        console.print(Text(said))


def ranking(found: Standings) -> Table:
    """Return a line a bot by falling rating."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    table.add_column("bot", overflow="fold", min_width=12)
    for heading in ("rating", "games", "points", "win %", "ms a move"):
        table.add_column(heading, justify="right", no_wrap=True)
    for rank, line in enumerate(found.lines, 1):
        table.add_row(
            str(rank),
            Text(line.name),
            rating(line.rating),
            str(line.games),
            estimate(line.points, 1),
            estimate(line.win, 100),
            thinking(line),
        )
    return table


def matrix(found: Standings) -> Table:
    """Return in how many of their games, in per cent, each bot came in ahead of each other."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, title="ahead of, %", title_justify="left", title_style="")
    table.add_column("")
    table.add_column("bot", overflow="fold")
    for rank in range(1, len(found.lines) + 1):
        table.add_column(str(rank), justify="right")
    for rank, line in enumerate(found.lines, 1):
        shares = [found.share(line, other) for other in found.lines]
        cells = [
            "-" if other is line else share_text(share)
            for other, share in zip(found.lines, shares, strict=True)
        ]
        table.add_row(str(rank), Text(line.name), *cells)
    return table


def forfeits(line: Standing) -> Text:
    """Return which games a bot has forfeited."""
    reasons = ", ".join(f"{number} {reason}" for reason, number in line.forfeits)
    return Text(f"forfeits of {line.name}: {reasons}")


def rating(found: Rating) -> str:
    """Return a rating with its interval."""
    if found.low is None or found.high is None:
        return f"{found.value:.0f}"
    return f"{found.value:.0f} [{found.low:.0f}, {found.high:.0f}]"


def estimate(found: Estimate | None, scale: float) -> str:
    """Return a mean with its margin."""
    if found is None:
        return "-"
    margin = "?" if found.margin is None else f"{scale * found.margin:.1f}"
    return f"{scale * found.mean:.1f} ± {margin}"


def thinking(line: Standing) -> str:
    """Return a bot's mean time for a move in milliseconds."""
    return "-" if line.seconds_a_move is None else f"{1000 * line.seconds_a_move:.1f}"


def share_text(share: float | None) -> str:
    """Return a share in per cent."""
    return "" if share is None else f"{100 * share:.1f}"
