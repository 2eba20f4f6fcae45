"""The processes in which bots think, and who waits for them: so many as there are processors."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from itertools import count
from weakref import WeakValueDictionary

import msgspec

from urbanist.bots.server.worker import HEAD, DecisionAnswer, DecisionJob, framed

#: How often a job is tried again whose process has died.
TRIES = 2
#: How many decisions of an address are thought about at a time.
SHARE = 8


class ThinkingPool:
    """Processes that think; one that dies is started again, and what it was asked is asked again."""

    def __init__(self, members: Sequence["WorkerProcess"]) -> None:
        self._members = members
        self._numbers = count(1)
        self._by_owner: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def open(self) -> None:
        """Start the processes, so that the first move need not wait for them."""
        await asyncio.gather(*(member.start() for member in self._members))

    async def think(self, job: DecisionJob, owner: str) -> DecisionAnswer:
        """Return what is found; its `error` says why nothing was. Who is cancelled waits no longer.

        `owner` is the address for which it is; one address thinks about so many decisions at a time, and this machine,
        which has no address, about any number.
        """
        share = self._by_owner.setdefault(owner, asyncio.Semaphore(SHARE)) if owner else nullcontext()
        async with share:
            member = min(self._members, key=lambda each: len(each.waiting))
            return await member.think(msgspec.structs.replace(job, number=next(self._numbers)))

    async def close(self) -> None:
        """End the processes; nobody waits any more."""
        await asyncio.gather(*(member.close() for member in self._members))


class WorkerProcess:
    """One process, and the jobs that it was given."""

    def __init__(self) -> None:
        self.waiting: dict[int, tuple[DecisionJob, asyncio.Future[DecisionAnswer], int]] = {}
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the process, and read what it answers."""
        module = DecisionJob.__module__
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", module, stdin=PIPE, stdout=PIPE
        )
        self._reading = asyncio.create_task(self._read(self._process))

    async def think(self, job: DecisionJob) -> DecisionAnswer:
        """Return the answer to a job."""
        awaited: asyncio.Future[DecisionAnswer] = asyncio.get_running_loop().create_future()
        self.waiting[job.number] = job, awaited, TRIES
        self._ask(job)
        return await awaited

    def _ask(self, job: DecisionJob) -> None:
        # Nobody waits until a process has read: jobs are short, and each table has one.
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(framed(job))

    async def _read(self, process: Process) -> None:
        assert process.stdout is not None
        decode = msgspec.msgpack.Decoder(DecisionAnswer).decode
        with suppress(asyncio.IncompleteReadError):
            while True:
                length = int.from_bytes(await process.stdout.readexactly(HEAD), "big")
                answer = decode(await process.stdout.readexactly(length))
                _, awaited, _ = self.waiting.pop(answer.number)
                if not awaited.done():
                    awaited.set_result(answer)
        await process.wait()
        await self.start()
        waiting, self.waiting = self.waiting, {}
        for number, (job, awaited, tries) in waiting.items():
            if not awaited.done() and not tries:
                awaited.set_result(DecisionAnswer(number, "the process of the bot has died again and again"))
            elif not awaited.done():
                self.waiting[number] = job, awaited, tries - 1
                self._ask(job)

    async def close(self) -> None:
        """End the process."""
        if self._reading is not None:
            self._reading.cancel()
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
