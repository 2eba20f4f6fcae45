"""The picture of a game of Warszawa: the map, and beside it the seats, the action board, the open tasks; the legend."""

from collections.abc import Iterator
from typing import Any

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.language import kept_by_language, marked
from urbanist.bots.table.kit.picture.brush import INK, WHITE, box, fill, group, stroke, use
from urbanist.bots.table.kit.picture.lettering import fitted, width, write
from urbanist.bots.table.kit.picture.seat_card import Card, draw_card
from urbanist.bots.table.kit.picture.viewport import Viewport, catalogue
from urbanist.bots.table.kit.plane import Point, regular
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import (
    CHOOSING,
    CUBES,
    Supply,
    delegates,
    edition_of,
    fields,
    open_tasks,
    phase_of,
    plots,
    round_of,
    rounds,
    supply_of,
    taken,
)
from urbanist.bots.table.warszawa.picture import ground
from urbanist.bots.table.warszawa.picture.ground import Chart, draw_pieces
from urbanist.bots.table.warszawa.text import facts
from urbanist.bots.table.warszawa.text.phrases import (
    PHASES,
    STAGES,
    functions,
    kind_name,
    several,
    short_field,
    title_on_hex,
)
from urbanist.engine.warszawa.edition import EFFECTS, TYPES, Effect, Field, Norm, Task
from urbanist.engine.warszawa.score_rows import norm_row

SYMBOLS = catalogue(ground)
SHEET = Viewport(1600, 1100, 10)
EDGE, HEAD = 3.0, 8.0
CHART = Chart((51.5, 52.0), 7.75)
PANEL, GAP = 103.0, 1.0
#: The largest height of a seat's card, and the height of the tasks.
HIGH, TASKS = 14.4, 14.6
LEGEND = 98.6


def draw_picture(pov: PlayerView) -> Element:
    """Return the whole table as SVG; the same position gives the same drawing."""
    title = tr("Warszawa, {moment}", moment=_moment(pov))
    return SHEET.drawing(title, _parts(pov, title), SYMBOLS)


def _parts(pov: PlayerView, title: str) -> Iterator[Element]:
    yield write((EDGE + 0.4, 4.2), title, 2.8, "start", bold=True)
    yield write((SHEET.right - EDGE, 4.3), _setting(pov), 1.5, "end", class_="faint")
    hexes = plots(pov.state)
    yield from ground.draw_ground(CHART, pov)
    yield from ground.draw_tunnel(CHART, pov)
    yield ground.draw_names(CHART, hexes)
    yield from ground.draw_metro(CHART, pov)
    yield from draw_pieces(CHART, pov)
    yield from ground.draw_bridges(CHART, pov)
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


def _moment(pov: PlayerView) -> str:
    if pov.state.over:
        return tr("the end")
    stage, number = round_of(pov.state)
    return tr(
        "stage {stage}, round {number} of {rounds}, {phase}",
        stage=STAGES[stage],
        number=number + 1,
        rounds=rounds(pov.state),
        phase=tr(PHASES[phase_of(pov.state)]),
    )


def _setting(pov: PlayerView) -> str:
    return tr("{seats} players, {name} data", seats=pov.state.seats, name=edition_of(pov.state).name)


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
    return BOARD_HEAD + ROW * -(-len(fields(pov.state)) // COLUMNS)


def draw_board(pov: PlayerView, corner: Point, wide: float) -> Iterator[Element]:
    """Yield the fields of the action board with their effects and engineers."""
    left, top = corner
    yield write((left + 0.4, top + 1.6), tr("Action board"), 2.0, "start", bold=True)
    there = delegates(pov)
    found = fields(pov.state)
    down = -(-len(found) // COLUMNS)
    for place, field in enumerate(found):
        across, row = divmod(place, down)
        width = (wide - 1.0) / COLUMNS
        at = (left + across * (width + 1.0), top + BOARD_HEAD + row * ROW)
        seats = there.get(field.id, [])
        full = taken(pov.state, field) and bool(seats)
        parts = _field(field, at, width, seats, full=full)
        yield group(*parts, title=facts.field_tip(pov, field, seats), id=f"field-{field.id}", class_="field")


def _field(field: Field, at: Point, wide: float, seats: list[int], *, full: bool) -> Iterator[Element]:
    x, y = at[0], at[1] + ROW / 2
    look = "card inset" if full else "card"
    yield box((x, at[1] + 0.2), (wide, ROW - 0.4), 0.6, class_=look, stroke_width=0.125)
    yield write((x + 1.6, y), str(field.id), 1.6, bold=True)
    name, size = fitted(short_field(field), 1.35, 11.2)
    yield write((x + 3.2, y), name, size, "start")
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
        yield use(f"engineer-{seat}", (x + wide - 1.5 - place * room, y), 2.4)


def _gains(gives: Effect) -> list[str]:
    """Return the things that a field gives, in the order of the rules."""
    found: list[str] = []
    for name in EFFECTS:
        number = 1 if name == "barter" and gives.barter else int(getattr(gives, name))
        found += [name] * number
    return found


def draw_tasks(pov: PlayerView, corner: Point) -> Iterator[Element]:
    """Yield the open urban tasks, one below the other."""
    left, top = corner
    yield write((left + 0.4, top + 1.6), tr("Urban tasks"), 2.0, "start", bold=True)
    for place, task in enumerate(open_tasks(pov.state)):
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
    name = kind_name(kind)
    long = width(name, 1.45)
    return group(*sign, write((x, y), name, 1.45, "start", length=long)), x + long


SIGN = 2.4
#: The heights of the lines of a card, as shares of its height.
CARD_HEAD, STORE, SECRETS, FUNCTIONS = 0.2, 0.48, 0.71, 0.89
#: The things of a seat, in the order of the card, and the size of their signs.
THINGS = (*((cube, SIGN) for cube in CUBES), ("engineer", SIGN), ("marker", SIGN), ("paper", SIGN))
BUILT = (("metro", 0.9 * SIGN), ("bridge", 0.9 * SIGN))
NAMES = (*CUBES, "engineer", "metro marker", "card in hand", "metro segment built", "bridge built")


def draw_seat(pov: PlayerView, seat: int, corner: Point, size: Point) -> Element:
    """Return a seat's card."""
    card = Card(corner, size, 1.9, CARD_HEAD * size[1])
    holds_marker = int(pov.state.array["holder"]) == seat and not pov.state.over
    have = supply_of(pov.state, seat)
    parts = (*_store(have, card), *_secrets(pov, have, card))
    return draw_card(pov, seat, card, *parts, sign=_flag if holds_marker else None)


def _flag(at: Point) -> Element:
    return group(use("flag", at, 2.2), title=tr("begins the round"), class_="holder")


def _store(have: Supply, card: Card) -> Iterator[Element]:
    """Yield the numbers of cubes, engineers, metro markers and cards, then of segments and bridges built."""
    x, y = card.corner[0] + 2.6, card.corner[1] + STORE * card.size[1]
    step = (card.size[0] - 3.6) / 8
    counts = (*have.cubes, have.engineers, have.markers, have.held, have.segments, have.bridges)
    signs = (*THINGS, *((f"chip-{kind}", size) for kind, size in BUILT))
    for place, (number, (sign, size), name) in enumerate(zip(counts, signs, NAMES, strict=True)):
        at = (x + place * step, y)
        look = {"bold": True} if number else {"class_": "faint"}
        yield group(
            use(f"engineer-{have.seat}" if sign == "engineer" else sign, at, size),
            write((at[0] + 1.9, y), str(number), 1.7, "start", **look),
            title=several(number, name),
        )


def _secrets(pov: PlayerView, have: Supply, card: Card) -> Iterator[Element]:
    """Yield the norm with its progress, and the known part of the hand; functions stand below."""
    x, y = card.corner[0] + 1.6, card.corner[1] + SECRETS * card.size[1]
    for norm in have.norms:
        parts, after = _norm(pov, norm, have.seat, (x, y))
        yield group(*parts, title=facts.norm_tip(pov, have.seat, norm), class_="norm")
        x = after
    hand = ", ".join(map(title_on_hex, have.hand))
    at_work = ", ".join(functions(pov.state, have.seat))
    left = card.corner[0] + 1.6
    for said, at in (
        (hand and tr("hand: {cards}", cards=hand), (x + 0.6, y)),
        (at_work, (left, card.corner[1] + FUNCTIONS * card.size[1])),
    ):
        if said:
            text, size = fitted(said, 1.25, card.right - at[0] - 1.8)
            yield write(at, text, size, "start")


def _norm(pov: PlayerView, norm: Norm, seat: int, at: Point) -> tuple[list[Element], float]:
    """Return a norm with its progress, and its right end."""
    x, y = at
    called = tr("norm")
    parts = [write((x, y), called, 1.25, "start", class_="faint")]
    x += width(called, 1.25) + 0.6
    for kind, have, wanted in norm_row(pov.state, seat, norm.id).objects:
        parts.append(use(f"chip-{kind}", (x + 0.9, y), 1.8))
        if phase_of(pov.state) != CHOOSING:
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
MEANINGS = {
    "rubble": marked("rubble"),
    "site": marked("historic site"),
    "foundation": marked("foundation"),
    "metro": marked("metro"),
    "tunnel": marked("tunnel"),
    "bridge": marked("bridge"),
    "flag": marked("first player"),
}


@kept_by_language
def draw_legend(corner: Point, wide: float) -> Element:
    """Return each type with what it counts, and the meaning of the other signs below."""
    return group(*_signs(corner, wide), class_="legend")


def _signs(corner: Point, wide: float) -> Iterator[Element]:
    left, top = corner
    step = wide / len(TYPES)
    for place, kind in enumerate(TYPES):
        x = left + place * step
        yield use(f"chip-{kind}", (x + 1.4, top + 1.6), 2.6)
        name, size = fitted(kind_name(kind), 1.35, step - 3.4, bold=True)
        yield write((x + 3.2, top + 0.9), name, size, "start", bold=True)
        counts, size = fitted(tr(COUNTS[kind]), 1.1, step - 3.7)
        yield write((x + 3.2, top + 2.7), counts, size, "start", class_="faint")
    step = wide / len(MEANINGS)
    for place, (sign, meaning) in enumerate(MEANINGS.items()):
        x = left + place * step
        yield _sign(sign, (x + 1.4, top + 6.2))
        text, size = fitted(tr(meaning), 1.25, step - 4.4)
        yield write((x + 3.7, top + 6.2), text, size, "start")
    functions = tr(
        "on a building: s socrealism, m modernism, 4 store of four, t thrift, ! a function left to use"
    )
    yield write((left + 0.2, top + 9.6), functions, 1.25, "start")


def _sign(sign: str, at: Point) -> Element:
    if sign == "rubble":
        return use("rubble", at, 2.4)
    if sign == "site":
        return use("site", at, 1.2)
    if sign == "flag":
        return use("flag", at, 2.2)
    if sign == "foundation":
        style: dict[str, Any] = {
            "fill": WHITE,
            "stroke": INK,
            "stroke_width": 0.17,
            "stroke_dasharray": "0.5 0.25",
        }
        ring = fill([regular(at, 1.5, 6)], stroke_linecap="butt", **style)
        return group(ring, use("engineer-any", at, 2.0))
    return _bridge(at) if sign == "bridge" else _line(at, sign)


def _line(at: Point, kind: str) -> Element:
    x, y = at
    course = [((x - 1.4, y), (x + 1.4, y))]
    if kind == "metro":
        return stroke(course, 0.55, class_="line", stroke_linecap="butt")
    water = box((x - 1.7, y - 0.8), (3.4, 1.6), 0.1, fill=ground.RIVER)
    dashes: dict[str, Any] = {"stroke_dasharray": "0.5 0.5", "stroke_linecap": "butt"}
    return group(water, stroke(course, 0.55, stroke=INK, **dashes))


def _bridge(at: Point) -> Element:
    x, y = at
    return group(
        *(
            box((x - wide / 2, y - high / 2), (wide, high), 0.1, **style)
            for wide, high, style in (
                (0.9, 2.6, {"fill": ground.RIVER}),
                (3.2, 1.4, {"fill": ground.STONE, "stroke": ground.STONE_EDGE, "stroke_width": 0.14}),
                (3.2, 0.5, {"fill": INK}),
            )
        )
    )
