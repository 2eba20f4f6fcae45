"""Why one move is better than another, in words: what becomes of the game after either of them."""

from collections.abc import Callable, Iterable

from urbanist.bots.analysis.cause import UNKNOWN, Cause, DeedShare, MoveComparison, RowChange, Stake
from urbanist.bots.analysis.rollout import GAMES, MOST, Rollout, rollouts
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.language import number_text, tr
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import upper
from urbanist.engine.event import Move
from urbanist.engine.history import View

#: So many more games are played at a time when a reason is sought.
STEP = 24
#: Two moves lead to the same thing if no row certainly differs by so many points.
SAME = 1.0


class Reasons:
    """The reasons at one position, by what the seat to move can know; each move is played on once.

    `called` names a seat. The same view and moves give the same text.
    """

    def __init__(self, view: View, called: Callable[[int], str]) -> None:
        self._view, self._called = view, called
        self._state, self._table = view.bare_state(), table_of(view.game.name)
        self._rollouts: dict[Move, list[Rollout | None]] = {}

    @classmethod
    def of(cls, pov: PlayerView) -> "Reasons":
        """Return the reasons at the position of a viewer, who is "you" if it is a person."""
        return cls(pov.view, lambda seat: tr("you") if pov.is_person(seat) else pov.name(seat))

    def cause(self, better: Move, other: Move, stake: Stake = UNKNOWN) -> Cause | None:
        """Return the cause for which the first of two moves is better; None if there is no certain one.

        As long as more games may show one they are played, a few at a time.
        """
        games = STEP
        while True:
            comparison = self._comparison(better, other, games)
            cause = comparison.cause(stake)
            if cause is not None or games >= MOST or not comparison.may_show(MOST):
                return cause
            games += STEP

    def why(self, better: Move, other: Move, stake: Stake = UNKNOWN) -> str:
        """Return why the first of two moves is better, in sentences; nothing if there is nothing certain to say."""
        cause = self.cause(better, other, stake)
        return "" if cause is None else self._said(cause.changes, cause.by)

    def rather(self, better: Move, other: Move, stake: Stake = UNKNOWN) -> str:
        """Return why the first of two moves is better, with the names of both; nothing if there is nothing to say."""
        why = self.why(better, other, stake)
        names = {
            name: self._table.move_name(self._state, move)
            for name, move in {"better": better, "other": other}.items()
        }
        return why and tr("{better} rather than {other}: {reasons}", reasons=why, **names)

    def speaks_for(self, move: Move, other: Move) -> str:
        """Return the most that certainly speaks for a move against another one, in sentences, or nothing."""
        comparison = self._comparison(move, other, GAMES)
        change = next((each for each in self._changes(comparison) if comparison.counts(each) > 0), None)
        return "" if change is None else self._said([change], comparison.led(change))

    def same(self, one: Move, other: Move) -> bool:
        """Return whether two moves lead to the same thing; False if nothing is known of that."""
        comparison = self._comparison(one, other, GAMES)
        return comparison.pairs > 1 and not self._changes(comparison)

    def _changes(self, comparison: MoveComparison) -> list[RowChange]:
        """Return the changes that count, those of single rows first."""
        if comparison.pairs < 2:
            return []
        changes = [*comparison.changes(), *comparison.totals()]
        return [each for each in changes if abs(comparison.counts(each)) >= SAME]

    def _comparison(self, better: Move, other: Move, games: int) -> MoveComparison:
        seat, table = self._state.to_move, self._table
        names = {table.move_name(self._state, move) for move in (better, other)}
        both = self._played_on(better, games), self._played_on(other, games)
        return MoveComparison(
            seat, *both, table.deeds, lambda state, deed: table.deed_name(state, deed) in names
        )

    def _played_on(self, move: Move, games: int) -> list[Rollout | None]:
        """Return the first rollouts of a move."""
        known = self._rollouts.setdefault(move, [])
        if len(known) < games:
            known += rollouts(self._view, move, first=len(known), games=games - len(known))
        return known[:games]

    def _said(self, changes: Iterable[RowChange], by: DeedShare | None) -> str:
        """Return changes in sentences, after one about what leads to them."""
        said = [] if by is None else [self._happens(by)]
        return " ".join(map(upper, [*said, *map(self._points_of, changes)]))

    def _points_of(self, change: RowChange) -> str:
        if change.row is None:
            row = tr("in all")
        else:
            fact = self._table.fact(change.row)
            row = fact.label if change.seat == self._view.seat else fact.common or fact.label
        who, points = self._called(change.seat), number_text(change.points, "+.1f")
        return tr("{who}, {row}: {points} points on average.", row=row, who=who, points=points)

    def _happens(self, by: DeedShare) -> str:
        return tr(
            "{who}: then {deed} in {now} of 10 games, otherwise in {was}.",
            deed=self._table.deed_name(by.before, by.deed),
            who=self._called(by.seat),
            now=round(10 * by.now),
            was=round(10 * by.was),
        )
