"""The picture of a game of Akropolis: all cities, or the city of one seat; the market, and what counts.

Hexes are seen from above on a slant: prisms as high as their level, drawn from north to south. Each look of a hex is a
symbol for a hex of radius 1 around 0, such as `hex-houses-2` or `hex-houses-plaza-2`; so are the lines along its
border, such as `edges-5`, whose number has a bit for each side.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from urbanist.bots.markup import Element
from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import (
    KIND_COLOUR,
    City,
    city_of,
    lakes,
    options_of,
    pieces_of,
    placements,
    printed_on,
    stars_of,
    tile_city,
    top_colour,
)
from urbanist.bots.table.akropolis.text.facts import fact, hex_title, stacks_left, stones, tile_tip
from urbanist.bots.table.kit.colour import BLACK, Colour, blend, paler
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.picture.brush import INK, WHITE, Parts, box, fill, group, number, stroke, use
from urbanist.bots.table.kit.picture.lettering import width, write
from urbanist.bots.table.kit.picture.seat_card import SeatCard, draw_card
from urbanist.bots.table.kit.picture.viewport import NO_SPOTS, Spots, Viewport, catalogue, over
from urbanist.bots.table.kit.plane import CORNERS, HexPlan, Point, Ring, regular, sides, star
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import Stock
from urbanist.engine import State
from urbanist.engine.akropolis.city_record import Hex, Space, around
from urbanist.engine.akropolis.edition import Stars
from urbanist.engine.akropolis.notation import AkropolisMove, market_of
from urbanist.engine.akropolis.pieces import KINDS, QUARRY
from urbanist.engine.akropolis.score_kinds import DistrictRow
from urbanist.engine.akropolis.score_rows import district_rows

SHADOW = "#3A3428"


def wall(top: Hex, *, east: bool) -> Colour:
    """Return the colour of a hex's south-western wall, or the darker one of its south-eastern wall."""
    colour = paler(KIND_COLOUR[top.kind], 1.0 if top.plaza else 0.72)
    return blend(colour, BLACK, 0.45 if east else 0.3)


def ink(top: Hex) -> Colour:
    """Return the colour of signs on a hex."""
    return (255, 255, 255) if top.plaza else blend(KIND_COLOUR[top.kind], BLACK, 0.45)


#: The distance of stars.
STEP = 1.05


def stars_symbol(name: str) -> Parts:
    """Return stars side by side in the colour of their place: `stars-1` and so on."""
    number = int(name)
    return [fill([star((STEP * (place - (number - 1) / 2), 0.04), 0.55) for place in range(number)], 3)]


def chip_symbol(kind: str) -> Parts:
    """Return the sign of a kind in white on a hex of radius 1 in its colour: `chip-houses` and so on."""
    ground = fill([regular((0.0, 0.0), 1.0, 6)], 3, fill=KIND_COLOUR[kind])
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
    city: City, stars: Stars, plan: HexPlan, pieces: Mapping[Space, int], fresh: Collection[Space], name: str
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
    roof = use("top", (0.0, -LEVEL * top.height), fill=top_colour(top))
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
    return [fill([BARE.ring(HERE)], PLACES, fill=top_colour(top), **edge), *_printed(top, stars, (0.0, 0.0))]


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
    looks = ((_chosen(joined), 0.018, 0.22), (_chosen(EVERY & ~joined), 0.042, 0.75))
    return [stroke(path, wide, PLACES, stroke=INK, stroke_opacity=deep) for path, wide, deep in looks if path]


def fresh_symbol(name: str) -> Parts:
    """Return a bold outline along the sides whose bits are set."""
    return [stroke(_chosen(int(name)), 0.1, PLACES, class_="line")]


def _chosen(bits: int) -> list[tuple[Point, Point]]:
    """Return the sides of a top whose bits are set."""
    return [side for place, side in enumerate(sides(BARE.ring(HERE))) if bits >> place & 1]


CARD_HEAD, FOOT, CARD_EDGE = 6.4, 7.4, 1.6
#: The largest radius of a hex.
LARGEST = 5.6


def draw_seat(pov: PlayerView, seat: int, corner: Point, size: Point) -> Element:
    """Return a seat's card."""
    (left, top), (wide, high) = corner, size
    field = (wide - 2 * CARD_EDGE, high - CARD_HEAD - FOOT)
    city = city_of(pov.state, seat)
    plan = fitted(
        city, (left + CARD_EDGE + 1.5, top + CARD_HEAD + 1.5), (field[0] - 3, field[1] - 3), LARGEST
    )
    laid = placements(pov, seat)
    return draw_card(
        pov,
        seat,
        SeatCard(corner, size, 2.4, CARD_HEAD / 2),
        box((left + CARD_EDGE, top + CARD_HEAD), field, 0.8, class_="inset"),
        draw_city(
            city,
            stars_of(pov.state),
            plan,
            pieces_of(pov, seat),
            laid[-1].spaces if laid else (),
            f"seat{seat}",
        ),
        *_foot(*_counted(pov, seat), (left + CARD_EDGE, top + high - FOOT / 2), wide - 2 * CARD_EDGE),
    )


#: Half the width of a chip with the room behind it, and the least room between two kinds.
CHIP, BETWEEN = 4.0, 1.0


def _counted(pov: PlayerView, seat: int) -> tuple[Sequence[DistrictRow], Stock]:
    """Return what counts in a city, and its stones."""
    return district_rows(pov.state, seat), stones(pov.state, seat)


def _foot(rows: Iterable[DistrictRow], held: Stock, at: Point, long: float) -> Iterator[Element]:
    """Yield the value, stars and points of each kind, and the stones: smaller where numbers are long."""
    sign = use(held.symbol, (1.6, 0.0), 3.2)
    drawn = group(sign, _number((CHIP, 0.0), held.number), title=held.said, class_="stones")
    chips = [*map(_kind, rows), (drawn, CHIP + width(str(held.number), 2.3, bold=True))]
    needed = sum(wide for _, wide in chips)
    size = min(1.0, long / (needed + BETWEEN * (len(chips) - 1)))
    gap, x = (long / size - needed) / (len(chips) - 1), 0.0
    for part, wide in chips:
        place = f"translate({number(at[0] + size * x)} {number(at[1])})"
        part.set("transform", place if size == 1 else f"{place}scale({number(size)})")
        yield part
        x += wide + gap


def _kind(row: DistrictRow) -> tuple[Element, float]:
    """Return a kind with its value, stars and points, and the width of it all."""
    value, worth, points = str(row.count), f"× {row.each}", str(row.points)
    after = CHIP + width(value, 1.45) + 0.35
    end = after + width(worth, 1.45)
    drawn = group(
        use(f"chip-{row.kind}", (1.6, 0.0), 1.7),
        _number((CHIP, -1.0), row.points),
        write((CHIP, 1.3), value, 1.45, "start", class_="faint"),
        write((after, 1.3), worth, 1.45, "start", class_="faint"),
        use("stars-1", (end + 0.85, 1.25), 1.3, fill=KIND_COLOUR[row.kind]),
        title=f"{fact(row)}. {fact(row).tip}",
        class_=f"count {row.kind}",
    )
    return drawn, max(end + 1.6, CHIP + width(points, 2.3, bold=True))


def _number(at: Point, number: int) -> Element:
    return write(at, str(number), 2.3, "start", bold=True, class_="" if number else "faint")


WIDTH = 27.0
TILE = (8.6, 12.6)
TILES_A_ROW = 3
ROW = 6.6
LEGEND_HIGH = 5.0 + ROW * len(KINDS)
COUNTS = {
    "houses": marked("the largest group"),
    "markets": marked("no market beside"),
    "barracks": marked("on the edge"),
    "temples": marked("built round"),
    "gardens": marked("always"),
}


def draw_market(pov: PlayerView, corner: Point) -> Element:
    """Return the open tiles with their prices."""
    left, top = corner
    tiles = []
    for place, tile in enumerate(market_of(pov.state.array)):
        down, across = divmod(place, TILES_A_ROW)
        at = (left + across * TILE[0], top + 5.0 + down * TILE[1])
        tiles.append(_tile(pov, tile, place, at))
    return group(
        write((left, top + 2.2), tr("Market"), 2.2, "start", bold=True),
        write((left + WIDTH, top + 2.3), stacks_left(pov.state), 1.5, "end", class_="faint"),
        *tiles,
        class_="market",
    )


def _tile(pov: PlayerView, tile: int, cost: int, corner: Point) -> Element:
    state = pov.state
    city, over = tile_city(printed_on(state, tile)), state.over
    x, y = corner
    middle = x + (TILE[0] - 1.0) / 2
    parts = [
        draw_tile(city, stars_of(state), fitted(city, (x, y), (TILE[0] - 1.0, 7.0), 2.2)),
        write((middle - 0.2, y + 8.4), str(tile), 1.5, "end", bold=True),
    ]
    if not over and not cost:
        parts.append(write((middle + 0.5, y + 8.4), tr("free"), 1.4, "start", class_="faint"))
    elif not over:
        parts.append(write((middle + 0.5, y + 8.4), str(cost), 1.4, "start"))
        parts.append(use("stone", (middle + 2.4, y + 8.35), 1.5))
    return group(*parts, title=tile_tip(pov, tile), id=f"tile-{tile}", class_="tile")


def draw_legend(pov: PlayerView, corner: Point) -> Element:
    """Return for each kind the stars of its plazas, what counts, and what doubles it if its option is on."""
    parts = [write((corner[0], corner[1] + 2.2), tr("What counts"), 2.2, "start", bold=True)]
    for place, kind in enumerate(KINDS):
        x, y = corner[0], corner[1] + 6.6 + place * ROW
        name, number = tr(kind).capitalize(), getattr(stars_of(pov.state), kind)
        at = (x + 4.4 + width(name, 1.6, bold=True) + 1.3 + 0.7 * (number - 1), y - 1.05)
        parts += [
            use(f"chip-{kind}", (x + 1.7, y), 1.7),
            write((x + 4.4, y - 1.0), name, 1.6, "start", bold=True),
            use(f"stars-{number}", at, 1.35, fill=KIND_COLOUR[kind]),
            write((x + 4.4, y + 1.0), tr(COUNTS[kind]), 1.4, "start"),
        ]
        if kind in options_of(pov.state):
            said = tr("double: {condition}", condition=tr.named("doubled", kind))
            parts.append(write((x + 4.4, y + 2.8), said, 1.3, "start", class_="faint"))
    return group(*parts, class_="legend")


SYMBOLS = catalogue(__name__)
EDGE, GAP, HEAD = 3.2, 2.4, 8.0


#: By the number of cities the height of the viewport in pixels, and the cities in a row.
PLANS = {1: (1000, 1), 2: (900, 2), 3: (1100, 2), 4: (1100, 2)}


def draw_picture(pov: PlayerView) -> Element:
    """Return the cities as SVG; the same position gives the same drawing."""
    seats = list(range(pov.state.seats)) if pov.seat is None else [pov.seat]
    high, across = PLANS[len(seats)]
    viewport = Viewport(1600, high, 10)
    title = tr("Akropolis, {moment}", moment=pov.moment())
    return viewport.drawing(title, _setting(pov.state), _parts(pov, seats, viewport, across), SYMBOLS)


def _parts(pov: PlayerView, seats: Sequence[int], viewport: Viewport, across: int) -> Iterator[Element]:
    """Yield the cities, and the market in the place of one that is missing, or to the right."""
    down = -(-len(seats) // across)
    gap = len(seats) < down * across
    room = viewport.right - 2 * EDGE - (0.0 if gap else WIDTH + GAP)
    wide, high = (
        (room - (across - 1) * GAP) / across,
        (viewport.bottom - HEAD - EDGE - (down - 1) * GAP) / down,
    )
    corners = [
        (EDGE + column * (wide + GAP), HEAD + row * (high + GAP))
        for row in range(down)
        for column in range(across)
    ]
    for seat, corner in zip(seats, corners, strict=False):
        yield draw_seat(pov, seat, corner, (wide, high))
    if gap:
        left, top = corners[-1]
        yield draw_market(pov, (left + EDGE, top + EDGE))
        yield draw_legend(pov, (left + wide - WIDTH, top + EDGE))
    else:
        left = viewport.right - EDGE - WIDTH
        yield draw_market(pov, (left, HEAD))
        yield draw_legend(pov, (left, viewport.bottom - EDGE - LEGEND_HIGH))


#: A city alone; the market below it, and the room around a tile there.
CLOSEUP, LARGE = Viewport(1000, 760, 10), 2.2 * LARGEST
MARKET, STALL, STONE = Viewport(1000, 190, 10), 15.5, 2.4


def draw_closeup(
    pov: PlayerView, targets: Collection[str], spots: Spots = NO_SPOTS, held: Sequence[str] = ()
) -> Element:
    """Return the city of the viewer, or of the seat to move.

    Targets and spots are places: the city has room around it for all targets. A tile is held by its first hex.
    """
    state, seat = pov.state, _shown(pov)
    city, laid = city_of(state, seat), placements(pov, seat)
    places = sorted((name for name in targets if "," in name), key=_southern)
    room = {**dict.fromkeys(map(read_space, places), Hex("houses", plaza=False, height=0)), **city}
    plan = fitted(room, (3.0, 3.0), (CLOSEUP.right - 6.0, CLOSEUP.bottom - 6.0), LARGE)
    parts = [
        box((0.0, 0.0), (CLOSEUP.right, CLOSEUP.bottom), 0.0, class_="inset"),
        draw_city(
            city, stars_of(state), plan, pieces_of(pov, seat), laid[-1].spaces if laid else (), f"seat{seat}"
        ),
        *over(_outlines(city, plan, [*spots, *places]), places, spots),
        *_held(state, held, plan),
    ]
    return CLOSEUP.closeup(pov.moment(), parts, SYMBOLS)


def draw_open(pov: PlayerView, targets: Collection[str]) -> Element:
    """Return the market with the prices of its tiles, which may be targets."""
    state, parts = pov.state, []
    tiles = market_of(state.array)
    start = (MARKET.right - len(tiles) * (STALL + 1.0) + 1.0) / 2
    size = (STALL, MARKET.bottom - 1.0)
    for place, tile in enumerate(tiles):
        x, foot = start + place * (STALL + 1.0), MARKET.bottom - 3.0
        parts += [
            box((x, 0.5), size, 1.2, class_="card", stroke_width=0.15),
            group(_market_tile(pov, tile, (x, 1.5), (STALL, size[1] - 5.0)), title=tile_tip(pov, tile)),
            # By it a hint and the last moves name the tile.
            write((x + 0.7, 2.4), str(tile), 1.6, class_="faint", text_anchor="start"),
        ]
        if place:
            first = x + STALL / 2 - (place - 1) * STONE / 2
            parts += [use("stone", (first + each * STONE, foot), 2.2) for each in range(place)]
        else:
            parts.append(write((x + STALL / 2, foot), tr("free"), 2.0, class_="faint"))
        if f"tile-{tile}" in targets:
            parts.append(box((x, 0.5), size, 1.2, fill_opacity=0, class_="target", data_name=f"tile-{tile}"))
    return MARKET.closeup(tr("Market"), parts, SYMBOLS)


def _market_tile(pov: PlayerView, tile: int, corner: Point, size: Point) -> Element:
    city = tile_city(printed_on(pov.state, tile))
    return draw_tile(city, stars_of(pov.state), fitted(city, corner, size, size[0] / 4.5))


def _held(state: State, names: Sequence[str], plan: HexPlan) -> Iterator[Element]:
    """Yield a tile as it would lie in a city with its first hex at 0."""
    if len(names) == 2:
        tile, turn = (int(name.partition("-")[2]) for name in names)
        spaces = AkropolisMove.of(tile, 0, 0, turn).spaces
        printed = tile_city(printed_on(state, tile)).values()
        lying = dict(zip(spaces, printed, strict=True))
        yield group(draw_tile(lying, stars_of(state), HexPlan((0.0, 0.0), plan.radius, SLANT)), class_="held")


def _shown(pov: PlayerView) -> int:
    """Return the seat whose city is drawn large."""
    return int(pov.state.to_move) if pov.seat is None else pov.seat


def _southern(name: str) -> Space:
    """Return the order in which a place is drawn: from north to south."""
    return read_space(name)[::-1]


def _outlines(city: City, plan: HexPlan, names: Iterable[str]) -> dict[str, Ring]:
    """Return the outlines of places on top of a city."""
    outlines = {}
    for name in names:
        space = read_space(name)
        outlines[name] = plan.ring(space, 0.94, LEVEL * city[space].height if space in city else 0.0)
    return outlines


#: What a seat has: its city, above what counts in it.
HOLDINGS_WIDE, HOLDINGS_HIGH = 54.0, 34.0


def draw_holdings(pov: PlayerView, seat: int, spots: Spots = NO_SPOTS) -> Element:
    """Return what a seat has: its city unless it is drawn large, what counts in it, and the stones."""
    feet = list(_foot(*_counted(pov, seat), (1.0, FOOT / 2), HOLDINGS_WIDE - 2.0))
    if seat == _shown(pov):
        return Viewport(round(10 * HOLDINGS_WIDE), round(10 * FOOT), 10).closeup(
            pov.name(seat), feet, SYMBOLS
        )
    state, city, laid = pov.state, city_of(pov.state, seat), placements(pov, seat)
    plan = fitted(city, (1.5, 1.5 - HOLDINGS_HIGH), (HOLDINGS_WIDE - 3.0, HOLDINGS_HIGH - 3.0), LARGEST)
    last = laid[-1].spaces if laid else ()
    parts = [
        box((0.0, -HOLDINGS_HIGH), (HOLDINGS_WIDE, HOLDINGS_HIGH), 1.0, class_="inset"),
        draw_city(city, stars_of(state), plan, pieces_of(pov, seat), last, f"seat{seat}"),
        *over(_outlines(city, plan, spots), (), spots),
        *feet,
    ]
    size = round(10 * HOLDINGS_WIDE), round(10 * (HOLDINGS_HIGH + FOOT))
    return Viewport(*size, 10, top=-HOLDINGS_HIGH).closeup(pov.name(seat), parts, SYMBOLS)


def read_space(name: str) -> Space:
    """Return a place of a text in notation."""
    q, r = name.split(",")
    return int(q), int(r)


def _setting(state: State) -> str:
    """Return the number of players and the options."""
    said = tr.counted("{n} players", "{n} players", state.seats)
    options = [tr(option) if option in KINDS else tr("long") for option in options_of(state)]
    return tr("{players}; options: {options}", players=said, options=", ".join(options)) if options else said
