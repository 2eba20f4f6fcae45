"""The keys of a screen: what each does, how the line below the board calls it, and the page about them."""

from collections.abc import Collection, Iterable
from functools import cache
from itertools import zip_longest
from pathlib import Path

from msgspec import Struct, toml
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
    "[": "left_square_bracket",
    "]": "right_square_bracket",
    "PgUp": "pageup",
    "Ctrl-C": "ctrl+c",
    "←": "left",
    "→": "right",
    "↑": "up",
    "↓": "down",
}
#: What keys do with a text that is longer than its place; the arrows only where they have no other meaning.
PAGING = (("pageup", "page_up"), ("pagedown", "page_down"), ("home", "home"), ("end", "end"))


class Key(Struct, frozen=True):
    """A row of `keys.toml`, where its values are explained: one key or several, such as `t, T`."""

    keys: str
    said: str
    does: str = ""
    short: str = ""

    def bindings(self) -> list[Binding]:
        """Return what binds the keys to their actions."""
        parts = zip_longest(
            self.keys.split(", "), self.does.split(", "), self.short.split(", "), fillvalue=""
        )
        return [
            Binding(
                NAMES.get(key, key),
                action,
                short and marked(short),
                show=bool(short),
                key_display=key if key in NAMES else None,
            )
            for key, action, short in parts
            if action
        ]


@cache
def read_keys() -> dict[str, tuple[Key, ...]]:
    """Return the keys of each screen, by its name."""
    kinds = dict[str, tuple[Key | str, ...] | dict[str, Key]]
    rows = toml.decode(Path(__file__).with_name("keys.toml").read_bytes(), type=kinds)
    shared = rows.pop("shared")
    assert isinstance(shared, dict)
    return {
        screen: tuple(shared[row] if isinstance(row, str) else row for row in rows[screen]) for screen in rows
    }


def bindings(screen: str) -> list[Binding]:
    """Return what binds the keys of a screen."""
    return [binding for key in read_keys()[screen] for binding in key.bindings()]


def scrolling() -> list[Binding]:
    """Return what binds the keys of `PAGING` to an action `scroll`."""
    return [Binding(key, f"scroll('{way}')", show=False) for key, way in PAGING]


def manual(board: Rows, screen: str, without: Collection[str] = ()) -> RenderableType:
    """Return the page: the keys of the board, and those of a screen; a click on one of these does what it does.

    Keys of which an action is forbidden, `without`, are left out.
    """
    rows = [(translated(key), Text(translated(said)), Style()) for key, said in board]
    others = []
    for key in read_keys()[screen]:
        if key.does.partition(",")[0] in without:
            continue
        first = key.keys.partition(",")[0]
        click = Style(meta={"@click": f"screen.type({NAMES.get(first, first)!r})"})
        others.append((key.keys, Text(tr(key.said), click), click))
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
