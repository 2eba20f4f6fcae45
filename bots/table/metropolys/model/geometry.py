"""The drawn map of Metropolys: where everything on the board lies.

The data, `map.json`, is a plan of the city made once and kept as facts; y points downwards and the city
fills `size` (140 wide, 100 high). Each neighbourhood has an outline, its type, and a `centre` within, chosen
so that a building fits above it and a name below; a dead end has the `gate` that is its one way out.

Outlines never overlap. Two neighbourhoods joined by land run along each other with a street less than one
unit wide between them; all others are parted by water, or meet across a square at most.

- `city` is the border and `frame` the countryside around it, through which the river leaves.
- `districts` are the grounds below streets and lakes; like the river, each is a list of rings, where a ring
  within another is a hole.
- a bridge is a `span` from a point within one neighbourhood to a point within the other, across the river.
- a statue stands `at` the point where the three neighbourhoods around it meet, a square where four do.
"""

from functools import cache
from importlib.resources import files

import msgspec

from urbanist.bots.table.kit.plane import Point, Ring


class Neighbourhood(msgspec.Struct, frozen=True):
    """One space of the board as drawn; a dead end has a gate."""

    name: str
    type: str
    centre: Point
    outline: Ring
    border: bool = False
    gate: Point | None = None

    @property
    def district(self) -> str:
        """The letter of its district."""
        return self.name[0]


class Bridge(msgspec.Struct, frozen=True):
    """A span across the river between two neighbourhoods."""

    joins: tuple[str, ...]
    span: tuple[Point, Point]


class Lake(msgspec.Struct, frozen=True):
    """A lake and the neighbourhoods on its shore."""

    around: tuple[str, ...]
    outline: Ring


class Place(msgspec.Struct, frozen=True):
    """A point between neighbourhoods with free ground around it: a statue, or a square where streets cross."""

    around: tuple[str, ...]
    at: Point
    radius: float = 1.45


class Map(msgspec.Struct, frozen=True):
    """All of the drawn board."""

    size: Point
    frame: Ring
    city: Ring
    districts: dict[str, tuple[Ring, ...]]
    river: tuple[Ring, ...]
    lakes: tuple[Lake, ...]
    neighbourhoods: dict[str, Neighbourhood]
    bridges: tuple[Bridge, ...]
    statues: tuple[Place, ...]
    squares: tuple[Place, ...]


@cache
def load_map() -> Map:
    """Return the drawn board."""
    data = msgspec.json.decode(files(__package__).joinpath("map.json").read_bytes())
    data["neighbourhoods"] = {space["name"]: space for space in data["neighbourhoods"]}
    return msgspec.convert(data, Map)
