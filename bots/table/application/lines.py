"""Lines of a page of which one is chosen: by arrows or a click; some have values, some do something by Enter."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

T = TypeVar("T")

#: The least width of the names of lines with values.
NAME = 11


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A line: its text, its values with the place of the chosen one, and what it does."""

    text: str
    values: Sequence[str] = ()
    place: int = 0
    #: Takes the place of another value.
    choose: Callable[[int], object] = str
    #: What Enter and a click do; None if nothing.
    act: Callable[[], None] | None = None
    #: What is told of the line, or what makes that for so many columns and lines.
    about: str | Callable[[int, int], RenderableType] = ""

    @classmethod
    def choice(
        cls, text: str, values: Mapping[T, str], chosen: T, choose: Callable[[T], object], **more: Any
    ) -> "MenuLine":
        """Return a line with values, each with its text, one of which is chosen."""
        known = list(values)
        return cls(text, [*values.values()], known.index(chosen), lambda at: choose(known[at]), **more)

    def told(self, columns: int, lines: int) -> RenderableType:
        """Return what is told of the line."""
        return Text(self.about) if isinstance(self.about, str) else self.about(columns, lines)


class Lines(Widget, can_focus=True):
    """Lines one below the other, as many as there is room for; the chosen one is always seen."""

    DEFAULT_CSS = "Lines { height: auto; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "go(1)", show=False),
        Binding("up", "go(-1)", show=False),
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("tab", "leave(1)", show=False),
        Binding("shift+tab", "leave(-1)", show=False),
    ]

    class Turned(Message):
        """Another line is chosen."""

    @dataclass
    class Left(Message):
        """A person goes to the lines on the left or on the right."""

        step: int

    def __init__(self) -> None:
        super().__init__()
        self._lines: Sequence[MenuLine] = ()
        self._at = 0
        #: The most lines that are shown.
        self.most = 1

    @property
    def chosen(self) -> MenuLine | None:
        """The chosen line; None if there is no line."""
        return self._lines[self._at] if self._lines else None

    def offer(self, lines: Sequence[MenuLine], at: int | None) -> None:
        """Show lines, one of them as chosen; None keeps the place."""
        place = self._at if at is None else at
        self._lines, self._at = lines, min(max(place, 0), max(len(lines) - 1, 0))
        self.styles.height = max(1, min(len(lines), self.most))
        self.refresh(layout=True)

    @property
    def _first(self) -> int:
        """The place of the first line that is seen."""
        return min(max(self._at - self.most // 2, 0), max(len(self._lines) - self.most, 0))

    def render(self) -> Text:
        """Return the lines; the chosen value stands in brackets, so that it is seen without colours too."""
        shown = range(self._first, min(self._first + self.most, len(self._lines)))
        return Text("\n", no_wrap=True, overflow="ellipsis").join([self._drawn(number) for number in shown])

    def _wide(self) -> int:
        return max([NAME, *(len(line.text) + 3 for line in self._lines if line.values)])

    def _seen(self, line: MenuLine) -> list[tuple[int, str]]:
        """Return the values by their places; in a narrow window the first ones make room for the chosen one."""
        values = list(enumerate(line.values))
        room = self.size.width - self._wide()
        while (
            values
            and line.place > values[0][0]
            and sum(len(w) + 3 for at, w in values if at <= line.place) > room
        ):
            del values[0]
        return values

    def _drawn(self, number: int) -> Text:
        line, chosen = self._lines[number], number == self._at
        text = Text("› " if chosen else "  ", "bold" if chosen else "")
        text.append(line.text)
        if line.values:
            text.pad_right(self._wide() - text.cell_len)
        for place, word in self._seen(line):
            if place == line.place:
                text.append(f"[{word}]", "bold reverse")
            else:
                text.append(f" {word} ", "not bold")
            text.append(" ", "not bold")
        if chosen:
            text.pad_right(max(0, self.size.width - text.cell_len))
            text.stylize("on grey30" if self.app.current_theme.dark else "on grey82")
        return text

    def on_click(self, event: events.Click) -> None:
        """Choose the line under the mouse, or its value; a click on a line without values does what Enter does."""
        number = self._first + event.y
        if number >= len(self._lines):
            return
        line = self._lines[number]
        self._turn(number)
        column = self._wide()
        for place, word in self._seen(line):
            if column <= event.x < column + len(word) + 2:
                line.choose(place)
                return
            column += len(word) + 3
        if not line.values and line.act is not None:
            line.act()

    def action_go(self, step: int) -> None:
        """Choose the line before or after; after the last one comes the first."""
        if self._lines:
            self._turn((self._at + step) % len(self._lines))

    def _turn(self, number: int) -> None:
        self._at = number
        self.refresh()
        self.post_message(self.Turned())

    def action_step(self, step: int) -> None:
        """Choose the value before or after the chosen one."""
        line = self.chosen
        if line is None or not line.values:
            self.action_leave(step)
        elif 0 <= line.place + step < len(line.values) or len(line.values) == 1:
            line.choose(min(max(line.place + step, 0), len(line.values) - 1))

    def action_leave(self, step: int) -> None:
        """Go to the lines on the left, or on the right."""
        self.post_message(self.Left(step))
