"""The picture of a game of Warszawa: the map, and beside it the seats, the action board, the open tasks; the legend.

`symbols.svg` has the symbols without a parameter. Signs have the size 1, hexes of the map the radius 1.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from math import dist, hypot
from typing import Any

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.colour import BLACK, Colour, blend
from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.language import kept_by_language, marked
from urbanist.bots.table.kit.picture.brush import (
    INK,
    WHITE,
    Parts,
    box,
    disc,
    fill,
    group,
    number,
    stroke,
    use,
)
from urbanist.bots.table.kit.picture.lettering import bare, fitted, legend_row, width, write
from urbanist.bots.table.kit.picture.seat_card import SeatCard, badge, draw_card, draw_thing
from urbanist.bots.table.kit.picture.viewport import NO_SPOTS, Spots, Viewport, catalogue, over
from urbanist.bots.table.kit.plane import HexPlan, Point, strip
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model import city, signs
from urbanist.bots.table.warszawa.text import facts, phrases
from urbanist.bots.table.warszawa.text.facts import hex_tip, side_tip
from urbanist.bots.table.warszawa.text.phrases import functions
from urbanist.engine.warszawa.edition import EFFECTS, TYPES, Effect, Field, Norm, Task
from urbanist.engine.warszawa.edition import Card as Project
from urbanist.engine.warszawa.geography import (
    HEXES,
    METRO_SIDES,
    RIVER_SIDES,
    Corner,
    Hex,
    hex_text,
    side_text,
)
from urbanist.engine.warszawa.map_record import bridges, segments, tunnel
from urbanist.engine.warszawa.score_rows import norm_row

SHADOW = "#3A3428"
COUNTRYSIDE = "#E3EAD6"
RIVER, BANK = "#7FB4DC", "#4F86AB"
STONE, STONE_EDGE = "#D8C6A4", "#7A6245"
#: What was built by a seat that is not known.
UNKNOWN = "#605C68"
PLACE_INK, RUBBLE_INK = "#6F737A", "#5B4E42"
#: Decimal places of points in a symbol.
PLACES = 3


def _wall(kind: str) -> Colour:
    """Return the darker colour of an object."""
    return blend(signs.TYPE[kind][0], BLACK, 0.32)


def chip_symbol(kind: str) -> Parts:
    """Return the sign of an object on its ground: `chip-metro` and so on."""
    ground, ink = signs.TYPE[kind]
    frame = box((-0.5, -0.5), (1.0, 1.0), 0.2, fill=ground, stroke=_wall(kind), stroke_width=0.042)
    return [frame, use(f"sign-{kind}", size=0.7, fill=ink)]


#: The plan of the map and its symbols, in radii.
BARE = HexPlan((0.0, 0.0), 1.0)
#: The size of a building in its hex, and its height, in radii.
SHARE, RISE = 0.74, 0.1


def _ring(share: float, lift: float = 0.0) -> tuple[Point, ...]:
    return BARE.ring((0, 0), share, lift)


def building_symbol(kind: str) -> Parts:
    """Return a building in the colours of its type with its sign: `building-metro` and so on."""
    face, ink = signs.TYPE[kind]
    wall = _wall(kind)
    shade = [(x + 0.07, y + 0.06) for x, y in _ring(SHARE)]
    low, high = _ring(SHARE), _ring(SHARE, RISE)
    front = (high[1], high[5], low[5], low[4], low[3], low[2], low[1])
    return [
        fill([shade], PLACES, fill=SHADOW, fill_opacity=0.2),
        fill([front], PLACES, fill=wall),
        fill([high], PLACES, fill=face, stroke=wall, stroke_width=0.018),
        use(f"sign-{kind}", (0.0, -0.12), 0.58, fill=ink),
    ]


def foundation_symbol(name: str) -> Parts:
    """Return the outline of a foundation with the engineer of a seat: `foundation-0` and so on."""
    seat = int(name)
    dashes = {"stroke_dasharray": "0.129 0.065", "stroke_linecap": "butt"}
    style = {"fill": WHITE, "fill_opacity": 0.75, "stroke": COLOUR[seat], "stroke_width": 0.032, **dashes}
    return [fill([_ring(SHARE)], PLACES, **style), use("engineer", (-0.2, -0.1), 0.66, fill=COLOUR[seat])]


ENDS = {side_text(border): border.corners for border in (*METRO_SIDES, *RIVER_SIDES)}
#: The length of the river beyond the map, and the size of a hex's name.
OUTFLOW, NAME = 0.36, 0.15
#: Half the length of a bridge.
DECK = 0.31


def corner_point(corner: Corner) -> Point:
    """Return the point where three hexes meet."""
    points = [BARE.point(hexagon) for hexagon in corner]
    return sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3


def side_ends(name: str) -> tuple[Point, Point]:
    """Return the two ends of a side."""
    first, second = ENDS[name]
    return corner_point(first), corner_point(second)


def _moved(hexagon: Hex) -> str:
    """Return the transformation from hex 0,0 to another one."""
    return "translate({} {})".format(*map(number, BARE.point(hexagon)))


def draw_ground(pov: PlayerView) -> Iterator[Element]:
    """Yield the empty map."""
    hexes = city.plots(pov.state)
    for share, colour in ((1.22, COUNTRYSIDE), (1.03, signs.STREET)):
        yield fill((BARE.ring(plot.hexagon, share) for plot in hexes), PLACES, fill=colour)
    yield from (_hex(pov, plot) for plot in hexes)
    yield _river()


def _hex(pov: PlayerView, plot: city.Plot) -> Element:
    kind = "rubble" if plot.rubble else "urban" if plot.urban else "suburban"
    parts = [use(f"ground-{kind}")]
    if plot.rubble:
        parts.append(use("ruins"))
    elif not plot.urban and not plot.type:
        parts.append(use("trees"))
    if plot.site:
        halo: dict[str, Any] = {
            "stroke": WHITE,
            "stroke_opacity": 0.75,
            "stroke_width": 0.05,
            "paint_order": "stroke",
        }
        parts += [use("border"), write((0.0, 0.36), phrases.title_on_hex(plot.site), 0.19, fill=INK, **halo)]
    q, r = plot.hexagon
    look = {"id": f"q{q}r{r}", "class_": f"hex {kind}", "transform": _moved(plot.hexagon)}
    return group(*parts, title=hex_tip(pov, plot.cell), **look)


def draw_names(everywhere: Iterable[city.Plot]) -> Element:
    """Return the names of all hexes."""
    names = (
        bare(
            BARE.point(plot.hexagon, 0.0, 0.79),
            hex_text(plot.cell),
            NAME,
            **({"fill": RUBBLE_INK} if plot.rubble else {}),
        )
        for plot in everywhere
    )
    return group(*names, font_size=NAME, fill=PLACE_INK, pointer_events="none")


def _river() -> Element:
    """Return the river along its sides and beyond the map at both ends."""
    corners = [corner for border in RIVER_SIDES for corner in border.corners]
    courses = [side_ends(side_text(border)) for border in RIVER_SIDES]
    for x, y in (corner_point(corner) for corner in corners if corners.count(corner) == 1):
        far = 1 + OUTFLOW / hypot(x, y)
        courses.append(((x, y), (far * x, far * y)))
    looks = ((BANK, 0.4), (RIVER, 0.34))
    streams = (stroke(courses, wide, PLACES, stroke=colour) for colour, wide in looks)
    return group(*streams, title=tr("river"), class_="river")


def draw_tunnel(pov: PlayerView) -> Iterator[Element]:
    """Yield the tunnel below the river."""
    under, digger = tunnel(pov.state.array), city.tunnel_builder(pov)
    if under and digger is not None:
        course = [side_ends(under)]
        dashed = {"stroke": COLOUR[digger], "stroke_dasharray": "0.1 0.1", "stroke_linecap": "butt"}
        lines = stroke(course, 0.2, PLACES, stroke=BANK), stroke(course, 0.11, PLACES, **dashed)
        yield group(*lines, title=side_tip(pov, under), class_="tunnel")


def _colour(builder: int | None) -> str | Colour:
    return UNKNOWN if builder is None else COLOUR[builder]


def draw_metro(pov: PlayerView) -> Iterator[Element]:
    """Yield the metro."""
    by, laid = city.builders(pov), segments(pov.state.array)
    if laid:
        yield stroke(map(side_ends, laid), 0.24, PLACES, stroke=WHITE)
    for side in laid:
        look = {"stroke": _colour(by.get(side)), "class_": "metro"}
        yield stroke([side_ends(side)], 0.15, PLACES, title=side_tip(pov, side), **look)
    under = tunnel(pov.state.array)
    reached = {corner for side in (*laid, *filter(None, [under])) for corner in ENDS[side]}
    if reached:
        stations = (disc(corner_point(corner), 0.085) for corner in sorted(reached))
        yield group(*stations, fill=WHITE, stroke="#33333B", stroke_width=0.025)


def draw_bridges(pov: PlayerView) -> Iterator[Element]:
    """Yield the bridges across the river with their builders' colours on the decks."""
    by = city.builders(pov)
    for side in bridges(pov.state.array):
        one, other = (BARE.point(HEXES[cell]) for cell in city.PARTED[side])
        deck, street = (strip(one, other, half, DECK - dist(one, other) / 2) for half in (0.14, 0.06))
        yield group(
            fill([deck], PLACES, fill=STONE, stroke=STONE_EDGE, stroke_width=0.022),
            fill([street], PLACES, fill=_colour(by.get(side))),
            title=side_tip(pov, side),
            class_="bridge",
        )


def draw_pieces(pov: PlayerView) -> Iterator[Element]:
    """Yield everything on the hexes, from north to south."""
    ready = {card.id for seat in range(pov.state.seats) for card in city.supply_of(pov.state, seat).ready}
    for plot in sorted(city.plots(pov.state), key=lambda plot: plot.hexagon[1]):
        if plot.type:
            q, r = plot.hexagon
            what = "building" if plot.built else "foundation"
            yield group(
                *(_building(plot, ready) if plot.built else _foundation(plot)),
                title=hex_tip(pov, plot.cell),
                id=f"{what}-q{q}r{r}",
                class_=f"{what} {plot.type}",
                transform=_moved(plot.hexagon),
            )


def _building(plot: city.Plot, ready: Collection[str]) -> Iterator[Element]:
    """Yield a building in the colour of its type, with its sign, card, owner and function."""
    yield use(f"building-{plot.type}")
    if plot.card is None or plot.seat is None:
        return
    yield _card_name(plot.card, signs.TYPE[plot.type][1])
    yield badge((-0.54, -0.36), 0.36, plot.seat)
    sign = signs.READY if plot.card.id in ready else signs.LASTING.get(plot.card.function, "")
    if sign:
        yield use("spot", (0.56, -0.36))
        yield write((0.56, -0.36), sign, 0.16, bold=True, fill=INK)


def _foundation(plot: city.Plot) -> Iterator[Element]:
    """Yield the outline of a foundation with its engineer, sign, card and owner."""
    if plot.seat is None or plot.card is None:
        return
    yield use(f"foundation-{plot.seat}")
    yield use(f"chip-{plot.type}", (0.28, -0.04), 0.42)
    yield _card_name(plot.card, signs.TYPE[plot.type][1])
    yield badge((-0.56, -0.36), 0.32, plot.seat)


def _card_name(card: Project, ink: Colour) -> Element:
    name, size = fitted(phrases.title_on_hex(card), 0.19, 1.12, bold=True)
    return write((0.0, 0.33), name, size, bold=True, length=width(name, size, bold=True), fill=ink)


SYMBOLS = catalogue(__name__)
SHEET = Viewport(1600, 1100, 10)
EDGE, HEAD = 3.0, 8.0
#: The middle of the map, and the size of a radius.
MIDDLE, RADIUS = (51.5, 52.0), 7.75
PANEL, GAP = 103.0, 1.0
#: The largest height of a seat's card, and the height of the tasks.
HIGH, TASKS = 14.4, 14.6
LEGEND = 98.6


def draw_picture(pov: PlayerView) -> Element:
    """Return the whole table as SVG; the same position gives the same drawing."""
    title = tr("Warszawa, {moment}", moment=facts.moment(pov))
    setting = tr("{seats} players, {name} data", seats=pov.state.seats, name=city.edition_of(pov.state).name)
    return SHEET.drawing(title, setting, _parts(pov), SYMBOLS)


#: The map without what stands beside it: a radius and a half beyond its outermost hexes.
CLOSEUP = Viewport(1030, 930, 10, left=0.0, top=5.5)


def draw_closeup(
    pov: PlayerView, targets: Collection[str], spots: Spots = NO_SPOTS, held: Sequence[str] = ()
) -> Element:
    """Return the map; targets and spots are hexes and sides, and a card is held."""
    outlines = {hex_text(plot.cell): BARE.ring(plot.hexagon, 0.96) for plot in city.plots(pov.state)}
    outlines |= {name: strip(*side_ends(name), 0.2) for name in ENDS}
    # A side is narrower than a hex, and lies above it.
    shapes = over(outlines, sorted(targets, key=lambda name: "/" in name), spots, PLACES)
    cards = (city.card_named(pov.state, name[5:]) for name in held if name.startswith("card-"))
    papers = (group(use(f"building-{card.type}", size=RADIUS), class_="held") for card in cards)
    return CLOSEUP.closeup(facts.moment(pov), [_map(pov, *shapes), *papers], SYMBOLS)


#: The widths of what lies open beside the map and of what a seat has, and the height of a line of that.
OPEN_WIDE, HOLDINGS_WIDE, LINE = 54.0, 42.0, 3.4


def draw_open(pov: PlayerView, targets: Collection[str]) -> Element:
    """Return the action board, whose fields may be targets, and the urban tasks below it."""
    high = board_high(pov)
    viewport = Viewport(round(10 * OPEN_WIDE), round(10 * (high + TASKS + GAP)), 10)
    shapes = (
        box(
            *_field_box(pov, place, (0.0, 0.0), OPEN_WIDE),
            0.6,
            fill_opacity=0,
            class_="target",
            data_name=name,
        )
        for place, name in enumerate(f"field-{field.id}" for field in city.fields(pov.state))
        if name in targets
    )
    parts = [*draw_board(pov, (0.0, 0.0), OPEN_WIDE), *draw_tasks(pov, (0.0, high + GAP)), *shapes]
    return viewport.closeup(tr("Action board"), parts, SYMBOLS)


def draw_holdings(pov: PlayerView, seat: int, _: Spots = NO_SPOTS) -> Element:
    """Return what a seat has: its cubes, engineers and cards, its norm, and what its buildings can do."""
    have, row = city.supply_of(pov.state, seat), LINE
    at = (0.0, LINE / 2)
    parts = [*_store(have, at, HOLDINGS_WIDE)]
    for line in (
        _norms(pov, have, at)[0],
        _hand(have, at, HOLDINGS_WIDE),
        _at_work(pov, seat, at, HOLDINGS_WIDE),
    ):
        if elements := [*line]:
            parts.append(group(*elements, transform=f"translate(0 {number(row)})"))
            row += LINE
    return Viewport(round(10 * HOLDINGS_WIDE), round(10 * row), 10).closeup(pov.name(seat), parts, SYMBOLS)


def draw_part(pov: PlayerView, name: str) -> Element | None:
    """Return the type of a card, the objects of a norm, or what else is built; None for another part of a move."""
    kind, _, which = name.partition("-")
    signs: list[tuple[str, float]] = []
    if kind in ("card", "use"):
        signs = [(f"building-{city.card_named(pov.state, which).type}", 1.6)]
    elif kind == "norm":
        norms = city.edition_of(pov.state).norms
        norm = next(norm for norm in norms if norm.id == which)
        signs = [
            (f"chip-{each.kind}", 2.2) for each in norm_row(pov.state, pov.state.to_move, norm.id).objects
        ]
    elif kind in ("metro", "bridge"):
        signs = [(f"legend-{kind}", 1.3)]
    elif kind == "clear":
        signs = [("shovel", 2.4)]
    if not signs:
        return None
    viewport = Viewport(30 * len(signs), 34, 10, left=-1.5, top=-1.7)
    return viewport.closeup(
        name, [use(sign, (3.0 * place, 0.0), size) for place, (sign, size) in enumerate(signs)], SYMBOLS
    )


def _map(pov: PlayerView, *above: Element) -> Element:
    """Return the map with all that stands on it, and what is drawn above it."""
    return group(
        *draw_ground(pov),
        *draw_tunnel(pov),
        draw_names(city.plots(pov.state)),
        *draw_metro(pov),
        *draw_pieces(pov),
        *draw_bridges(pov),
        *above,
        transform=f"translate({MIDDLE[0]} {MIDDLE[1]})scale({RADIUS})",
    )


def _parts(pov: PlayerView) -> Iterator[Element]:
    yield _map(pov)
    yield from _panel(pov)
    yield draw_legend((EDGE, LEGEND), PANEL - EDGE - 2 * GAP)


def _panel(pov: PlayerView) -> Iterator[Element]:
    """Yield the cards of the seats, the action board and the tasks, one below the other."""
    wide = SHEET.right - EDGE - PANEL
    top = HEAD
    room = SHEET.bottom - HEAD - board_high(pov) - TASKS - EDGE
    high = min(HIGH, room / pov.state.seats - GAP)
    for seat in range(pov.state.seats):
        yield draw_seat(pov, seat, (PANEL, top), (wide, high))
        top += high + GAP
    yield from draw_board(pov, (PANEL, top), wide)
    yield from draw_tasks(pov, (PANEL, top + board_high(pov) + GAP))


ROW, COLUMNS = 3.7, 2
BOARD_HEAD = 4.2
GAIN = 1.9
#: The sign of each gain; a barter has a text.
GAINS = {
    "fund": "fund",
    "concrete": "concrete",
    "rubble": "rubble",
    "card": "paper",
    "marker": "flag",
    "clear": "shovel",
}


def board_high(pov: PlayerView) -> float:
    """Return the height of the action board."""
    return BOARD_HEAD + ROW * -(-len(city.fields(pov.state)) // COLUMNS)


def draw_board(pov: PlayerView, corner: Point, wide: float) -> Iterator[Element]:
    """Yield the fields of the action board with their effects and engineers."""
    left, top = corner
    yield write((left + 0.4, top + 1.6), tr("Action board"), 2.0, "start", bold=True)
    there = city.delegates(pov)
    for place, field in enumerate(city.fields(pov.state)):
        seats = there.get(field.id, [])
        full = city.taken(pov.state, field) and bool(seats)
        parts = _field(field, *_field_box(pov, place, corner, wide), seats, full=full)
        yield group(*parts, title=facts.field_tip(pov, field, seats), id=f"field-{field.id}", class_="field")


def _field_box(pov: PlayerView, place: int, corner: Point, wide: float) -> tuple[Point, Point]:
    """Return the corner and the size of a field by its place on the action board."""
    across, row = divmod(place, -(-len(city.fields(pov.state)) // COLUMNS))
    width = (wide - 1.0) / COLUMNS
    return (corner[0] + across * (width + 1.0), corner[1] + BOARD_HEAD + row * ROW + 0.2), (width, ROW - 0.4)


def _field(field: Field, corner: Point, size: Point, seats: list[int], *, full: bool) -> Iterator[Element]:
    (x, top), (wide, high) = corner, size
    y = top + high / 2
    look = "card inset" if full else "card"
    yield box(corner, size, 0.6, class_=look, stroke_width=0.125)
    yield write((x + 1.6, y), str(field.id), 1.6, bold=True)
    name, letters = fitted(phrases.short_field(field), 1.35, 11.2)
    yield write((x + 3.2, y), name, letters, "start")
    spot = x + 15.2
    for gain in _gains(field.effect):
        if gain in GAINS:
            yield use(GAINS[gain], (spot, y), GAIN)
        else:
            yield write((spot + 1.4, y), tr("1 for 2"), 1.3)
        spot += GAIN + 0.25
    if field.unlimited:
        yield write((spot - 0.2, y), "∞", 1.7, class_="faint")
        spot += 1.8
    room = max(0.9, min(1.7, (x + wide - spot - 0.4) / max(1, len(seats))))
    # The first to come stands to the left and before the others.
    for place, seat in reversed(list(enumerate(reversed(seats)))):
        yield use("engineer", (x + wide - 1.5 - place * room, y), 2.4, fill=COLOUR[seat])


def _gains(gives: Effect) -> list[str]:
    """Return the things that a field gives, in the order of the rules."""
    names: list[str] = []
    for name in EFFECTS:
        many = 1 if name == "barter" and gives.barter else int(getattr(gives, name))
        names += [name] * many
    return names


def draw_tasks(pov: PlayerView, corner: Point) -> Iterator[Element]:
    """Yield the open urban tasks, one below the other."""
    left, top = corner
    yield write((left + 0.4, top + 1.6), tr("Urban tasks"), 2.0, "start", bold=True)
    for place, task in enumerate(city.open_tasks(pov.state)):
        at = (left + 0.4, top + BOARD_HEAD + 1.2 + place * 3.2)
        yield group(*_task(task, at), title=facts.task_tip(task), id=f"task-{task.id}", class_="task")


def _task(task: Task, at: Point) -> Iterator[Element]:
    x, y = at
    sign, x = _kind(task.build, (x + 0.8, y))
    yield sign
    beside = tr("beside")
    yield write((x + 0.8, y), beside, 1.25, "start", class_="faint")
    sign, x = _kind(task.beside, (x + 0.8 + width(beside, 1.25) + 1.8, y))
    yield sign
    yield write((x + 1.2, y), f"+{task.points}", 1.9, "start", bold=True)


def _kind(kind: str, at: Point) -> tuple[Element, float]:
    """Return a type with its name, or only the name of a style; and the right end."""
    x, y = at
    sign = [use(f"chip-{kind}", at, 2.3)] if kind in TYPES else []
    x += 1.8 if sign else -1.2
    name = tr(kind)
    long = width(name, 1.45)
    return group(*sign, write((x, y), name, 1.45, "start", length=long)), x + long


SIGN = 2.4
#: The heights of the lines of a card, as shares of its height.
CARD_HEAD, STORE, SECRETS, FUNCTIONS = 0.2, 0.48, 0.71, 0.89


def draw_seat(pov: PlayerView, seat: int, corner: Point, size: Point) -> Element:
    """Return a seat's card."""
    card = SeatCard(corner, size, 1.9, CARD_HEAD * size[1])
    holds_marker = int(pov.state.array["holder"]) == seat and not pov.state.over
    have = city.supply_of(pov.state, seat)
    (left, top), (wide, high) = corner, size
    lines = (
        _store(have, (left + 1.4, top + STORE * high), wide - 2.4),
        _secrets(pov, have, (left + 1.6, top + SECRETS * high), wide - 3.4),
        _at_work(pov, seat, (left + 1.6, top + FUNCTIONS * high), wide - 3.4),
    )
    return draw_card(pov, seat, card, *chain.from_iterable(lines), sign=_flag if holds_marker else None)


def _flag(at: Point) -> Element:
    return group(use("flag", at, 2.2), title=tr("begins the round"), class_="holder")


def _store(have: city.Supply, at: Point, wide: float) -> Iterator[Element]:
    """Yield the numbers of cubes, engineers, metro markers and cards, then of segments and bridges built."""
    for place, thing in enumerate(phrases.things(have)):
        style = {"fill": COLOUR[have.seat]} if thing.symbol == "engineer" else {}
        spot = (at[0] + 1.2 + place * (wide - 1.2) / 8, at[1])
        yield draw_thing(thing, spot, SIGN if thing.sign else 0.9 * SIGN, **style)


def _secrets(pov: PlayerView, have: city.Supply, at: Point, wide: float) -> Iterator[Element]:
    """Yield the norms with their progress, and the known part of the hand, in one line."""
    norms, x = _norms(pov, have, at)
    yield from norms
    yield from _hand(have, (x + 0.6, at[1]), at[0] + wide - x - 0.6)


def _norms(pov: PlayerView, have: city.Supply, at: Point) -> tuple[list[Element], float]:
    """Return the norms with their progress, and their right end."""
    norms, (x, y) = [], at
    for norm in have.norms:
        parts, after = _norm(pov, norm, have.seat, (x, y))
        norms.append(group(*parts, title=facts.norm_tip(pov, have.seat, norm), class_="norm"))
        x = after
    return norms, x


def _hand(have: city.Supply, at: Point, wide: float) -> Iterator[Element]:
    """Yield the known part of the hand, if there is any."""
    if hand := ", ".join(map(phrases.title_on_hex, have.hand)):
        yield _line(tr("hand: {cards}", cards=hand), at, wide)


def _at_work(pov: PlayerView, seat: int, at: Point, wide: float) -> Iterator[Element]:
    """Yield what the buildings of a seat can do."""
    if at_work := ", ".join(functions(pov.state, seat)):
        yield _line(at_work, at, wide)


def _line(said: str, at: Point, room: float) -> Element:
    text, high = fitted(said, 1.25, room)
    return write(at, text, high, "start")


def _norm(pov: PlayerView, norm: Norm, seat: int, at: Point) -> tuple[list[Element], float]:
    """Return a norm with its progress, and its right end."""
    x, y = at
    called = tr("norm")
    parts = [write((x, y), called, 1.25, "start", class_="faint")]
    x += width(called, 1.25) + 0.6
    for kind, have, wanted in norm_row(pov.state, seat, norm.id).objects:
        parts.append(use(f"chip-{kind}", (x + 0.9, y), 1.8))
        if city.phase_of(pov.state) != city.CHOOSING:
            look = {"bold": True} if have >= wanted else {"class_": "faint"}
            parts.append(write((x + 2.1, y), str(have), 1.3, "start", **look))
        x += 3.4
    return parts, x


#: In short what a building of each type counts in adjacent hexes.
COUNTS = {
    "industrial": marked("+1 a hex unbuilt"),
    "service": marked("+1 residential"),
    "residential": marked("+1 service, transport"),
    "representative": marked("+1 cultural"),
    "cultural": marked("+1 represent."),
    "transport": marked("counts nothing"),
}
#: The other signs of the legend, each with its size.
MEANINGS = {
    marked("rubble"): ("rubble", 2.4),
    marked("historic site"): ("site", 1.2),
    marked("foundation"): ("legend-foundation", 1.0),
    marked("metro"): ("legend-metro", 1.0),
    marked("tunnel"): ("legend-tunnel", 1.0),
    marked("bridge"): ("legend-bridge", 1.0),
    marked("first player"): ("flag", 2.2),
}


@kept_by_language
def draw_legend(corner: Point, wide: float) -> Element:
    """Return each type with what it counts, and the meaning of the other signs below."""
    left, top = corner
    step = wide / len(TYPES)
    parts = []
    for place, kind in enumerate(TYPES):
        x = left + place * step
        name, large = fitted(tr(kind), 1.35, step - 3.4, bold=True)
        counts, small = fitted(tr(COUNTS[kind]), 1.1, step - 3.7)
        parts += [
            use(f"chip-{kind}", (x + 1.4, top + 1.6), 2.6),
            write((x + 3.2, top + 0.9), name, large, "start", bold=True),
            write((x + 3.2, top + 2.7), counts, small, "start", class_="faint"),
        ]
    step = wide / len(MEANINGS)
    meanings = ((tr(said), partial(use, sign, size=large)) for said, (sign, large) in MEANINGS.items())
    functions = tr(
        "on a building: s socrealism, m modernism, 4 store of four, t thrift, ! a function left to use"
    )
    return group(
        *parts,
        *legend_row((left + 1.4, top + 6.2), step, 1.25, meanings, 2.3),
        write((left + 0.2, top + 9.6), functions, 1.25, "start"),
        class_="legend",
    )
