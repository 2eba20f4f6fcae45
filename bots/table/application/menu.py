"""The start menu: game, variant, number of players and level, chosen by keys or mouse."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.widgets import Button, Static

from urbanist.bots.players.level import CALLED, HIGHEST, levels_of, told
from urbanist.bots.table import word_of
from urbanist.bots.table.application.frame import PAGING, scrolling
from urbanist.bots.table.application.full_screen import FullScreen
from urbanist.bots.table.application.style import CSS, ground
from urbanist.bots.table.kit.language import marked, tr, translated
from urbanist.bots.table.session.selection import Memory, Selection
from urbanist.engine import GAMES

#: The width of the names of rows.
NAME = 11
#: What is chosen, in the order of the rows.
GAME, VARIANT, PLAYERS, LEVEL = marked("game"), marked("variant"), marked("players"), marked("level")

ROWS = """
Row { height: 1; margin: 1 2 0 2; }
Row:focus { background: $primary 30%; }
#heading { margin: 1 2 0 2; text-style: bold; }
#about, #scale, #problem { margin: 1 2 0 4; }
#problem { color: $error; }
#answers { height: auto; margin: 1 2 0 4; }
#answers Button { margin: 0 2 0 0; }
"""


class Row(Static, can_focus=True):
    """A row of values of which one is chosen, by the left and right key or a click."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
    ]

    @dataclass
    class Chosen(Message):
        """A person has chosen a value."""

        row: "Row"
        place: int

    def __init__(self, what: str) -> None:
        super().__init__(id=what)
        self._what = what
        self._words: tuple[str, ...] = ()
        self._place = 0

    def offer(self, words: Sequence[str], place: int) -> None:
        """Show values, one of them as chosen."""
        self._words, self._place = tuple(words), place
        self.refresh()

    def render(self) -> Text:
        """Return the row; the chosen value stands in brackets, so that it is seen without colours too."""
        mark = "› " if self.has_focus else "  "
        text = Text(f"{mark}{tr(self._what):<{NAME - 2}}", style="bold" if self.has_focus else "")
        for place, word in enumerate(self._words):
            text.append(
                *((f"[{word}]", "bold reverse") if place == self._place else (f" {word} ", "not bold"))
            )
            text.append(" ", "not bold")
        return text

    def on_click(self, event: events.Click) -> None:
        """Choose the value under the mouse."""
        column = NAME
        for place, word in enumerate(self._words):
            if column <= event.x < column + len(word) + 2:
                self.post_message(self.Chosen(self, place))
            column += len(word) + 3

    def action_step(self, step: int) -> None:
        """Choose the value before or after the chosen one."""
        place = self._place + step
        if 0 <= place < len(self._words):
            self.post_message(self.Chosen(self, place))


class Menu(FullScreen[Selection]):
    """The start menu; its result is what was chosen, or None if nothing shall be played."""

    CSS = CSS + ROWS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", priority=True, show=False),
        Binding("q,escape", "leave", show=False),
        Binding("ctrl+c", "leave", priority=True, show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
        *scrolling(PAGING),
        *(Binding(str(level), f"level({level})", show=False) for level in range(1, HIGHEST + 1)),
    ]

    def __init__(self, memory: Memory, selection: Selection) -> None:
        super().__init__()
        self._memory = memory
        #: What is chosen now.
        self.selection = selection
        self.theme = ground()

    def compose(self) -> ComposeResult:
        """Build the menu."""
        with VerticalScroll(can_focus=False):
            yield Static(tr("What shall we play?"), id="heading")
            for what in (GAME, VARIANT, PLAYERS, LEVEL):
                yield Row(what)
            yield Static(id="about")
            yield Static(
                tr("Of two levels that are 100 points apart, the higher one wins 64 of 100 games."),
                id="scale",
            )
            with Horizontal(id="answers"):
                yield Button(tr("Begin (Enter)"), id="begin", compact=True)
                yield Button(tr("Leave (q)"), id="leave", compact=True)
            yield Static(self._memory.problem, id="problem", markup=False)

    def on_mount(self) -> None:
        """Show what is chosen."""
        # Buttons are for the mouse; the keys are written on them.
        for button in self.query(Button):
            button.can_focus = False
        self._show()
        self.query_one(f"#{GAME}").focus()

    def _offers(self) -> dict[str, tuple[Sequence[Any], Any]]:
        """Return the values of each row, and the chosen one."""
        chosen, notation = self.selection, GAMES[self.selection.game].notation
        return {
            GAME: (list(GAMES), chosen.game),
            VARIANT: (notation.variants, chosen.variant),
            PLAYERS: (notation.seat_counts, chosen.players),
            LEVEL: (range(1, HIGHEST + 1), chosen.level),
        }

    def _show(self) -> None:
        for what, (values, chosen) in self._offers().items():
            words = [self._word(what, value) for value in values]
            self.query_one(f"#{what}", Row).offer(words, list(values).index(chosen))
        number = self.selection.level
        level = levels_of(self.selection.game, self.selection.players)[number - 1]
        about = tr(
            "Level {number}, {name}, about {rating} points: {manner}.",
            number=number,
            name=CALLED[number - 1],
            rating=level.rating,
            manner=", ".join(map(translated, told(level))),
        )
        self.query_one("#about", Static).update(about)

    def _word(self, what: str, value: object) -> str:
        """Return what a person reads of a value."""
        if what == GAME:
            return word_of(str(value), str(value))
        return word_of(self.selection.game, str(value)) if what == VARIANT else str(value)

    def on_row_chosen(self, message: Row.Chosen) -> None:
        """Change one choice; another game comes with what was chosen for it last."""
        what = str(message.row.id)
        value = list(self._offers()[what][0])[message.place]
        if what == GAME:
            self.selection = self._memory.selection(str(value))
        else:
            change: dict[str, Any] = {what: value}
            self.selection = replace(self.selection, **change)
        message.row.focus()
        self._show()

    def action_level(self, level: int) -> None:
        """Choose a level."""
        self.selection = replace(self.selection, level=level)
        self.query_one(f"#{LEVEL}").focus()
        self._show()

    def action_scroll(self, way: str) -> None:
        """Scroll the menu in a window that is too low for it."""
        getattr(self.query_one(VerticalScroll), f"scroll_{way}")(animate=False)

    def action_begin(self) -> None:
        """Play what is chosen."""
        self.exit(self.selection)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Play, or leave."""
        self.exit(self.selection if event.button.id == "begin" else None)
