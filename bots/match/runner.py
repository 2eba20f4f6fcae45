"""The runner: the one loop of games. It takes jobs from a plan, lets a pool do them, and hands each result to a sink.

Matches, tournaments, leagues, balances and trainings differ in their plans and sinks. A result counts when the sink has
it: the sink is not broken off by Ctrl-C, so that it has all of a game or nothing.
"""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar

from urbanist.bots.match import workers
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.match.workers import JobT, signals_deferred
from urbanist.engine.record import Lost

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GamePool:
    """Who plays games: this process, several ones of this machine, or the workers of a Dask scheduler."""

    workers: int = 1
    scheduler: str | None = None

    def completed(self, jobs: Iterable[JobT]) -> Generator[tuple[JobT, Any], None, None]:
        """Yield jobs with their results as they end; raise `WorkerDied` if one ends every process that does it."""
        if self.scheduler is None:
            return workers.completed(jobs, self.workers)
        from urbanist.bots.match import cluster  # late: few runs have one

        return cluster.completed(jobs, self.scheduler, self.workers)


#: This process, which plays one game after the other.
HERE = GamePool()


def run(
    jobs: Iterable[JobT], pool: GamePool, sink: Callable[[JobT, Any], T], *, ordered: bool = False
) -> Generator[T, None, None]:
    """Do jobs, hand each result to the sink, and then yield what the sink returns.

    If they are `ordered`, the sink gets the results in the order of the jobs, and else as they end.
    """
    left = iter(jobs)
    first = next(left, None)
    if first is None:
        return  # nobody waits for a pool that has nothing to do
    given = chain([first], left)
    results = workers.in_order(given, play=pool.completed) if ordered else pool.completed(given)
    with closing(results) as ended:
        for job, result in ended:
            with signals_deferred():
                kept = sink(job, result)
            yield kept


class Resting:
    """The bots that rest: one that forfeited `after` games in a row plays no more in a run; after 0 nobody does."""

    def __init__(self, after: int) -> None:
        self.after = after
        #: Those that rest, each with its last forfeit in words.
        self.bots: dict[int, str] = {}
        self._faults: dict[int, int] = {}

    def count(self, pairing: Pairing, lost: Iterable[Lost]) -> None:
        """Count a game, in which these seats forfeited."""
        last = {pairing.entrants[forfeit.seat]: forfeit for forfeit in lost}
        for bot in {*pairing.entrants}:
            self._faults[bot] = self._faults.get(bot, 0) + 1 if bot in last else 0
            if bot in last and self._faults[bot] == self.after:
                forfeit = last[bot]
                self.bots[bot] = f"{forfeit.reason} in game {pairing.called}, {forfeit.what}"
