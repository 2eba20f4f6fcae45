"""The editions of Akropolis that this process knows: the printed one and those loaded from files."""

from typing import Any

from urbanist.engine.akropolis import bitboards, city, features, placement_bitboards, rules
from urbanist.engine.akropolis.edition import PRINTED, AkropolisEdition, read_edition
from urbanist.engine.akropolis.solver import grid
from urbanist.engine.edition import Editions
from urbanist.engine.notation import CardFile

SLOTS = 4
SLOT_SHIFT = 6  # the place of the slot in the options of a record


def _fill(slot: int, edition: AkropolisEdition) -> None:
    for tables in (city, bitboards, placement_bitboards, grid, features, rules):
        tables.fill(slot, edition)


EDITIONS = Editions(SLOTS, read_edition, _fill)
load = EDITIONS.load


def edition_of(record: Any) -> AkropolisEdition:
    """Return the edition with which the game of a record was dealt."""
    return EDITIONS.at(int(record["options"]) >> SLOT_SHIFT)


load(CardFile.read(PRINTED))
