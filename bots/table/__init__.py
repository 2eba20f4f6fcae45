"""Tables for people: how a game is drawn in pictures and in terminals.

The folder of a game, which no other place names, has its `TABLE` in `table.py` and its rules in `rules.md`, and perhaps
its `BOARD` in `terminal/board.py` and its `draw_picture` in `picture/picture.py`.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from inspect import cleandoc
from pathlib import Path
from sys import modules
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING

from urbanist.bots.table.kit.language import read_catalogs
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.table import PLAIN, Table
from urbanist.bots.table.kit.wording import upper
from urbanist.engine import GAMES, Game, State
from urbanist.engine.abilities import ABILITIES
from urbanist.engine.message import Message

if TYPE_CHECKING:
    from urbanist.bots.markup import Element
    from urbanist.bots.table.kit.terminal.block import Block
    from urbanist.bots.table.kit.terminal.board import BoardWidget

__all__ = [
    "PLAIN",
    "NoPicture",
    "PlayerView",
    "Table",
    "board_of",
    "draw_board",
    "draw_closeup",
    "draw_holdings",
    "draw_open",
    "draw_part",
    "draw_picture",
    "has_board",
    "load_catalogs",
    "option_of",
    "rules_of",
    "table_of",
    "title_of",
    "word_of",
    "write_picture",
]


#: The columns and lines of a board in plain text.
PAGE = (112, 24)


class NoPicture(Exception):
    """The game has text, but no picture."""


def table_of(game: str) -> Table:
    """Return the table of a game by the name of the game; a game without its own table gets the plain one."""
    module = _module(game, "table")
    table: Table = PLAIN if module is None else module.TABLE
    return table


def rules_of(game: str) -> str:
    """Return the rules of a game on one page, in Markdown; without such a page, what its engine says about itself."""
    return table_of(game).rules() or cleandoc(_rules_in_source(game))


def _rules_in_source(game: str) -> str:
    """Return what the source of a game says about it: its package, or the class of a game in Python."""
    if game in GAMES.shipped:
        return import_module(f"urbanist.engine.{game}").__doc__ or ""
    kind = type(GAMES[game])
    own = vars(kind).get("__doc__") if kind is not Game else None
    return own or getattr(modules.get(kind.__module__), "__doc__", None) or ""


def word_of(game: str, word: str) -> str:
    """Return a word of a game's notation in the language: its name or that of a variant; others stay as they are."""
    module = _module(game, "language")
    return word if module is None or word not in module.WORDS else str(module.tr(word))


def option_of(game: str, option: str) -> str:
    """Return what an option of a game does, in the language; its word where no sentence is known."""
    module = _module(game, "language")
    return (
        option if module is None or option not in module.OPTIONS else str(module.tr(module.OPTIONS[option]))
    )


def title_of(game: str) -> str:
    """Return the name of a game in the language, as a title."""
    return upper(word_of(game, game))


def has_board(game: str) -> bool:
    """Return whether a game is played in the application."""
    return _part(game, "terminal", "board") is not None


def board_of(game: str) -> "BoardWidget":
    """Return a new board of a game that has one."""
    module = _module(game, "terminal", "board")
    assert module is not None
    board: BoardWidget = module.BOARD()
    return board


def load_catalogs() -> None:
    """Read the catalogs of all games in the language, so that a message of any game can be translated.

    Raise `OSError` if one cannot be read.
    """
    for game in GAMES:
        _module(game, "language")
    read_catalogs()


def draw_picture(pov: PlayerView) -> "Element":
    """Return the position as a drawing in SVG; raise `NoPicture` if the game has none.

    A bystander gets a picture of everything, a seat a picture of its own part, such as the city that it builds.
    """
    game = pov.view.game.name
    module = _module(game, "picture", "picture")
    if module is None:
        raise NoPicture(Message("{game} has no picture; without --svg and --png it is read out", game=game))
    drawing: Element = module.draw_picture(pov)
    return drawing


def draw_closeup(
    pov: PlayerView,
    targets: Collection[str] = (),
    spots: Mapping[str, str] = MappingProxyType({}),
    held: Sequence[str] = (),
) -> "Element":
    """Return the part of a drawing that a person plays on, and over it a shape for each place that is named.

    Targets are names of parts of moves: their shapes have the class `target`, and their names as `data-name`. Spots are
    places that stand out, each with further classes: their shapes have the class `spot`, and their names as
    `data-spot`. What is `held`, a thing and the way it is turned, is a part of the class `held` around 0, which lies on
    no place yet. Raise `NoPicture` if the game has none.
    """
    return _drawn(pov, "draw_closeup", targets, spots, held)


def draw_open(pov: PlayerView, targets: Collection[str] = ()) -> "Element | None":
    """Return what lies open beside the board, with its targets, if the game draws it apart; None if it does not."""
    return _drawn_apart(pov, "draw_open", targets)


def draw_part(pov: PlayerView, name: str) -> "Element | None":
    """Return a part of a move as a small drawing; None if the game has none for it."""
    return _drawn_apart(pov, "draw_part", name)


def draw_holdings(pov: PlayerView, seat: int, spots: Mapping[str, str]) -> "Element | None":
    """Return what a seat has as a drawing, with the spots that lie in it; None if the game has none."""
    return _drawn_apart(pov, "draw_holdings", seat, spots)


def _drawn(pov: PlayerView, function: str, *values: object) -> "Element":
    module = _module(pov.view.game.name, "picture", "picture")
    if module is None:
        raise NoPicture(Message("{game} has no picture", game=pov.view.game.name))
    drawing: Element = getattr(module, function)(pov, *values)
    return drawing


def _drawn_apart(pov: PlayerView, function: str, *values: object) -> "Element | None":
    module = _module(pov.view.game.name, "picture", "picture")
    return _drawn(pov, function, *values) if hasattr(module, function) else None


def write_picture(pov: PlayerView, path: Path) -> None:
    """Write the picture of a position as SVG or PNG, by the suffix of the path; the same position gives the same bytes.

    A PNG needs resvg_py, which `pip install urbanist[pictures]` brings along.
    """
    from urbanist.bots.table.kit.picture.image import write_image

    write_image(draw_picture(pov), path)


def draw_board(pov: PlayerView, columns: int, lines: int) -> "Block":
    """Return a position in colour, in at most so many columns and lines, of a game that has a board."""
    from urbanist.bots.table.kit.terminal.board import still

    game = pov.view.game.name
    return still(board_of(game), pov, columns, lines, partial(table_of(game).narrate, pov))


def board_text(state: State) -> str:
    """Return the board of a position as lines of plain text."""
    pov = PlayerView.at(state)
    if not has_board(state.game.name):
        return table_of(state.game.name).describe(pov)
    return "\n".join(line.plain.rstrip() for line in draw_board(pov, *PAGE))


def board_svg(state: State) -> str | None:
    """Return the picture of a position in SVG; None if its game has none."""
    if _part(state.game.name, "picture", "picture") is None:
        return None
    from urbanist.bots.table.kit.picture.image import svg

    return svg(draw_picture(PlayerView.at(state)))


ABILITIES.text, ABILITIES.svg = board_text, board_svg


def _module(game: str, *path: str) -> ModuleType | None:
    """Return a module of a game's folder, or None; it is loaded late because text needs no drawing library."""
    name = _part(game, *path)
    return None if name is None else import_module(name)


def _part(game: str, *path: str) -> str | None:
    """Return the name of a module of a game's folder, or None if there is none."""
    name = ".".join((__name__, game, *path))
    try:
        return name if find_spec(name) else None
    except ModuleNotFoundError:  # the game has no such folder
        return None
