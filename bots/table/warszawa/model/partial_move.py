"""A move that a person composes: by pointing at what is used, at a place, and at a way to pay."""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from urbanist.bots.table.kit.plane import Point, middle, onward
from urbanist.bots.table.warszawa.model.city import PARTED
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.message import Message
from urbanist.engine.warszawa import moves as notation
from urbanist.engine.warszawa.editions import number_of
from urbanist.engine.warszawa.geography import HEXES
from urbanist.engine.warszawa.moves import WarszawaMove

#: How far to the side a place in a direction may be, in steps ahead.
ASIDE = 2
ORDER = ("field", "norm", "card", "build", "metro", "bridge", "clear", "use", "pass", "done")
#: The verbs of subjects that have other names, the places of those that need one, and the ways to pay or barter.
VERB_OF = {"field": "send", "card": "lay"}
PLACES = {"build": notation.HEXES, "clear": notation.HEXES, "card": notation.HEXES}
PLACES |= {"metro": notation.SIDES, "bridge": notation.RIVERS}
WAYS = {
    "field": ("", *map("".join, product(notation.CUBES, repeat=2))),
    "build": notation.BUILDING_PRICES,
    "metro": ("", *notation.RIVERS),
    "bridge": notation.BRIDGE_PRICES,
}


def subject_of(move: Move) -> str:
    """Return what a person points at for a move, such as `field 4`, `card mdm`, `build` or `pass`."""
    parts = WarszawaMove(move)
    if parts.verb == "norm":
        return f"norm {parts.norm}"
    if parts.verb == "send":
        return f"field {parts.what}"
    if parts.verb in ("lay", "use"):
        return f"{'use' if parts.verb == 'use' else 'card'} {parts.card}"
    return parts.verb


def place_of(move: Move) -> str:
    """Return the hex or side of a move; empty if it has none."""
    return WarszawaMove(move).place


def _order(subject: str) -> tuple[int, int, str]:
    """Return the place of a subject among others."""
    kind, _, name = subject.partition(" ")
    return ORDER.index(kind), int(name) if kind == "field" else 0, name


def point_of(place: str) -> Point:
    """Return the middle of a hex or a side, in radii from the middle of the map."""
    if "/" not in place:
        q, r = place.split(",")
        return middle((int(q), int(r)))
    (ax, ay), (bx, by) = (middle(HEXES[cell]) for cell in PARTED[place])
    return (ax + bx) / 2, (ay + by) / 2


class LegalOptions:
    """The legal moves of the seat to move."""

    def __init__(self, state: State, *, free: bool) -> None:
        self.state, self.free = state, free
        #: Nothing if nobody may choose now.
        self.legal = state.legal() if free else ()

    @cached_property
    def subjects(self) -> tuple[str, ...]:
        """What can be pointed at: fields by number, then norms, cards and actions."""
        return tuple(sorted({subject_of(move) for move in self.legal}, key=_order))


@dataclass(frozen=True, slots=True)
class PartialMove:
    """A move as far as a person has chosen it; an empty subject or place is not chosen."""

    options: LegalOptions
    subject: str = ""
    place: str = ""
    #: Which of the moves that differ only in the payment, the barter or the tunnel.
    number: int = 0

    @classmethod
    def read(cls, options: LegalOptions, move: Move) -> "PartialMove":
        """Return the partial move of a legal move."""
        partial = cls(options, subject_of(move), place_of(move))
        return replace(partial, number=partial.moves.index(move))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves that fit what is chosen."""
        return tuple(
            move
            for move in self.options.legal
            if self.subject in ("", subject_of(move)) and self.place in ("", place_of(move))
        )

    @property
    def move(self) -> Move | None:
        """The move, if nothing but a payment, a barter or a tunnel is still open; else None."""
        if not (self.subject or self.place) or len({(subject_of(m), place_of(m)) for m in self.moves}) != 1:
            return None
        return self.moves[self.number % len(self.moves)]

    @property
    def places(self) -> tuple[str, ...]:
        """The places where a move with the subject is legal."""
        places = (place_of(move) for move in replace(self, place="").moves)
        return tuple(dict.fromkeys(place for place in places if place))

    @property
    def illegal_reason(self) -> str:
        """The rule that forbids what is chosen."""
        if self.moves or not self.subject:
            return ""
        move = self.wanted()
        if move is None:
            return (
                Message("that is not possible there") if self.place else Message("that is not possible now")
            )
        return self.options.state.illegal_reason(move) or Message("that is not possible now")

    def wanted(self, more: str = "") -> Move | None:
        """Return the move of the subject at the place, legal or not; None if there is none.

        `more` is its price, its barter or the side of its tunnel.
        """
        kind, _, name = self.subject.partition(" ")
        places = PLACES.get(kind, {"": 0})
        if self.place not in places:
            return None
        number = 0 if not name else int(name.lstrip("n")) if kind in ("norm", "field") else number_of(name)
        what, where = number or 0, places[self.place]
        if kind in WAYS:
            what, where = where if self.place else what, WAYS[kind].index(more) if more else 0
        return WarszawaMove.of(notation.VERBS.index(VERB_OF.get(kind, kind)), what, where)

    def of(self, subject: str) -> "PartialMove":
        """Return the partial move with another subject; a place where that is impossible is forgotten."""
        partial = replace(self, subject=subject, number=0)
        return partial if not self.place or partial.moves else replace(partial, place="")

    def at(self, place: str) -> "PartialMove":
        """Return the partial move at another place."""
        return replace(self, place=place, number=0)

    def varied(self, step: int) -> "PartialMove":
        """Return the partial move with the next payment, barter or tunnel."""
        return replace(self, number=(self.number + step) % max(1, len(self.moves)))

    def next_subject(self, step: int, kind: str = "") -> "PartialMove":
        """Return the partial move with the next subject, or the one before, of all or of a kind."""
        subjects = [each for each in self.options.subjects if each.startswith(kind)]
        if not subjects:
            return self
        here = subjects.index(self.subject) + step if self.subject in subjects else min(step, 0)
        return self.of(subjects[here % len(subjects)])

    def moved(self, right: int, down: int) -> "PartialMove":
        """Return it at the nearest possible place in a direction; at the first one if no place was chosen."""
        places = self.places
        if not places:
            return self
        if not self.place:
            return self.at(min(places, key=lambda place: (sum(abs(x) for x in point_of(place)), place)))
        x, y = point_of(self.place)
        steps = ((point_of(place)[0] - x, point_of(place)[1] - y, place) for place in places)
        return self.at(onward(steps, right, down, ASIDE) or self.place)


def side_between(cell: int, other: int) -> str | None:
    """Return the name of the side between two hexes; None if there is none."""
    return next((side for side, cells in PARTED.items() if set(cells) == {cell, other}), None)
