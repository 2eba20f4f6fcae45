"""The help page over the table: the rules of the game, and its keys."""

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static, TabbedContent, TabPane

from urbanist.bots.table.application.keys import LINES, PAGING, Key, Rows, manual, scrolling
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.session.manual import drawn_rules as drawn

RULES, KEYS = "page-of-rules", "page-of-keys"


class Handbook(ModalScreen[str]):
    """Two pages: the rules and the keys. The usual keys close it; the result is the page that was open."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,space", "leave"),
        Binding("question_mark,left,right,tab,shift+tab", "turn", priority=True),
        *scrolling((*LINES, *PAGING), first=True),
    ]

    def __init__(self, rules: str, keys: tuple[Rows, Iterable[Key]], page: str | None) -> None:
        """Make both pages, first that of the rules; `keys` has those of the board, then the others."""
        super().__init__()
        self._rules, self._keys, self._page = rules, keys, page or RULES

    def compose(self) -> ComposeResult:
        """Build both pages."""
        with Vertical(classes="handbook"):
            with TabbedContent(initial=self._page):
                with TabPane(tr("Rules"), id=RULES), VerticalScroll(can_focus=False):
                    yield Static(drawn(self._rules))
                with TabPane(tr("Keys"), id=KEYS), VerticalScroll(can_focus=False):
                    yield Static(manual(*self._keys))
            yield Button(tr("Close (Esc)"), compact=True)

    @property
    def _tabs(self) -> TabbedContent:
        return self.query_one(TabbedContent)

    def action_turn(self) -> None:
        """Show the other page."""
        self._tabs.active = KEYS if self._tabs.active == RULES else RULES

    def action_scroll(self, way: str) -> None:
        """Scroll the open page."""
        scroll = self._tabs.get_pane(self._tabs.active).query_one(VerticalScroll)
        getattr(scroll, f"scroll_{way}")(animate=False)

    def action_type(self, key: str) -> None:
        """Close the page, and do what a key does."""
        self.action_leave()
        self.app.call_later(self.app.simulate_key, key)

    def action_leave(self) -> None:
        """Close the page, and tell which one was open."""
        self.dismiss(self._tabs.active)

    def on_button_pressed(self) -> None:
        """Close the page."""
        self.action_leave()
