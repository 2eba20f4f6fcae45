"""The names of the things of Metropolys in the language, and the letters that stand for them on a board.

Types, areas, tokens, heights and variants have their names in the engine, which are texts of the catalog.
"""

from urbanist.bots.table.kit.language import translated
from urbanist.bots.table.metropolys.language import tr
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES


def short_type(kind: str) -> str:
    """Return the name of a type for a legend."""
    return tr.in_context("short", kind)


def narrow_type(kind: str) -> str:
    """Return the name of a type in eight letters or less."""
    return tr("admin") if kind == "administration" else short_type(kind)


def letter(kind: str) -> str:
    """Return the letter of a type or a token."""
    return tr(kind[0].upper())


def district_sign(letter: str) -> str:
    """Return the name of a district as it is written on the map, in capitals."""
    name = tr.in_context("map", "Centre") if letter == "C" else translated(DISTRICT_NAMES[letter])
    return name.upper()


def token_sign(kind: str) -> str:
    """Return the character of a token: a star, or a letter."""
    return "★" if kind == "trendy" else letter(kind)


def token(kind: str) -> str:
    """Return a token as a thing, such as "metro token"; empty if there is none."""
    return tr(f"{kind} token") if kind else ""


def card_name(card: str) -> str:
    """Return a hidden card, such as `park`, or both of a seat, such as `bridges+park`."""
    return "+".join(map(tr, card.split("+")))
