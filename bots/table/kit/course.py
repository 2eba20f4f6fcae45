"""What is likely to follow a move: the positions and events that one game tells in words, compared with another's."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from urbanist.bots.table.kit.language import tr
from urbanist.engine import State


class Weighed(Protocol):
    """A feature of the network that differs between the ends of two courses, and what that adds to the win share."""

    @property
    def feature(self) -> str:
        """The name in the engine."""

    @property
    def seat(self) -> int | None:
        """The seat whose feature it is; None: of the position as a whole."""

    @property
    def before(self) -> float:
        """Its number after the move that is not the better one."""

    @property
    def after(self) -> float:
        """Its number after the better move."""

    @property
    def gain(self) -> float:
        """What it adds to the win share."""


@dataclass(frozen=True, slots=True)
class Course:
    """A move and what is likely to follow it, as the seat that moves can know it.

    The first of the `states` is the position before the move; each event leads to the next one.
    """

    seat: int
    events: tuple[str, ...]
    states: tuple[State, ...]

    @property
    def move(self) -> str:
        """The move."""
        return self.events[0]

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
        return self.states[-1]

    def answers(self) -> Iterator[tuple[State, str, State]]:
        """Yield the moves of others, each with the positions before and after it."""
        for before, event, after in zip(self.states[:-1], self.events, self.states[1:], strict=True):
            if not before.due and before.to_move != self.seat:
                yield before, event, after


def weight(reasons: Sequence[Weighed], *features: str, of: int | None) -> float:
    """Return what some features of a seat, or those of the whole position, add to the win share together."""
    return sum(reason.gain for reason in reasons if reason.seat == of and reason.feature in features)


def heaviest(parts: Iterable[tuple[float, str]], most: int, least: float) -> list[str]:
    """Return what adds most to the win share, in order: so many at most, each of which adds at least so much."""
    return [said for gain, said in sorted(parts, reverse=True)[:most] if gain >= least]


def plain_contrast(better: Course, other: Course, _reasons: Sequence[Weighed]) -> Iterator[str]:
    """Yield what a move promises, for a game without words of its own: the points, if they differ."""
    won, got = (
        course.end.scores()[course.seat] - course.before.scores()[course.seat] for course in (better, other)
    )
    if won > got:
        yield tr("{won} points rather than {got}", won=f"{won:+}", got=f"{got:+}")
