"""Reads an edition from a card file and checks its form and the rules for its entries.

NotationError (a ValueError): one line that names the file, the entry and the rule
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

from urbanist.engine.edition import Form, check_sections, entries, formed, read
from urbanist.engine.notation import CardFile, NotationError
from urbanist.engine.warszawa.edition import (
    EFFECTS,
    FUNCTIONS,
    ONE_OFF,
    TYPES,
    Card,
    Edition,
    Engineers,
    Field,
    Limits,
    Norm,
    Place,
    Rounds,
    Start,
    Task,
)
from urbanist.engine.warszawa.edition_rules import check_edition, check_map

HOUSE = Path(__file__).parent / "house.json"
PLAYERS = ("3", "4", "5")
MAX_FIELDS = 15

#: The numbers of the rules; a file may change them, and what it leaves out is as in the rule book.
NUMBERS: dict[str, type[Form]] = {
    "limits": Limits,
    "rounds": Rounds,
    "start": Start,
    "engineers": Engineers,
}
#: The values that the rules fix: a file may repeat them but not change them.
FIXED: dict[str, object] = {
    "game": "warszawa",
    "types": list(TYPES),
    "functions": {name: "once" if name in ONE_OFF else "permanent" for name in FUNCTIONS},
}
SECTIONS = ("name", "hexes", "boards", "cards", "tasks", "norms", "neutral")


# Cached because each game of a match reads the same file.
@lru_cache(maxsize=8)
def read_edition(file: CardFile) -> Edition:
    """Return the edition of a file."""
    return read(file, edition_of)


def edition_of(found: Any) -> Edition:
    """Return the edition that a decoded file describes."""
    check_sections(_with_uses(found), SECTIONS, tuple(NUMBERS), FIXED)
    check_map(entries(found, "hexes", "hex", Place))
    edition: Edition = formed(
        "the file",
        Edition,
        {
            "name": found["name"],
            **{
                section: formed(f"section '{section}'", form, found.get(section, {}))
                for section, form in NUMBERS.items()
            },
            "boards": _boards(found["boards"]),
            "cards": entries(found, "cards", "card", Card),
            "tasks": sorted(entries(found, "tasks", "task", Task), key=lambda task: task.id),
            "norms": sorted(entries(found, "norms", "norm", Norm), key=lambda norm: norm.id),
            "neutral": found["neutral"],
        },
    )
    check_edition(edition)
    return edition


def _with_uses(found: Any) -> Any:
    """Return what a file says, of each function its use alone: its text is for readers."""
    functions = found.get("functions") if isinstance(found, dict) else None
    if not isinstance(functions, list):
        return found
    uses = {str(entry.get("id")): entry.get("use") for entry in functions if isinstance(entry, dict)}
    return {**found, "functions": uses}


def _boards(found: Any) -> dict[int, list[Field]]:
    if not isinstance(found, dict) or tuple(found) != PLAYERS:
        raise NotationError(
            "section '{section}': expected a list of fields for 3, 4 and 5 players", section="boards"
        )
    boards = {
        int(players): entries(found, players, f"board of {players} players: field", Field)
        for players in PLAYERS
    }
    for players, fields in boards.items():
        board = f"board of {players} players"
        if [field.id for field in fields] != list(range(1, len(fields) + 1)) or len(fields) > MAX_FIELDS:
            raise NotationError(
                "{board}: fields must be numbered 1, 2, 3, ..., at most {most}", board=board, most=MAX_FIELDS
            )
        unlimited = sum(field.unlimited for field in fields)
        if unlimited != 3:
            raise NotationError(
                "{board}: {number} unlimited fields, expected {expected}",
                board=board,
                number=unlimited,
                expected=3,
            )
        for field in fields:
            if not any(getattr(field.effect, name) for name in EFFECTS):
                raise NotationError(
                    "{board}: field {field}: its effect is empty", board=board, field=field.id
                )
    return boards
