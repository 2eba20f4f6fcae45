"""The board of Metropolys in the application: choose a place of the map and a building, and bid or pass."""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType

from urbanist.bots.table.kit.colour import BLACK, GREY, ILLEGAL, LEGAL, WHITE
from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import Block
from urbanist.bots.table.kit.terminal.board import Board, Guide, arrows
from urbanist.bots.table.kit.terminal.canvas import Canvas
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.auction import Auction, Bid, rivals
from urbanist.bots.table.metropolys.terminal import board_map, panel
from urbanist.bots.table.metropolys.terminal.board_map import Marks, Raster, landmark_tip, paint_map, raster
from urbanist.bots.table.metropolys.terminal.floor import TOP, Floor
from urbanist.bots.table.metropolys.text import facts
from urbanist.bots.table.metropolys.text.words import (
    describe_place,
    explain,
    hide_others,
    if_all_pass,
    move_name,
)
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.metropolys.editions import edition_of
from urbanist.engine.metropolys.notation import PASS, MetropolysMove, district_letters, lane_values, targets
from urbanist.engine.metropolys.pieces import VALUES

#: Where the arrows begin before the first bid of a game.
MIDDLE = "C10"
WRONG = marked("{value} on {place}: arrows or a click choose a place.")
NO_BUILDING = marked("Nothing on {place}: arrows or a click choose a place.")
LARGER = marked("A window of 115 × 36 shows a larger map.")


class MetropolysBoard(Board):
    """One's buildings, the map with the auction, and the bid in mind."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *arrows("move"),
        Binding("tab", "place(1)", show=False, priority=True),
        Binding("shift+tab", "place(-1)", show=False, priority=True),
        Binding("n", "promising(1)", marked("Next")),
        Binding("N", "promising(-1)", show=False),
        Binding("plus,equals_sign", "raise(1)", show=False),
        Binding("minus", "raise(-1)", show=False),
        Binding("enter", "play", marked("Bid")),
        Binding("p", "pass", marked("Pass")),
    ]
    LEAST = (80, 24)
    KEYS = (
        (marked("arrows"), marked("to the next place in this direction where you may bid; or click a place")),
        (
            marked("1 to 13"),
            marked("choose the building; or click it in the first line. 10 to 13 are two digits"),
        ),
        ("+, -", marked("the next higher or lower building; or the wheel")),
        ("Tab, Shift+Tab", marked("the next place where you may bid, or the one before")),
        ("n, N", marked("the next promising bid, or the one before")),
        ("Enter", marked("bid; or click the place again")),
        ("p", marked("pass")),
        ("Esc", marked("forget the bid")),
    )

    def __init__(self) -> None:
        super().__init__()
        self._bid: Bid | None = None
        self._passing = False
        self._typed_one = False
        self._last = MIDDLE

    def show(self, pov: PlayerView, *, free: bool) -> None:
        """Show a new position; the bid in mind is forgotten."""
        self._auction = Auction(pov.state)
        self._bid, self._passing = None, False
        super().show(pov, free=free)

    def called(self, move: Move) -> str:
        """Return a move in words."""
        return move_name(self.pov.state, move)

    def propose(self, move: Move) -> None:
        """Choose a bid, or to pass."""
        self._passing = move == PASS
        self._hold(None if self._passing else Bid.read(self._auction, move))

    def release(self) -> None:
        """Forget the bid in mind."""
        self._passing = False
        self._hold(None)

    def digit(self, number: int) -> None:
        """Choose a building; 1 and then a digit up to 3 mean 10 to 13."""
        if not self.free:
            return
        value = 10 + number if self._typed_one and 10 + number in self._auction.hand else number
        self._typed_one = False
        if value:
            self._choose(value)
        self._typed_one = value == 1

    def _hold(self, bid: Bid | None) -> None:
        self._typed_one = False
        self._bid = bid
        if bid is not None:
            self._last, self._passing = bid.place or self._last, False
        self.changed()

    def _choose(self, value: int) -> None:
        """Choose a building."""
        self._hold(self._bid.of(value) if self._bid else Bid(self._auction, "", value))

    def _placed(self) -> Bid:
        """Return the bid in mind; one without a place stands where the arrows begin."""
        origin = self._auction.at or self._last
        if self._bid is None:
            return Bid.start(self._auction, origin)
        return self._bid if self._bid.place else self._bid.at(origin)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something now."""
        return self.free and (action != "pass" or PASS in self._auction.legal)

    def action_move(self, right: int, down: int) -> None:
        """Go to the nearest legal place in a direction."""
        bid = self._placed()
        after = bid.moved(right, down)
        self._hold(after if after.place != bid.place or self._bid is bid else bid.next_place(1))

    def action_place(self, step: int) -> None:
        """Go to the next legal place."""
        self._hold((self._bid or Bid.start(self._auction, "")).next_place(step))

    def action_promising(self, step: int) -> None:
        """Go to the next promising bid."""
        bids = [move for move in self.promising if move != PASS]
        self._hold((self._bid or Bid(self._auction, "", 0)).next_of(bids, step))

    def action_raise(self, step: int) -> None:
        """Choose the next higher or lower building."""
        self._hold(self._bid.raised(step) if self._bid else Bid.start(self._auction, ""))

    def action_play(self) -> None:
        """Make the bid in mind if it is legal, or pass if that was proposed."""
        if self._passing:
            self.action_pass()
        elif self._bid and self._bid.legal:
            self.choose(self._bid.move)

    def action_pass(self) -> None:
        """Pass."""
        if PASS in self._auction.legal:
            self.choose(PASS)

    def on_click(self, event: events.Click) -> None:
        """Choose a building or a place, or bid where the bid in mind is."""
        at = event.get_content_offset(self)
        if at is None or not self.free:
            return
        floor = Floor(*self.size)
        value, cell = floor.value_at(*at), floor.cell_at(*at)
        if value is not None:
            self._choose(value)
        elif cell is not None:
            self._point(self._raster(floor).place_at(*cell))

    def _point(self, place: str | None) -> None:
        if place is None:
            return
        if self._bid is not None and place == self._bid.place and self._bid.legal:
            self.action_play()
        else:
            self._hold(self._bid.at(place) if self._bid else Bid.start(self._auction, place))

    def on_mouse_scroll_up(self) -> None:
        """Choose the next higher building."""
        if self.free:
            self.action_raise(1)

    def on_mouse_scroll_down(self) -> None:
        """Choose the next lower building."""
        if self.free:
            self.action_raise(-1)

    def about(self, column: int, line: int) -> str:
        """Return what a building of the hand, a landmark or a place is."""
        floor = Floor(*self.size)
        value, cell = floor.value_at(column, line), floor.cell_at(column, line)
        if value is not None and self.pov.seat is not None:
            return facts.building_tip(self.pov, self.pov.seat, value)
        if cell is None:
            return ""
        base = self._raster(floor)
        on_label = cell not in base.statues and base.label_at(*cell)
        if not on_label and (landmark := landmark_tip(*cell, *floor.size)):
            return landmark
        place = base.place_at(*cell)
        return facts.place_tip(self.pov, place) if place else ""

    def here(self) -> str:
        """Return what the place and the building of the bid in mind are, or the place of the last bid."""
        place = self._bid.place if self._bid else self._auction.at
        said = [facts.place_tip(self.pov, place)] if place else []
        if self._bid and self._bid.value and self.pov.seat is not None:
            said.append(facts.building_tip(self.pov, self.pov.seat, self._bid.value))
        return "\n".join(said)

    def _raster(self, floor: Floor) -> Raster:
        return raster(*floor.size, district_letters(self.pov.state.array["districts"]))

    def _after(self) -> State | None:
        """Return the position after the bid in mind, without the cards of others; None without a legal bid."""
        if self._bid is None or not self._bid.legal:
            return None
        return hide_others(self.pov.state, self.pov.state.to_move).play(self._bid.move)

    def paint(self, columns: int, lines: int) -> Canvas:
        """Return one's buildings, the map and the legend."""
        canvas, floor = Canvas.empty(columns, lines), Floor(columns, lines)
        self._paint_hand(canvas, floor)
        canvas.lay(paint_map(self.pov.state.array, *floor.size, self._marks()), floor.left, TOP)
        seat = self.pov.state.to_move if self.free or self.pov.seat is None else self.pov.seat
        points = edition_of(self.pov.state.array).points
        shown = board_map.entries(seat, points, running=bool(self._auction.last), hinted=bool(self.hinted))
        if floor.beside:
            board_map.write_beside(canvas, floor.size[0] + 2, shown)
        else:
            board_map.write_below(canvas, range(TOP + floor.size[1], lines - floor.small), shown)
        if floor.small:
            canvas.write(0, lines - 1, tr(LARGER)[:columns], None, bold=False)
        return canvas

    def _marks(self) -> Marks:
        after = self._after()
        hints = {
            MetropolysMove(move).place: str(number)
            for number, move in enumerate(self.hinted, 1)
            if move != PASS
        }
        return Marks(
            targets=self._auction.places if self._auction.last else (),
            rivals=() if after is None else targets(after.array),
            bid=self._bid if self._bid and self._bid.place else None,
            hints=hints,
            counted=self.counted,
        )

    def _paint_hand(self, canvas: Canvas, floor: Floor) -> None:
        """Write the viewer's buildings: those for the next bid stand out, a ring marks a bid, a dot a site."""
        seat, record = self.pov.seat, self.pov.state.array
        if seat is None:
            return
        canvas.write(0, 0, floor.word, None)
        hand, offered = lane_values(record["hands"][seat]), lane_values(record["bids"][seat])
        for value in VALUES:
            column = floor.chip(value)
            text = f"{value:>2} " if value in hand else f"{value}°" if value in offered else " · "
            if self._bid is not None and self._bid.value == value:
                canvas.write(column, 0, text, BLACK, LEGAL if self._bid.legal else ILLEGAL)
            elif self.free and value in self._auction.values:
                canvas.write(column, 0, text, WHITE, COLOUR[seat])
            else:
                canvas.write(column, 0, text, GREY, bold=False)

    def title(self) -> Text:
        """Return the variant and the auction."""
        return panel.title(self.pov)

    def side(self, columns: int, lines: int) -> Block:
        """Return the seats with what they have left, and the viewer's points, now and after the bid in mind."""
        after, seat = self._after(), self.pov.state.to_move
        able = [] if after is None else rivals(after, seat)
        above = self._bid.value if self._bid else 0
        own = panel.cards(self.pov, None if after is None else if_all_pass(after), columns)
        return [*panel.seats(self.pov, columns, able, above), *([Text(), *own] if own else [])]

    def guide(self) -> Guide:
        """Return how to choose place and building, and what the bid in mind would bring."""
        state, bid = self.pov.state, self._bid
        if not self.free:
            return Guide("")
        if self._passing or (bid is None and self._auction.last):
            effect = tr("Pass: {effect}.", effect=explain(state, PASS))
            if self._passing:
                return Guide(tr("Enter or p passes. Esc: not yet."), effect, legal=True)
            now = tr(
                "Bid more than {last} beside {place}: arrows or a click. Or pass: p.",
                last=self._auction.last,
                place=self._auction.at,
            )
            return Guide(now, effect)
        if bid is None:
            return Guide(tr("Open an auction: choose a place by arrows or a click. h gives a hint."))
        if not bid.place:
            now = tr("Building {value}: choose a place by arrows or a click.", value=bid.value)
            return self._refusal(now, bid) if bid.illegal_reason else Guide(now)
        where = describe_place(state, bid.place)
        if bid.legal:
            now = tr(
                "{value} on {place}: digits change the building, Enter bids.", value=bid.value, place=where
            )
            return Guide(now, tr("Unanswered: {effect}.", effect=explain(state, bid.move)), legal=True)
        template = WRONG if bid.value else NO_BUILDING
        return self._refusal(tr(template, value=bid.value, place=where), bid)

    @staticmethod
    def _refusal(now: str, bid: Bid) -> Guide:
        return Guide(now, tr("Not so: {why}.", why=bid.illegal_reason), legal=False)


BOARD = MetropolysBoard
