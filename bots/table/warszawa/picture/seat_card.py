"""The card of a seat in a picture: who plays, what it has, its functions, and what is known of its hand and norm."""

from dataclasses import dataclass

from matplotlib.axes import Axes

from urbanist.bots.table.kit.picture.brush import FAINT_INK, INK, box, fitted, write
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.warszawa.model.holdings import (
    CHOOSING,
    CUBES,
    Holding,
    functions,
    holding,
    objects,
    owned,
    phase_of,
)
from urbanist.bots.table.warszawa.picture import colours, glyph

LAYER = colours.PAPER
SIGN = 2.4
#: Where the lines of a card stand, as shares of its height.
HEAD, STORE, SECRETS, FUNCTIONS = 0.2, 0.48, 0.71, 0.89


@dataclass(frozen=True, slots=True)
class Card:
    """Where a card lies on the sheet."""

    corner: Point
    size: Point

    def line(self, share: float) -> float:
        """Return where a line stands, a share of the height below the top."""
        return self.corner[1] + share * self.size[1]

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.corner[0] + self.size[0]


def draw_card(axes: Axes, sight: Sight, seat: int, card: Card) -> None:
    """Draw a seat's card."""
    moving = not sight.state.over and not sight.state.due and seat == sight.state.to_move
    edge = {"edgecolor": INK if moving else colours.CARD_EDGE, "linewidth": 2.0 if moving else 1.0}
    box(axes, card.corner, card.size, 1.0, facecolor=colours.CARD, zorder=LAYER, **edge)
    have = holding(sight.state, seat)
    _head(axes, sight, seat, card, moving=moving)
    _store(axes, have, card)
    _secrets(axes, sight, have, card)


def _head(axes: Axes, sight: Sight, seat: int, card: Card, *, moving: bool) -> None:
    left, y = card.corner[0], card.line(HEAD)
    glyph.badge(axes, (left + 2.6, y), 3.4, seat, LAYER + 0.1)
    name, size = fitted(sight.players[seat] or f"seat {seat}", 1.9, card.size[0] - 26, "bold")
    drawn = write(axes, (left + 5.2, y), name, size, ha="left", weight="bold", zorder=LAYER + 0.1)
    after = drawn.get_window_extent().transformed(axes.transData.inverted()).x1 + 1.6
    if int(sight.state.array["holder"]) == seat and not sight.state.over:
        glyph.flag(axes, (after + 0.6, y), 2.2, LAYER + 0.1)
        after += 3.0
    if moving:
        write(axes, (after, y + 0.1), "to move", 1.4, ha="left", zorder=LAYER + 0.1)
    points = f"{sight.state.scores()[seat]}"
    write(axes, (card.right - 1.8, y), points, 2.8, ha="right", weight="bold", zorder=LAYER + 0.1)
    if sight.state.over and sight.state.ranks()[seat] == 1:
        at = (card.right - 3.4 - 2.0 * len(points), y)
        glyph.gold_star(axes, at, 1.5, LAYER + 0.1, colours.GOLD)


def _store(axes: Axes, have: Holding, card: Card) -> None:
    """Draw cubes, engineers, metro markers and cards, each with its number, then the segments and bridges built."""
    x, y = card.corner[0] + 2.6, card.line(STORE)
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


def _secrets(axes: Axes, sight: Sight, have: Holding, card: Card) -> None:
    """Draw the norm with what is built of it, and write the hand as far as it is known; below, the functions."""
    state = sight.state
    x, y = card.corner[0] + 1.6, card.line(SECRETS)
    built = owned(state, have.seat)
    for norm in have.norms:
        write(axes, (x, y), norm.id, 1.25, ha="left", color=FAINT_INK, zorder=LAYER + 0.1)
        x += 3.0
        wanted = objects(state, norm)
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
    for said, at in ((hand and f"hand: {hand}", (x + 0.6, y)), (at_work, (left, card.line(FUNCTIONS)))):
        text, size = fitted(said, 1.25, card.right - at[0] - 1.8)
        write(axes, at, text, size, ha="left", zorder=LAYER + 0.1)
