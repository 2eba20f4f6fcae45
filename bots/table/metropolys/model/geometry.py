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

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from urbanist.bots.table.kit.plane import Point, Ring


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """One space of the board as drawn."""

    name: str
    type: str
    centre: Point
    outline: Ring
    border: bool
    gate: Point | None

    @property
    def district(self) -> str:
        """The letter of its district."""
        return self.name[0]

    @property
    def dead_end(self) -> bool:
        """Whether water closes it in and leaves one way out."""
        return self.gate is not None


@dataclass(frozen=True, slots=True)
class Bridge:
    """A span across the river between two neighbourhoods."""

    joins: tuple[str, ...]
    span: tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Lake:
    """A lake and the neighbourhoods on its shore."""

    around: tuple[str, ...]
    outline: Ring


@dataclass(frozen=True, slots=True)
class Place:
    """A point between neighbourhoods: a statue, or a square where streets cross."""

    around: tuple[str, ...]
    at: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Map:
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


#: The free ground around a statue; squares bring their own measure.
STATUE_RADIUS = 1.45


@cache
def load_map() -> Map:
    """Return the drawn board."""
    data = json.loads(files(__package__).joinpath("map.json").read_text(encoding="utf-8"))
    spaces = [_neighbourhood(entry) for entry in data["neighbourhoods"]]
    return Map(
        size=_point(data["size"]),
        frame=_ring(data["frame"]),
        city=_ring(data["city"]),
        districts={letter: _rings(rings) for letter, rings in data["districts"].items()},
        river=_rings(data["river"]),
        lakes=tuple(Lake(tuple(lake["around"]), _ring(lake["outline"])) for lake in data["lakes"]),
        neighbourhoods={space.name: space for space in spaces},
        bridges=tuple(_bridge(entry) for entry in data["bridges"]),
        statues=tuple(_place(entry) for entry in data["statues"]),
        squares=tuple(_place(entry) for entry in data["squares"]),
    )


def _point(pair: list[float]) -> Point:
    return (float(pair[0]), float(pair[1]))


def _ring(pairs: list[list[float]]) -> Ring:
    return tuple(_point(pair) for pair in pairs)


def _rings(rings: list[list[list[float]]]) -> tuple[Ring, ...]:
    return tuple(_ring(ring) for ring in rings)


def _neighbourhood(entry: dict[str, Any]) -> Neighbourhood:
    return Neighbourhood(
        name=entry["name"],
        type=entry["type"],
        centre=_point(entry["centre"]),
        outline=_ring(entry["outline"]),
        border=entry.get("border", False),
        gate=_point(entry["gate"]) if "gate" in entry else None,
    )


def _bridge(entry: dict[str, Any]) -> Bridge:
    start, end = entry["span"]
    return Bridge(tuple(entry["joins"]), (_point(start), _point(end)))


def _place(entry: dict[str, Any]) -> Place:
    return Place(tuple(entry["around"]), _point(entry["at"]), entry.get("radius", STATUE_RADIUS))
