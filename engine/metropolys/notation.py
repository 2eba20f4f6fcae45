"""Metropolys in text: deal lines, moves, positions (notation.md, section metropolys)."""

from collections.abc import Mapping, Sequence
from typing import Any, SupportsInt

from urbanist.engine.game import State
from urbanist.engine.metropolys import pieces
from urbanist.engine.metropolys.score_rows import counting, score_rows
from urbanist.engine.notation import (
    Notation,
    NotationError,
    Setup,
    asked_options,
    list_of,
    one_of,
    seat_number,
    split_deal,
)
from urbanist.engine.score_row import Counted, ScoreRow

KEYS = ("game", "variant", "players", "districts", "first", "trendy", "metro", "ruins", "cards")
TOKEN_KINDS = ("trendy", "metro", "ruins")
OPEN_TO_ALL = 1 << 5
UNKNOWN = 255
NOBODY = 255

#: The word of each move by its text; a table because this is the most frequent lookup.
WORDS = {
    "pass": 0,
    **{
        f"{value}@{name}": value << 8 | cell for value in pieces.VALUES for name, cell in pieces.CELLS.items()
    },
}
TEXTS = {word: text for text, word in WORDS.items()}


def cells_mask(names: Sequence[str]) -> int:
    """Return a set of neighbourhoods as bits."""
    return sum(1 << pieces.CELLS[name] for name in names)


def mask_names(mask: SupportsInt) -> list[str]:
    """Return the neighbourhoods of a mask in board order."""
    return [name for cell, name in enumerate(pieces.NAMES) if int(mask) >> cell & 1]


def lane_values(lane: SupportsInt) -> list[int]:
    """Return the building values of a lane in ascending order."""
    return [value for value in pieces.VALUES if int(lane) >> value & 1]


def district_bits(districts: str) -> int:
    """Return the bits of districts given by letters."""
    return sum(1 << pieces.DISTRICTS.index(letter) for letter in districts)


def district_letters(bits: SupportsInt) -> str:
    """Return the letters of districts given by bits."""
    return "".join(letter for i, letter in enumerate(pieces.DISTRICTS) if int(bits) >> i & 1)


def targets(record: Any) -> list[str]:
    """Return the places for the next bid of a running auction; empty if no auction is running."""
    if not int(record["last_value"]) or int(record["over"]):
        return []
    near = pieces.BOARD[int(record["last_cell"])].adjacent.split()
    return [name for name in near if int(record["empty"]) >> pieces.CELLS[name] & 1]


def objection(record: Any, move: str) -> str:
    """Return why a move is not legal for the seat to move; empty if the text is not a move."""
    if move == "pass":
        return "nobody has bid: an auction opens with a building on any empty neighbourhood"
    if move not in WORDS:
        return ""
    value, place = int(move.partition("@")[0]), move.partition("@")[2]
    own = lane_values(record["hands"][int(record["to_move"])])
    last, at = int(record["last_value"]), pieces.NAMES[int(record["last_cell"])]
    if not int(record["play"]) >> pieces.CELLS[place] & 1:
        return f"{pieces.DISTRICT_NAMES[place[0]]} is not in play"
    if not int(record["empty"]) >> pieces.CELLS[place] & 1:
        return f"{place} has a building"
    if value not in own:
        return f"the seat has no {value} left to place; it has {' '.join(map(str, own)) or 'none'}"
    if value <= last:
        return f"the last bid is {last}@{at}; the next must be more than {last}"
    near = " ".join(targets(record)) or "none"
    return f"{place} is not adjacent to the last bid at {at}; empty and adjacent: {near}"


class MetropolysNotation(Notation):
    """The notation of Metropolys (notation.md)."""

    name = "metropolys"
    variants = ("family", "expert")
    seat_counts = (2, 3, 4)
    option_help = "districts=CNE (or another choice that the rules allow), districts=drawn, first=SEAT"

    def setup(self, variant: str | None, seats: int, options: Sequence[str]) -> Setup:
        """Return the setup of a new game; by default expert, the usual districts and a drawn first player."""
        bits, first = 0, None
        for key, sign, value in asked_options(
            self.name, self.variants, self.seat_counts, variant, seats, options
        ):
            if key == "districts":
                bits = OPEN_TO_ALL if value == "drawn" else district_bits(self._districts(value, seats))
            elif key == "first":
                first = seat_number(key, value, seats)
            else:
                raise NotationError(
                    f"no option '{key}{sign}{value}' of metropolys; there are {self.option_help}"
                )
        return Setup(self.variants.index(variant or "expert"), seats, bits, first)

    @staticmethod
    def _districts(value: str, seats: int) -> str:
        allowed = pieces.ALLOWED_DISTRICTS[seats]
        if value not in allowed:
            raise NotationError(
                f"deal token 'districts={value}': {seats} players play in {' or '.join(allowed)}"
            )
        return value

    def read_deal(self, text: str) -> tuple[Setup, Mapping[str, object]]:
        """Return the setup of a deal line, and its tokens and cards as record fields."""
        deal = split_deal(text, KEYS)
        one_of("game", deal["game"], (self.name,))
        variant = self.variants.index(one_of("variant", deal["variant"], self.variants))
        seats = int(one_of("players", deal["players"], [str(n) for n in self.seat_counts]))
        districts = self._districts(deal["districts"], seats)
        first = seat_number("first", deal["first"], seats)
        masks = self._read_tokens(deal, districts, seats)
        area, kind = self._read_cards(deal["cards"].split(","), variant, seats)
        setup = Setup(variant, seats, district_bits(districts), first)
        return setup, {"tokens": masks, "area": area, "kind": kind}

    @staticmethod
    def _read_tokens(deal: Mapping[str, str], districts: str, seats: int) -> list[int]:
        lain: dict[str, str] = {}
        for kind, expected in zip(TOKEN_KINDS, pieces.TOKENS[seats], strict=True):
            names = list_of(kind, deal[kind], pieces.NAMES)
            for name in names:
                place = pieces.BOARD[pieces.CELLS[name]]
                if name[0] not in districts:
                    raise NotationError(
                        f"deal key '{kind}': {name} is in a district not in play ({districts})"
                    )
                if place.dead_end:
                    raise NotationError(f"deal key '{kind}': {name} is a dead end, which never has a token")
                if name in lain:
                    raise NotationError(f"deal key '{kind}': {name} has a token already ({lain[name]})")
                lain[name] = kind
            if len(names) != expected:
                raise NotationError(
                    f"deal key '{kind}': {len(names)} tokens, {seats} players have {expected}"
                )
        for letter in districts:
            found = sum(name[0] == letter for name in lain)
            expected = pieces.CENTRE_TOKENS if letter == "C" else pieces.OUTER_TOKENS
            if found != expected:
                raise NotationError(f"{found} tokens in district {letter}, expected {expected}")
        return [cells_mask(deal[kind].split(",")) for kind in TOKEN_KINDS]

    def _read_cards(self, cards: list[str], variant: int, seats: int) -> tuple[list[int], list[int]]:
        if len(cards) != seats:
            raise NotationError(f"deal key 'cards': {len(cards)} entries for {seats} players")
        area, kind = [UNKNOWN] * 4, [UNKNOWN] * 4
        for seat, card in enumerate(cards):
            if card == "?":
                continue
            area[seat], kind[seat] = self._read_card(card, variant, seats)
            if area[seat] in area[:seat] or (variant == 1 and kind[seat] in kind[:seat]):
                raise NotationError(
                    f"deal key 'cards': '{card}' of seat {seat} repeats a card of another seat"
                )
        return area, kind

    def _read_card(self, card: str, variant: int, seats: int) -> tuple[int, int]:
        if variant == 0:
            allowed = pieces.FAMILY_CARDS if seats > 2 else pieces.FAMILY_CARDS[:3]
            if card not in allowed:
                raise NotationError(f"deal key 'cards': '{card}' is not one of {'|'.join(allowed)} or ?")
            return pieces.AREAS.index(card), UNKNOWN
        area, _, kind = card.partition("+")
        if area not in pieces.AREA_CARDS or kind not in pieces.TYPES:
            raise NotationError(
                f"deal key 'cards': '{card}' is not AREA+TYPE of {'|'.join(pieces.AREA_CARDS)}"
                f" and {'|'.join(pieces.TYPES)}, or ?"
            )
        return pieces.AREAS.index(area), pieces.TYPES.index(kind)

    def write_deal(self, record: Any) -> str:
        """Return the full deal line of a state before its first move."""
        seats = int(record["seats"])
        values = (
            self.name,
            self.variants[int(record["variant"])],
            seats,
            district_letters(record["districts"]),
            int(record["opener"]),
            *(",".join(mask_names(mask)) for mask in record["tokens"]),
            ",".join(self.card(record, seat) for seat in range(seats)),
        )
        return " ".join(f"{key}={value}" for key, value in zip(KEYS, values, strict=True))

    def card(self, record: Any, seat: int) -> str:
        """Return the objective cards of a seat; `?` if they are not known."""
        area, kind = int(record["area"][seat]), int(record["kind"][seat])
        if area == UNKNOWN:
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
            raise NotationError(
                f"'{text}' is not a move of metropolys: expected VALUE@PLACE such as 7@N3, or pass"
            )
        return word

    def write_move(self, move: int) -> str:
        """Return a move as `VALUE@PLACE` or `pass`; a word that is not a move becomes `word NUMBER`."""
        return TEXTS.get(move) or f"word {move}"

    def objection(self, record: Any, move: str) -> str:
        """Return the rule that forbids a move of the seat to move."""
        return objection(record, move)

    def score_rows(self, state: State, seat: int) -> tuple[ScoreRow, ...]:
        """Return the rows of a seat's score."""
        return score_rows(state, seat)

    def counting(self, state: State, seat: int) -> dict[str, tuple[Counted, ...]]:
        """Return the buildings that count for each row; tokens do not tell where they were taken."""
        return counting(state, seat)

    def describe(self, record: Any) -> str:
        """Return the position as plain lines: districts, tokens, the auction, then a block for each seat."""
        names = [
            f"{kind}: {' '.join(mask_names(mask)) or 'none left'}"
            for kind, mask in zip(TOKEN_KINDS, record["tokens"], strict=True)
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
            f"{kind} {int(n)}" for kind, n in zip(TOKEN_KINDS, record["taken"][seat], strict=True)
        )
        held = [f"{card} card" for card in ("metro", "ruins") if int(record[f"{card}_card"]) == seat]
        return [
            f"seat {seat}: built {built or 'nothing'}",
            f"  buildings left {' '.join(map(str, lane_values(record['hands'][seat]))) or 'none'}",
            f"  tokens {', '.join([taken, *held])}; card {self.card(record, seat)}",
        ]
