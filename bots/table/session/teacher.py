"""A first game that explains itself: what one may do and why, what the bots did and why, and what a move changed."""

from collections.abc import Iterable, Iterator

from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import score_changes
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import Lesson, upper
from urbanist.bots.table.session.contrast import contrast
from urbanist.engine import State


class Teacher:
    """Tells each lesson once; `page` is for the person who is to move."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._told: set[tuple[int | None, str]] = set()
        #: Whether the person still wants lessons.
        self.teaches = True

    def page(self, pov: PlayerView) -> list[str]:
        """Return what to tell the viewer before a move, in paragraphs; nothing if there is nothing new."""
        if not self.teaches:
            return []
        last = _last_move(pov)
        changes: Iterable[str] = () if last is None else self._changes(pov, last)
        lessons = self._once(pov.seat, self._table.lessons(pov))
        return [*changes, *lessons, *self._reasons(pov, 0 if last is None else last + 1)]

    def _once(self, seat: int | None, lessons: Iterator[Lesson]) -> Iterator[str]:
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
        yield from self._rows(before, after, pov.seat)
        if said := self._difference(after, now, pov.seat):
            yield tr("Your score has changed since then: {rows}.", rows=said)
        yield from self._rows(after, now, pov.seat)

    def _difference(self, before: State, after: State, seat: int) -> str:
        """Return what changed in a seat's score; empty if nothing did."""
        changes = score_changes(before, after, seat)
        return ", ".join(f"{self._table.fact(row).label} {change:+}" for row, change in changes)

    def _rows(self, before: State, after: State, seat: int) -> Iterator[str]:
        """Yield what the rows of a score mean that changed between two positions."""
        changed = (row for row, _ in score_changes(before, after, seat))
        rows = (Lesson(f"row {row.kind}", self._table.fact(row).tip) for row in changed)
        yield from self._once(seat, (lesson for lesson in rows if lesson.text))

    def _reasons(self, pov: PlayerView, first: int) -> Iterator[str]:
        """Yield the last move of each other seat since an event, with what speaks for it."""
        latest = {
            pov.states[ply].to_move: ply
            for ply in range(first, len(pov.view.events))
            if not pov.states[ply].due and "?" not in pov.view.events[ply]
        }
        for seat, ply in sorted(latest.items(), key=lambda item: item[1]):
            if seat != pov.seat:
                yield _why(self._table, pov, ply)


def _last_move(pov: PlayerView) -> int | None:
    """Return the ply of the viewer's last move; None if there is none."""
    own = [ply for ply, state in enumerate(pov.states[:-1]) if not state.due and state.to_move == pov.seat]
    return own[-1] if own else None


def _why(table: Table, pov: PlayerView, ply: int) -> str:
    """Return a move of another seat with its effect, and what speaks for it, compared with another good move.

    It uses what the viewer sees, so it tells nothing about hidden cards.
    """
    state, move = pov.states[ply], pov.view.events[ply]
    told, why = [f"{upper(table.narrate(pov, ply))}."], table.explain(state, move)
    if why and why not in told[0]:
        told.append(tr("Why: {why}.", why=why))
    other = _alternative(state, move)
    if other:
        speaks = contrast(pov.view.until(ply), move, other)
        if speaks:
            told.append(
                tr("Rather than {other}: {reasons}.", other=table.move_name(state, other), reasons=speaks)
            )
    return " ".join(told)


def _alternative(state: State, move: str) -> str:
    """Return the move that looks best at first sight, but is another one; empty if there is none."""
    write = state.game.notation.write_move
    rated = zip(state.priors(), map(int, state.moves()), strict=True)
    moves = (write(word) for _, word in sorted(rated, reverse=True))
    return next((other for other in moves if other != move), "")
