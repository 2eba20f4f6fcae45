"""A game in the application, driven by keys and clicks."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.bots.table.application.window import Size, lines_of, opened
from tests.bots.table.playing import RandomMover
from urbanist.bots.players.player import Bot
from urbanist.bots.table import board_of, table_of
from urbanist.bots.table.application.application import Application
from urbanist.bots.table.application.dialog import UNSEEN
from urbanist.bots.table.session.session import Session
from urbanist.engine.history import History

#: The sizes at which every game is shown.
SIZES: tuple[Size, ...] = ((80, 24), (120, 40), (200, 50))
#: Seconds that a person at this desk waits for bots.
PATIENCE = 120


def drawn(_: str) -> Bot:
    return RandomMover()


class Desk:
    """An application with its session and board; `play` opens it and runs a script on it."""

    pilot: Pilot[None]

    def __init__(
        self,
        history: History,
        players: tuple[str, ...],
        *,
        file: Path | None = None,
        hire: Callable[[str], Bot] = drawn,
        size: Size = (100, 30),
        tooltips: bool = False,
    ) -> None:
        self.session = Session(
            history, players, table=table_of, hire=hire, file=file, adviser="adviser", seed=5
        )
        self.board: Any = board_of(history.game.name)
        self.app = Application(self.session, self.board)
        self._size, self._tooltips = size, tooltips

    def play(self, script: Callable[["Desk"], Awaitable[None]]) -> "Desk":
        """Open the application, run a script, and close it and the game."""

        async def run() -> None:
            async with opened(self.app, self._size, tooltips=self._tooltips) as self.pilot:
                await self.answered()
                await script(self)

        try:
            asyncio.run(run())
        finally:
            self.session.release()
        return self

    async def press(self, *keys: str) -> None:
        """Press keys, and wait for the bots after each, or now if there are none; each key paints the screen once."""
        for key in keys:
            with self.app.batch_update():
                await self.pilot.press(key)
            await self.answered()
        if not keys:
            await self.answered()

    async def click(self, column: int, line: int, button: int = 1) -> None:
        """Click on a character of the screen, and wait for the bots; the click paints the screen once."""
        with self.app.batch_update():
            await self.pilot.click(offset=(column, line), button=button)
        await self.answered()

    async def answered(self) -> None:
        """Wait until no bot thinks."""
        until = time.monotonic() + PATIENCE
        with self.app.batch_update():
            while self.app._thinking or self.app.inference:
                assert time.monotonic() < until
                await asyncio.sleep(0.005)
        await self.pilot.pause()

    async def read(self) -> None:
        """Wait as long as somebody does who sees a page that came by itself."""
        await self.pilot.pause(UNSEEN)

    async def until(self, text: str) -> None:
        """Wait until a text is on the screen of the window's size."""
        until = time.monotonic() + PATIENCE
        while text not in self.screen or len(self.lines()) != self.app.size.height:
            assert time.monotonic() < until, self.screen
            await self.pilot.pause()

    def lines(self) -> list[str]:
        """Return the characters of the screen."""
        return lines_of(self.app)

    @property
    def screen(self) -> str:
        """The characters of the screen as one text."""
        return "\n".join(self.lines())

    def find(self, text: str) -> tuple[int, int]:
        """Return the column and the line of the first place of a text on the screen."""
        for number, line in enumerate(self.lines()):
            if text in line:
                return line.index(text), number
        raise AssertionError(f"{text!r} is not on the screen:\n{self.screen}")
