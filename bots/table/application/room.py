"""The room of analysis: a game at every ply, its moves and mistakes, what the engine thinks, and lines to try."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message

from urbanist.bots.analysis.decisions import Decision, Thought, choices, thoughts
from urbanist.bots.analysis.line import better_line
from urbanist.bots.files import write
from urbanist.bots.players.background import Background
from urbanist.bots.players.level import HIGHEST, level_name
from urbanist.bots.table import table_of
from urbanist.bots.table.application.lines import Typed
from urbanist.bots.table.application.manual import Rows
from urbanist.bots.table.application.stage import Stage
from urbanist.bots.table.kit.language import marked, number_text, reason_of, tr, translated
from urbanist.bots.table.kit.player_view import PlayerView, is_human
from urbanist.bots.table.kit.terminal.block import mark
from urbanist.bots.table.kit.terminal.board import Board, Guide
from urbanist.bots.table.kit.wording import cut, upper
from urbanist.bots.table.session import review as words
from urbanist.bots.table.session import saves
from urbanist.bots.table.session.advice import best
from urbanist.bots.table.session.branches import Branch, Notes
from urbanist.bots.table.session.move_annotation import annotation_text
from urbanist.bots.table.session.review import MARKS, NODES, Review, expected_shares, reviewed, worst
from urbanist.bots.table.session.share_plot import draw_shares
from urbanist.engine.history import History
from urbanist.engine.record import HIDDEN, Record
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result

#: What the engine may take for a position: so many visits, and never longer than so many seconds.
ENGINE = SearchOptions(nodes=4000, time=0.6, memory=64)
#: The seconds between two looks at work that goes on, the lines of the plot, and the events of a page.
TICK, PLOT, PAGE = 0.1, 4, 10
#: The columns of the bar beside a list, with the spaces around a move.
SCROLLBAR = 4
#: The lines below a move that tell why another one was better, about.
REASONS = 8
#: The most other cards that are named beside a hidden one.
LIKELIEST = 2
#: The grades to which a person can jump, and what opens at the costliest of them.
MISTAKES = ("inaccuracy", "mistake", "blunder")
WORST = "worst"


class Stopped(Exception):  # it is no error
    """Nobody waits for the review any more."""


@dataclass(frozen=True, slots=True)
class Onward:
    """A game shall go on from a position, against bots of a level."""

    history: History
    level: int


class Room(Stage):
    """A game that is looked at. What a person adds to it stands in `record`, and in its file."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,left_square_bracket", "step(-1)", show=False),
        Binding("right,right_square_bracket", "step(1)", show=False),
        Binding("m", "mistake(1)", marked("Mistake")),
        Binding("M", "mistake(-1)", show=False),
        Binding("w", "worst", marked("Worst")),
        Binding("f", "follow", marked("Best")),
        Binding("t", "try", marked("Try")),
        Binding("v", "branch", show=False),
        Binding("g", "go_on", marked("Play on")),
        Binding("o", "beliefs", show=False),
        Binding("c", "comment", show=False),
        Binding("D", "delete", show=False),
        Binding("p", "page", marked("Page")),
        Binding("i", "picture", show=False),
        Binding("question_mark", "manual", marked("Help"), key_display="?"),
        Binding("q", "leave", marked("Leave")),
    ]
    KEYS: ClassVar[Rows] = (
        (marked("arrows"), marked("one event back, or on; PgUp and PgDn go ten, Home and End to the ends")),
        ("m, M", marked("the next mistake, or the one before")),
        ("w", marked("your worst mistake, with the better move on the board; the next one by w again")),
        (
            "f",
            marked(
                "play the best move as a branch, at a mistake the whole better line; again: one move further"
            ),
        ),
        ("t", marked("try any move of your own as a branch; Esc ends it")),
        ("v", marked("the next branch that leaves the game here")),
        ("Esc", marked("from a branch back to the game")),
        ("D", marked("delete the branch that is open")),
        ("g", marked("play on from here against bots of any level")),
        ("o", marked("what the moves until here told of the hidden cards")),
        ("c", marked("write a comment on this position")),
        ("p", marked("write the page of the game, to be read in a browser")),
        ("s", marked("how each score comes about")),
        ("b, B", marked("mark on the board what counts for the next row of a score, or the one before")),
        ("i", marked("the picture of the position, in terminals that show pictures")),
        ("?", marked("the rules and the keys; again to turn over")),
        ("q, Ctrl-C", marked("leave")),
    )

    @dataclass
    class Reviewed(Message):
        """The review of the game is ready."""

        work: Background[Review]
        found: Review | Exception

    @dataclass
    class Thought(Message):
        """The engine has thought about a position."""

        position: tuple[str, ...]
        found: Result | Exception

    @dataclass
    class Bettered(Message):
        """How the game could have gone on after the better move for a mistake."""

        event: int
        found: History | Exception

    @dataclass
    class Written(Message):
        """The page of the game is written."""

        found: Path | Exception

    def __init__(
        self,
        record: Record,
        history: History,
        board: Board,
        file: Path | None = None,
        *,
        what: str = "",
        at: int | None = None,
    ) -> None:
        super().__init__(table_of(history.game.name), board)
        self.record, self.game, self.line = record, history, history
        self._file = file
        self.notes = Notes.of(record, history)
        #: The position that is shown, as the number of its events.
        self.ply = len(history.events) if at is None else min(at, len(history.events))
        #: How a game shall go on, if a person wants to play on.
        self.onward: Onward | None = None
        #: The review of the game, once it is made, and how many of its moves are judged.
        self.review: Review | None = None
        self._judged, self._choices = 0, len(choices(history)) if self._is_whole else 0
        self._reviewing: Background[Review] | None = None
        self._stopped = False
        self._goes_to_worst = what == WORST
        #: What the engine has found, by the events before it, and where it is thinking.
        self._thoughts: dict[tuple[str, ...], Result | Exception] = {}
        self._thinking: tuple[str, ...] | None = None
        #: What was thought of the hidden cards at each position of a line, by its events.
        self._beliefs: dict[tuple[str, ...], list[list[Thought]]] = {}
        self._writing = False
        self._trying = False
        #: The mistake that is looked at, if one is, and better lines by the events of the mistakes.
        self._recalled: Decision | None = None
        self._better: dict[int, History] = {}
        board.helps = self._is_whole
        board.show(self._pov(), free=False)

    @property
    def _is_whole(self) -> bool:
        """Whether nothing of the game is hidden, so that each seat's view of it is known."""
        return HIDDEN not in self.game.deal and not any(HIDDEN in event for event in self.game.events)

    @property
    def _in_branch(self) -> bool:
        return self.line is not self.game

    def _pov(self) -> PlayerView:
        history = self.line.until(self.ply)
        state = history.state
        seat = None if state.over else state.to_move
        return PlayerView.of(history, seat, self.record.seats, revealed=True)

    def on_mount(self) -> None:
        """Show the game, and begin to judge its moves."""
        self._frame.fit(*self.size)
        self.set_interval(TICK, self._tick)
        self.set_focus(None)
        if self._is_whole and self._choices:
            self._reviewing = Background(self._review, self._reviewed)
        self.show()

    def _review(self, _: Event) -> Review:
        self._beliefs[self.game.events] = thoughts(self.game)
        return reviewed(self.record, self.game, SearchOptions(nodes=NODES, seed=0), self)

    def __call__(self) -> None:
        """Take note that a move is judged."""
        self._judged += 1

    def doing(self, what: str) -> None:
        """Go on, if somebody waits."""
        if self._stopped:
            raise Stopped

    def _reviewed(self, work: Background[Review], found: Review | Exception) -> None:
        if not self._stopped:
            self.post_message(self.Reviewed(work, found))

    def on_room_reviewed(self, message: Reviewed) -> None:
        """Show the marks of all moves."""
        self._reviewing = None
        if isinstance(message.found, Exception):
            self.note = tr("The game cannot be looked back at: {reason}", reason=reason_of(message.found))
        else:
            self.review = message.found
            if self._goes_to_worst:
                self._goes_to_worst = False
                self.action_worst()
                return
        self.show()

    def show(self, recalled: Decision | None = None) -> None:
        """Show the position, and everything beside it; of a mistake that is looked at also what it cost, and why."""
        self._trying, self._recalled = False, recalled
        self.board.show(self._pov(), free=False)
        self.set_focus(None)
        self.redraw()
        self._ask_engine()
        self.show_keys()

    def redraw(self, *, story: bool = True) -> None:
        """Show everything beside the board."""
        self._frame.show_scores()
        self.show_guide()
        if story:
            rows, line = self._list()
            self._frame.show_list(Text("\n").join(rows), line)
            if self.review is not None:
                costly = [(each.event, each.seat) for each in self.review.decisions if each.grade in MISTAKES]
                shares = expected_shares(self.review)
                at = min(self.ply, len(self.game.events))
                plot = draw_shares(shares, costly, self._frame.beside, PLOT, at)
                told = list(self._thought_of())
                self._frame.show_plot(Text("\n").join([plot, *told]), PLOT + 1 + len(told))

    def _thought_of(self) -> Iterator[Text]:
        """Yield for each seat that hides something its cards, and what a bystander thought of them by this position."""
        if not self._is_whole:
            return
        if self.line.events not in self._beliefs:
            self._beliefs[self.line.events] = thoughts(self.line)
        for thought in self._beliefs[self.line.events][self.ply]:
            shares = dict(thought.rows)
            others = [card for card, _ in thought.rows if card != thought.card][:LIKELIEST]
            row = Text(no_wrap=True).append_text(mark(thought.seat))
            for number, card in enumerate([thought.card, *others]):
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

    # The list of moves

    def _list(self) -> tuple[list[Text], int]:
        """Return the seats with their accuracy, all events with their marks and branches, and the line to look at."""
        rows = list(self._accounts())
        at = 0
        decisions = self._decisions()
        for event in range(1, len(self.game.events) + 1):
            here = not self._in_branch and event == self.ply
            at = len(rows) if event == min(self.ply, self._left or self.ply) else at
            rows.append(self._row(event, decisions.get(event), here=here))
            if self._recalled is not None and self._recalled.event == event and self.review is not None:
                rows.append(Text(words.costly(self._recalled, self.review, self.table), "italic"))
                at = len(rows) + REASONS
                if event in self._better:
                    line = self._line_row(self._better[event], event - 1)
                    rows.append(_clickable(line, "app.type('f')"))
            if said := self.notes.comments.get(event):
                rows.append(Text(f"     {said}", "italic"))
            for branch in self.notes.branches:
                if branch.after == event:
                    rows += self._branch_rows(branch)
        rows += [
            row for branch in self.notes.branches if branch.after == 0 for row in self._branch_rows(branch)
        ]
        return rows, at

    @property
    def _left(self) -> int | None:
        """After how many events the open branch leaves the game."""
        if not self._in_branch:
            return None
        pairs = zip(self.game.events, self.line.events, strict=False)
        return next((ply for ply, (own, other) in enumerate(pairs) if own != other), len(self.game.events))

    def _row(self, event: int, decision: Decision | None, *, here: bool) -> Text:
        state, text = self.game.states[event - 1], self.game.events[event - 1]
        called = self._drawn(event) if state.due else self.table.move_name(state, text)
        sign, style, lost = "", "", ""
        if decision is not None:
            sign, style = words.mark_of(decision), words.style_of(decision)
            lost = f" −{number_text(decision.lost, '.0%')}" if decision.grade in MISTAKES else ""
        row = Text(no_wrap=True, overflow="ellipsis")
        row.append(f"{event:>4} ", "bold reverse" if here else "dim")
        row.append_text(Text("• ") if state.due else mark(state.to_move))
        room = self._frame.beside - row.cell_len - len(f"{sign}{lost}") - SCROLLBAR
        row.append(f" {cut(called, max(room, 4))} ", style)
        row.append(f"{sign}{lost}", f"bold {style}")
        return _clickable(row, f"app.go({event})")

    def _drawn(self, event: int) -> str:
        """Return what was drawn by an event, in words."""
        pov = PlayerView.of(self.game.until(event), None, self.record.seats, revealed=True)
        return self.table.narrate(pov, event - 1)

    def _branch_rows(self, branch: Branch) -> Iterator[Text]:
        number = self.notes.branches.index(branch)
        yield _clickable(self._line_row(branch.history(self.game), branch.after), f"app.enter({number})")

    def _line_row(self, history: History, after: int) -> Text:
        """Return the moves of a line that leaves the game after so many events; the last one shown is marked."""
        line = Text("     ↳", no_wrap=True, overflow="ellipsis")
        for ply in range(after, len(history.events)):
            state, event = history.states[ply], history.events[ply]
            if state.due:
                continue
            here = self._in_branch and self.line.events == history.events and self.ply == ply + 1
            line.append(" ").append(self.table.move_name(state, event), "bold reverse" if here else "italic")
        return line

    def _accounts(self) -> Iterator[Text]:
        """Yield how well each seat has played, or how far the review is."""
        if self.review is None:
            if self._reviewing is not None:
                said = tr(
                    "Looking back … {judged} of {moves} moves", judged=self._judged, moves=self._choices
                )
                yield Text(said, "dim")
            return
        for account in self.review.accounts:
            marks = " ".join(f"{sign} {account.grades[grade]}" for grade, sign in MARKS.items())
            found = sum(
                each.tempting is not None for each in self.review.decisions if each.seat == account.seat
            )
            marks = f"{words.FOUND} {found} {marks}" if found else marks
            fine = account.grades["best"] + account.grades["good"]
            share = number_text(fine / account.decisions, ".0%") if account.decisions else "–"
            yield Text.assemble(mark(account.seat), " ", (share, "bold"), "  ", marks)

    def _decisions(self) -> dict[int, Decision]:
        return {} if self.review is None else {each.event: each for each in self.review.decisions}

    # What the engine thinks

    @property
    def _position(self) -> tuple[str, ...]:
        return self.line.events[: self.ply]

    def _ask_engine(self) -> None:
        """Let the engine think about the position, unless it has or is busy."""
        history = self.line.until(self.ply)
        if (
            history.state.over
            or history.state.due
            or self._thinking is not None
            or self._position in self._thoughts
        ):
            return
        position = self._thinking = self._position

        def done(_: Background[Result], found: Result | Exception) -> None:
            self.post_message(self.Thought(position, found))

        Background(partial(_searched, history, self._is_whole), done)

    def on_room_thought(self, message: Thought) -> None:
        """Show what the engine thinks, if the position is still shown."""
        self._thinking = None
        self._thoughts[message.position] = message.found
        if message.position == self._position:
            self._mark_best()
            self.show_guide()
        else:
            self._ask_engine()

    def _found(self) -> Result | None:
        found = self._thoughts.get(self._position)
        return found if isinstance(found, Result) else None

    def _mark_best(self) -> None:
        """Mark the best moves on the board, unless it shows a better move for a mistake or one that is tried."""
        found = self._found()
        if found is not None and not self._trying and not self.board.hinted:
            moves = best(found, self.line.states[self.ply].to_move) or []
            self.board.hint(tuple(value.move for value in moves))

    def _engine_line(self) -> str:
        """Return the best moves with what they promise, and whether that is exact."""
        state = self.line.states[self.ply]
        if state.over:
            return tr("The end of the game.")
        if state.due:
            return ""
        found = self._found()
        if found is None:
            failed = self._thoughts.get(self._position)
            return reason_of(failed) if isinstance(failed, Exception) else tr("The engine thinks …")
        told = []
        for number, value in enumerate(best(found, state.to_move), 1):
            points = f", {number_text(value.points[state.to_move], '.1f')}" if value.points else ""
            name = self.table.move_name(state, value.move)
            told.append(f"{number} {name} {number_text(value.value, '.0%')}{points}")
        head = tr("Solved: ") if found.solved else tr("Best: ")
        return f"{head}{'; '.join(told)}"

    # What to do now

    def show_guide(self) -> None:
        """Show what happened last, what it cost, and the best moves now."""
        if self._trying:
            self._frame.guide(self.board.guide(), "")
            return
        if self.inference is not None:
            self._frame.guide(Guide(tr("Thinking about what is hidden …"), tr("Esc: no.")), "")
            return
        self._frame.guide(Guide(self._told(), self._engine_line()), self.note)

    def _told(self) -> str:
        """Return the event before the position, and how good it was."""
        whole = len(self.line.events)
        head = (
            tr("Branch, {ply} of {events}: ", ply=self.ply, events=whole)
            if self._in_branch
            else tr("{ply} of {events}: ", ply=self.ply, events=whole)
        )
        if self._recalled is not None and self.review is not None:
            said = upper(self.table.narrate(self.review.pov, self._recalled.event - 1))
            return f"{said}. {self._cost(self._recalled, self.review)}"
        if self.ply == 0:
            return head + tr("the deal.")
        pov = PlayerView.of(self.line.until(self.ply), None, self.record.seats, revealed=True)
        said = f"{head}{upper(self.table.narrate(pov, self.ply - 1))}."
        decision = None if self._in_branch else self._decisions().get(self.ply)
        if decision is None or self.review is None:
            return said
        if decision.tempting is not None:
            return f"{said} {words.FOUND} {annotation_text(decision, '')}."
        return f"{said} {self._cost(decision, self.review)}" if decision.grade in MISTAKES else said

    def _cost(self, decision: Decision, review: Review) -> str:
        """Return the mark of a mistake, what it cost, and what was better."""
        better, lost = review.better(decision, self.table), number_text(decision.lost, ".0%")
        cost = tr("It cost {lost} of the win; better {better}.", lost=lost, better=better)
        return f"{words.mark_of(decision)} {cost}".lstrip()

    def _tick(self) -> None:
        if self._reviewing is not None:
            rows, line = self._list()
            self._frame.show_list(Text("\n").join(rows), line)

    def check_action(self, action: str, parameters: Sequence[object]) -> bool | None:
        """Return whether a key does something now."""
        if action in {"mistake", "worst", "page"}:
            return not self._trying and (self.review is not None or self._reviewing is not None)
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

    def action_mistake(self, step: int) -> None:
        """Go to the next mistake, or to the one before: the position before it, with the better move."""
        found = [event for event, each in sorted(self._decisions().items()) if each.grade in MISTAKES]
        before = [event for event in found if event - 1 < self._at_game]
        after = [event for event in found if event - 1 > self._at_game]
        event = (after[:1] or found[:1]) if step > 0 else (before[-1:] or found[-1:])
        if not event:
            self.note = tr("No move of this game was a mistake.")
            self.show_guide()
        else:
            self._recall(self._decisions()[event[0]])

    @property
    def _at_game(self) -> int:
        left = self._left
        return self.ply if left is None else left

    def action_worst(self) -> None:
        """Go to the costliest mistake of the people, or of all if there are none; again: to the next one."""
        if self.review is None:
            self._goes_to_worst = True
            return
        people = [seat for seat, player in enumerate(self.record.seats) if is_human(player)]
        found = worst(self.review, people or range(len(self.record.seats)), len(self.review.decisions))
        if not found:
            self.note = tr("No move of yours cost anything that can be measured.")
            self.show_guide()
            return
        places = [each.event - 1 for each in found]
        self._recall(found[(places.index(self.ply) + 1) % len(found)] if self.ply in places else found[0])

    def _recall(self, decision: Decision) -> None:
        """Show the position before a mistake: 1 marks the better move, 2 the one that was played."""
        assert self.review is not None
        self.line, self.ply = self.game, decision.event - 1
        self.note = tr(
            "1 marks the better move, 2 the one that was played. f plays the better line; → steps on."
        )
        self.show(decision)
        # Some boards compose a move only where one may be chosen.
        self.board.show(self._pov(), free=True)
        self.board.hint((decision.best.move, decision.played.move))
        self.board.propose(decision.best.move)
        if decision.event not in self._better:
            self._find_better(decision, self.review.options)

    def _find_better(self, decision: Decision, options: SearchOptions) -> None:
        """Work out how the game could have gone on after the better move."""

        def done(_: Background[History], found: History | Exception) -> None:
            self.post_message(self.Bettered(decision.event, found))

        Background(lambda _: better_line(self.game, decision, options), done)

    def on_room_bettered(self, message: Bettered) -> None:
        """Show the better line below its mistake."""
        if isinstance(message.found, History):
            self._better[message.event] = message.found
            self.redraw()

    # Branches

    def on_board_chosen(self, message: Board.Chosen) -> None:
        """Play the move that is tried, as a branch."""
        self._play(message.move)

    def on_board_changed(self) -> None:
        """Show the effect of the move that is tried."""
        if self._trying:
            self.redraw(story=False)

    def _play(self, move: str) -> None:
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
        found, recalled = self._found(), self._recalled
        if recalled is not None and recalled.event in self._better:
            self.line, self.ply, self.note = self._better[recalled.event], recalled.event, ""
            self.notes.add(self.game, self.line)
            self._keep()
            self.show()
        elif recalled is not None:
            self._play(recalled.best.move)
        elif found is None:
            self.note = tr("The engine thinks …")
            self.show_guide()
        else:
            self._play(found.move)

    def action_try(self) -> None:
        """Let the person choose a move on the board."""
        self._trying, self.note = True, ""
        self.board.show(self._pov(), free=True)
        self.set_focus(self.board)
        self.show_guide()
        self.show_keys()

    def action_put_back(self) -> None:
        """End a try, or what is being worked out, or go back from a branch to the game."""
        if self.inference is not None:
            self.inference = None
        elif not self._trying and self._left is not None:
            self.ply, self.line = self._left, self.game
        self.note = ""
        self.show()

    def action_branch(self) -> None:
        """Enter the next branch that leaves the game here."""
        here = [number for number, each in enumerate(self.notes.branches) if each.after == self._at_game]
        if not here:
            self.note = tr("No branch leaves the game here.")
            self.show_guide()
            return
        opened = [
            n
            for n in here
            if self._in_branch and self.notes.branches[n].history(self.game).events == self.line.events
        ]
        self.action_enter(here[(here.index(opened[0]) + 1) % len(here)] if opened else here[0])

    def action_enter(self, number: int) -> None:
        """Show the first move of a branch."""
        branch = self.notes.branches[number]
        self.line, self.ply, self.note = branch.history(self.game), branch.after + 1, ""
        self.show()

    def action_delete(self) -> None:
        """Delete the branch that is open."""
        left = self._left
        if left is not None:
            kept = [
                each for each in self.notes.branches if each.history(self.game).events != self.line.events
            ]
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

        if not self._in_branch:
            usual = self.notes.comments.get(self.ply, "")
            self.push_screen(Typed(tr("A comment on this position:"), usual, str), said)

    def _keep(self) -> None:
        """Write what was added into the record, and the record into its file if it has one."""
        self.record = self.notes.noted(self.record)
        if self._file is None:
            return
        try:
            saves.write_game(self._file, self.record)
        except OSError as error:
            self.notify(tr("The game is not saved: {reason}", reason=reason_of(error)), severity="error")

    # What leads out of the room

    def action_go_on(self) -> None:
        """Ask for a level, and play on from here."""
        choices = [(str(number), translated(level_name(number))) for number in range(HIGHEST + 1)]
        page = Text(tr("You play the seat that is to move; its rivals play at the level that you choose."))

        def chosen(key: str | None) -> None:
            if key is not None:
                self.onward = Onward(self.line.until(self.ply), int(key))
                self.action_leave()

        self.open_page(tr("Play on from here"), page, choices, chosen)

    def action_page(self) -> None:
        """Write the page of the game into the current folder."""
        if self.review is None or self._writing:
            return
        self._writing = True
        self.note = tr("The page is being written …")
        self.show_guide()
        review = self.review
        name = self.game.game.name if self._file is None else self._file.stem
        file = Path.cwd() / f"{name}.html"

        def work(_: Event) -> Path:
            # Late, because few games get a page.
            from urbanist.bots.table.page import page
            from urbanist.bots.table.page.story import story_of

            write(file, page(story_of(review)))
            return file

        def done(_: Background[Path], found: Path | Exception) -> None:
            self.post_message(self.Written(found))

        Background(work, done)

    def on_room_written(self, message: Written) -> None:
        """Say where the page is."""
        self._writing = False
        if isinstance(message.found, Exception):
            self.note = tr("No page is written: {reason}", reason=reason_of(message.found))
        else:
            self.note = tr("The page: {file}", file=message.found)
        self.show_guide()

    def action_digit(self, number: int) -> None:
        """Do what the digit means in the game."""
        self.board.digit(number)

    def action_leave(self) -> None:
        """Leave; nobody waits for the review any more."""
        self._stopped = True
        self.exit()


def _searched(history: History, whole: bool, _: Event) -> Result:
    """Return what the engine finds for the seat to move, which knows no more than it could."""
    seat = history.state.to_move
    if whole:
        from urbanist.search.ismcts import ismcts

        return ismcts(history.seen_by(seat), options=ENGINE)
    # Of a puzzle only one seat's view is known, so the others draw their worlds from a whole position.
    return TreeSearch(history.game, ENGINE).think(history.state, observer=seat)


def _clickable(row: Text, action: str) -> Text:
    row.stylize(Style(meta={"@click": action}))
    return row
