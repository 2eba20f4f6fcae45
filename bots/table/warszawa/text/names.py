"""The names of cards, fields, types, zones and functions in the language."""

from functools import cache
from typing import get_args

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.warszawa.language import tr
from urbanist.engine.warszawa import editions
from urbanist.engine.warszawa.edition import OBJECTS, Card, Edition, Field, Zone

#: The objects and the styles, by their names in the data, which are texts of the catalog.
KINDS = (*OBJECTS, "socrealism", "modernism")
#: The contexts of names: where room is scarce, and for functions, some of which are called as cubes are.
SHORT, FUNCTION = "short", "function"
#: The letters of the objects in their order; representative has the letter of a palace.
LETTERS = marked("ISRPCTMB")
#: The short forms of long names.
BRIEF = {"representative": "represent."}


@cache
def _house() -> Edition:
    return editions.edition_at(editions.slot_of("house"))


def card_title(card: Card) -> str:
    """Return the name of a card; that of a card from a user's own file stays as it is."""
    return tr(card.name) if card in _house().cards else card.name


def field_title(field: Field) -> str:
    """Return the name of a field; that of a field from a user's own file stays as it is."""
    return tr(field.name) if _is_of_house(field) else field.name


def short_field(field: Field) -> str:
    """Return the name of a field for a place where room is scarce."""
    return tr.in_context(SHORT, field.name) if _is_of_house(field) else field.name


def _is_of_house(field: Field) -> bool:
    return any(field in board for board in _house().boards.values())


def kind_name(kind: str) -> str:
    """Return the name of an object or a style."""
    return tr(kind)


def letter(kind: str) -> str:
    """Return the letter of an object on the map and in lists."""
    return tr(LETTERS)[OBJECTS.index(kind)]


def short_kind(kind: str) -> str:
    """Return the name of a type or a style for a place where room is scarce."""
    return tr.in_context(SHORT, BRIEF.get(kind, kind))


def short_zone(card: Card) -> str:
    """Return where a card may be laid out, for a place where room is scarce."""
    if card.site:
        return "★" + ",".join(map(str, card.site))
    return tr.in_context(SHORT, card.zone)


def zone_width() -> int:
    """Return the width of the widest short name of a zone, with that of a site."""
    return max(len("★-1,-1"), *(len(tr.in_context(SHORT, zone)) for zone in get_args(Zone)))


def function_name(function: str) -> str:
    """Return the name of a function."""
    return tr.in_context(FUNCTION, function)
