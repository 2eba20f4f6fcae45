"""A small sign for each kind of hex, and for a star and a stone, as symbols of size 1."""

from urbanist.bots.table.akropolis.picture.colours import KIND, STONE, STONE_EDGE
from urbanist.bots.table.kit.picture.brush import Parts, disc, fill, use
from urbanist.bots.table.kit.picture.theme import WHITE
from urbanist.bots.table.kit.plane import Ring, block, polygon, regular, star


def _rounds(*discs: tuple[float, float, float]) -> tuple[Ring, ...]:
    return tuple(regular((x, y), radius, 24) for x, y, radius in discs)


def _lower_half(x: float, y: float, radius: float) -> Ring:
    return tuple(point for point in regular((x, y), radius, 24) if point[1] >= y - 1e-9)


#: The distance of stars.
STEP = 1.05
#: The shapes of each sign in a square of side 1 around 0.
SIGNS: dict[str, tuple[Ring, ...]] = {
    "houses": (
        polygon("0,-0.5 0.5,-0.05 -0.5,-0.05"),
        block(-0.36, 0.0, -0.1, 0.45),
        block(0.1, 0.0, 0.36, 0.45),
        block(-0.36, 0.0, 0.36, 0.17),
    ),
    "markets": (
        polygon("-0.42,-0.45 0.42,-0.45 0.52,-0.1 -0.52,-0.1"),
        *(_lower_half(-0.39 + 0.26 * place, -0.1, 0.13) for place in range(4)),
        *(block(x - 0.04, 0.0, x + 0.04, 0.45) for x in (-0.4, 0.4)),
        block(-0.44, 0.2, 0.44, 0.33),
    ),
    "barracks": (
        *(block(x - 0.1, -0.48, x + 0.1, -0.25) for x in (-0.36, 0.0, 0.36)),
        polygon(
            "-0.46,-0.26 0.46,-0.26 0.46,0.45 0.14,0.45 0.14,0.18 0,0.04 -0.14,0.18 -0.14,0.45 -0.46,0.45"
        ),
    ),
    "temples": (
        polygon("0,-0.52 0.54,-0.2 -0.54,-0.2"),
        *(block(x - 0.065, -0.14, x + 0.065, 0.32) for x in (-0.36, -0.12, 0.12, 0.36)),
        block(-0.52, 0.34, 0.52, 0.46),
    ),
    "gardens": (
        *_rounds((0.0, -0.27, 0.24), (-0.22, -0.06, 0.22), (0.22, -0.06, 0.22)),
        polygon("-0.07,0 0.07,0 0.1,0.47 -0.1,0.47"),
    ),
    "quarry": (
        polygon("-0.5,0.38 -0.38,-0.02 -0.12,-0.14 0.06,0.1 0.02,0.38"),
        polygon("0.08,0.38 0.12,0.1 0.32,0.02 0.5,0.2 0.48,0.38"),
        polygon("-0.12,-0.2 0.04,-0.42 0.26,-0.36 0.3,-0.06 0.1,0.04"),
    ),
}


def sign_symbol(name: str) -> Parts:
    """Return the sign of a kind in the colour of its place, about 1 wide and high: `sign-houses` and so on."""
    # All rings of a sign turn the same way, so parts that overlap stay filled.
    return [fill(SIGNS[name], 3)]


def stars_symbol(name: str) -> Parts:
    """Return stars side by side in the colour of their place: `stars-1` and so on."""
    number = int(name)
    return [fill([star((STEP * (place - (number - 1) / 2), 0.04), 0.55) for place in range(number)], 3)]


def stone_symbol(_: str) -> Parts:
    """Return a stone, the money of the game."""
    ring = regular((0.0, 0.0), 0.5, 6, 1 / 12)
    shine = disc((-0.12, -0.14), 0.12, fill=WHITE, fill_opacity=0.55)
    return [fill([ring], 3, fill=STONE, stroke=STONE_EDGE, stroke_width=0.04), shine]


def chip_symbol(kind: str) -> Parts:
    """Return the sign of a kind in white on a hex of radius 1 in its colour: `chip-houses` and so on."""
    ground = fill([regular((0.0, 0.0), 1.0, 6)], 3, fill=KIND[kind])
    return [ground, use(f"sign-{kind}", size=1.05, fill=WHITE)]
