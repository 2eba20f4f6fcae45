"""Standings for other programs, as JSON and CSV.

The same results always give the same bytes.
"""

import csv
import io
import json
from typing import Any

from urbanist.bots.contest.standings import Conclusion, Standing, Standings
from urbanist.bots.match.intervals import Estimate, rounded
from urbanist.engine.name import shown_name

FORMAT = "urbanist-standings/1"

COLUMNS = (
    "rank,name,rating,rating_low,rating_high,games,points,points_margin,win_share,win_share_margin,"
    "forfeits,moves,seconds,seconds_a_move,moves_a_second,"
    "points_low,points_high,win_share_low,win_share_high"
).split(",")


#: The matrices of more bots would take gigabytes.
WIDEST = 1000


def to_json(results: Standings, conclusion: Conclusion | None = None) -> str:
    """Return a JSON object: the bots by falling rating, and the comparisons of each two bots in the same order.

    Of more than `WIDEST` bots there is a list of the pairs that met instead of matrices of all.

    `conclusion` has the values of the conclusion of the format, null if there is none.
    """
    lines = results.lines
    exported: dict[str, Any] = {
        "format": FORMAT,
        "games": results.games,
        "forfeited": results.forfeited,
        "deals": results.deals,
        "anchor": results.anchor,
        "conclusion": None,
        "bots": [_object(rank, line) for rank, line in enumerate(lines, 1)],
    }
    if len(lines) <= WIDEST:
        exported["ahead"] = [
            [results.pairs.ahead.get((one.bot, other.bot), 0.0) for other in lines] for one in lines
        ]
        exported["met"] = [[results.met(one, other) for other in lines] for one in lines]
    else:
        places = {line.bot: place for place, line in enumerate(lines)}
        pairs = [(places[one], places[other], one, other) for one, other in results.pairs.met]
        exported["pairs"] = [
            [place, beside, results.pairs.ahead[one, other], results.pairs.met[one, other]]
            for place, beside, one, other in sorted(pairs)
            if place < beside
        ]
    if results.superiority is not None:
        likely = results.superiority
        exported["superiority"] = [
            [None if one is other else rounded(likely[one.bot, other.bot]) for other in lines]
            for one in lines
        ]
    if conclusion:
        exported["conclusion"] = {"text": conclusion.line, **conclusion.values}
    return json.dumps(exported, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def to_csv(results: Standings) -> str:
    """Return a heading and a row for each bot, by falling rating; unknown values are empty."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for rank, line in enumerate(results.lines, 1):
        exported = _object(rank, line)
        forfeits = sum(exported["forfeits"].values())
        row = {**exported, "name": shown_name(line.name), "forfeits": forfeits}
        for name in ("rating", "points", "win_share"):
            for part, value in (exported[name] or {"mean": None}).items():
                row[name if part in ("value", "mean") else f"{name}_{part}"] = value
        rows.writerow([row.get(column) for column in COLUMNS])
    return text.getvalue()


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


def _estimate(estimate: Estimate | None) -> dict[str, float | None] | None:
    """Return a mean with its interval; the margin is the distance from the mean to the farther end."""
    if estimate is None:
        return None
    keys = ("mean", "margin", "low", "high")
    return {key: rounded(getattr(estimate, key)) for key in keys}
