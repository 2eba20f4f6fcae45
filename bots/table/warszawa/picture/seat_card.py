"""The card of a seat in a picture: its player, things and functions, and the known part of its hand and norm."""

from matplotlib.axes import Axes

from urbanist.bots.table.kit.picture.brush import FAINT_INK, fitted, write
from urbanist.bots.table.kit.picture.seat_card import Card, draw_card
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.warszawa.model.stage import CHOOSING, phase_of
from urbanist.bots.table.warszawa.model.supply import CUBES, Supply, functions, supply_of
from urbanist.bots.table.warszawa.picture import colours, glyph
from urbanist.engine.warszawa.score_rows import norm_objects, objects_built

LAYER = colours.PAPER
SIGN = 2.4
#: The heights of the lines of a card, as shares of its height.
HEAD, STORE, SECRETS, FUNCTIONS = 0.2, 0.48, 0.71, 0.89


def draw_seat(axes: Axes, sight: Sight, seat: int, corner: Point, size: Point) -> None:
    """Draw a seat's card."""
    card = Card(corner, size, 1.9, HEAD * size[1], LAYER)
    holds_marker = int(sight.state.array["holder"]) == seat and not sight.state.over
    draw_card(axes, sight, seat, card, _flag if holds_marker else None)
    have = supply_of(sight.state, seat)
    _store(axes, have, card)
    _secrets(axes, sight, have, card)


def _flag(axes: Axes, at: Point) -> None:
    glyph.flag(axes, at, 2.2, LAYER + 0.1)


def _store(axes: Axes, have: Supply, card: Card) -> None:
    """Draw the numbers of cubes, engineers, metro markers and cards, then of segments and bridges built."""
    x, y = card.corner[0] + 2.6, card.corner[1] + STORE * card.size[1]
    step = (card.size[0] - 3.6) / 8
    counts = (*have.cubes, have.engineers, have.markers, have.held, have.segments, have.bridges)
    for place, number in enumerate(counts):
        at = (x + place * step, y)
        if place < len(CUBES):
            glyph.cube(axes, CUBES[place], at, SIGN, LAYER + 0.1)
        elif place == len(CUBES):
            glyph.engineer(axes, at, SIGN, have.seat, LAYER + 0.1)
        elif place == len(CUBES) + 1:
            glyph.marker(axes, at, SIGN, LAYER + 0.1)
        elif place == len(CUBES) + 2:
            glyph.paper(axes, at, SIGN, LAYER + 0.1)
        else:
            glyph.chip(axes, "metro" if place == len(CUBES) + 3 else "bridge", at, 0.9 * SIGN, LAYER + 0.1)
        faint = {"color": FAINT_INK} if not number else {"weight": "bold"}
        write(axes, (at[0] + 1.9, y), str(number), 1.7, ha="left", zorder=LAYER + 0.1, **faint)


def _secrets(axes: Axes, sight: Sight, have: Supply, card: Card) -> None:
    """Draw the norm with its progress, and write the known part of the hand; functions stand below."""
    state = sight.state
    x, y = card.corner[0] + 1.6, card.corner[1] + SECRETS * card.size[1]
    built = objects_built(state, have.seat)
    for norm in have.norms:
        write(axes, (x, y), norm.id, 1.25, ha="left", color=FAINT_INK, zorder=LAYER + 0.1)
        x += 3.0
        wanted = norm_objects(state, norm.id)
        for kind in dict.fromkeys(wanted):
            glyph.chip(axes, kind, (x + 0.9, y), 1.8, LAYER + 0.1)
            said = "" if phase_of(state) == CHOOSING else f"{built[kind]}"
            enough = built[kind] >= wanted.count(kind)
            ink = {"weight": "bold"} if enough else {"color": FAINT_INK}
            write(axes, (x + 2.1, y), said, 1.3, ha="left", zorder=LAYER + 0.1, **ink)
            x += 3.4
    hand = ", ".join(held.id for held in have.hand)
    at_work = ", ".join(functions(state, have.seat))
    left = card.corner[0] + 1.6
    for said, at in (
        (hand and f"hand: {hand}", (x + 0.6, y)),
        (at_work, (left, card.corner[1] + FUNCTIONS * card.size[1])),
    ):
        text, size = fitted(said, 1.25, card.right - at[0] - 1.8)
        write(axes, at, text, size, ha="left", zorder=LAYER + 0.1)
