"""What is likely to follow a move: the positions and events that one game tells in words, compared with another's."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from urbanist.bots.table.kit.language import Catalog, tr
from urbanist.bots.table.kit.score import gained
from urbanist.engine import State
from urbanist.engine.event import Event, Move

if TYPE_CHECKING:
    from urbanist.search.reasons import Reason

#: The most reasons that are told, what one adds at least beside the one that adds most, and how much larger a count is
#: that is a reason.
MOST, BESIDE, MORE = 3, 0.2, 1.25


@dataclass(frozen=True, slots=True)
class ExpectedLine:
    """A move and what is likely to follow it, as the seat that moves can know it.

    The first of the `states` is the position before the move; each event leads to the next one. After `length` events
    what the move began is settled; the rest, if there is any, is what the seat is likely to do next.
    """

    seat: int
    events: tuple[Event, ...]
    states: tuple[State, ...]
    length: int

    @property
    def move(self) -> Move:
        """The move."""
        move = self.events[0]
        assert isinstance(move, Move)
        return move

    @property
    def before(self) -> State:
        """The position before the move."""
        return self.states[0]

    @property
    def after(self) -> State:
        """The position after the move, before anything that follows it."""
        return self.states[1]

    @property
    def end(self) -> State:
        """The position in which what the move began is settled."""
        return self.states[self.length]

    @property
    def next_move(self) -> Move | None:
        """The move that is likely to be made then; None if a chance event comes first, or nothing is known."""
        move = next(iter(self.events[self.length :]), None)
        return move if isinstance(move, Move) else None

    def own(self) -> Iterator[tuple[State, Move]]:
        """Yield what the seat itself does until another one moves, each with the position before it."""
        for state, event in zip(self.states, self.events[: self.length], strict=False):
            if isinstance(event, Move):
                if state.to_move != self.seat:
                    return
                yield state, event

    def answers(self) -> Iterator[tuple[State, Move, State]]:
        """Yield the moves of others, each with the positions before and after it."""
        for before, event, after in islice(
            zip(self.states, self.events, self.states[1:], strict=False), self.length
        ):
            if isinstance(event, Move) and before.to_move != self.seat:
                yield before, event, after


def weight(reasons: Sequence["Reason"], *features: str, of: int | None) -> float:
    """Return the sum of the gains of some features, of a seat or (None) of the whole position."""
    return sum(reason.gain for reason in reasons if reason.seat == of and reason.feature in features)


def heaviest(parts: Iterable[tuple[float, str]], least: float) -> list[str]:
    """Return the texts with the largest gains, in descending order: at most `MOST`, and each of at least `least`.

    What adds next to nothing beside the first one is no reason.
    """
    found = sorted(parts, reverse=True)[:MOST]
    return [said for gain, said in found if gain >= max(least, BESIDE * found[0][0])]


def in_favour(move: str, parts: Iterable[tuple[float, str]], least: float) -> Iterator[str]:
    """Yield the heaviest parts in one sentence about the better move; nothing if none of them is a reason."""
    if found := heaviest(parts, least):
        yield tr("In favour of {move}: {parts}.", move=move, parts="; ".join(found))


def counted(
    reasons: Iterable["Reason"], texts: Catalog, section: str, **values: object
) -> Iterator[tuple[float, str]]:
    """Yield what a section says of features, with their counts after the better move and after the other one."""
    for reason in reasons:
        if reason.feature in texts.words[section]:
            counts = {"now": f"{reason.after:.0f}", "was": f"{reason.before:.0f}"}
            yield reason.gain, texts.named(section, reason.feature, **counts, **values)


def grown(reasons: Iterable["Reason"], seat: int) -> Iterator["Reason"]:
    """Yield the reasons of a seat of which there is much more after the better move."""
    return (reason for reason in reasons if reason.seat == seat and much_more(reason.after, reason.before))


def much_more(now: float, was: float) -> bool:
    """Tell whether a count is so much larger that a person takes it for a reason."""
    return now >= MORE * was and now > was


def plain_contrast(better: ExpectedLine, other: ExpectedLine, _reasons: Sequence["Reason"]) -> Iterator[str]:
    """Yield what a move promises, for a game without words of its own: the points, if they differ."""
    won, got = (gained(line.before, line.end, line.seat) for line in (better, other))
    if won > got:
        yield tr("{won} points rather than {got}", won=f"{won:+}", got=f"{got:+}")
