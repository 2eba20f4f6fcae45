"""The first minute with urbanist: `load` a game, look at a position, play on.

>>> import urbanist
>>> state = urbanist.load("metropolys").deal(seats=3, seed=1)
>>> state.play(state.legal()[0]).ply
1

`print(state)` shows the board, and a notebook draws it. The packages of the house stand below this name:
`urbanist.engine` has the rules, `urbanist.search` plays well, and `urbanist.bots` has bots, matches and tables.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from urbanist.engine import Game

__all__ = ["load"]


def load(name: str) -> "Game":
    """Return a game whose positions can be looked at; raise `ValueError` if there is none of this name."""
    # Imported late, because this module is imported before all others of the package.
    import urbanist.bots.table  # noqa: F401 - it shows positions
    from urbanist.engine import GAMES
    from urbanist.engine.message import UserError
    from urbanist.engine.suggestion import suggestion

    if name not in GAMES:
        raise UserError(f"no game '{name}'; {suggestion(name, GAMES)}")
    return GAMES[name]
