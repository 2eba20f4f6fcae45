"""The editions that this process knows: the house edition and those loaded from files.

A state refers to its edition by a slot number. A card id has the same number in all editions, so that a move can be
written without its state.
"""

from collections.abc import Mapping

from urbanist.engine.edition import Editions, no_room
from urbanist.engine.warszawa import tables
from urbanist.engine.warszawa.edition import HOUSE, WarszawaEdition, edition_of

SLOTS = 8
CARD_NUMBERS = 1024

_indexed: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
_places: list[dict[str, int]] = []
_numbers: dict[str, int] = {}
_names: list[str] = []


def _fill(slot: int, edition: WarszawaEdition) -> None:
    fresh = [card.id for card in edition.cards if card.id not in _numbers]
    if len(_names) + len(fresh) > CARD_NUMBERS:
        raise no_room(CARD_NUMBERS, "cards")
    for name in fresh:
        _numbers[name] = len(_names)
        _names.append(name)
    tables.fill(slot, edition, _numbers)
    first, second = (
        tuple(sorted((card.id for card in edition.stage_cards(stage)), key=_numbers.__getitem__))
        for stage in (1, 2)
    )
    _indexed.append((first, second))
    _places.append({card.id: place for place, card in enumerate(edition.cards)})


EDITIONS = Editions(HOUSE, SLOTS, edition_of, _fill)


def indexed(slot: int, stage: int) -> tuple[str, ...]:
    """Return the ids of the cards of a stage, 1 or 2, in the order of the kernel's indices."""
    return _indexed[slot][stage - 1]


def places(slot: int) -> Mapping[str, int]:
    """Return the place of each card in the edition of a slot, by its id."""
    return _places[slot]


def number_of(card: str) -> int | None:
    """Return the number that moves use for a card id; None if no edition has the card."""
    return _numbers.get(card)


def name_of(number: int) -> str | None:
    """Return the card id for a number in a move; None if there is none."""
    return _names[number] if number < len(_names) else None
