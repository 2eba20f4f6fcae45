"""The moves of Akropolis in words: which are legal, what happened, and what a move brings."""

from collections.abc import Iterator

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import city_of, covered, height, printed_on, stones_of
from urbanist.bots.table.akropolis.text.facts import product, tile_name
from urbanist.bots.table.kit.language import translated
from urbanist.bots.table.kit.move_part import PLACE, THING, WAY, MovePart
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import gained
from urbanist.bots.table.kit.wording import no_moves
from urbanist.engine import State
from urbanist.engine.akropolis.city_record import space_text
from urbanist.engine.akropolis.illegal_move_reasons import price
from urbanist.engine.akropolis.notation import AkropolisMove, market_of
from urbanist.engine.akropolis.score_kinds import DistrictRow
from urbanist.engine.akropolis.score_rows import district_rows
from urbanist.engine.event import Chance, Move


def list_moves(state: State) -> str:
    """Return the legal moves: the tiles that the seat can pay, and their places in a line for each level."""
    if state.over:
        return no_moves()
    payable = market_of(state.array)[: stones_of(state, state.to_move) + 1]
    city = city_of(state, state.to_move)
    levels: dict[int, set[tuple[int, int, int]]] = {}
    # Every tile and turn fits where one fits, so the first tile and two turns are enough to name the triangles.
    for move in state.legal():
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
        place=_where(placement),
        effect=_brought(before, after, before.to_move, placement),
    )


def move_name(_state: State, move: Move) -> str:
    """Return a move as a sentence names it: the tile, the place of its first hex, and how it is turned."""
    placement = AkropolisMove(move)
    return tr("tile {tile} at {place}", tile=placement.tile, place=_where(placement))


#: The directions of a turned tile: where its second hex lies.
TURNS = ("→", "↘", "↙", "←", "↖", "↗")


def _where(placement: AkropolisMove) -> str:
    """Return the place of the first hex of a tile, and how it is turned, as people read it."""
    q, r, turn = placement.spot
    return f"{space_text((q, r))}{TURNS[turn]}"


def parts(state: State) -> dict[Move, tuple[MovePart, ...]]:
    """Return the legal moves, each by its tile, the place of its first hex, and how it is turned."""
    tiles = _tiles(state)
    turns = [MovePart(WAY, f"turn-{turn}", sign) for turn, sign in enumerate(TURNS)]
    parts: dict[Move, tuple[MovePart, ...]] = {}
    for move in state.legal():
        q, r, turn = AkropolisMove(move).spot
        place = space_text((q, r))
        parts[move] = tiles[AkropolisMove(move).tile], MovePart(PLACE, place, place), turns[turn]
    return parts


def _tiles(state: State) -> dict[int, MovePart]:
    """Return the tiles of the market."""
    return {
        tile: MovePart(
            THING, f"tile-{tile}", tr("tile {tile}", tile=tile_name(tile, printed_on(state, tile)))
        )
        for tile in market_of(state.array)
    }


def candidates(state: State, _chosen: str) -> Iterator[tuple[MovePart, Move]]:
    """Yield the tiles of the market, each where a tile may lie."""
    spot = AkropolisMove(state.legal()[0]).spot
    for tile, part in _tiles(state).items():
        yield part, AkropolisMove.of(tile, *spot)


def asks(_: State) -> str:
    """Return what the seat to move has to choose."""
    return tr("Take a tile of the market, and lay it in your city.")


def explain(state: State, move: Move) -> str:
    """Return the direct effect of a move."""
    return _brought(state, state.play(move), state.to_move, AkropolisMove(move))


def _brought(before: State, after: State, seat: int, placement: AkropolisMove) -> str:
    """Return the change of a seat's points and its causes."""
    change, level = gained(before, after, seat), _level(after, seat, placement)
    values = {"change": f"{change:+}", "level": level}
    points = tr.named("points", "higher" if level > 1 else "ground", change, **values)
    return ", ".join([points, *_parts(before, after, seat, placement)])


def _level(after: State, seat: int, move: Move) -> int:
    """Return the level on which a tile was laid."""
    return height(city_of(after, seat), AkropolisMove(move).spaces[0])


def _parts(before: State, after: State, seat: int, placement: AkropolisMove) -> Iterator[str]:
    for was, now in changes(before, after, seat):
        gain = now.points - was.points
        yield f"{tr(now.kind)} {product(now)}" + (f" ({gain:+})" if gain else "")
    if cost := market_of(before.array).index(placement.tile):
        yield tr("costs {price}", price=price(cost))
    if quarries := covered(city_of(before, seat), placement):
        yield tr.counted("covers {n} quarry", "covers {n} quarries", quarries)


def changes(before: State, after: State, seat: int) -> list[tuple[DistrictRow, DistrictRow]]:
    """Return the rows of districts whose value or stars changed, before and after."""
    pairs = zip(district_rows(before, seat), district_rows(after, seat), strict=True)
    return [(was, now) for was, now in pairs if (was.count, was.each) != (now.count, now.each)]
