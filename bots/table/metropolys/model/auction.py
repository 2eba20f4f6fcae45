"""The auction for the seat to move, with a bid in mind, who could outbid it; and what counts for a seat."""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import Any

from urbanist.bots.table.kit.plane import onward
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import rows_of
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.maps import load_map
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.metropolys.notation import (
    MetropolysMove,
    MetropolysNotation,
    lane_values,
    mask_names,
    targets,
)
from urbanist.engine.metropolys.pieces import CELLS, TOKEN_KINDS
from urbanist.engine.metropolys.score_kinds import MetropolysScoreKind
from urbanist.engine.score_row import Counted

#: How far to the side a place in a direction may be, in steps ahead.
ASIDE = 2


NOTATION = MetropolysNotation()


class Auction:
    """The running auction, or the one that the seat to move opens."""

    def __init__(self, state: State) -> None:
        record = state.array
        self.state = state
        #: The bids as seat, value and place, rising; none before the first one.
        self.bids = NOTATION.bids(record)
        #: The last bid: its seat and its place, which mean nothing before the first one, and its value, then 0.
        self.leader, self.last, self.at = self.bids[-1] if self.bids else (0, 0, "")
        #: Where the next bid may stand, and the buildings of the seat to move that are high enough.
        self.places = targets(record) if self.bids else mask_names(record["empty"])
        self.hand = lane_values(record["hands"][state.to_move])
        self.values = [value for value in self.hand if value > self.last]

    @property
    def number(self) -> int:
        """Its number in the game, from 1 on."""
        record = self.state.array
        return 1 + sum(len(NOTATION.buildings(record, seat)) for seat in range(self.state.seats))

    @cached_property
    def legal(self) -> frozenset[Move]:
        """The legal moves."""
        return frozenset(self.state.legal())


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid in mind; an empty `place` and a `value` of 0 are not chosen yet."""

    auction: Auction
    place: str
    value: int

    @classmethod
    def start(cls, auction: Auction, place: str) -> "Bid":
        """Return a bid at a place with the lowest building that is high enough."""
        return cls(auction, place, auction.values[0] if auction.values else 0)

    @classmethod
    def read(cls, auction: Auction, move: Move) -> "Bid":
        """Return a bid from its move."""
        bid = MetropolysMove(move)
        return cls(auction, bid.place, bid.value)

    @property
    def move(self) -> MetropolysMove:
        """The bid as a move, once it has a building and a place."""
        return MetropolysMove.of(self.value, self.place)

    @property
    def legal(self) -> bool:
        """Whether the seat may make the bid."""
        return bool(self.value and self.place) and self.move in self.auction.legal

    @property
    def illegal_reason(self) -> str:
        """The rule that forbids the bid."""
        if not self.value:
            return tr("no building is chosen")
        move = MetropolysMove.of(self.value, self.place or self.auction.places[0])
        return "" if move in self.auction.legal else self.auction.state.illegal_reason(move)

    def at(self, place: str) -> "Bid":
        """Return the building at another place."""
        return replace(self, place=place)

    def of(self, value: int) -> "Bid":
        """Return another building at the place."""
        return replace(self, value=value)

    def raised(self, step: int) -> "Bid":
        """Return the next higher or lower building of the hand at the place; itself if there is none."""
        ahead = [value for value in self.auction.hand if (value - self.value) * step > 0]
        return self.of((min if step > 0 else max)(ahead)) if ahead else self

    def moved(self, right: int, down: int) -> "Bid":
        """Return the building at the nearest legal place in a direction; itself if there is none.

        Without a place it goes from the last bid, or from the middle of the board.
        """
        board = load_map(int(self.auction.state.array["slot"]))
        spaces, origin = board.neighbourhoods, self.place or self.auction.at
        x, y = spaces[origin].centre if origin else (board.size[0] / 2, board.size[1] / 2)
        steps = ((spaces[to].centre[0] - x, spaces[to].centre[1] - y, to) for to in self.auction.places)
        place = onward(steps, right, down, ASIDE)
        if place is None:
            return self if self.place else self.next_place(1)
        return self.at(place)

    def next_place(self, step: int) -> "Bid":
        """Return the building at the next legal place in the order of the board, or at the one before."""
        places = self.auction.places
        if self.place in places:
            return self.at(places[(places.index(self.place) + step) % len(places)])
        return self.at(places[0 if step > 0 else -1]) if places else self


def hide_others(state: State, seat: int) -> State:
    """Return the position without the cards of all other seats."""
    record = state.array.copy()
    for card in ("area", "kind"):
        mine = int(record[card][seat])
        record[card][:] = 255
        record[card][seat] = mine
    return state.game.from_array(record)


def rivals(after: State, seat: int) -> list[int]:
    """Return the seats that could outbid a bid that a seat has just made."""
    record = after.array
    last = int(record["last_value"])
    if after.over or not last:
        return []
    others = [other for other in range(after.seats) if other != seat and int(record["still_in"][other])]
    return [other for other in others if max(lane_values(record["hands"][other]), default=0) > last]


#: The least value of a medium and of a tall building.
MEDIUM, TALL = 6, 10


def height_of(value: int) -> str:
    """Return the height of a building: small, medium or tall."""
    return "tall" if value >= TALL else "medium" if value >= MEDIUM else "small"


#: The tokens of rows, and the rows of the cards that two of them decide.
TOKENS: dict[StrEnum, str] = {
    MetropolysScoreKind.TRENDY_TOKENS: "trendy",
    MetropolysScoreKind.METRO_TOKENS: "metro",
    MetropolysScoreKind.RUINS_TOKENS: "ruins",
}
CARDS = {"metro": MetropolysScoreKind.METRO_CARD, "ruins": MetropolysScoreKind.RUINS_CARD}


def score_breakdown(pov: PlayerView, seat: int) -> dict[StrEnum, tuple[Counted, ...]]:
    """Return what counts in each row of the score of a seat."""
    rows = rows_of(pov.state, seat)
    breakdown: dict[StrEnum, tuple[Counted, ...]] = {}
    row_of = {kind: row for row, kind in TOKENS.items()}
    for kind, places in taken(pov, seat).items():
        row = row_of[kind]
        breakdown[row] = tuple(Counted((place,), rows[row].each) for place in places)
        if kind in CARDS and (points := rows[CARDS[kind]].points):
            decisive = places if kind == "metro" else places[-1:]
            breakdown[CARDS[kind]] = (Counted(tuple(decisive), points),)
    return {**breakdown, **pov.view.game.notation.score_breakdown(pov.state, seat)}


def taken(pov: PlayerView, seat: int) -> dict[str, list[str]]:
    """Return the places of the tokens that a seat took, in the order of play, by the kind of token."""
    names: dict[str, list[str]] = {}
    for before, after in pairwise(state.array for state in pov.states):
        for number, kind in enumerate(TOKEN_KINDS):
            if int(after["taken"][seat][number]) > int(before["taken"][seat][number]):
                gone = int(before["tokens"][number]) & ~int(after["tokens"][number])
                names.setdefault(kind, []).extend(mask_names(gone))
    return names


def token_on(record: Any, place: str) -> str:
    """Return the kind of the token on a neighbourhood; empty if there is none."""
    kinds = zip(TOKEN_KINDS, record["tokens"], strict=True)
    return next((kind for kind, mask in kinds if int(mask) >> CELLS[place] & 1), "")
