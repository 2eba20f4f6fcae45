"""The names of the things of Metropolys in the language, and the letters that stand for them on a board."""

from urbanist.bots.table.kit.language import marked, translated
from urbanist.bots.table.metropolys.language import tr
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES

TYPES = {
    "industry": marked("industry"),
    "park": marked("park"),
    "housing": marked("housing"),
    "shopping": marked("shopping"),
    "administration": marked("administration"),
}
AREAS = {
    "bridges": marked("bridges"),
    "statues": marked("statues"),
    "lakes": marked("lakes"),
    "districts": marked("districts"),
    "chains": marked("chains"),
    "border": marked("border"),
}
#: The kinds of tokens in a word, and as things.
KINDS = {"trendy": marked("trendy"), "metro": marked("metro"), "ruins": marked("ruins")}
TOKENS = {"trendy": marked("trendy token"), "metro": marked("metro token"), "ruins": marked("ruins token")}
LETTERS = {
    "industry": marked("I"),
    "park": marked("P"),
    "housing": marked("H"),
    "shopping": marked("S"),
    "administration": marked("A"),
    "metro": marked("M"),
    "ruins": marked("R"),
}
HEIGHTS = {"small": marked("small"), "medium": marked("medium"), "tall": marked("tall")}
VARIANTS = {"family": marked("family"), "expert": marked("expert")}


def short_type(kind: str) -> str:
    """Return the name of a type for a legend."""
    return {
        "industry": tr.in_context("short", "industry"),
        "park": tr.in_context("short", "park"),
        "housing": tr.in_context("short", "housing"),
        "shopping": tr.in_context("short", "shopping"),
        "administration": tr.in_context("short", "administration"),
    }[kind]


def narrow_type(kind: str) -> str:
    """Return the name of a type in eight letters or less."""
    return tr("admin") if kind == "administration" else short_type(kind)


def district_sign(letter: str) -> str:
    """Return the name of a district as it is written on the map, in capitals."""
    name = tr.in_context("map", "Centre") if letter == "C" else translated(DISTRICT_NAMES[letter])
    return name.upper()


def token_sign(kind: str) -> str:
    """Return the character of a token: a star, or a letter."""
    return "★" if kind == "trendy" else tr(LETTERS[kind])


def token(kind: str) -> str:
    """Return a token as a thing, such as "metro token"; empty if there is none."""
    return tr(TOKENS[kind]) if kind else ""


def card_name(card: str) -> str:
    """Return a hidden card, such as `park`, or both of a seat, such as `bridges+park`."""
    return "+".join(tr((TYPES | AREAS)[part]) for part in card.split("+"))
