"""The board of Metropolys in the application: how a person chooses a place and a building; and the texts beside it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType

from urbanist.bots.table.kit.colour import BLACK, GREY, ILLEGAL, LEGAL, WHITE
from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import Block, mark, name, row_line, tipped
from urbanist.bots.table.kit.terminal.board import Board, Guide, arrows, steps
from urbanist.bots.table.kit.terminal.canvas import Canvas, style
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.auction import NOTATION, Auction, Bid, hide_others, rivals
from urbanist.bots.table.metropolys.terminal import board_map
from urbanist.bots.table.metropolys.text import facts
from urbanist.bots.table.metropolys.text.facts import describe_place, narrow_label
from urbanist.bots.table.metropolys.text.facts import fact as fact_of
from urbanist.bots.table.metropolys.text.moves import explain, if_all_pass, move_name
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.metropolys.editions import edition_of
from urbanist.engine.metropolys.notation import PASS, MetropolysMove, district_letters, lane_values, targets
from urbanist.engine.metropolys.pieces import TOKEN_KINDS, VALUES

#: Rows of the map for each column: a character is twice as high as wide.
SLOPE = 0.37
#: The width of a building in the hand, and the least width for a word before them.
CHIP, WORDY = 3, 60
#: The least width beside the map for the legend, and its least height below the map.
BESIDE, BELOW = 22, 2
TOP = 1


@dataclass(frozen=True, slots=True)
class Floor:
    """The parts of a board of some size."""

    columns: int
    lines: int

    @property
    def beside(self) -> bool:
        """Whether the legend stands beside the map."""
        return self.columns - round((self.lines - TOP) / SLOPE) >= BESIDE

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of the map."""
        rows = max(1, self.lines - TOP - (0 if self.beside else BELOW))
        columns = max(1, min(self.columns, round(rows / SLOPE)))
        return columns, max(1, min(rows, round(columns * SLOPE)))

    @property
    def left(self) -> int:
        """The column in which the map begins."""
        return 0 if self.beside else (self.columns - self.size[0]) // 2

    @property
    def small(self) -> bool:
        """Whether the map is too small for streets and full names."""
        return self.size[0] < board_map.LEAST_COLUMNS or self.size[1] < board_map.LEAST_ROWS

    @property
    def word(self) -> str:
        """What stands before the buildings of the hand."""
        return tr("Buildings") + " " if self.columns >= WORDY else ""

    def chip(self, value: int) -> int:
        """Return the column of a building of the hand."""
        return len(self.word) + CHIP * (value - 1)

    def value_at(self, column: int, line: int) -> int | None:
        """Return the building of the hand under a character."""
        value = (column - len(self.word)) // CHIP + 1
        return value if line == 0 and 1 <= value <= 13 else None

    def cell_at(self, column: int, line: int) -> tuple[int, int] | None:
        """Return the cell of the map under a character."""
        x, y = column - self.left, line - TOP
        return (x, y) if 0 <= x < self.size[0] and 0 <= y < self.size[1] else None


NAME = 9


def title(pov: PlayerView) -> Text:
    """Return the variant, the number of the auction and its last bid, in a line."""
    record = pov.state.array
    variant = tr(NOTATION.variants[int(record["variant"])])
    line = Text.assemble((tr("Metropolys"), "bold"), (f"  {variant}  ", "dim"))
    if pov.state.over:
        return line.append(tr("the game is over"), "bold")
    auction = Auction(pov.state)
    line.append(tr("auction {number}:", number=auction.number), "bold").append(" ", "bold")
    seat, said = pov.state.to_move, tr("is to open")
    if auction.bids:
        seat, said = auction.leader, tr("bid {value} on {place}", value=auction.last, place=auction.at)
    return line.append_text(mark(seat)).append(f" {said}")


def seats(pov: PlayerView, columns: int, rivals: Collection[int], above: int) -> Block:
    """Return two lines for each seat; buildings of `rivals` that are higher than `above` stand out."""
    found: Block = []
    for seat in range(pov.state.seats):
        lines = [_standing(pov, seat, columns), _left(pov, seat, above if seat in rivals else None)]
        tip = facts.seat_tip(pov, seat)
        found += [tipped(line, tip) for line in lines]
    return found


def _standing(pov: PlayerView, seat: int, columns: int) -> Text:
    record = pov.state.array
    line = name(pov, seat, NAME)
    line.pad_right(NAME + 5 - line.cell_len)
    for kind, token in zip(TOKEN_KINDS, facts.tokens(record, seat), strict=True):
        ground, ink = board_map.TOKEN[kind]
        held = kind != "trendy" and int(record[f"{kind}_card"]) == seat
        line.append(f"{token.sign}{token.number}", style(ink, ground, True)).append("* " if held else " ")
    points = f"{pov.state.scores()[seat]}{'' if NOTATION.card(record, seat) != '?' else '+?'}"
    return line.append(points.rjust(columns - line.cell_len), "bold")


def _left(pov: PlayerView, seat: int, above: int | None) -> Text:
    """Return the buildings of a seat, each in its place; a ring marks a bid, a dot a building on the board."""
    record = pov.state.array
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
    gains = {row.kind: row.points - old.points for row, old in zip(now, was, strict=True)}
    lines = [Text(tr("Your cards and points"), "bold underline")]
    for row in was:
        gain = gains[row.kind]
        if not (row.points or gain or row.subject):
            continue
        label, fact = narrow_label(row), fact_of(row)
        lines.append(_row(label, fact.value, row.points, gain, columns))
        if row.subject:
            lines[-1].stylize("bold", 0, len(label))
        row_line(lines[-1], seat, row.kind, fact.tip)
    total = sum(row.points for row in was)
    return [*lines, _row(tr("together"), "", total, sum(gains.values()), columns)]


def _row(what: str, how: str, points: int, gain: int, columns: int) -> Text:
    room = columns - 8
    line = Text.assemble(what, (f" {how}" if len(what) + len(how) < room else "", "dim"))
    line.pad_right(room - line.cell_len)
    line.append(f"{points:>4}", "bold")
    return line.append(f"{gain:>+4}" if gain else "", "bold green" if gain > 0 else "bold red")


#: Where the arrows begin before the first bid of a game.
MIDDLE = "C10"
WRONG = marked("{value} on {place}: arrows or a click choose a place.")
NO_BUILDING = marked("Nothing on {place}: arrows or a click choose a place.")
LARGER = marked("A window of 115 × 36 shows a larger map.")


class MetropolysBoard(Board):
    """One's buildings, the map with the auction, and the bid in mind."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *arrows("move"),
        *steps("place", "tab", "shift+tab", priority=True),
        *steps("promising", "n", "N", marked("Next")),
        *steps("raise", "plus,equals_sign", "minus"),
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
        if not on_label and (
            landmark := board_map.landmark_tip(*cell, *floor.size, int(self.pov.state.array["slot"]))
        ):
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

    def _raster(self, floor: Floor) -> board_map.Raster:
        record = self.pov.state.array
        return board_map.raster(*floor.size, district_letters(record["districts"]), int(record["slot"]))

    def _after(self) -> State | None:
        """Return the position after the bid in mind, without the cards of others; None without a legal bid."""
        if self._bid is None or not self._bid.legal:
            return None
        return hide_others(self.pov.state, self.pov.state.to_move).play(self._bid.move)

    def paint(self, columns: int, lines: int) -> Canvas:
        """Return one's buildings, the map and the legend."""
        canvas, floor = Canvas.empty(columns, lines), Floor(columns, lines)
        self._paint_hand(canvas, floor)
        canvas.lay(board_map.paint_map(self.pov.state.array, *floor.size, self._marks()), floor.left, TOP)
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

    def _marks(self) -> board_map.Marks:
        after = self._after()
        hints = {
            MetropolysMove(move).place: str(number)
            for number, move in enumerate(self.hinted, 1)
            if move != PASS
        }
        return board_map.Marks(
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
        return title(self.pov)

    def side(self, columns: int, lines: int) -> Block:
        """Return the seats with what they have left, and the viewer's points, now and after the bid in mind."""
        after, seat = self._after(), self.pov.state.to_move
        able = [] if after is None else rivals(after, seat)
        above = self._bid.value if self._bid else 0
        own = cards(self.pov, None if after is None else if_all_pass(after), columns)
        return [*seats(self.pov, columns, able, above), *([Text(), *own] if own else [])]

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
