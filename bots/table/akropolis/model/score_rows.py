"""What a score depends on besides the city: the options of the game and the stones."""

from urbanist.bots.table.kit.language import marked
from urbanist.engine import State
from urbanist.engine.akropolis.notation import option_names

#: The condition that doubles a kind under its option.
DOUBLED = {
    "houses": marked("a group worth 10 or more"),
    "markets": marked("beside a market plaza"),
    "barracks": marked("with 3 or 4 places outside"),
    "temples": marked("on level 2 or higher"),
    "gardens": marked("beside a lake"),
}


def options_of(state: State) -> list[str]:
    """Return the options of the game."""
    return option_names(int(state.array["options"]))


def stones_of(state: State, seat: int) -> int:
    """Return the number of stones of a seat."""
    return int(state.array["city"][seat]["stones"])
