"""Why one placement is better than another: what it leaves to the others, and what its seat can build then."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import city_of, height, stones_of
from urbanist.bots.table.akropolis.text.facts import kind_name, product
from urbanist.bots.table.akropolis.text.moves import move_name
from urbanist.bots.table.kit.course import Course, heaviest, much_more, weight
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player import seat_name
from urbanist.bots.table.kit.wording import upper
from urbanist.engine import State
from urbanist.engine.akropolis.notation import AkropolisMove, market_of
from urbanist.engine.akropolis.score_rows import district_rows

if TYPE_CHECKING:
    from urbanist.search.reasons import Reason

#: The features that tell of one kind of district, by its name.
OF_KIND = ("value of {kind}", "stars of {kind}", "points of {kind}", "idle {kind}")
#: What there is to build on, by the features that count it.
GROUND = {
    "free sites": marked("places where a higher tile covers nothing that counts: {now} rather than {was}"),
    "quarries on sites": marked("quarries that a higher tile can cover: {now} rather than {was}"),
    "sites on level 2": marked("places for a tile on level 2: {now} rather than {was}"),
    "sites on level 3": marked("places for a tile on level 3: {now} rather than {was}"),
}
#: The features that a higher level changes.
LEVELS = ("hexes on level 1", "hexes on level 2", "hexes on higher levels", "open quarries")
#: A reason counts if it adds at least this to the win share. The most of them that are told.
LEAST, MOST = 0.01, 3
#: By so many points the best answer of a rival must be better, or the next move of the seat.
ANSWER, NEXT = 4, 4


def contrast(better: Course, other: Course, reasons: Sequence["Reason"]) -> Iterator[str]:
    """Yield what a rival can do after the worse move alone, what can be laid next, and what there is to build on."""
    yield from map(upper, _answers(better, other))
    yield from map(upper, _next(better, other))
    parts = heaviest(_parts(better, other, reasons), MOST, LEAST)
    if parts:
        yield tr(
            "In favour of {move}: {parts}.",
            move=move_name(better.before, better.move),
            parts="; ".join(parts),
        )


def _answers(better: Course, other: Course) -> Iterator[str]:
    """Yield what the rival who gains most by the worse move lays then."""
    found = {before.to_move: (event, _points(before, after)) for before, event, after in other.answers()}
    instead = {before.to_move: (event, _points(before, after)) for before, event, after in better.answers()}
    gains = [(got - instead[seat][1], seat) for seat, (_, got) in found.items() if seat in instead]
    most, seat = max(gains, default=(0, 0))
    if most < ANSWER or found[seat][1] < ANSWER:
        return
    (move, got), (less, little) = found[seat], instead[seat]
    tile, now = AkropolisMove(move).tile, AkropolisMove(less).tile
    values = {
        "move": move_name(other.before, other.move),
        "who": seat_name(seat),
        "tile": tile,
        "points": f"{got:+}",
        "less": f"{little:+}",
    }
    if tile == AkropolisMove(better.move).tile:
        yield tr("{move} leaves tile {tile} to {who}, for whom it is worth {points} points.", **values)
    elif tile == now:
        yield tr("Tile {tile} is then worth {points} points to {who}, rather than {less}.", **values)
    else:
        yield tr(
            "{who} then lays tile {tile} for {points} points, rather than tile {now} for {less}.",
            **values,
            now=now,
        )


def _next(better: Course, other: Course) -> Iterator[str]:
    """Yield what the seat is likely to lay next if that brings much more; nothing of tiles that are still unseen."""
    seen = market_of(better.before.array)
    found = []
    for course in (better, other):
        move = course.next_move
        if move is None or AkropolisMove(move).tile not in seen:
            return
        before, after = course.end, course.states[course.length + 1]
        level = height(city_of(after, course.seat), AkropolisMove(move).spaces[0])
        found.append((move_name(before, move), _points(before, after), level))
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


def _points(before: State, after: State) -> int:
    """Return the points that a move brought."""
    return int(after.scores()[before.to_move] - before.scores()[before.to_move])


def _parts(better: Course, other: Course, reasons: Sequence["Reason"]) -> Iterator[tuple[float, str]]:
    """Yield what the better move leaves its seat, rather than the other one, each with what it adds to the share."""
    seat = better.seat
    level, lower = (_level(course) for course in (better, other))
    if level > lower:
        said = tr("level {level} rather than {lower}", level=level, lower=lower)
        yield weight(reasons, *LEVELS, of=seat), said
    stones, fewer = (stones_of(course.after, seat) for course in (better, other))
    if stones > fewer:
        said = tr.counted(
            "{n} stone rather than {fewer}", "{n} stones rather than {fewer}", stones, fewer=fewer
        )
        yield weight(reasons, "stones", of=seat), said
    rows = (district_rows(course.after, seat) for course in (better, other))
    for now, was in zip(*rows, strict=True):
        if now.points > was.points or now.each > was.each or now.idle < was.idle:
            said = tr(
                "{kind} {now} rather than {was}", kind=kind_name(now.kind), now=product(now), was=product(was)
            )
            if product(now) != product(was):
                yield weight(reasons, *(name.format(kind=now.kind) for name in OF_KIND), of=seat), said
    for reason in reasons:
        if reason.seat == seat and reason.feature in GROUND and much_more(reason.after, reason.before):
            yield (
                reason.gain,
                tr(GROUND[reason.feature], now=f"{reason.after:.0f}", was=f"{reason.before:.0f}"),
            )


def _level(course: Course) -> int:
    """Return the level on which a tile is laid."""
    return height(city_of(course.after, course.seat), AkropolisMove(course.move).spaces[0])
