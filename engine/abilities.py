"""What others can do with a position. The engine draws nothing and thinks nothing: what can says so here."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from urbanist.engine.message import UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from urbanist.engine.event import Move
    from urbanist.engine.game import State


def _nobody_thinks(*_: object) -> "Move":
    """Raise `UserError`: no search was imported."""
    raise UserError("nothing here can think: import urbanist.search first")


@dataclass(slots=True)
class Abilities:
    """What shows a position, as lines of text and as a drawing in SVG (None for a game without one); what plays well.

    `best_move` gets a position and a limit, which may be None.
    """

    text: "Callable[[State], str]" = repr
    svg: "Callable[[State], str | None]" = lambda _: None
    best_move: "Callable[[State, Any], Move]" = _nobody_thinks


#: What can be done with all positions.
ABILITIES = Abilities()
