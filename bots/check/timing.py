"""Checks that a program answers in time, once for each `go`, and after `stop`."""

import time
from itertools import pairwise

from urbanist.bots.check.candidate import Candidate
from urbanist.bots.check.dialogue import Dialogue
from urbanist.bots.check.positions import midgame, turns
from urbanist.bots.check.verdict import Failed, Skipped, quoted
from urbanist.engine.history import View

#: Seconds that it is left to think before it is disturbed.
THINKING = 0.2
#: The clocks it is put on: milliseconds left, and won by a move.
CLOCKS = ((50, 5), (300, 0), (2000, 100))
#: Milliseconds that the others have left.
OTHERS = 600_000
#: Which words of `info` are followed by a number, and whether it may have a fraction.
NUMBERS = {"depth": False, "nodes": False, "nps": False, "time": False, "score": True, "points": True}
#: What comes after these is no list of numbers.
WORDS = ("pv", "string", "belief")


def placed(candidate: Candidate) -> tuple[Dialogue, View]:
    """Return the dialogue and the position in which the program has to choose."""
    view = midgame(candidate.rules())
    dialogue = candidate.talk()
    dialogue.begin(view)
    dialogue.place(view)
    return dialogue, view


def move_time(candidate: Candidate) -> None:
    """Check that it keeps to `movetime`."""
    for milliseconds in (200, 1):
        dialogue, view = placed(candidate)
        dialogue.go(f"movetime {milliseconds}")
        dialogue.answer(view, milliseconds / 1000 + candidate.conditions.grace)


def clock(candidate: Candidate) -> None:
    """Check that it does not use up its clock, with little and with much time."""
    for left, won in CLOCKS:
        dialogue, view = placed(candidate)
        seats = range(view.bare_state().seats)
        # The other seats have much more time, so a program that reads the wrong clock is late.
        times = ",".join(str(left if seat == view.seat else OTHERS) for seat in seats)
        dialogue.go(f"time {times} inc {','.join(str(won) for _ in seats)}")
        dialogue.answer(view, left / 1000 + candidate.conditions.grace)


def nodes(candidate: Candidate) -> None:
    """Check that it answers if `nodes` is the only limit."""
    for number in (1, 100):
        dialogue, view = placed(candidate)
        dialogue.go(f"nodes {number}")
        dialogue.answer(view, candidate.conditions.patience)


def no_limit(candidate: Candidate) -> None:
    """Check that it answers by itself without any limit."""
    dialogue, view = placed(candidate)
    dialogue.go("")
    dialogue.answer(view, candidate.conditions.patience)


def one_answer(candidate: Candidate) -> None:
    """Check that it answers each `go` exactly once."""
    for _ in range(3):
        dialogue, view = placed(candidate)
        dialogue.go("movetime 20")
        dialogue.answer(view, 0.02 + candidate.conditions.grace)
        dialogue.answered()


def infinite(candidate: Candidate) -> None:
    """Check that `stop` ends an infinite search; a program that does not search may answer before."""
    stopped(candidate, "infinite")


def stop(candidate: Candidate) -> None:
    """Check that `stop` ends a search that has time left."""
    stopped(candidate, "movetime 600000")


def stopped(candidate: Candidate, limits: str) -> None:
    """Require exactly one answer to a search that is stopped."""
    dialogue, view = placed(candidate)
    dialogue.go(limits)
    time.sleep(THINKING)
    dialogue.say("stop")
    dialogue.answer(view, candidate.conditions.grace)
    dialogue.answered()


def ready_in_search(candidate: Candidate) -> None:
    """Check that it answers `isready` during a search."""
    dialogue, view = placed(candidate)
    dialogue.go("infinite")
    time.sleep(THINKING)
    lines = dialogue.ready(candidate.conditions.grace, ignoring_moves=True)
    dialogue.say("stop")
    if not any(line.startswith("bestmove") for line in lines):
        dialogue.answer(view, candidate.conditions.grace)


def idle_stop(candidate: Candidate) -> None:
    """Check that it ignores `stop` without a search."""
    dialogue, _ = placed(candidate)
    dialogue.say("stop")
    time.sleep(THINKING)
    dialogue.ready()


def ponder(candidate: Candidate) -> None:
    """Check that it ponders without an answer until `ponderhit` or `stop`."""
    if not candidate.introduction.has_switch("ponder"):
        raise Skipped("it has no option 'ponder'")
    grace = candidate.conditions.grace
    dialogue = candidate.talk()
    dialogue.say("setoption name ponder value true")
    game = turns(candidate.rules())
    dialogue.begin(game[0])
    for view in game[:3]:
        dialogue.choose(view, "movetime 20", 0.02 + grace)
    for ahead, instead in ((game[1], None), (game[2], game[3])):
        dialogue.place(ahead)
        dialogue.go("ponder movetime 50")
        time.sleep(THINKING)
        dialogue.ready(expected="no 'bestmove' before 'ponderhit' or 'stop'")
        dialogue.say("ponderhit" if instead is None else "stop")
        dialogue.answer(ahead, grace if instead is not None else 0.05 + grace)
        dialogue.answered()
        if instead is not None:
            dialogue.choose(instead, "movetime 20", 0.02 + grace)
    dialogue.say("setoption name ponder value false")


def info(candidate: Candidate) -> None:
    """Check that its `info` lines are well-formed."""
    dialogue, view = placed(candidate)
    dialogue.go("movetime 100")
    dialogue.answer(view, 0.1 + candidate.conditions.grace)
    if not candidate.infos:
        raise Skipped("it tells nothing while it thinks")
    for line in candidate.infos:
        complaint = malformed(line)
        if complaint:
            raise Failed("'go'", complaint, quoted(line))


def malformed(line: str) -> str:
    """Return what is expected in a wrong `info` line; empty if the line is well-formed."""
    for key, value in pairwise(line.split()[1:]):
        if key in WORDS:
            break
        if key not in NUMBERS:
            continue
        fraction = NUMBERS[key]
        digits = value.removeprefix("-").replace(".", "", 1) if fraction else value
        if not (digits.isascii() and digits.isdecimal()):
            return f"a {'' if fraction else 'whole '}number after '{key}'"
        if key == "score" and not 0 <= float(value) <= 1:
            return "a share of the win from 0 to 1 after 'score'"
    return ""
