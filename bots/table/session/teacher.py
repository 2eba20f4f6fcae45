"""A first game that explains itself: what one may do and why, what the bots did and why, and what a move changed."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice, pairwise

from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import score_changes
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import Lesson, upper
from urbanist.engine import State
from urbanist.engine.event import Move

#: The most paragraphs of a brief page.
BRIEF = 2


class Teacher:
    """Tells each lesson once; `page` is for the person who is to move."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._told: set[tuple[int | None, str]] = set()
        #: Whether the person still wants lessons.
        self.teaches = True

    def page(self, pov: PlayerView, *, brief: bool = False) -> list[str]:
        """Return what to tell the viewer before a move, in paragraphs; nothing if there is nothing new.

        A `brief` page has a change of the score, and one thing more: a lesson, the others wait for later moves, or else
        what another seat did.
        """
        if not self.teaches:
            return []
        last = last_move(pov)
        changes = () if last is None else self._changes(pov, last)
        rows = () if last is None else self._rows(pov, last)
        lessons = self._once(pov.seat, chain(rows, self._table.lessons(pov)))
        reasons = self._reasons(pov, 0 if last is None else last + 1, brief=brief)
        if brief:
            # What is not taken is not told: it comes with a later move.
            said = [*islice(changes, 1), *islice(lessons, 1)]
            return [*said, *islice(reasons, BRIEF - len(said))]
        return [*changes, *lessons, *reasons]

    def _once(self, seat: int | None, lessons: Iterable[Lesson]) -> Iterator[str]:
        """Yield the lessons that the seat was not told."""
        for lesson in lessons:
            if (seat, lesson.name) not in self._told:
                self._told.add((seat, lesson.name))
                yield lesson.text

    def _changes(self, pov: PlayerView, last: int) -> Iterator[str]:
        """Yield what the viewer's last move changed in the score, and what happened to it since."""
        assert pov.seat is not None
        before, after, now = pov.states[last], pov.states[last + 1], pov.state
        if said := self._difference(before, after, pov.seat):
            yield tr("Your move changed your score: {rows}.", rows=said)
        if said := self._difference(after, now, pov.seat):
            yield tr("Your score has changed since your move: {rows}.", rows=said)

    def _difference(self, before: State, after: State, seat: int) -> str:
        """Return what changed in a seat's score; empty if nothing did."""
        changes = score_changes(before, after, seat)
        return ", ".join(f"{self._table.fact(row).label} {change:+}" for row, change in changes)

    def _rows(self, pov: PlayerView, last: int) -> Iterator[Lesson]:
        """Yield what the rows of the viewer's score mean that changed since the last move."""
        assert pov.seat is not None
        for before, after in pairwise((pov.states[last], pov.states[last + 1], pov.state)):
            for row, _ in score_changes(before, after, pov.seat):
                if tip := self._table.fact(row).tip:
                    yield Lesson(f"row {row.kind}", tip)

    def _reasons(self, pov: PlayerView, first: int, *, brief: bool) -> Iterator[str]:
        """Yield the last move of each other seat since an event, with what speaks for it; the latest first if brief."""
        latest = {
            pov.states[ply].to_move: ply
            for ply in range(first, len(pov.view.events))
            if isinstance(event := pov.view.events[ply], Move) and not event.hidden
        }
        for seat, ply in sorted(latest.items(), key=lambda item: item[1], reverse=brief):
            if seat != pov.seat:
                yield _why(self._table, pov, ply)


def last_move(pov: PlayerView) -> int | None:
    """Return the ply of the viewer's last move; None if there is none."""
    own = [ply for ply, state in enumerate(pov.states[:-1]) if not state.due and state.to_move == pov.seat]
    return own[-1] if own else None


def _why(table: Table, pov: PlayerView, ply: int) -> str:
    """Return a move of another seat with its effect.

    It uses what the viewer sees, so it tells nothing about hidden cards.
    """
    state, move = pov.states[ply], pov.view.events[ply]
    assert isinstance(move, Move)
    told, why = [f"{upper(table.narrate(pov, ply))}."], table.explain(state, move)
    if why and why not in told[0]:
        told.append(tr("Why: {why}.", why=why))
    return " ".join(told)
