"""How often is a reason the cause: how much of the difference of two moves goes if it is taken away?

    python -m bench.causes GAME [SEATS] [MISTAKES] [--nodes N] [--seed N]

The mistakes are those of games of short searches; each search that judges them has N visits. The reason of each is told
as in a review. Then both moves are played on again, in other worlds and with twice the visits, and the reason is taken
away: the points of its row do not count for the seats that it tells of. The reason is a cause if the difference of the
points shrinks by half or more.
"""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from statistics import fmean

from urbanist.bots.analysis.cause import Cause, DeedsOf, MoveComparison
from urbanist.bots.analysis.decisions import Decision, choices, judge
from urbanist.bots.analysis.rollout import CAREFUL, GAMES, Rollout, rollouts
from urbanist.bots.table import table_of
from urbanist.engine import GAMES as ALL_GAMES
from urbanist.engine.history import History
from urbanist.search import SearchOptions, ismcts

#: The visits of the searches that make the mistakes, and what a mistake loses at least.
SHORT, LEAST = 12, 0.05


def mistakes(game: str, seats: int | None, nodes: int, seed: int) -> Iterator[tuple[History, Decision]]:
    """Yield the mistakes of one game after the other, each with the game."""
    counts = ALL_GAMES[game].notation.seat_counts
    while True:
        history = History.start(ALL_GAMES[game].deal(seats=seats or counts[0], seed=seed))
        while not history.state.over:
            view = history.seen_by(history.state.to_move)
            history = history.play(ismcts(view, options=SearchOptions(nodes=SHORT, seed=seed)).move)
        for ply in choices(history):
            decision = judge(history, ply, SearchOptions(nodes=nodes, seed=seed))
            if decision.lost >= LEAST:
                yield history, decision
        seed += 1


def followed(history: History, decision: Decision, **more: int) -> tuple[list[Rollout], list[Rollout]]:
    """Return the rollouts of the best move and of the one that was played."""
    view = history.until(decision.event - 1).seen_by(decision.seat)
    best, played = (rollouts(view, each.move, **more) for each in (decision.best, decision.played))
    return list(filter(None, best)), list(filter(None, played))


def shrunk(cause: Cause, seat: int, games: tuple[list[Rollout], list[Rollout]], deeds: DeedsOf) -> float:
    """Return the share of the difference in other games that goes with a cause; 0 if there is no difference."""
    comparison = MoveComparison(seat, *games, deeds)
    ahead = float(comparison.points.mean())
    if ahead <= 0:
        return 0.0
    gone = 0.0
    for change in cause.changes:
        better, other = (
            fmean(
                sum(row.points for row in game.end.score_rows(change.seat) if row.kind == cause.kind)
                for game in side
            )
            for side in games
        )
        gone += float(comparison.weights[change.seat]) * (better - other)
    return gone / ahead


def main() -> None:
    """Print how many mistakes have a reason, and how often it is the cause."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=tuple(ALL_GAMES))
    parser.add_argument("seats", type=int, nargs="?")
    parser.add_argument("mistakes", type=int, nargs="?", default=200)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    deeds, told, causes = table_of(asked.game).deeds, 0, 0
    all_mistakes = mistakes(asked.game, asked.seats, asked.nodes, asked.seed)
    for number in range(1, asked.mistakes + 1):
        history, decision = next(all_mistakes)
        cause = MoveComparison(decision.seat, *followed(history, decision), deeds).cause(decision.stake)
        if cause is not None:
            again = followed(history, decision, games=2 * GAMES, careful=2 * CAREFUL, seed=1)
            told += 1
            causes += shrunk(cause, decision.seat, again, deeds) >= 0.5
        print(f"{number} mistakes, {told} with a reason, of which {causes} are causes", flush=True)


if __name__ == "__main__":
    main()
