"""Akropolis in text: deal lines, moves, refills, positions."""

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, Self

from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.city_record import Space, anchor, bounds, hexes, triangle, turned_place
from urbanist.engine.akropolis.edition import MAX_TILES, TABLES, AkropolisEdition
from urbanist.engine.akropolis.editions import EDITIONS, SLOT_SHIFT
from urbanist.engine.akropolis.facts import facts
from urbanist.engine.akropolis.illegal_move_reasons import misfit, unpaid
from urbanist.engine.akropolis.position_json import AkropolisPosition
from urbanist.engine.akropolis.score_rows import score_breakdown, score_rows
from urbanist.engine.event import Chance, Move
from urbanist.engine.facts import Fact
from urbanist.engine.game import State
from urbanist.engine.message import Message
from urbanist.engine.notation import (
    CardFile,
    Notation,
    NotationError,
    Setup,
    asked_options,
    cannot_come,
    deal_key,
    list_of,
    miscounted,
    no_move,
    one_of,
    repeated,
    seat_number,
    split_deal,
    unknown_option,
    wrong_item,
)
from urbanist.engine.score_row import Counted, ScoreRow

KEYS = ("game", "players", "options", "data", "first", "market")
NUMBER = r"(0|-?[1-9][0-9]?)"
MOVE = re.compile(rf"([1-9][0-9]?)@{NUMBER},{NUMBER}/([0-5])")
TILE = re.compile(r"[1-9][0-9]?")

#: The greatest coordinate that a hex of a city can have.
REACH = 62

#: The layout of a move's word (position.pxd).
TILE_SHIFT, UP_SHIFT, ROW_SHIFT, HEX_SHIFT, FAR = 17, 16, 9, 2, 64
PLACE = (1 << TILE_SHIFT) - 1


class AkropolisMove(Move):
    """A tile and where it is laid."""

    @classmethod
    def of(cls, tile: int, q: int, r: int, k: int) -> Self:
        """Return the move that lays a tile at a spot, which a city must be able to reach."""
        up, q, r, turn = anchor(q, r, k)
        return cls(tile << TILE_SHIFT | up << UP_SHIFT | r + FAR << ROW_SHIFT | q + FAR << HEX_SHIFT | turn)

    @property
    def tile(self) -> int:
        """The number of the tile."""
        return self >> TILE_SHIFT

    @property
    def spot(self) -> tuple[int, int, int]:
        """The hex of the first space of the tile, `q` and `r`, and how often it is turned, `k`."""
        return spot_of(self & PLACE)

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The places of the tile's hexes, in their order."""
        return triangle(*self.spot)

    @property
    def place(self) -> str:
        """The spot as text, `Q,R/K`; empty if no city reaches there."""
        return place_text(self & PLACE)

    def __str__(self) -> str:
        return move_text(self)


class AkropolisNotation(Notation):
    """The notation of Akropolis."""

    name = "akropolis"
    variants = ("standard",)
    position = AkropolisPosition
    move_type = AkropolisMove
    seat_counts = (2, 3, 4)
    option_help = Message(
        "{kinds} (double districts on a condition), long (2 or 3 players), data=NAME (tiles and numbers from --cards; "
        "by default {printed}), first=SEAT",
        kinds=", ".join(pieces.KINDS),
        printed=EDITIONS.at(0).name,
    )
    switches = pieces.OPTIONS

    @property
    def load(self) -> Callable[[CardFile], str]:
        """The function that loads a file of tiles and numbers and returns the option `data=NAME`."""
        return EDITIONS.load

    def setup(self, variant: str | None, seats: int, options: Sequence[str]) -> Setup:
        """Return the setup of a new game; by default no options and a drawn first player."""
        bits, first = 0, None
        for key, sign, value in asked_options(
            self.name, self.variants, self.seat_counts, variant, seats, options
        ):
            option = key + sign + value
            if option in pieces.OPTIONS:
                bits |= option_bits([option], seats)
            elif key == "data" and sign:
                bits |= EDITIONS.slot_of(value) << SLOT_SHIFT
            elif key == "first":
                first = seat_number(key, value, seats)
            else:
                raise unknown_option(self.name, option, self.option_help)
        EDITIONS.at(bits >> SLOT_SHIFT).setup(seats, long=bool(bits >> pieces.LONG & 1))
        return Setup(0, seats, bits, first)

    def read_deal(self, text: str) -> tuple[Setup, Mapping[str, object]]:
        """Return the setup of a deal line, and its market as record fields; face-down tiles stay unknown."""
        deal = split_deal(text, KEYS, optional="data")
        one_of("game", deal["game"], (self.name,))
        seats = int(one_of("players", deal["players"], [str(n) for n in self.seat_counts]))
        bits = option_bits(read_options(deal["options"]), seats)
        first = seat_number("first", deal["first"], seats)
        slot = EDITIONS.slot_of(deal["data"]) if "data" in deal else 0
        long = bool(bits >> pieces.LONG)
        market = read_market(deal["market"], EDITIONS.at(slot), seats, long=long)
        in_play = EDITIONS.at(slot).tiles_in_play(seats, long=long)
        fields = {
            "market": [*market, *[0] * (8 - len(market))],
            "stacked": [0] * 64,
            "unseen": sum(1 << tile for tile in in_play if tile not in market),
        }
        return Setup(0, seats, bits | slot << SLOT_SHIFT, first), fields

    def write_deal(self, record: Any) -> str:
        """Return the deal line of a state before its first move; it does not contain the order of the stacks."""
        edition = EDITIONS.of(record)
        values = {
            "game": self.name,
            "players": int(record["seats"]),
            "options": ",".join(option_names(int(record["options"]))) or "none",
            "data": edition.name,
            "first": int(record["first"]),
            "market": ",".join(map(str, market_of(record))),
        }
        if edition == EDITIONS.at(0):
            del values["data"]
        return " ".join(f"{key}={value}" for key, value in values.items())

    def read_move(self, text: str) -> int:
        """Return the word of `TILE@Q,R/K`; raise `NotationError` for any other text."""
        match = MOVE.fullmatch(text)
        if not match or not 1 <= int(match[1]) <= MAX_TILES:
            raise no_move(text, self.name, "17@3,-2/4")
        tile, q, r, k = map(int, match.groups())
        if max(abs(q), abs(r)) > REACH:
            raise NotationError("'{text}': no city reaches as far as {place}", text=text, place=f"{q},{r}")
        return AkropolisMove.of(tile, q, r, k)

    def write_move(self, move: int) -> str:
        """Return a move as `TILE@Q,R/K`; a word that is not a move becomes `word NUMBER`."""
        return move_text(move)

    def illegal_reason(self, record: Any, move: Move) -> str:
        """Return the rule that forbids a move of the seat to move."""
        laid = AkropolisMove(move)
        if not laid.place:
            return ""
        city = record["city"][int(record["to_move"])]
        return unpaid(laid.tile, market_of(record), int(city["stones"])) or misfit(city, *laid.spot).full

    def score_rows(self, state: State, seat: int) -> tuple[ScoreRow, ...]:
        """Return the rows of a seat's score."""
        return score_rows(state, seat)

    def score_breakdown(self, state: State, seat: int) -> dict[StrEnum, tuple[Counted, ...]]:
        """Return the districts and plazas that count for each kind."""
        return score_breakdown(state, seat)

    def facts(self, begun: Any, ended: Any) -> Sequence[Fact]:
        """Return the tiles that seats took, and the kinds of hexes on them."""
        return facts(ended)

    def read_chance(self, text: str, record: Any) -> Chance:
        """Return a refill; raise `NotationError` if it has not the form of one."""
        size, tiles = stack_size(record), text[1:].split(",")
        if len(tiles) != size or not all(TILE.fullmatch(tile) for tile in tiles):
            raise no_refill(text, size)
        return Chance(tuple(map(int, tiles)), self)

    def stacked(self, chance: Chance, record: Any) -> Mapping[str, object]:
        """Return stacks with the refill on top; raise `NotationError` if it is not a possible refill."""
        size, drawn = stack_size(record), int(record["drawn"])
        if len(chance.drawn) != size:
            raise no_refill(str(chance), size)
        for tile in chance.drawn:
            if chance.drawn.count(tile) > 1:
                raise repeated(str(tile)).at(f"'{chance}'")
            if tile is None or not int(record["unseen"]) >> tile & 1:
                raise cannot_come(str(chance), str(tile))
        rest = [int(tile) for tile in record["stacked"][drawn:] if tile not in chance.drawn]
        stacked = [*[0] * drawn, *chance.drawn, *rest, *[0] * 64]
        return {"stacked": stacked[:64]}

    def chance(self, record: Any) -> Chance | None:
        """Return the next refill; None if it is not known."""
        size, drawn = stack_size(record), int(record["drawn"])
        tiles = tuple(map(int, record["stacked"][drawn : drawn + size]))
        return Chance(tiles, self) if all(tiles) else None

    def describe(self, record: Any) -> str:
        """Return the position as plain lines: the market, then a block for each seat with a map of its city."""
        options = ", ".join(option_names(int(record["options"]))) or "none"
        lines = [
            f"akropolis, options {options}",
            f"market: {' '.join(tile_text(EDITIONS.of(record), tile) for tile in market_of(record))}",
            f"stacks left: {int(record['stacks'])}; {turn_text(record)}",
        ]
        for seat in range(int(record["seats"])):
            city = record["city"][seat]
            lines += [f"seat {seat}: stones {int(city['stones'])}", *city_map(city)]
        return "\n".join(lines)


def spot_of(place: int) -> tuple[int, int, int]:
    """Return `q`, `r` and `k` of a move from the bits of its word below the tile."""
    return turned_place(
        place >> UP_SHIFT & 1, (place >> HEX_SHIFT & 127) - FAR, (place >> ROW_SHIFT & 127) - FAR, place & 3
    )


@cache  # a list of legal moves has each place once for each tile; there are 91,000 places
def place_text(place: int) -> str:
    """Return the part `Q,R/K` of a move from the bits of its word below the tile; empty if no city reaches there."""
    if place & 3 == 3:
        return ""
    q, r, k = spot_of(place)
    return f"{q},{r}/{k}" if max(abs(q), abs(r)) <= REACH else ""


def move_text(move: int) -> str:
    """Return a move as `TILE@Q,R/K`; a word that is not a move becomes `word NUMBER`."""
    tile = move >> TILE_SHIFT
    place = place_text(move & PLACE) if 1 <= tile <= MAX_TILES else ""
    return f"{tile}@{place}" if place else f"word {move:d}"


def option_names(bits: int) -> list[str]:
    """Return the names of options given by bits."""
    return [name for place, name in enumerate(pieces.OPTIONS) if bits >> place & 1]


def option_bits(names: Sequence[str], seats: int) -> int:
    """Return the bits of options; raise `NotationError` for the long game with four players."""
    if "long" in names and (seats, True) not in TABLES:
        raise NotationError("4 players use all tiles anyway").at("'long'")
    return sum(1 << pieces.OPTIONS.index(name) for name in names)


def read_options(value: str) -> list[str]:
    """Return the options of a deal line; raise `NotationError` at the first wrong one."""
    if value == "none":
        return []
    known = ", ".join((*pieces.OPTIONS, "none"))
    return list_of("options", value, pieces.OPTIONS, known)


def read_market(value: str, edition: AkropolisEdition, seats: int, *, long: bool) -> list[int]:
    """Return the tiles of a deal line; raise `NotationError` at the first wrong one."""
    names = value.split(",")
    expected = edition.setup(seats, long=long).market
    tiles = []
    for name in names:
        if not TILE.fullmatch(name) or int(name) > len(edition.tiles):
            raise wrong_item("market", name, f"1 ... {len(edition.tiles)}")
        tile = int(name)
        if tile in tiles:
            raise repeated(name).at(deal_key("market"))
        if tile not in edition.tiles_in_play(seats, long=long):
            least = edition.tiles[tile - 1].players
            error = NotationError(
                "tile {tile} is for {least} players or the long game", tile=tile, least=least
            )
            raise error.at(deal_key("market"))
        tiles.append(tile)
    if len(tiles) != expected:
        raise miscounted(len(tiles), expected).at(deal_key("market"))
    return tiles


def no_refill(text: str, size: int) -> NotationError:
    """Return the error for an event that is not so many tiles."""
    return NotationError(
        "'{text}' is not a refill: expected ! and {size} tiles, joined by commas", text=text, size=size
    )


def stack_size(record: Any) -> int:
    """Return the number of tiles in a stack."""
    long = int(record["options"]) >> pieces.LONG & 1
    return EDITIONS.of(record).setup(int(record["seats"]), long=bool(long)).market - 1


def market_of(record: Any) -> list[int]:
    """Return the open tiles; the first one is free."""
    return [int(tile) for tile in record["market"][: int(record["market_size"])]]


def tile_text(edition: AkropolisEdition, tile: int) -> str:
    """Return the number and the hexes of a tile as text."""
    return f"{tile}({' '.join(edition.hexes(tile))})"


def turn_text(record: Any) -> str:
    """Return the phase of the game in words."""
    if record["over"]:
        return "the game is over"
    if record["due"]:
        return "a refill is due"
    return f"seat {int(record['to_move'])} to move"


def city_map(city: Any) -> list[str]:
    """Return a city row by row, each row half a hex right of the one above; capitals are plazas, `q` is a quarry."""
    columns, rows = bounds(city)
    tops = hexes(city)
    lines = [f"  q from {columns[0]} to {columns[-1]}"]
    for r in rows:
        marks = []
        for q in columns:
            mark = ". "
            if top := tops.get((q, r)):
                mark = f"{top.kind[0].upper() if top.plaza else top.kind[0]}{top.height}"
            marks.append(mark)
        indent = " " * (2 * (r - rows[0]))
        lines.append(f"  r {r:>3}: {indent}{'  '.join(marks)}".rstrip())
    return lines
