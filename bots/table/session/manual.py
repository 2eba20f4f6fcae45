"""The help text: what a person may type at the table, in one line each; and the rules of a game on one page."""

import re
import textwrap

from rich.console import RenderableType
from rich.constrain import Constrain

from urbanist.bots.table.kit.language import marked, tr, translated
from urbanist.bots.table.kit.terminal.table import Table

#: The widest page, in columns: longer lines are hard to read.
WIDEST = 100
#: The marks of Markdown that mean nothing in plain_rules lines: bold, italic, code, and the fences around drawings.
MARKS = re.compile(r"\*+|`+(?:text\n)?")


def drawn_rules(rules: str) -> RenderableType:
    """Return the page for a terminal."""
    from rich.markdown import Markdown  # late: it loads the lexers of all languages

    return Constrain(Markdown(rules), WIDEST)


def plain_rules(rules: str) -> str:
    """Return the page as lines of text: headings begin with `#`, items of lists with `-` or a number."""
    return MARKS.sub("", rules).rstrip("\n")


Row = tuple[str, str]

#: For games in which seats hide cards, and for games in which all lies open.
HIDDEN = (
    ("why", marked("what your moves reveal about your cards, and what you can infer about the others'")),
    ("board", marked("draw the board again (or just Enter)")),
)
OPEN = (
    ("why", marked("what nobody can know yet")),
    (marked("board [SEAT]"), marked("draw the board again (or just Enter), or as another seat sees it")),
)
#: The columns of what is typed.
TYPED = 13


def manual(table: Table, *, hidden: bool, width: int | None = None) -> str:
    """Return the help for a session; `hidden` says whether seats hide anything from each other.

    Lines are broken at a width, if one is given.
    """
    why, board = HIDDEN if hidden else OPEN
    rows: tuple[Row, ...] = (
        ("hint", marked("the best moves, with expected points and reasons")),
        ("moves", marked("all legal moves")),
        ("worth", marked("your points so far, row by row, and what counts for each row")),
        why,
        ("log", marked("all events so far")),
        board,
        ("skip", marked("end the explanations of a game that was begun with --learn")),
        ("rules", marked("the rules on one page: goal, turn, scoring, words and an example")),
        ("undo, u", marked("go back to the last decision of a person")),
        (marked("save [FILE]"), marked("save the game, from now on to FILE (it is saved after every move)")),
        (marked("resume FILE"), marked("continue a saved game")),
        ("resign", marked("give up the game")),
        ("quit, q", marked("leave; the game can be resumed (exit means the same)")),
        ("help, h, ?", marked("this list; on a terminal the Tab key completes commands, moves and files")),
    )
    # The first section of the page of rules.
    goal = plain_rules(table.rules()).partition("\n## ")[2].partition("\n")[2].partition("\n#")[0].strip()
    begin = [tr("Goal: {goal}", goal=goal)] if goal else []
    how_to_move = tr("Moves: {how}.", how=table.how_to_move())
    return "\n".join([*begin, how_to_move, *(row_text(row, width) for row in rows)])


def row_text(row: Row, width: int | None = None) -> str:
    """Return a row of the help: what is typed, and what it does; its further lines hang under the first one."""
    word, said = map(translated, row)
    if width is None:
        return f"{word:<{TYPED}} {said}"
    return textwrap.fill(
        said,
        max(width, 2 * TYPED),
        initial_indent=f"{word:<{TYPED}} ",
        subsequent_indent=" " * (TYPED + 1),
        break_long_words=False,
        break_on_hyphens=False,
    )
