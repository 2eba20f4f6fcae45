"""The oracle of Metropolys: the rule book in plain Python, slow, obvious, and independent of the engine."""

from tests.oracle.metropolys_deal import parse_deal
from tests.oracle.metropolys_scoring import (
    best_bridges,
    best_chains,
    best_lakes,
    best_statues,
    card_points,
    count_beside,
    count_type,
    full_districts,
    tallest,
)

__all__ = [
    "Oracle",
    "best_bridges",
    "best_chains",
    "best_lakes",
    "best_statues",
    "card_points",
    "count_beside",
    "count_type",
    "full_districts",
    "tallest",
]

BUILDINGS = range(1, 14)


class Oracle:
    """A game of Metropolys, played from its full deal by tokens.

    `to_move` is the seat to move; when the game is over, it is the seat that built last.
    """

    def __init__(self, deal: str) -> None:
        self.deal = parse_deal(deal)
        self.in_play = self.deal.in_play()
        self.seats = range(self.deal.players)
        self.to_move = self.deal.first
        self.metro_card: int | None = None
        self.ruins_card: int | None = None
        self._built: list[dict[int, str]] = [{} for _ in self.seats]
        self._tokens = [{"trendy": 0, "metro": 0, "ruins": 0} for _ in self.seats]
        self._bids: list[tuple[int, int, str]] = []
        self._passed: set[int] = set()
        self._legal: list[str] | None = None  # what `legal` has found since the last move
        self._scores: list[int] | None = None  # what `scores` has found since the last auction

    @property
    def over(self) -> bool:
        """Return whether a seat has built all 13 buildings."""
        return any(len(built) == len(BUILDINGS) for built in self._built)

    def built(self, seat: int) -> dict[int, str]:
        """Return the permanent buildings: value to neighbourhood."""
        return dict(self._built[seat])

    def bids(self) -> list[tuple[int, int, str]]:
        """Return the buildings placed in the running auction, oldest first, as (seat, value, name)."""
        return list(self._bids)

    def tokens(self, seat: int) -> dict[str, int]:
        """Return the number of tokens of each kind that the seat has taken, in the order trendy, metro, ruins."""
        return dict(self._tokens[seat])

    def hand(self, seat: int) -> set[int]:
        """Return the values of the seat's buildings that are not on the board."""
        placed = {value for bidder, value, _ in self._bids if bidder == seat}
        return set(BUILDINGS) - set(self._built[seat]) - placed

    def empty(self) -> list[str]:
        """Return the neighbourhoods in play without a building, in board order."""
        occupied = {name for built in self._built for name in built.values()}
        occupied |= {name for _, _, name in self._bids}
        return [name for name in self.in_play if name not in occupied]

    def legal(self) -> list[str]:
        """Return the legal moves sorted as text; none if the game is over."""
        if self._legal is None:
            self._legal = sorted(self._moves())
        return self._legal

    def _moves(self) -> list[str]:
        if self.over:
            return []
        if not self._bids:
            return self._openings(self.to_move)
        return ["pass", *self._raises(self.to_move)]

    def play(self, token: str) -> None:
        """Play a move of the seat to move; raise `ValueError` if it is not legal."""
        if token not in self.legal():
            raise ValueError(f"{token!r} is not legal for seat {self.to_move}; legal are {self.legal()}")
        if token == "pass":
            self._passed.add(self.to_move)
        else:
            value, name = token.split("@")
            self._bids.append((self.to_move, int(value), name))
        bidder = self._next_bidder()
        if bidder is None:
            self._end_auction()
        else:
            self.to_move = bidder
        self._legal = None

    def _openings(self, seat: int) -> list[str]:
        empty = self.empty()
        return [f"{value}@{name}" for value in self.hand(seat) for name in empty]

    def _raises(self, seat: int) -> list[str]:
        _, last_value, last_name = self._bids[-1]
        higher = [value for value in self.hand(seat) if value > last_value]
        if not higher:
            return []
        beside = [name for name in self.empty() if name in self.deal.board.adjacent[last_name]]
        return [f"{value}@{name}" for value in higher for name in beside]

    def _next_bidder(self) -> int | None:
        last_bidder, _, _ = self._bids[-1]
        for step in range(1, len(self.seats)):
            seat = (self.to_move + step) % len(self.seats)
            if seat == last_bidder or seat in self._passed:
                continue
            if self._raises(seat):
                return seat
            self._passed.add(seat)
        return None

    def _end_auction(self) -> None:
        winner, value, name = self._bids[-1]
        self._scores = None
        self._built[winner][value] = name
        self._bids = []
        self._passed = set()
        self._take_token(winner, name)
        self.to_move = winner

    def _take_token(self, seat: int, name: str) -> None:
        kind = self.deal.token_kind(name)
        if kind is None:
            return
        self._tokens[seat][kind] += 1
        if kind == "metro" and self._takes_metro_card(seat):
            self.metro_card = seat
        if kind == "ruins":
            self.ruins_card = seat

    def _takes_metro_card(self, seat: int) -> bool:
        if self.metro_card is None:
            return True
        return self._tokens[seat]["metro"] > self._tokens[self.metro_card]["metro"]

    def scores(self) -> list[int]:
        """Return the current points of each seat, including objective cards."""
        if self._scores is None:
            tallest_points = self._tallest_points()
            self._scores = [
                self._token_points(seat)
                + tallest_points[seat]
                + card_points(
                    self.deal.variant,
                    self.deal.cards[seat],
                    self._built[seat].values(),
                    self.deal.numbers,
                    self.deal.board,
                )
                for seat in self.seats
            ]
        return self._scores

    def _token_points(self, seat: int) -> int:
        tokens = self._tokens[seat]
        each = self.deal.numbers.points
        points = sum(each[kind] * number for kind, number in tokens.items())
        if self.metro_card == seat:
            points += each["metro_card"]
        if self.ruins_card == seat:
            points += each["ruins_card"]
        return points

    def _tallest_points(self) -> list[int]:
        districts = "" if self.deal.variant == "family" else self.deal.districts
        leaders = [tallest(self._built, district) for district in districts]
        each = self.deal.numbers.points["tallest"]
        return [each * sum(seat in leading for leading in leaders) for seat in self.seats]

    def ranks(self) -> list[int]:
        """Return each seat's rank by points, then buildings; 1 is the winner, and tied seats share a rank."""
        standing = [(points, len(built)) for points, built in zip(self.scores(), self._built, strict=True)]
        return [1 + sum(other > mine for other in standing) for mine in standing]
