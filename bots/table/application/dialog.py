"""Pages over a screen: a text to read, a question, a line to type, or a cover between two people's turns."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import ClassVar, TypeVar

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from urbanist.bots.table.application.frame import Tipped
from urbanist.bots.table.application.keys import LINES, PAGING, scrolling
from urbanist.bots.table.kit.language import reason_of, tr
from urbanist.bots.table.kit.wording import upper

#: The share of a wide window that a text takes at most; in a narrow one it takes all but the border and the padding.
SHARE, NARROW, RIM = 0.8, 90, 6
#: The lines of the border.
EDGES = 2
#: The columns of a button beside its text.
BUTTON_RIM = 4
#: The seconds in which nobody answers a page that comes by itself: who types then has not seen it.
UNSEEN = 0.5

T = TypeVar("T")


class Interrupt(ModalScreen[T]):
    """A page that may come by itself. Then it takes no key that was typed before a person could see it."""

    def __init__(self, *, interrupt: bool) -> None:
        super().__init__()
        self._interrupts = interrupt
        self._since = 0.0

    def on_mount(self) -> None:
        """Take note since when the page is there."""
        self._since = monotonic()

    def blind(self, event: events.Key, seconds: float = UNSEEN) -> bool:
        """Stop a key that was typed earlier than so many seconds after the page came; return whether it was."""
        if not self._interrupts or event.time >= self._since + seconds:
            return False
        event.stop()
        return True


class Dialog(Interrupt[str | None]):
    """A page with a title and a text; any of the usual keys and a click beside it close it.

    It may offer choices, each a key and what it does; the result of the page is the key, or None if it was closed.
    """

    #: No button, because Enter closes the page.
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,space", "dismiss(None)"),
        *scrolling((*LINES, *PAGING)),
    ]

    def __init__(
        self,
        title: str,
        text: RenderableType,
        choices: Sequence[tuple[str, str]] = (),
        *,
        interrupt: bool = False,
    ) -> None:
        super().__init__(interrupt=interrupt)
        self._title, self._text, self._choices = title, text, choices

    def compose(self) -> ComposeResult:
        """Build the page."""
        with Vertical(classes="dialog") as page:
            page.border_title = self._title
            rows = self._rows(self._room)
            with VerticalScroll(can_focus=False) as scroll:
                tipped = Tipped(self._text)
                # Fitted before it is drawn: the first resize comes when a wrong page, with buttons that move, was seen.
                self._fit(scroll, tipped, len(rows))
                yield tipped
            for row in rows:
                with Horizontal(classes="choices"):
                    yield from row

    @property
    def _room(self) -> int:
        """The columns for the text: most of a wide window, and all of a narrow one."""
        columns = self.app.size.width
        return max(int(SHARE * columns), min(columns, NARROW) - RIM)

    def on_resize(self) -> None:
        """Fit the page again."""
        self._fit(self.query_one(VerticalScroll), self.query_one(Tipped), len(self.query(".choices")))

    def _fit(self, scroll: VerticalScroll, tipped: Tipped, rows: int) -> None:
        """Give the text the lines that the rows of buttons leave, so that these are always seen."""
        most = self.app.console.measure(self._text).maximum
        tipped.styles.width = min(most, self._room - 1)
        scroll.styles.max_height = self.app.size.height - rows - EDGES

    def _rows(self, columns: int) -> list[list[Button]]:
        """Return a button for each choice and one to close the page, in rows that are not too wide."""
        labels = [(f"{said} ({key})", f"key-{key}") for key, said in self._choices]
        rows: list[list[Button]] = [[]]
        room = columns
        for label, name in [*labels, (tr("Close (Esc)"), None)]:
            room -= len(label) + BUTTON_RIM
            if room < 0:
                rows.append([])
                room = columns - len(label) - BUTTON_RIM
            rows[-1].append(Button(label, id=name, compact=True))
        return rows

    def on_key(self, event: events.Key) -> None:
        """Close the page with the choice of a key; a key that only closes it may have been meant for a move."""
        chosen = event.key in dict(self._choices)
        if not self.blind(event, 0 if chosen else UNSEEN) and chosen:
            event.stop()
            self.dismiss(event.key)

    def action_scroll(self, way: str) -> None:
        """Scroll the text."""
        getattr(self.query_one(VerticalScroll), f"scroll_{way}")(animate=False)

    def action_type(self, key: str) -> None:
        """Close the page, and do what a key does."""
        self.dismiss(None)
        self.app.call_later(self.app.simulate_key, key)

    def action_count_row(self, seat: int, what: str) -> None:
        """Close the page, and mark on the board what counts for a row of a score."""
        self.dismiss(None)
        self.app.call_later(self.app.run_action, f"app.count_row({seat}, {what!r})")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Close the page, with the choice of the button."""
        self.dismiss(None if event.button.id is None else event.button.id.removeprefix("key-"))


class Question(ModalScreen[bool]):
    """A question; `y` or a click on the first button agrees."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)"),
        Binding("n,escape,q", "dismiss(False)"),
    ]

    def __init__(self, text: str, yes: str, no: str) -> None:
        super().__init__()
        self._text, self._yes, self._no = text, yes, no

    def compose(self) -> ComposeResult:
        """Build the question."""
        with Vertical(classes="dialog"):
            yield Static(self._text)
            with Horizontal():
                yield Button(f"{self._yes} (y)", id="yes", compact=True)
                yield Button(f"{self._no} (n)", id="no", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer the question."""
        self.dismiss(event.button.id == "yes")


class HandOver(Interrupt[None]):
    """A cover that hides the table until the next person looks at it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss(None)"),
        Binding("q", "app.leave"),
    ]

    def __init__(self, name: str) -> None:
        super().__init__(interrupt=True)
        self._who = name

    def compose(self) -> ComposeResult:
        """Build the cover."""
        with Vertical(classes="dialog"):
            yield Static(upper(tr("{who} is to move.", who=self._who)))
            yield Static(tr("Go on when nobody else looks at the screen."))
            yield Button(tr("Go on (Enter)"), compact=True)

    def on_key(self, event: events.Key) -> None:
        """Let nobody see the table by a key that was typed for the move before."""
        self.blind(event)

    def on_button_pressed(self) -> None:
        """Show the table."""
        self.dismiss(None)


class Typed(ModalScreen[str | None]):
    """A page on which a person types a text; `check` returns it, or raises a `ValueError` that says what is wrong."""

    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", priority=True)]

    def __init__(self, asked: str, usual: str, check: Callable[[str], str]) -> None:
        super().__init__()
        self._asked, self._usual, self._check = asked, usual, check

    def compose(self) -> ComposeResult:
        """Build the page."""
        with Vertical(classes="dialog typed"):
            yield Static(self._asked)
            yield Input(self._usual)
            yield Static(tr("Enter: so be it. Esc: as it was."), id="wrong")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the text, or say what is wrong with it."""
        try:
            self.dismiss(self._check(event.value.strip()))
        except (ValueError, OSError) as error:
            self.query_one("#wrong", Static).update(Text(reason_of(error), "red"))
