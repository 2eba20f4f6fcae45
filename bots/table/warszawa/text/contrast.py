"""Why one move of Warszawa is better than another: what it leaves to the others, and what its seat has then."""

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from urbanist.bots.table.kit.course import Course, heaviest, much_more, weight
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player import seat_name
from urbanist.bots.table.kit.wording import listed, upper
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import fields, phase_of, round_of, supply_of
from urbanist.bots.table.warszawa.text.narration import gains, move_name
from urbanist.bots.table.warszawa.text.phrases import cubes, effect, field_title
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.warszawa.edition import Field
from urbanist.engine.warszawa.moves import CLEARING, DONE, PASS, SEND, USE, WarszawaMove

if TYPE_CHECKING:
    from urbanist.search.reasons import Reason

ENGINEERS, HELD = "free engineers", "cards held"
#: What depends on cards that are still unseen if the line draws any.
OF_CARDS = ("best card", "cards that fit", "points of foundations")
#: What can be counted of the seat that moves.
COUNTED = {
    "payable buildings": marked("buildings that can be paid for: {now} rather than {was}"),
    "payable segments": marked("metro segments that can be paid for: {now} rather than {was}"),
    "points of foundations": marked("points that the foundations bring when built: {now} rather than {was}"),
    "best card": marked("points of the best card in hand: {now} rather than {was}"),
    HELD: marked("cards in hand: {now} rather than {was}"),
    "cards that fit": marked("cards in hand that have a place: {now} rather than {was}"),
    ENGINEERS: marked("free engineers: {now} rather than {was}"),
    "norm points to come": marked("points of the norm that can still come: {now} rather than {was}"),
    "size of the store": marked("size of the store: {now} rather than {was}"),
    "ready placements": marked("second placements left to use: {now} rather than {was}"),
    "ready cubes": marked("buildings that still give a cube: {now} rather than {was}"),
    "ready cards": marked("buildings that still give a card: {now} rather than {was}"),
}
#: The features of points and of cubes.
POINTS = (
    "points",
    "gained",
    "metro points",
    "style points",
    "norm points",
    "points of industrial",
    "points of service",
    "points of residential",
    "points of representative",
    "points of cultural",
)
CUBES = ("funds", "concrete", "rubble", "room for cubes", "thrift")
#: A reason counts if it adds at least this to the win share. The most of them that are told.
LEAST, MOST = 0.008, 3
#: The most moves of the same turn that are told.
FOLLOWING = 2


def settled(states: Sequence[State]) -> bool:
    """Return whether the turn of the move is over, and its seat is to move again."""
    before, now = states[0], states[-1]
    seat = before.to_move
    answered = any(not state.due and state.to_move != seat for state in states[1:])
    return now.to_move == seat and (answered or _moment(now) != _moment(before))


def contrast(better: Course, other: Course, reasons: Sequence["Reason"]) -> Iterator[str]:
    """Yield what follows the better move, which field the worse one leaves to a rival, and what the seat has then."""
    yield from _followed(better)
    yield from _left(better, other)
    parts = heaviest(_parts(better, other, reasons), MOST, LEAST)
    if parts:
        yield tr(
            "In favour of {move}: {parts}.",
            move=move_name(better.before, better.move),
            parts="; ".join(parts),
        )


def _followed(better: Course) -> Iterator[str]:
    """Yield what the seat is likely to do in the same turn once it has used a function, until it draws a card."""
    if WarszawaMove(better.move).kind != USE:
        return
    known = set(supply_of(better.before, better.seat).hand)
    own = takewhile(lambda pair: known.issuperset(supply_of(pair[0], better.seat).hand), better.own())
    moves = [
        move_name(state, move)
        for state, move in islice(own, 1, None)
        if WarszawaMove(move).kind not in (CLEARING, PASS, DONE)
    ]
    if moves and _draws(better):
        moves.append(tr("what the drawn cards allow"))
    if moves:
        yield tr("What is likely to follow: {moves}.", moves=listed(moves[:FOLLOWING]))


def _left(better: Course, other: Course) -> Iterator[str]:
    """Yield the field of the better move, if a rival takes it after the worse one."""
    field = _field(better.before, better.move)
    if field is None or _field(other.before, other.move) == field:
        return
    for before, event, _ in other.answers():
        if _field(before, event) == field:
            yield tr(
                "{move} leaves {field} to {who}: {effect}.",
                move=upper(move_name(other.before, other.move)),
                field=field_title(field),
                who=seat_name(before.to_move),
                effect=effect(field.effect),
            )
            return


def _field(state: State, move: Move) -> Field | None:
    """Return the field to which a move sends an engineer; None if it does not."""
    parts = WarszawaMove(move)
    return next((field for field in fields(state) if parts.kind == SEND and field.id == parts.what), None)


def _parts(better: Course, other: Course, reasons: Sequence["Reason"]) -> Iterator[tuple[float, str]]:
    """Yield what the seat has after the better move, rather than after the other, each with what it is worth."""
    seat = better.seat
    change = better.end.scores()[seat] - other.end.scores()[seat]
    # What the move itself brings is told as its effect.
    itself = better.after.scores()[seat] - better.before.scores()[seat]
    if change > 0 and change != itself and (rows := gains(other.end, better.end, seat)):
        said = tr.counted(
            "{change} point more ({rows})", "{change} points more ({rows})", change, change=change, rows=rows
        )
        yield weight(reasons, *POINTS, of=seat), said
    now, was = (supply_of(course.end, seat).cubes for course in (better, other))
    if now != was:
        yield weight(reasons, *CUBES, of=seat), tr("{now} rather than {was}", now=cubes(now), was=cubes(was))
    for reason in reasons:
        own = reason.seat == seat
        if own and reason.feature in COUNTED and _counts(reason, better, other):
            counts = {"now": f"{reason.after:.0f}", "was": f"{reason.before:.0f}"}
            yield reason.gain, tr(COUNTED[reason.feature], **counts)
        elif reason.feature == "next holder" and reason.seat is not None and not own and reason.before:
            yield reason.gain, tr("{who} does not begin the next round", who=seat_name(reason.seat))


def _counts(reason: "Reason", better: Course, other: Course) -> bool:
    """Return whether a count is a reason: larger, known, and not only because a card or an engineer is in use."""
    if not much_more(reason.after, reason.before):
        return False
    if reason.feature == ENGINEERS:  # each phase has its own number of them
        return _moment(better.end) == _moment(other.end)
    if reason.feature == HELD:  # a card that is laid out is not lost
        return reason.after > supply_of(better.before, better.seat).held
    return reason.feature not in OF_CARDS or not _draws(better)


def _draws(course: Course) -> bool:
    """Return whether the seat draws cards, so that its hand is only one of those that are possible."""
    first, *later = (set(supply_of(state, course.seat).hand) for state in course.states[: course.length + 1])
    return any(not hand <= first for hand in later)


def _moment(state: State) -> tuple[tuple[int, int], int]:
    """Return the stage, the round and the phase."""
    return round_of(state), phase_of(state)
