"""Checks of the handshake and of the options of a program."""

from urbanist.bots.check.candidate import Candidate
from urbanist.bots.check.verdict import Failed, Skipped, quoted
from urbanist.engine import GAMES

#: An option that nobody has.
NOBODYS = "setoption name no-such-option value 7"


def handshake(candidate: Candidate) -> None:
    """Check that the handshake stands between `ugi` and `ugiok` and has a name."""
    dialogue = candidate.anew()
    if not candidate.introduction.name:
        raise Failed("'ugi'", "'id name NAME' before 'ugiok'", "no name")
    for line in dialogue.ready():
        if line.split(maxsplit=1)[:1] in (["id"], ["option"], ["games"], ["ugiok"]):
            raise Failed("'ugi'", "nothing more after 'ugiok'", quoted(line))


def options(candidate: Candidate) -> None:
    """Check that each option is declared once, in full, and with a valid default."""
    names = set()
    for option in candidate.introduction.options:
        if option.complaint:
            raise Failed("'ugi'", option.complaint, quoted(option.line))
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
    """Check that each option can be set to its default."""
    declared = [option for option in candidate.introduction.options if not option.complaint]
    if not declared:
        raise Skipped("it has no options")
    dialogue = candidate.talk()
    for option in declared:
        dialogue.say(f"setoption name {option.name} value {option.default}")
        dialogue.ready()
    candidate.set_up()


def unknown_option(candidate: Candidate) -> None:
    """Check that the program ignores an option that it does not have."""
    dialogue = candidate.talk()
    dialogue.say(NOBODYS)
    dialogue.ready()
