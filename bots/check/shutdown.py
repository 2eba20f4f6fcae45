"""Checks that a program ends in time and can be started again."""

import time

from urbanist.bots.check.candidate import Candidate
from urbanist.bots.check.dialogue import Failed
from urbanist.bots.check.gameplay import midgame, plays_on

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
    view = midgame(candidate.rules())
    dialogue = candidate.talk()
    dialogue.begin(view)
    dialogue.place(view)
    dialogue.go("infinite")
    time.sleep(THINKING)
    dialogue.say("quit")
    dialogue.ended(LEAVING + candidate.conditions.grace)
    candidate.drop()


def end_of_input(candidate: Candidate) -> None:
    """Check that the program ends when its input is closed."""
    dialogue = candidate.talk()
    dialogue.ended(LEAVING + candidate.conditions.grace, by_itself=False)
    candidate.drop()


def restart(candidate: Candidate) -> None:
    """Check that a new process has the same handshake and plays."""
    before = candidate.introduction
    candidate.anew()
    if candidate.introduction != before:
        raise Failed("'ugi', after a restart", f"the same as before, by '{before.name}'", "something else")
    plays_on(candidate)
