"""What counts for a seat: its buildings, and the places where it took its tokens."""

from enum import StrEnum
from itertools import pairwise

from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.engine.metropolys.notation import mask_names
from urbanist.engine.metropolys.pieces import TOKEN_KINDS
from urbanist.engine.metropolys.score_kinds import ScoreKind
from urbanist.engine.score_row import Counted

#: The least value of a medium and of a tall building.
MEDIUM, TALL = 6, 10


def height_of(value: int) -> str:
    """Return the height of a building: small, medium or tall."""
    return "tall" if value >= TALL else "medium" if value >= MEDIUM else "small"


#: The rows of tokens by their kinds, and those of the cards that two of them decide.
TOKENS = {
    "trendy": ScoreKind.TRENDY_TOKENS,
    "metro": ScoreKind.METRO_TOKENS,
    "ruins": ScoreKind.RUINS_TOKENS,
}
CARDS = {"metro": ScoreKind.METRO_CARD, "ruins": ScoreKind.RUINS_CARD}


def score_breakdown(pov: PlayerView, seat: int) -> dict[StrEnum, tuple[Counted, ...]]:
    """Return what counts in each row of the score of a seat."""
    rows = {row.kind: row for row in pov.state.score_rows(seat)}
    found: dict[StrEnum, tuple[Counted, ...]] = {}
    for kind, places in taken(pov, seat).items():
        row = TOKENS[kind]
        found[row] = tuple(Counted((place,), rows[row].each) for place in places)
        if kind in CARDS and (points := rows[CARDS[kind]].points):
            decisive = places if kind == "metro" else places[-1:]
            found[CARDS[kind]] = (Counted(tuple(decisive), points),)
    return {**found, **pov.view.game.notation.score_breakdown(pov.state, seat)}


def taken(pov: PlayerView, seat: int) -> dict[str, list[str]]:
    """Return the places of the tokens that a seat took, in the order of play, by the kind of token."""
    found: dict[str, list[str]] = {}
    for before, after in pairwise(state.array for state in pov.states):
        for number, kind in enumerate(TOKEN_KINDS):
            if int(after["taken"][seat][number]) > int(before["taken"][seat][number]):
                gone = int(before["tokens"][number]) & ~int(after["tokens"][number])
                found.setdefault(kind, []).extend(mask_names(gone))
    return found
