"""What counts for a seat: its buildings, and the places where it took its tokens."""

from itertools import pairwise

from urbanist.bots.table.kit.sight import Sight
from urbanist.engine.metropolys.notation import mask_names
from urbanist.engine.metropolys.pieces import TOKEN_KINDS
from urbanist.engine.score_row import Counted

#: The least value of a medium and of a tall building.
MEDIUM, TALL = 6, 10


def height_of(value: int) -> str:
    """Return the height of a building: small, medium or tall."""
    return "tall" if value >= TALL else "medium" if value >= MEDIUM else "small"


def counting(sight: Sight, seat: int) -> dict[str, tuple[Counted, ...]]:
    """Return what counts in each row of the score of a seat."""
    rows = {row.what: row.points for row in sight.state.score_rows(seat)}
    found = {}
    for kind, places in taken(sight, seat).items():
        points = rows[f"{kind} tokens"]
        found[f"{kind} tokens"] = tuple(Counted((place,), points // len(places)) for place in places)
        if points_of_card := rows.get(f"{kind} card"):
            decisive = places if kind == "metro" else places[-1:]
            found[f"{kind} card"] = (Counted(tuple(decisive), points_of_card),)
    return {**found, **sight.view.game.notation.counting(sight.state, seat)}


def taken(sight: Sight, seat: int) -> dict[str, list[str]]:
    """Return the places of the tokens that a seat took, in the order of play, by the kind of token."""
    found: dict[str, list[str]] = {}
    for before, after in pairwise(state.array for state in sight.states):
        for number, kind in enumerate(TOKEN_KINDS):
            if int(after["taken"][seat][number]) > int(before["taken"][seat][number]):
                gone = int(before["tokens"][number]) & ~int(after["tokens"][number])
                found.setdefault(kind, []).extend(mask_names(gone))
    return found
