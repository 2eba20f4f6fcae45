"""Why one bid is better than another: who builds what after either, and what that leaves for later."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from urbanist.bots.table.kit.course import Course, heaviest, much_more, weight
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player import seat_name
from urbanist.bots.table.kit.wording import listed, upper
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.auction import token_on
from urbanist.bots.table.metropolys.text.facts import token
from urbanist.bots.table.metropolys.text.words import describe_place, gained, move_name, new_building
from urbanist.engine import State
from urbanist.engine.metropolys.notation import PASS, MetropolysMove, lane_values, mask_names
from urbanist.engine.metropolys.pieces import BOARD, CELLS

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
    "completing sites": marked("Places that score with the area card: {now} rather than {was}."),
    "points of open sites of the type": marked(
        "Points of the type card that can still be built: {now} rather than {was}."
    ),
}
RIVALS = {
    "leads that one building takes": marked(
        "Districts whose lead {who} takes with one building: {now} rather than {was}."
    ),
}
#: The features that tell whose turn it is, and the one of the map that counts for whoever opens the next auction.
TURN, ALONE = ("to move", "may build", "turns to wait"), "sites without a neighbour"
#: A reason counts if it adds at least this to the win share. The most of them that are told, and the most places.
LEAST, MOST, PLACES = 0.005, 3, 3
#: So many points that the better move gives up at once are told.
GIVEN = 3


def settled(states: Sequence[State]) -> bool:
    """Return whether no auction runs."""
    return not int(states[-1].array["last_value"])


def contrast(better: Course, other: Course, reasons: Sequence["Reason"]) -> Iterator[str]:
    """Yield how the auction is likely to end after either move, and what the better one leaves for later."""
    ends = [new_building(course.before, course.end) for course in (other, better)]
    yield _ending(other)
    if ends[0] == ends[1]:
        if _sure(better) and not _sure(other):
            yield tr("{move} makes sure of it.", move=move_name(better.before, better.move))
    elif not _sure(better):
        yield _ending(better, explained=True)
    given = other.end.scores()[other.seat] - better.end.scores()[better.seat]
    if given >= GIVEN:
        yield tr.counted("That gives up {n} point for now.", "That gives up {n} points for now.", given)
    yield from map(upper, heaviest(_later(better, other, reasons), MOST, LEAST))


def _sure(course: Course) -> bool:
    """Return whether the move itself ends the auction."""
    return course.length == 1


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
        return tr("After {move}, {who} itself is likely to build {building}: {brings}.", **said)
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
    built, instead = (new_building(course.before, course.end) for course in (better, other))
    for rival in range(better.end.seats):
        spent = _hand(other.end, rival) - _hand(better.end, rival)
        if rival == seat or not spent:
            continue
        who, value, less = seat_name(rival), max(spent), _value(instead, rival)
        if less and value > less:
            said = tr("{who} has to spend {value} rather than {less}.", who=who, value=value, less=less)
            yield weight(reasons, *HAND, of=rival), said
        elif better.move == PASS or not _value(built, rival):  # else it was just said what is built
            yield weight(reasons, *HAND, of=rival), tr("{who} has to spend {value}.", who=who, value=value)
    unbeaten, before = _unbeaten(better.end, seat), _unbeaten(other.end, seat)
    if unbeaten > before:
        said = tr("No rival can outbid {values} any more.", values=listed(sorted(unbeaten - before)))
        yield weight(reasons, "values that no rival outbids", "higher values of rivals", of=seat), said
    yield from _next_auction(better, other, reasons)
    yield from _counted(better, reasons)


def _value(built: tuple[int, int, str] | None, seat: int) -> int:
    """Return the value of a new building of a seat; 0 if it has built nothing."""
    return built[1] if built is not None and built[0] == seat else 0


def _next_auction(better: Course, other: Course, reasons: Sequence["Reason"]) -> Iterator[tuple[float, str]]:
    """Yield who opens the next auction, and where nobody could outbid then, if the two moves differ in that."""
    if better.end.over or other.end.over:
        return
    seat, opens, instead = better.seat, better.end.to_move, other.end.to_move
    if opens != instead:
        turn = sum(weight(reasons, *TURN, of=each) for each in range(better.end.seats))
        if seat in {opens, instead}:
            yield turn, tr("{who} opens the next auction.", who=seat_name(opens))
        return
    alone, before = _alone(better.end), _alone(other.end)
    places = alone - before if opens == seat else before - alone
    if places:
        record = better.end.array
        best = sorted(places, key=lambda place: (not token(token_on(record, place)), place))[:PLACES]
        said = {
            "who": seat_name(opens),
            "places": listed(describe_place(better.end, place) for place in best),
        }
        gain = weight(reasons, ALONE, f"trendy {ALONE}", of=None)
        if opens == seat:
            yield gain, tr("{who} opens the next auction, and nobody could outbid on {places}.", **said)
        else:
            yield gain, tr("{who} opens the next auction, and can then be outbid on {places}.", **said)


def _alone(state: State) -> frozenset[str]:
    """Return the empty places whose neighbours are all built on: whoever opens there is never outbid."""
    empty = frozenset(mask_names(state.array["empty"]))
    return frozenset(place for place in empty if empty.isdisjoint(BOARD[CELLS[place]].adjacent.split()))


def _hand(state: State, seat: int) -> frozenset[int]:
    return frozenset(lane_values(state.array["hands"][seat]))


def _unbeaten(state: State, seat: int) -> frozenset[int]:
    """Return the values of a seat that no building of a rival outbids."""
    rivals = (max(_hand(state, other), default=0) for other in range(state.seats) if other != seat)
    highest = max(rivals)
    return frozenset(value for value in _hand(state, seat) if value > highest)


def _counted(better: Course, reasons: Sequence["Reason"]) -> Iterator[tuple[float, str]]:
    """Yield what there is more or less of once the auction is over."""
    for reason in reasons:
        now, was = reason.after, reason.before
        said = {"now": f"{now:.0f}", "was": f"{was:.0f}"}
        if reason.seat == better.seat and reason.feature in OWN and much_more(now, was):
            yield reason.gain, tr(OWN[reason.feature], **said)
        elif reason.seat not in {None, better.seat} and reason.feature in RIVALS and much_more(was, now):
            yield reason.gain, tr(RIVALS[reason.feature], who=seat_name(reason.seat), **said)
