"""What a game tells designers about many games at once: which seats had which card, place or tile."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """A question about many games: what each of some values is worth to the seat that has it, such as a card.

    `counts` says how often each seat had each value, [N, seats, values], or how often the whole table had it,
    [N, values]. If it is `drawn`, chance alone decided who had what: then a value is not better because better seats
    choose it.
    """

    name: str
    values: tuple[str, ...]
    counts: Counts
    drawn: bool

    @property
    def shared(self) -> bool:
        """Whether it is about the whole table."""
        return self.counts.ndim == 2


def chosen(numbers: npt.ArrayLike, values: int) -> Counts:
    """Return counts for one value each, by its number, [...] to [..., values]; other numbers have none."""
    counts: Counts = (np.asarray(numbers)[..., None] == np.arange(values)).astype(np.int8)
    return counts


def bits(masks: npt.ArrayLike, values: int) -> Counts:
    """Return counts for the lowest bits of masks, [...] to [..., values]."""
    words = np.asarray(masks).astype(np.uint64)
    flags: Counts = (words[..., None] >> np.arange(values, dtype=np.uint64) & np.uint64(1)).astype(np.int8)
    return flags


def counted(held: Sequence[Sequence[Iterable[str]]], name: str, *, drawn: bool) -> Fact:
    """Return the fact of values that each seat of each game had, as texts; a text may come more than once."""
    values: dict[str, int] = {}
    cells = [
        (game, seat, values.setdefault(value, len(values)))
        for game, table in enumerate(held)
        for seat, had in enumerate(table)
        for value in had
    ]
    counts = np.zeros((len(held), max(map(len, held), default=0), len(values)), np.int16)
    np.add.at(counts, tuple(np.array(cells, np.intp).reshape(-1, 3).T), 1)
    return Fact(name, tuple(values), counts, drawn)
