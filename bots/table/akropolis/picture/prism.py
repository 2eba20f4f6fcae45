"""Hexes in a slanted view from above: prisms as high as their level, drawn from north to south.

Each look of a hex is a symbol for a hex of radius 1 around 0, such as `hex-houses-2` or `hex-houses-plaza-2`; so are
the lines along its border, such as `edges-5`, whose number has a bit for each side.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise

from urbanist.bots.markup import Element
from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import KIND_COLOUR, City, lakes
from urbanist.bots.table.akropolis.text.facts import hex_title
from urbanist.bots.table.kit.colour import BLACK, blend, hexadecimal, paler
from urbanist.bots.table.kit.picture.brush import INK, WHITE, Parts, fill, group, number, stroke, use
from urbanist.bots.table.kit.picture.lettering import write
from urbanist.bots.table.kit.plane import CORNERS, HexPlan, Point, Ring, regular, sides, star
from urbanist.engine.akropolis.city_record import Hex, Space, around
from urbanist.engine.akropolis.edition import Stars
from urbanist.engine.akropolis.pieces import QUARRY

SHADOW = "#3A3428"

KIND = {kind: hexadecimal(colour) for kind, colour in KIND_COLOUR.items()}


def face(top: Hex) -> str:
    """Return the colour of a hex seen from above: full for a plaza, else stronger with the height."""
    colour = KIND_COLOUR[top.kind]
    if top.plaza:
        return hexadecimal(colour)
    if top.kind == "quarry":
        return hexadecimal(paler(colour, min(0.8, 0.36 + 0.1 * max(0, top.height - 1))))
    return hexadecimal(paler(colour, min(0.8, 0.34 + 0.13 * max(0, top.height - 1))))


def wall(top: Hex, *, east: bool) -> str:
    """Return the colour of a hex's south-western wall, or the darker one of its south-eastern wall."""
    colour = paler(KIND_COLOUR[top.kind], 1.0 if top.plaza else 0.72)
    return hexadecimal(blend(colour, BLACK, 0.45 if east else 0.3))


def ink(top: Hex) -> str:
    """Return the colour of signs on a hex."""
    return "#FFFFFF" if top.plaza else hexadecimal(blend(KIND_COLOUR[top.kind], BLACK, 0.45))


#: The distance of stars.
STEP = 1.05


def stars_symbol(name: str) -> Parts:
    """Return stars side by side in the colour of their place: `stars-1` and so on."""
    number = int(name)
    return [fill([star((STEP * (place - (number - 1) / 2), 0.04), 0.55) for place in range(number)], 3)]


def chip_symbol(kind: str) -> Parts:
    """Return the sign of a kind in white on a hex of radius 1 in its colour: `chip-houses` and so on."""
    ground = fill([regular((0.0, 0.0), 1.0, 6)], 3, fill=KIND[kind])
    return [ground, use(f"sign-{kind}", size=1.05, fill=WHITE)]


#: The size on paper of a unit of depth and of a level of height.
SLANT, LEVEL = 0.86, 0.22
#: The plan of the symbols, with three decimal places.
BARE, PLACES = HexPlan((0.0, 0.0), 1.0, SLANT), 3
HERE: Space = (0, 0)
#: Half the width of a hex of radius 1.
HALF = CORNERS[1][0]
#: The bits of all sides.
EVERY = 0b111111
#: The sides that face south-east and south-west.
EAST, WEST = 1, 2


def top_of(plan: HexPlan, space: Space, level: int) -> Ring:
    """Return the outline of the top of a prism."""
    return plan.ring(space, lift=LEVEL * level)


def fitted(city: City, corner: Point, size: Point, largest: float) -> HexPlan:
    """Return the plan in which a city fills a box as far as `largest` allows, in the middle of the box."""
    middles = [(*BARE.point(space), top.height) for space, top in city.items()]
    left, right = min(x for x, _, _ in middles) - HALF, max(x for x, _, _ in middles) + HALF
    top = min(y - LEVEL * height for _, y, height in middles) - SLANT
    bottom = max(y for _, y, _ in middles) + SLANT
    radius = min(size[0] / (right - left), size[1] / (bottom - top), largest)
    x = corner[0] + size[0] / 2 - radius * (left + right) / 2
    y = corner[1] + size[1] / 2 - radius * (top + bottom) / 2
    return HexPlan((x, y), radius, SLANT)


def draw_city(
    city: City,
    stars: Stars,
    plan: HexPlan,
    pieces: Mapping[Space, int],
    fresh: Collection[Space],
    name: str,
) -> Element:
    """Return a city; a faint line divides the hexes of a piece, and `fresh` hexes have a bold outline.

    The ids of its hexes begin with `name`.
    """
    shade = _shade(city, 1.04, (0.16, 0.2))
    water = [use("lake", BARE.point(space)) for space in sorted(set().union(*lakes(city)))]
    lake = [group(*water, title=tr("lake"), class_="lake")] if water else []
    rows: list[Element] = []
    for row in sorted({r for _, r in city}):
        spaces = sorted(space for space in city if space[1] == row)
        rows += [_hex(space, city, stars, pieces, name) for space in spaces]
        rows += [_outline(space, city[space], fresh) for space in spaces if space in fresh]
    return group(shade, *lake, *rows, transform=_placed(plan))


def draw_tile(city: City, stars: Stars, plan: HexPlan) -> Element:
    """Return a tile as it lies in the market."""
    hexes = (use(f"flat-{_look(top, stars)}", BARE.point(space)) for space, top in city.items())
    return group(_shade(city, 1.0, (0.1, 0.14)), *hexes, transform=_placed(plan))


def _placed(plan: HexPlan) -> str:
    return f"translate({number(plan.at[0])} {number(plan.at[1])})scale({number(plan.radius)})"


def _shade(city: City, share: float, off: Point) -> Element:
    """Return the shadow of hexes on the ground, without those whose neighbours in the south-east hide it."""
    casting = [space for space in sorted(city) if not city.keys() >= set(around(space)[:3])]
    rings = ([(x + off[0], y + off[1]) for x, y in BARE.ring(space, share)] for space in casting)
    return fill(rings, fill=SHADOW, fill_opacity=0.16)


def _hex(space: Space, city: City, stars: Stars, pieces: Mapping[Space, int], name: str) -> Element:
    """Return a hex of a city with the lines along its sides, which are bold at the border of its piece."""
    top, piece = city[space], pieces.get(space)
    joined = _bits(near in city and pieces.get(near) == piece is not None for near in around(space))
    return group(
        use(f"hex-{_look(top, stars)}"),
        use(f"edges-{joined}", (0.0, -LEVEL * top.height)),
        title=hex_title(space, top, piece),
        id=f"{name}q{space[0]}r{space[1]}",
        class_=f"hex {top.kind} tile-{piece}",
        transform="translate({} {})".format(*map(number, BARE.point(space))),
    )


def _outline(space: Space, top: Hex, fresh: Collection[Space]) -> Element:
    """Return the part of the outline around fresh hexes that belongs to one of them."""
    outer = _bits(near not in fresh for near in around(space))
    return use(f"fresh-{outer}", BARE.point(space, down=-LEVEL * top.height))


def _bits(flags: Iterable[bool]) -> int:
    return sum(flag << place for place, flag in enumerate(flags))


def _look(top: Hex, stars: Stars) -> str:
    """Return the name of a hex's look: its kind, the stars of a plaza, its height."""
    shown = f"plaza{getattr(stars, top.kind)}-" if top.plaza else ""
    return f"{top.kind}-{shown}{top.height}"


def _top_named(name: str) -> tuple[Hex, int]:
    """Return a hex and its stars by its look, such as `houses-plaza1-2`."""
    kind, *plaza, height = name.split("-")
    return Hex(kind, bool(plaza), int(height)), sum(int(shown.removeprefix("plaza")) for shown in plaza)


def hex_symbol(name: str) -> Parts:
    """Return a prism with what is printed on it."""
    top, stars = _top_named(name)
    walls = (use(f"wall-{side}-{top.height}", fill=wall(top, east=side == EAST)) for side in (EAST, WEST))
    roof = use("top", (0.0, -LEVEL * top.height), fill=face(top))
    return [*walls, roof, *_printed(top, stars, (0.0, -LEVEL * top.height))]


def top_symbol(_: str) -> Parts:
    """Return the top of a prism, a little larger so that no gap shows beside it."""
    return [fill([BARE.ring(HERE, 1.008)], PLACES)]


def wall_symbol(name: str) -> Parts:
    """Return the south-eastern or south-western wall of a prism, such as `wall-1-2`: its side and its height."""
    side, height = map(int, name.split("-"))
    levels = [sides(top_of(BARE, HERE, level))[side] for level in range(height + 1)]
    rings = [(*above, *reversed(below)) for below, above in pairwise(levels)]
    return [fill(rings, PLACES, stroke=INK, stroke_opacity=0.35, stroke_width=0.018)]


def flat_symbol(name: str) -> Parts:
    """Return a hex of a tile in the market: flat, with what is printed on it."""
    top, stars = _top_named(name)
    edge = {"stroke": INK, "stroke_opacity": 0.6, "stroke_width": 0.044}
    return [fill([BARE.ring(HERE)], PLACES, fill=face(top), **edge), *_printed(top, stars, (0.0, 0.0))]


def _printed(top: Hex, stars: int, at: Point) -> Iterator[Element]:
    """Yield what is printed on a hex, and its height beside it if it lies above the ground.

    All of it stays in the northern half and the middle, because a taller neighbour may hide the rest.
    """
    x, y = at[0], at[1] - (0.26 if top.plaza else 0.08)
    colour = ink(top)
    apart = 0.3 if top.height else 0.0
    yield use(f"sign-{top.kind}", (x - apart, y), 0.52 if top.plaza else 0.62, fill=colour)
    if top.plaza:
        yield use(f"stars-{stars}", (at[0], at[1] + 0.18), 0.38, fill=colour)
    if top.height:
        bold = top.kind != QUARRY and not top.plaza
        yield write((x + 0.36, y), str(top.height), 0.6 if bold else 0.5, bold=bold, fill=colour)


def edges_symbol(name: str) -> Parts:
    """Return the sides of a top: faint where its number has a bit, else bold."""
    joined = int(name)
    looks = ((_courses(joined), 0.018, 0.22), (_courses(EVERY & ~joined), 0.042, 0.75))
    return [
        *(
            stroke(courses, wide, PLACES, stroke=INK, stroke_opacity=deep)
            for courses, wide, deep in looks
            if courses
        )
    ]


def fresh_symbol(name: str) -> Parts:
    """Return a bold outline along the sides whose bits are set."""
    outer = int(name)
    return [stroke(_courses(outer), 0.1, PLACES, class_="line")]


def _courses(chosen: int) -> list[list[Point]]:
    """Return the sides whose bits are set as lines; sides that follow each other are one line."""
    ends = sides(BARE.ring(HERE))
    if chosen == EVERY:
        return [[start for start, _ in ends] + [ends[0][0]]]
    # Begin where a side is not chosen, so that no line goes on beyond the last side.
    first = next(side for side in range(6) if not chosen >> side & 1)
    found: list[list[Point]] = [[]]
    for side in (*range(first, 6), *range(first)):
        start, end = ends[side]
        if not chosen >> side & 1:
            found.append([])
        else:
            found[-1] += [end] if found[-1] else [start, end]
    return [course for course in found if course]
