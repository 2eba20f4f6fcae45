"""The help text: what a person may type at the table, in one line each."""

from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.session import rules

Row = tuple[str, str]

#: For games with very many moves, which are listed by a filter and chosen by number.
MORE = ("more", "the next moves of the list")
NUMBER = ("NUMBER", "choose the move with this number in the list or in the hints")
CONSENT = ("Enter or yes", "play the move that is shown; any other answer cancels it")
#: For games in which seats hide cards, and for games in which all lies open.
HIDDEN = (
    ("why", "what your moves reveal about your cards, and what you can infer about the others'"),
    ("board", "draw the board again (or just Enter)"),
)
OPEN = (
    ("why", "what nobody can know yet"),
    ("board [SEAT]", "draw the board again (or just Enter), or as another seat sees it"),
)
REST = (
    ("skip", "end the explanations of a game that was begun with --learn"),
    ("rules", "the rules on one page: goal, turn, scoring, words and an example"),
    ("undo, u", "go back to the last decision of a person"),
    ("save [FILE]", "save the game, from now on to FILE (it is saved after every move)"),
    ("resume FILE", "continue a saved game"),
    ("resign", "give up the game"),
    ("quit, q", "leave; the game can be resumed (exit means the same)"),
    ("help, h, ?", "this list; on a terminal the Tab key completes commands, moves and files"),
)


def manual(table: Table, *, hidden: bool) -> str:
    """Return the help for a session; `hidden` says whether seats hide anything from each other."""
    rows: list[Row] = [("hint", "the best moves, with expected points and reasons")]
    if table.ranking is not None:
        rows += [
            ("list [FILTER]", f"the most promising moves, for example {table.ranking.how_to_filter}"),
            MORE,
            NUMBER,
            CONSENT,
        ]
    why, board = HIDDEN if hidden else OPEN
    rows += [
        ("moves", "all legal moves"),
        ("worth", "your points so far, row by row, and what counts for each row"),
        why,
    ]
    rows += [("log", "all events so far"), board, *REST]
    goal = rules.goal(table.rules())
    begin = [f"Goal: {goal}"] if goal else []
    return "\n".join([*begin, f"Moves: {table.how_to_move}.", *(f"{word:<13} {said}" for word, said in rows)])
