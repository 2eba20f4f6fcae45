"""The editions that this process knows: the house edition and those loaded from files.

A state refers to its edition by a slot number. A card id has the same number in all editions, so that a move can be
written without its state.
"""

from collections.abc import Mapping

from urbanist.engine.message import Message
from urbanist.engine.notation import CardFile, NotationError
from urbanist.engine.warszawa.edition import Edition
from urbanist.engine.warszawa.edition_file import HOUSE, read_edition
from urbanist.engine.warszawa.tables import fill

SLOTS = 8
CARD_NUMBERS = 1024

_editions: list[Edition] = []
_indexed: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
_places: list[dict[str, int]] = []
_numbers: dict[str, int] = {}
_names: list[str] = []


def load(file: CardFile) -> str:
    """Add the edition of a file and return its name, for deals with the option `data=NAME`."""
    edition = read_edition(file)
    try:
        add(edition)
    except NotationError as error:
        raise error.at(file.name) from None
    return edition.name


def add(edition: Edition) -> int:
    """Return the slot of an edition; it gets a new one if it has none."""
    for slot, other in enumerate(_editions):
        if other == edition:
            return slot
        if other.name == edition.name:
            raise NotationError(
                Message("name: another edition is called '{name}' already", name=edition.name)
            )
    fresh = [card.id for card in edition.cards if card.id not in _numbers]
    if len(_editions) == SLOTS or len(_names) + len(fresh) > CARD_NUMBERS:
        raise NotationError(
            Message(
                "no room for more than {editions} editions with {cards} cards in one process",
                editions=SLOTS,
                cards=CARD_NUMBERS,
            )
        )
    for name in fresh:
        _numbers[name] = len(_names)
        _names.append(name)
    slot = len(_editions)
    fill(slot, edition, _numbers)
    first, second = (
        tuple(sorted((card.id for card in edition.stage_cards(stage)), key=_numbers.__getitem__))
        for stage in (1, 2)
    )
    _indexed.append((first, second))
    _places.append({card.id: place for place, card in enumerate(edition.cards)})
    _editions.append(edition)
    return slot


def slot_of(name: str) -> int:
    """Return the slot of the edition with this name; raise `NotationError` if there is none."""
    names = [edition.name for edition in _editions]
    if name not in names:
        raise NotationError(
            Message(
                "deal token 'data={name}': no such set of cards; there are {names}; --cards FILE adds another",
                name=name,
                names=", ".join(names),
            )
        )
    return names.index(name)


def edition_at(slot: int) -> Edition:
    """Return the edition in a slot."""
    return _editions[slot]


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


load(CardFile.read(HOUSE))
