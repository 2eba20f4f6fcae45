"""The help text: what a person may type at the table, in one line each."""

from urbanist.bots.table.kit.terminal.table import Table

Row = tuple[str, str]

#: For games with very many moves, which are listed by a filter and chosen by number.
MORE = ("more", "the next moves of the list")
NUMBER = ("NUMBER", "the move of that number in the list, or in the hints")
CONSENT = ("Enter or yes", "play the move shown; no, or anything else, leaves it")
#: For games in which seats hide cards, and for games in which all lies open.
HIDDEN = (
    ("why", "what your moves tell of your cards, and theirs to you"),
    ("board", "draw the board again (or just Enter)"),
)
OPEN = (
    ("why", "what nobody can know yet"),
    ("board [SEAT]", "draw the board again (or just Enter), or as another seat looks at it"),
)
REST = (
    ("undo", "back to the last decision of a person"),
    ("save [FILE]", "keep the game (it is kept after every move), from now on in FILE"),
    ("resume FILE", "go on with a saved game"),
    ("resign", "give the game up"),
    ("quit", "leave; the game can be resumed"),
)


def manual(table: Table, *, hidden: bool) -> str:
    """Return the help for a session; `hidden` says whether seats hide anything from each other."""
    rows: list[Row] = [("hint", "the best moves, with points to be expected and reasons")]
    if table.ranking is not None:
        rows += [
            ("list [WISH]", f"the most promising moves, such as {table.ranking.how_to_filter}"),
            MORE,
            NUMBER,
            CONSENT,
        ]
    why, board = HIDDEN if hidden else OPEN
    rows += [("moves", "all legal moves"), ("worth", "what you have scored so far, row by row"), why]
    rows += [("log", "all that happened"), board, *REST]
    return "\n".join([f"Moves: {table.how_to_move}.", *(f"{word:<13} {said}" for word, said in rows)])
