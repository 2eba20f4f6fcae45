"""How people read the names of players and of seats."""

import re

from urbanist.bots.table.kit.language import marked, tr
from urbanist.engine.name import shown_name

#: The players whose names are words: people, and the levels of play, which need a search and are not imported here.
WORDS = {
    str(word): word
    for word in (
        marked("human"),
        # The levels from 0 on, the weakest first.
        marked("gentle"),
        marked("easy"),
        marked("beginner"),
        marked("learner"),
        marked("casual"),
        marked("medium"),
        marked("skilled"),
        marked("strong"),
        marked("expert"),
        marked("master"),
    )
}
#: The words of the levels 0 to 9.
LEVELS = list(WORDS)[1:]
LEVEL = re.compile("(?:(?:ismcts:)?level=)?([0-9])")
#: What stands before the name of a person.
PERSON = "human:"


def player_name(player: str) -> str:
    """Return the text of a player as people read it: words in the language, and texts of bots as they are typed.

    A level has one name, however it was typed: `8` and `level=8` are `expert`. `human:Ann` is `Ann`. Names come from
    files and programs of strangers: see `shown_name`.
    """
    if player.startswith(PERSON):
        return shown_name(player.removeprefix(PERSON))
    level = LEVEL.fullmatch(player)
    word = player if level is None else LEVELS[int(level[1])]
    return tr(WORDS[word]) if word in WORDS else shown_name(player)


def seat_name(seat: int, player: str = "") -> str:
    """Return the name of a seat, with its player if it is known."""
    if not player:
        return tr("seat {seat}", seat=seat)
    return tr("seat {seat} ({player})", seat=seat, player=player_name(player))
