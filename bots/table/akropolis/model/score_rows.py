"""The score of a city kind by kind, with what counts, what does not, and why."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from urbanist.bots.table.akropolis.model.city import City, around, city_of, groups, lakes
from urbanist.bots.table.kit.worth import Worth
from urbanist.engine import State
from urbanist.engine.akropolis.notation import option_names
from urbanist.engine.akropolis.pieces import KINDS, STARS
from urbanist.engine.akropolis.reading import Space

#: What keeps a district from counting.
BARS = {
    "houses": "outside the largest group",
    "markets": "beside another market",
    "barracks": "not on the edge",
    "temples": "not built round",
}
#: What doubles a kind under its option.
DOUBLED = {
    "houses": "a group worth 10 or more",
    "markets": "beside a market plaza",
    "barracks": "on 3 or 4 empty spaces",
    "temples": "on level 2 or higher",
    "gardens": "beside a lake",
}
RICH_HOUSES, OPEN_SIDES, HIGH = 10, 3, 2


@dataclass(frozen=True, slots=True)
class Count:
    """One kind in one city: what its districts are worth, the stars, and the worth of those that do not count."""

    kind: str
    value: int
    stars: int
    idle: int
    doubled: int

    @property
    def points(self) -> int:
        """Return what the kind scores."""
        return self.value * self.stars

    @property
    def missing(self) -> str:
        """What keeps the kind from scoring more, in words; empty if nothing does."""
        found = []
        if self.value and not self.stars:
            found.append("no plaza")
        elif self.stars and not self.value:
            found.append("no district that counts")
        if self.idle:
            found.append(f"{self.idle} {BARS[self.kind]}")
        return ", ".join(found)

    def __str__(self) -> str:
        return f"{self.value} x {self.stars} star{'' if self.stars == 1 else 's'}"


def counts(city: City, options: Collection[str]) -> tuple[Count, ...]:
    """Return the counts of all five kinds under some options."""
    return tuple(count(city, kind, double=kind in options) for kind in KINDS)


def options_of(state: State) -> list[str]:
    """Return the options in force."""
    return option_names(int(state.array["options"]))


def stones_of(state: State, seat: int) -> int:
    """Return the stones of a seat."""
    return int(state.array["city"][seat]["stones"])


def rows(state: State, seat: int) -> tuple[Worth, ...]:
    """Return the rows of a seat's score: the five kinds, and the stones."""
    found = [
        Worth(found.kind, found.points, f"{found}; {found.missing}" if found.missing else str(found))
        for found in counts(city_of(state, seat), options_of(state))
    ]
    return (*found, Worth("stones", stones_of(state, seat)))


def points_of(city: City, options: Collection[str], stones: int) -> int:
    """Return the points of a city with its stones."""
    return stones + sum(found.points for found in counts(city, options))


def count(city: City, kind: str, *, double: bool) -> Count:
    """Return the count of one kind, where `double` says that its option is in force."""
    districts = [space for space, top in city.items() if top.kind == kind and not top.plaza]
    plazas = [space for space, top in city.items() if top.kind == kind and top.plaza]
    counted = _COUNTED[kind](city, districts)
    better = set(_BETTER[kind](city, counted)) if double else set()
    value, extra = _worth(city, counted), _worth(city, better)
    idle = _worth(city, districts) - value
    return Count(kind, value + extra, STARS[kind] * len(plazas), idle, extra)


def _worth(city: City, spaces: Collection[Space]) -> int:
    return sum(city[space].height for space in spaces)


Rule = Callable[[City, Collection[Space]], Collection[Space]]


def _largest_group(city: City, districts: Collection[Space]) -> Collection[Space]:
    return max(groups(districts), key=lambda group: (len(group), _worth(city, group)), default=())


def _apart(_: City, districts: Collection[Space]) -> Collection[Space]:
    return [space for space in districts if not set(around(space)) & set(districts)]


def _open_sides(city: City, space: Space, enclosed: set[Space]) -> int:
    return sum(near not in city and near not in enclosed for near in around(space))


def _on_the_edge(city: City, districts: Collection[Space]) -> Collection[Space]:
    enclosed = set().union(*lakes(city))
    return [space for space in districts if _open_sides(city, space, enclosed)]


def _built_round(city: City, districts: Collection[Space]) -> Collection[Space]:
    return [space for space in districts if all(near in city for near in around(space))]


def _all(_: City, districts: Collection[Space]) -> Collection[Space]:
    return districts


def _rich(city: City, districts: Collection[Space]) -> Collection[Space]:
    return districts if _worth(city, districts) >= RICH_HOUSES else ()


def _at_a_market_plaza(city: City, districts: Collection[Space]) -> Collection[Space]:
    plazas = {space for space, top in city.items() if top.kind == "markets" and top.plaza}
    return [space for space in districts if plazas & set(around(space))]


def _far_out(city: City, districts: Collection[Space]) -> Collection[Space]:
    enclosed = set().union(*lakes(city))
    return [space for space in districts if _open_sides(city, space, enclosed) >= OPEN_SIDES]


def _high(city: City, districts: Collection[Space]) -> Collection[Space]:
    return [space for space in districts if city[space].height >= HIGH]


def _at_a_lake(city: City, districts: Collection[Space]) -> Collection[Space]:
    water = set().union(*lakes(city))
    return [space for space in districts if water & set(around(space))]


#: Which districts of a kind count, and which of those count double under the option.
_COUNTED: dict[str, Rule] = dict(
    zip(KINDS, (_largest_group, _apart, _on_the_edge, _built_round, _all), strict=True)
)
_BETTER: dict[str, Rule] = dict(
    zip(KINDS, (_rich, _at_a_market_plaza, _far_out, _high, _at_a_lake), strict=True)
)
