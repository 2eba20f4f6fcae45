"""A position of Akropolis as plain JSON: what each field says."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.city_record import FAR, HIGH, LINE, PLAZA, QUARRY, named, place
from urbanist.engine.akropolis.editions import EDITIONS, SLOT_SHIFT
from urbanist.engine.notation import miscounted
from urbanist.engine.position import NUMBER, FieldForm, Position, each, one, some

TILES = range(62)  # by their numbers; there is none of 0
KINDS = (*pieces.KINDS, pieces.QUARRY)


class HexPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex of a tile: a kind or `quarry`, whether it is a plaza, and its height, from 1 on."""

    q: int
    r: int
    kind: str
    plaza: bool
    height: int


class CityPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A city: the hexes of the start tile, then the three of each tile in the order of building.

    A hex that is built on again comes again, higher.
    """

    stones: int
    hexes: list[HexPosition]


def _write_city(city: Any) -> CityPosition:
    built = int(city["hexes"])
    hexes = [
        HexPosition(*place(number), **named(top)._asdict())
        for number, top in zip(city["hex"][:built].tolist(), city["top"][:built].tolist(), strict=True)
    ]
    return CityPosition(int(city["stones"]), hexes)


def _read_city(given: CityPosition, record: Any, old: Any) -> Any:
    city = old.copy()
    if not given.hexes or len(given.hexes) > len(city["hex"]):
        raise miscounted(len(given.hexes), len(city["hex"]))
    city["stones"], city["hexes"], city["hex"], city["top"] = given.stones, len(given.hexes), 0, 0
    for number, hexagon in enumerate(given.hexes):
        kind = one(KINDS).read(hexagon.kind, record, 0)
        code = QUARRY if hexagon.kind == pieces.QUARRY else int(kind) + 1 + PLAZA * hexagon.plaza  # type: ignore[call-overload]
        city["hex"][number] = (hexagon.r + FAR) * LINE + hexagon.q + FAR
        city["top"][number] = hexagon.height << HIGH | code
    columns, rows = ([hexagon.q for hexagon in given.hexes], [hexagon.r for hexagon in given.hexes])
    city["west"], city["east"], city["north"], city["south"] = (
        min(columns),
        max(columns),
        min(rows),
        max(rows),
    )
    return city


def _read_market(given: list[int], record: Any, old: Any) -> Any:
    if len(given) > len(old):
        raise miscounted(len(given), len(old))
    record["market_size"] = len(given)
    return [*given, *[0] * (len(old) - len(given))]


def _write_stacked(stacked: Any, record: Any) -> list[int] | None:
    first = int(record["drawn"])
    order = [int(tile) for tile in stacked[first : first + int(record["unseen"]).bit_count()]]
    return order if all(order) else None


def _read_stacked(given: list[int] | None, record: Any, old: Any) -> Any:
    order = [*[0] * int(record["drawn"]), *(given or [])]
    if len(order) > len(old):
        raise miscounted(len(order), len(old))
    return [*order, *[0] * (len(old) - len(order))]


class AkropolisPosition(Position, frozen=True, kw_only=True):
    """A position of Akropolis."""

    options: Annotated[list[str], Meta(description="the scoring options, and `long`"), some(pieces.OPTIONS)]
    data: Annotated[
        str,
        Meta(description="the name of the edition"),
        FieldForm(
            lambda bits, _: EDITIONS.at(int(bits) >> SLOT_SHIFT).name,
            lambda name, _, bits: int(bits) | EDITIONS.slot_of(name) << SLOT_SHIFT,
            "options",
        ),
    ]
    first: Annotated[int, Meta(description="the first seat to move"), NUMBER]
    market: Annotated[
        list[int],
        Meta(description="the open tiles by their numbers, the free one first"),
        FieldForm(lambda market, record: market[: int(record["market_size"])].tolist(), _read_market),
    ]
    stacks: Annotated[int, Meta(description="the number of stacks"), NUMBER]
    drawn: Annotated[int, Meta(description="how many tiles were opened from the stacks"), NUMBER]
    unseen: Annotated[list[int], Meta(description="the tiles in the stacks, which all can know"), some(TILES)]
    stacked: Annotated[
        list[int] | None,
        Meta(description="the tiles in the stacks in their order; null if it is not known"),
        FieldForm(_write_stacked, _read_stacked),
    ]
    cities: Annotated[
        list[CityPosition],
        Meta(description="the city of each seat"),
        each(FieldForm(lambda city, _: _write_city(city), _read_city)).named("city"),
    ]
