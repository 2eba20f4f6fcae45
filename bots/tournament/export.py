"""Results for other programs: standings as JSON and CSV, games for rating programs, and a report for a build server.

The same results always give the same bytes.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from urbanist.bots.match.intervals import Estimate, rounded
from urbanist.bots.tournament.format import REFUTED
from urbanist.bots.tournament.results import GameResult
from urbanist.bots.tournament.standings import Conclusion, Standing, Standings
from urbanist.engine.message import UserError

FORMAT = "urbanist-standings/1"

COLUMNS = (
    "rank,name,rating,rating_low,rating_high,games,points,points_margin,win_share,win_share_margin,"
    "forfeits,moves,seconds,seconds_a_move,moves_a_second,"
    "points_low,points_high,win_share_low,win_share_high"
).split(",")


#: The matrices of more bots would take gigabytes.
WIDEST = 1000


def to_json(found: Standings, conclusion: Conclusion | None = None) -> str:
    """Return a JSON object: the bots by falling rating, and the comparisons of each two bots in the same order.

    Of more than `WIDEST` bots there is a list of the pairs that met instead of matrices of all.

    `conclusion` has the values of the conclusion of the format, null if there is none.
    """
    lines = found.lines
    exported: dict[str, Any] = {
        "format": FORMAT,
        "games": found.games,
        "deals": found.deals,
        "anchor": found.anchor,
        "conclusion": None,
        "bots": [_object(rank, line) for rank, line in enumerate(lines, 1)],
    }
    if len(lines) <= WIDEST:
        exported["ahead"] = [
            [found.pairs.ahead.get((one.bot, other.bot), 0.0) for other in lines] for one in lines
        ]
        exported["met"] = [[found.met(one, other) for other in lines] for one in lines]
    else:
        places = {line.bot: place for place, line in enumerate(lines)}
        pairs = [(places[one], places[other], one, other) for one, other in found.pairs.met]
        exported["pairs"] = [
            [place, beside, found.pairs.ahead[one, other], found.pairs.met[one, other]]
            for place, beside, one, other in sorted(pairs)
            if place < beside
        ]
    if found.superiority is not None:
        likely = found.superiority
        exported["superiority"] = [
            [None if one is other else rounded(likely[one.bot, other.bot]) for other in lines]
            for one in lines
        ]
    if conclusion:
        exported["conclusion"] = {"text": conclusion.line, **conclusion.values}
    return json.dumps(exported, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def to_csv(found: Standings) -> str:
    """Return a heading and a row for each bot, by falling rating; unknown values are empty."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for rank, line in enumerate(found.lines, 1):
        exported = _object(rank, line)
        row = {**exported, "forfeits": sum(exported["forfeits"].values())}
        for name in ("rating", "points", "win_share"):
            for part, value in (exported[name] or {"mean": None}).items():
                row[name if part in ("value", "mean") else f"{name}_{part}"] = value
        rows.writerow([row.get(column) for column in COLUMNS])
    return text.getvalue()


def to_pgn(event: str, games: Iterable[GameResult], names: Sequence[str]) -> Iterator[str]:
    """Yield the results of games of two seats as games of chess without moves, which Ordo and BayesElo rate.

    Seat 0 is White. A forfeit is a lost game. Raise `UserError` at a table of more seats.
    """
    for game in games:
        if len(game.bots) != 2:
            raise UserError(f"--pgn: a table of {len(game.bots)} seats; rating programs know games of two")
        white, black = (names[bot].replace("\\", "\\\\").replace('"', '\\"') for bot in game.bots)
        one, other = game.ranks
        result = "1/2-1/2" if one == other else "1-0" if one < other else "0-1"
        tags = {"Event": event, "Round": game.id, "White": white, "Black": black, "Result": result}
        yield "".join(f'[{tag} "{value}"]\n' for tag, value in tags.items()) + f"\n{result}\n\n"


def to_junit(event: str, found: Standings, conclusion: Conclusion, status: int, missing: int) -> str:
    """Return a report in the form of JUnit: a case for each bot, which fails if it forfeited, and one for the question.

    `status` is the exit status of the format: 3 fails, 4 is skipped. So are `missing` games.
    """
    suite = Element("testsuite", name=event)
    cases = []
    for line in found.lines:
        case = Element("testcase", classname=event, name=line.name, time=f"{line.seconds:.3f}")
        lost = sum(number for _, number in line.forfeits)
        if lost:
            reasons = ", ".join(f"{number} {reason}" for reason, number in line.forfeits)
            SubElement(case, "failure", message=f"{lost} of {line.games} games forfeited: {reasons}")
        cases.append(case)
    asked = Element("testcase", classname=event, name="result")
    if status == REFUTED:
        SubElement(asked, "failure", message=conclusion.line)
    elif status or missing:
        SubElement(asked, "skipped", message=conclusion.line if status else f"{missing} games are missing")
    SubElement(asked, "system-out").text = conclusion.line or f"{found.games} games"
    suite.extend([*cases, asked])
    for word, tag in (("failures", "failure"), ("skipped", "skipped")):
        suite.set(word, str(sum(case.find(tag) is not None for case in suite)))
    suite.set("tests", str(len(suite)))
    indent(suite)
    return tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _object(rank: int, line: Standing) -> dict[str, Any]:
    return {
        "rank": rank,
        "name": line.name,
        "rating": {"value": line.rating.value, "low": line.rating.low, "high": line.rating.high},
        "games": line.games,
        "points": _estimate(line.points),
        "win_share": _estimate(line.win),
        "forfeits": dict(line.forfeits),
        "moves": line.moves,
        "seconds": rounded(line.seconds),
        "seconds_a_move": rounded(line.seconds_a_move),
        "moves_a_second": rounded(line.moves_a_second),
    }


def _estimate(found: Estimate | None) -> dict[str, float | None] | None:
    """Return a mean with its interval; the margin is the distance from the mean to the farther end."""
    if found is None:
        return None
    keys = ("mean", "margin", "low", "high")
    return {key: rounded(getattr(found, key)) for key in keys}
