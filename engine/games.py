"""The list of all games."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from urbanist.engine.game import Game


class Games(Mapping[str, "Game"]):
    """Games by their names, in a fixed order; each is imported when it is first asked for."""

    def __init__(self, *names: str) -> None:
        self._names = dict.fromkeys(names)

    def __getitem__(self, name: str) -> "Game":
        """Return a game; raise `KeyError` if there is none of this name."""
        if name not in self._names:
            raise KeyError(name)
        game: Game = getattr(import_module(f"urbanist.engine.{name}"), name.upper())
        return game

    def __contains__(self, name: object) -> bool:
        """Tell whether there is a game of this name."""
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        """Return an iterator over the names."""
        return iter(self._names)

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self._names)

    def __repr__(self) -> str:
        """Return the names as a call."""
        return f"Games({', '.join(map(repr, self._names))})"
