"""The screen around a board: the title above, the scores and the log beside, and below what to do now."""

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.terminal.block import TIP, joined, mark
from urbanist.bots.table.kit.terminal.board import SIDE, WIDE, WIDE_SIDE, BoardWidget, Guide
from urbanist.bots.table.session.people_clock import face
from urbanist.bots.table.session.session import Session


class TooltipText(Static):
    """A text with lines that say what they mean: see `tipped`."""

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Explain what is under the pointer."""
        self.tooltip = event.style.meta.get(TIP)


#: With fewer seconds a clock stands out.
URGENT = 30.0


#: The border of what stands beside the board and padding, and the padding of the board.
RIM, PADDING = 3, 2
#: The lines of the guide: with fewer columns it has three at least.
ROOMY, MOST = 100, 5
#: With fewer lines hints stand in place of the scores.
TALL = 36
SIGNS = {None: "", True: "✓ ", False: "✗ "}


class Log(ScrollView, can_focus=False):
    """Rows of text that scroll; only lines that have changed are drawn again."""

    DEFAULT_CSS = "Log { overflow-x: hidden; }"

    def __init__(self) -> None:
        super().__init__(id="log")
        self._lines: list[Text] = []
        #: The line that is looked at, and whether it is the first one that is seen, or else in the middle.
        self._looked = 0, False

    def show(self, rows: Sequence[Text], at: int, columns: int, *, first: bool) -> None:
        """Show rows, one of them in the middle or as the first; a row that may wrap takes as many lines as it needs."""
        lines: list[Text] = []
        looked = 0
        for number, row in enumerate(rows):
            looked = len(lines) if number == at else looked
            lines += [row] if row.no_wrap else row.wrap(self.app.console, columns)
        before, self._lines = self._lines, lines
        if len(before) != len(lines):
            self.virtual_size = Size(columns, len(lines))
            self.refresh()
        changed = len(before) != len(lines)
        for number, (old, new) in enumerate(zip(before, lines, strict=False)):
            if old is not new and (old != new or old.style != new.style):
                self.refresh_line(number)
                changed = True
        # Whoever has scrolled stays there, unless there is something else to look at.
        if self._looked != (looked, first) or (first and changed):
            self._looked = looked, first
            self.on_resize()

    def on_resize(self) -> None:
        """Scroll to what is looked at: the scores above may have changed their height."""
        line, first = self._looked
        above = 0 if first else self.size.height // 2
        self.scroll_to(y=max(0, line - above), animate=False, force=True, immediate=True)

    def render_line(self, y: int) -> Strip:
        """Return a line of what is seen."""
        number, columns, ground = y + self.scroll_offset.y, self.size.width, self.rich_style
        if number >= len(self._lines):
            return Strip.blank(columns, ground)
        line = self._lines[number].copy()
        line.truncate(columns, overflow="ellipsis")
        line.end = ""
        segments = Segment.apply_style(line.render(self.app.console), ground)
        return Strip(segments).extend_cell_length(columns, ground)


class Frame(Vertical):
    """All that is seen of a game."""

    def __init__(self, board: BoardWidget) -> None:
        super().__init__()
        self._board, self._told = board, Log()
        self._clocks = Static(id="clocks")
        self._odds = Static(id="odds")
        #: The columns and lines of the window for which it is divided; 0 before it is.
        self.window = 0, 0
        self._below, self._columns, self._lines = 0, 0, 0
        #: The position that is shown, and the most lines that the scores and the guide had while it was.
        self._seen: object = None
        self._scores_high = self._guide_high = 0
        #: Whether a text stands in place of the scores, because lines are few.
        self._alone = False

    def compose(self) -> ComposeResult:
        """Build the parts."""
        with Horizontal(id="top"):
            yield Static(id="title")
            yield self._clocks
        yield Static(id="small")
        with Horizontal(id="middle"):
            yield self._board
            with Vertical(id="side"):
                scores = TooltipText(id="scores")
                # Their texts have colours of their own, and some are links.
                scores.auto_links = False
                yield scores
                yield self._odds
                yield self._told
        yield Static(id="floor")
        with Vertical(id="below"):
            yield Static(id="guide")
            yield Static(id="keys")

    def fit(self, columns: int, lines: int) -> None:
        """Divide a window of some size between the parts; a window that is too small gets a note instead of them."""
        self.window, self._seen = (columns, lines), None
        least = self._board.LEAST
        small = columns < least[0] or lines < least[1]
        self.set_class(small, "small")
        self.query_one("#small", Static).update(
            tr(
                "The window has {columns} columns and {lines} lines. The game needs {least_columns} and {least_lines}: "
                "enlarge the window, or press q to leave. The game is saved.",
                columns=columns,
                lines=lines,
                least_columns=least[0],
                least_lines=least[1],
            )
        )
        self._columns, self._below = max(columns - PADDING, 1), 2 if columns >= ROOMY else 3
        # Without the title, the guide and the keys.
        self._lines = lines - self._below - 2
        side = WIDE_SIDE if columns >= WIDE else SIDE
        room = columns - side - PADDING
        self._wide = side + max(0, room - self._board.widest(room, self._lines))
        self.query_one("#side").styles.width = self._wide
        self.query_one("#floor").styles.height = self._below + 1

    def show_scores(self) -> None:
        """Show what the board says about the game and the scores."""
        # Texts that keep their size leave the layout alone: that halves the time of a key.
        self.query_one("#title", Static).update(self._board.title(), layout=False)
        scores = self.query_one("#scores", Static)
        if self._alone:
            block = self._board.essentials(self._wide - RIM) if self._board.free else []
        else:
            block = self._board.side(self._wide - RIM, self._lines)
        scores.display = bool(block)
        self._remember()
        self._scores_high = max(self._scores_high, len(block))
        scores.styles.height = self._scores_high
        scores.update(joined(block), layout=False)

    def _remember(self) -> None:
        """Forget how high texts were at another position: while a person chooses, they do not become lower.

        Each change of a height divides the window again, which takes half the time of a key.
        """
        if self._seen is not self._board.pov:
            self._seen = self._board.pov
            self._scores_high = self._guide_high = 0

    def show_plot(self, plot: Text, lines: int) -> None:
        """Show a plot of so many lines between the scores and the log; nothing for 0."""
        self._odds.display = lines > 0
        if lines and self._odds.is_attached:
            self._odds.styles.height = lines
            self._odds.update(plot, layout=False)

    @property
    def is_tall(self) -> bool:
        """Whether the window has lines enough for the scores beside everything else."""
        return self.window[1] >= TALL

    @property
    def beside(self) -> int:
        """The columns for texts beside the board."""
        return self._wide - RIM

    def show_clocks(self, session: Session) -> None:
        """Show the time that each person has left, if it is limited; that of the person to move is bold."""
        shown = Text(no_wrap=True)
        for seat in session.playing:
            left = session.notes.clock.left(seat)
            if left is not None:
                moving = seat == session.person
                style = "bold reverse" if moving and left < URGENT else "bold" if moving else ""
                shown.append_text(Text.assemble(mark(seat), " ", (face(left), style), " "))
        before = self._clocks.content
        if before != shown and self._clocks.is_attached:
            self._clocks.update(shown, layout=len(str(before)) != len(shown))

    def tell(self, rows: Sequence[Text], at: int, *, first: bool, alone: bool = False) -> None:
        """Show rows of text, one of them in the middle or first; if lines are few, `alone` in place of the scores.

        Of these a person who is to move, and so has the board, keeps what is needed.
        """
        if self._alone != (alone and not self.is_tall):
            self._alone, self._scores_high = not self._alone, 0
            self.show_scores()
        # Without the scroll bar.
        self._told.show(rows, at, self.beside - 1, first=first)

    def scroll(self, way: str) -> None:
        """Scroll what is told; `way` is one of `PAGING`."""
        getattr(self._told, f"scroll_{way}")(animate=False)

    def scroll_lines(self, lines: int) -> None:
        """Scroll what is told by some lines."""
        self._told.scroll_relative(y=lines, animate=False, force=True, immediate=True)

    def turn_page(self) -> bool:
        """Scroll what is told by a page; return whether there was more."""
        here = self._told.scroll_offset.y
        self.scroll_lines(self._told.size.height)
        return self._told.scroll_offset.y > here

    def guide(self, guide: Guide, note: str) -> None:
        """Show what to do now, and a note or the effect of the chosen move."""
        shown_on = self.query_one("#guide", Static)
        shown_on.set_class(guide.legal is True, "legal")
        shown_on.set_class(guide.legal is False, "illegal")
        text = Text.assemble((guide.now, "bold"), "\n", note or f"{SIGNS[guide.legal]}{guide.effect}")
        # A long text covers the last lines of the board, so that the board keeps its size.
        lines = len(text.wrap(self.app.console, self._columns))
        self._remember()
        self._guide_high = min(max(lines, self._below, self._guide_high), MOST)
        shown_on.styles.height = self._guide_high
        shown_on.update(text, layout=False)

    def keys(self, shown: Sequence[tuple[str, str, str]]) -> None:
        """Show the keys that do something now, each as key, name and meaning; a click does the same."""
        line = _line(shown, " ")
        self.query_one("#keys", Static).update(
            line if line.cell_len <= self._columns else _line(shown, ""), layout=False
        )


def _line(keys: Sequence[tuple[str, str, str]], before: str) -> Text:
    """Return keys in a line, each with a text before it."""
    line = Text(no_wrap=True)
    for key, name, meaning in keys:
        click = Style(meta={"@click": f"app.simulate_key({key!r})"})
        line.append_text(Text.assemble((f"{before}{name}", "bold reverse"), f" {meaning} ", style=click))
    line.rstrip()
    return line
