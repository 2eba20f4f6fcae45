"""The board of a game: what the application asks of it and is told by it, and the board of one who only looks."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from textwrap import wrap
from types import MappingProxyType
from typing import Any, ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from urbanist.bots.table.kit.player_view import PlayerView, best_first, promising
from urbanist.bots.table.kit.terminal.block import Block, beside
from urbanist.bots.table.kit.terminal.canvas import Canvas
from urbanist.engine import State
from urbanist.engine.event import Move


def arrows(action: str, modifier: str = "") -> list[Binding]:
    """Return what binds the four arrows, with a modifier such as `shift+`, to an action of columns and rows.

    Braces stand for both, as in `change('moved', {}, {})`.
    """
    ways = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
    return [Binding(f"{modifier}{key}", action.format(*way), show=False) for key, way in ways.items()]


def steps(action: str, onward: str, back: str, label: str = "", *, priority: bool = False) -> list[Binding]:
    """Return what binds two keys to an action of one step onward or back; the footer shows a label for the first."""
    ways = ((onward, 1, label), (back, -1, ""))
    return [
        Binding(keys, action.format(step), said, show=bool(said), priority=priority)
        for keys, step, said in ways
    ]


@dataclass(frozen=True, slots=True)
class Guide:
    """What a person can do now, and the effect of the chosen move or the reason why it is not legal."""

    now: str
    effect: str = ""
    #: Whether the chosen move is legal; None if no move is chosen.
    legal: bool | None = None


#: Numbers of two digits begin with this one.
TEN = 10


class BoardWidget(Widget, can_focus=True):
    """A board fills its widget, and lets a person choose a move by keys and mouse. Each game has a subclass."""

    DEFAULT_CSS = "BoardWidget { width: 1fr; height: 1fr; padding: 0 1; }"
    #: The least window, in columns and lines.
    LEAST: ClassVar[tuple[int, int]] = (60, 20)
    #: The keys of the game for the help page: keys and what they do.
    KEYS: ClassVar[tuple[tuple[str, str], ...]] = ()

    @dataclass
    class Chosen(Message):
        """A person wants to play a move."""

        move: Move

    class Changed(Message):
        """What the person looks at or has chosen changed."""

    pov: PlayerView
    #: Whether coordinates stand beside the board, because nobody can point at it.
    ruled = False
    #: The moves of the hints, the best first; empty if there are none.
    hinted: tuple[Move, ...] = ()
    #: What counts in a row of a score, as short labels by places; empty if no row is chosen.
    counted: Mapping[str, str] = MappingProxyType({})
    #: Whether a person may choose a move now.
    free = False
    #: Whether moves are offered in the order of a short search, which is a help; else in that of their priors.
    helps = False
    #: A move as far as a person has chosen it: a value with methods that return it changed; None for nothing.
    choice: Any = None
    _typed_one = False
    _promising: tuple[Move, ...] = ()
    _canvas: Canvas | None = None
    _base = Style()

    def show(self, pov: PlayerView, *, free: bool) -> None:
        """Show a new position; `free` says whether a person may choose a move."""
        self.pov, self.free, self.hinted, self.counted = pov, free, (), {}
        self.choice, self._promising = None, ()
        self.redraw()

    def begun(self) -> Any:
        """Return what a key changes if nothing is chosen yet."""
        raise NotImplementedError

    def hold(self, choice: Any) -> None:
        """Show what a person has chosen.

        The application draws the board again when it shows what stands beside: the screen is sent once, not twice.
        """
        self.choice, self._typed_one = choice, False
        self.post_message(self.Changed())

    @property
    def ready(self) -> Move | None:
        """The chosen move, if it is complete and legal."""
        raise NotImplementedError

    @property
    def after(self) -> State | None:
        """The position after the chosen move."""
        return None if self.ready is None else self.pov.state.play(self.ready)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something now."""
        return self.free

    def action_change(self, method: str, step: int, more: int | str | None = None) -> None:
        """Change what is chosen by one of its methods."""
        choice = self.begun() if self.choice is None else self.choice
        self.hold(getattr(choice, method)(*([step] if more is None else [step, more])))

    def action_promising(self, step: int) -> None:
        """Choose the next promising move."""
        ranked = self.promising
        here = ranked.index(self.ready) + step if self.ready in ranked else 0
        if ranked:
            self.propose(ranked[here % len(ranked)])

    def action_play(self) -> None:
        """Play the chosen move."""
        if self.ready is not None:
            self.choose(self.ready)

    def hint(self, moves: tuple[Move, ...]) -> None:
        """Mark the moves of hints, if the game marks them."""
        self.hinted = moves
        self.redraw()

    def hints(self, where: Callable[[Move], str]) -> dict[str, str]:
        """Return the numbers of the hints by places; of two in one place the better one's."""
        numbers = {where(move): str(number) for number, move in reversed([*enumerate(self.hinted, 1)])}
        return {place: number for place, number in numbers.items() if place}

    @property
    def promising(self) -> tuple[Move, ...]:
        """The legal moves, the most promising first."""
        if not self._promising:
            order = promising(self.pov.view) if self.helps else best_first(self.pov.state)
            self._promising = tuple(order)
        return self._promising

    def count(self, seat: int, labels: Mapping[str, str]) -> None:
        """Mark what counts for a seat."""
        self.counted = labels
        self.redraw()

    def choose(self, move: Move) -> None:
        """Tell the application that a person wants to play a move.

        No other one can be chosen before a position is shown again: a key may come before the move is played.
        """
        if self.free:
            self.free = False
            self.post_message(self.Chosen(move))

    def digit(self, number: int) -> None:
        """Take a digit: 1 and then another one are a number of two digits, where there is such a thing."""
        if not self.free:
            return
        if self._typed_one and TEN + number in self.numbers:
            number += TEN
        if number:
            self.take_number(number)
        self._typed_one = number == 1

    @property
    def numbers(self) -> Collection[int]:
        """The numbers that can be typed now."""
        return ()

    def take_number(self, number: int) -> None:
        """Choose what has a number in the game."""

    def point(self, what: str) -> None:
        """Choose something beside the board that was clicked."""

    def look(self, seat: int) -> None:
        """Show what belongs to a seat, if the game has such a thing."""

    def propose(self, move: Move) -> None:
        """Choose a legal move for the person, to be played or changed."""
        raise NotImplementedError

    def called(self, move: Move) -> str:
        """Return how a person recognises a move on the board."""
        return str(move)

    def about(self, column: int, line: int) -> str:
        """Return what a character of the board shows and does, in a sentence or two; empty if there is nothing."""
        return ""

    def here(self) -> str:
        """Return the same for what a person has chosen by keys; empty if nothing is chosen."""
        return ""

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Explain what is under the pointer."""
        at = event.get_content_offset(self)
        self.tooltip = (self.about(*at) if at is not None else "") or None

    def release(self) -> None:
        """Put back what the person has chosen."""
        self.hold(None)

    def title(self) -> Text:
        """Return the game and how far it has come, in a line."""
        raise NotImplementedError

    def side(self, columns: int, lines: int) -> Block:
        """Return the seats with their scores, and the score in full of what the person looks at.

        `lines` is what the window has beside the board; the widget may not have got its size yet.
        """
        raise NotImplementedError

    def essentials(self, columns: int) -> Block:
        """Return what of the side a person needs beside a long text, such as the cards in hand, in few lines."""
        return []

    def guide(self) -> Guide:
        """Return what the person can do now."""
        raise NotImplementedError

    def legend(self, columns: int) -> Block:
        """Return the meaning of signs that the board does not explain itself, in lines of a width."""
        return []

    def widest(self, columns: int, lines: int) -> int:
        """Return how many of the columns the board can use; what stands beside it gets the others."""
        return columns

    def paint(self, columns: int, lines: int) -> Canvas:
        """Return the drawing of the board in a size."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw the board again, and renew the lines that changed: to renew them all takes four times as long."""
        old, base = self._canvas, self._base
        if old is None or not self.size:
            self._canvas = None
            self.refresh()
            return
        self._draw()
        assert self._canvas is not None
        if self._base != base or self._canvas.pixels.shape != old.pixels.shape:
            self.refresh()
        elif lines := self._canvas.differing(old):
            self.refresh(*(Region(0, line, self.size.width, 1) for line in lines))

    def on_resize(self) -> None:
        """Draw the board in its new size."""
        self.redraw()

    def _draw(self) -> None:
        self._canvas, self._base = self.paint(self.size.width, self.size.height), self.rich_style

    def render_line(self, y: int) -> Strip:
        """Return a line of the drawing."""
        if self._canvas is None:
            self._draw()
        assert self._canvas is not None
        if y >= self._canvas.rows:
            return Strip.blank(self.size.width, self._base)
        return Strip(self._canvas.segments(y), self._canvas.columns).apply_style(self._base)


#: The columns beside a board, and from how many columns of a window on there are more of them.
SIDE, WIDE_SIDE, WIDE = 35, 48, 150
#: The lines that a legend leaves for the last events.
LOG = 8


def still(
    board: BoardWidget, pov: PlayerView, columns: int, lines: int, narrate: Callable[[int], str]
) -> Block:
    """Return a position with all that stands beside the board, and the last events, for somebody who only looks."""
    board.ruled = True
    board.show(pov, free=False)
    high, side = lines - 1, WIDE_SIDE if columns >= WIDE else SIDE
    wide = board.widest(columns - side, high)
    column = columns - wide - 1
    about = board.side(column, high)
    legend, events = board.legend(column), len(pov.view.events)
    if legend and len(about) + len(legend) + LOG < high:
        about += [Text(), *legend]
    if news := _last(narrate, events, column, high - len(about) - 1):
        about += [Text(), *news]
    for line in about:
        line.truncate(column, overflow="ellipsis")
    drawn = list(board.paint(wide, high).text().split("\n"))
    while drawn and not drawn[-1].spans and not drawn[-1].plain.strip():
        drawn.pop()
    return [board.title(), *beside([drawn, about[:high]], 1)]


def _last(narrate: Callable[[int], str], events: int, columns: int, lines: int) -> Block:
    """Return the last events in lines, the newest last."""
    texts: Block = []
    for ply in reversed(range(events)):
        parts = [Text(part) for part in wrap(narrate(ply), columns, subsequent_indent="  ")]
        if len(texts) + len(parts) > lines:
            break
        texts = parts + texts
    return texts
