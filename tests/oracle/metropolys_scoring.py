"""The scoring of Metropolys, by an exhaustive search over groups of buildings."""

from collections.abc import Iterable
from functools import cache

from tests.oracle.metropolys_board import DISTRICTS, PRINTED, Board, Group
from tests.oracle.metropolys_numbers import PRINTED as NUMBERS
from tests.oracle.metropolys_numbers import Numbers


@cache
def groups_of(board: Board, area: str) -> list[Group]:
    """Return the groups of an Area card; chains are found among all triples of places, which takes long."""
    return board.groups(area)


def most_disjoint(groups: list[Group], names: Iterable[str]) -> int:
    """Return the greatest number of these groups within `names` that share no name.

    The first name is in no group or in one of the groups that contain it; the search tries every case.
    """
    mine = frozenset(names)
    possible = {group for group in groups if group <= mine}

    @cache
    def most(left: frozenset[str]) -> int:
        if not left:
            return 0
        first = min(left)
        best = most(left - {first})
        for group in possible:
            if first in group and group <= left:
                best = max(best, 1 + most(left - group))
        return best

    return most(mine)


def best_bridges(names: Iterable[str], board: Board = PRINTED) -> int:
    """Return the greatest number of disjoint pairs at the two ends of a bridge."""
    return most_disjoint(groups_of(board, "bridges"), names)


def best_statues(names: Iterable[str], board: Board = PRINTED) -> int:
    """Return the greatest number of disjoint triples around a statue."""
    return most_disjoint(groups_of(board, "statues"), names)


def best_lakes(names: Iterable[str], board: Board = PRINTED) -> int:
    """Return the greatest number of disjoint triples, each around one lake."""
    return most_disjoint(groups_of(board, "lakes"), names)


def best_chains(names: Iterable[str], board: Board = PRINTED) -> int:
    """Return the greatest number of disjoint connected triples."""
    return most_disjoint(groups_of(board, "chains"), names)


def full_districts(names: Iterable[str], board: Board = PRINTED) -> int:
    """Return the number of districts with at least three of the names."""
    mine = set(names)
    return sum(len(mine & set(district)) >= 3 for district in DISTRICTS.values())


COUNT_GROUPS = {
    "bridges": best_bridges,
    "statues": best_statues,
    "lakes": best_lakes,
    "districts": full_districts,
    "chains": best_chains,
}


def count_beside(area: str, names: Iterable[str], board: Board = PRINTED) -> int:
    """Return how many of the names touch a bridge, a statue, a lake or the border."""
    places = [board.border] if area == "border" else getattr(board, area)
    return sum(any(name in place for place in places) for name in set(names))


def count_type(type_: str, names: Iterable[str], board: Board = PRINTED) -> int:
    """Return how many of the names are of this type."""
    return sum(name in board.types[type_] for name in set(names))


def height(value: int) -> int:
    """Return the height class of a building: 1 small, 2 medium, 3 tall."""
    if value <= 5:
        return 1
    if value <= 9:
        return 2
    return 3


def heights_in(district: str, built: dict[int, str]) -> list[int]:
    """Return the height classes of one seat's buildings in the district, tallest first."""
    heights = [height(value) for value, name in built.items() if name in DISTRICTS[district]]
    return sorted(heights, reverse=True)


def tallest(built: list[dict[int, str]], district: str) -> list[int]:
    """Return the seats with the tallest building in the district; none if nobody built there.

    Python compares lists by the rule: the tallest first, then the next one; a longer list beats its own beginning.
    """
    rows = [heights_in(district, of_seat) for of_seat in built]
    return [seat for seat, row in enumerate(rows) if row and row == max(rows)]


def card_points(
    variant: str, card: str, names: Iterable[str], numbers: Numbers = NUMBERS, board: Board = PRINTED
) -> int:
    """Return the points of an objective card for buildings on `names`."""
    names = set(names)
    if variant == "family":
        return numbers.points["family"] * count_beside(card, names, board)
    area, type_ = card.split("+")
    groups = numbers.points[area] * COUNT_GROUPS[area](names, board)
    return groups + numbers.points["type"] * count_type(type_, names, board)
