"""The screen around a board: the title above, the scores and the log beside, and below what to do now."""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from urbanist.bots.table.kit.terminal.block import joined
from urbanist.bots.table.kit.terminal.board import Board, Guide

#: The columns beside the board, and the width from which there are more.
SIDE, WIDE_SIDE, WIDE = 35, 48, 150
#: Its border and padding.
RIM = 3
#: With fewer columns the guide has three lines.
ROOMY = 100
#: With fewer lines hints stand in place of the scores.
TALL = 36
#: The least window, in columns and lines.
LEAST = (60, 20)
SIGNS = {None: "", True: "✓ ", False: "✗ "}


class Frame(Vertical):
    """All that is seen of a game."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def compose(self) -> ComposeResult:
        """Build the parts."""
        yield Static(id="title")
        yield Static(id="small")
        with Horizontal(id="middle"):
            yield self._board
            with Vertical(id="side"):
                yield Static(id="scores")
                with VerticalScroll(id="log", can_focus=False):
                    yield Static(id="told")
        yield Static(id="guide")
        yield Static(id="keys")

    def fit(self, columns: int, lines: int) -> None:
        """Divide a window of some size between the parts; a window that is too small gets a note instead of them."""
        small = columns < LEAST[0] or lines < LEAST[1]
        self.set_class(small, "small")
        self.query_one("#small", Static).update(
            f"The window has {columns} columns and {lines} lines. The game needs {LEAST[0]} and {LEAST[1]}: "
            "enlarge the window, or press q to leave. The game is saved."
        )
        self._wide = WIDE_SIDE if columns >= WIDE else SIDE
        self.query_one("#side").styles.width = self._wide
        self.query_one("#guide").styles.height = 2 if columns >= ROOMY else 3

    def show_scores(self) -> None:
        """Show what the board says about the game and the scores."""
        # Texts that keep their size leave the layout alone: that halves the time of a key.
        self.query_one("#title", Static).update(self._board.title(), layout=False)
        scores, block = self.query_one("#scores", Static), self._board.side(self._wide - RIM)
        scores.styles.height = len(block)
        scores.update(joined(block), layout=False)

    def tell(self, text: Text, *, hints: bool) -> None:
        """Show the log from its end, or hints from their start in place of it, and of the scores if lines are few."""
        self.query_one("#scores").display = not hints or self.size.height >= TALL
        told = self.query_one("#told", Static)
        if told.content == text:
            return
        told.update(text)
        log = self.query_one("#log", VerticalScroll)
        if hints:
            log.scroll_home(animate=False)
        else:
            log.scroll_end(animate=False)

    def guide(self, guide: Guide, note: str) -> None:
        """Show what to do now, and a note or the effect of the chosen move."""
        shown_on = self.query_one("#guide", Static)
        shown_on.set_class(guide.legal is True, "legal")
        shown_on.set_class(guide.legal is False, "illegal")
        said = note or f"{SIGNS[guide.legal]}{guide.effect}"
        shown_on.update(Text.assemble((guide.now, "bold"), "\n", said), layout=False)

    def keys(self, shown: Sequence[tuple[str, str, str]]) -> None:
        """Show the keys that do something now, each as key, name and meaning; a click does the same."""
        line = Text(no_wrap=True)
        for key, name, meaning in shown:
            click = Style(meta={"@click": f"app.type({key!r})"})
            line.append_text(Text.assemble((f" {name}", "bold reverse"), f" {meaning} ", style=click))
        self.query_one("#keys", Static).update(line, layout=False)
