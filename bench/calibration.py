"""Do expectations come true? What became of the decisions of a bot in recorded games, by what it expected of the win.

    python -m bench.calibration GAME RECORDS BOT [--plies FIRST LAST]

Only decisions with so many plies left count, the decision among them. BOT is the text of its seats in the records. A
row whose interval over deals does not hold 0 is off. Below the table stands by what the log odds of all expectations
would have to be multiplied to come true, for games of two.
"""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import defaultdict
from collections.abc import Sequence
from math import log, sqrt, tanh
from pathlib import Path
from statistics import fmean

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


def games_of(records: Sequence[Record], bot: str) -> list[Game]:
    """Return the games that were played out and have seats of the bot."""
    numbers: dict[str, int] = {}
    games = []
    for record in records:
        ours = frozenset(seat for seat, text in enumerate(record.seats) if text == bot)
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


def scale(decisions: Sequence[Decision]) -> Estimate:
    """Return the factor of the log odds of all expectations by which they come true, with an interval over deals.

    It is the most likely one (temperature scaling: Guo et al. 2017). Certain expectations tell nothing of it.
    """
    unsure = [each for each in decisions if 0 < each.expected < 1]
    odds = [log(each.expected / (1 - each.expected)) for each in unsure]
    factor, error = 1.0, 0.0
    for _ in range(STEPS):
        shares = [0.5 + 0.5 * tanh(factor * each / 2) for each in odds]
        wrong = [(d.deal, z * (d.came - p)) for d, z, p in zip(unsure, odds, shares, strict=True)]
        curvature = sum(z * z * p * (1 - p) for z, p in zip(odds, shares, strict=True))
        if curvature < LEAST:
            return Estimate(factor, None, None)
        factor += sum(each for _, each in wrong) / curvature
        error = 1.96 * sqrt(sum(sum(deal) ** 2 for deal in by_deal(wrong))) / curvature
    return Estimate(factor, factor - error, factor + error)


def main() -> None:
    """Print the table."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("records", type=Path, help="a file of played games")
    parser.add_argument("bot", help="the text of its seats, such as ismcts:nodes=2000")
    parser.add_argument("--plies", type=int, nargs=2, default=(4, 11), metavar=("FIRST", "LAST"))
    asked = parser.parse_args()
    try:
        games = games_of(records_of(asked.records, asked.game), asked.bot)
    except (OSError, NotationError) as error:
        parser.error(str(error))
    if not games:
        parser.error(f"{asked.records}: no game with '{asked.bot}' that was played out")
    first, last = asked.plies
    asked_for = [d for game in games for d in decisions(game) if first <= d.left <= last]
    print(HEAD)
    print("\n".join(tenths(asked_for)))
    print(f"\nlog odds times {interval(scale(asked_for), 1, 2)}")


if __name__ == "__main__":
    main()
