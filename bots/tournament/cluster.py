"""Games played by the workers of a Dask scheduler, on this machine or on others."""

import socket
import threading
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from logging import CRITICAL, getLogger, root
from typing import Any
from urllib.parse import urlsplit

from urbanist.bots.match.arena import Arena, Played
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.match.workers import WorkerDied
from urbanist.bots.players.bot import Bot
from urbanist.bots.protocol.command import audition

#: What stands for a scheduler and workers of our own on this machine, instead of the address of one.
LOCAL = "local"
#: Games handed out to each worker thread, so that none waits for the next one.
AHEAD = 2
#: Seconds until a scheduler is there, and until there is a worker.
WAITING = 30
#: The libraries below Dask's client that write a log of their own to standard error.
LOGGING = ("asyncio", "distributed", "tornado")


class OwnArena(threading.local):
    """A worker's thread has an arena of its own, whose programs end with their input at the latest."""

    def __init__(self) -> None:
        self.arena = Arena()


OWN = OwnArena()


def play_here(pairing: Pairing) -> Played:
    """Return a game, played by this thread."""
    return pairing.play(OWN.arena)


class ClusterLost(Exception):
    """The scheduler, or the way to it, is gone."""


def completed(
    pairings: Iterable[Pairing], scheduler: str, workers: int
) -> Generator[tuple[Pairing, Played], None, None]:
    """Yield the games as they end; the scheduler gives a game whose worker has died to another.

    The scheduler is an address (`tcp://...`), or `local` for one with so many workers of its own. `ClusterLost`
    if nobody answers there any more, `WorkerDied` for a game that several workers did not survive.
    """
    from distributed import Client, LocalCluster

    if scheduler != LOCAL:
        try:
            with connected(scheduler) as client:
                yield from _played(client, iter(pairings))
        except (OSError, CancelledError) as error:
            raise ClusterLost(f"scheduler '{scheduler}': {error}; what has ended is kept") from None
        return
    silence_logs()
    with (
        LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=CRITICAL
        ) as cluster,
        Client(cluster) as client,
    ):
        yield from _played(client, iter(pairings))


def silence_logs() -> None:
    """Let the libraries of the cluster log nothing in this process from now on, not even while it ends.

    What goes wrong is raised, and becomes one line of ours; their log would tell it first, in many.
    """
    # A logger with a level of its own does not heed the one above it.
    for name in [*LOGGING, *root.manager.loggerDict]:
        if name.partition(".")[0] in LOGGING:
            getLogger(name).setLevel(CRITICAL + 1)


@contextmanager
def connected(scheduler: str) -> Iterator[Any]:
    """Give a client of a scheduler that has a worker; `ConnectionError` if it has none, `OSError` if it is none."""
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
    """Raise `ConnectionError` unless a scheduler's address is right and each worker there can play with all bots."""
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
            f"scheduler '{scheduler}': nobody answers there ({error}); expected local or tcp://HOST:PORT"
        ) from None
    with connected(scheduler) as client:
        for worker, wrong in client.run(audition, list(bots), game, on_error="return").items():
            if wrong is not None:
                raise ConnectionError(f"worker {worker}: {wrong}")


def _played(client: Any, pairings: Iterable[Pairing]) -> Generator[tuple[Pairing, Played], None, None]:
    from distributed import KilledWorker, as_completed

    running: dict[str, Pairing] = {}

    def handed_out(count: int) -> list[Any]:
        """Return futures of so many games more."""
        games = list(islice(pairings, count))
        futures = [client.submit(play_here, game, key=f"urbanist-{game.id}", pure=False) for game in games]
        running.update(zip((future.key for future in futures), games, strict=True))
        return futures

    done = as_completed(handed_out(AHEAD * sum(client.nthreads().values())))
    for future in done:
        pairing = running.pop(future.key)
        try:
            played = future.result()
        except KilledWorker:
            raise WorkerDied(pairing.id) from None
        done.update(handed_out(1))
        yield pairing, played
