"""The board of Warszawa in the application: point at a field, a card or a deed, and at a hex or side of the map."""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import Block
from urbanist.bots.table.kit.terminal.board import Board, Guide, arrows
from urbanist.bots.table.kit.terminal.canvas import Canvas
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import CHOOSING, PLANNING, cell_of, phase_of
from urbanist.bots.table.warszawa.model.partial_move import Options, PartialMove, place_of, side_between
from urbanist.bots.table.warszawa.terminal import panel
from urbanist.bots.table.warszawa.terminal.board_map import MESHES, Marks, Mesh, middle_of, paint_map, under
from urbanist.bots.table.warszawa.terminal.panel import Desk
from urbanist.bots.table.warszawa.text import facts, moves
from urbanist.bots.table.warszawa.text.moves import explain, move_name
from urbanist.bots.table.warszawa.text.phrases import reason_text
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.warszawa.geography import hex_text
from urbanist.engine.warszawa.moves import DONE, PASS, WarszawaMove

#: Fields with two digits begin with this one.
TEN = 10


class WarszawaBoard(Board):
    """The map, and the move that a person composes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *arrows("move"),
        Binding("tab", "subject(1)", show=False, priority=True),
        Binding("shift+tab", "subject(-1)", show=False, priority=True),
        Binding("c", "card", show=False),
        Binding("v", "vary", marked("Way")),
        Binding("n", "promising(1)", marked("Next")),
        Binding("N", "promising(-1)", show=False),
        Binding("enter", "play", marked("Play")),
        Binding("p", "stop", marked("Pass")),
    ]
    LEAST = (80, 24)
    KEYS = (
        (
            marked("1 to 15"),
            marked("a field of the action board, or a norm; or click it. 10 and more are two digits"),
        ),
        ("c", marked("the next card of your hand; or click it")),
        ("Tab, Shift+Tab", marked("the next thing that you can do, or the one before; or click it")),
        (marked("arrows"), marked("to the next possible hex or side in this direction; or click it")),
        ("v", marked("another payment, barter or tunnel")),
        ("n, N", marked("the next promising move, or the one before")),
        ("Enter", marked("play the move; or click its place again")),
        ("p", marked("end your planning, or your building")),
        ("Esc", marked("forget the move")),
    )

    def __init__(self) -> None:
        super().__init__()
        self._typed_one = False

    def show(self, pov: PlayerView, *, free: bool) -> None:
        """Show a new position; the partial move is forgotten."""
        self._options = Options(pov.state, free=free)
        self._partial = self._blank()
        super().show(pov, free=free)

    def _blank(self) -> PartialMove:
        """Return a partial move in which only that is chosen for which there is no choice."""
        subjects = self._options.subjects
        return PartialMove(self._options, subjects[0] if subjects == ("clear",) else "")

    def propose(self, move: Move) -> None:
        """Choose a move."""
        self._hold(PartialMove.read(self._options, move))

    def called(self, move: Move) -> str:
        """Return a move in moves."""
        return move_name(self.pov.state, move)

    def release(self) -> None:
        """Forget the partial move."""
        self._hold(self._blank())

    def _hold(self, partial: PartialMove) -> None:
        self._typed_one = False
        self._partial = partial
        self.changed()

    def digit(self, number: int) -> None:
        """Choose a field by its number, or a norm by its place; 1 and then a digit mean a field of two digits."""
        if not self.free or self._options.subjects == ("clear",):
            return
        wanted, second = f"field {number}", f"field {TEN + number}"
        if phase_of(self.pov.state) == CHOOSING:
            norms = self._options.subjects
            if 1 <= number <= len(norms):
                self._hold(PartialMove(self._options, norms[number - 1]))
        elif phase_of(self.pov.state) == PLANNING:
            ten = self._typed_one and second in self._options.subjects
            if number or ten:
                self._hold(PartialMove(self._options, second if ten else wanted))
                self._typed_one = number == 1 and not ten

    def point(self, what: str) -> None:
        """Choose a field, a card, a norm or a deed; a second time it is played if it needs no place."""
        if not self.free:
            return
        if what == self._partial.subject and self._partial.move and not place_of(self._partial.move):
            self.action_play()
        else:
            keep = what.partition(" ")[0] in ("card", "clear", "build", "metro", "bridge")
            self._hold(self._partial.of(what) if keep else PartialMove(self._options, what))

    @property
    def _stopping(self) -> Move | None:
        """The move that ends planning or building; None if there is none."""
        return next((move for move in self._options.legal if WarszawaMove(move).kind in (PASS, DONE)), None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something now."""
        if action == "stop":
            return self.free and self._stopping is not None
        if action == "vary":
            return self.free and bool(self._partial.move) and len(self._partial.moves) > 1
        return self.free

    def action_move(self, right: int, down: int) -> None:
        """Go to the nearest possible place in a direction."""
        self._hold(self._partial.moved(right, down))

    def action_subject(self, step: int) -> None:
        """Choose the next thing that can be done."""
        self._hold(self._partial.next_subject(step))

    def action_card(self) -> None:
        """Take the next card of the hand."""
        self._hold(self._partial.next_subject(1, ("card ",)))

    def action_vary(self) -> None:
        """Choose another payment, barter or tunnel."""
        self._hold(self._partial.varied(1))

    def action_promising(self, step: int) -> None:
        """Go to the next promising move."""
        self._hold(self._partial.next_of(self.promising, step))

    def action_play(self) -> None:
        """Play the move if it is complete."""
        if self._partial.move:
            self.choose(self._partial.move)

    def action_stop(self) -> None:
        """End planning or building."""
        if self._stopping is not None:
            self.choose(self._stopping)

    def on_click(self, event: events.Click) -> None:
        """Choose a hex or a side, or play the move there."""
        at = event.get_content_offset(self)
        place = self._place_at(*at) if at is not None and self.free else None
        if place is None:
            return
        if place == self._partial.place and self._partial.move:
            self.action_play()
            return
        partial = self._partial.at(place)
        phase = phase_of(self.pov.state)
        # In another place, what was chosen for the last one is not meant any more, except a card to lay out.
        self._hold(partial if partial.moves or phase == PLANNING else PartialMove(self._options, "", place))

    def _place_at(self, column: int, line: int) -> str | None:
        """Return the hex under a character, or a possible side near it."""
        mesh, left, top = self._plan(*self.size)
        x, y = column - left, line - top
        sides = [place for place in self._partial.at("").places if "/" in place]
        signs = {side: middle_of(mesh, side) for side in sides}
        if marked := [side for side, at in signs.items() if at[1] == y and abs(at[0] - x) <= 1]:
            return min(marked, key=lambda side: abs(signs[side][0] - x))
        found = under(mesh, x, y)
        if found is None:
            return None
        side = side_between(*found)
        return side if side in sides else hex_text(found[0])

    def about(self, column: int, line: int) -> str:
        """Return what is on a side or a hex."""
        mesh, left, top = self._plan(*self.size)
        found = under(mesh, column - left, line - top)
        if found is None:
            return ""
        side = side_between(*found)
        return (facts.side_tip(self.pov, side) if side else "") or facts.hex_tip(self.pov, found[0])

    def here(self) -> str:
        """Return what the chosen subject and the chosen place are."""
        place, subject = self._partial.place, self._partial.subject
        said = [facts.subject_tip(self.pov, subject)] if subject else []
        if "/" in place:
            said.append(facts.side_tip(self.pov, place) or moves.side_text(place))
        elif place:
            said.append(facts.hex_tip(self.pov, cell_of(place)))
        return "\n".join(said)

    def widest(self, columns: int, lines: int) -> int:
        """Return the columns of the largest map that fits."""
        return _mesh(columns, lines).columns

    def _plan(self, columns: int, lines: int) -> tuple[Mesh, int, int]:
        """Return the size of the map, and its corner in the middle of the board."""
        mesh = _mesh(columns, lines)
        return mesh, max(0, (columns - mesh.columns) // 2), max(0, (lines - mesh.rows) // 2)

    def paint(self, columns: int, lines: int) -> Canvas:
        """Return the map, after the move if it is complete."""
        canvas = Canvas.empty(columns, lines)
        mesh, left, top = self._plan(columns, lines)
        pov, move = self.pov, self._partial.move
        if move and place_of(move):
            pov = PlayerView(pov.view.after(move), (*pov.states, pov.state.play(move)), pov.players)
        canvas.lay(paint_map(pov, mesh, self._marks()), left, top)
        return canvas

    def _marks(self) -> Marks:
        partial, phase = self._partial, phase_of(self.pov.state)
        chosen = place_of(partial.move) if partial.move else partial.place
        wrong = partial.place if partial.illegal_reason else None
        shown = bool(partial.subject) or phase not in (CHOOSING, PLANNING)
        hints = {place_of(move): str(number) for number, move in reversed([*enumerate(self.hinted, 1)])}
        return Marks(
            fresh=chosen if chosen and not wrong else None,
            places=[place for place in partial.at("").places if place != chosen] if shown else (),
            wrong=wrong,
            hints={place: number for place, number in hints.items() if place},
            counted=self.counted,
        )

    def _after(self) -> State | None:
        return self.pov.state.play(self._partial.move) if self._partial.move else None

    def title(self) -> Text:
        """Return the stage, round and phase."""
        return Text.assemble((tr("Warszawa") + "  ", "bold"), *panel.title(self.pov)[:1])

    def side(self, columns: int, lines: int) -> Block:
        """Return the seats, tasks, fields and cards, and what the move would change."""
        return Desk(self.pov, self._partial, self.hinted, columns).lines(lines, self._after())

    def legend(self, columns: int) -> Block:
        """Return the meaning of the letters and signs."""
        return panel.legend(columns)

    def guide(self) -> Guide:
        """Return how to compose a move, and what the composed one would bring."""
        pov, partial = self.pov, self._partial
        if not self.free:
            return Guide("")
        if partial.move:
            now = tr("{move}: Enter plays it.", move=moves.said(pov, partial))
            if len(partial.moves) > 1:
                now += " " + tr("v: another way ({ways}).", ways=len(partial.moves))
            return Guide(now, f"{explain(pov.state, partial.move)}.", legal=True)
        if partial.illegal_reason:
            return Guide(
                tr("{move}: choose something else.", move=moves.said(pov, partial)),
                tr("Not so: {reason}.", reason=reason_text(pov.state, partial.illegal_reason)),
                legal=False,
            )
        if partial.subject:
            now = tr("{move}: choose a place by arrows or a click.", move=moves.said(pov, partial))
            return Guide(now, self.here().partition("\n")[0])
        if partial.place:
            now = (
                tr("Choose what to do here: c takes a card, Tab all else.")
                if partial.moves
                else tr("Nothing to do here.")
            )
            return Guide(now, self.here().partition("\n")[0])
        return Guide(moves.opening(pov))


def _mesh(columns: int, lines: int) -> Mesh:
    """Return the largest mesh that fits."""
    fitting = (mesh for mesh in MESHES if mesh.columns <= columns and mesh.rows <= lines)
    return next(fitting, MESHES[-1])


BOARD = WarszawaBoard
