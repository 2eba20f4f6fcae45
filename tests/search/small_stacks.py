"""Does all that plays a game on a small stack: `python -m tests.search.small_stacks GAME KIB [WORK...]`.

A segmentation fault cannot be caught: what is printed last, without "done", is where it was.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import numpy as np

from urbanist.bots.players.spec import parse_builtin
from urbanist.engine import GAMES
from urbanist.engine.batch import Batch
from urbanist.engine.features import features, features_after, move_features
from urbanist.engine.history import History
from urbanist.engine.perft import perft
from urbanist.engine.simulate import simulate
from urbanist.search.batch import search_batch
from urbanist.search.belief import belief_for
from urbanist.search.ending import solve
from urbanist.search.network import shipped_network
from urbanist.search.result import Result

#: The bots: each search, alone and in two threads, and the verbs of a search that play on or look at many moves.
BOTS = (
    *"random greedy pimc:nodes=60 pimc:nodes=60:threads=2 mcts:nodes=100 mcts:nodes=100:threads=2".split(),
    *("ismcts:nodes=100", "ismcts:nodes=200:threads=2", "ismcts:nodes=60:eval=playout"),
    *("ismcts:nodes=60:eval=playout:playout=uniform", "ismcts:nodes=60:expansion=shortlist"),
)


def positions(name: str) -> Iterator[History]:
    """Yield the beginning, the middle and the last turns of a game of the fewest and of the most players."""
    game = GAMES[name]
    for seats in (min(game.notation.seat_counts), max(game.notation.seat_counts)):
        history, rng, line = History.start(game.deal(seats=seats, seed=1)), Random(1), []
        while not history.state.over:
            line.append(history)
            history = history.play(rng.choice(history.state.legal()))
        yield from (line[0], line[len(line) // 2], line[-6])


def works(history: History) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what is done with a position, with its names."""
    state = history.state
    yield "lists", lambda: (state.legal(), state.priors(), state.shortlist(), hash(state))
    yield "playouts", lambda: (state.playout(1), state.playout(1, informed=True))
    if state.game.action_count:
        yield "planes", lambda: (state.observe(state.to_move), state.actions(), state.legal_mask())
    yield "play", lambda: history.play(state.legal()[0]).seen_by(0)
    yield "perft", lambda: perft(state, 1)
    yield "batch", lambda: batched(history)
    if state.game.common_features:
        yield "features", lambda: (features(state, None), move_features(state), features_after(state, None))
    yield "rows", lambda: (state.score_rows(0), state.game.notation.score_breakdown(state, 0))
    yield "network", lambda: batched_search(history)
    yield "simulate", lambda: simulate(state.game, 2, seats=state.seats)
    yield "belief", lambda: belief_for(history.seen_by(state.to_move))
    yield "solve", lambda: solve(state, effort=100_000)
    for bot in BOTS:
        yield bot, partial(choose, bot, history)


def choose(bot: str, history: History) -> Result:
    """Return what a bot chooses."""
    return parse_builtin(bot).sit(1).choose(history.seen_by(history.state.to_move))


def batched_search(history: History) -> None:
    """Search with an evaluation of positions in batches, in two trees."""

    def evaluate(leaves: Batch, _: object) -> tuple[object, None]:
        return np.zeros((len(leaves), history.state.seats)), None

    batch = Batch.of([history.state] * 2)
    search_batch(batch, 20, evaluate)
    network = shipped_network(history.state.game)
    if network is not None and history.state.seats == 2:
        batch.evaluate(network)


def batched(history: History) -> None:
    """Do with two copies of a position what a batch can do."""
    for threads in (1, 2):
        batch = Batch.of([history.state] * 2)
        batch.moves(threads=threads)
        moves = batch.sample(1, threads=threads)
        if history.state.game.action_count:
            batch.legal_mask(threads=threads)
            batch.prior_logits(threads=threads)
            batch.observe(None, threads=threads)
            batch.actions_of(moves, threads=threads)
        batch.copy().apply(moves, threads=threads)
        batch.reshuffle(0, 1, threads=threads)
        batch.playout(1, threads=threads)
        batch.playout(1, informed=True, threads=threads)


def main(name: str, kib: str, *only: str) -> None:
    """Do all in a thread with a stack of so many KiB, or in the main thread with 0."""
    for at, history in enumerate(positions(name)):
        for what, work in works(history):
            if only and what not in only:
                continue
            print(f"{name} {at} {what}", end=" ", flush=True)
            done = list[str]()
            if int(kib):
                work()  # what it imports, and what is computed once, may take more
                threading.stack_size(int(kib) << 10)
                thread = threading.Thread(target=lambda work=work, done=done: (work(), done.append("done")))
                thread.start()
                thread.join()
            else:
                work()
                done.append("done")
            print(*done, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
