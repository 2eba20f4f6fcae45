"""The rows of a Metropolys score in words: their names, and how their points come about."""

from collections.abc import Iterable

from urbanist.engine.message import Message

TRENDY_TOKENS = Message("trendy tokens")
METRO_TOKENS = Message("metro tokens")
METRO_CARD = Message("metro card")
RUINS_TOKENS = Message("ruins tokens")
RUINS_CARD = Message("ruins card")
TALLEST = Message("tallest building")
#: The common names of the rows of cards that differ from seat to seat.
TYPE_CARD = Message("type card")
AREA_CARD = Message("area card")
#: The rows of cards by type and by area.
TYPE_CARDS = {
    "industry": Message("industry card"),
    "park": Message("park card"),
    "housing": Message("housing card"),
    "shopping": Message("shopping card"),
    "administration": Message("administration card"),
}
AREA_CARDS = {
    "bridges": Message("bridges card"),
    "statues": Message("statues card"),
    "lakes": Message("lakes card"),
    "districts": Message("districts card"),
    "chains": Message("chains card"),
    "border": Message("border card"),
}


def buildings(number: int, each: int) -> str:
    """Return the same for an Area card of the family game."""
    return Message("{number} buildings at {each}", number=number, each=each)


def groups(area: str, number: int, each: int) -> str:
    """Return the same for an Area card of the expert game, which counts groups of buildings."""
    if area == "bridges":
        return Message("{number} bridge pairs at {each}", number=number, each=each)
    if area == "statues":
        return Message("{number} statues at {each}", number=number, each=each)
    if area == "lakes":
        return Message("{number} lake groups at {each}", number=number, each=each)
    if area == "districts":
        return Message("{number} districts of 3 at {each}", number=number, each=each)
    return Message("{number} chains of 3 at {each}", number=number, each=each)


def districts(led: Iterable[str]) -> str:
    """Return the districts in which a seat has the tallest building."""
    return Message.listed(led) or Message("in no district")
