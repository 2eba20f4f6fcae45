"""Checks of the process: that it takes no more than a tournament can bear, ends in time and can be started again."""

import time
from collections.abc import Iterator

from urbanist.bots.check.dialogue import Candidate, Failed
from urbanist.bots.check.gameplay import choice, placed, plays_on, turns
from urbanist.bots.process.resource_limits import ResourceLimits
from urbanist.engine.event import Move

#: The share of the memory of a match that a process may use.
MAX_MEMORY = 0.9
#: The bytes of standard error that a program may write for a move: a log keeps a few MiB.
MAX_ERRORS = 1 << 20
#: The number of moves that are watched.
MOVES = 5
MEBIBYTE = 1 << 20


def memory(candidate: Candidate) -> str:
    """Check that it does not use the memory that a match allows up to its limit; return how much it uses."""
    most = ResourceLimits().memory
    used = 0
    for _ in played(candidate):
        used = max(used, candidate.talk().process.address_space() // MEBIBYTE)
    if used > MAX_MEMORY * most:
        raise Failed(
            "a game", f"an address space of less than {MAX_MEMORY * most:.0f} MiB", f"one of {used} MiB"
        )
    return f"an address space of {used} MiB, of {most} MiB"


def errors(candidate: Candidate) -> None:
    """Check that it writes little to its standard error."""
    before = candidate.talk().process.errors.bytes
    for _ in played(candidate):
        written = candidate.talk().process.errors.bytes - before
        before += written
        if written > MAX_ERRORS:
            raise Failed(
                "'go'", f"at most {MAX_ERRORS:,} bytes of errors a move", f"{written:,} bytes of errors"
            )


def played(candidate: Candidate) -> Iterator[Move]:
    """Let it play some moves of a game, and yield each."""
    game = turns(candidate.rules())[:MOVES]
    candidate.talk().begin(game[0])
    for view in game:
        yield choice(candidate, view)
        candidate.talk().ready()


#: Seconds that it has to end.
LEAVING = 1.0
#: Seconds that it is left to think before it is told to end.
THINKING = 0.1


def quits(candidate: Candidate) -> None:
    """Check that the program ends after `quit`, and that nothing that it started runs on."""
    plays_on(candidate)
    candidate.talk().quit(LEAVING + candidate.conditions.grace)
    candidate.drop()


def quits_in_search(candidate: Candidate) -> None:
    """Check that the program ends after `quit` during a search."""
    dialogue, _ = placed(candidate)
    dialogue.go("infinite")
    time.sleep(THINKING)
    dialogue.say("quit")
    dialogue.ended(LEAVING + candidate.conditions.grace)
    candidate.drop()


def end_of_input(candidate: Candidate) -> None:
    """Check that the program ends when its input is closed."""
    candidate.talk().ended(LEAVING + candidate.conditions.grace, by_itself=False)
    candidate.drop()


def restart(candidate: Candidate) -> None:
    """Check that a new process has the same handshake and plays."""
    before = candidate.handshake
    candidate.anew()
    if candidate.handshake != before:
        raise Failed("'ugi', after a restart", f"the same as before, by '{before.name}'", "something else")
    plays_on(candidate)
