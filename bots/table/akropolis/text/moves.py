"""The moves of Akropolis in words: how they are typed and listed, what happened, and what a move brings."""

import re
from collections.abc import Iterator

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import (
    city_of,
    covered,
    height,
    printed_on,
    stones_of,
)
from urbanist.bots.table.akropolis.text.facts import kind_name, product, tile_name
from urbanist.bots.table.kit.language import marked, translated
from urbanist.bots.table.kit.plane import direction_of
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import legal_move, not_understood, quoted
from urbanist.engine import NotationError, State
from urbanist.engine.akropolis.editions import edition_of
from urbanist.engine.akropolis.illegal_move_reasons import price
from urbanist.engine.akropolis.notation import REACH, AkropolisMove, market_of
from urbanist.engine.akropolis.score_kinds import DistrictRow
from urbanist.engine.akropolis.score_rows import district_rows
from urbanist.engine.event import Chance, Move

EXAMPLE = marked("type tile, place and turn, for example 17@3,-2/4 or 17 3 -2 4")
PLACED = re.compile(
    r"(?P<tile>[0-9]+) *(?:@| ) *(?P<q>-?[0-9]+) *(?:,| ) *(?P<r>-?[0-9]+)(?: *(?:/| ) *(?P<k>[0-9]+|[ns]?[ew]))?"
)


def read_move(text: str, state: State) -> Move:
    """Return the legal move that a typed text means; raise `NotationError` with a one-line reason."""
    found = PLACED.fullmatch(" ".join(text.lower().split()))
    if found is None:
        raise not_understood(text, tr(EXAMPLE))
    tile, q, r = (_number(found[name]) for name in ("tile", "q", "r"))
    last = len(edition_of(state.array).tiles)
    if not 1 <= tile <= last:
        raise NotationError(
            tr("{text}: there is no such tile; tiles are 1 to {last}", text=quoted(text), last=last)
        )
    if max(abs(q), abs(r)) > REACH:
        raise NotationError(tr("{text}: no city can reach {place}", text=quoted(text), place=f"{q},{r}"))
    if found["k"] is None:
        raise NotationError(_turns(tile, q, r, state))
    k = direction_of(found["k"])
    if k not in range(6):
        raise NotationError(tr("{text}: turns are 0 to 5, clockwise from east", text=quoted(text)))
    return legal_move(AkropolisMove.of(tile, q, r, k), state)


def _number(text: str) -> int:
    """Return a number; a text of too many digits gives a number that is too large."""
    return int(text[:6])


def _turns(tile: int, q: int, r: int, state: State) -> str:
    """Return the possible turns of a tile at a place, as the answer to a move without a turn."""
    legal = set(state.legal_moves())
    turns = [k for k in range(6) if AkropolisMove.of(tile, q, r, k) in legal]
    if not turns:
        why = state.illegal_reason(AkropolisMove.of(tile, q, r, 0))
        return tr("{place} is not legal with any turn: {why}", place=f"{tile}@{q},{r}", why=why)
    return tr(
        "which turn for {place}? Possible: {turns}",
        place=f"{tile}@{q},{r}",
        turns=" ".join(map(str, turns)),
    )


def list_moves(state: State) -> str:
    """Return the legal moves: the tiles that the seat can pay, and their places in a line for each level."""
    if state.over:
        return tr("none: the game is over")
    payable = market_of(state.array)[: stones_of(state, state.to_move) + 1]
    city = city_of(state, state.to_move)
    levels: dict[int, set[tuple[int, int, int]]] = {}
    # Every tile and turn fits where one fits, so the first tile and two turns are enough to name the triangles.
    for move in state.legal_moves():
        placement = AkropolisMove(move)
        q, r, k = placement.spot
        if placement.tile == payable[0] and k < 2:
            level = height(city, placement.spaces[0]) + 1
            levels.setdefault(level, set()).add((r, q, k))
    tiles = ", ".join(f"{tile} ({translated(price(place))})" for place, tile in enumerate(payable))
    lines = [tr("any of {tiles}", tiles=tiles)]
    for level, places in sorted(levels.items()):
        row = " ".join(f"{q},{r}/{k}" for r, q, k in sorted(places))
        lines.append(tr("on level {level}: {places}", level=level, places=row))
    return "\n".join([*lines, tr("each has two other notations: 0,0/0 is the same place as 1,0/2 and 0,1/4")])


def narrate(pov: PlayerView, ply: int) -> str:
    """Return the event at a ply: the tile and its effect, or the refill of the market."""
    before, after, event = pov.states[ply], pov.states[ply + 1], pov.view.events[ply]
    if isinstance(event, Chance):
        return tr("the market is refilled with {tiles}", tiles=", ".join(map(str, event.drawn)))
    placement = AkropolisMove(event)
    return tr(
        "{who} lays {tile} at {place}: {effect}",
        who=pov.name(before.to_move),
        tile=tile_name(placement.tile, printed_on(before, placement.tile)),
        place=placement.place,
        effect=_brought(before, after, before.to_move, placement),
    )


def move_name(_state: State, move: Move) -> str:
    """Return a move as a sentence names it: the tile and the place."""
    parts = AkropolisMove(move)
    return tr("tile {tile} at {place}", tile=parts.tile, place=parts.place)


def explain(state: State, move: Move) -> str:
    """Return the direct effect of a move."""
    return _brought(state, state.play(move), state.to_move, AkropolisMove(move))


def _brought(before: State, after: State, seat: int, placement: AkropolisMove) -> str:
    """Return the change of a seat's points and its causes."""
    change = after.scores()[seat] - before.scores()[seat]
    level = height(city_of(after, seat), placement.spaces[0])
    brought = f"{change:+}"
    if level > 1:
        points = tr.counted(
            "{change} point on level {level}",
            "{change} points on level {level}",
            abs(change),
            change=brought,
            level=level,
        )
    else:
        points = tr.counted("{change} point", "{change} points", abs(change), change=brought)
    return ", ".join([points, *_parts(before, after, seat, placement)])


def _parts(before: State, after: State, seat: int, placement: AkropolisMove) -> Iterator[str]:
    for was, now in changes(before, after, seat):
        gain = now.points - was.points
        yield f"{kind_name(now.kind)} {product(now)}" + (f" ({gain:+})" if gain else "")
    cost = market_of(before.array).index(placement.tile)
    gained = covered(city_of(before, seat), placement)
    if cost:
        yield tr("costs {price}", price=price(cost))
    if gained:
        yield tr.counted("covers {n} quarry", "covers {n} quarries", gained)


def changes(before: State, after: State, seat: int) -> list[tuple[DistrictRow, DistrictRow]]:
    """Return the rows of districts whose value or stars changed, before and after."""
    pairs = zip(district_rows(before, seat), district_rows(after, seat), strict=True)
    return [(was, now) for was, now in pairs if (was.count, was.each) != (now.count, now.each)]


HOW = marked("list 17, list temples, list level 2, list 3,-2, list covers, or several: list 17 temples")
