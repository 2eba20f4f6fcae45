"""Why one move of Warszawa is better than another: what it leaves to the others, and what its seat has then."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from urbanist.bots.table.kit.course import Course, heaviest, weight
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player import seat_name
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import fields, phase_of, round_of, supply_of
from urbanist.bots.table.warszawa.text.narration import gains, move_name
from urbanist.bots.table.warszawa.text.phrases import cubes, effect, field_title
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.warszawa.edition import Field
from urbanist.engine.warszawa.moves import SEND, WarszawaMove

if TYPE_CHECKING:
    from urbanist.search.reasons import Reason

ENGINEERS = "free engineers"
#: What can be counted of the seat that moves.
COUNTED = {
    "payable buildings": marked("buildings that can be paid for: {now} rather than {was}"),
    "payable segments": marked("metro segments that can be paid for: {now} rather than {was}"),
    "points of foundations": marked("points that the foundations bring when built: {now} rather than {was}"),
    "best card": marked("points of the best card in hand: {now} rather than {was}"),
    "cards held": marked("cards in hand: {now} rather than {was}"),
    "cards that fit": marked("cards in hand that have a place: {now} rather than {was}"),
    ENGINEERS: marked("free engineers: {now} rather than {was}"),
    "gain of the next segment": marked("points of the next metro segment: {now} rather than {was}"),
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


def settled(state: State, seat: int) -> bool:
    """Return whether the others have answered a move, and the seat has no hexes to clear."""
    return state.to_move == seat and not int(state.array["clearing"])


def contrast(better: Course, other: Course, reasons: Sequence["Reason"]) -> Iterator[str]:
    """Yield which field the worse move leaves to a rival, and what the seat has after the better one."""
    yield from _left(better, other)
    parts = heaviest(_parts(better, other, reasons), MOST, LEAST)
    if parts:
        yield tr(
            "In favour of {move}: {parts}.",
            move=move_name(better.before, better.move),
            parts="; ".join(parts),
        )


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
        if reason.feature == ENGINEERS and _moment(better.end) != _moment(other.end):
            continue  # each phase has its own number of them
        if own and reason.feature in COUNTED and reason.after > reason.before:
            counts = {"now": f"{reason.after:.0f}", "was": f"{reason.before:.0f}"}
            yield reason.gain, tr(COUNTED[reason.feature], **counts)
        elif reason.feature == "next holder" and reason.after != reason.before and reason.gain > 0:
            if own and reason.after:
                yield reason.gain, tr("it begins the next round")
            elif reason.seat is not None and not own and reason.before:
                yield reason.gain, tr("{who} does not begin the next round", who=seat_name(reason.seat))
        elif reason.feature == "planning" and reason.after > reason.before:
            yield reason.gain, tr("planning goes on")


def _moment(state: State) -> tuple[tuple[int, int], int]:
    """Return the stage, the round and the phase."""
    return round_of(state), phase_of(state)
