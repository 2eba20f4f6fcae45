"""Do expectations come true? What became of the decisions of a bot in recorded games, by what it expected of the win.

    python -m bench.calibration GAME RECORDS BOT [--plies FIRST LAST]

Only decisions with so many plies left count, the decision among them. BOT is the text of its seats in the records. A
row whose interval over deals does not hold 0 is off.
"""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from bench.missing_moves import records_of
from bench.strangers.report import Decision, Game, by_deal, decisions, head, interval
from urbanist.bots.match.intervals import mean_estimate
from urbanist.engine import GAMES
from urbanist.engine.notation import NotationError
from urbanist.engine.record import PLAYED_OUT, Record

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
    print(HEAD)
    print("\n".join(tenths([d for game in games for d in decisions(game) if first <= d.left <= last])))


if __name__ == "__main__":
    main()
