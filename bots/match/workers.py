"""Games on a pool of worker processes; one that dies is replaced and its game is played again."""

import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any, Protocol, TypeVar

from urbanist.bots.background import Background
from urbanist.bots.match.arena import NOBODY, Arena
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.process.cleanup import end_bots_of
from urbanist.bots.process.resource_limits import share_processors
from urbanist.bots.process.transport import Suspensions

#: The most attempts at a game whose workers die.
ATTEMPTS = 3
#: Seconds that a worker has to end when it is sent away; in the midst of a search it hears of it late.
LEAVING = 1.0
#: More processes than this are for a cluster.
MAX_WORKERS = 61
SPAWN = multiprocessing.get_context("spawn")


class WorkerTask(Protocol):
    """A job that is more or less than a pairing: it plays games, or none, and returns what it found."""

    @property
    def id(self) -> str:
        """The id, which no other job has."""

    def play(self, arena: Arena) -> object:
        """Return the result, with the bots of an arena."""


#: What a worker does. It can be pickled, and so can its result.
Job = Pairing | WorkerTask
JobT = TypeVar("JobT", bound=Job)


def result_of(job: Job, arena: Arena) -> object:
    """Return the game of a pairing, played in an arena, or the result of another job."""
    return arena.play(job) if isinstance(job, Pairing) else job.play(arena)


#: What a worker that has died returns: a job may return anything else, also None.
DEAD = object()


class RunEnded(Exception):
    """A run of games ends early; the finished ones are saved. The message is one line."""


class WorkerDied(RunEnded):
    """A game ended every process that played it."""

    def __init__(self, game: str) -> None:
        super().__init__(
            f"game {game}: {ATTEMPTS} worker processes died playing it; finished games are saved"
        )


def completed(jobs: Iterable[JobT], workers: int = 1) -> Generator[tuple[JobT, Any], None, None]:
    """Yield the games as they are completed; raise `WorkerDied` if a game ends every worker that plays it.

    One worker plays in this very process.
    """
    if workers == 1:
        Suspensions.notice()
        with Arena() as arena:
            yield from ((job, result_of(job, arena)) for job in jobs)
        return
    with closing(WorkerPool(workers)) as pool:
        yield from pool.completed(iter(jobs))


def in_order(
    jobs: Iterable[JobT],
    workers: int = 1,
    play: Callable[[Iterable[JobT]], Generator[tuple[JobT, Any], None, None]] | None = None,
) -> Generator[tuple[JobT, Any], None, None]:
    """Yield the games as `completed` does, but in the order of the jobs: one that ends early waits.

    A function that plays the jobs in another way may be given.
    """
    play = play or partial(completed, workers=workers)
    awaited = deque[str]()
    ended: dict[str, tuple[JobT, Any]] = {}

    def given() -> Iterator[JobT]:
        for job in jobs:
            awaited.append(job.id)
            yield job

    with closing(play(given())) as games:
        for job, played in games:
            ended[job.id] = job, played
            while awaited and awaited[0] in ended:
                yield ended.pop(awaited.popleft())


class Worker:
    """A worker process and the game that it is playing."""

    def __init__(self, workers: int) -> None:
        self.pipe, end = SPAWN.Pipe()
        self.turn = SPAWN.RawValue("i", NOBODY)
        self.process = SPAWN.Process(target=serve, args=(end, self.turn, workers), daemon=True)
        self.job: Job | None = None
        try:
            with interrupts_deferred():
                self.process.start()
        except BaseException:
            self.dismiss()
            raise
        finally:
            end.close()

    def give(self, job: Job) -> None:
        """Send a game to the worker; a dead worker is detected when its answer is read."""
        self.job = job
        try:
            self.pipe.send(job)
        except (BrokenPipeError, ConnectionResetError):
            return

    def take(self) -> object:
        """Return the finished game, or `DEAD` if the worker has died; raise again what was raised in the worker."""
        try:
            answer = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            return DEAD
        self.job = None
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def dismiss(self) -> None:
        """Kill the worker and the bots that it started."""
        self.pipe.close()
        if self.process.pid is not None:
            self.process.terminate()
            self.process.join(LEAVING)
            self.process.kill()
            self.process.join()
            end_bots_of(self.process.pid)


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """Defer Ctrl-C while a process starts; it takes effect afterwards."""
    # The resource tracker is a process that starts on first use and then unblocks Ctrl-C.
    resource_tracker.ensure_running()
    with signals_deferred(signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # The new process inherits the mask. It is not enough: threads of libraries have their own masks.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def signals_deferred(*signals: signal.Signals) -> Iterator[None]:
    """Defer signals, by default Ctrl-C, until the block has ended: all of it is done, or nothing of it."""
    heard: list[int] = []
    handlers = {}
    if threading.current_thread() is threading.main_thread():
        for number in signals or (signal.SIGINT,):
            if callable(signal.getsignal(number)):
                handlers[number] = signal.signal(number, lambda told, _: heard.append(told))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    if heard:
        raise KeyboardInterrupt


class WorkerPool:
    """A pool of worker processes, which end when there are no more games."""

    def __init__(self, workers: int) -> None:
        self._size = workers
        self._workers: dict[Connection, Worker] = {}
        self._died: dict[str, list[int]] = {}  # by game: who was to move when a worker died

    def completed(self, jobs: Iterator[JobT]) -> Iterator[tuple[JobT, Any]]:
        """Yield the games as they are completed."""
        while len(self._workers) < self._size and (first := next(jobs, None)) is not None:
            self._hire(first)
        while self._workers:
            for pipe in wait(list(self._workers)):
                assert isinstance(pipe, Connection)
                worker = self._workers[pipe]
                job: Any = worker.job
                played = worker.take()
                if played is DEAD:
                    self._replace(worker, job)
                    continue
                if (following := next(jobs, None)) is not None:
                    worker.give(following)
                else:
                    del self._workers[pipe]
                    worker.dismiss()
                yield job, played

    def close(self) -> None:
        """Let all workers end."""
        for worker in self._workers.values():
            worker.process.terminate()
        while self._workers:
            self._workers.popitem()[1].dismiss()

    def _hire(self, job: Job) -> None:
        worker = Worker(self._size)
        self._workers[worker.pipe] = worker
        worker.give(job)

    def _replace(self, worker: Worker, job: Job) -> None:
        """Replace a worker that died, and replay its game; a seat that was to move at every death forfeits."""
        del self._workers[worker.pipe]
        worker.dismiss()
        game = job.id
        turns = self._died.setdefault(game, [])
        turns.append(worker.turn.value)
        if len(turns) == ATTEMPTS:
            # Was one seat to move at the end of every worker?
            [seat, *others] = set(turns)
            if others or seat == NOBODY or not isinstance(job, Pairing):
                raise WorkerDied(game)
            why = f"{ATTEMPTS} processes that played the game ended while it was to move"
            again = job.forfeited(seat, why)
            if again is None:
                raise WorkerDied(game)
            turns.clear()
            job = again
        self._hire(job)


def serve(pipe: Connection, turn: Any, workers: int) -> None:
    """Play each game that arrives until the connection is closed: the main loop of a worker.

    `turn` is memory shared with the parent: who is to move. It is one of `workers` on this machine.
    """
    share_processors(workers)
    Suspensions.notice()
    arena = Arena(turn)

    def leave(_signal: int, _frame: FrameType | None) -> None:
        end_bots_of(os.getpid())
        os._exit(0)

    # Ctrl-C is handled by the parent process, which then ends its workers. A handler without effect is used, because
    # bots would inherit an ignored signal.
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, leave)
    Background(_end_with_parent)
    with arena:
        while True:
            try:
                job = pipe.recv()
                pipe.send(_outcome(job, arena))
            except (EOFError, BrokenPipeError, ConnectionResetError):
                return


def _outcome(job: Job, arena: Arena) -> object:
    try:
        return result_of(job, arena)
    except Exception as error:  # noqa: BLE001  # raised again where the games are handed out
        return _portable(error, job.id)


def _portable(error: Exception, game: str) -> Exception:
    """Return an error that can be pickled, with its traceback as text."""
    try:
        copy = pickle.loads(pickle.dumps(error))  # noqa: S301  # made a moment ago
    except Exception:  # noqa: BLE001  # whatever a class of a user's does when it is copied
        copy = RuntimeError(f"{type(error).__name__}: {error}")
    assert isinstance(copy, Exception)
    copy.add_note(f"In a worker, at game {game}:\n{''.join(traceback.format_exception(error))}")
    return copy


def _end_with_parent(_: threading.Event) -> None:
    """End this process and its bots as soon as the parent process is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    end_bots_of(os.getpid())
    os._exit(1)
