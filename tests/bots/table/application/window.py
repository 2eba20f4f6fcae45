"""An application in a window that nobody sees, which paints only what a test reads."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

from textual._compositor import Compositor
from textual._context import active_app
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot

from urbanist.bots.table.kit.terminal.board import BoardWidget

Size = tuple[int, int]

#: Reads the rules of a style sheet. They are the same in each application, and reading them is half of its start.
read_rules = Stylesheet._parse_rules
known: dict[tuple[Any, ...], list[RuleSet]] = {}


def rules(sheet: Stylesheet, *where: Any, **what: Any) -> list[RuleSet]:
    """Return the rules of a style sheet, which are read once in a process for each set of colours."""
    key = (*where, *what.items(), *sheet._variables.items())
    if key not in known:
        known[key] = read_rules(sheet, *where, **what)
    return known[key]


def unpainted(compositor: Compositor, *_: Any, **__: Any) -> None:
    """Forget what has changed: painting it takes a third of the time of these tests.

    A board that was never drawn is drawn, because that sets what it shows of a city.
    """
    compositor._dirty_regions.clear()
    for board in active_app.get().screen.query(BoardWidget):
        if board.size:
            board.render_line(0)


async def settled(*_: float) -> None:
    """Wait until nothing is left to do but for timers and threads; textual sleeps until the process does little."""
    loop: Any = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while loop._ready or laid_out():  # noqa: ASYNC110 -- no event tells it
        await asyncio.sleep(0)


def laid_out() -> bool:
    """Lay the screen out now if that is due, which a timer does 60 times a second; return whether it was."""
    app = active_app.get()
    screen = app.screen_stack[-1] if app.screen_stack else None
    if screen is None or app._batch_count or not (screen._layout_required or screen._scroll_required):
        return False
    screen._on_timer_update()
    return True


@asynccontextmanager
async def opened(app: App[Any], size: Size, *, tooltips: bool = False) -> AsyncIterator[Pilot[Any]]:
    """Open an application, and give what presses keys and clicks there; what stands at the end is painted."""
    with (
        patch.object(Compositor, "render_update", unpainted),
        patch.object(Stylesheet, "_parse_rules", rules),
        patch("textual.app.wait_for_idle", settled),
        patch("textual.pilot.wait_for_idle", settled),
    ):
        async with app.run_test(size=size, tooltips=tooltips) as pilot:
            await pilot.pause()
            yield pilot
            if app.is_running:
                lines_of(app)


def lines_of(app: App[Any]) -> list[str]:
    """Return the characters of the screen."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]
