"""Who plays: the built-in bots, what a bot of one's own must be, and a table at which bots play each other.

The rooms hold the rest: players, process, protocol, match, check, tournament, analysis, table and cli.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from urbanist.bots.match.arena import Played, play_game
    from urbanist.bots.match.seat_text import parse_bot
    from urbanist.bots.players.allowance import Allowance
    from urbanist.bots.players.bot import Bot, Player, instant
    from urbanist.bots.players.builtin import BOTS
    from urbanist.bots.protocol.serving import serve

__all__ = ["BOTS", "Allowance", "Bot", "Played", "Player", "instant", "parse_bot", "play_game", "serve"]

_MODULES = {
    "BOTS": "players.builtin",
    "Allowance": "players.allowance",
    "Bot": "players.bot",
    "Played": "match.arena",
    "Player": "players.bot",
    "instant": "players.bot",
    "parse_bot": "match.seat_text",
    "play_game": "match.arena",
    "serve": "protocol.serving",
}


def __getattr__(name: str) -> object:
    """Return a public name, imported when it is first asked for: `urbanist --help` must not wait for the games."""
    if name not in _MODULES:
        raise AttributeError(f"module 'urbanist.bots' has no attribute '{name}'")
    return getattr(import_module(f"urbanist.bots.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return __all__
