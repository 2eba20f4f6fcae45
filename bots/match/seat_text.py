"""Any seat text as a bot: a built-in bot with its options, a class of a Python file, or a shell command.

A class of a file is a program: what it does to its process, whatever that is, is its forfeit.
"""

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import SpecError, bot_names, is_builtin, parse_builtin
from urbanist.engine.games import BETWEEN, VARIABLE
from urbanist.engine.message import Message
from urbanist.engine.suggestion import suggestion

if TYPE_CHECKING:
    from urbanist.bots.protocol.command import CommandBot


def parse_bot(text: str, *people: str, cards: Path | None = None) -> Bot:
    """Return the bot that a seat text describes; `SpecError` says in one line what is wrong and what there is.

    `people` are the seat texts of those that are no bots; the error names them too. A class knows the cards of a file.
    """
    if is_builtin(text):
        return parse_builtin(text)
    if (program := class_program(text, cards)) is not None:
        return program
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


def class_program(text: str, cards: Path | None = None) -> "CommandBot | None":
    """Return the program that plays a class of a file; None for any other text. Raise `SpecError` if there is no file.

    The file is not loaded here: what it does when it is loaded is done there too.
    """
    from urbanist.bots.players.python_bot import named_class
    from urbanist.bots.protocol.command import CommandBot

    named = None if is_builtin(text) else named_class(text)
    if named is None:
        return None
    named.path()
    ours = Path(sys.executable).with_name("urbanist")
    words = [str(ours)] if ours.exists() else [sys.executable, "-m", "urbanist"]
    words += ["bot", "--strict", *(() if cards is None else ("--cards", str(cards.absolute()))), text]
    command, files = shlex.join(words), os.environ.get(VARIABLE)
    if files:
        # It may start in another folder, and in a sandbox that has no variables.
        known = BETWEEN.join(map(os.path.abspath, files.split(BETWEEN)))
        command = f"{VARIABLE}={shlex.quote(known)} {command}"
    return CommandBot(command, seat_text=text)
