"""The page of a balance: distributions, and what each thing is worth, as charts and tables in one HTML file."""

from collections.abc import Sequence

from urbanist.bots.balance.report import (
    BalanceReport,
    SeatQuestion,
    SeatRow,
    Spread,
    TableRow,
    fine,
    hundredfold,
)
from urbanist.bots.balance.sums import ORDER
from urbanist.bots.contest.charts import RISE, Axis, chart, density, dot, row, spread, spread_text
from urbanist.bots.contest.page import report_page, table
from urbanist.bots.markup import Element, element
from urbanist.bots.markup.page_frame import section
from urbanist.bots.match.intervals import Estimate, share_text

DISTRIBUTIONS = (
    "Each outline shows all games; below it are its ends, quartiles and median. The lead is that of the winner over "
    "the next seat."
)
ROWS = "The mean of each row of the score, and by how many points the winners lead the others in it."
DRAWN = "Chance alone decided who had what. What is worth nothing lies at 0."
CHOSEN = (
    "Seats chose it, so those who took it may have been better off before. What is worth nothing lies at 0."
)
WORTH = "How many points one more of it is worth to a seat, against the other seats of its game, with a 95 % interval."
TABLES = "What games came to, by what lay on the table."
RULES = "What games came to when one rule was different, and as they were asked for."
INTERVALS = (
    "All intervals are of 95 %, over games: Student’s t for points, moves and worth, Jeffreys’ interval for as many "
    "independent games as the games are worth for shares. Of twenty intervals about one misses the truth."
)
#: The most numbers of which an outline is drawn: the eye sees no more.
DRAWN_OF = 4000


def page(report: BalanceReport) -> str:
    """Return the page as text."""
    facts = [
        ("game", f"{report.game}, {report.variant}"),
        ("players", str(report.players)),
        ("options", ", ".join(report.options) or "none"),
        ("played by", report.player),
        ("games", f"{report.games:,}"),
        ("seed", str(report.seed)),
        *([("beside them", f"{report.searched:,} games by {report.searcher}")] if report.searched else []),
    ]
    main = element("main", section("Distributions", DISTRIBUTIONS, *_distributions(report)))
    if report.rows:
        main.append(section("Where points come from", f"{ROWS} Of {report.scored:,} games.", _rows(report)))
    for question in report.seats:
        main.append(_question(question))
    for tables in report.tables:
        main.append(section(_title(tables.name), TABLES, _tables(tables.rows)))
    if len(report.rules) > 1:
        main.append(section("Rules", RULES, _tables(report.rules)))
    footer = element("footer", element("p", INTERVALS))
    return report_page(f"Balance of {report.game}", facts, main, footer)


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]


def _distributions(report: BalanceReport) -> list[Element]:
    elements = [
        _distribution("points of a seat", report.points),
        _distribution("lead of the winner", report.margin),
        _distribution("moves of a game", report.plies),
    ]
    shares = (("shared wins", report.shared), ("decided by tie-break", report.tie_break))
    return [
        *elements,
        table(("games", "share"), [(name, [share_text(share, " %")]) for name, share in shares]),
    ]


def _distribution(name: str, counted: Spread) -> Element:
    scores = _some(counted.counts)
    axis = Axis.over((counted.least, counted.greatest))
    shape = density(scores, axis) if counted.least < counted.greatest else None
    drawing = spread(scores, axis, None if shape is None else RISE * shape / float(shape.max()))
    heading = element("div", name, class_="who")
    return chart("points", [row(heading, drawing, *spread_text(scores))], axis)


def _some(counts: dict[int, int]) -> list[int]:
    """Return the numbers of a distribution in ascending order, at most about `DRAWN_OF` of them, with both ends."""
    if len(counts) == 1:
        return [*counts]
    step = max(sum(counts.values()) / DRAWN_OF, 1.0)
    scores: list[int] = []
    seen = 0.0
    for number, times in counts.items():
        seen += times
        kept = int(seen / step) - len(scores)
        scores += [number] * max(kept, 1 if number in (min(counts), max(counts)) else 0)
    return scores


def _rows(report: BalanceReport) -> Element:
    rows = [(row.name, [fine(row.points), fine(row.lead)]) for row in report.rows]
    return table(("row", "points of a seat", "lead of the winners"), rows)


def _question(question: SeatQuestion) -> Element:
    rows = question.rows if question.name == ORDER else sorted(question.rows, key=_worth, reverse=True)
    said = f"{WORTH} {DRAWN if question.drawn else CHOSEN}"
    axis = Axis.over([0.0, *(end for row in rows for end in _ends(row.worth))])
    bars = [row(element("div", each.value, class_="who"), *_bar(each, axis)) for each in rows]
    numbers = element("details", element("summary", "All numbers"), _seats(rows))
    return section(_title(question.name), said, chart("ratings", bars, axis), numbers)


def _worth(each: SeatRow) -> float:
    return 0.0 if each.worth is None else each.worth.mean


def _ends(estimate: Estimate | None) -> list[float]:
    """Return the mean and the ends of an interval, as far as there are any."""
    ends = () if estimate is None else (estimate.mean, estimate.low, estimate.high)
    return [end for end in ends if end is not None]


def _bar(each: SeatRow, axis: Axis) -> tuple[Element, str, str]:
    """Return the drawing and the numbers of what a value is worth."""
    win = f"win {100 * each.win.mean:.1f} %"
    if each.worth is None:
        return element("div"), "–", win
    return dot(axis, *_ends(each.worth)), f"{each.worth.mean:+.1f}", win


def _seats(rows: Sequence[SeatRow]) -> Element:
    cells = []
    for each in rows:
        worths = (each.points, each.worth, hundredfold(each.win_worth), hundredfold(each.search))
        points, worth, win_worth, search = map(fine, worths)
        win = share_text(each.win, " %")
        cells.append((each.value, (f"{each.seats:,}", points, worth, win, win_worth, search, each.verdict)))
    heads = (
        "value",
        "seats",
        "points",
        "worth in points",
        "win share",
        "worth in win share, %",
        "by a search",
        "it",
    )
    return table(heads, cells)


def _tables(rows: Sequence[TableRow]) -> Element:
    columns = ("value", "games", "points of a seat", "lead of the winner", "moves", "win share of the first")
    cells = []
    for each in rows:
        means = map(fine, (each.points, each.margin, each.plies))
        cells.append((each.value, (f"{each.games:,}", *means, share_text(each.first, " %"))))
    return table(columns, cells)
