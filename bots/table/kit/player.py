"""How people read the names of players and of seats."""

from urbanist.bots.table.kit.language import marked, tr

#: The players whose names are words: people, and the levels of play, which need a search and are not imported here.
WORDS = {
    str(word): word
    for word in (
        marked("human"),
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


def player_name(player: str) -> str:
    """Return the text of a player as people read it: words in the language, and texts of bots as they are typed."""
    return tr(WORDS[player]) if player in WORDS else player


def seat_name(seat: int, player: str = "") -> str:
    """Return the name of a seat, with its player if it is known."""
    if not player:
        return tr("seat {seat}", seat=seat)
    return tr("seat {seat} ({player})", seat=seat, player=player_name(player))
