"""The page of keys: the keys of the game, and those of all games."""

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from urbanist.bots.table.kit.language import marked, tr, translated

Rows = tuple[tuple[str, str], ...]

COMMON: Rows = (
    ("h", marked("a hint: the best moves with reasons, to be chosen by number")),
    ("w", marked("why: what nobody can know yet, and what the moves said about hidden cards")),
    ("s", marked("how each score comes about; after the end also what next: the same again, a picture")),
    ("t, T", marked("lessons: the game explains itself as you go; t turns the page, T ends them")),
    (
        "e",
        marked(
            "explain what you have chosen, and everything beside the board; or rest the mouse on anything"
        ),
    ),
    ("o", marked("the odds: what each seat may expect of the win, as a running estimate; again: no more")),
    ("b, B", marked("mark on the board what counts for the next row of a score, or the one before")),
    ("a", marked("the same for another seat; or click a row of the scores")),
    ("u", marked("undo: back to your last decision")),
    ("m", marked("while a bot thinks, or a hint is awaited: no longer")),
    ("Esc", marked("end a hint, or put back what you took")),
    ("l", marked("after the end: look back, move by move, with a graph, the engine, and lines to try")),
    ("w", marked("after the end: your worst move, with the better one on the board")),
    ("i", marked("the picture of the position, in terminals that show pictures")),
    ("d", marked("a dark or a light ground")),
    ("x", marked("resign, after a question")),
    ("PgUp, PgDn", marked("scroll the text beside the board; Home and End go to its ends")),
    ("?", marked("the rules and the keys; again to turn over")),
    ("Ctrl-Z", marked("back to the shell for a while; its command fg goes on here")),
    ("q, Ctrl-C", marked("leave; the game is saved after every move, and can be resumed")),
)
#: The names of keys that are not called as people call them.
NAMES = {"Esc": "escape", "?": "question_mark", "PgUp": "pageup"}


def manual(own: Rows, common: Rows) -> RenderableType:
    """Return the page; a click on one of the common keys does what the key does."""
    wide = max(cell_len(translated(key)) for key, _ in (*own, *common))
    keys, others = _grid(wide), _grid(wide)
    for key, said in own:
        keys.add_row(Text(translated(key), "bold"), Text(translated(said)))
    for key, said in common:
        first = key.partition(",")[0]
        click = Style(meta={"@click": f"screen.type({NAMES.get(first, first)!r})"})
        others.add_row(Text(translated(key), Style(bold=True) + click), Text(translated(said), click))
    return Group(
        Text(tr("The board"), "bold underline"), keys, Text(), Text(tr("The game"), "bold underline"), others
    )


def _grid(wide: int) -> Grid:
    """Return a table for keys of this width; a line that is too long goes on under its text."""
    grid = Grid.grid(padding=(0, 0, 0, 2))
    grid.add_column(width=wide, no_wrap=True)
    grid.add_column()
    return grid
