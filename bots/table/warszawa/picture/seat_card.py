"""The card of a seat in a picture: its player, things and functions, and the known part of its hand and norm."""

from collections.abc import Iterator

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.picture.brush import group, use
from urbanist.bots.table.kit.picture.lettering import fitted, write
from urbanist.bots.table.kit.picture.seat_card import Card, draw_card
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.stage import CHOOSING, phase_of
from urbanist.bots.table.warszawa.model.supply import CUBES, Supply, supply_of
from urbanist.bots.table.warszawa.text.phrases import functions, objects_of, several
from urbanist.engine.warszawa.edition import Norm
from urbanist.engine.warszawa.score_rows import norm_row

SIGN = 2.4
#: The heights of the lines of a card, as shares of its height.
HEAD, STORE, SECRETS, FUNCTIONS = 0.2, 0.48, 0.71, 0.89
#: The things of a seat, in the order of the card, and the size of their signs.
THINGS = (*((cube, SIGN) for cube in CUBES), ("engineer", SIGN), ("marker", SIGN), ("paper", SIGN))
BUILT = (("metro", 0.9 * SIGN), ("bridge", 0.9 * SIGN))
NAMES = (*CUBES, "engineer", "metro marker", "card in hand", "metro segment built", "bridge built")


def draw_seat(pov: PlayerView, seat: int, corner: Point, size: Point) -> Element:
    """Return a seat's card."""
    card = Card(corner, size, 1.9, HEAD * size[1])
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
        title = tr("norm {norm}: {objects}", norm=norm.id, objects=objects_of(pov.state, norm))
        yield group(*parts, title=title, class_="norm")
        x = after
    hand = ", ".join(held.id for held in have.hand)
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
    parts = [write((x, y), norm.id, 1.25, "start", class_="faint")]
    x += 3.0
    for kind, have, wanted in norm_row(pov.state, seat, norm.id).objects:
        parts.append(use(f"chip-{kind}", (x + 0.9, y), 1.8))
        if phase_of(pov.state) != CHOOSING:
            look = {"bold": True} if have >= wanted else {"class_": "faint"}
            parts.append(write((x + 2.1, y), str(have), 1.3, "start", **look))
        x += 3.4
    return parts, x
