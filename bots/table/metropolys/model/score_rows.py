"""The score of a seat, row by row."""

from typing import Any

from urbanist.bots.table.kit.worth import Worth
from urbanist.bots.table.metropolys.model.geometry import load_map
from urbanist.engine import State
from urbanist.engine.metropolys.notation import AREAS, UNKNOWN, MetropolysNotation, district_letters
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES, DISTRICTS, TYPES

NOTATION = MetropolysNotation()
EXPERT = 1
TRENDY, METRO, RUINS = range(3)
#: What an expert Area card counts, and what a group is worth.
GROUPS = {
    "bridges": ("bridge pairs", 4),
    "statues": ("statues", 7),
    "lakes": ("lake groups", 5),
    "districts": ("districts of 3", 4),
    "chains": ("chains of 3", 4),
}
#: One such group.
ONE_GROUP = {
    "bridges": "a bridge pair",
    "statues": "the ring of a statue",
    "lakes": "three around a lake",
    "districts": "three in a district",
    "chains": "a chain of three",
}
FAMILY_EACH = 3


def rows(state: State, seat: int) -> tuple[Worth, ...]:
    """Return the rows of a seat's score; a card that the state does not know has no row."""
    record = state.array
    counted = [*_tokens(record, seat)]
    if int(record["variant"]) == EXPERT:
        counted += [_tallest(record, seat), *_kind(record, seat)]
    return (*counted, *_area(state, seat))


def _tokens(record: Any, seat: int) -> list[Worth]:
    trendy, metro, ruins = (int(number) for number in record["taken"][seat])
    return [
        Worth("trendy tokens", 3 * trendy, f"{trendy} at 3"),
        Worth("metro tokens", metro, f"{metro} at 1"),
        Worth("metro card", 3 if int(record["metro_card"]) == seat else 0),
        Worth("ruins tokens", -ruins, f"{ruins} at -1"),
        Worth("ruins card", -2 if int(record["ruins_card"]) == seat else 0),
    ]


def leaders(record: Any) -> dict[str, tuple[int, ...]]:
    """Return who has the tallest building in each district where anybody built, by its letter."""
    heights = [int(record["heights"][seat]) for seat in range(int(record["seats"]))]
    found = {}
    for place, letter in enumerate(DISTRICTS):
        # A byte a district: the more, the taller the skyline there.
        skyline = [height >> 8 * place & 0xFF for height in heights]
        if letter in district_letters(record["districts"]) and max(skyline):
            found[letter] = tuple(seat for seat, height in enumerate(skyline) if height == max(skyline))
    return found


def _tallest(record: Any, seat: int) -> Worth:
    led = [DISTRICT_NAMES[letter] for letter, seats in leaders(record).items() if seat in seats]
    return Worth("tallest building", 5 * len(led), ", ".join(led) or "in no district")


def _kind(record: Any, seat: int) -> list[Worth]:
    kind = int(record["kind"][seat])
    if kind == UNKNOWN:
        return []
    own = [name for _, name in NOTATION.buildings(record, seat)]
    types = {space.name: space.type for space in load_map().neighbourhoods.values()}
    number = sum(types[name] == TYPES[kind] for name in own)
    return [Worth(f"{TYPES[kind]} card", 2 * number, f"{number} at 2", "type card")]


def _area(state: State, seat: int) -> list[Worth]:
    record = state.array
    area = int(record["area"][seat])
    if area == UNKNOWN:
        return []
    # What the card is worth is what the seat lacks without it: the rules count, not we.
    without = record.copy()
    without["area"][seat] = UNKNOWN
    points = state.scores()[seat] - state.game.from_array(without).scores()[seat]
    if int(record["variant"]) == EXPERT:
        groups, each = GROUPS[AREAS[area]]
        return [Worth(f"{AREAS[area]} card", points, f"{points // each} {groups} at {each}", "area card")]
    detail = f"{points // FAMILY_EACH} buildings at {FAMILY_EACH}"
    return [Worth(f"{AREAS[area]} card", points, detail, "area card")]
