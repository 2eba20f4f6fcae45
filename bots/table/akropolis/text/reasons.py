"""Why one move is better than another: what becomes of both tiles and both places in the games that follow them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from statistics import fmean, mode
from typing import TYPE_CHECKING

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import city_of, height, printed_on, stars_of, stones_of
from urbanist.bots.table.akropolis.text.facts import fact, hex_on_level, product, tile_name
from urbanist.bots.table.kit.causes import tenths
from urbanist.bots.table.kit.score import gained
from urbanist.bots.table.kit.wording import listed, upper
from urbanist.engine import State
from urbanist.engine.akropolis.illegal_move_reasons import price
from urbanist.engine.akropolis.notation import AkropolisMove, market_of
from urbanist.engine.akropolis.pieces import KINDS
from urbanist.engine.akropolis.score_kinds import DistrictRow
from urbanist.engine.akropolis.score_rows import district_rows

if TYPE_CHECKING:
    from urbanist.bots.analysis.cause import Cause, MoveComparison
    from urbanist.bots.analysis.rollout import Rollout

#: So many rounds are looked at, as nobody plans what comes later. What is told happens in this part of the games at
#: least, and after the other move in so much less of them; a tile can wait if it lies there almost always.
ROUNDS, OFTEN, LESS, ALMOST = 3, 0.5, 0.4, 0.75
#: At least this part of what a rival loses is what a tile without a plaza brings it.
ON_TILE = 0.5
#: So many points more are worth a word, and so many stones, and stars of a rival.
MORE_POINTS, MORE_STONES, MANY_STARS = 3, 2, 2


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile that a seat lays in a game, in one of its turns, counted from 1."""

    seat: int
    turn: int
    move: AkropolisMove
    before: State
    after: State

    @property
    def tile(self) -> int:
        """The number of the tile."""
        return self.move.tile

    @property
    def level(self) -> int:
        """The level on which it lies."""
        return height(city_of(self.after, self.seat), self.move.spaces[0])

    @property
    def price(self) -> int:
        """The stones that it costs."""
        return market_of(self.before.array).index(self.tile)

    @property
    def stones(self) -> int:
        """The stones that its seat has then."""
        return stones_of(self.after, self.seat)

    def row(self, kind: str) -> DistrictRow:
        """Return the row of a kind of its seat then."""
        return _row(self.after, self.seat, kind)

    @property
    def printed(self) -> Sequence[str]:
        """The hexes of the tile clockwise."""
        return printed_on(self.before, self.tile)


Games = Sequence[Sequence[Laid]]


class Because:
    """What leads to the cause of a comparison of two moves, in sentences.

    `called` names a seat; it says nothing of a person who is spoken to.
    """

    def __init__(self, comparison: "MoveComparison", cause: "Cause", called: Callable[[int], str]) -> None:
        self._seat, self._kind, self._called = comparison.seat, str(cause.kind), called
        self._lost = {change.seat: abs(change.points) for change in cause.changes}
        self._after_better, self._after_other = (
            [_laid(game) for game in games] for games in comparison.games
        )
        self._better, self._other = self._after_better[0][0], self._after_other[0][0]
        self._worth: dict[str, float] = defaultdict(float)
        for (seat, kind), (_, points) in comparison.rows.items():
            self._worth[str(kind)] += float(comparison.weights[seat] * points.mean())
        self._start = self._better.before

    def sentences(self) -> list[str]:
        """Return the sentences; none if nothing shows how the points come about."""
        better, other = (gained(self._start, each.after, self._seat) for each in (self._better, self._other))
        at_once, more = [], better - other
        if abs(more) >= MORE_POINTS:
            at_once.append(self._neutral("more-at-once" if more > 0 else "less-at-once", abs(more)))
        stand, left = [*self._stand()], [*self._left()]
        told = [*self._buried(), *self._place(), *left, *self._next(besides=bool(left))]
        # What one row has is no reason if the others have lost as much, at once or another kind at the end.
        outweighed = min(self._worth.values()) < -self._worth[self._kind]
        if outweighed or not (told or (stand and more >= MORE_POINTS)):
            return []
        return [upper(each) for each in (*at_once, *stand, *told, *self._aside())]

    def _stand(self) -> Iterator[str]:
        """Yield how the row of the seat stands after both moves, if the better one brings more points at once."""
        now, was = self._better.row(self._kind), self._other.row(self._kind)
        if now.points - was.points >= MORE_POINTS:
            stood = product(was) if was.points else fact(was).value
            yield self._neutral("stand", kind=tr(self._kind), now=product(now), was=stood)

    def _buried(self) -> Iterator[str]:
        """Yield which plazas, and districts of the kind, the other move builds over, if the better one keeps all."""
        city = city_of(self._start, self._seat)
        better, other = (
            [
                city[space]
                for space in each.move.spaces
                if space in city and (city[space].plaza or city[space].kind == self._kind)
            ]
            for each in (self._better, self._other)
        )
        if not better and any(top.kind == self._kind for top in other):
            yield self._neutral("buries", hexes=listed(map(hex_on_level, other)))

    def _place(self) -> Iterator[str]:
        """Yield where districts are built on a higher level soon, as the move leaves room for them or is their base."""
        better, other = self._better, self._other
        on_place = {
            "kept": (self._levels(self._after_better, other, 0), self._levels(self._after_other, other, 0)),
            "base": (self._levels(self._after_better, better, 1), self._levels(self._after_other, other, 1)),
        }
        for name, (now, was) in on_place.items():
            if self._more(now, was):
                level = other.level if name == "kept" else better.level + 1
                yield self._neutral(name, kind=tr(self._kind), level=level, n=self._tenths(now))
                if name == "kept" and not any(text in KINDS for text in other.printed):
                    yield self._neutral("height")
                row = _row(self._start, self._seat, self._kind)
                if row.each and not row.count:
                    yield self._said(self._seat, "unused", row.each, kind=tr(self._kind))
                return

    def _levels(self, games: Games, place: Laid, higher: int) -> int:
        """Return in how many games the seat lays a tile with the kind on a place, so much higher than that one."""
        spaces, level = set(place.move.spaces), place.level + higher
        return sum(
            any(
                each.seat == self._seat
                and self._kind in each.printed
                and each.level == level > 1
                and not spaces.isdisjoint(each.move.spaces)
                for each in game[1:]
            )
            for game in games
        )

    def _left(self) -> Iterator[str]:
        """Yield who takes the tile next after the other move."""
        tile = self._better.tile
        if tile == self._other.tile:
            return
        for seat, takings in self._takings(tile, self._after_other).items():
            at_once = [each for each in takings if each.turn == 1]
            if seat != self._seat and self._often(len(at_once)) and self._matters(at_once):
                cost = mode(each.price for each in at_once)
                values = {"n": self._tenths(len(at_once)), "price": price(cost)}
                yield self._said(seat, "otherwise-paid" if cost else "otherwise", **values)
                yield from self._worth_there(tile, seat)

    def _matters(self, takings: Sequence[Laid]) -> bool:
        """Return whether a tile that a rival takes has to do with the points."""
        tile, seat = takings[0].tile, takings[0].seat
        if stars := self._stars(tile):
            rows = [_row(self._start, each, self._kind) for each in (seat, self._seat)]
            if self._kind == "houses":  # of which everybody has a plaza
                return rows[0].count * stars >= MORE_POINTS
            has_plaza = any(text.endswith("*") for text in self._other.printed)
            return not has_plaza or any(row.count or row.each for row in rows)
        if self._seat in self._lost:
            return self._has_kind(tile)
        brought = (
            each.row(self._kind).points - _row(each.before, seat, self._kind).points for each in takings
        )
        return fmean(brought) >= ON_TILE * self._lost.get(seat, 0)

    def _worth_there(self, tile: int, seat: int) -> Iterator[str]:
        """Yield why a rival wants a tile: what its plaza makes of the districts there, or the stars for them."""
        row, stars = _row(self._start, seat, self._kind), self._stars(tile)
        if stars and row.count:
            more = product(replace(row, each=row.each + stars))
            yield self._said(seat, "plaza", kind=tr(self._kind), now=more, was=product(row))
        elif seat in self._lost and row.each >= MANY_STARS:
            yield self._said(seat, "stars", row.each, kind=tr(self._kind))

    def _next(self, *, besides: bool) -> Iterator[str]:
        """Yield which tile of the market the seat takes next, and why it does not get it after the other move.

        One that it takes anyway goes with a plaza that is to be told, `besides`.
        """
        now, was = (
            [each for game in games for each in game if each.seat == self._seat and each.turn == 2]
            for games in (self._after_better, self._after_other)
        )
        if not now:
            return
        tile = mode(each.tile for each in now)
        takings = [each for each in now if each.tile == tile]
        others = sum(each.tile == tile for each in was)
        if not self._has_kind(tile) or tile not in market_of(self._start.array):
            return
        name = tile_name(tile, printed_on(self._start, tile))
        values = {"tile": name, "now": self._tenths(len(takings)), "was": self._tenths(others)}
        if self._more(len(takings), others):
            why = [*self._why_not(tile, mode(each.price for each in takings))]
            brings = round(fmean(gained(each.before, each.after, self._seat) for each in takings))
            if why and (brings >= MORE_POINTS or self._stars(tile)):
                yield self._said(self._seat, "next" if others else "next-only", **values)
                if brings >= MORE_POINTS:
                    yield self._neutral("brings", brings)
                yield from why
        elif besides and self._often(min(len(takings), others)) and self._stars(self._better.tile):
            yield self._said(self._seat, "next-too", **values)

    def _why_not(self, tile: int, cost: int) -> Iterator[str]:
        """Yield why the seat does not take a tile after the other move: what it costs, or who takes it.

        Where both moves take the same tile, a rival has no other choice than before.
        """
        if cost > self._other.stones:
            yield self._said(self._seat, "pays", price=price(cost))
        elif self._better.tile == self._other.tile:
            return
        for seat, taken in self._takings(tile, self._after_other).items():
            if seat != self._seat and self._often(len(taken)):
                yield self._said(seat, "then", n=self._tenths(len(taken)))

    def _aside(self) -> Iterator[str]:
        """Yield that the other tile can wait, and what stones are left."""
        better, other = self._better, self._other
        if other.tile != better.tile and len(self._after_better[0]) > 1:
            takings = self._takings(other.tile, self._after_better)
            own = len(takings.pop(self._seat, ()))
            lying = self._pairs - sum(map(len, takings.values()))
            if own >= ALMOST * self._pairs:
                yield self._said(self._seat, "waits", n=self._tenths(own))
            elif lying >= ALMOST * self._pairs:
                yield self._neutral("waits", n=self._tenths(lying))
        if better.stones - other.stones >= MORE_STONES:
            yield self._neutral("stones", stones=better.stones, less=other.stones)

    def _takings(self, tile: int, games: Games) -> dict[int, list[Laid]]:
        """Return when each seat takes a tile in games."""
        takings = defaultdict(list)
        for game in games:
            for each in game:
                if each.tile == tile:
                    takings[each.seat].append(each)
        return takings

    def _has_kind(self, tile: int) -> bool:
        """Return whether a tile has a district or a plaza of the kind."""
        return any(text.rstrip("*") == self._kind for text in printed_on(self._start, tile))

    def _stars(self, tile: int) -> int:
        """Return the stars of the kind on a tile."""
        plazas = sum(text == f"{self._kind}*" for text in printed_on(self._start, tile))
        return plazas and plazas * int(getattr(stars_of(self._start), self._kind))

    @property
    def _pairs(self) -> int:
        return len(self._after_better)

    def _often(self, number: int) -> bool:
        return number >= OFTEN * self._pairs

    def _more(self, now: int, was: int) -> bool:
        """Return whether something happens often, and after the other move in much fewer games."""
        return self._often(now) and now - was >= LESS * self._pairs

    def _tenths(self, number: int) -> int:
        return tenths(number / self._pairs)

    def _said(self, seat: int, name: str, number: int = 1, /, **values: object) -> str:
        who = self._called(seat)
        return tr.named("they" if who else "you", name, number, who=who, **values)

    def _neutral(self, name: str, number: int = 1, /, **values: object) -> str:
        return tr.named("because", name, number, **values)


def because(comparison: "MoveComparison", cause: "Cause", called: Callable[[int], str]) -> list[str]:
    """Return what leads to the cause of a comparison, in sentences; none if nothing shows it."""
    return Because(comparison, cause, called).sentences() if str(cause.kind) in KINDS else []


def _laid(game: "Rollout") -> list[Laid]:
    """Return what the seats lay in the first rounds of a game."""
    turns: Counter[int] = Counter()
    laid = []
    for before, move, after in islice(game.moves(), ROUNDS * game.start.seats):
        turns[before.to_move] += 1
        laid.append(Laid(before.to_move, turns[before.to_move], AkropolisMove(move), before, after))
    return laid


def _row(state: State, seat: int, kind: str) -> DistrictRow:
    """Return the row of a kind of districts of a seat."""
    return next(row for row in district_rows(state, seat) if row.kind == kind)
