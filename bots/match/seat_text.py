"""Any seat text as a bot: a built-in bot with its options, a class of a Python file, or a shell command."""

from urbanist.bots.players.bot import Bot
from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.python_bot import parse_python_bot
from urbanist.bots.players.spec import SpecError, parse_builtin
from urbanist.bots.protocol.command import CommandBot, missing


def parse_bot(text: str) -> Bot:
    """Return the bot that a seat text describes; `SpecError` says in one line what is wrong and what there is."""
    return parse_named(text) or _command_bot(text)


def parse_named(text: str) -> Bot | None:
    """Return the built-in bot or the class of a file that a text names; None for any other text."""
    return parse_builtin(text) if text.partition(":")[0] in BOTS else parse_python_bot(text)


def _command_bot(text: str) -> CommandBot:
    if not text.isprintable():
        raise SpecError(f"no bot '{text}': a command is a line of text that can be printed")
    lacking = missing(text)
    if lacking is not None:
        known = ", ".join(sorted(BOTS))
        raise SpecError(
            f"no bot '{text}'; there are {known}, a class as FILE.py:CLASS, or a program by its command: no '{lacking}'"
        )
    return CommandBot(text)
