"""Reads an edition from a card file and checks its form and the rules for its entries.

NotationError (a ValueError): one line that names the file, the entry and the rule
"""

from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from urbanist.engine.message import Message
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
    Form,
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
    "types": list(TYPES),
    "functions": {name: "once" if name in ONE_OFF else "permanent" for name in FUNCTIONS},
}
SECTIONS = ("name", "hexes", "boards", "cards", "tasks", "norms", "neutral")

T = TypeVar("T", Card, Field, Norm, Place, Task)


# Cached because each game of a match reads the same file.
@lru_cache(maxsize=8)
def read_edition(file: CardFile) -> Edition:
    """Return the edition of a file."""
    try:
        return edition_of(msgspec.json.decode(file.content.removeprefix(BOM_UTF8)))
    except RecursionError:
        raise NotationError(
            Message("{file}: too many nested brackets: not a file of cards", file=file.name)
        ) from None
    except UnicodeDecodeError:
        raise NotationError(Message("{file}: not UTF-8: not a file of cards", file=file.name)) from None
    except msgspec.DecodeError as error:
        raise NotationError(str(error)).at(file.name) from None
    except NotationError as error:
        raise error.at(file.name) from None


def edition_of(found: Any) -> Edition:
    """Return the edition that a decoded file describes."""
    if not isinstance(found, dict):
        raise NotationError(
            Message("expected an object with {keys}", keys="name, boards, cards, tasks, norms, neutral")
        )
    _check_sections(found)
    check_map(_entries(found, "hexes", "hex", Place))
    edition: Edition = _formed(
        "the file",
        Edition,
        {
            "name": found["name"],
            **{
                section: _formed(f"section '{section}'", form, found.get(section, {}))
                for section, form in NUMBERS.items()
            },
            "boards": _boards(found["boards"]),
            "cards": _entries(found, "cards", "card", Card),
            "tasks": sorted(_entries(found, "tasks", "task", Task), key=lambda task: task.id),
            "norms": sorted(_entries(found, "norms", "norm", Norm), key=lambda norm: norm.id),
            "neutral": found["neutral"],
        },
    )
    check_edition(edition)
    return edition


def _check_sections(found: Mapping[str, Any]) -> None:
    for section in SECTIONS:
        if section not in found:
            raise NotationError(Message("section '{section}' is missing", section=section))
    for section, value in found.items():
        if section not in (*SECTIONS, *NUMBERS, *FIXED, "about"):
            raise NotationError(
                Message(
                    "section '{section}' is unknown: expected {known}",
                    section=section,
                    known=", ".join((*SECTIONS, *NUMBERS, *FIXED)),
                )
            )
        if section == "functions" and isinstance(value, list):
            given: object = {
                str(entry.get("id")): entry.get("use") for entry in value if isinstance(entry, dict)
            }
        else:
            given = value
        if section in FIXED and given != FIXED[section]:
            raise NotationError(
                Message(
                    "section '{section}' differs from the rules: {rules}",
                    section=section,
                    rules=str(FIXED[section]),
                )
            )


def _formed(entry: str, form: Callable[..., Any], value: object) -> Any:
    """Convert a value to `form`; raise `NotationError` with the entry, the fault and the allowed values."""
    try:
        return msgspec.convert(value, form, from_attributes=True)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        where = where.rstrip("`").strip(".")
        hint = get_type_hints(form).get(where.partition("[")[0])
        if where.endswith("]"):
            hint = get_args(hint)[0]
        reason = what[0].lower() + what[1:]
        if get_origin(hint) is Literal:
            known = ", ".join(map(str, get_args(hint)))
            reason = Message("{reason} (expected {known})", reason=reason, known=known)
        found = NotationError(reason)
        raise (found.at(where) if where else found).at(entry) from None


def _entries(found: Mapping[str, Any], section: str, what: str, form: type[T]) -> list[T]:
    given = found[section]
    if not isinstance(given, list):
        raise NotationError(Message("section '{section}': expected a list", section=section))
    entries: list[T] = [
        _formed(_called(what, number, entry), form, entry) for number, entry in enumerate(given, 1)
    ]
    names = Counter(getattr(entry, "id", None) for entry in entries)
    repeated = next((name for name, n in names.items() if name is not None and n > 1), None)
    if repeated is not None:
        raise NotationError(Message("{entry}: the id appears twice", entry=f"{what} '{repeated}'"))
    return entries


def _called(what: str, number: int, entry: object) -> str:
    name = entry.get("id") if isinstance(entry, dict) else None
    return f"{what} '{name}'" if isinstance(name, str) else f"{what} {name or f'no. {number}'}"


def _boards(found: Any) -> dict[int, list[Field]]:
    if not isinstance(found, dict) or tuple(found) != PLAYERS:
        raise NotationError(
            Message("section '{section}': expected a list of fields for 3, 4 and 5 players", section="boards")
        )
    boards = {
        int(players): _entries(found, players, f"board of {players} players: field", Field)
        for players in PLAYERS
    }
    for players, fields in boards.items():
        board = f"board of {players} players"
        if [field.id for field in fields] != list(range(1, len(fields) + 1)) or len(fields) > MAX_FIELDS:
            raise NotationError(
                Message(
                    "{board}: fields must be numbered 1, 2, 3, ..., at most {most}",
                    board=board,
                    most=MAX_FIELDS,
                )
            )
        unlimited = sum(field.unlimited for field in fields)
        if unlimited != 3:
            raise NotationError(
                Message(
                    "{board}: {number} unlimited fields, expected {expected}",
                    board=board,
                    number=unlimited,
                    expected=3,
                )
            )
        for field in fields:
            if not any(getattr(field.effect, name) for name in EFFECTS):
                raise NotationError(
                    Message("{board}: field {field}: its effect is empty", board=board, field=field.id)
                )
    return boards
