"""Adapters: environments of Gymnasium, PettingZoo and Stable-Baselines3, games of OpenSpiel, and its games here.

Each module imports its library, which an extra of the same name installs. `from_openspiel` is the way in.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from urbanist.bots.adapters.openspiel_games import from_openspiel

__all__ = ["from_openspiel"]


def __getattr__(name: str) -> object:
    """Return a public name, imported when it is first asked for: it needs OpenSpiel."""
    if name not in __all__:
        raise AttributeError(f"module 'urbanist.bots.adapters' has no attribute '{name}'")
    from urbanist.bots.adapters import openspiel_games

    return getattr(openspiel_games, name)
