"""The editions of Metropolys that this process knows: the printed one and those loaded from files."""

from typing import Any

from urbanist.engine.edition import Editions
from urbanist.engine.metropolys import board, card_value, scoring
from urbanist.engine.metropolys.edition import PRINTED, MetropolysEdition, read_edition
from urbanist.engine.notation import CardFile

SLOTS = 4


def _fill(slot: int, edition: MetropolysEdition) -> None:
    board.fill(slot, edition.board)
    scoring.fill(slot, edition)
    card_value.fill(slot, edition)


EDITIONS = Editions(SLOTS, read_edition, _fill)
load = EDITIONS.load


def edition_of(record: Any) -> MetropolysEdition:
    """Return the edition with which the game of a record was dealt."""
    return EDITIONS.at(int(record["slot"]))


load(CardFile.read(PRINTED))
