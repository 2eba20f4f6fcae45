"""The page of keys: the keys of the game, and those of all games."""

from rich.style import Style
from rich.text import Text

Rows = tuple[tuple[str, str], ...]

COMMON: Rows = (
    ("h", "a hint: the best moves with reasons, to be chosen by number"),
    ("w", "why: what nobody can know yet, and what the moves said about hidden cards"),
    ("s", "how each score comes about; after the end also what next: the same again, a picture"),
    ("t, T", "lessons: the game explains itself as you go; t turns the page, T ends them"),
    ("e", "explain what you have chosen, and everything beside the board; or rest the mouse on anything"),
    ("o", "the odds: what each seat may expect of the win, as a running estimate; again: no more"),
    ("b, B", "mark on the board what counts for the next row of a score, or the one before"),
    ("a", "the same for another seat; or click a row of the scores"),
    ("u", "undo: back to your last decision"),
    ("m", "while a bot thinks, or a hint is awaited: no longer"),
    ("Esc", "end a hint, or put back what you took"),
    ("l", "after the end: look back, with a graph and your worst moves, to be played again from there"),
    ("[, ]", "after the end: the position one event earlier, or later"),
    ("i", "the picture of the position, in terminals that show pictures"),
    ("d", "a dark or a light ground"),
    ("x", "resign, after a question"),
    ("?", "the rules and the keys; again to turn over"),
    ("q, Ctrl-C", "leave; the game is saved after every move, and can be resumed"),
)


def manual(own: Rows, common: Rows) -> Text:
    """Return the page; a click on one of the common keys does what the key does."""
    wide = max(len(key) for key, _ in (*own, *common))
    page = Text("The board\n", "bold underline")
    for key, said in own:
        page.append_text(_row(key, said, wide))
    page.append("\nThe game\n", "bold underline")
    for key, said in common:
        first = key.partition(",")[0]
        name = {"Esc": "escape", "?": "question_mark", "[": "left_square_bracket"}.get(first, first)
        page.append_text(_row(key, said, wide, Style(meta={"@click": f"screen.type({name!r})"})))
    return page


def _row(key: str, said: str, wide: int, click: Style | None = None) -> Text:
    return Text.assemble((f"  {key:<{wide}}", "bold"), f"  {said}\n", style=click or "")
