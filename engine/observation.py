"""What one seat sees of a position, as arrays, and the names of all numbers in them."""

from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class Layout(NamedTuple):
    """The names of the numbers of an `Observation`, in their order, and the shape of its planes."""

    common: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    common_planes: tuple[str, ...] = ()
    seat_planes: tuple[str, ...] = ()
    plane_shape: tuple[int, ...] = (0,)

    def shapes(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """Return the shapes of the four arrays of an observation at a table of so many seats."""
        return (
            (len(self.common),),
            (seats, len(self.seats)),
            (len(self.common_planes), *self.plane_shape),
            (seats, len(self.seat_planes), *self.plane_shape),
        )

    def split(self, numbers: npt.NDArray[np.float32], seats: int) -> "Observation":
        """Return the observation that `Observation.flat` made to one row of numbers; batches keep their first axes."""
        shapes, lead = self.shapes(seats), numbers.shape[:-1]
        ends = np.cumsum([prod(shape) for shape in shapes])
        if numbers.shape[-1] != ends[-1]:
            raise ValueError(f"{numbers.shape[-1]} numbers; an observation of {seats} seats has {ends[-1]}")
        parts = np.split(numbers, ends[:-1], axis=-1)
        return Observation(*(part.reshape(*lead, *shape) for part, shape in zip(parts, shapes, strict=True)))


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
