"""The keys of a screen: what each does, how the line below the board calls it, and the page about them."""

from collections.abc import Iterable
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text
from textual.binding import Binding

from urbanist.bots.table.kit.language import marked, tr, translated

Rows = Iterable[tuple[str, str]]

#: The names of keys that are not called as people call them.
NAMES = {
    "Esc": "escape",
    "?": "question_mark",
    "PgUp": "pageup",
    "Ctrl-C": "ctrl+c",
    "←": "left",
    "→": "right",
    "↑": "up",
    "↓": "down",
}
#: What keys do with a text that is longer than its place; the arrows only where they have no other meaning.
PAGING = (("pageup", "page_up"), ("pagedown", "page_down"), ("home", "home"), ("end", "end"))
LINES = (("up", "up"), ("down", "down"))


class Key(NamedTuple):
    """A row of the page of keys, such as `t, T`.

    `does` has the action of each key, if the screen does not have these keys from elsewhere, and `short` is the name in
    the line below the board, which only the most important keys have.
    """

    keys: str
    said: str
    does: str = ""
    short: str = ""

    def bindings(self) -> list[Binding]:
        """Return what binds the keys to their actions; only the first one stands in the line."""
        pairs = zip(self.keys.split(", "), filter(None, self.does.split(", ")), strict=False)
        return [
            Binding(
                NAMES.get(key, key),
                action,
                self.short,
                show=bool(self.short) and not number,
                key_display=key if key in NAMES else None,
            )
            for number, (key, action) in enumerate(pairs)
        ]


def bindings(keys: Iterable[Key]) -> list[Binding]:
    """Return what binds the keys of a screen."""
    return [binding for key in keys for binding in key.bindings()]


def scrolling(keys: Iterable[tuple[str, str]], *, first: bool = False) -> list[Binding]:
    """Return what binds keys to an action `scroll`; `first` if they go before the keys of a widget inside."""
    return [Binding(key, f"scroll('{way}')", show=False, priority=first) for key, way in keys]


MANUAL = Key("?", marked("the rules and the keys; again to turn over"), "manual", marked("Help"))
COUNT = Key("b, B", marked("mark on the board what counts for the next row of a score, or the one before"))
PICTURE = Key("i", marked("the picture of the position, in terminals that show pictures"), "picture")
GROUND = Key("d", marked("a dark or a light ground"))
TEXT = Key("PgUp, PgDn", marked("scroll the text beside the board; Home and End go to its ends"))
SUSPEND = Key("Ctrl-Z", marked("back to the shell for a while; its command fg goes on here"))

#: The keys of a game that is played.
COMMON = (
    Key("h", marked("a hint: the best moves with reasons, to be chosen by number"), "hint", marked("Hint")),
    Key(
        "w",
        marked("why: what nobody can know yet, and what the moves said about hidden cards"),
        "why",
        marked("Why"),
    ),
    Key("s", marked("how each score comes about; after the end also what next: the same again, a picture")),
    Key(
        "t, T",
        marked("lessons: the game explains itself as you go; t turns the page, T ends them"),
        "lesson, end_lessons",
    ),
    Key(
        "e",
        marked(
            "explain what you have chosen, and everything beside the board; or rest the mouse on anything"
        ),
    ),
    Key(
        "o",
        marked("the odds: what each seat may expect of the win, as a running estimate; again: no more"),
        "odds",
    ),
    COUNT,
    Key("a", marked("the same for another seat; or click a row of the scores")),
    Key("u", marked("undo: back to your last decision"), "undo", marked("Undo")),
    Key("m", marked("while a bot thinks, or a hint is awaited: no longer"), "hurry", marked("Move now")),
    Key("Esc", marked("end a hint, or put back what you took")),
    Key(
        "l",
        marked("after the end: look back, move by move, with a graph, the engine, and lines to try"),
        "look_back",
        marked("Look back"),
    ),
    Key(
        "w",
        marked("after the end: your worst move, with the better one on the board"),
        "worst",
        marked("Worst move"),
    ),
    PICTURE,
    GROUND,
    Key("x", marked("resign, after a question"), "resign"),
    TEXT,
    MANUAL,
    SUSPEND,
    Key(
        "q, Ctrl-C",
        marked("leave; the game is saved after every move, and can be resumed"),
        "leave",
        marked("Leave"),
    ),
)


def manual(board: Rows, keys: Iterable[Key]) -> RenderableType:
    """Return the page: the keys of the board, and those of the screen; a click on one of these does what it does."""
    rows = [(translated(key), Text(translated(said)), Style()) for key, said in board]
    others = []
    for key in keys:
        first = key.keys.partition(",")[0]
        click = Style(meta={"@click": f"screen.type({NAMES.get(first, first)!r})"})
        others.append((translated(key.keys), Text(translated(key.said), click), click))
    wide = max(cell_len(name) for name, *_ in (*rows, *others))
    parts: list[RenderableType] = []
    for title, part in ((tr("The board"), rows), (tr("The game"), others)):
        grid = Grid.grid(padding=(0, 0, 0, 2))
        grid.add_column(width=wide, no_wrap=True)
        grid.add_column()  # a line that is too long goes on under its text
        for name, said, style in part:
            grid.add_row(Text(name, Style(bold=True) + style), said)
        parts += [*([Text()] if parts else []), Text(title, "bold underline"), grid]
    return Group(*parts)
