"""Games that the workers of a Dask scheduler play, on this machine or on others."""

import os
import socket
import threading
import time
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from itertools import islice
from logging import CRITICAL, getLogger, root
from typing import Any
from urllib.parse import urlsplit

from urbanist.bots.background import Background
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.workers import Job, JobT, RunEnded, WorkerDied, interrupts_deferred, result_of
from urbanist.bots.players.player import Bot
from urbanist.bots.protocol.command import check_start

#: Stands for our own scheduler and workers on this machine, instead of the address of a scheduler.
LOCAL = "local"
#: Games that each worker thread has at once, so that it never waits for the next one.
AHEAD = 2
#: Seconds to wait for a scheduler, for its first worker, and for another one when all have gone.
WAITING = 30
#: Seconds until a finished game must have come from its worker.
FETCHING = 5.0
#: Seconds between two looks which workers are there.
LOOK = 1.0
#: The libraries below Dask's client that write their own log to standard error.
LOGGING = ("asyncio", "distributed", "tornado")


class Arenas:
    """The arenas of a worker process: each of its threads has one for each tournament, until that ends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[str, dict[int, Arena]] = {}
        self._ended: set[str] = set()

    def play(self, job: Job, run: str) -> object:
        """Play a game of a tournament in this thread and return it."""
        with self._lock:
            arena = Arena() if run in self._ended else self._of(run)
        try:
            return result_of(job, arena)
        finally:
            # A game of an ended tournament may already have been on its way.
            if run in self._ended:
                arena.close()

    def end(self, run: str) -> None:
        """End the programs of a tournament."""
        with self._lock:
            self._ended.add(run)
            closing = list(self._open.pop(run, {}).values())
        for arena in closing:
            arena.close()

    def _of(self, run: str) -> Arena:
        return self._open.setdefault(run, {}).setdefault(threading.get_ident(), Arena())


HERE = Arenas()


def play_here(job: Job, run: str) -> object:
    """Play a game of a tournament in this thread of a worker and return it."""
    return HERE.play(job, run)


def end_here(run: str) -> None:
    """End the programs that this worker keeps for a tournament, without making the worker wait for their ends."""
    Background(lambda _: HERE.end(run))


def completed(jobs: Iterable[JobT], scheduler: str, workers: int) -> Generator[tuple[JobT, Any], None, None]:
    """Yield the games as they are completed; if a worker dies, the scheduler gives its game to another.

    The scheduler is an address (`tcp://...`), or `local` for our own one with `workers` workers. Raise `RunEnded`
    if the scheduler no longer answers, and `WorkerDied` if a game ends several workers.
    """
    try:
        with started(workers) if scheduler == LOCAL else connected(scheduler) as client:
            yield from played(client, scheduler, iter(jobs))
    except (OSError, CancelledError) as error:
        raise RunEnded(f"scheduler '{scheduler}': {error}; finished games are saved") from None


def silence_logs() -> None:
    """Switch off the logs of the cluster libraries in this process, also while the process ends.

    Every error is raised and becomes one line of our own; their logs would print it before, in many lines.
    """
    # A logger that has its own level ignores the level of its parent.
    for name in [*LOGGING, *root.manager.loggerDict]:
        if name.partition(".")[0] in LOGGING:
            getLogger(name).setLevel(CRITICAL + 1)


@contextmanager
def started(workers: int) -> Iterator[Any]:
    """Open a client of our own scheduler with `workers` workers on this machine; raise `ConnectionError` if one ends.

    Ctrl-C takes effect when all have started or ended. It does not reach the workers, who would print a traceback:
    they inherit a mask, from threads that start here.
    """
    from distributed import Client, LocalCluster

    silence_logs()
    # Without the dashboard a scheduler still serves HTTP. Its usual port would be taken when two tournaments run.
    http = {"dashboard": False, "dashboard_address": "127.0.0.1:0"}
    opened = ExitStack()
    try:
        with interrupts_deferred():
            try:
                cluster = LocalCluster(
                    n_workers=workers, threads_per_worker=1, scheduler_kwargs=http, silence_logs=CRITICAL
                )
            except RuntimeError as error:
                raise ConnectionError(
                    f"a worker ended while it started ({error.__cause__ or error})"
                ) from None
            client = opened.enter_context(Client(opened.enter_context(cluster)))
        yield client
    finally:
        with interrupts_deferred():
            opened.close()


@contextmanager
def connected(scheduler: str) -> Iterator[Any]:
    """Open a client of a scheduler; raise `ConnectionError` if it has no worker, `OSError` if nothing answers."""
    from distributed import Client

    silence_logs()
    with Client(scheduler, timeout=WAITING) as client:
        try:
            client.wait_for_workers(1, timeout=WAITING)
        except TimeoutError:
            raise ConnectionError(
                f"scheduler '{scheduler}': no worker within {WAITING} seconds; start one: dask worker {scheduler}"
            ) from None
        yield client


def check_cluster(scheduler: str | None, bots: Sequence[Bot], game: str) -> None:
    """Raise `ConnectionError` unless the scheduler answers and each of its workers can start all bots."""
    if scheduler is None:
        return
    if find_spec("distributed") is None:
        raise ConnectionError(f"scheduler '{scheduler}' needs Dask: pip install 'urbanist[cluster]'")
    if scheduler == LOCAL:
        return
    try:
        place = urlsplit(scheduler)
        socket.create_connection((place.hostname or "", place.port or 8786), WAITING).close()
    except (OSError, ValueError) as error:
        raise ConnectionError(
            f"scheduler '{scheduler}': no connection ({error}); expected local or tcp://HOST:PORT"
        ) from None
    with connected(scheduler) as client:
        for worker, wrong in client.run(check_start, list(bots), game, on_error="return").items():
            if isinstance(wrong, BaseException):
                raise ConnectionError(f"worker {worker}: {wrong}")


def _ended(running: Collection[Any]) -> Collection[Any]:
    """Return the futures that are done; wait for one, but not for long, also where none can be awaited."""
    from distributed import wait

    if not running:  # no worker is there
        time.sleep(LOOK)
        return ()
    try:
        return wait(list(running), timeout=LOOK, return_when="FIRST_COMPLETED").done  # type: ignore[no-any-return]
    except TimeoutError:
        return ()


def played(
    client: Any, scheduler: str, jobs: Iterator[JobT], patience: float = WAITING
) -> Generator[tuple[JobT, Any], None, None]:
    """Yield the games as they are completed; workers may come and go, but without any for so long the run ends."""
    running: dict[Any, JobT] = {}
    # Of two games with the same key a scheduler plays one, and other clients have games with the same ids.
    run = os.urandom(8).hex()
    look, there = 0.0, time.monotonic()
    try:
        while True:
            if (now := time.monotonic()) >= look or not running:
                look = now + LOOK
                threads = sum(client.nthreads().values())
                there = now if threads else there
                if now - there >= patience:
                    raise RunEnded(
                        f"scheduler '{scheduler}': no worker for {patience:.0f} seconds; finished games are saved"
                    )
            for game in islice(jobs, max(AHEAD * threads - len(running), 0)):
                key = f"urbanist-{run}-{game.id}"
                running[client.submit(play_here, game, run, key=key, pure=False)] = game
            if threads and not running:
                return
            for future in _ended(running):
                # Where the worker that has it is gone, a game is played again.
                try:
                    result = _result(future, running[future].id)
                except TimeoutError:
                    continue
                yield running.pop(future), result
    finally:
        # Where the cluster is lost, its programs are lost with it.
        if client.status == "running":
            with suppress(OSError, CancelledError, TimeoutError):
                client.run(end_here, run, on_error="ignore")


def _result(future: Any, game: str) -> object:
    """Return the result of a game; raise `WorkerDied` if it ended all its workers, `TimeoutError` if it is lost."""
    from distributed import KilledWorker

    try:
        return future.result(timeout=FETCHING)
    except KilledWorker:
        raise WorkerDied(game) from None
