"""What one seat sees of a position, as arrays, and the names of all numbers in them."""

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
