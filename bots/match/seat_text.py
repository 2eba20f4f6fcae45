"""Any seat text as a bot: the name of a built-in bot with its options, or a shell command."""

from urbanist.bots.players.bot import Bot
from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.spec import SpecError, parse_builtin
from urbanist.bots.protocol.command import CommandBot, missing


def parse_bot(text: str) -> Bot:
    """Return the bot that a seat text describes; `SpecError` says in one line what is wrong and what there is."""
    return parse_builtin(text) if text.partition(":")[0] in BOTS else _command_bot(text)


def _command_bot(text: str) -> CommandBot:
    if not text.isprintable():
        raise SpecError(f"no bot '{text}': a command is a line of text that can be printed")
    lacking = missing(text)
    if lacking is not None:
        known = ", ".join(sorted(BOTS))
        raise SpecError(f"no bot '{text}'; there are {known}, or a program by its command: no '{lacking}'")
    return CommandBot(text)
