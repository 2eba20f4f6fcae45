"""A program of the bot protocol for users of asyncio: the calls of `Program`, which wait in a thread."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Self, TypeVar

from urbanist.bots.players.player import Forfeit
from urbanist.bots.protocol.answer import Answer
from urbanist.bots.protocol.declaration import Declaration
from urbanist.bots.protocol.info import Info
from urbanist.bots.protocol.program import Analysis, Program, Value
from urbanist.engine.history import View
from urbanist.search.limit import Limit

T = TypeVar("T")
#: Seconds between two `stop` to a program whose answer nobody wants any more.
STOPPING = 0.1


class AsyncProgram:
    """A `Program` whose calls are awaited, one after the other; a task that is cancelled stops the search first.

    A call ends an analysis that an earlier one has left open. `await AsyncProgram.start(command, ...)` takes what
    `Program` takes; `async with` closes it.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._turn = asyncio.Lock()
        self._analysis: Analysis | None = None
        #: The choice at the end of the last analysis.
        self.answer: Answer | None = None

    @classmethod
    async def start(cls, command: str, **settings: Any) -> Self:
        """Return a program after its handshake; `settings` are those of `Program`."""
        starting = asyncio.ensure_future(asyncio.to_thread(Program, command, **settings))
        try:
            return cls(await asyncio.shield(starting))
        except asyncio.CancelledError:
            await asyncio.wait([starting])
            if starting.exception() is None:
                await asyncio.to_thread(starting.result().close)
            raise

    async def __aenter__(self) -> Self:
        """Return the program itself."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the program."""
        await self.close()

    @property
    def name(self) -> str:
        """The name that it has given itself."""
        return self._program.name

    @property
    def author(self) -> str:
        """The author that it names."""
        return self._program.author

    @property
    def games(self) -> tuple[str, ...]:
        """The games that it plays."""
        return self._program.games

    @property
    def options(self) -> Mapping[str, Declaration]:
        """Its options by name."""
        return self._program.options

    async def set(self, option: str, value: Value) -> None:
        """Set an option, as `Program.set` does."""
        async with self._alone():
            await self._waited(self._program.set, option, value)

    async def ping(self) -> float:
        """Return the seconds until it answers `isready`."""
        async with self._alone():
            return await self._waited(self._program.ping)

    async def play(self, view: View, limit: Limit = Limit(), *, moves: Sequence[str] = ()) -> Answer:
        """Return its move for a view, as `Program.play` does."""
        async with self._alone():
            return await self._waited(lambda: self._program.play(view, limit, moves=moves))

    async def analyse(
        self, view: View, limit: Limit = Limit(), *, lines: int = 1, moves: Sequence[str] = ()
    ) -> AsyncGenerator[Info, None]:
        """Yield what it tells of a view, as `Program.analyse` does; in the end its choice is the `answer`."""
        async with self._alone():
            self.answer = None
            mine = self._analysis = await self._waited(
                lambda: self._program.analyse(view, limit, lines=lines, moves=moves)
            )
        try:
            while (info := await self._next(mine)) is not None:
                yield info
            if self._analysis is mine:
                self.answer = mine.answer
        finally:
            await asyncio.to_thread(mine.close)

    async def game_over(self, scores: Sequence[int], ranks: Sequence[int], deal: str | None = None) -> None:
        """Report how a game ended, as `Program.game_over` does."""
        async with self._alone():
            await self._waited(self._program.game_over, scores, ranks, deal)

    async def close(self) -> None:
        """End the program, and what waits for it."""
        await asyncio.to_thread(self._program.close)

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Let one call at a time talk to the program; an analysis that is being read gives up its turn."""
        if self._analysis is not None:
            self._analysis.stop()
        async with self._turn:
            yield

    async def _next(self, analysis: Analysis) -> Info | None:
        """Return what the program tells next; None at the end of the analysis."""
        async with self._turn:
            return await self._waited(lambda: next(analysis, None))

    async def _waited(self, call: Callable[..., T], *arguments: object) -> T:
        """Return what a call returns in a thread; if the task is cancelled, let the program answer and wait for it."""
        waiting = asyncio.ensure_future(asyncio.to_thread(call, *arguments))
        try:
            return await asyncio.shield(waiting)
        except asyncio.CancelledError:
            while not waiting.done():
                # Again and again: what it waits for may not have begun.
                with suppress(Forfeit, ValueError):
                    self._program.stop()
                await asyncio.wait([waiting], timeout=STOPPING)
            raise
