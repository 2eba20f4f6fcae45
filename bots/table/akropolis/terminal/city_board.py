"""Cities as hexes in a terminal, under a camera with the tile in hand; the tiles of the market; the other cities."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import (
    KIND_COLOUR,
    City,
    city_of,
    laid,
    pieces_of,
    placements,
    tile_city,
    top_colour,
)
from urbanist.bots.table.akropolis.model.hand import Hand, Site
from urbanist.bots.table.akropolis.text import facts
from urbanist.bots.table.kit.colour import (
    BLACK,
    COUNTED,
    FRESH,
    GREY,
    ILLEGAL,
    LEGAL,
    WHITE,
    Colour,
    blend,
)
from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.colour import SEAT_MARK as MARK
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.canvas import Canvas
from urbanist.bots.table.kit.terminal.hex_grid import MESHES, HexWindow, Mesh, corner, owners
from urbanist.engine.akropolis.city_record import Hex, Space, space_text

#: How much darker a hex is; the shades alternate so that neighbours differ.
SHADES = (0.0, 0.06, 0.12)


def hex_letter(top: Hex) -> str:
    """Return the letter of a hex: that of its kind, a capital for a plaza."""
    small = facts.letter(top.kind)
    return small.upper() if top.plaza else small


def hex_ground(top: Hex, space: Space) -> Colour:
    """Return the colour of a hex at its place."""
    return blend(top_colour(top), BLACK, SHADES[(space[0] - space[1]) % 3])


def hex_ink(top: Hex) -> Colour:
    """Return the colour of text on a hex."""
    return WHITE if top.plaza else blend(KIND_COLOUR[top.kind], BLACK, 0.72)


SMALL = MESHES[-1]
#: The narrowest mesh in which edges between tiles are drawn, and how much darker than its hex an edge is.
EDGED, EDGE = 4, 0.5


class Face(NamedTuple):
    """How a hex looks: its colour (None: the terminal's own), its text, and to which piece it belongs.

    Pieces have an edge between them, or their own `outline`.
    """

    ground: Colour | None
    ink: Colour
    mark: str
    piece: int = 0
    outline: Colour | None = None


def faces(city: City, mesh: Mesh, pieces: Mapping[Space, int]) -> dict[Space, Face]:
    """Return the looks of the hexes of a city."""
    return {
        space: Face(hex_ground(top, space), hex_ink(top), mark(top, mesh), pieces.get(space, 0))
        for space, top in city.items()
    }


def mark(top: Hex, mesh: Mesh) -> str:
    """Return kind and height of a hex, with a star for a plaza if there is room."""
    star = "★" if mesh.wide > 2 and top.plaza else ""
    return f"{star}{hex_letter(top)}{top.height or ''}"


def paint(looks: Mapping[Space, Face], mesh: Mesh, window: HexWindow) -> Canvas:
    """Return the hexes in a window."""
    shown = [(space, face) for space, face in looks.items() if window.sees(space)]
    canvas = _coloured(owners([space for space, _ in shown], mesh, window), [face for _, face in shown], mesh)
    for space, face in shown:
        x, y = corner(mesh, window, space)
        canvas.write(x + (mesh.wide - len(face.mark)) // 2, mesh.line(y), face.mark, face.ink)
    return canvas


def _coloured(owner: NDArray[np.int32], looks: Sequence[Face], mesh: Mesh) -> Canvas:
    """Return the pixels of hexes, and the edges between pieces."""
    known = [*looks, Face(None, BLACK, "", -1)]  # number -1 is the last one
    ground = np.array([face.ground or BLACK for face in known], np.uint8)[owner]
    bare = np.array([face.ground is None for face in known])[owner]
    if mesh.wide >= EDGED:
        piece = np.array([face.piece for face in known])[owner]
        edge = [face.outline or blend(face.ground or BLACK, BLACK, EDGE) for face in known]
        framed = np.array([face.outline is not None for face in known])[owner]
        here = _border(piece, ~bare) & ~framed | _border(piece, None) & framed
        ground[here] = np.array(edge, np.uint8)[owner][here]
        bare &= ~(here & framed)
    return Canvas(ground, bare)


def _border(piece: NDArray[np.int64], among: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
    """Return the pixels at the border of a piece: on all sides, or only to the east and south and `among` pixels."""
    border = np.zeros(piece.shape, np.bool_)
    across, down = piece[:, 1:] != piece[:, :-1], piece[1:] != piece[:-1]
    if among is None:
        border[:, 1:] |= across
        border[1:] |= down
    else:
        across &= among[:, 1:] & among[:, :-1]
        down &= among[1:] & among[:-1]
    border[:, :-1] |= across
    border[:-1] |= down
    return border


def more(city: City, window: HexWindow) -> str:
    """Return how many hexes lie beyond each side of a window; empty if all are shown."""
    beyond = Counter(map(window.beyond, city))
    said = ", ".join(f"{side} {beyond[side]}" for side in "↑↓←→" if beyond[side])
    return tr("more: {hexes}", hexes=said) if said else ""


#: The rows and half hexes around a city that fit into the automatic size.
RIM = 1
#: The smallest automatic size still shows the edges of tiles.
SMALLEST = len(MESHES) - 2


@dataclass(frozen=True, slots=True)
class Area:
    """The part of a terminal that a city has: its upper left corner and its size, in characters."""

    left: int
    top: int
    columns: int
    lines: int


class Camera:
    """The size of hexes, and the row and half hex in the upper left corner."""

    def __init__(self, sizes: Sequence[Mesh] = MESHES[: SMALLEST + 1], rim: int = RIM) -> None:
        self._sizes, self._rim = sizes, rim
        self.mesh = sizes[-1]
        self._chosen: int | None = None
        self._north = self._west = 0

    def frame(self, spaces: Collection[Space], area: Area) -> None:
        """Look at the middle of some places, in the size that shows them all, unless a person chose a size."""
        whole = HexWindow.of(spaces)
        if self._chosen is None:
            around = whole.grown(self._rim)
            fitting = (mesh for mesh in self._sizes if around.fits(mesh, area.columns, area.lines))
            self.mesh = next(fitting, self._sizes[-1])
        else:
            self.mesh = MESHES[self._chosen]
        rows, halves = self._room(area)
        self._north = (whole.north + whole.south + 1 - rows) // 2
        self._west = (whole.west + whole.east + 1 - halves) // 2

    def zoom(self, step: int) -> None:
        """Choose a larger or a smaller size."""
        now = MESHES.index(self.mesh)
        self._chosen = min(max(now - step, 0), len(MESHES) - 1)

    def follow(self, spaces: Collection[Space], area: Area) -> None:
        """Move just as far as necessary to see some places."""
        need, now = HexWindow.of(spaces), self.window(area)
        self._north += min(0, need.north - now.north) + max(0, need.south - now.south)
        self._west += min(0, need.west - now.west) + max(0, need.east - now.east)

    def scroll(self, right: int, down: int) -> None:
        """Move by rows and half hexes."""
        self._west += right
        self._north += down

    def window(self, area: Area) -> HexWindow:
        """Return what is shown."""
        rows, halves = self._room(area)
        return HexWindow(self._north, self._north + rows - 1, self._west, self._west + halves - 1)

    def corner(self, area: Area) -> tuple[int, int]:
        """Return the column and the line where the window begins, so that it stands in the middle of the area."""
        window = self.window(area)
        spare = area.columns - window.columns(self.mesh), area.lines - window.rows(self.mesh)
        return area.left + max(0, spare[0]) // 2, area.top + max(0, spare[1]) // 2

    def space(self, area: Area, column: int, line: int) -> Space | None:
        """Return the hex under a character; None if there is none."""
        left, top = self.corner(area)
        x, y = column - left, 2 * (line - top)
        row = (y - len(self.mesh.tips) // 2) // self.mesh.pitch
        r = self._north + row
        q = (self._west - r + 2 * x // self.mesh.wide) // 2
        window = self.window(area)
        return (q, r) if x >= 0 <= row and window.sees((q, r)) else None

    def _room(self, area: Area) -> tuple[int, int]:
        mesh = self.mesh
        rows = (2 * area.lines - len(mesh.tips)) // mesh.pitch
        return max(1, rows), max(2, 2 * area.columns // mesh.wide)


#: The signs of an empty place and of a hex that a tile can cover, and of a tile where it may not lie.
PLACE, COVER, WRONG = "·", "▴", "×"
#: The columns of the coordinates beside a city.
RULE = 4
#: The narrowest mesh in which the last tile is framed.
FRAMED = 6
#: The pieces of a tile in hand and of empty places; tiles have positive numbers.
HAND, NOTHING = -2, -3


def paint_city(
    canvas: Canvas,
    area: Area,
    camera: Camera,
    pov: PlayerView,
    seat: int,
    hand: Hand | None,
    counted: Mapping[str, str],
) -> None:
    """Paint a seat's city, what counts in it, and the tile in hand over it."""
    city = city_of(pov.state, seat)
    looks = looks_of(city, pov, seat, camera.mesh)
    for space, face in looks.items():
        if label := counted.get(space_text(space)):
            text = label if camera.mesh is SMALL else f"{face.mark[:-1].strip('★')}{label}"
            looks[space] = face._replace(ground=COUNTED, ink=BLACK, mark=text)
    if hand is not None:
        _mark_open(looks, hand, camera.mesh)
        _hold(looks, hand, camera.mesh)
    window = camera.window(area)
    canvas.lay(paint(looks, camera.mesh, window), *camera.corner(area))
    if said := more(city, window):
        canvas.write(area.left, area.top + area.lines - 1, f" {said} ", None, bold=False)


def write_coordinates(canvas: Canvas, area: Area, camera: Camera, city: City) -> None:
    """Write the columns above and below a city, and its rows beside it, as far as they are shown."""
    mesh, window, whole, (left, top) = (
        camera.mesh,
        camera.window(area),
        HexWindow.of(city),
        camera.corner(area),
    )
    north, south = max(window.north, whole.north), min(window.south, whole.south)
    above = top + corner(mesh, window, (0, north))[1] // 2 - 1
    step = max(1, 4 // mesh.wide)
    for r, line in ((north, above), (south, top + mesh.rows(south - window.north + 1))):
        for q in range((window.west - r + 1) // 2, (window.east - r) // 2 + 1):
            if q % step == 0 and window.sees((q, r)):
                column = left + corner(mesh, window, (q, r))[0] + (mesh.wide - len(str(q))) // 2
                canvas.write(column, line, str(q), None, bold=False)
    for r in range(north, south + 1):
        line = top + mesh.line(corner(mesh, window, (0, r))[1])
        canvas.write(area.left - RULE, line, f"{r:>{RULE - 1}}", None, bold=False)


def looks_of(city: City, pov: PlayerView, seat: int, mesh: Mesh) -> dict[Space, Face]:
    """Return the hexes of a city; the last tile is framed."""
    laid_before = placements(pov, seat)
    last = laid_before[-1].tile if laid_before and mesh.wide >= FRAMED else None
    looks = faces(city, mesh, pieces_of(pov, seat))
    return {
        space: face._replace(outline=FRESH) if face.piece == last else face for space, face in looks.items()
    }


def _mark_open(looks: dict[Space, Face], hand: Hand, mesh: Mesh) -> None:
    """Mark what a tile of this orientation can cover."""
    for space in hand.site.open_spaces(hand.spot[2]):
        face = looks.get(space)
        if face is None:
            looks[space] = Face(None, GREY, PLACE, NOTHING)
        elif mesh.wide > 2:
            looks[space] = face._replace(mark=f"{face.mark}{COVER}")


def _hold(looks: dict[Space, Face], hand: Hand, mesh: Mesh) -> None:
    """Lay the tile in hand over a city, even where it may not lie."""
    over = laid(hand.site.city, hand.placement, hand.site.printed[hand.tile])
    frame = LEGAL if hand.legal else ILLEGAL
    for space in hand.spaces:
        top = over[space]
        text = mark(top, mesh) if hand.legal else f"{hex_letter(top)}{WRONG}"
        looks[space] = Face(hex_ground(top, space), hex_ink(top), text, HAND, frame)


#: The market takes at most this share of the lines, and the columns between two tiles.
MARKET_SHARE, GAP = 0.26, 3
#: The least width of a tile with its label, such as `41 2◆` and a sign.
LEAST_TILE = 6
#: How much a tile that is too dear fades into grey.
FADED = 0.4
TRIANGLE = HexWindow.of(tile_city(("quarry",) * 3))


class Market:
    """The open tiles in a row: how large they are drawn, and where each one begins."""

    def __init__(self, site: Site, columns: int, lines: int) -> None:
        self._site = site
        self.mesh = next(mesh for mesh in MESHES if mesh is SMALL or self._fits(mesh, columns, lines))
        self._pitch = self._wide(self.mesh) + min(
            GAP, max(1, columns // len(site.market) - self._wide(self.mesh))
        )
        self.lines = 1 + TRIANGLE.rows(self.mesh)

    def _wide(self, mesh: Mesh) -> int:
        return max(LEAST_TILE, TRIANGLE.columns(mesh))

    def _fits(self, mesh: Mesh, columns: int, lines: int) -> bool:
        wide = (self._wide(mesh) + 1) * len(self._site.market)
        return wide <= columns and 1 + TRIANGLE.rows(mesh) <= MARKET_SHARE * lines

    def tile_at(self, column: int, line: int) -> int | None:
        """Return the tile under a character."""
        place = column // self._pitch
        return self._site.market[place] if line < self.lines and place < len(self._site.market) else None

    def paint(self, canvas: Canvas, taken: int | None) -> None:
        """Paint the tiles; the taken one is framed."""
        for place, tile in enumerate(self._site.market):
            left = place * self._pitch
            dear = tile not in self._site.payable
            text = f"{tile} {place}◆" if place or self.mesh is SMALL else tr("{tile} free", tile=tile)
            if tile == taken:
                canvas.write(left, 0, text, BLACK, LEGAL)
            else:
                canvas.write(left, 0, text, GREY if dear else None, bold=not dear)
            looks = {
                space: Face(
                    blend(hex_ground(top, space), GREY, FADED * dear),
                    hex_ink(top),
                    mark(top, self.mesh),
                    tile,
                    LEGAL if tile == taken else None,
                )
                for space, top in tile_city(self._site.printed[tile]).items()
            }
            canvas.lay(paint(looks, self.mesh, TRIANGLE), left, 1)


#: The widths from which a board shows the other cities, where a person can turn to them and where not; their share.
LEAST_WIDE, LEAST_RULED, OTHERS_SHARE = 110, 70, 0.28
#: The sizes of the other cities, the best first.
SIZES = [mesh for mesh in MESHES if mesh.wide <= 8]


class Neighbours:
    """The seats whose cities are shown small, and where each one stands."""

    def __init__(self, pov: PlayerView, seat: int, columns: int, lines: int, least: int = LEAST_WIDE) -> None:
        self._pov = pov
        self.columns = int(OTHERS_SHARE * columns) if columns >= least else 0
        self._left, self._high = columns - self.columns, lines // (pov.state.seats - 1)
        self._seats = [other for other in range(pov.state.seats) if other != seat] if self.columns else []

    def seat_at(self, column: int, line: int) -> int | None:
        """Return the seat whose city is under a character."""
        place = line // self._high
        return self._seats[place] if column >= self._left and place < len(self._seats) else None

    def paint(self, canvas: Canvas) -> None:
        """Paint the cities, each with its seat and points above."""
        points = self._pov.state.scores()
        for place, seat in enumerate(self._seats):
            top = place * self._high
            canvas.write(self._left + 2, top, f"{MARK[seat]}{seat}", WHITE, COLOUR[seat])
            said = tr.counted("{n} points", "{n} points", points[seat])
            canvas.write(self._left + 5, top, f"{self._pov.player(seat)}  {said}", None)
            city, camera = city_of(self._pov.state, seat), Camera(SIZES, 0)
            area, whole = Area(self._left + 2, top + 1, self.columns - 2, self._high - 2), HexWindow.of(city)
            camera.frame(city.keys(), area)
            fits = whole.fits(camera.mesh, area.columns, area.lines)
            looks, window = looks_of(city, self._pov, seat, camera.mesh), camera.window(area)
            canvas.lay(paint(looks, camera.mesh, whole if fits else window), area.left, area.top)
