"""Reads an edition from a card file and checks its form and the rules for its entries.

NotationError (a ValueError): one line that names the file, the entry and the rule
"""

import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from urbanist.engine.notation import CardFile, NotationError
from urbanist.engine.warszawa.edition import (
    EFFECTS,
    FUNCTIONS,
    ONE_OFF,
    TYPES,
    Card,
    Edition,
    Field,
    Norm,
    Place,
    Task,
)
from urbanist.engine.warszawa.geography import CELLS, HEXES, RIGHT_BANK, URBAN

HOUSE = Path(__file__).parent / "house.json"
PLAYERS = ("3", "4", "5")
VERBS = ("norm", "send", "clear", "use", "pass", "build", "metro", "bridge", "done")
MOST_CARDS = 64  # of a stage, because they are bits of one word
MOST_TASKS = 32
MOST_FIELDS = 15
MOST_SEATS = 5
TASKS_OF_A_STAGE = 12  # three for each round
NEUTRAL = 7
TASK_ID = re.compile("t[0-9][0-9]")

#: The values that the rules fix: a file may repeat them but not change them.
FIXED: dict[str, object] = {
    "limits": {
        "store": 3,
        "buildings": 15,
        "metro_markers": 6,
        "bridges": 4,
        "tunnels": 1,
        "tasks_open": 3,
        "start_cards": 2,
    },
    "rounds": {"none": [4, 4], "rounds7": [4, 3]},
    "start": {"fund": 1, "concrete": 1, "rubble": 0},
    "engineers": {"3": 4, "4": 4, "5": 3},
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
        raise NotationError(f"{file.name}: too many nested brackets: not a file of cards") from None
    except UnicodeDecodeError:
        raise NotationError(f"{file.name}: not UTF-8: not a file of cards") from None
    except (msgspec.DecodeError, NotationError) as error:
        raise NotationError(f"{file.name}: {error}") from None


def edition_of(found: Any) -> Edition:
    """Return the edition that a decoded file describes."""
    if not isinstance(found, dict):
        raise NotationError("expected an object with name, boards, cards, tasks, norms and neutral")
    _check_sections(found)
    _check_map(_entries(found, "hexes", "hex", Place))
    edition: Edition = _formed(
        "the file",
        Edition,
        {
            "name": found["name"],
            "boards": _boards(found["boards"]),
            "cards": _entries(found, "cards", "card", Card),
            "tasks": sorted(_entries(found, "tasks", "task", Task), key=lambda task: task.id),
            "norms": sorted(_entries(found, "norms", "norm", Norm), key=lambda norm: norm.id),
            "neutral": found["neutral"],
        },
    )
    for check in (_check_cards, _check_sites, _check_tasks, _check_norms, _check_neutral):
        check(edition)
    return edition


# -- form ------------------------------------------------------------------------------------------------------------


def _check_sections(found: Mapping[str, Any]) -> None:
    for section in SECTIONS:
        if section not in found:
            raise NotationError(f"section '{section}' is missing")
    for section, value in found.items():
        if section not in (*SECTIONS, *FIXED, "about"):
            raise NotationError(f"section '{section}' is unknown: expected {', '.join((*SECTIONS, *FIXED))}")
        if section == "functions" and isinstance(value, list):
            given: object = {
                str(entry.get("id")): entry.get("use") for entry in value if isinstance(entry, dict)
            }
        else:
            given = value
        if section in FIXED and given != FIXED[section]:
            raise NotationError(f"section '{section}' differs from the rules: {FIXED[section]}")


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
        allowed = f" (expected {', '.join(map(str, get_args(hint)))})" if get_origin(hint) is Literal else ""
        place = f"{where}: " if where else ""
        raise NotationError(f"{entry}: {place}{what[0].lower()}{what[1:]}{allowed}") from None


def _entries(found: Mapping[str, Any], section: str, what: str, form: type[T]) -> list[T]:
    given = found[section]
    if not isinstance(given, list):
        raise NotationError(f"section '{section}': expected a list")
    entries: list[T] = [
        _formed(_called(what, number, entry), form, entry) for number, entry in enumerate(given, 1)
    ]
    names = Counter(getattr(entry, "id", None) for entry in entries)
    repeated = next((name for name, n in names.items() if name is not None and n > 1), None)
    if repeated is not None:
        raise NotationError(f"{what} '{repeated}': the id appears twice")
    return entries


def _called(what: str, number: int, entry: object) -> str:
    name = entry.get("id") if isinstance(entry, dict) else None
    return f"{what} '{name}'" if isinstance(name, str) else f"{what} {name or f'no. {number}'}"


def _boards(found: Any) -> dict[int, list[Field]]:
    if not isinstance(found, dict) or tuple(found) != PLAYERS:
        raise NotationError("section 'boards': expected a list of fields for 3, 4 and 5 players")
    boards = {
        int(players): _entries(found, players, f"board of {players} players: field", Field)
        for players in PLAYERS
    }
    for players, fields in boards.items():
        board = f"board of {players} players"
        if [field.id for field in fields] != list(range(1, len(fields) + 1)) or len(fields) > MOST_FIELDS:
            raise NotationError(f"{board}: fields must be numbered 1, 2, 3, ..., at most {MOST_FIELDS}")
        unlimited = sum(field.unlimited for field in fields)
        if unlimited != 3:
            raise NotationError(f"{board}: {unlimited} unlimited fields, expected 3")
        for field in fields:
            if not any(getattr(field.effect, name) for name in EFFECTS):
                raise NotationError(f"{board}: field {field.id}: its effect is empty")
    return boards


# -- rules -----------------------------------------------------------------------------------------------------------


def _check_map(places: Sequence[Place]) -> None:
    seen = set()
    for place in places:
        where = place.q, place.r
        if where not in CELLS:
            raise NotationError(f"hex {place.q},{place.r}: it is outside the map")
        if where in seen:
            raise NotationError(f"hex {place.q},{place.r}: it appears twice")
        seen.add(where)
        expected = {
            "bank": "right" if where in RIGHT_BANK else "left",
            "zone": "urban" if where in URBAN else "suburban",
            "rubble": where in URBAN,
        }
        for key, value in expected.items():
            if getattr(place, key) != value:
                raise NotationError(f"hex {place.q},{place.r}: {key} is {str(value).lower()} on the map")
    missing = [f"{q},{r}" for q, r in HEXES if (q, r) not in seen]
    if missing:
        raise NotationError(f"hex {missing[0]}: it is missing, the map has {len(HEXES)} hexes")


def _check_cards(edition: Edition) -> None:
    for card in edition.cards:
        if card.id in VERBS:
            raise NotationError(f"card '{card.id}': the id is a verb of the notation")
        if TASK_ID.fullmatch(card.id):
            raise NotationError(f"card '{card.id}': the id has the form of a task id")
    for stage in (1, 2):
        n = len(edition.stage_cards(stage))
        if n > MOST_CARDS:
            raise NotationError(f"section 'cards': {n} cards of stage {stage}, at most {MOST_CARDS}")
    if len(edition.stage_cards(1)) < 2 * MOST_SEATS:
        raise NotationError(
            f"section 'cards': expected at least {2 * MOST_SEATS} stage 1 cards, two for each player"
        )


def _check_sites(edition: Edition) -> None:
    owner: dict[tuple[int, int], str] = {}
    for card in edition.cards:
        if card.site is None:
            continue
        where = f"card '{card.id}': site {card.site[0]},{card.site[1]}"
        if card.site not in CELLS:
            raise NotationError(f"{where} is outside the map")
        if card.site not in URBAN or card.site in RIGHT_BANK:
            raise NotationError(f"{where} is not urban, on the left bank")
        if card.stage != 1 or card.zone == "suburban":
            raise NotationError(f"{where}: a historic site is for a stage 1 card that is not suburban")
        if card.site in owner:
            raise NotationError(f"{where} is already the site of card '{owner[card.site]}'")
        owner[card.site] = card.id


def _check_tasks(edition: Edition) -> None:
    for stage in (1, 2):
        n = len(edition.stage_tasks(stage))
        if not TASKS_OF_A_STAGE <= n <= MOST_TASKS:
            raise NotationError(
                f"section 'tasks': {n} tasks of stage {stage}, expected {TASKS_OF_A_STAGE} (three for each round) "
                f"to {MOST_TASKS}"
            )


def _check_norms(edition: Edition) -> None:
    cards: Counter[str] = Counter(card.type for card in edition.cards)
    for norm in edition.norms:
        for name, n in Counter(norm.objects).items():
            if name in TYPES and n > cards[name]:
                raise NotationError(
                    f"norm '{norm.id}': nobody can meet it: it needs {n} {name}, the cards have {cards[name]}"
                )
    if len(edition.norms) < 2 * MOST_SEATS:
        raise NotationError(f"section 'norms': expected at least {2 * MOST_SEATS}, two for each player")


def _check_neutral(edition: Edition) -> None:
    if len(edition.neutral) != NEUTRAL:
        raise NotationError(
            f"section 'neutral': {len(edition.neutral)} buildings, the right bank has {NEUTRAL}"
        )
