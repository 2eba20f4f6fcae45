"""An edition of Metropolys: the numbers of the rules; the board and the buildings are as they are printed.

The program comes with the edition `printed.json`, which has what is printed in the game. A file of the same form brings
other numbers: see `read_edition`.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from urbanist.engine.edition import Form, Name, check_sections, decoded, formed, read
from urbanist.engine.message import Message
from urbanist.engine.metropolys.pieces import TOKEN_KINDS
from urbanist.engine.notation import CardFile, NotationError

PRINTED = Path(__file__).parent / "printed.json"

Gain = Annotated[int, Meta(ge=0, le=9)]
Cost = Annotated[int, Meta(ge=-9, le=0)]
Worth = Annotated[int, Meta(ge=1, le=9)]
Number = Annotated[int, Meta(ge=1, le=20)]


class Points(Form, frozen=True):
    """The points for each token, card, tallest skyline and building, and for each group of an expert card."""

    trendy: Gain
    metro: Gain
    ruins: Cost
    metro_card: Gain
    ruins_card: Cost
    tallest: Worth
    type: Worth
    family: Worth
    bridges: Worth
    statues: Worth
    lakes: Worth
    districts: Worth
    chains: Worth


class Kinds(Form, frozen=True):
    """How many tokens of each kind lie on the board."""

    trendy: Number
    metro: Number
    ruins: Number


class Tokens(Form, frozen=True, rename={"two": "2", "three": "3", "four": "4"}):
    """How many tokens lie in the centre, in each outer district, and of each kind with 2, 3 and 4 players."""

    centre: Annotated[int, Meta(ge=1, le=14)]
    outer: Annotated[int, Meta(ge=1, le=9)]
    two: Kinds
    three: Kinds
    four: Kinds

    def of(self, players: int) -> Kinds:
        """Return the numbers at a table of 2, 3 or 4 players."""
        return (self.two, self.three, self.four)[players - 2]


class Edition(Form, frozen=True):
    """The numbers of a game."""

    name: Name
    points: Points
    tokens: Tokens


@lru_cache(maxsize=8)  # because each game of a match reads the same file
def read_edition(file: CardFile) -> Edition:
    """Return the edition of a file."""
    return read(file, edition_of)


def edition_of(found: Any) -> Edition:
    """Return the edition that a decoded file describes; numbers that it leaves out are the printed ones."""
    check_sections(found, ("game", "name"), ("points", "tokens"), {"game": "metropolys"})
    printed = decoded(CardFile.read(PRINTED))
    given: dict[str, Any] = {"name": found["name"]}
    for section, form in (("points", Points), ("tokens", Tokens)):
        own = found.get(section, {})
        whole = {**printed[section], **own} if isinstance(own, dict) else own
        given[section] = formed(f"section '{section}'", form, whole)
    edition: Edition = formed("the file", Edition, given)
    for fault in _faults(edition.tokens):
        raise NotationError(fault)
    return edition


def _faults(tokens: Tokens) -> Iterator[str]:
    for players in (2, 3, 4):
        there = sum(getattr(tokens.of(players), kind) for kind in TOKEN_KINDS)
        expected = tokens.centre + tokens.outer * players
        if there != expected:
            yield Message(
                "section 'tokens': {players} players have {there} tokens, but {expected} places: "
                "{centre} in the centre and {outer} in each of {players} outer districts",
                players=players,
                there=there,
                expected=expected,
                centre=tokens.centre,
                outer=tokens.outer,
            )
