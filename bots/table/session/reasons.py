"""Why one move is better than another, in words: what becomes of the game after either of them."""

from collections.abc import Callable, Sequence

from urbanist.bots.analysis.cause import UNKNOWN, Cause, MoveComparison, RowChange, Stake
from urbanist.bots.analysis.line import line_of
from urbanist.bots.analysis.rollout import GAMES, LOOKS, MOST, TOLD_FROM, Rollout, rollouts
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.language import chosen, number_text, tr
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import listed, upper
from urbanist.engine.event import Move
from urbanist.engine.history import View

#: How long two texts may be that say how points come about, and by which part the points of these two games may differ
#: from the mean: else one would not understand it.
SHORT, NEAR = 40, 0.4
#: Two moves lead to the same thing if no row certainly differs by so many points.
SAME = 1.0
#: The games after two moves, why the first one is better, and how that comes about, in sentences.
Told = tuple[MoveComparison, Cause, Sequence[str]]


class Reasons:
    """The reasons at one position, by what the seat to move can know; each move is played on once.

    `called` names a seat; it says nothing of a person who is spoken to. The same view and moves give the same text.
    """

    def __init__(self, view: View, called: Callable[[int], str]) -> None:
        self._view, self._called = view, called
        self._state, self._table = view.bare_state(), table_of(view.game.name)
        #: In each language that was spoken, because readers may have several.
        self._told: dict[tuple[str, Move, Move, Stake], Told | None] = {}
        self._rollouts: dict[Move, list[Rollout | None]] = {}

    @classmethod
    def of(cls, pov: PlayerView) -> "Reasons":
        """Return the reasons at the position of a viewer, who is "you" if it is a person."""
        return cls(pov.view, lambda seat: "" if pov.is_person(seat) else pov.name(seat))

    def cause(self, better: Move, other: Move, stake: Stake = UNKNOWN) -> Cause | None:
        """Return the cause for which the first of two moves is better; None if there is no certain one to tell."""
        told = self._because(better, other, stake)
        return told and told[1]

    def why(self, better: Move, other: Move, stake: Stake = UNKNOWN) -> str:
        """Return why the first of two moves is better, in sentences; nothing if there is nothing certain to say."""
        told = self._because(better, other, stake)
        return " ".join([*told[2], self._points(told[1], in_all=True)]) if told else ""

    def line(self, better: Move, other: Move, moves: int, stake: Stake = UNKNOWN) -> View | None:
        """Return the view after the better move and what follows it in a game that shows why; None without a reason."""
        told = self._because(better, other, stake)
        return told and line_of(self._view, told[0].typical(told[1]), moves)

    def _because(self, better: Move, other: Move, stake: Stake) -> Told | None:
        """Return why the first of two moves is better; None if there is nothing certain to say."""
        asked = chosen(), better, other, stake
        if asked not in self._told:
            self._told[asked] = self._found(better, other, stake)
        return self._told[asked]

    def _found(self, better: Move, other: Move, stake: Stake) -> Told | None:
        """Return why, as `_because` does: more games are played, a few at a time, as long as they may show it."""
        looks = [look for look in LOOKS if look <= MOST * len(self._table.careful)]
        for games in looks:
            comparison = self._comparison(better, other, games)
            cause = comparison.cause(stake) if games >= TOLD_FROM else None
            if cause is not None and (because := self._table.because(comparison, cause, self._called)):
                return comparison, cause, because
            if not comparison.may_show(looks[-1]):
                break
        return None

    def rather(self, better: Move, other: Move, stake: Stake = UNKNOWN) -> str:
        """Return why the first of two moves is better, with the names of both; nothing if there is nothing to say."""
        why = self.why(better, other, stake)
        names = {
            name: self._table.move_name(self._state, move)
            for name, move in {"better": better, "other": other}.items()
        }
        return why and upper(tr("{better} rather than {other}: {reasons}", reasons=why, **names))

    def speaks_for(self, move: Move, other: Move) -> str:
        """Return the most that certainly speaks for a move against another one, in sentences, or nothing."""
        comparison = self._comparison(move, other, GAMES)
        change = next((each for each in self._changes(comparison) if comparison.counts(each) > 0), None)
        if change is None:
            return ""
        cause = comparison.cause_of(change)
        because = self._table.because(comparison, cause, self._called)
        return " ".join([*because, self._points(cause, in_all=False)])

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
        both = self._played_on(better, games), self._played_on(other, games)
        return MoveComparison(self._state.to_move, *both)

    def _played_on(self, move: Move, games: int) -> list[Rollout | None]:
        """Return the first rollouts of a move."""
        known, times = self._rollouts.setdefault(move, []), self._table.careful
        if len(known) < games:
            known += rollouts(self._view, move, first=len(known), games=games - len(known), times=times)
        return known[:games]

    def _points(self, cause: Cause, in_all: bool) -> str:
        """Return the points of a cause in a sentence."""
        first, *others = sorted(cause.changes, key=lambda change: change.seat != self._view.seat)
        row, said = tr("everything"), ", ".join(map(self._points_of, (first, *others)))
        if first.row is not None:
            fact = self._table.fact(first.row)
            own = first.seat == self._view.seat and not others
            row = fact.label if own else fact.common or fact.label
        if in_all:
            points = number_text(cause.ahead, "+.1f")
            together = tr("in all {points}", points=points)
            if also := [self._also(change) for change in cause.also]:
                together = tr("with {rows} in all {points}", rows=listed(also), points=points)
            said = f"{said}; {together}"
        return tr("Points for {row}, on average: {said}.", row=row, said=said)

    def _also(self, change: RowChange) -> str:
        """Return another row, and what it counts for the seat."""
        assert change.row is not None
        fact = self._table.fact(change.row)
        return f"{fact.label} {number_text(change.points, '+.1f')}"

    def _points_of(self, change: RowChange) -> str:
        """Return who has how many points more, and how they come about."""
        who = self._called(change.seat) or tr("you")
        return f"{who} {number_text(change.points, '+.1f')}{self._such(change)}"

    def _such(self, change: RowChange) -> str:
        """Return how the points of a row come about in the median game after each move, if that is short."""
        if change.row is None or change.was is None:
            return ""
        if abs(change.row.points - change.was.points - change.points) > NEAR * abs(change.points):
            return ""
        now, was = (self._table.fact(row).value for row in (change.row, change.was))
        if not now or not was or now == was or len(now + was) > SHORT:
            return ""
        (many, *what), (few, *such) = now.split(" "), was.split(" ")
        if what == such and many.isdigit() and few.isdigit():
            now = many
        return tr(" ({now} rather than {was})", now=now, was=was)
