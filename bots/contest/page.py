"""Standings as one HTML page in one file: it has no scripts and loads no fonts or pictures."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import to_builtins

from urbanist.bots.contest import charts
from urbanist.bots.contest.entrant import Entrant
from urbanist.bots.contest.format import Plan
from urbanist.bots.contest.plan_schema import BotEntry
from urbanist.bots.contest.results import GameResult, told_forfeits
from urbanist.bots.contest.standings import WIDEST, Conclusion, Standing, Standings
from urbanist.bots.markup import Element, element
from urbanist.bots.markup.page_frame import facts as listed
from urbanist.bots.markup.page_frame import html_page, resource, section, wide
from urbanist.bots.match.intervals import Estimate
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import bot_text
from urbanist.bots.protocol.command import program_of
from urbanist.search.limit import Limit


def report_page(
    title: str, facts: Sequence[tuple[str, str]], *parts: Element, again: int | None = None
) -> str:
    """Return a page as text; `facts` are pairs of name and value below its title, `parts` what follows.

    After `again` seconds a browser loads the page again.
    """
    header = element("header", element("h1", title), listed(*facts))
    return html_page(title, header, *parts, style=resource(__package__, "page.css"), again=again)


def table(columns: Sequence[str], rows: Iterable[tuple[Element | str, Sequence[Element | str]]]) -> Element:
    """Return a table: a row has a heading, under the first column, and a cell or its text for each other column."""
    heading = element("tr", *(element("th", column, scope="col") for column in columns))
    body = element("tbody")
    for name, given in rows:
        cells = [element("td", cell) if isinstance(cell, str) else cell for cell in given]
        for column, cell in zip(columns[1:], cells, strict=True):
            # A narrow screen shows the name of the column in the cell.
            cell.set("data-column", column)
        body.append(element("tr", element("th", name, scope="row"), *cells))
    return element("table", element("thead", heading), body, class_="standings")


SETTINGS = "What is set of each bot, in the order in which they were named."
#: What has a column of its own.
SHOWN = ("name", "play", "command", "clock")


def settings_list(plan: Plan) -> Element:
    """Return the part of a page that has the settings of each bot."""
    told = plan.entries or tuple(BotEntry(play=bot_text(bot), options=_options(bot)) for bot in plan.bots)
    rows = [
        (entrant.name, _cells(entry, entrant)) for entry, entrant in zip(told, plan.entrants, strict=True)
    ]
    return section("Settings", SETTINGS, table(("bot", "plays", "clock", "more"), rows))


def _options(bot: Bot) -> dict[str, str | int | float | bool]:
    """Return the options that a program gets."""
    program = program_of(bot)
    return {} if program is None else dict(program.options)


def _cells(entry: BotEntry, entrant: Entrant) -> list[Element]:
    more = {key: value for key, value in to_builtins(entry).items() if key not in SHOWN}
    if "env" in more:
        # The values may be secrets, and pages are for others.
        more["env"] = list(more["env"])
    said = ", ".join(f"{key} = {_text(value)}" for key, value in more.items())
    return [
        element("td", entry.play or entry.command or "", class_="said"),
        element("td", clock_text(entrant.control) or "–", class_="said"),
        element("td", said or "–", class_="said"),
    ]


def _text(value: Any) -> str:
    """Return a value of a key, as people read it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return " ".join(f"{key}={_text(each)}" for key, each in value.items())
    if isinstance(value, list):
        return " ".join(map(_text, value))
    return str(value)


def clock_text(limit: Limit | None) -> str:
    """Return the clock of a bot in words; empty for none."""
    if limit is None or not limit.timed:
        return ""
    said = []
    if limit.clock is not None:
        said.append(f"{limit.clock:g} s a game")
    if limit.increment:
        said.append(f"{limit.increment:g} s more by each move")
    if limit.time is not None:
        said.append(f"{limit.time:g} s a move")
    return f"{', '.join(said)}; {limit.grace:g} s grace"


def plan_facts(plan: Plan) -> list[tuple[str, str]]:
    """Return the facts that the page shows beside the standings."""
    rules = plan.rules
    facts = [("Game", rules.game), ("Format", plan.kind.name), ("Seats", str(rules.seats))]
    if rules.variant is not None:
        facts.append(("Variant", rules.variant))
    if rules.options:
        facts.append(("Options", ", ".join(rules.options)))
    if plan.clock is not None:
        facts.append(("Clock", clock_text(plan.clock)))
    return facts


FORFEITS = "In each of these games a stand-in played on from the event named here."
#: More rows would hide the rest of the page.
MOST = 200


def forfeit_list(games: Iterable[GameResult], names: Sequence[str]) -> list[Element]:
    """Return the part of a page that has the forfeits, the first ones if there are very many; nothing for none."""
    lost = [(game, forfeit) for game in games for forfeit in game.lost]
    if not lost:
        return []
    rows: list[tuple[str, list[Element | str]]] = [
        (
            game.title,
            [
                element("td", names[game.bots[forfeit.seat]], class_="said"),
                element("td", element("span", forfeit.reason, class_="forfeit")),
                str(forfeit.event),
                element("td", forfeit.what, class_="said"),
            ],
        )
        for game, forfeit in lost[:MOST]
    ]
    parts = [table(("game", "bot", "reason", "event", "what happened"), rows)]
    if len(lost) > MOST:
        parts.append(element("p", f"These are the first {MOST} of {len(lost):,}."))
    return [section("Forfeits", FORFEITS, *parts)]


GAMES = "Each game by its round, table, deal and seating, with the points of its bots; the winner is bold."


def game_list(
    games: Sequence[GameResult], names: Sequence[str], pages: Mapping[str, str], records: str | None
) -> list[Element]:
    """Return the part of a page that leads to its games; nothing if there is nothing to link.

    `pages` has the addresses of the pages of games by the ids of the games, `records` is that of their records.
    """
    parts = []
    if records is not None:
        parts.append(element("p", element("a", "All games as records", href=records)))
    shown = [game for game in games if game.id in pages]
    if shown:
        columns = ("game", *(f"seat {seat}" for seat in range(max(len(game.bots) for game in shown))))
        parts.append(table(columns, [_row(game, names, pages[game.id], len(columns) - 1) for game in shown]))
    return [section("Games", GAMES if shown else "", *parts)] if parts else []


def _row(game: GameResult, names: Sequence[str], page: str, seats: int) -> tuple[Element, list[Element]]:
    cells = []
    for bot, points, rank in zip(game.bots, game.points, game.ranks, strict=True):
        name = element("b" if rank == 1 else "span", names[bot])
        cells.append(element("td", name, element("small", str(points))))
    cells += [element("td") for _ in range(seats - len(cells))]
    return element("a", game.id, href=page), cells


#: The steps of the heat map's colours, which the style names.
DEEPEST = 8
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))

TABLE = "The best bot comes first. Small numbers are 95 % intervals."
INTERVAL = "Each rating with its 95 % interval."
HEAT = (
    "How often the bot of the row came in ahead of the bot of the column, in per cent; a tie counts half. "
    "The small number is the number of their meetings."
)
SUPERIORITY = (
    "How likely the bot of the row is better than the bot of the column, in per cent: the share of the resamples in "
    "which its rating is higher."
)
RATINGS = (
    "Ratings are Plackett-Luce strengths on a scale like Elo’s: a lead of 400 points means odds of ten to one to "
    "come in ahead, with any other bots at the table. They are fitted to all games together. The prior is half a "
    "tied game between each two bots."
)
INTERVALS = (
    "Games on the same deal count as one group. The intervals of ratings come from a bootstrap over deals, those of "
    "points from Student’s t over deals. Those of win shares are Jeffreys’ intervals for as many independent games as "
    "the deals are worth."
)
COUNTING = (
    "A shared win is divided among the winners. A bot that forfeits a game comes in last, and the points of its "
    "stand-in count for nobody."
)


def page(
    results: Standings,
    title: str,
    facts: Sequence[tuple[str, str]] = (),
    conclusion: Conclusion | None = None,
    more: Sequence[Element] = (),
    again: int | None = None,
) -> str:
    """Return the page as text; `facts` are pairs of name and value below its title, such as the game and the seed.

    `more` are parts that follow the charts. After `again` seconds a browser loads the page again.
    """
    counted = (
        ("bots", f"{len(results.lines):,}"),
        ("games", f"{results.games:,}"),
        ("deals", f"{results.deals:,}"),
    )
    notes = (RATINGS + _origin(results), INTERVALS, COUNTING)
    footer = element("footer", *(element("p", note) for note in notes))
    return report_page(title, [*facts, *counted], main(results, conclusion, more), footer, again=again)


def main(results: Standings, conclusion: Conclusion | None, more: Sequence[Element] = ()) -> Element:
    """Return the standings and their charts, then `more` parts."""
    main = element("main")
    if conclusion:
        rows = (element("div", element("dt", name), element("dd", value)) for name, value in conclusion.rows)
        main.append(section("Conclusion", conclusion.line, element("dl", *rows)))
    said = told_forfeits(results.forfeited, results.games)
    lost = said and f" There are {said}, which count as lost."
    main.append(section("Standings", TABLE + lost, _table(results)))
    if results.games:
        main.append(section("Ratings", INTERVAL, charts.ratings(results)))
        if len(results.lines) <= WIDEST:
            main.append(_heat("Comparisons of two bots", HEAT + lost, results, _share))
        if results.superiority is not None and len(results.lines) > 2:
            main.append(_heat("Likelihood of superiority", SUPERIORITY + lost, results, _likelihood))
    main.extend(more)
    return main


def _table(results: Standings) -> Element:
    columns = ["bot", "rating", "points", "win share", "games", "a move", "moves / s"]
    # A league keeps sums, which have neither points nor wins.
    summed = bool(results.games) and all(line.win is None for line in results.lines)
    if summed:
        columns[2:4] = ["ahead"]
        columns[-1:] = ["late"]
    forfeits = any(line.forfeits for line in results.lines)
    if forfeits:
        columns.append("forfeits")
    rows = []
    for place, line in enumerate(results.lines, 1):
        value, interval = charts.rating_text(line)
        cells: list[Element | str] = [
            element("td", element("b", value), element("small", interval)),
            *([_percent(results.ahead(line))] if summed else [_points(line.points), _win_share(line.win)]),
            f"{line.games:,}",
            _time(line.seconds_a_move),
            _time(line.late or None) if summed else _brief(line.moves_a_second),
        ]
        if forfeits:
            cells.append(_forfeits(line))
        rows.append((charts.who(place, line), cells))
    return table(columns, rows)


def _points(rating: Estimate | None) -> Element | str:
    if rating is None:
        return "–"
    margin = "" if rating.margin is None else f"± {rating.margin:.1f}"
    return element("td", element("b", f"{rating.mean:.1f}"), element("small", margin))


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def _win_share(share: Estimate | None) -> Element | str:
    if share is None:
        return "–"
    ends = (
        "" if share.low is None or share.high is None else f"{100 * share.low:.1f} to {100 * share.high:.1f}"
    )
    return element("td", element("b", f"{100 * share.mean:.1f} %"), element("small", ends))


def _brief(value: float | None) -> str:
    """Return a number with at least two significant digits."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def _time(seconds: float | None) -> str:
    """Return a time in s, ms or µs."""
    if seconds is None:
        return "–"
    unit, name = next((unit, name) for unit, name in UNITS if seconds >= unit or name == "µs")
    return f"{_brief(seconds / unit)} {name}"


def _forfeits(line: Standing) -> Element:
    if not line.forfeits:
        return element("td", "–", class_="without")
    reasons = ", ".join(f"{count:,} {reason}" for reason, count in line.forfeits)
    return element("td", element("span", reasons, class_="forfeit"))


def _heat(
    title: str, explained: str, results: Standings, cell: Callable[[Standings, Standing, Standing], Element]
) -> Element:
    heading = element("tr", element("td"))
    for place, line in enumerate(results.lines, 1):
        heading.append(
            element("th", element("span", str(place), class_="place", title=line.name), scope="col")
        )
    body = element("tbody")
    for place, line in enumerate(results.lines, 1):
        row = element("tr", element("th", charts.who(place, line), scope="row"))
        row.extend(cell(results, line, other) for other in results.lines)
        body.append(row)
    return section(
        title, explained, wide(title, element("table", element("thead", heading), body, class_="heat"))
    )


def _share(results: Standings, line: Standing, other: Standing) -> Element:
    """Return a cell with the share of meetings in which a bot came in ahead of another."""
    share = results.share(line, other)
    if share is None:
        return element("td", class_="none")
    met = f"{results.met(line, other):,}"
    text = f"{line.name} came in ahead of {other.name} in {100 * share:.1f} % of {met}"
    return _shaded(
        share, "ahead" if share > 0.5 else "behind", text, f"{100 * share:.0f}", element("small", met)
    )


def _likelihood(results: Standings, line: Standing, other: Standing) -> Element:
    """Return a cell with the likelihood of superiority (LOS) of a bot over another."""
    share = results.better(line, other)
    if share is None:
        return element("td", class_="same")
    text = f"{line.name} is better than {other.name} with a likelihood of {100 * share:.1f} %"
    return _shaded(share, "better" if share > 0.5 else "worse", text, f"{100 * share:.1f}")


def _shaded(share: float, kind: str, title: str, *content: Element | str) -> Element:
    """Return a cell of a heat map; its colour is stronger if the share is farther from one half."""
    return element("td", *content, class_=f"{kind} deep-{DEEPEST * abs(2 * share - 1):.0f}", title=title)


def _origin(results: Standings) -> str:
    """Return a sentence that says what fixes the scale of the ratings."""
    if not results.lines:
        return ""
    if results.anchor is None:
        mean = sum(line.rating.value for line in results.lines) / len(results.lines)
        return f" Their mean is {mean:.0f}."
    at = next(line.rating.value for line in results.lines if line.name == results.anchor)
    return f" {results.anchor} is the anchor, at {at:g}."
