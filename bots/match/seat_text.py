"""Any seat text as a bot: a built-in bot with its options, a class of a Python file, or a shell command."""

import shlex
import sys
from pathlib import Path

from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import SpecError, bot_names, is_builtin, parse_builtin
from urbanist.engine.message import Message
from urbanist.engine.suggestion import suggestion


def parse_bot(text: str, *people: str) -> Bot:
    """Return the bot that a seat text describes; `SpecError` says in one line what is wrong and what there is.

    `people` are the seat texts of those that are no bots; the error names them too.
    """
    if (named := parse_named(text)) is not None:
        return named
    # Late, like classes below: most tables have built-in bots only.
    from urbanist.bots.protocol.command import CommandBot, missing

    if not text.isprintable():
        raise SpecError("no bot '{name}': a command is a line of text that can be printed", name=text)
    lacking = missing(text)
    if lacking is not None:
        others = Message("a class as FILE.py:CLASS, or a program by its command: no '{word}'", word=lacking)
        suggested = suggestion(text.partition(":")[0], [*people, *bot_names()], others)
        raise SpecError("no bot '{name}'; {suggestion}", name=text, suggestion=suggested)
    return CommandBot(text)


def class_command(text: str) -> str | None:
    """Return the command that plays a class of a file in a process of its own; None for any other text.

    The file is not loaded here: what it does when it is loaded is done there too.
    """
    from urbanist.bots.players.python_bot import named_class

    if is_builtin(text) or named_class(text) is None:
        return None
    ours = Path(sys.executable).with_name("urbanist")
    words = [str(ours)] if ours.exists() else [sys.executable, "-m", "urbanist"]
    return shlex.join([*words, "bot", "--strict", text])


def parse_named(text: str) -> Bot | None:
    """Return the built-in bot or the class of a file that a text names; None for any other text."""
    if is_builtin(text):
        return parse_builtin(text)
    from urbanist.bots.players.python_bot import parse_python_bot

    return parse_python_bot(text)
