"""The bot protocol, from both sides.

A `Service` serves a built-in bot to a referee; a `CommandBot` makes a bot of any program that speaks the protocol.
"""

from urbanist.bots.protocol.client import Client
from urbanist.bots.protocol.command import CommandBot, CommandPlayer
from urbanist.bots.protocol.service import Service

__all__ = ["Client", "CommandBot", "CommandPlayer", "Service"]
