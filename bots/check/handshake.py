"""Checks of the handshake and of the options of a program."""

from urbanist.bots.check.candidate import Candidate
from urbanist.bots.check.dialogue import Failed, Skipped, quoted
from urbanist.bots.check.gameplay import midgame
from urbanist.bots.protocol.wire import word_of
from urbanist.engine import GAMES

#: How much it may search while an option has some value.
NODES = "nodes 10"
#: An option that nobody has.
NOBODYS = "setoption name no-such-option value 7"


def handshake(candidate: Candidate) -> None:
    """Check that the handshake stands between `ugi` and `ugiok` and has a name and an author."""
    dialogue = candidate.anew()
    introduction = candidate.introduction
    for key, said in (("name", introduction.name), ("author", introduction.author)):
        if not said:
            raise Failed("'ugi'", f"'id {key} {key.upper()}' before 'ugiok'", f"no {key}")
    for line in dialogue.ready():
        if word_of(line) in ("id", "option", "games", "ugiok"):
            raise Failed("'ugi'", "nothing more after 'ugiok'", quoted(line))


def options(candidate: Candidate) -> None:
    """Check that each option is declared once, in full, and with a valid default."""
    names = set()
    for option in candidate.introduction.options:
        if option.problem:
            raise Failed("'ugi'", option.problem, quoted(option.line))
        if option.name in names:
            raise Failed("'ugi'", "each option once", quoted(option.line))
        names.add(option.name)


def games(candidate: Candidate) -> None:
    """Check that the program names a known game."""
    named = candidate.introduction.games
    if not set(named or ()) & set(GAMES):
        received = "no games" if not named else quoted(f"games {' '.join(named)}")
        raise Failed(
            "'ugi'", f"'games' and one or more of {' '.join(sorted(GAMES))} before 'ugiok'", received
        )


def set_options(candidate: Candidate) -> None:
    """Check that each option can be set to each end of its range and to each word, and that it plays on with it."""
    declared = [option for option in candidate.introduction.options if not option.problem]
    if not declared:
        raise Skipped("it has no options")
    view = midgame(candidate.rules())
    for option in declared:
        for value in option.extremes:
            dialogue = candidate.talk()
            dialogue.say(f"setoption name {option.name} value {value}")
            dialogue.ready()
            # Without the legal moves it may be unable to choose.
            if option.name != "legal":
                dialogue.begin(view)
                dialogue.place(view)
                dialogue.go(NODES)
                dialogue.answer(view, candidate.conditions.patience)


def unknown_option(candidate: Candidate) -> None:
    """Check that the program ignores an option that it does not have."""
    dialogue = candidate.talk()
    dialogue.say(NOBODYS)
    dialogue.ready()
