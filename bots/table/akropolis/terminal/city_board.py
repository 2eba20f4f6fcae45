"""A city on the board: its tiles, the tile in hand, and where that tile may lie."""

from collections.abc import Mapping

from urbanist.bots.table.akropolis.model.city import City, city_of, laid, pieces_of, placements
from urbanist.bots.table.akropolis.model.hand import Hand
from urbanist.bots.table.akropolis.terminal import colours
from urbanist.bots.table.akropolis.terminal.camera import Area, Camera
from urbanist.bots.table.akropolis.terminal.honeycomb import SMALL, Face, Mesh, faces, mark, more, paint
from urbanist.bots.table.kit.colour import BLACK, COUNTED, FRESH, GREY, ILLEGAL, LEGAL
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.canvas import Canvas
from urbanist.engine.akropolis.city_record import Space, space_text

#: The signs of an empty place and of a hex that a tile can cover, and of a tile where it may not lie.
PLACE, COVER, WRONG = "·", "▴", "×"
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
    paint(canvas, looks, camera.mesh, window, *camera.corner(area))
    if said := more(city, window):
        canvas.write(area.left, area.top + area.lines - 1, f" {said} ", None, bold=False)


def looks_of(city: City, pov: PlayerView, seat: int, mesh: Mesh) -> dict[Space, Face]:
    """Return the hexes of a city; the last tile is framed."""
    laid_before = placements(pov, seat)
    last = laid_before[-1].tile if laid_before and mesh.wide >= FRAMED else None
    looks = faces(city, mesh, pieces=pieces_of(pov, seat))
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
    over = laid(hand.site.city, hand.placement)
    frame = LEGAL if hand.legal else ILLEGAL
    for space in hand.spaces:
        top = over[space]
        text = mark(top, mesh) if hand.legal else f"{colours.letter(top)}{WRONG}"
        looks[space] = Face(colours.ground(top, space), colours.ink(top), text, HAND, frame)
