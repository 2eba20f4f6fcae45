"""Do expectations come true? What became of the decisions of a bot in recorded games, by what it expected of the win.

    python -m bench.calibration GAME RECORDS BOT ... [--plies FIRST LAST] [--fit LEFT ...]

Only decisions with so many plies left count, the decision among them. BOT is the text of its seats in the records. A
row whose interval over deals does not hold 0 is off. Below the table stands by what the log odds of all expectations
would have to be multiplied to come true, for games of two.

With `--fit` it is the `calibration` of `search/weights/GAME.json` for two seats that stands there, with so many plies
left at its numbers, and their intervals. A bot tells its means as they are if it is given the weights as a file:
`ismcts:nodes=1000:weights=search/weights/GAME.npz`.
"""

import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

import numpy as np

from bench.missing_moves import records_of
from bench.strangers.report import Decision, Game, by_deal, decisions, head, interval
from urbanist.bots.match.intervals import Estimate, mean_estimate
from urbanist.engine import GAMES
from urbanist.engine.notation import NotationError
from urbanist.engine.record import PLAYED_OUT, Record

#: Steps of Newton's method, which needs about five where there is a factor.
STEPS = 50
#: With less to go by, as where all decisions came as they were expected, the factor has no bound.
LEAST = 1e-9
HEAD = head("expected", "decisions", "mean", "came", "bias")


def games_of(records: Sequence[Record], bots: Sequence[str]) -> list[Game]:
    """Return the games that were played out and have seats of the bots."""
    numbers: dict[str, int] = {}
    games = []
    for record in records:
        ours = frozenset(seat for seat, text in enumerate(record.seats) if text in bots)
        if ours and record.ended == PLAYED_OUT:
            games.append(Game(numbers.setdefault(record.deal, len(numbers)), record, ours))
    return games


def tenths(decisions: Sequence[Decision]) -> list[str]:
    """Return a row for each tenth of the expected win share in which there are decisions."""
    binned: dict[int, list[Decision]] = defaultdict(list)
    for decision in decisions:
        binned[min(int(10 * decision.expected), 9)].append(decision)
    rows = []
    for tenth, within in sorted(binned.items()):
        bias = mean_estimate(by_deal((each.deal, each.came - each.expected) for each in within))
        mean, came = (
            100 * fmean(values) for values in zip(*((d.expected, d.came) for d in within), strict=True)
        )
        place = f"{10 * tenth} to {10 * tenth + 10} %"
        rows.append(f"| {place} | {len(within)} | {mean:.1f} % | {came:.1f} % | {interval(bias, 100, 1)} % |")
    return rows


def scale(decisions: Sequence[Decision], knots: Sequence[int] = ()) -> list[Estimate]:
    """Return the factor of the log odds of all expectations by which they come true, with an interval over deals.

    With `knots`, numbers of plies left, it is a factor at each of them, linear between them, then what the seat to move
    gets at each of them, and what the seat gets that plays last, and the other one loses. They are the most likely ones
    (vector scaling: Guo et al. 2017). Certain expectations tell nothing of them.
    """
    unsure = [each for each in decisions if 0 < each.expected < 1]
    expected, came, left = np.array([(each.expected, each.came, each.left) for each in unsure]).T
    odds = np.log(expected / (1 - expected))
    near = np.array([np.interp(left, knots, knot) for knot in np.eye(len(knots))])
    terms = np.array([*(odds * near), *near, 2 * (left % 2) - 1] if knots else [odds]).T
    found = np.repeat([1.0, 0.0], [max(len(knots), 1), len(knots) + 1 if knots else 0])
    for _ in range(STEPS):
        shares = 0.5 + 0.5 * np.tanh(terms @ found / 2)
        wrong = terms * (came - shares)[:, None]
        curvature = terms.T @ (terms * (shares * (1 - shares))[:, None])
        if np.linalg.eigvalsh(curvature)[0] < LEAST:
            return [Estimate(each, None, None) for each in found.tolist()]
        found = found + np.linalg.solve(curvature, wrong.sum(0))
    numbers = np.unique([each.deal for each in unsure], return_inverse=True)[1]
    sums = np.zeros((numbers.max() + 1, len(found)))
    np.add.at(sums, numbers, wrong)
    errors = 1.96 * np.sqrt((np.linalg.solve(curvature, sums.T) ** 2).sum(1))
    return [
        Estimate(x, x - error, x + error) for x, error in zip(found.tolist(), errors.tolist(), strict=True)
    ]


def lines_of(found: Sequence[Estimate], knots: Sequence[int]) -> list[str]:
    """Return the lines of a fit: the JSON for the weights, and the intervals."""
    if not knots:
        return [f"log odds times {interval(found[0], 1, 2)}"]
    means = [round(each.mean, 2) for each in found]
    table = {
        "plies left": list(knots),
        "factor": means[: len(knots)],
        "to move": means[len(knots) : -1],
        "order": [0.0, means[-1]],
    }
    return [json.dumps(table), ", ".join(interval(each, 1, 2) for each in found)]


def main() -> None:
    """Print the table."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("records", type=Path, help="a file of played games")
    parser.add_argument("bot", nargs="+", help="the text of its seats, such as ismcts:nodes=2000")
    parser.add_argument("--plies", type=int, nargs=2, default=(4, 11), metavar=("FIRST", "LAST"))
    parser.add_argument(
        "--fit", type=int, nargs="+", default=[], metavar="LEFT", help="fit numbers at these plies left"
    )
    asked = parser.parse_args()
    try:
        games = games_of(records_of(asked.records, asked.game), asked.bot)
    except (OSError, NotationError) as error:
        parser.error(str(error))
    if not games:
        parser.error(f"{asked.records}: no game with {' or '.join(asked.bot)} that was played out")
    first, last = asked.plies
    asked_for = [d for game in games for d in decisions(game) if first <= d.left <= last]
    print(HEAD)
    print("\n".join(tenths(asked_for)))
    print("", *lines_of(scale(asked_for, asked.fit), asked.fit), sep="\n")


if __name__ == "__main__":
    main()
