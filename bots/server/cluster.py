"""Decisions that the workers of a Dask scheduler make, where one machine is too small."""

import asyncio
import os
import threading
from concurrent.futures import Future
from itertools import count
from queue import SimpleQueue
from typing import Any

import msgspec

from urbanist.bots.server.pool import WorkerProcess
from urbanist.bots.server.worker import DecisionAnswer, DecisionJob, DecisionWorker

#: Seconds until an answer that is made must have come.
FETCHING = 30.0


class Decisions:
    """The decisions of a process of a cluster: a thread makes them, a slice each, as in a process of the server."""

    def __init__(self) -> None:
        self._coming: SimpleQueue[DecisionJob | None] = SimpleQueue()
        self._awaited: dict[int, Future[DecisionAnswer]] = {}
        self._numbers = count(1)
        worker = DecisionWorker(lambda answer: self._awaited.pop(answer.number).set_result(answer))
        threading.Thread(target=worker.work, args=(self._coming,), daemon=True).start()

    def make(self, job: DecisionJob) -> DecisionAnswer:
        """Return the answer to a job; it has a number of this process meanwhile, as several servers may ask."""
        own = msgspec.structs.replace(job, number=next(self._numbers))
        awaited = self._awaited[own.number] = Future()
        self._coming.put(own)
        return msgspec.structs.replace(awaited.result(), number=job.number)


_here: list[Decisions] = []


def decide_here(job: DecisionJob) -> DecisionAnswer:
    """Make a decision in this process of a cluster, beside the others that it makes."""
    from distributed import secede

    # Who waits for a slice takes no place from the next one.
    secede()
    if not _here:
        _here.append(Decisions())
    return _here[0].make(job)


class ClusterMember(WorkerProcess):
    """All workers of a scheduler, as a member of the pool; while they are lost a process of this machine thinks."""

    def __init__(self, client: Any) -> None:
        super().__init__()
        self._client = client

    async def think(self, job: DecisionJob) -> DecisionAnswer:
        """Return the answer to a job."""
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[DecisionAnswer | None] = loop.create_future()

        def settle(answer: DecisionAnswer | None) -> None:
            if not answered.done():
                answered.set_result(answer)

        def tell(done: Any) -> None:
            try:
                answer = done.result(timeout=FETCHING)
            except Exception:  # noqa: BLE001  # whatever became of scheduler and worker, the game goes on
                answer = None
            loop.call_soon_threadsafe(settle, answer)

        if self._client.status == "running":
            future = self._client.submit(decide_here, job, key=f"urbanist-{os.urandom(8).hex()}", pure=False)
            future.add_done_callback(tell)
            if (answer := await answered) is not None:
                return answer
        return await super().think(job)
