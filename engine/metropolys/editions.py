"""The editions of Metropolys that this process knows: the printed one and those loaded from files."""

from urbanist.engine.edition import Editions
from urbanist.engine.metropolys import board, card_value, scoring
from urbanist.engine.metropolys.edition import PRINTED, MetropolysEdition, edition_of

SLOTS = 4


def _fill(slot: int, edition: MetropolysEdition) -> None:
    board.fill(slot, edition.board)
    scoring.fill(slot, edition)
    card_value.fill(slot, edition)


EDITIONS = Editions(PRINTED, SLOTS, edition_of, _fill)
