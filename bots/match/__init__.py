"""Bots at one table: the arena with its clocks and forfeits, many games over workers, and their results.

A `Pairing` settles everything about a game, so that it can be played anywhere, and again.
"""

from urbanist.bots.match.arena import Arena, Played, play_game
from urbanist.bots.match.clock import Clock, TimeControl
from urbanist.bots.match.match import Match, played
from urbanist.bots.match.pairing import Pairing, Rules
from urbanist.bots.match.seat_text import parse_bot

__all__ = [
    "Arena",
    "Clock",
    "Match",
    "Pairing",
    "Played",
    "Rules",
    "TimeControl",
    "parse_bot",
    "play_game",
    "played",
]
