"""The board of Akropolis in the application: take a tile, move and turn it over the city, play it; texts beside it."""

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import KIND_COLOUR, city_of, options_of, placements, stones_of
from urbanist.bots.table.akropolis.model.hand import Hand, Site
from urbanist.bots.table.akropolis.terminal import city_board
from urbanist.bots.table.akropolis.text import facts
from urbanist.bots.table.akropolis.text.moves import explain
from urbanist.bots.table.kit.colour import WHITE
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import Block, row_line, score_line, seat_line, tipped
from urbanist.bots.table.kit.terminal.board import BoardWidget, Guide, arrows, steps
from urbanist.bots.table.kit.terminal.canvas import Canvas, style
from urbanist.engine import State
from urbanist.engine.akropolis.notation import AkropolisMove, market_of
from urbanist.engine.akropolis.pieces import KINDS
from urbanist.engine.akropolis.score_rows import district_rows
from urbanist.engine.event import Move

#: The width of names, and the width from which on the points stand too far from what they belong to.
NAME, WIDEST = 13, 40


def score(pov: PlayerView, seat: int, after: State | None, columns: int) -> Block:
    """Return a seat's score by kind: value, stars and what is idle, or value and stars now and then; and the stones."""
    state = pov.state
    options, later = options_of(state), state if after is None else after
    value, stars, idle = tr("value"), tr("stars"), tr("idle")
    now_and_then = tr("now").rjust(18) + tr("then").rjust(8)
    lines = [Text(f"{value:>16}{stars:>6}{idle:>7}" if after is None else now_and_then, "dim")]
    for row, new in zip(district_rows(state, seat), district_rows(later, seat), strict=True):
        fact = facts.fact(row)
        chip = f" {facts.letter(row.kind)} ", style(WHITE, KIND_COLOUR[row.kind], True)
        what = Text.assemble(chip, (f" {fact.label:<9}", "bold" if row.kind in options else ""))
        how, points = f"{row.count:>2}×{row.each:<2} → {new.count:>2}×{new.each:<2}", ""
        gain = None if after is None else new.points - row.points
        if after is None:
            missing = f"-{row.idle}" if row.idle else tr("no ★") if row.count and not row.each else ""
            how, points = f"{row.count:>2} × {row.each:<2}★{missing:>6}", f"{row.points:>4}"
        line = score_line(what, how, points, gain, columns)
        lines.append(row_line(line, seat, row.kind, fact.tip))
    for label, was, now in (
        (tr("stones"), stones_of(state, seat), stones_of(later, seat)),
        *([(tr("together"), state.scores()[seat], later.scores()[seat])] if after else []),
    ):
        how = f"{was:>2}" if after is None else f"{was:>2}    → {now:>2}"
        gain = None if after is None else now - was
        lines.append(score_line(Text(f"    {label:<9}"), how, "", gain, columns))
    tipped(lines[len(KINDS) + 1], tr.named("tip", "stones"))
    return lines


def standings(pov: PlayerView, viewed: int, after: State | None, columns: int) -> Block:
    """Return the seats with keys, stones and points, the viewed one marked; and what the seat to move has `after`."""
    lines = []
    for seat in range(pov.state.seats):
        key = Text.assemble((f"{seat + 1}", "reverse bold" if seat == viewed else "dim"), " ")
        held = Text(f" {stones_of(pov.state, seat):>2}◆ ", "bold")
        then = f" → {after.scores()[seat]}" if after is not None and pov.is_moving(seat) else ""
        line = key.append_text(seat_line(pov, seat, NAME, held, then, columns - key.cell_len))
        lines.append(tipped(line, facts.seat_tip(pov, seat), f"app.look({seat})"))
    return lines


#: The button of the mouse that turns a tile.
RIGHT = 3


class AkropolisBoard(BoardWidget):
    """The market, a city, and the tile in hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *steps("take({})", "tab", "shift+tab", marked("Tile"), priority=True),
        *steps("change('turned', {})", "r", "R", marked("Turn")),
        *steps("change('next_best', {})", "n", "N", marked("Next")),
        Binding("enter", "play", marked("Play")),
        *arrows("move({}, {})"),
        *arrows("change('jumped', {}, {})", "shift+"),
        *steps("zoom({})", "plus,equals_sign", "minus"),
    ]
    KEYS = (
        ("Tab, Shift+Tab", marked("take the next tile of the market, or the one before; or click a tile")),
        (marked("arrows"), marked("move the tile over the city; or click a place")),
        (marked("Shift+arrows"), marked("to the next place in this direction where it may lie")),
        ("r, R", marked("turn the tile clockwise, or back; or click with the right button")),
        ("n, N", marked("the next promising place for the tile, or the one before")),
        ("Enter", marked("play the tile; or click it where it lies")),
        ("Esc", marked("put the tile back")),
        (marked("1 to 4"), marked("look at the city of a seat; or click the seat")),
        ("+, -", marked("larger, smaller; without a tile in hand arrows and the wheel scroll")),
    )

    choice: Hand | None

    def __init__(self) -> None:
        super().__init__()
        self._camera = city_board.Camera()
        self._seat = 0
        self._framed: object = None

    def show(self, pov: PlayerView, *, free: bool) -> None:
        """Show a new position, with the city in the middle; the tile in hand goes back."""
        self._site = Site(pov.state)
        self._framed = None
        self._seat = pov.state.to_move if free or pov.seat is None else pov.seat
        if pov.state.over and pov.seat is None:
            self._seat = 0
        super().show(pov, free=free)

    def digit(self, number: int) -> None:
        """Show the city of a seat."""
        if 1 <= number <= self.pov.state.seats:
            self.look(number - 1)

    def look(self, seat: int) -> None:
        """Show the city of a seat; the tile in hand goes back."""
        self._seat = seat
        self.release()

    def count(self, seat: int, labels: Mapping[str, str]) -> None:
        """Mark what counts for a seat in its city."""
        self._seat, self.choice = seat, None
        super().count(seat, labels)

    def propose(self, move: Move) -> None:
        """Take a tile and lay it where the move says."""
        placed = AkropolisMove(move)
        self.hold(Hand.take(self._site, placed.tile).on(placed.spot))

    def called(self, move: Move) -> str:
        """Return the tile of a move: hints show its place."""
        return tr("tile {tile}", tile=AkropolisMove(move).tile)

    def begun(self) -> Hand:
        """Return the first tile, near where the seat built last."""
        return self._taken(self._site.payable[0])

    def _taken(self, tile: int) -> Hand:
        if self.choice:
            return self.choice.swapped(tile)
        laid = placements(self.pov, self.pov.state.to_move)
        return Hand.take(self._site, tile, laid[-1].spot[:2] if laid else (0, 0))

    def hold(self, choice: Hand | None) -> None:
        """Hold a tile over the city of the seat to move."""
        if choice:
            self._seat = self.pov.state.to_move
        super().hold(choice)

    @property
    def ready(self) -> Move | None:
        """The tile where it is, if it may lie there."""
        return self.choice.placement if self.choice and self.choice.legal else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something now."""
        return self.free or action in {"move", "zoom"}

    def action_take(self, step: int) -> None:
        """Take the next tile that can be paid."""
        tiles, held = self._site.payable, self.choice and self.choice.tile
        here = tiles.index(held) + step if held in tiles else min(step, 0)
        self.hold(self._taken(tiles[here % len(tiles)]))

    def action_move(self, right: int, down: int) -> None:
        """Move the tile, or scroll if there is none."""
        if self.choice:
            self.action_change("moved", right, down)
        else:
            self._scroll(2 * right, down)

    def action_zoom(self, step: int) -> None:
        """Show the city larger or smaller."""
        self._camera.zoom(step)
        self._framed = None
        self.redraw()

    def _scroll(self, right: int, down: int) -> None:
        self._camera.scroll(right, down)
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        """Take a tile of the market, move the tile in hand to a place or play it, or look at another city."""
        at = event.get_content_offset(self)
        if at is None:
            return
        hand = self.choice
        if event.button == RIGHT:
            self.hold(hand and hand.turned(1))
        elif self.free and (tile := self._market(*self.size).tile_at(*at)) is not None:
            self.hold(self._taken(tile))
        elif (seat := self._neighbours(*self.size).seat_at(*at)) is not None:
            self.look(seat)
        elif hand and (space := self._camera.space(self._area(*self.size), *at)):
            if space in hand.spaces and hand.legal:
                self.action_play()
            else:
                self.hold(hand.at(space))

    def about(self, column: int, line: int) -> str:
        """Return what a tile of the market, another city or a hex is."""
        tile = self._market(*self.size).tile_at(column, line)
        seat = self._neighbours(*self.size).seat_at(column, line)
        if tile is not None:
            return facts.tile_tip(self.pov, tile)
        if seat is not None:
            return facts.seat_tip(self.pov, seat)
        area = self._area(*self.size)
        space = self._camera.space(area, column, line) if line >= area.top else None
        return facts.hex_tip(self.pov, self._seat, space) if space else ""

    def here(self) -> str:
        """Return what the tile in hand is, and what lies under each of its hexes."""
        if not self.choice:
            return ""
        below = (facts.hex_tip(self.pov, self._seat, space) for space in self.choice.spaces)
        return "\n".join(dict.fromkeys([facts.tile_tip(self.pov, self.choice.tile), *below]))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll to the north, or with Shift to the west."""
        self._scroll(*((-2, 0) if event.shift else (0, -1)))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll to the south, or with Shift to the east."""
        self._scroll(*((2, 0) if event.shift else (0, 1)))

    def _market(self, columns: int, lines: int) -> city_board.Market:
        return city_board.Market(self._site, columns - self._neighbours(columns, lines).columns, lines)

    def _area(self, columns: int, lines: int) -> city_board.Area:
        top = self._market(columns, lines).lines + 1
        wide, high = columns - self._neighbours(columns, lines).columns, max(1, lines - top)
        return (
            city_board.Area(city_board.RULE, top + 1, wide - city_board.RULE, high - 2)
            if self.ruled
            else city_board.Area(0, top, wide, high)
        )

    def _neighbours(self, columns: int, lines: int) -> city_board.Neighbours:
        least = city_board.LEAST_RULED if self.ruled else city_board.LEAST_WIDE
        return city_board.Neighbours(self.pov, self._seat, columns, lines, least)

    def paint(self, columns: int, lines: int) -> Canvas:
        """Return the market and a city."""
        canvas = Canvas.empty(columns, lines)
        area = self._area(columns, lines)
        city = city_of(self.pov.state, self._seat)
        framed = (area, self._seat, len(self.pov.view.events))
        if framed != self._framed:
            self._camera.frame(city.keys(), area)
            self._framed = framed
        if self.choice:
            self._camera.follow(self.choice.spaces, area)
        if self.ruled:
            city_board.write_coordinates(canvas, area, self._camera, city)
        city_board.paint_city(canvas, area, self._camera, self.pov, self._seat, self.choice, self.counted)
        self._market(columns, lines).paint(canvas, self.choice.tile if self.choice else None)
        self._neighbours(columns, lines).paint(canvas)
        return canvas

    def title(self) -> Text:
        """Return the options, the stacks, and when the next stack is opened."""
        state = self.pov.state
        options = options_of(state)
        doubled = ", ".join(tr(option) for option in options if option in KINDS)
        line = Text.assemble((tr("Akropolis"), "bold"), "  ")
        if doubled:
            line.append(tr("double: "), "dim").append(doubled, "bold")
        if "long" in options:
            line.append("  ").append(tr("the long game"))
        if state.over:
            return line.append("  ").append(tr("the game is over"), "bold")
        left = len(market_of(state.array)) - 1
        if int(state.array["stacks"]):
            then = tr.counted("the next after {n} tile", "the next after {n} tiles", left)
        else:
            then = tr.counted("the end after {n} tile", "the end after {n} tiles", left)
        return line.append("  ").append(f"{facts.stacks_left(state)}, {then}", "dim")

    def side(self, columns: int, lines: int) -> Block:
        """Return the seats with their points, and the score by district: of the city that is shown, or now and then."""
        pov, seat, after, columns = self.pov, self._seat, self.after, min(columns, WIDEST)
        return [*standings(pov, seat, after, columns), Text(), *score(pov, seat, after, columns)]

    def guide(self) -> Guide:
        """Return how to take, move and play a tile, and what the tile in hand would bring."""
        hand, state = self.choice, self.pov.state
        if not self.free:
            return Guide("")
        if hand is None:
            return Guide(tr("Take a tile of the market: Tab or a click."))
        if hand.legal:
            now = tr("Tile {tile}: arrows move it, r turns it, n goes on, Enter plays it.", tile=hand.tile)
            effect = tr("Here: {effect}.", effect=explain(state, hand.placement))
            return Guide(now, effect, legal=True)
        now = tr("Tile {tile}: arrows move it, r turns it; · and ▴ show where it may lie.", tile=hand.tile)
        return Guide(now, tr("Not here: {why}.", why=hand.illegal_reason), legal=False)


BOARD = AkropolisBoard
