"""The room of analysis: a game at every ply, its moves and mistakes, what the engine thinks, and lines to try."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from urbanist.bots.analysis.decisions import Decision
from urbanist.bots.files import write
from urbanist.bots.players.level import HIGHEST, level_name
from urbanist.bots.table import table_of
from urbanist.bots.table.application.analyst import Analyst
from urbanist.bots.table.application.keys import bindings
from urbanist.bots.table.application.move_list import MoveRows
from urbanist.bots.table.application.stage import Stage
from urbanist.bots.table.kit.language import marked, number_text, reason_of, tr, translated
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import mark
from urbanist.bots.table.kit.terminal.board import BoardWidget, Guide
from urbanist.bots.table.kit.wording import cut, upper
from urbanist.bots.table.puzzles.mistakes import mistakes_in
from urbanist.bots.table.puzzles.puzzle import Puzzle
from urbanist.bots.table.session import saves
from urbanist.bots.table.session.advice import best
from urbanist.bots.table.session.claim import Claim
from urbanist.bots.table.session.hidden import is_even
from urbanist.bots.table.session.notebook import AnalysisNotes, Branch
from urbanist.bots.table.session.review import Review, worst
from urbanist.bots.table.session.review_text import MARKS, annotation_text, mark_of
from urbanist.bots.table.session.share_plot import draw_shares
from urbanist.engine.event import Events, Move
from urbanist.engine.history import History
from urbanist.engine.record import Record
from urbanist.search.result import Result

#: The lines of the plot, and the events of a page.
PLOT, PAGE = 4, 10
#: The most other cards that are named beside a hidden one.
LIKELIEST = 2
#: What is said while the page is written.
WRITING = marked("The page is being written …"), ""
#: What opens at the costliest mistake, and what leads to all mistakes, one by one.
WORST, MISTAKES = "worst", "mistakes"
#: What is said while mistakes are judged once more.
CHOOSING = marked("Your mistakes are looked at once more … {seconds} s"), ""


@dataclass(frozen=True, slots=True)
class PlayOn:
    """A game shall go on from a position, against bots of a level."""

    history: History
    level: int


class Room(Stage):
    """A game that is looked at. What a person adds to it stands in `record`, and in its file."""

    #: The board has the keys only while a move is tried.
    AUTO_FOCUS = ""
    KEYS = "room"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(KEYS)]

    def __init__(
        self,
        record: Record,
        history: History,
        board: BoardWidget,
        file: Path | None = None,
        *,
        what: str = "",
        at: int | None = None,
    ) -> None:
        super().__init__(table_of(history.game.name), board)
        self.record, self.game, self.line = record, history, history
        self._file, self._claim = file, None if file is None else Claim(file)
        self.notes = AnalysisNotes.of(record, history)
        #: The position that is shown, as the number of its events.
        self.ply = len(history.events) if at is None else min(at, len(history.events))
        #: How a game shall go on, if a person wants to play on.
        self.onward: PlayOn | None = None
        #: The mistakes that the person wants to play better.
        self.mistakes: list[Puzzle] = []
        #: Whether the engine is on: it thinks about the position that is shown.
        self.engine = True
        #: What is worked out beside.
        self.analyst = Analyst(record, history, self.post_message)
        self._rows = MoveRows(self.analyst, history, self.table, self.notes)
        #: What opens as soon as the moves of people are judged.
        self._awaited = what if what in {WORST, MISTAKES} else ""
        self._trying = False
        #: The mistake that is looked at, if one is.
        self._recalled: Decision | None = None
        board.helps = self.analyst.is_whole
        board.show(self._pov(), free=False)

    @property
    def review(self) -> Review | None:
        """The review of the game, once it is made."""
        return self.analyst.review

    @property
    def _in_branch(self) -> bool:
        return self.line is not self.game

    def _pov(self) -> PlayerView:
        history = self.line.until(self.ply)
        state = history.state
        seat = None if state.over else state.to_move
        return PlayerView.of(history, seat, self.record.seats, revealed=True)

    def begin(self) -> None:
        """Show the game, and begin to judge its moves."""
        self.set_focus(None)
        if self._claim is not None and not self._claim.take():
            self.note = tr("Another window has this game open: what you add here is not kept.")
            self._claim = None
        self.analyst.begin()
        self.show()

    def on_analyst_ready(self, message: Analyst.Ready) -> None:
        """Show what is known now.

        The board stays as it is, because a person may be looking at a mistake or trying a move. A window that is being
        closed has no rows left.
        """
        if not self.is_running:
            return
        if message.fault is not None:
            self.note = tr("The game cannot be looked back at: {reason}", reason=reason_of(message.fault))
        if self._awaited and self.analyst.own_are_judged:
            self._open_awaited()
            return
        result = self._result()
        # Unless the board shows a better move for a mistake, or one that is tried.
        if result is not None and not self._trying and not self.board.hinted:
            self.board.hint(tuple(value.move for value in best(result, self.line.states[self.ply].to_move)))
            self.redraw()
        else:
            # A move that was judged changes no score, and there are many of them.
            self.show_guide()
            self.tell()
        self.show_keys()
        self._ask()

    def _ask(self) -> None:
        """Let the engine think about the position, if it is on."""
        if self.engine:
            self.analyst.ask(self.line.until(self.ply))

    def show(self, recalled: Decision | None = None) -> None:
        """Show the position, and everything beside it; of a mistake that is looked at also what it cost, and why."""
        self._trying, self._recalled = False, recalled
        self.board.show(self._pov(), free=False)
        self.set_focus(None)
        self.redraw()
        self._ask()
        self.show_keys()

    def tell(self) -> None:
        """Show all moves with what is known of them, and what each seat could expect."""
        columns, recalled = self._frame.beside - 1, self._recalled
        rows, at = self._rows.rows(self.line, self.ply, self._left, recalled, columns)
        self._frame.tell(rows, at, first=recalled is not None, alone=True)
        self._show_plot()

    def _show_plot(self) -> None:
        """Show what each seat could expect, or how far the review is; and the posteriors of hidden cards."""
        told = list(self._posteriors())
        if self._recalled is not None and not self._frame.is_tall:
            # The reasons need the lines.
            self._frame.show_plot(Text(), 0)
        elif self.review is not None:
            costly = [(each.event, each.seat) for each in self.review.decisions if each.grade in MARKS]
            at = min(self.ply, len(self.game.events))
            plot = draw_shares(self.review.shares, costly, self._frame.beside, PLOT, at)
            self._frame.show_plot(Text("\n").join([plot, *told]), PLOT + 1 + len(told))
        elif self.analyst.is_judging:
            judged, moves = len(self.analyst.decisions), self.analyst.choices
            said = tr("Looking back … {judged} of {moves} moves", judged=judged, moves=moves)
            self._frame.show_plot(Text("\n").join([Text(said, "italic"), *told]), 1 + len(told))
        else:
            self._frame.show_plot(Text("\n").join(told), len(told))

    def _posteriors(self) -> Iterator[Text]:
        """Yield for each seat of whose cards a bystander has learnt something its cards, with the posterior then."""
        for posterior in self.analyst.beliefs(self.line, self.ply):
            shares = dict(posterior.rows)
            if is_even(shares.values()):
                continue
            others = [card for card, _ in posterior.rows if card != posterior.card][:LIKELIEST]
            row = Text(no_wrap=True).append_text(mark(posterior.seat))
            for number, card in enumerate([posterior.card, *others]):
                said = f" {self.table.card_name(self.game.state, card)} {number_text(shares.get(card, 0), '.0%')} "
                room = self._frame.beside - row.cell_len
                if number and len(said) > room:
                    break
                row.append(cut(said, room), "dim" if number else "bold")
            yield row

    def action_beliefs(self) -> None:
        """Show what the moves until this position told of hidden cards."""
        self.infer(
            self.line.until(self.ply), PlayerView.of(self.line.until(self.ply), None, self.record.seats)
        )

    @property
    def _left(self) -> int | None:
        """After how many events the open branch leaves the game."""
        return Branch.of(self.game, self.line).after if self._in_branch else None

    # What the engine thinks

    @property
    def _position(self) -> Events:
        return self.line.events[: self.ply]

    def _result(self) -> Result | None:
        result = self.analyst.result(self._position) if self.engine else None
        return result if isinstance(result, Result) else None

    def _engine_line(self) -> str:
        """Return the best moves with what they promise, and whether that is exact."""
        state = self.line.states[self.ply]
        if state.over:
            return tr("The end of the game.")
        if state.due:
            return ""
        if not self.engine:
            return tr("The engine is off: x.")
        result = self._result()
        if result is None:
            failed = self.analyst.result(self._position)
            return reason_of(failed) if isinstance(failed, Exception) else tr("The engine thinks …")
        told = []
        for number, value in enumerate(best(result, state.to_move), 1):
            points = f", {number_text(value.points[state.to_move], '.1f')}" if value.points else ""
            name = self.table.move_name(state, value.move)
            told.append(f"{number}) {name} {number_text(value.value, '.0%')}{points}")
        head = tr("Solved: ") if result.solved else tr("Best: ")
        return f"{head}{'; '.join(told)}"

    # What to do now

    def guide(self) -> Guide:
        """Return what happened last and what it cost, and the best moves now."""
        if self._trying:
            return self.board.guide()
        return self.working() or Guide(self._told(), self._engine_line())

    def _told(self) -> str:
        """Return the event before the position, and how good it was."""
        whole = len(self.line.events)
        head = (
            tr("Branch, {ply} of {events}: ", ply=self.ply, events=whole)
            if self._in_branch
            else tr("{ply} of {events}: ", ply=self.ply, events=whole)
        )
        if self._recalled is not None:
            said = upper(self.table.narrate(self.analyst.so_far.pov, self._recalled.event - 1))
            return f"{said}. {self._judged(self._recalled)}"
        if self.ply == 0:
            return head + tr("the deal.")
        pov = PlayerView.of(self.line.until(self.ply), None, self.record.seats, revealed=True)
        said = f"{head}{upper(self.table.narrate(pov, self.ply - 1))}."
        decision = None if self._in_branch else self.analyst.decisions.get(self.ply)
        if decision is None or (decision.tempting is None and decision.grade not in MARKS):
            return said
        return f"{said} {self._judged(decision)}"

    def _judged(self, decision: Decision) -> str:
        """Return the mark of a move, and what it was worth."""
        said = annotation_text(decision, self.analyst.so_far.better(decision))
        return f"{mark_of(decision)} {said}.".lstrip()

    def check_action(self, action: str, parameters: Sequence[object]) -> bool | None:
        """Return whether a key does something now."""
        if action in {"mistake", "worst", "learn", "page"}:
            return not self._trying and (self.review is not None or self.analyst.is_judging)
        if action in {"follow", "try", "go_on"}:
            state = self.line.states[self.ply]
            return not (self._trying or state.over or state.due)
        if action in {"step", "branch", "comment"}:
            return not self._trying
        return action != "delete" or self._in_branch

    def action_go(self, event: int) -> None:
        """Show the position after an event of the game."""
        self.line, self.ply, self.note = self.game, min(max(event, 0), len(self.game.events)), ""
        self.show()

    def action_step(self, step: int) -> None:
        """Show the position some events earlier or later."""
        self.ply = min(max(self.ply + step, 0), len(self.line.events))
        self.note = ""
        self.show()

    def action_scroll(self, way: str) -> None:
        """Go to an end of the line, or ten events on or back."""
        steps = {"home": -self.ply, "end": len(self.line.events), "page_up": -PAGE, "page_down": PAGE}
        if not self._trying:
            self.action_step(steps[way])

    def action_scroll_list(self, lines: int) -> None:
        """Scroll the list of moves."""
        if not self._trying:
            self._frame.scroll_lines(lines)

    def action_mistake(self, step: int) -> None:
        """Go to the next mistake, or to the one before: the position before it, with the better move."""
        mistakes = [event for event, each in sorted(self.analyst.decisions.items()) if each.grade in MARKS]
        before = [event for event in mistakes if event - 1 < self._at_game]
        after = [event for event in mistakes if event - 1 > self._at_game]
        event = (after[:1] or mistakes[:1]) if step > 0 else (before[-1:] or mistakes[-1:])
        if not event:
            judging = tr("No mistake is found so far; not all moves are judged yet.")
            self.say(judging if self.review is None else tr("No move of this game was a mistake."))
        else:
            self._recall(self.analyst.decisions[event[0]])

    @property
    def _at_game(self) -> int:
        left = self._left
        return self.ply if left is None else left

    def action_worst(self) -> None:
        """Go to the costliest mistake of the people, or of all if there are none; again: to the next one."""
        self._await(WORST)

    def action_learn(self) -> None:
        """Leave to play the mistakes of people better, or those of all if there are none."""
        self._await(MISTAKES)

    def action_engine(self) -> None:
        """Switch the engine off, or on again."""
        self.engine = not self.engine
        self.show()

    def _await(self, what: str) -> None:
        """Open something as soon as the moves of people are judged, and say so."""
        self._awaited = what
        if self.analyst.own_are_judged:
            self._open_awaited()
        else:
            self.say(
                tr("Your moves are judged first.")
                if self.analyst.people
                else tr("All moves are judged first.")
            )

    def _open_awaited(self) -> None:
        """Open the worst mistake, or leave for all mistakes."""
        what, self._awaited = self._awaited, ""
        review = self.analyst.so_far
        decisions = worst(review, self.analyst.people or range(len(self.record.seats)), len(review.decisions))
        if not decisions:
            self._say_none()
        elif what == MISTAKES:
            self.work_out(lambda _: mistakes_in(self.game, decisions), self._leave_for, CHOOSING)
        else:
            places = [each.event - 1 for each in decisions]
            following = (places.index(self.ply) + 1) % len(places) if self.ply in places else 0
            self._recall(decisions[following])

    def _leave_for(self, mistakes: list[Puzzle] | Exception) -> None:
        """Leave to play mistakes better, if there are any."""
        if isinstance(mistakes, Exception):
            self.say(tr("The game cannot be looked back at: {reason}", reason=reason_of(mistakes)))
        elif mistakes:
            self.mistakes = mistakes
            self.action_leave()
        else:
            self._say_none()

    def _say_none(self) -> None:
        self.say(
            upper(tr("no move of yours cost anything that can be measured")) + "."
            if self.analyst.people
            else tr("No move of this game was a mistake.")
        )

    def _recall(self, decision: Decision) -> None:
        """Show the position before a mistake: 1 marks the better move, 2 the one that was played."""
        self.line, self.ply = self.game, decision.event - 1
        self.note = tr(
            "1 marks the better move, 2 the one that was played. f plays the better line; → steps on."
        )
        self.show(decision)
        # Some boards compose a move only where one may be chosen.
        self.board.show(self._pov(), free=True)
        self.board.hint((decision.best.move, decision.played.move))
        self.board.propose(decision.best.move)
        self.analyst.explain(decision)

    # Branches

    def on_board_widget_chosen(self, message: BoardWidget.Chosen) -> None:
        """Play the move that is tried, as a branch."""
        self._play(message.move)

    def on_board_widget_changed(self) -> None:
        """Show the effect of the move that is tried."""
        if self._trying:
            self.redraw(story=False)

    def _play(self, move: Move) -> None:
        """Go one move on: along the line if that has this move, else in a branch."""
        if self.line.events[self.ply : self.ply + 1] == (move,):
            self.ply += 1
        else:
            self.line = self.line.until(self.ply).redrawn(self.ply).play(move)
            self.ply = len(self.line.events)
            self.notes.add(self.game, self.line)
            self._keep()
        self.note = ""
        self.show()

    def action_follow(self) -> None:
        """Play the best move of the engine."""
        result, recalled = self._result(), self._recalled
        if recalled is not None and (better := self.analyst.better(recalled)) is not None:
            self.line, self.ply, self.note = better, recalled.event, ""
            self.notes.add(self.game, self.line)
            self._keep()
            self.show()
        elif recalled is not None:
            self._play(recalled.best.move)
        elif result is None:
            self.say(tr("The engine thinks …"))
        else:
            self._play(result.move)

    def action_try(self) -> None:
        """Let the person choose a move on the board."""
        self._trying, self._awaited, self.note = True, "", ""
        self.board.show(self._pov(), free=True)
        self.set_focus(self.board)
        self.show_guide()
        self.show_keys()

    def action_put_back(self) -> None:
        """End a try, or what is being worked out, or go back from a branch to the game."""
        if not self.forget() and not self._trying and self._left is not None:
            self.ply, self.line = self._left, self.game
        self.note = ""
        self.show()

    def action_branch(self) -> None:
        """Enter the next branch that leaves the game here."""
        here = [number for number, each in enumerate(self.notes.branches) if each.after == self._at_game]
        if not here:
            self.say(tr("No branch leaves the game here."))
            return
        opened = [n for n in here if self.notes.branches[n].line.events == self.line.events]
        self.action_enter(here[(here.index(opened[0]) + 1) % len(here)] if opened else here[0])

    def action_enter(self, number: int) -> None:
        """Show the first move of a branch."""
        branch = self.notes.branches[number]
        self.line, self.ply, self.note = branch.line, branch.after + 1, ""
        self.show()

    def action_delete(self) -> None:
        """Delete the branch that is open."""
        left = self._left
        if left is not None:
            kept = [each for each in self.notes.branches if each.line.events != self.line.events]
            self.notes.branches[:] = kept
            self._keep()
            self.action_go(left)

    def action_comment(self) -> None:
        """Write a comment on the position."""

        def said(text: str | None) -> None:
            if text is None:
                return
            if text:
                self.notes.comments[self.ply] = text
            else:
                self.notes.comments.pop(self.ply, None)
            self._keep()
            self.redraw()

        if self._in_branch:
            self.say(tr("Comments belong to the game: Esc goes back to it."))
            return
        usual = self.notes.comments.get(self.ply, "")
        self.open_page("", tr("A comment on this position:"), then=said, field=(usual, str))

    def _keep(self) -> None:
        """Write what was added into the record, and the record into its file if it has one."""
        self.record = self.notes.noted(self.record)
        if self._file is None:
            return
        try:
            with self._claim.writing() if self._claim else nullcontext(False) as mine:
                if mine:
                    saves.write_game(self._file, self.record)
                else:
                    self.notify(tr("Another window has this game open: what you add here is not kept."))
        except OSError as error:
            self.notify(tr("The game is not saved: {reason}", reason=reason_of(error)), severity="error")

    # What leads out of the room

    def action_go_on(self) -> None:
        """Ask for a level, and play on from here."""
        choices = [(str(number), translated(level_name(number))) for number in range(HIGHEST + 1)]
        page = Text(tr("You play the seat that is to move; its rivals play at the level that you choose."))

        def chosen(key: str | None) -> None:
            if key is not None:
                self.onward = PlayOn(self.line.until(self.ply), int(key))
                self.action_leave()

        self.open_page(tr("Play on from here"), page, choices, chosen)

    def action_page(self) -> None:
        """Write the page of the game into the current folder."""
        review = self.review
        if review is None or self.inference is not None:
            return
        name = self.game.game.name if self._file is None else self._file.stem
        file = Path.cwd() / f"{name}.html"

        def work(_: Event) -> Path:
            # Late, because few games get a page.
            from urbanist.bots.table.page import page
            from urbanist.bots.table.page.story import story_of

            write(file, page(story_of(replace(review, record=self.record))))
            return file

        def written(path: Path | Exception) -> None:
            if isinstance(path, Exception):
                self.say(tr("No page is written: {reason}", reason=reason_of(path)))
            else:
                self.say(tr("The page: {file}", file=path))

        self.work_out(work, written, WRITING)

    def action_leave(self) -> None:
        """Leave; nobody waits for the review any more."""
        self.analyst.stop()
        self.exit()

    def on_unmount(self) -> None:
        """Let another window have the game."""
        if self._claim is not None:
            self._claim.release()
