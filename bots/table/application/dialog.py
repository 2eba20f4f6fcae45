"""A page over a screen: texts to read, choices, a line to type, or a cover between two people's turns."""

from collections.abc import Callable, Collection, Mapping, Sequence
from time import monotonic
from typing import ClassVar

from rich.console import RenderableType
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from urbanist.bots.table.application.frame import TooltipText
from urbanist.bots.table.application.keys import Rows, manual
from urbanist.bots.table.kit.language import marked, reason_of, tr
from urbanist.bots.table.session.manual import drawn_rules

#: The share of a wide window that a text takes at most; in a narrow one it takes all but the border and the padding.
SHARE, NARROW, RIM = 0.86, 90, 6
#: The lines of the border, and the columns of a button beside its text.
EDGES, BUTTON_RIM = 2, 4
#: The seconds in which nobody answers a page that comes by itself: who types then has not seen it.
UNSEEN = 0.5

#: What closes a page whose result is then None.
CLOSE = "close"
#: The usual line of a page on which something is typed, and what returns it, or raises a `ValueError` about it.
Field = tuple[str, Callable[[str], str]]


class Dialog(ModalScreen[str | None]):
    """A page with a title and a text; its result is the key of a choice, or what was typed; None if it was closed.

    Several texts, by their names, are pages to turn. The usual keys close the page, unless it is a `cover`: that hides
    the screen until somebody chooses. A page that interrupts takes no key that was typed before a person could see it.
    """

    AUTO_FOCUS = "Input, VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,space,n", "dismiss(None)"),
        Binding("question_mark,left,right,tab,shift+tab", "turn", priority=True),
    ]

    def __init__(
        self,
        title: str,
        text: RenderableType | Mapping[str, RenderableType],
        choices: Sequence[tuple[str, str]] = (),
        *,
        close: str = marked("Close (Esc)"),
        field: Field | None = None,
        cover: bool = False,
        interrupt: bool = False,
    ) -> None:
        super().__init__(classes="cover" if cover else None)
        self._title, self._choices, self._close, self._field = title, choices, close, field
        self._pages = text if isinstance(text, Mapping) else {"": text}
        #: The name of the page that is open.
        self.page = next(iter(self._pages))
        self._covers, self._interrupts, self._since = cover, cover or interrupt, 0.0

    def compose(self) -> ComposeResult:
        """Build the page."""
        with Vertical(classes="dialog") as page:
            page.border_title = self._title
            if len(self._pages) > 1:
                yield Static(id="names")
            rows = [] if self._field else self._rows(self._room)
            with VerticalScroll(can_focus=self._field is None) as scroll:
                yield (tipped := TooltipText(markup=False))
            if self._field is not None:
                yield Input(self._field[0])
                yield Static(tr("Enter: so be it. Esc: as it was."), id="wrong")
            for row in rows:
                with Horizontal(classes="choices"):
                    yield from row
            # Filled before it is drawn: the first resize comes when a wrong page, with buttons that move, was seen.
            self._fit(scroll, tipped, len(rows))

    def on_mount(self) -> None:
        """Show the open page, and note since when it is there."""
        self._since = monotonic()
        self._show()

    def _show(self) -> None:
        self.query_one(TooltipText).update(self._pages[self.page])
        if len(self._pages) > 1:
            click = Style(meta={"@click": "screen.turn"})
            names = ((f" {name} ", "bold reverse" * (name == self.page)) for name in self._pages)
            self.query_one("#names", Static).update(Text.assemble(*names, style=click))

    @property
    def _room(self) -> int:
        """The columns for the text: most of a wide window, and all of a narrow one."""
        columns = self.app.size.width
        return max(int(SHARE * columns), min(columns, NARROW) - RIM)

    def on_resize(self) -> None:
        """Fit the page again."""
        self._fit(self.query_one(VerticalScroll), self.query_one(TooltipText), len(self.query(".choices")))

    def _fit(self, scroll: VerticalScroll, tipped: TooltipText, rows: int) -> None:
        """Give the text the lines that the rows of buttons leave, so that these are always seen."""
        console = self.app.console
        options = console.options.update_width(self._room - 1)
        tipped.styles.width = max(
            console.measure(text, options=options).maximum for text in self._pages.values()
        )
        lines = self.app.size.height - rows - EDGES - (len(self._pages) > 1)
        scroll.styles.max_height, scroll.styles.min_height = lines, lines if len(self._pages) > 1 else None

    def _rows(self, columns: int) -> list[list[Button]]:
        """Return a button for each choice and one to close the page, in rows that are not too wide."""
        labels = [
            (f"{said} ({key.capitalize() if len(key) > 1 else key})", key) for key, said in self._choices
        ]
        if not self._covers:
            labels.append((tr(self._close), CLOSE))
        rows: list[list[Button]] = [[]]
        room = columns
        for label, key in labels:
            room -= len(label) + BUTTON_RIM
            if room < 0:
                rows.append([])
                room = columns - len(label) - BUTTON_RIM
            rows[-1].append(Button(label, id=f"key-{key}", compact=True))
        return rows

    def on_key(self, event: events.Key) -> None:
        """Close the page with the choice of a key, unless it was typed before the page was seen.

        A key that only closes the page may have been meant for a move.
        """
        chosen = event.key in dict(self._choices)
        seen = self._since + (UNSEEN if self._covers or not chosen else 0)
        if self._interrupts and event.time < seen:
            event.stop()
        elif chosen:
            event.stop()
            self.dismiss(event.key)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Close the page, with the choice of the button."""
        key = (event.button.id or "").removeprefix("key-")
        self.dismiss(None if key == CLOSE else key)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the text, or say what is wrong with it."""
        assert self._field is not None
        try:
            self.dismiss(self._field[1](event.value.strip()))
        except (ValueError, OSError) as error:
            self.query_one("#wrong", Static).update(Text(reason_of(error), "red"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something here."""
        return not self._covers if action == "dismiss" else action != "turn" or len(self._pages) > 1

    def action_turn(self) -> None:
        """Show the next page."""
        names = list(self._pages)
        self.page = names[(names.index(self.page) + 1) % len(names)]
        self._show()
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def action_type(self, key: str) -> None:
        """Close the page, and do what a key does."""
        self.dismiss(None)
        self.app.call_later(self.app.simulate_key, key)

    def action_count_row(self, seat: int, what: str) -> None:
        """Close the page, and mark on the board what counts for a row of a score."""
        self.dismiss(None)
        self.app.call_later(self.app.run_action, f"app.count_row({seat}, {what!r})")


def handbook(rules: str, board: Rows, screen: str, without: Collection[str] = ()) -> Dialog:
    """Return the two pages of help: the rules of a game, and the keys of its board and of a screen but some."""
    return Dialog("", {tr("Rules"): drawn_rules(rules), tr("Keys"): manual(board, screen, without)})
