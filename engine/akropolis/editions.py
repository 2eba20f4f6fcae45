"""The editions of Akropolis that this process knows: the printed one and those loaded from files."""

from urbanist.engine.akropolis import bitboards, city, features, placement_bitboards, rules
from urbanist.engine.akropolis.edition import PRINTED, AkropolisEdition, edition_of
from urbanist.engine.akropolis.solver import grid
from urbanist.engine.edition import Editions

SLOTS = 4
SLOT_SHIFT = 6  # the place of the slot in the options of a record


def _fill(slot: int, edition: AkropolisEdition) -> None:
    for tables in (city, bitboards, placement_bitboards, grid, features, rules):
        tables.fill(slot, edition)


EDITIONS = Editions(PRINTED, SLOTS, edition_of, _fill, lambda record: int(record["options"]) >> SLOT_SHIFT)
