"""What people look at: pictures and terminal drawings of a game.

A game that has more than plain text has a folder here, named for it: `table.py` declares its `TABLE`, and
`picture/picture.py` has `write_picture`, if there are pictures. Nothing else names it.
"""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.table import PLAIN, Ranking, Table

__all__ = ["PLAIN", "NoPicture", "Ranking", "Sight", "Table", "table_of", "write_picture"]


class NoPicture(Exception):
    """The game has text, but no picture."""


def table_of(game: str) -> Table:
    """Return the table of a game by its name; the plain one where it has none of its own."""
    module = _module(game, "table")
    table: Table = PLAIN if module is None else module.TABLE
    return table


def write_picture(sight: Sight, path: Path) -> None:
    """Write the position as SVG or PNG, by the path's suffix; `NoPicture` where the game has none.

    All of it for a bystander; for a seat what it looks at most, such as the city that it builds.
    """
    game = sight.view.game.name
    module = _module(game, "picture", "picture")
    if module is None:
        raise NoPicture(f"{game} has no picture; without --svg and --png it is read out")
    module.write_picture(sight, path)


def _module(game: str, *path: str) -> ModuleType | None:
    """Return a module of a game's folder, loaded only now: text needs no drawing library; None where there is none."""
    name = f"{__name__}.{game}"
    for part in ("", *path):
        name = f"{name}.{part}" if part else name
        if find_spec(name) is None:
            return None
    return import_module(name)
