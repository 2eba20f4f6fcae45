"""The moves of Akropolis in words: which are legal, what happened, what a move brings, and why one is better."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import city_of, covered, height, printed_on, stones_of
from urbanist.bots.table.akropolis.text.facts import product, tile_name
from urbanist.bots.table.kit.expected_line import ExpectedLine, counted, grown, in_favour, weight
from urbanist.bots.table.kit.language import translated
from urbanist.bots.table.kit.move_part import PLACE, THING, WAY, MovePart
from urbanist.bots.table.kit.player import seat_name
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import gained
from urbanist.bots.table.kit.wording import no_moves, upper
from urbanist.engine import State
from urbanist.engine.akropolis.city_record import space_text
from urbanist.engine.akropolis.illegal_move_reasons import price
from urbanist.engine.akropolis.notation import AkropolisMove, market_of
from urbanist.engine.akropolis.score_kinds import DistrictRow
from urbanist.engine.akropolis.score_rows import district_rows
from urbanist.engine.event import Chance, Move

if TYPE_CHECKING:
    from urbanist.search.reasons import Reason


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
        place=placement.place,
        effect=_brought(before, after, before.to_move, placement),
    )


def move_name(_state: State, move: Move) -> str:
    """Return a move as a sentence names it: the tile and the place."""
    parts = AkropolisMove(move)
    return tr("tile {tile} at {place}", tile=parts.tile, place=parts.place)


#: The directions of a turned tile: where its second hex lies.
TURNS = ("→", "↘", "↙", "←", "↖", "↗")


def parts(state: State) -> dict[Move, tuple[MovePart, ...]]:
    """Return the legal moves, each by its tile, the place of its first hex, and how it is turned."""
    tiles = {
        tile: MovePart(
            THING, f"tile-{tile}", tr("tile {tile}", tile=tile_name(tile, printed_on(state, tile)))
        )
        for tile in market_of(state.array)
    }
    turns = [MovePart(WAY, f"turn-{turn}", sign) for turn, sign in enumerate(TURNS)]
    found: dict[Move, tuple[MovePart, ...]] = {}
    for move in state.legal():
        q, r, turn = AkropolisMove(move).spot
        place = space_text((q, r))
        found[move] = tiles[AkropolisMove(move).tile], MovePart(PLACE, place, place), turns[turn]
    return found


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


#: The features that tell of one kind of district, by its name.
OF_KIND = ("value of {kind}", "stars of {kind}", "points of {kind}", "idle {kind}")
#: The features that a higher level changes.
LEVELS = ("hexes on level 1", "hexes on level 2", "hexes on higher levels", "open quarries")
#: A reason counts if it adds at least this to the win share.
LEAST = 0.01
#: By so many points the best answer of a rival must be better, or the next move of the seat.
ANSWER, NEXT = 4, 4


def contrast(better: ExpectedLine, other: ExpectedLine, reasons: Sequence["Reason"]) -> Iterator[str]:
    """Yield what a rival can do after the worse move alone, what can be laid next, and what there is to build on."""
    yield from map(upper, _answers(better, other))
    yield from map(upper, _next(better, other))
    yield from in_favour(move_name(better.before, better.move), _kept(better, other, reasons), LEAST)


def _answers(better: ExpectedLine, other: ExpectedLine) -> Iterator[str]:
    """Yield what the rival who gains most by the worse move lays then."""
    found, instead = (
        {
            before.to_move: (event, gained(before, after, before.to_move))
            for before, event, after in line.answers()
        }
        for line in (other, better)
    )
    gains = [(got - instead[seat][1], seat) for seat, (_, got) in found.items() if seat in instead]
    most, seat = max(gains, default=(0, 0))
    if most < ANSWER or found[seat][1] < ANSWER:
        return
    (move, got), (less, little) = found[seat], instead[seat]
    tile, now = AkropolisMove(move).tile, AkropolisMove(less).tile
    answer = "leaves" if tile == AkropolisMove(better.move).tile else "same" if tile == now else "other"
    yield tr.named(
        "answer",
        answer,
        move=move_name(other.before, other.move),
        who=seat_name(seat),
        tile=tile,
        points=f"{got:+}",
        now=now,
        less=f"{little:+}",
    )


def _next(better: ExpectedLine, other: ExpectedLine) -> Iterator[str]:
    """Yield what the seat is likely to lay next if that brings much more; nothing of tiles that are still unseen."""
    seen = market_of(better.before.array)
    found = []
    for line in (better, other):
        move = line.next_move
        if move is None or AkropolisMove(move).tile not in seen:
            return
        before, after = line.end, line.states[line.length + 1]
        level, points = _level(after, line.seat, move), gained(before, after, line.seat)
        found.append((move_name(before, move), points, level))
    (name, points, level), (less_name, less, lower) = found
    if points - less < NEXT:
        return
    yield tr(
        "{who} can then lay {name} on level {level} for {points} points, "
        "rather than {other} on level {lower} for {less}.",
        who=seat_name(better.seat),
        name=name,
        level=level,
        points=f"{points:+}",
        other=less_name,
        lower=lower,
        less=f"{less:+}",
    )


def _kept(
    better: ExpectedLine, other: ExpectedLine, reasons: Sequence["Reason"]
) -> Iterator[tuple[float, str]]:
    """Yield what the better move leaves its seat, rather than the other one, each with what it adds to the share."""
    seat = better.seat
    level, lower = (_level(line.after, seat, line.move) for line in (better, other))
    if level > lower:
        said = tr("level {level} rather than {lower}", level=level, lower=lower)
        yield weight(reasons, *LEVELS, of=seat), said
    stones, fewer = (stones_of(line.after, seat) for line in (better, other))
    if stones > fewer:
        said = tr.counted(
            "{n} stone rather than {fewer}", "{n} stones rather than {fewer}", stones, fewer=fewer
        )
        yield weight(reasons, "stones", of=seat), said
    rows = (district_rows(line.after, seat) for line in (better, other))
    for now, was in zip(*rows, strict=True):
        if now.points > was.points or now.each > was.each or now.idle < was.idle:
            said = tr("{kind} {now} rather than {was}", kind=tr(now.kind), now=product(now), was=product(was))
            if product(now) != product(was):
                yield weight(reasons, *(name.format(kind=now.kind) for name in OF_KIND), of=seat), said
    yield from counted(grown(reasons, seat), tr, "ground")
