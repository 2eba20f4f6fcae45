"""Reads an edition from a card file and checks its form and the rules for its entries.

NotationError (a ValueError): one line that names the file, the entry and the rule
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

from urbanist.engine.edition import Form, check_numbered, check_sections, entries, formed, read, section
from urbanist.engine.notation import CardFile, NotationError, miscounted
from urbanist.engine.warszawa.edition import (
    EFFECTS,
    FUNCTIONS,
    ONE_OFF,
    TYPES,
    Card,
    Engineers,
    Field,
    Limits,
    MapHex,
    Norm,
    Rounds,
    Start,
    Task,
    WarszawaEdition,
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
def read_edition(file: CardFile) -> WarszawaEdition:
    """Return the edition of a file."""
    return read(file, edition_of)


def edition_of(found: Any) -> WarszawaEdition:
    """Return the edition that a decoded file describes."""
    check_sections(_with_uses(found), SECTIONS, tuple(NUMBERS), FIXED)
    check_map(entries(found, "hexes", "hex", MapHex))
    edition: WarszawaEdition = formed(
        "the file",
        WarszawaEdition,
        {
            "name": found["name"],
            **{name: formed(section(name), form, found.get(name, {})) for name, form in NUMBERS.items()},
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
        raise NotationError("expected an object with {keys}", keys=", ".join(PLAYERS)).at(section("boards"))
    boards = {
        int(players): entries(found, players, f"board of {players} players: field", Field)
        for players in PLAYERS
    }
    for players, fields in boards.items():
        board = f"board of {players} players"
        check_numbered([field.id for field in fields], MAX_FIELDS, board)
        unlimited = sum(field.unlimited for field in fields)
        if unlimited != 3:
            raise miscounted(unlimited, 3).at(f"{board}: unlimited")
        for field in fields:
            if not any(getattr(field.effect, name) for name in EFFECTS):
                raise NotationError("its effect is empty").at(f"{board}: field {field.id}")
    return boards
