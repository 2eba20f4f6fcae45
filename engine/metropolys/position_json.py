"""A position of Metropolys as plain JSON: what each field says."""

from functools import reduce
from operator import or_
from typing import Annotated, Any

from msgspec import Meta, Struct

from urbanist.engine.metropolys import pieces
from urbanist.engine.metropolys.board import height_of
from urbanist.engine.metropolys.editions import EDITIONS
from urbanist.engine.notation import NotationError
from urbanist.engine.position import NUMBER, FieldForm, Position, each, keyed, number_or, one, some

VARIANTS = ("family", "expert")
NOBODY = UNKNOWN = 255
IN = 1 << 15  # of a lane: the seat itself

PLACES = some(pieces.NAMES)
VALUES = some(range(16))


class BidPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A building of the running auction."""

    seat: int
    value: int
    place: str


def place_of(name: str) -> int:
    """Return the cell of a place; raise `NotationError` if there is none of this name."""
    if name not in pieces.CELLS:
        raise NotationError("'{item}' is not one of {known}", item=name, known="C1 ... W10")
    return pieces.CELLS[name]


def value_of(number: int) -> int:
    """Return the value of a building; raise `NotationError` if there is none of it."""
    if number not in pieces.VALUES:
        raise NotationError("'{item}' is not one of {known}", item=str(number), known="1 ... 13")
    return number


def _values(lane: Any) -> list[int]:
    return [value for value in pieces.VALUES if int(lane) >> value & 1]


def _write_bids(lanes: Any, record: Any) -> list[BidPosition]:
    bids = [
        BidPosition(seat, value, pieces.NAMES[int(record["bid_cell"][value])])
        for seat, lane in enumerate(lanes)
        for value in _values(lane)
    ]
    return sorted(bids, key=lambda bid: bid.value)


def _read_bids(bids: Any, record: Any, old: Any) -> Any:
    lanes = old.copy()
    record["bid_cell"], record["last_value"], record["last_cell"], lanes[:] = 0, 0, 0, 0
    for bid in sorted(bids, key=lambda bid: bid.value):
        if not 0 <= bid.seat < record["seats"]:
            raise NotationError("there is no seat {seat}", seat=bid.seat)
        lanes[bid.seat] |= 1 << value_of(bid.value)
        record["bid_cell"][bid.value] = record["last_cell"] = place_of(bid.place)
        record["last_value"] = bid.value
    return lanes


def _write_buildings(site: Any, record: Any) -> list[dict[int, str]]:
    left = record["hands"] | record["bids"]
    return [
        {value: pieces.NAMES[int(cells[value])] for value in pieces.VALUES if not int(lane) >> value & 1}
        for cells, lane in zip(site[: int(record["seats"])], left, strict=False)
    ]


def _read_buildings(given: Any, old: Any) -> Any:
    sites = old.copy()
    sites[:] = 0
    for seat, buildings in enumerate(given[: len(sites)]):
        for value, name in buildings.items():
            sites[seat][value_of(value)] = place_of(name)
    return sites


def _write_cards(area: Any, record: Any) -> list[str | None]:
    return [
        None
        if first == UNKNOWN
        else pieces.AREAS[first] + (f"+{pieces.TYPES[second]}" if int(record["variant"]) else "")
        for first, second in zip(area[: int(record["seats"])], record["kind"], strict=False)
    ]


def _read_cards(given: Any, record: Any, old: Any) -> Any:
    areas = old.copy()
    areas[:], record["kind"] = UNKNOWN, UNKNOWN
    for seat, card in enumerate(given[: len(areas)]):
        area, _, kind = (card or "").partition("+")
        if card is not None:
            areas[seat] = one(pieces.AREAS).read(area, record, 0)
        if kind:
            record["kind"][seat] = one(pieces.TYPES).read(kind, record, 0)
    return areas


class MetropolysPosition(Position, frozen=True, kw_only=True):
    """A position of Metropolys."""

    variant: Annotated[str, Meta(description="`family` or `expert`"), one(VARIANTS)]
    data: Annotated[
        str,
        Meta(description="the name of the edition"),
        FieldForm(
            lambda slot, _: EDITIONS.at(int(slot)).name, lambda name, *_: EDITIONS.slot_of(name), "slot"
        ),
    ]
    districts: Annotated[list[str], Meta(description="the districts in play"), some(pieces.DISTRICTS)]
    first: Annotated[int, Meta(description="the first seat to move"), NUMBER.named("opener")]
    tokens: Annotated[
        dict[str, list[str]],
        Meta(description="the places of the tokens that nobody has taken, by kind"),
        keyed(pieces.TOKEN_KINDS, PLACES),
    ]
    hands: Annotated[list[list[int]], Meta(description="the buildings that each seat has left"), each(VALUES)]
    bids: Annotated[
        list[BidPosition],
        Meta(description="the buildings of the running auction, the lowest first"),
        FieldForm(_write_bids, _read_bids),
    ]
    still_in: Annotated[
        list[bool],
        Meta(description="whether each seat has not passed in the running auction"),
        each(FieldForm(lambda lane, _: bool(lane & IN), lambda value, *_: IN if value else 0)),
    ]
    top: Annotated[int, Meta(description="the seat that placed a building last"), NUMBER]
    buildings: Annotated[
        list[dict[int, str]],
        Meta(description="the permanent buildings of each seat: the place of each value"),
        FieldForm(_write_buildings, lambda value, _, old: _read_buildings(value, old), "site"),
    ]
    taken: Annotated[
        list[dict[str, int]],
        Meta(description="how many tokens of each kind each seat has taken"),
        each(keyed(pieces.TOKEN_KINDS, NUMBER)),
    ]
    metro_card: Annotated[int | None, Meta(description="the seat with the metro card"), number_or(NOBODY)]
    ruins_card: Annotated[int | None, Meta(description="the seat with the ruins card"), number_or(NOBODY)]
    cards: Annotated[
        list[str | None],
        Meta(description="the objective cards of each seat, as in deals; null if they are not known"),
        FieldForm(_write_cards, _read_cards, "area"),
    ]

    def derive(self, record: Any) -> None:
        """Write the bitboards and the heights, which follow from places and buildings."""
        in_play = [
            place.name
            for place in EDITIONS.of(record).board.places
            if int(record["districts"]) >> pieces.DISTRICTS.index(place.name[0]) & 1
        ]
        record["play"] = _mask(in_play)
        left = record["hands"] | record["bids"]
        for seat in range(int(record["seats"])):
            cells = {
                value: int(record["site"][seat][value])
                for value in pieces.VALUES
                if not int(left[seat]) >> value & 1
            }
            record["built"][seat] = _mask(pieces.NAMES[cell] for cell in cells.values())
            record["heights"][seat] = sum(
                height_of(value) << 8 * pieces.DISTRICTS.index(pieces.NAMES[cell][0])
                for value, cell in cells.items()
            )
        bids = [int(record["bid_cell"][value]) for lane in record["bids"] for value in _values(lane)]
        record["bid_sites"] = _mask(pieces.NAMES[cell] for cell in bids)
        full = reduce(or_, map(int, record["built"]), int(record["bid_sites"]))
        record["empty"] = int(record["play"]) & ~full


def _mask(names: Any) -> int:
    return sum(1 << pieces.CELLS[name] for name in set(names))
