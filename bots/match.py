"""Many games of one table: who sits where on which deal, played by several processes, in order.

Everything about a game follows from the match and the game's number, so the records are the same on any
number of workers. Unless the seats are fixed, n games in a row are the same deal for n players, and
everybody moves on by a seat from one to the next: the luck of the deal and of the seat falls on all alike.
"""

import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b

from urbanist.bots.arena import Played, play_game
from urbanist.bots.spec import parse_bot
from urbanist.engine import GAMES
from urbanist.engine.history import History

#: Games handed out to each worker ahead of their turn: a long game must not keep the others waiting.
AHEAD = 4


class WorkerDied(Exception):
    """A worker process ended before its game did."""


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: a game, the bots as texts, how many games, and the seed that all else comes from."""

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int
    variant: str | None = None
    options: tuple[str, ...] = ()
    fixed: bool = False

    def deal_number(self, number: int) -> int:
        """Return which deal a game is played on."""
        return number if self.fixed else number // len(self.bots)

    def seating(self, number: int) -> tuple[int, ...]:
        """Return by seat which of the bots sits there in a game."""
        turn = 0 if self.fixed else number % len(self.bots)
        return tuple((seat + turn) % len(self.bots) for seat in range(len(self.bots)))

    def start(self, number: int) -> History:
        """Return a game before its first move; `NotationError` for what the rules forbid."""
        seed = derived(self.seed, "deal", self.deal_number(number))
        state = GAMES[self.game].deal(
            variant=self.variant, seats=len(self.bots), options=self.options, seed=seed
        )
        return History.start(state)

    def play(self, number: int) -> Played:
        """Return a game, played."""
        bots = [parse_bot(self.bots[bot]) for bot in self.seating(number)]
        seeds = [derived(self.seed, "seat", number, seat) for seat in range(len(bots))]
        return play_game(self.start(number), bots, seeds)


def derived(*parts: object) -> int:
    """Return a seed of 32 bits that depends on all parts and on nothing else."""
    return int.from_bytes(blake2b(" ".join(map(str, parts)).encode(), digest_size=4).digest(), "big")


def played(match: Match, workers: int = 1) -> Generator[Played, None, None]:
    """Yield the games in order as they end; raise `WorkerDied` if a process does not survive its game.

    One worker plays in this very process.
    """
    if workers == 1:
        yield from map(match.play, range(match.games))
        return
    others = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(min(workers, match.games), multiprocessing.get_context("spawn"))
    try:
        yield from _in_order(executor, match, AHEAD * workers)
    except BrokenProcessPool:
        raise WorkerDied("a worker process died; the games that had ended by then are kept") from None
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        # Left alone, a worker would first end the game it plays, however long that takes.
        for worker in set(multiprocessing.active_children()) - others:
            worker.terminate()


def _in_order(executor: ProcessPoolExecutor, match: Match, ahead: int) -> Iterator[Played]:
    numbers = iter(range(match.games))
    waiting: deque[Future[Played]] = deque()
    # All workers start with the first game handed out, and are deaf to Ctrl-C from their first moment on.
    with _interrupts_held():
        waiting.append(executor.submit(match.play, next(numbers)))
    for number in numbers:
        waiting.append(executor.submit(match.play, number))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ignore Ctrl-C meanwhile, and let processes started meanwhile ignore it for good."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
