"""Metropolys in text: moves and positions."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Self, SupportsInt

from urbanist.engine.event import Move
from urbanist.engine.facts import Fact
from urbanist.engine.game import State
from urbanist.engine.message import Message
from urbanist.engine.metropolys import deals, pieces
from urbanist.engine.metropolys.editions import EDITIONS
from urbanist.engine.metropolys.facts import facts
from urbanist.engine.metropolys.position_json import MetropolysPosition
from urbanist.engine.metropolys.score_rows import score_breakdown, score_rows
from urbanist.engine.notation import CardFile, Notation, Setup, no_move
from urbanist.engine.score_row import Counted, ScoreRow

#: The word of each move by its text; a table because this is the most frequent lookup.
WORDS = {
    "pass": 0,
    **{
        f"{value}@{name}": value << 8 | cell for value in pieces.VALUES for name, cell in pieces.CELLS.items()
    },
}


class MoveText(dict[int, str]):
    """The texts of moves by their words; a word that is not a move becomes `word NUMBER`."""

    def __missing__(self, word: int) -> str:
        return f"word {word:d}"


TEXTS = MoveText({word: text for text, word in WORDS.items()})


class MetropolysMove(Move):
    """A bid or a pass."""

    @classmethod
    def of(cls, value: int, place: str) -> Self:
        """Return the bid of a building on a neighbourhood."""
        return cls(value << 8 | pieces.CELLS[place])

    @property
    def value(self) -> int:
        """The value of the building; 0 for a pass."""
        return self >> 8

    @property
    def place(self) -> str:
        """The neighbourhood of the building; empty for a pass."""
        return pieces.NAMES[self & 0xFF] if self.value else ""

    def __str__(self) -> str:
        return TEXTS[int(self)]  # a number is found without `Move.__eq__`


PASS = MetropolysMove(0)


def mask_names(mask: SupportsInt) -> list[str]:
    """Return the neighbourhoods of a mask in board order."""
    return [name for cell, name in enumerate(pieces.NAMES) if int(mask) >> cell & 1]


def lane_values(lane: SupportsInt) -> list[int]:
    """Return the building values of a lane in ascending order."""
    return [value for value in pieces.VALUES if int(lane) >> value & 1]


def district_letters(bits: SupportsInt) -> str:
    """Return the letters of districts given by bits."""
    return "".join(letter for i, letter in enumerate(pieces.DISTRICTS) if int(bits) >> i & 1)


def targets(record: Any) -> list[str]:
    """Return the places for the next bid of a running auction; empty if no auction is running."""
    if not int(record["last_value"]) or int(record["over"]):
        return []
    near = EDITIONS.of(record).board.by_name[pieces.NAMES[int(record["last_cell"])]].adjacent
    return [name for name in near if int(record["empty"]) >> pieces.CELLS[name] & 1]


def illegal_reason(record: Any, move: MetropolysMove) -> str:
    """Return why a move is not legal for the seat to move; empty if its word is no move of the game."""
    if move == PASS:
        return Message("nobody has bid: an auction opens with a building on any empty neighbourhood")
    if move not in TEXTS:
        return ""
    value, place = move.value, move.place
    own = lane_values(record["hands"][int(record["to_move"])])
    last, at = int(record["last_value"]), pieces.NAMES[int(record["last_cell"])]
    if place not in EDITIONS.of(record).board.by_name:
        return Message("{place} is not on the board", place=place)
    if not int(record["play"]) >> pieces.CELLS[place] & 1:
        return Message("{district} is not in play", district=pieces.DISTRICT_NAMES[place[0]])
    if not int(record["empty"]) >> pieces.CELLS[place] & 1:
        return Message("{place} has a building", place=place)
    if value not in own:
        return _objection_to_value(value, own)
    if value <= last:
        return Message("the last bid is {last}@{at}; the next must be more than {last}", last=last, at=at)
    return Message(
        "{place} is not adjacent to the last bid at {at}; empty and adjacent: {near}",
        place=place,
        at=at,
        near=" ".join(targets(record)) or "-",
    )


def _objection_to_value(value: int, own: Sequence[int]) -> str:
    """Return that a seat has no building of a value, and which it has."""
    values = " ".join(map(str, own)) or "-"
    return Message("the seat has no {value} left to place; left: {values}", value=value, values=values)


class MetropolysNotation(Notation):
    """The notation of Metropolys."""

    name = deals.GAME
    variants = deals.VARIANTS
    position = MetropolysPosition
    move_type = MetropolysMove
    seat_counts = deals.SEAT_COUNTS
    option_help = deals.OPTION_HELP

    @property
    def load(self) -> Callable[[CardFile], str]:
        """The function that loads a file of a board and numbers and returns the option `data=NAME`."""
        return EDITIONS.load

    def setup(self, variant: str | None, seats: int, options: Sequence[str]) -> Setup:
        """Return the setup of a new game; by default expert, the usual districts and a drawn first player."""
        return deals.setup(variant, seats, options)

    def read_deal(self, text: str) -> tuple[Setup, Mapping[str, object]]:
        """Return the setup of a deal line, and its tokens and cards as record fields."""
        return deals.read_deal(text)

    def write_deal(self, record: Any) -> str:
        """Return the full deal line of a state before its first move."""
        seats = int(record["seats"])
        edition = EDITIONS.of(record)
        values = (
            self.name,
            self.variants[int(record["variant"])],
            seats,
            edition.name,
            district_letters(record["districts"]),
            int(record["opener"]),
            *(",".join(mask_names(mask)) for mask in record["tokens"]),
            ",".join(self.card(record, seat) for seat in range(seats)),
        )
        usual = edition == EDITIONS.at(0)
        pairs = [
            (key, value) for key, value in zip(deals.KEYS, values, strict=True) if key != "data" or not usual
        ]
        return " ".join(f"{key}={value}" for key, value in pairs)

    def card(self, record: Any, seat: int) -> str:
        """Return the objective cards of a seat; `?` if they are not known."""
        area, kind = int(record["area"][seat]), int(record["kind"][seat])
        if area == deals.UNKNOWN:
            return "?"
        return (
            pieces.AREAS[area]
            if int(record["variant"]) == 0
            else f"{pieces.AREAS[area]}+{pieces.TYPES[kind]}"
        )

    def mask_deal(self, text: str, seat: int | None) -> str:
        """Return a deal line with the cards of all other seats masked."""
        rest, _, cards = text.rpartition("=")
        shown = [card if holder == seat else "?" for holder, card in enumerate(cards.split(","))]
        return f"{rest}={','.join(shown)}"

    def read_move(self, text: str) -> int:
        """Return the word of `VALUE@PLACE` or `pass`; raise `NotationError` for any other text."""
        word = WORDS.get(text)
        if word is None:
            raise no_move(text, deals.GAME, "7@N3", "pass")
        return word

    # No function of Python: most of the time of a game went into calls of it.
    write_move = TEXTS.__getitem__  # type: ignore[assignment]

    def illegal_reason(self, record: Any, move: Move) -> str:
        """Return the rule that forbids a move of the seat to move."""
        return illegal_reason(record, MetropolysMove(move))

    def score_rows(self, state: State, seat: int) -> tuple[ScoreRow, ...]:
        """Return the rows of a seat's score."""
        return score_rows(state, seat)

    def score_breakdown(self, state: State, seat: int) -> dict[StrEnum, tuple[Counted, ...]]:
        """Return the buildings that count for each row; tokens do not tell where they were taken."""
        return score_breakdown(state, seat)

    def facts(self, begun: Any, ended: Any) -> Sequence[Fact]:
        """Return the cards that seats were dealt; the places, districts and tokens that they took; who led them."""
        return facts(begun, ended)

    def alternatives(self, seats: int, options: Sequence[str]) -> Sequence[tuple[str, ...]]:
        """Return option lists with each other choice of districts."""
        return deals.alternatives(seats, options)

    def describe(self, record: Any) -> str:
        """Return the position as plain lines: districts, tokens, the auction, then a block for each seat."""
        names = [
            f"{kind}: {' '.join(mask_names(mask)) or 'none left'}"
            for kind, mask in zip(pieces.TOKEN_KINDS, record["tokens"], strict=True)
        ]
        lines = [
            f"metropolys {self.variants[int(record['variant'])]}, districts {district_letters(record['districts'])}",
            *names,
            self._auction(record),
        ]
        for seat in range(int(record["seats"])):
            lines += self._seat(record, seat)
        return "\n".join(lines)

    def bids(self, record: Any) -> list[tuple[int, int, str]]:
        """Return the running auction as (seat, value, place), in ascending order."""
        lanes = [lane_values(lane) for lane in record["bids"]]
        return sorted(
            (
                (seat, value, pieces.NAMES[int(record["bid_cell"][value])])
                for seat, values in enumerate(lanes)
                for value in values
            ),
            key=lambda bid: bid[1],
        )

    def buildings(self, record: Any, seat: int) -> list[tuple[int, str]]:
        """Return the permanent buildings of a seat as (value, place), in ascending order."""
        left = int(record["hands"][seat]) | int(record["bids"][seat])
        return [
            (value, pieces.NAMES[int(record["site"][seat][value])])
            for value in pieces.VALUES
            if not left >> value & 1
        ]

    def _auction(self, record: Any) -> str:
        if record["over"]:
            return "the game is over"
        bids = " ".join(f"seat {seat} {value}@{name}" for seat, value, name in self.bids(record))
        return f"auction: {bids or 'none yet'}; seat {int(record['to_move'])} to move"

    def _seat(self, record: Any, seat: int) -> list[str]:
        built = " ".join(f"{value}@{name}" for value, name in self.buildings(record, seat))
        taken = " ".join(
            f"{kind} {int(n)}" for kind, n in zip(pieces.TOKEN_KINDS, record["taken"][seat], strict=True)
        )
        held = [f"{card} card" for card in ("metro", "ruins") if int(record[f"{card}_card"]) == seat]
        return [
            f"seat {seat}: built {built or 'nothing'}",
            f"  buildings left {' '.join(map(str, lane_values(record['hands'][seat]))) or 'none'}",
            f"  tokens {', '.join([taken, *held])}; card {self.card(record, seat)}",
        ]
