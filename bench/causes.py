"""How often is a reason the cause: how much of the difference of two moves goes if it is taken away?

    python -m bench.causes GAME [SEATS] [MISTAKES] [--nodes N] [--seed N]

The mistakes are those of games of short searches; each search that judges them has N visits. The reason of each is told
as in a review. Then both moves are played on again, in other worlds and with twice the visits, and the reason is taken
away: the points of its kind of row do not count. The reason is a cause if these make half or more of the difference of
win share that the search found.
"""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator

from urbanist.bots.analysis.cause import EXPLAINS, Cause, MoveComparison
from urbanist.bots.analysis.decisions import Decision, choices, judge
from urbanist.bots.analysis.rollout import CAREFUL, GAMES, MOST, rollouts
from urbanist.bots.table import table_of
from urbanist.bots.table.session.reasons import Reasons
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


def shrunk(cause: Cause, decision: Decision, comparison: MoveComparison) -> float:
    """Return the share of the difference that a search found, and that a cause makes in other games."""
    gone = sum(
        comparison.weights[seat] * points.mean()
        for (seat, kind), (_, points) in comparison.rows.items()
        if kind == cause.kind
    )
    return float(gone * comparison.share_of_a_point / decision.stake.share)


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
        view = history.until(decision.event - 1).seen_by(decision.seat)
        moves = decision.best.move, decision.played.move
        cause = Reasons(view, str).cause(*moves, decision.stake)
        if cause is not None:
            more = {"first": MOST, "games": 2 * GAMES, "careful": 2 * CAREFUL}
            better, other = (rollouts(view, each, **more) for each in moves)
            told += 1
            causes += shrunk(cause, decision, MoveComparison(decision.seat, better, other, deeds)) >= EXPLAINS
        print(f"{number} mistakes, {told} with a reason, of which {causes} are causes", flush=True)


if __name__ == "__main__":
    main()
