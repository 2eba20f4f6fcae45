"""Why one bid is better than another: who builds what after either, and what that leaves for later."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from urbanist.bots.table.kit.course import Course, heaviest, weight
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player import seat_name
from urbanist.bots.table.kit.wording import listed, upper
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.text.words import gained, move_name, new_building
from urbanist.engine import State
from urbanist.engine.metropolys.notation import PASS, MetropolysMove, lane_values

if TYPE_CHECKING:
    from urbanist.search.reasons import Reason

#: The features of the buildings that a seat has left.
HAND = (
    "buildings left",
    "small left",
    "medium left",
    "tall left",
    "sum of values left",
    "highest value left",
    "second value left",
    "lowest value left",
)
#: What is counted of the seat that moves, which is good if it is more, and of a rival, which is good if it is less.
OWN = {
    "leads that one building takes": marked(
        "Districts whose lead one building takes: {now} rather than {was}."
    ),
    "completing sites": marked("Places that complete a group of the area card: {now} rather than {was}."),
    "points of open sites of the type": marked(
        "Points of the type card that can still be built: {now} rather than {was}."
    ),
}
RIVALS = {
    "leads that one building takes": marked(
        "Districts whose lead {who} takes with one building: {now} rather than {was}."
    ),
}
#: The feature of the map that counts for whoever opens the next auction.
ALONE = "sites without a neighbour"
SAFE = marked("{who} opens the next auction, with places where nobody can outbid: {now} rather than {was}.")
#: A reason counts if it adds at least this to the win share. The most of them that are told.
LEAST, MOST = 0.005, 2


def settled(state: State, _seat: int) -> bool:
    """Return whether no auction runs."""
    return not int(state.array["last_value"])


def contrast(better: Course, other: Course, reasons: Sequence["Reason"]) -> Iterator[str]:
    """Yield how the auction is likely to end after either move, and what the better one leaves for later."""
    ends = [new_building(course.before, course.end) for course in (other, better)]
    yield _ending(other)
    if ends[0] == ends[1]:
        if _sure(better) and not _sure(other):
            yield tr("{move} makes sure of it.", move=move_name(better.before, better.move))
    elif not _sure(better):
        yield _ending(better, explained=True)
    yield from map(upper, heaviest(_later(better, other, reasons), MOST, LEAST))


def _sure(course: Course) -> bool:
    """Return whether the move itself ends the auction."""
    return len(course.events) == 1


def _ending(course: Course, *, explained: bool = False) -> str:
    """Return how the auction ends, in a sentence; what the move itself brings may have been explained before."""
    built, move = new_building(course.before, course.end), move_name(course.before, course.move)
    if built is None:
        return ""
    seat, value, place = built
    said = {
        "move": move,
        "who": seat_name(seat),
        "building": move_name(course.before, MetropolysMove.of(value, place)),
        "brings": listed(gained(course.before, course.end, seat)),
    }
    if seat != course.seat and course.move == PASS:
        return tr("A pass lets {who} build {building}: {brings}.", **said)
    if seat != course.seat:
        return tr("After {move}, {who} is likely to build {building}: {brings}.", **said)
    if course.move != MetropolysMove.of(value, place):
        return tr("After {move}, {building} is likely to be built: {brings}.", **said)
    if explained:
        return tr("{building} is likely to be built.", **said)
    if _sure(course):
        return tr("{building} is built at once: {brings}.", **said)
    return tr("{building} is likely to be built: {brings}.", **said)


def _later(better: Course, other: Course, reasons: Sequence["Reason"]) -> Iterator[tuple[float, str]]:
    """Yield what the better move leaves for later, each with what it adds to the win share."""
    seat = better.seat
    kept = _hand(better.end, seat) - _hand(other.end, seat)
    if kept:
        values = listed(sorted(kept))
        said = tr.counted(
            "{values} stays in the hand.", "{values} stay in the hand.", len(kept), values=values
        )
        yield weight(reasons, *HAND, of=seat), said
    for rival in range(better.end.seats):
        spent = _hand(other.end, rival) - _hand(better.end, rival)
        if rival != seat and spent:
            said = tr("{who} has to spend {values}.", who=seat_name(rival), values=listed(sorted(spent)))
            yield weight(reasons, *HAND, of=rival), said
    unbeaten, before = _unbeaten(better.end, seat), _unbeaten(other.end, seat)
    if unbeaten > before:
        said = tr("No rival can outbid {values} any more.", values=listed(sorted(unbeaten - before)))
        yield weight(reasons, "values that no rival outbids", "higher values of rivals", of=seat), said
    yield from _counted(better, other, reasons)


def _hand(state: State, seat: int) -> frozenset[int]:
    return frozenset(lane_values(state.array["hands"][seat]))


def _unbeaten(state: State, seat: int) -> frozenset[int]:
    """Return the values of a seat that no building of a rival outbids."""
    rivals = (max(_hand(state, other), default=0) for other in range(state.seats) if other != seat)
    highest = max(rivals)
    return frozenset(value for value in _hand(state, seat) if value > highest)


def _counted(better: Course, other: Course, reasons: Sequence["Reason"]) -> Iterator[tuple[float, str]]:
    """Yield what there is more or less of once the auction is over."""
    seat, opens = better.seat, better.end.to_move
    for reason in reasons:
        more = reason.after > reason.before
        said = {"now": f"{reason.after:.0f}", "was": f"{reason.before:.0f}"}
        if reason.seat is None:
            # Who opens the next auction profits from a place where nobody can outbid.
            if reason.feature == ALONE and opens == other.end.to_move and more == (opens == seat):
                yield reason.gain, tr(SAFE, who=seat_name(opens), **said)
        elif reason.seat == seat and more and reason.feature in OWN:
            yield reason.gain, tr(OWN[reason.feature], **said)
        elif reason.seat != seat and not more and reason.feature in RIVALS:
            yield reason.gain, tr(RIVALS[reason.feature], who=seat_name(reason.seat), **said)
