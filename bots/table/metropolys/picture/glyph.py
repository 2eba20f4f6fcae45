"""Small signs on the board as symbols: tokens, statues, trees, the sign of a dead end and the letters of types."""

from urbanist.bots.table.kit.picture.brush import Parts, box, disc, fill
from urbanist.bots.table.kit.picture.lettering import write
from urbanist.bots.table.kit.picture.theme import WHITE
from urbanist.bots.table.kit.plane import star
from urbanist.bots.table.metropolys.picture.colours import ABSENT_INK, BRONZE, LAND, SQUARE, TOKEN
from urbanist.bots.table.metropolys.text.names import letter

#: The radius of the ground of a statue or tree as a symbol.
PLACE = 1.45
#: The radius of a token.
RADIUS = 1.6


def token_symbol(kind: str) -> Parts:
    """Return a token: a star for trendy, M for metro, R for ruins."""
    face, rim, mark = TOKEN[kind]
    sign = (
        fill([star((0.0, 0.08), 1.15)], fill=mark)
        if kind == "trendy"
        else write((0.0, 0.0), letter(kind), 1.75, bold=True, fill=mark)
    )
    shade = disc((0.14, 0.2), 1.62, fill="#000", fill_opacity=0.18)
    return [shade, disc((0.0, 0.0), RADIUS, fill=face, stroke=rim, stroke_width=0.18), sign]


def statue_symbol(name: str) -> Parts:
    """Return a figure on a pedestal in a round square, in grey if it is `absent`."""
    colour = ABSENT_INK if name.endswith("absent") else BRONZE
    parts = (
        ((-0.62, 0.95), (0.62, 0.95), (0.42, 0.4), (-0.42, 0.4)),
        ((-0.3, 0.4), (0.3, 0.4), (0.48, -0.38), (-0.48, -0.38)),
        ((0.3, -0.38), (0.48, -0.1), (0.95, -0.82), (0.75, -0.92)),
    )
    ground = disc((0.0, 0.0), PLACE, fill=SQUARE, stroke=colour, stroke_width=0.13)
    figure = (fill([part], fill=colour) for part in parts)
    return [ground, *figure, disc((0.0, -0.74), 0.33, fill=colour)]


def square_symbol(name: str) -> Parts:
    """Return a square at a crossing of four streets: a tree on paving, in grey if it is `absent`."""
    colour = ABSENT_INK if name.endswith("absent") else LAND["park"][1]
    ground = disc((0.0, 0.0), PLACE, fill=SQUARE, stroke=colour, stroke_width=0.1)
    crown = (disc((dx, dy), 0.42, fill=colour) for dx, dy in ((-0.3, 0.18), (0.3, 0.18), (0.0, -0.28)))
    return [ground, *crown]


def gate_symbol(_: str) -> Parts:
    """Return the road sign of a dead end."""
    return [
        box((-0.95, -0.95), (1.9, 1.9), 0.3, fill="#2C5FA5", stroke=WHITE, stroke_width=0.15),
        box((-0.19, -0.3), (0.38, 1.0), 0.05, fill=WHITE),
        box((-0.6, -0.62), (1.2, 0.42), 0.05, fill="#D84A3A"),
    ]


def type_symbol(name: str) -> Parts:
    """Return the letter of a type on a disc in the darker shade of the type, in grey if it is `absent`."""
    kind, *absent = name.split("-")
    ground = disc((0.0, 0.0), 1.02, fill=ABSENT_INK if absent else LAND[kind][1])
    return [ground, write((0.0, 0.0), letter(kind), 1.35, bold=True, fill=WHITE)]
