"""The stand-in: the bot that plays on for a seat that has lost before the end."""

from urbanist.bots.players.builtin import GreedyBot

STAND_IN = GreedyBot()
