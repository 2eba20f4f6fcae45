"""A move as far as somebody has chosen it: the parts that were pointed at, and the legal moves that have them all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from urbanist.bots.table.kit.move_part import PLACE, THING, WAY, MovePart
from urbanist.engine.event import Move

Parts = tuple[MovePart, ...]


@dataclass(frozen=True, slots=True)
class PartialChoice:
    """Parts that were pointed at, by kind, and the legal moves with all their parts."""

    moves: Mapping[Move, Parts]
    chosen: Mapping[str, str]

    @classmethod
    def of(cls, moves: Mapping[Move, Parts], names: Sequence[str]) -> "PartialChoice":
        """Return what was chosen one after the other; what does not go together with a later part is gone."""
        kinds = {part.name: part.kind for parts in moves.values() for part in parts}
        choice = cls(moves, {})
        for name in names:
            if name in kinds:
                choice = choice.with_part(kinds[name], name)
        return choice

    def with_part(self, kind: str, name: str) -> "PartialChoice":
        """Return the choice with another part; what does not go together with it is chosen no more."""
        for kept in ({THING, PLACE, WAY}, {THING, PLACE}, {THING}, {PLACE}, set[str]()):
            others = {each: found for each, found in self.chosen.items() if each in kept and each != kind}
            choice = PartialChoice(self.moves, {**others, kind: name})
            if choice.left:
                return choice
        return self

    @property
    def left(self) -> list[Move]:
        """The legal moves with all chosen parts."""
        wanted = {*self.chosen.values()}
        return [move for move, parts in self.moves.items() if wanted <= {part.name for part in parts}]

    @property
    def proposed(self) -> Move | None:
        """The move that is chosen, if nothing but the way is open: then the first way; None before."""
        left = self.left
        open_parts = {part for move in left for part in self.moves[move] if part.kind != WAY}
        kinds = [part.kind for part in open_parts]
        return left[0] if self.chosen and left and len(kinds) == len({*kinds}) else None

    def options(self, kind: str) -> list[MovePart]:
        """Return the parts of a kind that go together with what else is chosen; all parts of things."""
        others = {name for each, name in self.chosen.items() if each not in (kind, WAY) and kind != THING}
        found = {
            part: None
            for parts in self.moves.values()
            if others <= {part.name for part in parts}
            for part in parts
            if part.kind == kind
        }
        return list(found)

    @property
    def next_way(self) -> MovePart | None:
        """The way after that of the proposed move; None if there is no other one."""
        move, ways = self.proposed, self.options(WAY)
        if move is None or len(ways) < 2:
            return None
        here = next((place for place, way in enumerate(ways) if way in self.moves[move]), 0)
        return ways[(here + 1) % len(ways)]
