"""The layout of a terminal: market on top, one large city with its score, and the other cities if there is room."""

from collections.abc import Collection, Mapping
from functools import cache, partial

from rich.text import Text

from urbanist.bots.table.akropolis.model.city import City, city_of, pieces_of, placements
from urbanist.bots.table.akropolis.terminal import panel
from urbanist.bots.table.akropolis.terminal.honeycomb import (
    MESHES,
    SMALL,
    Mesh,
    Window,
    honeycomb,
    margin,
    more,
    ruler,
)
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import Block, beside, shelves, width
from urbanist.engine.akropolis.city_record import Space

LEAST_COLUMNS, LEAST_ROWS = 76, 18
#: With fewer lines the market is drawn in the smallest size.
ROOMY = 30
#: The columns of the coordinates beside a city.
MARGIN = 4
#: With fewer lines a city is not drawn.
LEAST_SMALL = 3
#: The sizes of the viewer's city and of the others, the best first.
SIZES = tuple((MESHES[own], MESHES[other]) for own, other in ((2, 4), (3, 4), (3, 5), (4, 4), (4, 5), (5, 5)))


def draw(pov: PlayerView, columns: int, lines: int) -> Block:
    """Return the whole table in at most `columns` and `lines`."""
    top = [panel.title(pov), *panel.market(pov, MESHES[4] if lines >= ROOMY else SMALL), Text()]
    focus = pov.state.to_move if pov.seat is None else pov.seat
    others = [seat for seat in range(pov.state.seats) if seat != focus]
    score = panel.score(pov, focus)
    room = lines - len(top)
    city_of_size = cache(partial(_whole, pov, focus))
    rest_of_size = cache(lambda mesh: [_small(pov, seat, mesh) for seat in others])
    for own, other in SIZES:
        city, rest = city_of_size(own), rest_of_size(other)
        for whole in (
            beside([city, shelves([score, *rest], columns - width(city) - 2)]),
            [*beside([city, score]), Text(), *shelves(rest, columns)],
        ):
            if len(whole) <= room and width(whole) <= columns:
                return [*top, *whole]
    return [*top, *_crowded(pov, focus, columns, room)][:lines]


def _crowded(pov: PlayerView, focus: int, columns: int, lines: int) -> Block:
    """Return what fits of cities that are too many or too large: parts of them, and the whole score."""
    side = panel.score(pov, focus)
    for seat in range(pov.state.seats):
        if seat != focus:
            side += [Text(), *_part(pov, seat, panel.WIDTH - 1, lines - len(side) - 1)]
    city = city_of(pov.state, focus)
    fresh, pieces = _last(pov, focus), pieces_of(pov, focus)
    return beside([_framed(city, fresh, pieces, columns - panel.WIDTH - 2, lines), side])


def _last(pov: PlayerView, seat: int) -> Collection[Space]:
    """Return the places of a seat's last tile."""
    laid = placements(pov, seat)
    return laid[-1].spaces if laid else ()


def _whole(pov: PlayerView, seat: int, mesh: Mesh) -> Block:
    """Return a whole city with coordinates."""
    city = city_of(pov.state, seat)
    return _ruled(city, mesh, Window.of(city.keys()), _last(pov, seat), pieces_of(pov, seat))


def _framed(
    city: City, fresh: Collection[Space], pieces: Mapping[Space, int], columns: int, lines: int
) -> Block:
    """Return a city with coordinates as large as fits; of a city that is too large the part around `fresh`."""
    mesh, window = _fitting(city, fresh, columns - MARGIN, lines - 2)
    return [*_ruled(city, mesh, window, fresh, pieces), *_beyond(city, window)]


def _ruled(
    city: City, mesh: Mesh, window: Window, fresh: Collection[Space], pieces: Mapping[Space, int]
) -> Block:
    """Return a window of a city with its coordinates."""
    indent = Text(" " * MARGIN)
    north, south = (indent + ruler(mesh, window, r) for r in (window.north, window.south))
    drawn = honeycomb(city, mesh, window, fresh, pieces).split("\n")
    rows = zip(margin(mesh, window), drawn, strict=True)
    return [north, *(Text.assemble((f"{r:>{MARGIN - 1}} ", "dim"), line) for r, line in rows), south]


def _small(pov: PlayerView, seat: int, mesh: Mesh) -> Block:
    """Return a whole city with its score above."""
    city = city_of(pov.state, seat)
    drawn = honeycomb(city, mesh, Window.of(city.keys()), _last(pov, seat), pieces_of(pov, seat))
    return [*panel.short_score(pov, seat), *_indented(drawn)]


def _part(pov: PlayerView, seat: int, columns: int, lines: int) -> Block:
    """Return the part of a city that fits, with its score above."""
    head = panel.short_score(pov, seat)
    room = lines - len(head)
    if room < LEAST_SMALL:
        return head[: max(0, lines)]
    city, fresh = city_of(pov.state, seat), _last(pov, seat)
    mesh, window = _fitting(city, fresh, columns, room, (SMALL,))
    return [*head, *_indented(honeycomb(city, mesh, window, fresh)), *_beyond(city, window)]


def _indented(drawn: Text) -> Block:
    return [Text(" ") + line for line in drawn.split("\n")]


def _fitting(
    city: City, fresh: Collection[Space], columns: int, lines: int, meshes: Collection[Mesh] = MESHES[2:]
) -> tuple[Mesh, Window]:
    """Return the largest mesh that fits the whole city; else the smallest one and a window around `fresh`."""
    whole = Window.of(city.keys())
    for mesh in meshes:
        if whole.columns(mesh) <= columns and whole.rows(mesh) <= lines:
            return mesh, whole
    return SMALL, whole.cut(SMALL, columns, lines - 1, next(iter(fresh), (0, 0)))


def _beyond(city: City, window: Window) -> Block:
    """Return a line with the number of hexes outside a window, or nothing if there are none."""
    said = more(city, window)
    return [Text(said, "dim italic")] if said else []
