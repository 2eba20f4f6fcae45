"""The map of a board of Metropolys: the place of everything on it.

`map.json` holds a plan of the city; y points downwards and the city fills `size` (140 wide, 100 high).
Each neighbourhood has an outline, its type, and a `centre` in it that leaves room for a building above
and a name below. A dead end has a `gate`, its only way out.

Outlines never overlap. Between two neighbourhoods joined by land there is a street less than one unit
wide. All others have water between them, or touch at a square at most.

- `city` is the border and `frame` the countryside around it; the river leaves through the frame.
- `districts` are the grounds below streets and lakes. Like the river, each is a list of rings; a ring
  inside another is a hole.
- a bridge is a `span` across the river, from a point in one neighbourhood to a point in the other.
- a statue stands `at` the point where its three neighbourhoods meet, a square where four meet.

A board of another shape has a plan, which has roads between neighbours that lie apart, and no names of districts.
"""

import msgspec

from urbanist.bots.table.kit.plane import Point, Ring


class Neighbourhood(msgspec.Struct, frozen=True):
    """One space of the drawn board; a dead end has a gate."""

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


class MapPoint(msgspec.Struct, frozen=True):
    """A point between neighbourhoods with free ground around it: a statue, or a square at a crossing of streets."""

    around: tuple[str, ...]
    at: Point
    radius: float = 1.45


class Map(msgspec.Struct, frozen=True):
    """The whole drawn board."""

    size: Point
    frame: Ring
    city: Ring
    districts: dict[str, tuple[Ring, ...]]
    river: tuple[Ring, ...]
    lakes: tuple[Lake, ...]
    neighbourhoods: dict[str, Neighbourhood]
    bridges: tuple[Bridge, ...]
    statues: tuple[MapPoint, ...]
    squares: tuple[MapPoint, ...]
    roads: tuple[tuple[Point, Point], ...] = ()
    drawn: bool = True
