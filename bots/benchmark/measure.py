"""The speed of random games, move lists and searches on this machine, in one thread."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from urbanist.bots.benchmark.signature import searching, signature
from urbanist.bots.players.spec import parse_builtin
from urbanist.engine.game import Game, State
from urbanist.engine.history import History
from urbanist.engine.perft import perft
from urbanist.engine.simulate import simulate


@dataclass(frozen=True, slots=True)
class Benchmark:
    """The measured speeds; `signature` changes with the play of games and searches, not with their speed."""

    game: str
    variant: str
    players: int
    threads: int
    playouts_per_second: float
    moves_per_second: float
    move_lists_per_second: float
    iterations_per_second: dict[str, float]
    signature: int


def measure(
    game: Game, *, variant: str | None, seats: int, options: Sequence[str] = (), seconds: float
) -> Benchmark:
    """Measure all speeds in about `seconds` seconds in total."""
    asked = game.notation.setup(variant, seats, options)
    searches = searching()
    share = seconds / (2 + len(searches))
    start = History.start(game.deal(variant=variant, seats=seats, options=options))
    playouts, moves = _playouts(game, variant, seats, options, share)
    return Benchmark(
        game=game.name,
        variant=game.notation.variants[asked.variant],
        players=seats,
        threads=1,
        playouts_per_second=playouts,
        moves_per_second=moves,
        move_lists_per_second=_move_lists(start.state, share),
        iterations_per_second={name: _iterations(bot, start, share) for name, bot in searches.items()},
        signature=signature(start),
    )


def _repeated(work: Callable[[int], float], seconds: float) -> tuple[float, float]:
    """Repeat the work in steps that double until the time is up; return the total amount and the seconds."""
    done, step, began = 0.0, 1, time.perf_counter()
    while True:
        done += work(step)
        passed = time.perf_counter() - began
        if passed >= seconds:
            return done, passed
        # No step may take more than about a third of the time.
        step = 2 * step if passed < seconds / 8 else step


def _playouts(
    game: Game, variant: str | None, seats: int, options: Sequence[str], seconds: float
) -> tuple[float, float]:
    """Return random games and moves per second, with deal and scores."""
    plies = 0

    def work(games: int) -> float:
        nonlocal plies
        plies += simulate(game, games, variant=variant, seats=seats, options=options, seed=games).plies
        return games

    done, passed = _repeated(work, seconds)
    return done / passed, plies / passed


def _move_lists(start: State, seconds: float) -> float:
    """Return lists of legal moves per second, each of a new position, from the positions of one random game."""
    states = [start]
    while not states[-1].over:
        event = states[-1].chance()
        if event is None:
            moves = states[-1].legal()
            event = moves[len(states) * 7919 % len(moves)]
        states.append(states[-1].play(event))

    def work(rounds: int) -> float:
        # Perft of two plies makes one list for the position and one for each position after it.
        for state in states[:-1] * rounds:
            perft(state, 2)
        return rounds * sum(1 + len(state.moves()) for state in states[:-1])

    done, passed = _repeated(work, seconds)
    return done / passed


def _iterations(bot: str, start: History, seconds: float) -> float:
    """Return the iterations per second of a search that starts with an empty tree."""
    view = start.seen_by(start.state.to_move)
    result = parse_builtin(f"{bot}:time={seconds:.6f}").sit(1).choose(view)
    return result.nodes / result.seconds
