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
from urbanist.bots.table.kit.terminal.block import Block, name, row_line, tipped
from urbanist.bots.table.kit.terminal.board import Board, Guide, arrows, steps
from urbanist.bots.table.kit.terminal.canvas import Canvas, style
from urbanist.engine import State
from urbanist.engine.akropolis.city_record import Space
from urbanist.engine.akropolis.notation import AkropolisMove, market_of
from urbanist.engine.akropolis.pieces import KINDS
from urbanist.engine.akropolis.score_rows import district_rows
from urbanist.engine.event import Move

NAME = 13


def _chip(kind: str) -> Text:
    return Text(f" {facts.letter(kind)} ", style(WHITE, KIND_COLOUR[kind], True))


def score(pov: PlayerView, seat: int) -> Block:
    """Return a seat's score by kind: the value, the stars, the points, and the value that counts for nothing."""
    state = pov.state
    options = options_of(state)
    value, stars, idle = tr("value"), tr("stars"), tr("idle")
    lines = [Text(f"{value:>16}{stars:>6}{idle:>9}", "dim")]
    for row in district_rows(state, seat):
        fact = facts.fact(row)
        line = Text.assemble(_chip(row.kind), f" {fact.label:<9}{row.count:>3} × {row.each:<2}★")
        line.append(f"{row.points:>4}", "bold")
        missing = f"-{row.idle}" if row.idle else tr("no ★") if row.count and not row.each else ""
        lines.append(line.append(f"{missing:>5}", "dim"))
        if row.kind in options:
            line.stylize("bold", 4, 4 + len(fact.label))
        row_line(line, seat, row.kind, fact.tip)
    held = tr("stones").ljust(9) + str(stones_of(state, seat)).rjust(13)
    lines.append(tipped(Text(f"    {held}"), tr.named("tip", "stones")))
    return lines


def change(before: State, after: State, seat: int) -> Block:
    """Return the change of a seat's score by kind."""
    was, now = (district_rows(state, seat) for state in (before, after))
    lines = [Text(tr("now").rjust(18) + tr("then").rjust(8), "dim")]
    for old, new in zip(was, now, strict=True):
        fact = facts.fact(old)
        line = Text.assemble(_chip(old.kind), f" {fact.label:<9}")
        line.append(f"{old.count:>2}×{old.each:<2} → {new.count:>2}×{new.each:<2}")
        lines.append(tipped(line.append_text(_gain(new.points - old.points)), fact.tip))
    stones = (stones_of(before, seat), stones_of(after, seat))
    points = (before.scores()[seat], after.scores()[seat])
    return [*lines, _sum(tr("stones"), *stones), _sum(tr("together"), *points, style="bold")]


def _sum(what: str, was: int, now: int, style: str = "") -> Text:
    line = Text(f"    {what:<9}{was:>3}   →{now:>4}  ", style)
    return line.append_text(_gain(now - was))


def _gain(change: int) -> Text:
    return Text(f"{change:>+5}" if change else " " * 5, "bold green" if change > 0 else "bold red")


def title(pov: PlayerView) -> Text:
    """Return the state of the game in a line: options, stacks, and when the next stack is opened."""
    state = pov.state
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
    line.append("  ").append(facts.stacks_left(state), "dim")
    if int(state.array["stacks"]):
        then = tr.counted("the next after {n} tile", "the next after {n} tiles", left)
    else:
        then = tr.counted("the end after {n} tile", "the end after {n} tiles", left)
    return line.append(f", {then}", "dim")


def standings(pov: PlayerView, viewed: int, after: State | None, columns: int) -> Block:
    """Return the seats with keys, points and stones, the viewed one marked; and what the seat to move has `after`."""
    state = pov.state
    lines = []
    for seat, points in enumerate(state.scores()):
        line = Text.assemble((f"{seat + 1}", "reverse bold" if seat == viewed else "dim"), " ")
        line.append_text(name(pov, seat, NAME))
        then = f" → {after.scores()[seat]}" if after is not None and seat == state.to_move else ""
        held = f"{points}{then} {stones_of(state, seat):>2}◆"
        line.append(held.rjust(columns - line.cell_len), "bold")
        lines.append(tipped(line, facts.seat_tip(pov, seat), f"app.look({seat})"))
    return lines


#: The button of the mouse that turns a tile.
RIGHT = 3


class AkropolisBoard(Board):
    """The market, a city, and the tile in hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *steps("take", "tab", "shift+tab", marked("Tile"), priority=True),
        *steps("turn", "r", "R", marked("Turn")),
        *steps("promising", "n", "N", marked("Next")),
        Binding("enter", "play", marked("Play")),
        *arrows("move"),
        *arrows("jump", "shift+"),
        *steps("zoom", "plus,equals_sign", "minus"),
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

    def __init__(self) -> None:
        super().__init__()
        self._camera = city_board.Camera()
        self._hand: Hand | None = None
        self._last: Space = (0, 0)
        self._seat = 0
        self._framed: object = None

    def show(self, pov: PlayerView, *, free: bool) -> None:
        """Show a new position, with the city in the middle; the tile in hand goes back."""
        self._site = Site(pov.state)
        self._hand = self._framed = None
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
        self._seat, self._hand = seat, None
        self.changed()

    def count(self, seat: int, labels: Mapping[str, str]) -> None:
        """Mark what counts for a seat in its city."""
        self._seat, self._hand = seat, None
        super().count(seat, labels)

    def propose(self, move: Move) -> None:
        """Take a tile and lay it where the move says."""
        placed = AkropolisMove(move)
        self._hold(Hand.take(self._site, placed.tile).on(placed.spot))

    def called(self, move: Move) -> str:
        """Return the tile of a move: hints show its place."""
        return tr("tile {tile}", tile=AkropolisMove(move).tile)

    def release(self) -> None:
        """Put the tile back."""
        self._hand = None
        self.changed()

    def _hold(self, hand: Hand) -> None:
        self._seat = self.pov.state.to_move
        self._hand = hand
        self._last = hand.spot[:2]
        self.changed()

    def _near(self) -> Space:
        """Return the place where a tile is shown at first: where the seat built last."""
        laid = placements(self.pov, self.pov.state.to_move)
        return laid[-1].spot[:2] if laid else (0, 0)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something now."""
        return self.free or action not in {"take", "turn", "promising", "play"}

    def action_take(self, step: int) -> None:
        """Take the next tile that can be paid."""
        if not self.free:
            return
        tiles = self._site.payable
        if self._hand is None:
            self._take(tiles[0 if step > 0 else -1])
        elif self._hand.tile in tiles:
            self._take(tiles[(tiles.index(self._hand.tile) + step) % len(tiles)])
        else:
            self._take(tiles[0])

    def _take(self, tile: int) -> None:
        hand = self._hand
        self._hold(hand.swapped(tile) if hand else Hand.take(self._site, tile, self._near()))

    def action_turn(self, step: int) -> None:
        """Turn the tile."""
        if self._hand:
            self._hold(self._hand.turned(step))

    def action_promising(self, step: int) -> None:
        """Go to the next promising place."""
        if not self._hand:
            self.action_take(1)
        if self._hand:
            self._hold(self._hand.next_best(step))

    def action_move(self, right: int, down: int) -> None:
        """Move the tile, or scroll if there is none."""
        if self._hand:
            self._hold(self._hand.moved(right, down))
        else:
            self._scroll(2 * right, down)

    def action_jump(self, right: int, down: int) -> None:
        """Move the tile to the next legal place."""
        if self._hand:
            self._hold(self._hand.jumped(right, down))

    def action_zoom(self, step: int) -> None:
        """Show the city larger or smaller."""
        self._camera.zoom(step)
        self._framed = None
        self.redraw()

    def action_play(self) -> None:
        """Play the tile where it is, if it may lie there."""
        if self._hand and self._hand.legal:
            self.choose(self._hand.placement)

    def _scroll(self, right: int, down: int) -> None:
        self._camera.scroll(right, down)
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        """Take a tile of the market, move the tile in hand to a place or play it, or look at another city."""
        at = event.get_content_offset(self)
        if at is None:
            return
        if event.button == RIGHT:
            self.action_turn(1)
        elif self.free and (tile := self._market(*self.size).tile_at(*at)) is not None:
            self._take(tile)
        elif (seat := self._neighbours(*self.size).seat_at(*at)) is not None:
            self.look(seat)
        elif self._hand and (space := self._camera.space(self._area(*self.size), *at)):
            if space in self._hand.spaces and self._hand.legal:
                self.action_play()
            else:
                self._hold(self._hand.at(space))

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
        if not self._hand:
            return ""
        below = (facts.hex_tip(self.pov, self._seat, space) for space in self._hand.spaces)
        return "\n".join(dict.fromkeys([facts.tile_tip(self.pov, self._hand.tile), *below]))

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
        if self._hand:
            self._camera.follow(self._hand.spaces, area)
        if self.ruled:
            city_board.write_coordinates(canvas, area, self._camera, city)
        city_board.paint_city(canvas, area, self._camera, self.pov, self._seat, self._hand, self.counted)
        self._market(columns, lines).paint(canvas, self._hand.tile if self._hand else None)
        self._neighbours(columns, lines).paint(canvas)
        return canvas

    def title(self) -> Text:
        """Return the options and the stacks that are left."""
        return title(self.pov)

    def side(self, columns: int, lines: int) -> Block:
        """Return the seats with their points, and the score by district: of the city that is shown, or now and then."""
        hand, state = self._hand, self.pov.state
        after = state.play(hand.placement) if hand and hand.legal else None
        head = standings(self.pov, self._seat, after, columns)
        if after is not None:
            return [*head, Text(), *change(state, after, self._seat)]
        return [*head, Text(), *score(self.pov, self._seat)]

    def guide(self) -> Guide:
        """Return how to take, move and play a tile, and what the tile in hand would bring."""
        hand, state = self._hand, self.pov.state
        if not self.free:
            return Guide("")
        if hand is None:
            return Guide(tr("Take a tile of the market: Tab or a click. h gives a hint."))
        if hand.legal:
            now = tr("Tile {tile}: arrows move it, r turns it, n goes on, Enter plays it.", tile=hand.tile)
            effect = tr("Here: {effect}.", effect=explain(state, hand.placement))
            return Guide(now, effect, legal=True)
        now = tr("Tile {tile}: arrows move it, r turns it; · and ▴ show where it may lie.", tile=hand.tile)
        return Guide(now, tr("Not here: {why}.", why=hand.illegal_reason), legal=False)


BOARD = AkropolisBoard
