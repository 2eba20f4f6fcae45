"""The bot protocol, from both sides.

A `Service` serves a built-in bot to a referee; a `CommandBot` makes a bot of any program, and `Program` asks it.
"""

from urbanist.bots.protocol.answer import Answer
from urbanist.bots.protocol.client import Client
from urbanist.bots.protocol.command import CommandBot, CommandPlayer
from urbanist.bots.protocol.info import Info
from urbanist.bots.protocol.program import Analysis, Program
from urbanist.bots.protocol.service import Service
from urbanist.bots.protocol.timeouts import Timeouts

__all__ = [
    "Analysis",
    "Answer",
    "Client",
    "CommandBot",
    "CommandPlayer",
    "Info",
    "Program",
    "Service",
    "Timeouts",
]
