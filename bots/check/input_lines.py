"""Checks that a program reads every line and survives wrong ones."""

from urbanist.bots.check.candidate import Candidate
from urbanist.bots.check.dialogue import Failed, Skipped, quoted
from urbanist.bots.check.gameplay import midgame, opening, plays_on
from urbanist.bots.process.engine_process import LONGEST_LINE
from urbanist.bots.protocol.wire import word_of

UNKNOWN = ("xyzzy", "ucinewgame", "gopher movetime 10", "stopwatch", "register later", "debug on")
#: Commands that lack something or say it wrongly.
MALFORMED = (
    "position",
    "position moves",
    "position deal",
    "uginewgame",
    "uginewgame seat x deal",
    "uginewgame seat 0 deal game=nothing players=-1",
    "setoption",
    "setoption name",
    "go",
    "go movetime",
    "go movetime x nodes -1 time , inc",
    "gameover",
    "query",
    "ponderhit",
)
BYTES = bytes(byte for byte in range(256) if byte != ord("\n")).decode(errors="surrogateescape")


def isready(candidate: Candidate) -> None:
    """Check that the program answers each `isready` with one `readyok`."""
    dialogue = candidate.talk()
    dialogue.say("isready", "isready")
    for _ in range(2):
        dialogue.until("readyok", candidate.conditions.patience)
    if "readyok" in map(word_of, dialogue.unasked()):
        raise Failed("'isready' twice", "'readyok' twice", "one more")


def unknown_commands(candidate: Candidate) -> None:
    """Check that the program ignores an unknown command."""
    for command in UNKNOWN:
        candidate.talk().say(command)
        candidate.talk().ready()


def malformed_commands(candidate: Candidate) -> None:
    """Check that wrong commands do no harm; any answer to them is allowed."""
    dialogue = candidate.talk()
    for command in MALFORMED:
        dialogue.say(command)
        dialogue.ready(ignoring_moves=True)
    dialogue.say("stop")
    dialogue.ready(ignoring_moves=True)
    plays_on(candidate)


def illegal_positions(candidate: Candidate) -> None:
    """Check that an illegal position does no harm."""
    view = opening(candidate.rules())
    move = view.bare_state().legal()[0]
    dialogue = candidate.talk()
    for events in ("99@Q1", f"{move} 99@Q1 {move}", " ".join([move] * 500), "? ! !? -"):
        dialogue.begin(view)
        dialogue.say(f"position moves {events}")
        dialogue.ready()
    plays_on(candidate)


def empty_lines(candidate: Candidate) -> None:
    """Check that the program ignores empty lines."""
    dialogue = candidate.talk()
    dialogue.say("", "   ", "\t", "\r")
    plays_on(candidate)


def binary(candidate: Candidate) -> None:
    """Check that bytes that are not UTF-8 do no harm."""
    dialogue = candidate.talk()
    dialogue.say(BYTES, BYTES[::-1], "\0" * 100, f"position moves {BYTES}")
    plays_on(candidate)


def long_line(candidate: Candidate) -> None:
    """Check that a line of the greatest length does no harm."""
    dialogue = candidate.talk()
    dialogue.say("x" * LONGEST_LINE)
    dialogue.ready()
    dialogue.say("position moves" + " x" * ((LONGEST_LINE - len("position moves")) // 2))
    plays_on(candidate)


def query(candidate: Candidate) -> None:
    """Check that answers to `query` are right; the program may ignore each query."""
    view = midgame(candidate.rules())
    state = view.bare_state()
    right = {
        "legal": " ".join(["legal", *state.legal()]),
        "turn": f"response {state.to_move}",
        "gameover": "response false",
        "result": "response none",
    }
    dialogue = candidate.talk()
    dialogue.begin(view)
    dialogue.place(view)
    answered = 0
    for question, answer in right.items():
        dialogue.say(f"query {question}")
        for line in dialogue.ready():
            if word_of(line) in ("legal", "response"):
                answered += 1
                if sorted(line.split()) != sorted(answer.split()):
                    raise Failed(f"'query {question}'", quoted(answer), quoted(line))
    if not answered:
        raise Skipped("it answers no queries")
