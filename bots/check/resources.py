"""Checks that a program uses no more memory and writes no more errors than a tournament can bear."""

from collections.abc import Iterator

from urbanist.bots.check.candidate import Candidate
from urbanist.bots.check.dialogue import Failed
from urbanist.bots.check.gameplay import choice, turns
from urbanist.bots.process.resource_limits import ResourceLimits

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
        used = max(used, candidate.talk().address_space() // MEBIBYTE)
    if used > MAX_MEMORY * most:
        raise Failed(
            "a game", f"an address space of less than {MAX_MEMORY * most:.0f} MiB", f"one of {used} MiB"
        )
    return f"an address space of {used} MiB, of {most} MiB"


def errors(candidate: Candidate) -> None:
    """Check that it writes little to its standard error."""
    before = candidate.talk().errors
    for _ in played(candidate):
        written = candidate.talk().errors - before
        before += written
        if written > MAX_ERRORS:
            raise Failed(
                "'go'", f"at most {MAX_ERRORS:,} bytes of errors a move", f"{written:,} bytes of errors"
            )


def played(candidate: Candidate) -> Iterator[str]:
    """Let it play some moves of a game, and yield each."""
    game = turns(candidate.rules())[:MOVES]
    candidate.talk().begin(game[0])
    for view in game:
        yield choice(candidate, view)
        candidate.talk().ready()
