"""Does what judges positions know who has the last word?

`python -m bench.last_word akropolis --records games.jsonl --left 12` takes games of equal bots, such as those that
`urbanist match` writes with `--out`. By the plies that are left it compares what the network expects of the seat that
makes the last move with what came of it. Where a search has noted what it expected of the seat to move, that is
compared too. A calibrated evaluation has no difference in either. The intervals are over deals.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from bench.missing_moves import records_of
from bench.strangers.report import by_deal, head, interval
from urbanist.bots.match.intervals import mean_estimate
from urbanist.engine import GAMES, NotationError
from urbanist.engine.features import features
from urbanist.engine.move_stats import move_stats
from urbanist.engine.record import Record, win_shares
from urbanist.search.network import Network, network_of

HEAD = head(
    "plies left",
    "games",
    "of the last seat: network",
    "came",
    "came less expected",
    "of the seat to move: search",
    "came",
    "came less expected",
)


@dataclass(frozen=True, slots=True)
class Expectation:
    """An expected win share of a seat and the actual one, in a game on a deal."""

    deal: int
    expected: float
    came: float


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision with `left` plies left, itself among them: the last seat by the network, the mover by the search."""

    left: int
    last: Expectation
    mover: Expectation | None


def moments(deal: int, record: Record, network: Network, most: int) -> list[Moment]:
    """Return the decisions of a game with at most `most` plies left."""
    history = record.replay(GAMES)
    shares = win_shares(history.state.ranks())
    decisions = [state for state in history.states[:-1] if not state.due]
    last = decisions[-1].to_move
    found = []
    for state, told in zip(history.states[:-1], move_stats(record), strict=True):
        left = history.state.ply - state.ply
        if state.due or left > most:
            continue
        win_share, _ = network.estimate(*features(state, state.to_move))
        mover = state.to_move
        found.append(
            Moment(
                left,
                Expectation(deal, float(win_share[last]), shares[last]),
                None if told.score is None else Expectation(deal, told.score, shares[mover]),
            )
        )
    return found


def cells(found: Sequence[Expectation]) -> list[str]:
    """Return the expected and the actual mean, and the difference with its interval."""
    if not found:
        return ["", "", ""]
    surplus = mean_estimate(by_deal((row.deal, row.came - row.expected) for row in found))
    return [
        f"{100 * fmean(row.expected for row in found):.1f} %",
        f"{100 * fmean(row.came for row in found):.1f} %",
        f"{interval(surplus, 100, 1)} %",
    ]


def rows(found: Iterable[Moment]) -> list[str]:
    """Return a row for each number of plies left, the fewest first."""
    by_left: dict[int, list[Moment]] = defaultdict(list)
    for moment in found:
        by_left[moment.left].append(moment)
    return [
        " | ".join(
            [
                f"| {left}",
                str(len(those)),
                *cells([moment.last for moment in those]),
                *cells([moment.mover for moment in those if moment.mover is not None]),
            ]
        )
        + " |"
        for left, those in sorted(by_left.items())
    ]


def main() -> None:
    """Print the table of the games in a file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--records", type=Path, required=True, help="a file of played games")
    parser.add_argument("--left", type=int, default=12, help="the most plies left")
    parser.add_argument("--weights", help="a file of weights; by default those that come with urbanist")
    given = parser.parse_args()
    try:
        records = records_of(given.records, given.game)
        network = network_of(GAMES[given.game], given.weights)
    except (OSError, NotationError, ValueError) as error:
        parser.error(str(error))
    if not records or network is None:
        parser.error(f"{given.records} has no game of {given.game}, or the game has no network")
    deals = {deal: number for number, deal in enumerate(dict.fromkeys(record.deal for record in records))}
    found = [
        moment for record in records for moment in moments(deals[record.deal], record, network, given.left)
    ]
    print(HEAD)
    print("\n".join(rows(found)))


if __name__ == "__main__":
    main()
