"""The parts of a move: what a person points at, one after the other in any order, until one legal move is left."""

from dataclasses import dataclass

from urbanist.bots.table.kit.language import marked
from urbanist.engine import State
from urbanist.engine.event import Move

#: The kinds of parts: a thing of the hand, the market or the action board, a place, and how it is done or paid.
THING, PLACE, WAY = "thing", "place", "way"
#: What people are asked for each kind.
ASKED = {
    THING: marked("What?"),
    PLACE: marked("Where?"),
    WAY: marked("How?"),
}


@dataclass(frozen=True, slots=True)
class MovePart:
    """A part of a move: its kind, a name that no other part of the position has, and what people read."""

    kind: str
    name: str
    text: str


def plain_parts(state: State) -> dict[Move, tuple[MovePart, ...]]:
    """Return the legal moves of a game without words for them: each is one thing."""
    return {move: (MovePart(THING, str(move), str(move)),) for move in state.legal()}
