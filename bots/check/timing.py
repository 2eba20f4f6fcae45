"""Checks that a program answers in time, once for each `go`, and after `stop`."""

import time
from collections.abc import Sequence

from urbanist.bots.check.dialogue import Candidate, Dialogue, Failed, Skipped, quoted
from urbanist.bots.check.gameplay import midgame, placed, turns
from urbanist.bots.protocol.answer import read_strictly, word_of
from urbanist.engine import IllegalMove, NotationError
from urbanist.engine.history import View

#: Seconds that it is left to think before it is disturbed.
THINKING = 0.2
#: The clocks it is put on: milliseconds left, and won by a move.
CLOCKS = ((50, 5), (300, 0), (2000, 100))
#: The share of the grace that no program needs each time.
MAX_LATE = 0.5
#: Milliseconds that the others have left.
OTHERS = 600_000


def thinks(candidate: Candidate, limits: str, seconds: float) -> Dialogue:
    """Require an answer within `seconds` in a position of a new game, and return the dialogue."""
    view = midgame(candidate)
    candidate.talk().begin(view)
    candidate.talk().choose(view, limits, seconds)
    return candidate.talk()


def move_time(candidate: Candidate) -> str:
    """Check that it keeps to `movetime`, and does not use most of the grace each time; return its margin."""
    grace, late = candidate.conditions.grace, []
    for milliseconds in (200, 20, 1):
        seconds = milliseconds / 1000
        late.append(thinks(candidate, f"movetime {milliseconds}", seconds + grace).seconds - seconds)
    if min(late) > MAX_LATE * grace:
        raise Failed(
            "'go movetime MS'",
            f"some answer that is late by less than {1000 * MAX_LATE * grace:.0f} ms",
            f"each by {1000 * min(late):.0f} ms or more",
        )
    return margin(max(late), grace)


def margin(late: float, grace: float) -> str:
    """Return the lateness of answers and the grace as text; both times are in seconds."""
    return f"at most {1000 * max(late, 0):.0f} ms late, of {1000 * grace:.0f} ms"


def clock(candidate: Candidate) -> str:
    """Check that it does not use up its clock, with little and with much time; return its margin."""
    late, grace = 0.0, candidate.conditions.grace
    for left, won in CLOCKS:
        dialogue, view = placed(candidate)
        seats = range(view.bare_state().seats)
        # The other seats have much more time, so a program that reads the wrong clock is late.
        times = ",".join(str(left if seat == view.seat else OTHERS) for seat in seats)
        dialogue.go(f"time {times} inc {','.join(str(won) for _ in seats)}")
        dialogue.answer(view, left / 1000 + grace)
        late = max(late, dialogue.seconds - left / 1000)
    return margin(late, grace)


def nodes(candidate: Candidate) -> None:
    """Check that it answers if `nodes` is the only limit."""
    for number in (1, 100):
        thinks(candidate, f"nodes {number}", candidate.conditions.patience)


def no_limit(candidate: Candidate) -> None:
    """Check that it answers by itself without any limit."""
    thinks(candidate, "", candidate.conditions.patience)


def one_answer(candidate: Candidate) -> None:
    """Check that it answers each `go` exactly once."""
    for _ in range(3):
        thinks(candidate, "movetime 20", 0.02 + candidate.conditions.grace).answered()


def stopped(candidate: Candidate, limits: str) -> None:
    """Check that `stop` ends a search by exactly one answer; a program that does not search may answer before."""
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
    if "bestmove" not in map(word_of, lines):
        dialogue.answer(view, candidate.conditions.grace)


def idle_stop(candidate: Candidate) -> None:
    """Check that it ignores `stop` without a search."""
    dialogue, _ = placed(candidate)
    dialogue.say("stop")
    time.sleep(THINKING)
    dialogue.ready()


def ponder(candidate: Candidate) -> None:
    """Check that it ponders without an answer until `ponderhit` or `stop`."""
    if not candidate.handshake.has_switch("ponder"):
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
    """Check that its `info` lines are well-formed, and that the rules allow its lines of play."""
    thinks(candidate, "movetime 100", 0.1 + candidate.conditions.grace)
    if not candidate.infos:
        raise Skipped("it tells nothing while it thinks")
    for thought, line in dict.fromkeys(candidate.infos):
        told, problem = read_strictly(line.split())
        if thought is not None:
            problem = problem or illegal(told.pv, thought)
        if problem:
            raise Failed("'go'", problem, quoted(line))


def illegal(line: Sequence[str], view: View) -> str:
    """Return what is expected of a line of play; empty if it can follow, as far as the view tells."""
    state = view.bare_state()
    for event in line:
        unknown_hand = state.to_move != view.seat and not view.game.open_moves
        if unknown_hand or (state.due and not event.startswith("!")):
            break
        try:
            state = state.play(event)
        except (IllegalMove, NotationError) as error:
            return f"a line of play that can follow after 'pv': {error}"
    return ""
