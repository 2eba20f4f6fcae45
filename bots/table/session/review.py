"""The review of a game: what each move cost, and a summary of each seat."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from urbanist.bots.analysis.decisions import Decision, SeatSummary, choices, judge, summary_of
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.player_view import PlayerView, is_human
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.table.session.reasons import Reasons
from urbanist.engine.history import History
from urbanist.engine.record import Record, win_shares
from urbanist.search.options import SearchOptions

#: The visits of each search when people look back at a game, and how many of their moves they see again.
NODES, WORST = 500, 3


@dataclass(frozen=True)
class Review:
    """The analysis of one game: its record, its decisions and summaries, and the options of the searches."""

    record: Record
    history: History
    decisions: Sequence[Decision]
    summaries: Sequence[SeatSummary]
    options: SearchOptions

    @cached_property
    def table(self) -> Table:
        """The table of the game."""
        return table_of(self.history.game.name)

    @cached_property
    def pov(self) -> PlayerView:
        """The game with all cards open."""
        return PlayerView.of(self.history, None, self.record.seats, revealed=True)

    @cached_property
    def by_event(self) -> dict[int, Decision]:
        """The decisions by their events."""
        return {decision.event: decision for decision in self.decisions}

    @cached_property
    def shares(self) -> list[tuple[float, ...]]:
        """The win share that each seat could expect: of the deal and after each event; at the end what it got.

        After a move these are the shares by the view of its seat; other events and forced moves change nothing.
        """
        seats, events = self.history.state.seats, len(self.history.events)
        shares = [self.decisions[0].best.win_shares if self.decisions else (1 / seats,) * seats]
        for event in range(1, events + 1):
            moved = self.by_event.get(event)
            shares.append(moved.played.win_shares if moved else shares[-1])
        if self.record.ranks is not None:
            shares[-1] = win_shares(self.record.ranks)
        return shares

    def better(self, decision: Decision) -> str:
        """Return the best move of a decision as a sentence names it."""
        return self.table.move_name(self.history.states[decision.event - 1], decision.best.move)

    def why(self, decision: Decision) -> str:
        """Return the cause of a loss in sentences, or nothing."""
        return self.reasons(decision).why(decision.best.move, decision.played.move, decision.stake)

    def reasons(self, decision: Decision) -> Reasons:
        """Return the reasons at the position of a decision."""
        view = self.history.until(decision.event - 1).seen_by(decision.seat)
        return Reasons(view, self._called)

    def _called(self, seat: int) -> str:
        """Return the name of a seat; it is empty for the only person of the game, who is spoken to."""
        people = [each for each, player in enumerate(self.record.seats) if is_human(player)]
        return "" if people == [seat] else self.pov.name(seat)

    def said(self, event: int, line: PlayerView | None = None) -> str:
        """Return an event of the game, or of another line, in words, without the name of the seat that moved."""
        pov = line or self.pov
        text, before = self.table.narrate(pov, event - 1), pov.states[event - 1]
        return upper(text if before.due else text.removeprefix(f"{pov.name(before.to_move)} "))


def own_choices(record: Record, history: History) -> list[int]:
    """Return the plies at which a seat had a choice of its own, which it has not in the steps of a guided game."""
    notes = Notebook.of(record)
    lesson = table_of(history.game.name).guided_game(notes.lesson)
    told: tuple[str, ...] = ()
    if lesson is not None and history.deal == lesson.deal and notes.step is not None:
        told = lesson.played(max(notes.step, 0))
    first = len(told) if history.texts[: len(told)] == told else 0
    return [ply for ply in choices(history) if ply >= first]


def reviewed(
    record: Record,
    history: History,
    options: SearchOptions,
    step: Callable[[str], object] = str,
    *,
    first: Collection[int] = (),
    note: Callable[[Decision], object] = str,
) -> Review:
    """Return the review of a game, from a judgement of each of its `own_choices`.

    The moves of the seats in `first` are judged before all others. `step` is told what is being judged, and `note` each
    decision.
    """
    decisions = []
    move_name = table_of(history.game.name).move_name
    for ply in sorted(own_choices(record, history), key=lambda ply: history.states[ply].to_move not in first):
        state = history.states[ply]
        values = {"event": ply + 1, "move": move_name(state, history.move(ply)), "seat": state.to_move}
        step(tr("event {event}: {move}, seat {seat}", **values))
        decisions.append(judge(history, ply, options))
        note(decisions[-1])
    decisions.sort(key=lambda decision: decision.event)
    summaries = [summary_of(history, decisions, seat, options.seed) for seat in range(history.state.seats)]
    return Review(record, history, decisions, summaries, options)


def worst(review: Review, seats: Collection[int], number: int = WORST) -> list[Decision]:
    """Return the decisions of some seats that lost most of the win, the costliest first."""
    lost = [decision for decision in review.decisions if decision.seat in seats and decision.lost > 0]
    return sorted(lost, key=lambda decision: (-decision.lost, decision.event))[:number]
