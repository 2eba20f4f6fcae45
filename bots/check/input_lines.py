"""Checks of the handshake and of the options, and that a program reads every line and survives wrong ones."""

from collections.abc import Sequence

from urbanist.bots.check.dialogue import Candidate, Failed, Skipped, quoted
from urbanist.bots.check.gameplay import midgame, opening, placed, plays_on
from urbanist.bots.process.transport import LONGEST_LINE
from urbanist.bots.protocol.answer import word_of
from urbanist.engine import GAMES

#: How much it may search while an option has some value.
NODES = "nodes 10"
#: An option that nobody has.
NOBODYS = ("setoption name no-such-option value 7",)
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
EMPTY = ("", "   ", "\t", "\r")
#: Bytes that are not UTF-8.
BYTES = bytes(byte for byte in range(256) if byte != ord("\n")).decode(errors="surrogateescape")
BINARY = (BYTES, BYTES[::-1], "\0" * 100, f"position moves {BYTES}")


def handshake(candidate: Candidate) -> None:
    """Check that the handshake stands between `ugi` and `ugiok` and has a name and an author."""
    dialogue = candidate.anew()
    handshake = candidate.handshake
    for key, said in (("name", handshake.name), ("author", handshake.author)):
        if not said:
            raise Failed("'ugi'", f"'id {key} {key.upper()}' before 'ugiok'", f"no {key}")
    for line in dialogue.ready():
        if word_of(line) in ("id", "option", "games", "ugiok"):
            raise Failed("'ugi'", "nothing more after 'ugiok'", quoted(line))


def options(candidate: Candidate) -> None:
    """Check that each option is declared once, in full, and with a valid default."""
    names = set()
    for option in candidate.handshake.options:
        if option.problem:
            raise Failed("'ugi'", option.problem, quoted(option.line))
        if option.name in names:
            raise Failed("'ugi'", "each option once", quoted(option.line))
        names.add(option.name)


def games(candidate: Candidate) -> None:
    """Check that the program names a known game."""
    named = candidate.handshake.games
    if not set(named or ()) & set(GAMES):
        received = "no games" if not named else quoted(f"games {' '.join(named)}")
        raise Failed(
            "'ugi'", f"'games' and one or more of {' '.join(sorted(GAMES))} before 'ugiok'", received
        )


def set_options(candidate: Candidate) -> None:
    """Check that each option can be set to each end of its range and to each word, and that it plays on with it."""
    declared = [option for option in candidate.handshake.options if not option.problem]
    if not declared:
        raise Skipped("it has no options")
    view = midgame(candidate)
    for option in declared:
        for value in option.extremes:
            dialogue = candidate.talk()
            dialogue.say(f"setoption name {option.name} value {value}")
            dialogue.ready()
            # Without the legal moves it may be unable to choose.
            if option.name != "legal":
                dialogue.begin(view)
                dialogue.choose(view, NODES, candidate.conditions.patience)


def isready(candidate: Candidate) -> None:
    """Check that the program answers each `isready` with one `readyok`."""
    dialogue = candidate.talk()
    dialogue.say("isready", "isready")
    for _ in range(2):
        dialogue.until("readyok", candidate.conditions.patience)
    if "readyok" in map(word_of, dialogue.unasked()):
        raise Failed("'isready' twice", "'readyok' twice", "one more")


def ignored(candidate: Candidate, commands: Sequence[str]) -> None:
    """Check that the program is ready after each of these commands, which it does not know."""
    for command in commands:
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


def survives(candidate: Candidate, lines: Sequence[str]) -> None:
    """Check that it plays on after lines that tell nothing."""
    candidate.talk().say(*lines)
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
    dialogue, view = placed(candidate)
    state = view.bare_state()
    right = {
        "legal": " ".join(["legal", *state.legal()]),
        "turn": f"response {state.to_move}",
        "gameover": "response false",
        "result": "response none",
    }
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
