"""Bots and players: their types, the built-in bots, and bots from text such as `ismcts:nodes=2000`.

A bot is a value; a player is a bot at one seat of one game, and it may remember. This package knows no clocks, tables
or other processes.
"""

from urbanist.bots.players.allowance import Allowance
from urbanist.bots.players.bot import Bot, Player, instant
from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.forfeit import Forfeit
from urbanist.bots.players.spec import SpecError, bot_text, parse_builtin

__all__ = [
    "BOTS",
    "Allowance",
    "Bot",
    "Forfeit",
    "Player",
    "SpecError",
    "bot_text",
    "instant",
    "parse_builtin",
]
