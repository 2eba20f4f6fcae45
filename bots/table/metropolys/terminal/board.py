"""The board of Metropolys in the application: how a person chooses a place and a building; and the texts beside it."""

from collections.abc import Collection
from typing import Any, ClassVar, NamedTuple

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType

from urbanist.bots.table.kit.colour import BLACK, GREY, ILLEGAL, LEGAL, WHITE
from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import Block, mark, row_line, score_line, seat_line, tipped
from urbanist.bots.table.kit.terminal.board import BoardWidget, Guide, arrows, steps
from urbanist.bots.table.kit.terminal.canvas import Canvas, style
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.auction import NOTATION, Auction, Bid, rivals
from urbanist.bots.table.metropolys.model.colours import TOKEN
from urbanist.bots.table.metropolys.terminal import board_map
from urbanist.bots.table.metropolys.text import facts
from urbanist.bots.table.metropolys.text.facts import describe_place, narrow_label
from urbanist.bots.table.metropolys.text.facts import fact as fact_of
from urbanist.bots.table.metropolys.text.moves import explain, if_all_pass, move_name
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.metropolys.editions import EDITIONS
from urbanist.engine.metropolys.notation import PASS, MetropolysMove, district_letters, lane_values, targets
from urbanist.engine.metropolys.pieces import TOKEN_KINDS, VALUES

#: Rows of the map for each column: a character is twice as high as wide.
SLOPE = 0.37
#: The width of a building in the hand, and the least width for a word before them.
CHIP, WORDY = 3, 60
#: The least width beside the map for the legend, and its least height below the map.
BESIDE, BELOW = 22, 2
TOP = 1


class MapLayout(NamedTuple):
    """Where the map lies on a board: its columns and rows, its left end, and whether the legend stands beside it."""

    columns: int
    rows: int
    left: int
    beside: bool

    @classmethod
    def of(cls, columns: int, lines: int) -> "MapLayout":
        """Return the layout of a board of some size."""
        beside = columns - round((lines - TOP) / SLOPE) >= BESIDE
        room = max(1, lines - TOP - (0 if beside else BELOW))
        wide = max(1, min(columns, round(room / SLOPE)))
        left = 0 if beside else (columns - wide) // 2
        return cls(wide, max(1, min(room, round(wide * SLOPE))), left, beside)

    def cell_at(self, column: int, line: int) -> tuple[int, int] | None:
        """Return the cell of the map under a character."""
        x, y = column - self.left, line - TOP
        return (x, y) if 0 <= x < self.columns and 0 <= y < self.rows else None


NAME = 9


def seats(pov: PlayerView, columns: int, rivals: Collection[int], above: int) -> Block:
    """Return two lines for each seat; buildings of `rivals` that are higher than `above` stand out."""
    record = pov.state.array
    texts: Block = []
    for seat in range(pov.state.seats):
        held = Text(" ")
        for kind, token in zip(TOKEN_KINDS, facts.tokens(record, seat), strict=True):
            ground, ink = TOKEN[kind]
            own = kind != "trendy" and int(record[f"{kind}_card"]) == seat
            held.append(f"{token.sign}{token.number}", style(ink, ground, True)).append("*" if own else " ")
        secret = "+?" if NOTATION.card(record, seat) == "?" else "  "
        standing = seat_line(pov, seat, NAME, held, secret, columns)
        left = _left(record, seat, above if seat in rivals else None)
        texts += [tipped(line, facts.seat_tip(pov, seat)) for line in (standing, left)]
    return texts


def _left(record: Any, seat: int, above: int | None) -> Text:
    """Return the buildings of a seat, each in its place; a ring marks a bid, a dot a building on the board."""
    line = Text("  ")
    own, offered = lane_values(record["hands"][seat]), lane_values(record["bids"][seat])
    out = bool(offered or int(record["last_value"])) and not int(record["still_in"][seat])
    for value in VALUES:
        width = len(str(value))
        if value in own:
            look = "bold red reverse" if above is not None and value > above else "dim" if out else ""
            line.append(str(value), look).append(" ")
        else:
            sign, look = ("°", "bold") if value in offered else ("·", "dim")
            line.append(sign.rjust(width) + " ", look)
    return line


def cards(pov: PlayerView, after: State | None, columns: int) -> Block:
    """Return the viewer's cards and points row by row, and how they change if the bid in mind is not answered."""
    seat = pov.seat
    if seat is None or NOTATION.card(pov.state.array, seat) == "?":
        return []
    was = pov.state.score_rows(seat)
    now = was if after is None else after.score_rows(seat)
    lines = [Text(tr("Your cards and points"), "bold underline")]
    for row, then in zip(was, now, strict=True):
        gain = then.points - row.points
        if row.points or gain or row.subject:
            fact, label = fact_of(row), Text(narrow_label(row), "bold" if row.subject else "")
            line = score_line(label, fact.value, f"{row.points:>4}", gain, columns)
            lines.append(row_line(line, seat, row.kind, fact.tip))
    total, later = (sum(row.points for row in rows) for rows in (was, now))
    return [*lines, score_line(Text(tr("together")), "", f"{total:>4}", later - total, columns)]


WRONG = marked("{value} on {place}: arrows or a click choose a place.")
NO_BUILDING = marked("Nothing on {place}: arrows or a click choose a place.")


class MetropolysBoard(BoardWidget):
    """One's buildings, the map with the auction, and the bid in mind."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *arrows("change('moved', {}, {})"),
        *steps("change('next_place', {})", "tab", "shift+tab", priority=True),
        *steps("promising({})", "n", "N", marked("Next")),
        *steps("raise({})", "plus,equals_sign", "minus"),
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
        ("115 × 36", marked("so many columns and lines of the window have room for a larger map")),
    )

    choice: Bid | None
    _passing = False

    def show(self, pov: PlayerView, *, free: bool) -> None:
        """Show a new position; the bid in mind is forgotten."""
        self._auction = Auction(pov.state)
        self._passing = False
        super().show(pov, free=free)

    def begun(self) -> Bid:
        """Return the lowest building that is high enough, without a place."""
        return Bid.start(self._auction, "")

    def hold(self, choice: Bid | None) -> None:
        """Hold a bid, which is not to pass."""
        self._passing = False
        super().hold(choice)

    @property
    def ready(self) -> Move | None:
        """The bid in mind if it is legal, or to pass if that was proposed."""
        if self._passing:
            return PASS
        return self.choice.move if self.choice and self.choice.legal else None

    @property
    def promising(self) -> tuple[Move, ...]:
        """The legal bids, the most promising first."""
        return tuple(move for move in super().promising if move != PASS)

    def called(self, move: Move) -> str:
        """Return a move in words."""
        return move_name(self.pov.state, move)

    def propose(self, move: Move) -> None:
        """Choose a bid, or to pass."""
        passing = move == PASS
        self.hold(None if passing else Bid.read(self._auction, move))
        self._passing = passing

    @property
    def numbers(self) -> Collection[int]:
        """The buildings of the hand."""
        return self._auction.hand

    def take_number(self, number: int) -> None:
        """Choose a building."""
        self.action_change("of", number)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something now."""
        return self.free and (action != "pass" or PASS in self._auction.legal)

    def action_raise(self, step: int) -> None:
        """Choose the next higher or lower building; at first the lowest one."""
        self.hold(self.choice.raised(step) if self.choice else self.begun())

    def action_pass(self) -> None:
        """Pass."""
        if PASS in self._auction.legal:
            self.choose(PASS)

    def on_click(self, event: events.Click) -> None:
        """Choose a building or a place, or bid where the bid in mind is."""
        at = event.get_content_offset(self)
        if at is None or not self.free:
            return
        layout, choice = MapLayout.of(*self.size), self.choice or self.begun()
        value, cell = self._value_at(*at), layout.cell_at(*at)
        place = self._raster(layout).place_at(*cell) if cell else None
        if value is not None:
            self.take_number(value)
        elif place == choice.place and choice.legal:
            self.action_play()
        elif place:
            self.hold(choice.at(place))

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
        layout = MapLayout.of(*self.size)
        value, cell = self._value_at(column, line), layout.cell_at(column, line)
        if value is not None and self.pov.seat is not None:
            return facts.building_tip(self.pov, self.pov.seat, value)
        if cell is None:
            return ""
        base = self._raster(layout)
        if cell in base.statues or not base.label_at(*cell):
            slot = int(self.pov.state.array["slot"])
            if landmark := board_map.landmark_at(base, slot, *cell):
                return landmark
        place = base.place_at(*cell)
        return facts.place_tip(self.pov, place) if place else ""

    def here(self) -> str:
        """Return what the place and the building of the bid in mind are, or the place of the last bid."""
        bid = self.choice
        place = bid.place if bid else self._auction.at
        said = [facts.place_tip(self.pov, place)] if place else []
        if bid and bid.value and self.pov.seat is not None:
            said.append(facts.building_tip(self.pov, self.pov.seat, bid.value))
        return "\n".join(said)

    def _raster(self, layout: MapLayout) -> board_map.BoardRaster:
        record = self.pov.state.array
        districts = district_letters(record["districts"])
        return board_map.raster(layout.columns, layout.rows, districts, int(record["slot"]))

    def _word(self, columns: int) -> str:
        """Return what stands before the buildings of the hand."""
        return tr("Buildings") + " " if columns >= WORDY else ""

    def _value_at(self, column: int, line: int) -> int | None:
        """Return the building of the hand under a character."""
        value = (column - len(self._word(self.size.width))) // CHIP + 1
        return value if line == 0 and value in VALUES else None

    def paint(self, columns: int, lines: int) -> Canvas:
        """Return one's buildings, the map and the legend."""
        canvas, layout = Canvas.empty(columns, lines), MapLayout.of(columns, lines)
        self._paint_hand(canvas)
        city = board_map.paint_map(self.pov.state.array, layout.columns, layout.rows, self._marks())
        canvas.lay(city, layout.left, TOP)
        seat = self.pov.state.to_move if self.free or self.pov.seat is None else self.pov.seat
        points = EDITIONS.of(self.pov.state.array).points
        shown = board_map.entries(seat, points, running=bool(self._auction.last), hinted=bool(self.hinted))
        below = range(TOP + layout.rows, lines)
        left, rows = (layout.columns + 2, range(lines)) if layout.beside else (0, below)
        board_map.write_legend(canvas, left, rows, shown)
        return canvas

    def _marks(self) -> board_map.MapMarks:
        bid = self.choice
        return board_map.MapMarks(
            targets=self._auction.places if self._auction.last else (),
            rivals=targets(self.after.array) if bid and self.after else (),
            bid=bid if bid and bid.place else None,
            hints=self.hints(lambda move: "" if move == PASS else MetropolysMove(move).place),
            counted=self.counted,
        )

    def _paint_hand(self, canvas: Canvas) -> None:
        """Write the viewer's buildings: those for the next bid stand out, a ring marks a bid, a dot a site."""
        seat, record = self.pov.seat, self.pov.state.array
        if seat is None:
            return
        word = self._word(canvas.columns)
        canvas.write(0, 0, word, None)
        hand, offered = lane_values(record["hands"][seat]), lane_values(record["bids"][seat])
        for value in VALUES:
            column = len(word) + CHIP * (value - 1)
            text = f"{value:>2} " if value in hand else f"{value}°" if value in offered else " · "
            if self.choice and self.choice.value == value:
                canvas.write(column, 0, text, BLACK, LEGAL if self.choice.legal else ILLEGAL)
            elif self.free and value in self._auction.values:
                canvas.write(column, 0, text, WHITE, COLOUR[seat])
            else:
                canvas.write(column, 0, text, GREY, bold=False)

    def title(self) -> Text:
        """Return the variant, the number of the auction and its last bid."""
        variant, auction = tr(NOTATION.variants[int(self.pov.state.array["variant"])]), self._auction
        line = Text.assemble((tr("Metropolys"), "bold"), (f"  {variant}  ", "dim"))
        if self.pov.state.over:
            return line.append(tr("the game is over"), "bold")
        line.append(tr("auction {number}:", number=auction.number), "bold").append(" ", "bold")
        seat, said = self.pov.state.to_move, tr("is to open")
        if auction.bids:
            seat, said = auction.leader, tr("bid {value} on {place}", value=auction.last, place=auction.at)
        return line.append_text(mark(seat)).append(f" {said}")

    def side(self, columns: int, lines: int) -> Block:
        """Return the seats with what they have left, and the viewer's points, now and after the bid in mind."""
        bid, after = self.choice, self.after if self.choice else None
        able = rivals(after, self.pov.state.to_move) if after else []
        own = cards(self.pov, if_all_pass(after) if after else None, columns)
        return [*seats(self.pov, columns, able, bid.value if bid else 0), *([Text(), *own] if own else [])]

    def guide(self) -> Guide:
        """Return how to choose place and building, and what the bid in mind would bring."""
        state, bid = self.pov.state, self.choice
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
            return Guide(tr("Open an auction: choose a place by arrows or a click."))
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
