"""How a position is shown. The engine draws nothing: what can draw, such as `urbanist.bots.table`, says so here."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from urbanist.engine.game import State


@dataclass(slots=True)
class Display:
    """What shows a position: as lines of text, and as a drawing in SVG, which is None for a game without one."""

    text: "Callable[[State], str]" = repr
    svg: "Callable[[State], str | None]" = lambda _: None


#: What shows all positions.
DISPLAY = Display()
