"""A move as far as somebody has chosen it: the parts that were pointed at, and the legal moves that have them all."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Self

from urbanist.bots.table.kit.move_part import PLACE, THING, WAY, MovePart
from urbanist.engine.event import Move

Parts = tuple[MovePart, ...]


@dataclass(frozen=True, slots=True)
class PartialChoice:
    """Parts that were pointed at, by kind, among the parts of all legal moves.

    `having` has a bit for each legal move with a part: a page asks hundreds of times which moves are left.
    """

    moves: Mapping[Move, Parts]
    parts: Mapping[str, MovePart]
    having: Mapping[str, int]
    chosen: Mapping[str, str]

    @classmethod
    def of(cls, moves: Mapping[Move, Parts], names: Sequence[str]) -> Self:
        """Return what was chosen one after the other; what does not go together with a later part is gone."""
        having: dict[str, int] = {}
        for number, held in enumerate(moves.values()):
            for part in held:
                having[part.name] = having.get(part.name, 0) | 1 << number
        choice = cls(moves, {part.name: part for held in moves.values() for part in held}, having, {})
        for name in names:
            if name in choice.parts:
                choice = choice.with_part(choice.parts[name].kind, name)
        return choice

    def with_part(self, kind: str, name: str) -> Self:
        """Return the choice with another part; what does not go together with it is chosen no more."""
        for kept in ({THING, PLACE, WAY}, {THING, PLACE}, {THING}, {PLACE}, set[str]()):
            others = {each: chosen for each, chosen in self.chosen.items() if each in kept and each != kind}
            chosen = {**others, kind: name}
            if self._with_all(chosen.values()):
                return replace(self, chosen=chosen)
        return self

    def _with_all(self, names: Iterable[str]) -> int:
        """Return the bits of the legal moves with all these parts."""
        return reduce(lambda left, name: left & self.having[name], names, (1 << len(self.moves)) - 1)

    @property
    def left(self) -> list[Move]:
        """The legal moves with all chosen parts."""
        bits = self._with_all(self.chosen.values())
        return [move for number, move in enumerate(self.moves) if bits >> number & 1]

    @property
    def proposed(self) -> Move | None:
        """The move that is chosen, if nothing but the way is open: then the first way; None before."""
        bits = self._with_all(self.chosen.values()) if self.chosen else 0
        kinds = [part.kind for name, part in self.parts.items() if self.having[name] & bits]
        settled = all(kinds.count(kind) < 2 for kind in (THING, PLACE))
        return self.left[0] if bits and settled else None

    def options(self, kind: str) -> list[MovePart]:
        """Return the parts of a kind that go together with what else is chosen; all parts of things."""
        others = [name for each, name in self.chosen.items() if each not in (kind, WAY) and kind != THING]
        bits = self._with_all(others)
        options = [
            (having & -having, self.parts[name])
            for name, each in self.having.items()
            if self.parts[name].kind == kind and (having := each & bits)
        ]
        # In the order of the first legal moves that have them.
        return [part for _, part in sorted(options, key=lambda each: each[0])]

    @property
    def way(self) -> MovePart | None:
        """The way of what is chosen: that of the proposed move, the chosen one, or the first; None without any."""
        ways, move = self.options(WAY), self.proposed
        if not self.chosen.keys() & {THING, PLACE} or not ways:
            return None
        held = self.moves[move] if move is not None else ()
        return next((way for way in ways if way in held or way.name == self.chosen.get(WAY)), ways[0])

    @property
    def next_way(self) -> MovePart | None:
        """The way after that one; None if there is no other one."""
        ways, here = self.options(WAY), self.way
        return None if here is None or len(ways) < 2 else ways[(ways.index(here) + 1) % len(ways)]
