"""The list of all games: those that come with urbanist, and those that come from outside."""

import os
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from urbanist.engine.plugins import PluginError, Registry

if TYPE_CHECKING:
    from urbanist.engine.game import Game

#: The variable of the environment that names games in files, such as `nim.py:Nim`, with `;` between them.
VARIABLE = "URBANIST_GAMES"
BETWEEN = ";"
#: The text of a game in a file: the file, and the name of a class of `PythonGame` or of a game in it.
TEXT = re.compile(r"(?P<file>[^:]+\.py):(?P<name>[^\W\d]\w*)")


class Games(Registry["Game"]):
    """Games by their names, those that come with urbanist first; each is imported when it is first asked for."""

    def __init__(self, *names: str) -> None:
        super().__init__("urbanist.games", _checked)
        self.shipped = names
        self._read = ""  # what was read of the variable
        self._texts: dict[str, str] = {}  # of the games in files

    def __getitem__(self, name: str) -> "Game":
        """Return a game; raise `KeyError` if there is none of this name, `PluginError` if its code is broken."""
        if name in self.shipped:
            game: Game = getattr(import_module(f"urbanist.engine.{name}"), name.upper())
            return game
        self._read_variable()
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        """Tell whether there is a game of this name."""
        if name in self.shipped:
            return True
        self._read_variable()
        return super().__contains__(name)

    def __iter__(self) -> Iterator[str]:
        """Return an iterator over the names."""
        self._read_variable()
        return iter((*self.shipped, *super().__iter__()))

    def __repr__(self) -> str:
        """Return the names as a call."""
        return f"Games({', '.join(map(repr, self))})"

    def register_file(self, text: str) -> "Game":
        """Register the game of a file, such as `nim.py:Nim`, and return it; the processes started later know it too.

        Raise `PluginError` if there is no such game.
        """
        game = self.register(_game_of_file(text))
        known = [name for name in os.environ.get(VARIABLE, "").split(BETWEEN) if name]
        full = self._texts[game.name] = f"{Path.cwd() / text}"
        if full not in known:
            self._read = os.environ[VARIABLE] = BETWEEN.join((*known, full))
        return game

    def spelled(self, name: str) -> str:
        """Return what names a game on the command line, wherever that is typed: its name, or the text of its file."""
        return self._texts.get(name, name)

    def _read_variable(self) -> None:
        """Register the games that the variable names."""
        value = os.environ.get(VARIABLE, "")
        if value == self._read:
            return
        self._read = value
        for text in filter(None, value.split(BETWEEN)):
            self.register(_game_of_file(text))


def _checked(game: "Game") -> "Game":
    """Return a game; raise `TypeError` for anything else."""
    if _is_class(game):
        raise TypeError(f"the class {game.__name__} is not yet a game; expected {game.__name__}()")
    if not _is_game(game):
        raise TypeError(f"{game!r:.60} is not a game; expected an object of a class of PythonGame")
    return game


def _game_of_file(text: str) -> "Game":
    """Return the game that a text such as `nim.py:Nim` names."""
    from urbanist.engine.user_file import described, loaded

    words = TEXT.fullmatch(text)
    if words is None:
        raise PluginError(f"'{text}' is not the game of a file; expected FILE.py:NAME")
    path = Path(words["file"])
    if not path.is_file():
        raise PluginError(f"no game '{text}': no file '{path}'")
    try:
        module = loaded(path.resolve())
        game = getattr(module, words["name"], None)
        if _is_class(game):
            game = game()
    except (Exception, SystemExit) as error:
        raise PluginError(f"no game '{text}': {path} cannot be loaded: {described(error, path)}") from error
    if not _is_game(game):
        raise PluginError(f"no game '{text}': {path} has no class of PythonGame '{words['name']}'")
    return game


def _is_game(thing: Any) -> TypeGuard["Game"]:
    """Return whether a thing is a game, by what only games have: their class stands above this list."""
    return hasattr(thing, "read_deal") and not isinstance(thing, type)


def _is_class(thing: Any) -> TypeGuard["type[Game]"]:
    """Return whether a thing is a class of games."""
    return hasattr(thing, "read_deal") and isinstance(thing, type)


#: Every game by its name; `GAMES.register(game)` adds one.
GAMES = Games()
