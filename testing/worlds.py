"""Whether a reshuffle draws the worlds that games have: both are counted over many games.

A game that is played by uniformly random moves is counted as often as there were choices, so that all worlds of what a
seat has seen count as the deal and chance make them. Then a position and its reshuffle must say the same equally often.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from urbanist.engine import State
from urbanist.engine.python_notation import plain_value

if TYPE_CHECKING:
    from urbanist.engine.event import Chance, Move

#: Moves before a position that is counted: none, one, and so on.
PLIES = 5
#: A difference in fewer worlds shows nothing.
FEWEST = 25
#: The chi-square, of one degree of freedom, that a fair reshuffle passes with a probability of six in ten million.
MOST = 25.0

Place = tuple[object, ...]


@dataclass
class Difference:
    """How much more often positions say something than their reshuffles."""

    more: float = 0.0
    squares: float = 0.0
    worlds: int = 0

    def add(self, weight: float) -> None:
        """Count a world in which only one of both says it: the position, or with a negative weight its reshuffle."""
        self.more += weight
        self.squares += weight * weight
        self.worlds += 1

    @property
    def chi_square(self) -> float:
        """The square of the difference in standard deviations."""
        return self.more**2 / self.squares if self.worlds >= FEWEST else 0.0


@dataclass
class Counts:
    """The differences by what is said: the observer, the place in a position and the value there."""

    said: defaultdict[Place, Difference] = field(default_factory=lambda: defaultdict(Difference))

    def compare(self, observer: int | None, true: State, drawn: State, weight: float) -> None:
        """Count what a position and its reshuffle say differently."""
        here, there = dict(_said(true)), dict(_said(drawn))
        for place in {place for place, _ in here.items() ^ there.items()}:
            self.said[observer, place, here.get(place)].add(weight)
            self.said[observer, place, there.get(place)].add(-weight)

    def worst(self) -> tuple[Place, Difference]:
        """Return what differs most."""
        return max(self.said.items(), key=lambda each: each[1].chi_square, default=((), Difference()))


def midgame(state: State, plies: int, rng: Random) -> tuple[State, float]:
    """Return a position after random moves, and the number of ways in which they could have been chosen."""
    ways = 1.0
    while not state.over and (state.due or plies):
        event: Chance | Move | None = state.chance()
        if event is None:
            moves = state.legal()
            ways, plies = ways * len(moves), plies - 1
            event = rng.choice(moves)
        state = state.play(event)
    return state, ways


def _said(state: State) -> Iterator[tuple[Place, object]]:
    """Yield what a position says, each with its place: what each seat knows, or numbers and bits of a record."""
    position = getattr(state, "position", None)
    if position is not None:
        for seat in range(state.seats):
            yield from _parts(state.game.knows(position, seat), (f"seat {seat}",))  # type: ignore[attr-defined]
        return
    record = state.array
    for name in record.dtype.names or ():
        values: Any = np.atleast_1d(record[name])
        if values.dtype.names is None and values.dtype.itemsize < 8:
            yield from (((name, at), value) for at, value in enumerate(values.reshape(-1).tolist()))
        elif values.dtype.names is None:
            for at, word in enumerate(values.reshape(-1).tolist()):
                yield from (((name, at, bit), True) for bit in range(64) if word >> bit & 1)


def _parts(value: Any, place: Place) -> Iterator[tuple[Place, object]]:
    value = plain_value(value)
    if isinstance(value, tuple):
        for at, part in enumerate(value):
            yield from _parts(part, (*place, at))
    elif isinstance(value, frozenset):
        yield from (((*place, part), True) for part in value)
    else:
        yield place, value
