"""A program of the bot protocol for users of Python: ask it for moves, listen to what it thinks, set its options."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, contextmanager, suppress
from pathlib import Path
from threading import Event, RLock
from types import MappingProxyType
from typing import Any, Self, TypeVar
from weakref import ref

from urbanist.bots.players.player import Forfeit, Refused
from urbanist.bots.process.log import LineTrace
from urbanist.bots.process.resource_limits import ResourceLimits
from urbanist.bots.process.sandbox import Sandbox
from urbanist.bots.process.transport import ProcessEnded
from urbanist.bots.process.working_directory import WorkingDirectory
from urbanist.bots.protocol.answer import Answer, Info
from urbanist.bots.protocol.client import Client, Timeouts
from urbanist.bots.protocol.command import CommandBot
from urbanist.engine.event import Move
from urbanist.engine.history import View
from urbanist.search.limit import INFINITE, Limit

T = TypeVar("T")
#: Seconds between two `stop` to a program whose answer nobody wants any more.
STOPPING = 0.1
Value = str | int | float | bool


class Analysis(AbstractContextManager["Analysis"], Iterator[Info]):
    """The analysis of a position by a program, as it comes: an iterator of `Info`, and in the end its `answer`.

    `stop` ends it early, also from another thread; then the rest is still to be read. `close` ends it and drops the
    rest, as the end of a `with` does, and as the next call of the program and the end of the program do: it has no
    `answer` then.
    """

    def __init__(
        self, client: Client, turn: RLock, view: View, limit: Limit, moves: Sequence[Move | str]
    ) -> None:
        endless = limit.nodes is None and not limit.timed
        self._client, self._turn = client, turn
        self._stopping = Event()
        self._search = client.search(view, INFINITE if endless else limit, moves, stopping=self._stopping)
        #: The choice of the program; None while it thinks, and if the analysis was closed before.
        self.answer: Answer | None = None
        self._closed = False

    def __exit__(self, *_: object) -> None:
        """End the analysis."""
        self.close()

    def __next__(self) -> Info:
        """Return the next `Info` of the program; raise `Forfeit` if it fails."""
        with self._turn:
            if self._closed or self.answer is not None:
                raise StopIteration
            try:
                return next(self._search)
            except StopIteration as end:
                self.answer = end.value
                raise StopIteration from None
            except ProcessEnded:
                self._closed = True
                raise StopIteration from None

    def stop(self) -> None:
        """Tell the program to answer now."""
        self._stopping.set()
        if not self._closed and self.answer is None:
            self._client.stop()

    def close(self) -> None:
        """End the analysis and drop what the program would still tell."""
        if self._closed:
            return
        with self._turn:
            self._closed = True
            self._search.close()
            if self.answer is None:
                self._client.end_search()


class Program(AbstractContextManager["Program"]):
    """A process of a program after its handshake, for one position or game after the other; `with` closes it.

    `command` is a shell command. Each call may raise `Forfeit` if the program breaks the protocol, is late or has
    ended; then it must not be used again. Calls take turns, and each one ends an analysis that is still open. After
    `close` each one raises `ValueError`.
    """

    def __init__(
        self,
        command: str,
        *,
        options: Mapping[str, Value] | None = None,
        timeouts: Timeouts = Timeouts(),
        folder: str | Path | None = None,
        environment: Mapping[str, str] | None = None,
        limits: ResourceLimits = ResourceLimits(),
        sandbox: Sandbox | None = None,
        log: str | Path | None = None,
        trace: str | Path | None = None,
    ) -> None:
        """Start a program and set its options; raise `Forfeit` if it is none, `ValueError` for a wrong option."""
        bot = CommandBot(
            command,
            limits=limits,
            log=None if log is None else Path(log),
            sandbox=sandbox,
            trace=None if trace is None else LineTrace(Path(trace), command),
            working_directory=WorkingDirectory(
                Path(folder or "").absolute(), tuple((environment or {}).items())
            ),
        )
        self._client = bot.start(timeouts)
        #: The name that it has given itself; empty for none.
        self.name = self._client.name
        #: The author that it names; empty for none.
        self.author = self._client.author
        #: The games that it plays.
        self.games = self._client.games
        #: Its options by name, as it has declared them.
        self.options = MappingProxyType(self._client.options)
        self._timeouts = timeouts
        self._turn = RLock()
        # Weak: an analysis that nobody holds any more ends by itself.
        self._analysis: Callable[[], Analysis | None] = lambda: None
        self._at: tuple[str, int | None] | None = None
        try:
            for option, value in (options or {}).items():
                self.set(option, value)
        except BaseException:
            self._client.process.kill()
            raise

    def __exit__(self, *_: object) -> None:
        """End the program."""
        self.close()

    def set(self, option: str, value: Value) -> None:
        """Set an option; raise `ValueError` if it has not declared it, or does not allow or refuses the value."""
        with self._alone():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            declared = self.options.get(option)
            if declared is None:
                raise ValueError(f"no option '{option}'; there are {', '.join(self.options) or 'none'}")
            if not declared.allows(text) or not text.isprintable():
                raise ValueError(f"option '{option}={text}': expected {declared.allowed}")
            try:
                self._client.set(option, text)
            except Refused as refusal:
                raise ValueError(f"option '{option}={text}': {refusal}") from None

    def ping(self) -> float:
        """Return the seconds until it answers `isready`."""
        with self._alone():
            began = time.perf_counter()
            self._client.tell()
            return time.perf_counter() - began

    def play(self, view: View, limit: Limit = Limit(), *, moves: Sequence[Move | str] = ()) -> Answer:
        """Return its move for a view within a limit, among `moves` if some are given.

        The rules are not asked whether the move is legal. Without a limit it has the time of `timeouts`.
        """
        with self._alone():
            self._meet(view)
            return self._client.choose(view, limit, moves)

    def analyse(
        self, view: View, limit: Limit = Limit(), *, lines: int = 1, moves: Sequence[Move | str] = ()
    ) -> Analysis:
        """Return its analysis of a view, which begins when it is read; without a limit it lasts until it is stopped.

        `lines` is the number of best moves that it tells of, if it has an option `multipv`; among `moves` if some are
        given.
        """
        with self._alone():
            self._meet(view)
            if lines > 1 or "multipv" in self.options:
                self.set("multipv", lines)
            analysis = Analysis(self._client, self._turn, view, limit, moves)
            self._analysis = ref(analysis)
            return analysis

    def game_over(self, scores: Sequence[int], ranks: Sequence[int], deal: str | None = None) -> None:
        """Report how a game ended, and what was hidden if the full deal is given."""
        with self._alone():
            self._client.game_over(",".join(map(str, scores)), ",".join(map(str, ranks)), deal)
            self._at = None

    def stop(self) -> None:
        """Tell it to answer now, from another thread than the one that waits for its answer."""
        self._client.stop()

    def close(self) -> None:
        """Send `quit`, wait a second, and end what is left of it and of its children; an open analysis ends too."""
        self._client.process.interrupt()
        with self._turn:
            self._client.close()
            if (left := self._analysis()) is not None:
                left.close()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let one call at a time talk to the program, without an analysis that an earlier call has left open."""
        left = self._analysis()
        if left is not None:
            left.stop()  # it may be read in another thread, which then gives up its turn
        with self._turn:
            self._client.process.check_open()
            if left is not None:
                left.close()
            self._client.end_search()
            yield

    def _meet(self, view: View) -> None:
        """Start a new game if the view belongs to another one than the last; raise `ValueError` for an unknown game."""
        if view.seat is None:
            raise ValueError("a view of a seat is needed: history.seen_by(seat)")
        if view.game.name not in self.games:
            raise ValueError(
                f"it does not play {view.game.name}; its games: {', '.join(self.games) or 'none'}"
            )
        if self._at != (view.deal, view.seat):
            self._client.new_game(view)
            self._at = (view.deal, view.seat)


class AsyncProgram(AbstractAsyncContextManager["AsyncProgram"]):
    """A `Program` whose calls are awaited, one after the other; a task that is cancelled stops the search first.

    A call ends an analysis that an earlier one has left open. `await AsyncProgram.start(command, ...)` takes what
    `Program` takes; `async with` closes it.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        #: The name that it has given itself.
        self.name = program.name
        #: The author that it names.
        self.author = program.author
        #: The games that it plays.
        self.games = program.games
        #: Its options by name.
        self.options = program.options
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

    async def __aexit__(self, *_: object) -> None:
        """End the program."""
        await self.close()

    async def set(self, option: str, value: Value) -> None:
        """Set an option, as `Program.set` does."""
        await self._alone(self._program.set, option, value)

    async def ping(self) -> float:
        """Return the seconds until it answers `isready`."""
        return await self._alone(self._program.ping)

    async def play(self, view: View, limit: Limit = Limit(), *, moves: Sequence[Move | str] = ()) -> Answer:
        """Return its move for a view, as `Program.play` does."""
        return await self._alone(lambda: self._program.play(view, limit, moves=moves))

    async def analyse(
        self, view: View, limit: Limit = Limit(), *, lines: int = 1, moves: Sequence[Move | str] = ()
    ) -> AsyncGenerator[Info, None]:
        """Yield its `Info` on a view, as `Program.analyse` does; in the end its choice is the `answer`."""
        mine = self._analysis = await self._alone(
            lambda: self._program.analyse(view, limit, lines=lines, moves=moves)
        )
        self.answer = None
        try:
            while (info := await self._next(mine)) is not None:
                yield info
            if self._analysis is mine:
                self.answer = mine.answer
        finally:
            await asyncio.to_thread(mine.close)

    async def game_over(self, scores: Sequence[int], ranks: Sequence[int], deal: str | None = None) -> None:
        """Report how a game ended, as `Program.game_over` does."""
        await self._alone(self._program.game_over, scores, ranks, deal)

    async def close(self) -> None:
        """End the program, and what waits for it."""
        await asyncio.to_thread(self._program.close)

    async def _alone(self, call: Callable[..., T], *arguments: object) -> T:
        """Let one call at a time talk to the program; an analysis that is being read gives up its turn."""
        if self._analysis is not None:
            self._analysis.stop()
        async with self._turn:
            return await self._waited(call, *arguments)

    async def _next(self, analysis: Analysis) -> Info | None:
        """Return the next `Info` of the program; None at the end of the analysis."""
        async with self._turn:
            return await self._waited(lambda: next(analysis, None))

    async def _waited(self, call: Callable[..., T], *arguments: object) -> T:
        """Run a call in a thread and return its result; if the task is cancelled, stop the search and wait for it."""
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
