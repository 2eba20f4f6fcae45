"""What one seat sees of a position, as arrays, and what all numbers in them are called and count."""

import re
from math import inf, prod
from typing import Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from urbanist.engine.suggestion import suggestion

#: What an observation holds: all, the features of the networks alone, or all but them.
Parts = Literal["all", "features", "details"]
PARTS: tuple[Parts, ...] = get_args(Parts)

Floats = npt.NDArray[np.float32]


class Quantity(NamedTuple):
    """What numbers of an observation count, and their least and greatest values.

    `names` are those of the numbers, joined by `|`; a `*` stands for any words.
    """

    array: str
    names: str
    unit: str
    low: float
    high: float

    def fits(self, name: str) -> bool:
        """Return whether a number has one of the names."""
        pattern = re.escape(self.names).replace(r"\*", ".+").replace(r"\|", "|")
        return re.fullmatch(pattern, name) is not None


class Layout(NamedTuple):
    """The names of the numbers of an `Observation`, in their order, the shape of its planes, and what they count."""

    common: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    common_planes: tuple[str, ...] = ()
    seat_planes: tuple[str, ...] = ()
    plane_shape: tuple[int, ...] = (0,)
    quantities: tuple[Quantity, ...] = ()

    def shapes(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """Return the shapes of the four arrays of an observation at a table of so many seats."""
        return (
            (len(self.common),),
            (seats, len(self.seats)),
            (len(self.common_planes), *self.plane_shape),
            (seats, len(self.seat_planes), *self.plane_shape),
        )

    def split(self, numbers: npt.NDArray[np.generic], seats: int) -> "Observation":
        """Return the observation of a row of numbers, such as `Observation.flat` makes, without a copy.

        Batches keep their first axes.
        """
        shapes, lead = self.shapes(seats), numbers.shape[:-1]
        ends = np.cumsum([prod(shape) for shape in shapes])
        if numbers.shape[-1] != ends[-1]:
            raise ValueError(f"{numbers.shape[-1]} numbers; an observation of {seats} seats has {ends[-1]}")
        parts = np.split(numbers, ends[:-1], axis=-1)
        return Observation(*(part.reshape(*lead, *shape) for part, shape in zip(parts, shapes, strict=True)))

    def quantity(self, array: str, name: str) -> Quantity:
        """Return what a number of an array, or a plane of it, counts; without bounds if the game does not tell."""
        fitting = [each for each in self.quantities if each.array == array and each.fits(name)]
        # `points of foundations` are also `points of *`.
        unknown = Quantity(array, "", "", -inf, inf)
        return max(
            fitting, key=lambda each: (name in each.names.split("|"), len(each.names)), default=unknown
        )

    def ranges(self, array: str) -> Floats:
        """Return the least and the greatest values of the numbers or planes of an array, [2, numbers]."""
        bounds = [self.quantity(array, name)[3:] for name in getattr(self, array)]
        return np.array(bounds, np.float32).reshape(-1, 2).T

    def bounds(self, seats: int) -> tuple[Floats, Floats]:
        """Return the least and the greatest values of the numbers of a row, as `Observation.flat` makes it."""
        low, high = (self._rows(seats, side, prod(self.plane_shape)) for side in (0, 1))
        return low, high

    def scales(self, seats: int, top: int) -> tuple[Floats, Floats]:
        """Return for the numbers of a row, then for its planes, what is subtracted and what multiplied.

        What comes out is from 0 to `top`.
        """
        low, high = (self._rows(seats, side, 1) for side in (0, 1))
        if not np.isfinite(high - low).all():
            raise TypeError("a game that does not tell the ranges of its numbers cannot scale them")
        return low, (top / np.maximum(high - low, np.finfo(np.float32).tiny)).astype(np.float32)

    def _rows(self, seats: int, side: int, places: int) -> Floats:
        common, rows, common_planes, seat_planes = (self.ranges(array)[side] for array in self._fields[:4])
        return np.concatenate(
            [common, np.tile(rows, seats), np.repeat(common_planes, places)]
            + [np.repeat(seat_planes, places)] * seats
        ).astype(np.float32)


class Observation(NamedTuple):
    """What one seat sees of a position, in float32; all seats are in clockwise order and begin with the one that sees.

    In an observation of a batch, each array has the records as its first axis.
    """

    #: What all seats share, by `Layout.common`.
    common: npt.NDArray[np.float32]
    #: A row for each seat, by `Layout.seats`.
    seats: npt.NDArray[np.float32]
    #: The map, by `Layout.common_planes`, then by place.
    common_planes: npt.NDArray[np.float32]
    #: For each seat its part of the map, or its own map, by `Layout.seat_planes`, then by place.
    seat_planes: npt.NDArray[np.float32]

    def flat(self) -> npt.NDArray[np.float32]:
        """Return all numbers in one row, or in a row for each record of a batch; `Layout.split` is the way back."""
        lead = self.common.shape[:-1]
        return np.concatenate([part.reshape(*lead, prod(part.shape[len(lead) :])) for part in self], axis=-1)


def part_of(layout: Layout, parts: Parts, common: int, seats: int) -> Layout:
    """Return the names of a part of a layout that begins with so many features; `ValueError` for none of `PARTS`."""
    if parts not in PARTS:
        raise ValueError(f"no parts '{parts}'; {suggestion(parts, PARTS)}")
    if parts == "all":
        return layout
    if parts == "features":
        return layout._replace(
            common=layout.common[:common], seats=layout.seats[:seats], common_planes=(), seat_planes=()
        )
    return layout._replace(common=layout.common[common:], seats=layout.seats[seats:])
