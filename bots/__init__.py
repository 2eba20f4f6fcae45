"""Who plays: the built-in bots, what a bot of one's own must be, and a table at which bots play each other.

The rooms: players, process, protocol, match, check, contest, training, analysis, table, markup and cli.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from urbanist.bots.match.arena import Played, play_game
    from urbanist.bots.match.seat_text import parse_bot
    from urbanist.bots.players.builtin import BOTS
    from urbanist.bots.players.player import Bot, Forfeit, Player, instant
    from urbanist.bots.protocol.answer import Answer, Info
    from urbanist.bots.protocol.client import Timeouts
    from urbanist.bots.protocol.program import Analysis, AsyncProgram, Program
    from urbanist.bots.protocol.service import serve

__all__ = [
    "BOTS",
    "Analysis",
    "Answer",
    "AsyncProgram",
    "Bot",
    "Forfeit",
    "Info",
    "Played",
    "Player",
    "Program",
    "Timeouts",
    "instant",
    "parse_bot",
    "play_game",
    "serve",
]

#: The public names of each module.
_NAMES = {
    "match.arena": "Played play_game",
    "match.seat_text": "parse_bot",
    "players.builtin": "BOTS",
    "players.player": "Bot Forfeit Player instant",
    "protocol.answer": "Answer Info",
    "protocol.client": "Timeouts",
    "protocol.program": "Analysis AsyncProgram Program",
    "protocol.service": "serve",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Return a public name, imported when it is first asked for: `urbanist --help` must not wait for the games."""
    if name not in _MODULES:
        raise AttributeError(f"module 'urbanist.bots' has no attribute '{name}'")
    return getattr(import_module(f"urbanist.bots.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return __all__
