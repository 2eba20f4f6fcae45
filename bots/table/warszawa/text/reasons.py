"""Why a move of Warszawa is better than another one: what it leads to, what stops that otherwise, and what counts."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import takewhile
from statistics import fmean

from urbanist.bots.analysis.cause import OFTEN, Cause, DeedShare, MoveComparison, Played
from urbanist.bots.analysis.rollout import TOLD_FROM
from urbanist.bots.table.kit.causes import in_games, tenths
from urbanist.bots.table.kit.language import number_text
from urbanist.bots.table.kit.wording import listed
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model import city
from urbanist.bots.table.warszawa.text import phrases
from urbanist.bots.table.warszawa.text.facts import placed
from urbanist.bots.table.warszawa.text.moves import move_name
from urbanist.engine import State
from urbanist.engine.warszawa.edition import Card, Task
from urbanist.engine.warszawa.map_record import bits, bridges, segments
from urbanist.engine.warszawa.moves import BUILD, CLEARING, DIG, LAY, SEND, SPAN, USE, WarszawaMove
from urbanist.engine.warszawa.score_kinds import NormRow, WarszawaScoreKind

#: What is told of one move alone is so in at least this part of its games; and a place, if it is that in most of those;
#: what follows in the same turn nearly always.
MOSTLY, THERE, SURELY = 0.5, 2 / 3, 0.9
#: A card makes at least this part of the change of a row; and fulfils a task in so many more games. A bridge that comes
#: later in some games, too, is told from so many more games on.
MAKES, FULFILS, SPANS = 0.3, 0.2, 0.3
#: So many places of a card or buildings at the metro are named at most, and so few free hexes counted; a place where a
#: card goes instead is one from so many games on.
NAMED, FEW, INSTEAD = 3, 3, 0.25
#: A rival is named who does something in this part of the games in which one does; and what a round pays for, if it is
#: that in this part of the games. There are so many bridges. A fund is not missed in the next round if so much of one
#: is missing at most.
NAMELY, BRIDGES, MISSED = 0.75, 4, 0.5
OF_CARDS = (WarszawaScoreKind.BUILDINGS, WarszawaScoreKind.AT_ONCE, WarszawaScoreKind.NEIGHBOURS)
STYLES = (WarszawaScoreKind.SOCREALISM, WarszawaScoreKind.MODERNISM)


def because(comparison: MoveComparison, cause: Cause, called: Callable[[int], str]) -> Sequence[str]:
    """Return why a move is better, in sentences; nothing if one could not see it."""
    return _Story(comparison, cause, called).sentences()


class GameAfter:
    """A game after a move, as the seat of the move sees it."""

    def __init__(self, moves: Sequence[Played]) -> None:
        self.steps = [(before, WarszawaMove(move), after) for before, move, after in moves]
        self.start, self.end = moves[0][0], moves[-1][2]
        self.seat = self.start.to_move
        #: The seat that lays a foundation on each hex.
        self.laid = {move.place: before.to_move for before, move, _ in self.steps if move.kind == LAY}
        #: The seats that build bridges, in order.
        self.spans = [before.to_move for before, move, _ in self.steps if move.kind == SPAN]

    @cached_property
    def own(self) -> list[tuple[State, WarszawaMove]]:
        """What the seat does."""
        return [(before, move) for before, move, _ in self.steps if before.to_move == self.seat]

    @cached_property
    def turn(self) -> list[tuple[State, WarszawaMove]]:
        """What the seat does after the move before anybody else does something."""
        phase = _phase(self.start)
        steps = takewhile(lambda step: (step[0].to_move, _phase(step[0])) == (self.seat, phase), self.steps)
        return [(before, move) for before, move, _ in steps][1:]

    @cached_property
    def round(self) -> list[tuple[State, WarszawaMove]]:
        """What the seat does in this round."""
        now = city.round_of(self.start)
        return list(takewhile(lambda step: city.round_of(step[0]) == now, self.own))

    @cached_property
    def paid(self) -> tuple[str, ...]:
        """What the seat pays for in this round: the names of cards, and verbs of what lies on sides."""
        built = [phrases.card_title(_built(*step)) for step in self.round if step[1].kind == BUILD]
        return tuple(sorted([*built, *(move.verb for _, move in self.round if move.kind in (DIG, SPAN))]))

    @cached_property
    def builds(self) -> dict[Card, tuple[str, list[Task]]]:
        """Where the seat builds its cards, and which urban tasks these fulfil."""
        return {
            _built(before, move): (move.place, city.fulfilled(before, after))
            for before, move, after in self.steps
            if move.kind == BUILD and before.to_move == self.seat
        }

    @cached_property
    def cleared(self) -> set[str]:
        """The hexes that the turn clears."""
        return {move.place for _, move in self.turn if move.kind == CLEARING}

    def gives_away(self) -> bool:
        """Return whether others take all hexes that the turn clears."""
        return bool(self.cleared) and self.given_away == self.cleared

    @cached_property
    def given_away(self) -> set[str]:
        """The hexes that the turn clears and others take."""
        return {place for place in self.cleared if self.laid.get(place, self.seat) != self.seat}

    def funds(self) -> int | None:
        """Return how many funds the seat has when it first builds in the next round; None if there is no such round."""
        now = city.round_of(self.start)
        later = (
            before
            for before, _ in self.own
            if city.round_of(before) != now and city.phase_of(before) == city.REALISATION
        )
        state = next(later, None)
        return None if state is None else city.supply_of(state, self.seat).cubes[0]

    def place(self, card: Card) -> str:
        """Return where the seat builds a card; empty if it does not."""
        return self.builds[card][0] if card in self.builds else ""

    def fulfils(self, card: Card, task: Task) -> bool:
        """Return whether a card of the seat fulfils a task."""
        return card in self.builds and task in self.builds[card][1]

    def goes_on(self, card: Card, moves: Collection[WarszawaMove]) -> bool:
        """Return whether the turn goes on with some moves until a card is laid out or built."""
        plan = {move for _, move in self.until(card)}
        return bool(plan) and plan.issuperset(moves)

    def until(self, card: Card) -> list[tuple[State, WarszawaMove]]:
        """Return what the turn goes on with until a card is laid out or built; nothing if it is not."""
        for number, (before, move) in enumerate(self.turn, 1):
            if _lays(move, card) or (move.kind == BUILD and _built(before, move) == card):
                return self.turn[:number]
        return []

    def helps(self, card: str) -> bool:
        """Return whether the function of a card is used in this round before the last thing is paid for."""
        kinds = [move.kind for _, move in self.round]
        last = max((number for number, kind in enumerate(kinds) if kind in (BUILD, DIG, SPAN)), default=0)
        return any(move.kind == USE and move.card == card for _, move in self.round[:last])

    def builds_last_bridge(self, seat: int) -> bool:
        """Return whether a seat builds the last of all bridges."""
        return len(bridges(self.end.array)) == BRIDGES and self.spans[-1:] == [seat]

    def sent(self, field: int) -> Iterator[int]:
        """Yield the seats that send an engineer to a field in this round."""
        now = city.round_of(self.start)
        for before, move, _ in self.steps:
            if move.kind == SEND and move.what == field and city.round_of(before) == now:
                yield before.to_move

    def stays_rubble(self, place: str) -> bool:
        """Return whether a hex is never cleared."""
        return city.plots(self.end)[city.cell_of(place)].rubble

    def lacks(self, card: Card) -> str:
        """Return what the seat lacks to build a card; empty if nothing, or if it is not clear."""
        if card in self.builds:
            return ""
        own = [(before, move, after) for before, move, after in self.steps if before.to_move == self.seat]
        if card in _founded(self.start, self.seat) or any(_lays(move, card) for _, move, _ in own):
            now = city.round_of(self.start)
            left = [after for before, _, after in own if city.round_of(before) == now][-1]
            left = left if card in _founded(left, self.seat) else self.end
            return "cubes" if city.supply_of(left, self.seat).cubes[0] else "fund"
        held = [after for _, _, after in self.steps if card in city.supply_of(after, self.seat).hand]
        if held and not any(city.free_for(held[-1], card)):
            return "site" if card.site else "hex"
        spent = any(after in held and not city.supply_of(after, self.seat).engineers for _, _, after in own)
        return "engineer" if spent else ""


class _Story:
    """What the games after two moves tell of a cause."""

    def __init__(self, comparison: MoveComparison, cause: Cause, called: Callable[[int], str]) -> None:
        self.seat, self.kind, self.called = comparison.seat, cause.kind, called
        self.points = max((each.points for each in cause.changes if each.seat == self.seat), default=0.0)
        self.rivals_lose = any(each.seat != self.seat and each.points < 0 for each in cause.changes)
        self.better, self.other = (
            [GameAfter(moves) for moves in games[:TOLD_FROM]] for games in comparison.moves
        )
        self.start = self.better[0].start
        self.move, self.played = (WarszawaMove(games[0].move) for games in comparison.games)

    def sentences(self) -> list[str]:
        """Return what the move leads to, what stops that otherwise, and what counts then."""
        if self._does_both():
            return list(self._in_this_order())
        own = list(self._own()) if self.points > 0 else []
        if own or not self.rivals_lose or self.kind not in OF_CARDS:
            return own
        return list(self._given_away(NAMELY)) or list(self._takes_cleared())

    def _own(self) -> Iterator[str]:
        if self.kind in (WarszawaScoreKind.BRIDGES, WarszawaScoreKind.SEGMENTS):
            yield from self._on_sides()
        elif self.kind == WarszawaScoreKind.AT_METRO:
            yield from self._at_metro()
        elif card := self._card():
            yield from self._of_card(card)

    def _does_both(self) -> bool:
        """Return whether the turn can do both moves: then it is no reason what one of them brings."""
        after = self.start.play(self.played)
        if (after.to_move, _phase(after)) != (
            self.seat,
            _phase(self.start),
        ) or self.move not in after.legal():
            return False
        both = self.share(lambda game: any(move == self.played for _, move in game.turn))
        return self.played.kind == USE or both.now >= MOSTLY

    def _in_this_order(self) -> Iterator[str]:
        """Yield which tasks are fulfilled if the seat does both moves, this one first."""
        card = self._card() if self.kind == WarszawaScoreKind.AT_ONCE and self.points > 0 else None
        tasks = [*self._tasks(card, "")] if card and self.played.kind in (BUILD, DIG, SPAN) else []
        if tasks:
            both = [move_name(self.start, move) for move in (self.move, self.played)]
            yield tr.named("story", "order", first=both[0], then=both[1])
            yield from tasks

    def share(self, so: Callable[[GameAfter], object]) -> DeedShare:
        """Return in which shares of the games after the two moves something is so."""
        now, was = (fmean(bool(so(game)) for game in games) for games in (self.better, self.other))
        return DeedShare(self.seat, None, self.start, now, was)

    def _otherwise(self, name: str, share: float, **values: object) -> str:
        return tr.named("otherwise", name, number=tenths(share), **values)

    def _by(self, seats: Counter[int], name: str, **values: object) -> str:
        """Return what one of some seats does after the other move: the one that does it mostly, or a rival."""
        [(seat, most)] = seats.most_common(1)
        who = self.called(seat) if most >= NAMELY * seats.total() else tr("a rival")
        return self._otherwise(
            name if who else f"{name}-you", seats.total() / len(self.other), who=who, **values
        )

    # -- a card ------------------------------------------------------------------------------------------------------

    def _card(self) -> Card | None:
        """Return the card that makes most of the change of the row; None if none makes enough of it."""
        cards = sorted({card for game in self.better for card in game.builds}, key=lambda card: card.id)
        worth = {card: self._worth(card) for card in cards}
        best = max(worth, key=worth.__getitem__, default=None)
        return best if best and worth[best] >= MAKES * self.points else None

    def _worth(self, card: Card) -> float:
        """Return how many points more a card brings the seat in the row."""
        now, was = (fmean(self._brings(game, card) for game in games) for games in (self.better, self.other))
        return now - was

    def _brings(self, game: GameAfter, card: Card) -> float:
        if card not in game.builds:
            return 0.0
        _, tasks = game.builds[card]
        if self.kind == WarszawaScoreKind.BUILDINGS:
            return card.points
        if self.kind == WarszawaScoreKind.AT_ONCE:
            return sum(task.points for task in tasks) + (card.type == "industrial")
        if self.kind == WarszawaScoreKind.NEIGHBOURS:
            return len(self._beside(game, card))
        rows = [row for row in game.end.score_rows(self.seat) if row.kind == self.kind]
        counts = card.function == self.kind or any(
            card.type == each.kind for row in rows if isinstance(row, NormRow) for each in row.objects
        )
        return counts * sum(max(0, row.points) for row in rows)

    def _of_card(self, card: Card) -> Iterator[str]:
        """Yield what becomes of a card after both moves, and what counts for it."""
        places = Counter(game.place(card) for game in self.better if card in game.builds)
        [(place, often)] = places.most_common(1)
        place = place if often >= THERE * places.total() else ""
        usual = self._usual(card)
        turn = self.share(lambda game: game.goes_on(card, usual))
        built = self.share(lambda game: card in game.builds and place in ("", game.place(card)))
        cleared = self.share(lambda game: game.place(card) in game.cleared).now >= MOSTLY
        said = [*self._counts(card, place), *self._stops(card, place)]
        if turn.more >= OFTEN:
            moves = listed(self._until(card, usual))
            name = "again" if self._again else "after-it" if self.move.kind == USE else "turn"
            yield in_games(turn, tr.named("story", name, moves=moves))
        elif not said or (
            not _lays(self.move, card) and (built.more < OFTEN or not (cleared or [*self._waits(card)]))
        ):
            return
        elif not _lays(self.move, card):  # what the move itself does is no news
            name = "on-cleared" if cleared else "built"
            yield in_games(built, tr.named("story", name, card=_on(card, place)))
        yield from said

    def _unpaid(self, card: Card) -> float:
        """Return in which share of the games after the other move a card waits for cubes; 0 if in few."""
        share = fmean(game.lacks(card) in ("fund", "cubes") for game in self.other)
        return share if share >= MOSTLY else 0.0

    @property
    def _again(self) -> bool:
        """Whether the seat has one more placement before the others move."""
        twice = self.move.kind == USE and city.card_named(self.start, self.move.card).function == "twice"
        return twice or bool(self.start.array["more"])

    def _usual(self, card: Card) -> list[WarszawaMove]:
        """Return what nearly all turns go on with until a card is laid out or built."""
        often = Counter(move for game in self.better for _, move in game.until(card))
        plans = sum(bool(game.until(card)) for game in self.better)
        return [move for move, number in often.items() if number >= SURELY * plans]

    def _until(self, card: Card, usual: Collection[WarszawaMove]) -> Iterator[str]:
        """Yield what most turns go on with until a card is laid out or built, all clearings together."""
        plans = [game.until(card) for game in self.better if game.goes_on(card, usual)]
        often = Counter(move for plan in plans for _, move in plan)
        plan = max(plans, key=lambda plan: fmean(often[move] for _, move in plan))
        cleared = sorted(move.place for move in usual if move.kind == CLEARING)
        several = bool(cleared)
        for before, move in plan:
            if move.kind == CLEARING and cleared:
                yield tr.named("name", "clear", place=listed(cleared))
                cleared = []
            elif _lays(move, card) and move not in usual:
                title = phrases.card_title(card)
                yield tr.named("story", "one", card=title) if several else title
            elif move.kind in (SEND, LAY, BUILD, DIG, SPAN):
                yield move_name(before, move)

    def _stops(self, card: Card, place: str) -> Iterator[str]:
        """Yield what stops the seat from building a card after the other move."""
        games, title = len(self.other), phrases.card_title(card)
        given = list(self._given_away(MOSTLY))
        yield from given
        if _lays(self.played, card):
            return
        lacks = Counter(game.lacks(card) for game in self.other)
        takers = Counter(
            game.laid[place] for game in self.other if game.laid.get(place, self.seat) != self.seat
        )
        given_place = given and self.share(lambda game: place in game.cleared).was >= MOSTLY
        taken = takers.total() >= OFTEN * games and not given_place
        rubble = sum(game.stays_rubble(place) for game in self.other) if place else 0
        elsewhere = Counter(game.place(card) for game in self.other if game.place(card) not in ("", place))
        instead = [each for each, often in elsewhere.most_common(NAMED) if often >= INSTEAD * games]
        in_hand = card in city.supply_of(self.start, self.seat).hand
        free = [plot.cell for plot in city.free_for(self.start, card)] if in_hand else []
        only = bool(place) and free == [city.cell_of(place)]
        if taken:
            one = city.cell_of(place) in free and len(free) <= FEW
            name = "takes-only" if only else "takes-of" if one else "takes"
            yield self._by(takers, name, place=place, card=title, free=len(free))
        yield from self._field_taken()
        if lacks["site"] >= MOSTLY * games:
            yield self._otherwise("site", lacks["site"] / games, place=place, card=title)
        elif rubble >= MOSTLY * games:
            yield self._otherwise("rubble", rubble / games, place=place)
        elif lacks["hex"] >= MOSTLY * games:
            last = (taken and only) or (given_place and not free)
            yield self._otherwise("none-left" if last else "hex", lacks["hex"] / games, card=title)
        elif lacks["engineer"] >= MOSTLY * games:
            yield self._otherwise("engineer", lacks["engineer"] / games, card=title)
            yield from self._paid()
        elif taken and place and instead:
            yield self._otherwise("elsewhere", elsewhere.total() / games, card=title, places=listed(instead))
        elif not taken:
            yield from self._waits(card)
        yield from self._still()

    def _waits(self, card: Card) -> Iterator[str]:
        """Yield what this round pays for rather than after the other move, or what a card waits for then."""
        lacks = Counter(game.lacks(card) for game in self.other)
        want = "fund" if lacks["fund"] > lacks["cubes"] else "cubes"
        unpaid = self._unpaid(card)
        yield from list(self._paid()) or (
            [self._otherwise(want, unpaid, card=phrases.card_title(card))] if unpaid else []
        )

    def _given_away(self, least: float) -> Iterator[str]:
        """Yield that others take what the other move clears."""
        share = self.share(GameAfter.gives_away)
        if -share.more >= OFTEN and share.was >= least:
            yield self._otherwise("given-away", share.was)

    def _takes_cleared(self) -> Iterator[str]:
        """Yield who takes a hex that the other move clears, though others do not take all of them."""
        often = Counter(place for game in self.other for place in game.given_away)
        place = max(often, key=often.__getitem__, default="")
        share = self.share(lambda game: place in game.given_away)
        if -share.more >= OFTEN and share.was >= NAMELY:
            takers = Counter(game.laid[place] for game in self.other if place in game.given_away)
            yield self._by(takers, "cleared", place=place)

    def _still(self) -> Iterator[str]:
        """Yield that the card of the other move is built all the same."""
        if self.played.kind == LAY:
            other = city.card_named(self.start, self.played.card)
            still = self.share(lambda game: other in game.builds)
            if still.now >= MOSTLY:
                hexes = phrases.several(len(list(city.free_for(self.start, other))), "hex")
                values = {"card": phrases.card_title(other), "hexes": hexes}
                yield tr.named("story", "still", number=tenths(still.now), **values)

    def _field_taken(self) -> Iterator[str]:
        """Yield who takes the field of the better move after the other one."""
        if self.move.kind == SEND and not city.field_of(self.start, self.move.what).unlimited:
            takers = Counter(
                seat for game in self.other for seat in game.sent(self.move.what) if seat != self.seat
            )
            if takers.total() >= MOSTLY * len(self.other):
                field = phrases.field_name(city.field_of(self.start, self.move.what))
                yield self._by(takers, "field", field=field)

    def _built_on(self, card: Card, place: str) -> list[GameAfter]:
        """Return the games after the better move in which the seat builds a card, on a place if one is given."""
        return [game for game in self.better if card in game.builds and place in ("", game.place(card))]

    def _tasks(self, card: Card, place: str) -> Iterator[str]:
        """Yield the tasks that a card fulfils more often."""
        games, title = self._built_on(card, place), phrases.card_title(card)
        for task in sorted(
            {task for game in games for task in game.builds[card][1]}, key=lambda task: task.id
        ):
            share = self.share(partial(GameAfter.fulfils, card=card, task=task))
            if share.now >= MOSTLY and share.more >= FULFILS:
                near, other = (
                    [self._fulfilling(game, card, task) for game in each if game.fulfils(card, task)]
                    for each in (games, self.other)
                )
                # What stands beside it is told if it is the same after both moves.
                beside = [each for each in _common(near) if all(each in one for one in other)]
                name, values = "task" if beside else "task-there", {"card": title, "beside": listed(beside)}
                yield in_games(share, tr.named("story", name, task=phrases.task_name(task), **values))

    def _counts(self, card: Card, place: str) -> Iterator[str]:
        """Yield what makes the points of a card in the row."""
        title = phrases.card_title(card)
        games = self._built_on(card, place)
        yield from self._tasks(card, place)
        if self.kind == WarszawaScoreKind.NORM:
            if kinds := _common(self._missing(game.end) for game in self.other):
                yield tr.named("story", "norm", card=title, type=tr(card.type), kinds=listed(map(tr, kinds)))
                if also := set(self._missing(self.start)) - {*kinds, card.type}:
                    yield tr.named("story", "norm-also", kinds=listed(map(tr, sorted(also))))
        elif self.kind == WarszawaScoreKind.NEIGHBOURS and place:
            if beside := _common(self._beside(game, card) for game in games):
                yield tr.named("story", "beside", card=_on(card, place), beside=listed(beside))
        elif self.kind in STYLES:
            yield tr.named("story", "style", card=title, style=tr(str(self.kind)))

    def _missing(self, state: State) -> list[str]:
        """Return the objects of which the seat has too few for one more set of its norm."""
        rows = [row for row in state.score_rows(self.seat) if isinstance(row, NormRow)]
        return [
            each.kind for row in rows for each in row.objects if each.have < each.wanted * (row.count + 1)
        ]

    def _fulfilling(self, game: GameAfter, card: Card, task: Task) -> list[str]:
        """Return what stands beside a card when it is built, and fulfils a task with it."""
        state = next(each for each, move in game.own if move.kind == BUILD and _built(each, move) == card)
        near = city.beside(state, city.cell_of(game.place(card)))
        now = city.plots(self.start)
        return [
            tr.named("story", "unfinished", building=placed(plot)) if now[plot.cell].founded else placed(plot)
            for plot in near
            if plot.built and plot.type == task.beside
        ]

    def _beside(self, game: GameAfter, card: Card) -> list[str]:
        """Return the buildings at the end beside a card that count for it, or for which it counts, if they are own."""
        near = [plot for plot in city.beside(game.end, city.cell_of(game.place(card))) if plot.built]
        own = [plot for plot in near if plot.seat == self.seat and card.type in city.LIKED[plot.type]]
        liked = [plot for plot in near if plot.type in city.LIKED[card.type]]
        return [
            tr.named("story", "both" if plot in own and plot in liked else "one-way", building=placed(plot))
            for plot in near
            if plot in own or plot in liked
        ]

    # -- cubes, bridges, metro ---------------------------------------------------------------------------------------

    def _on_sides(self) -> Iterator[str]:
        """Yield what makes bridges or metro segments."""
        if self.kind == WarszawaScoreKind.SEGMENTS:
            if city.phase_of(self.start) == city.REALISATION:
                paid = list(self._paid())
                yield from [*paid, *self._left()] if paid else ()
            return
        [(own, _)] = Counter(game.spans.count(self.seat) for game in self.better).most_common(1)
        built = self.share(lambda game: game.spans.count(self.seat) >= own)
        paid = list(self._paid()) if built.more >= SPANS else []
        yield from paid
        at_once = self.share(lambda game: "bridge" in game.paid).now >= MOSTLY
        if paid and (built.was >= SPANS or not at_once):
            yield in_games(built, tr.named("story", "bridges", bridges=phrases.several(own, "bridge")))
        for seat in set(range(self.start.seats)) - {self.seat}:
            last = self.share(partial(GameAfter.builds_last_bridge, seat=seat))
            if paid and -last.more >= OFTEN:
                yield self._by(Counter({seat: round(last.was * len(self.other))}), "last-bridge")

    def _left(self) -> Iterator[str]:
        """Yield what becomes of the cubes that the end of building leaves."""
        if self.played.kind in (BUILD, DIG, SPAN, USE):
            return
        funds = [[game.funds() for game in games] for games in (self.better, self.other)]
        now, was = ([fund for fund in each if fund is not None] for each in funds)
        if not now and not was:
            yield tr.named("story", "last-round")
        elif now and was and fmean(now) >= fmean(was) - MISSED:
            values = {name: number_text(fmean(each), ".1f") for name, each in (("now", now), ("was", was))}
            yield tr.named("story", "not-missed", **values)

    def _paid(self) -> Iterator[str]:
        """Yield what this round pays for, and what it pays for after the other move."""
        sides = self.kind in (WarszawaScoreKind.BRIDGES, WarszawaScoreKind.SEGMENTS)
        usual = self._usually_paid(lambda each: sides or each != "metro")
        if not usual and self.kind == WarszawaScoreKind.BRIDGES:
            usual = self._usually_paid(lambda each: each == "bridge")
        if not usual:
            return
        (things, now), (fewer, was) = usual
        building = city.phase_of(self.start) == city.REALISATION
        if building and fewer and city.supply_of(self.start, self.seat).cubes[0] == 1:
            yield tr.named("story", "one-fund")
        yield tr.named(
            "story",
            "paid",
            things=_things(things),
            fewer=_things(fewer),
            now=tenths(now / len(self.better)),
            was=tenths(was / len(self.other)),
        )
        used = {move.card for game in self.better for _, move in game.round if move.kind == USE}
        for card in sorted(used - {self.move.card} if self.move.kind == USE else used):
            share = self.share(partial(GameAfter.helps, card=card))
            if share.now >= MOSTLY and share.more >= OFTEN:
                yield tr.named("story", "helps", card=phrases.card_title(city.card_named(self.start, card)))

    def _usually_paid(self, counts: Callable[[str], bool]) -> list[tuple[tuple[str, ...], int]]:
        """Return what this round pays for, of what counts, in how many games; nothing if it varies or is the same."""
        usual = [
            Counter(tuple(filter(counts, game.paid)) for game in games).most_common(1)[0]
            for games in (self.better, self.other)
        ]
        (things, now), (fewer, was) = usual
        return usual if things != fewer and min(now, was) >= NAMELY * len(self.better) else []

    def _at_metro(self) -> Iterator[str]:
        """Yield the own buildings that the metro passes more often, and those of rivals that it passes less often."""
        if DIG not in (self.move.kind, self.played.kind):
            return
        passed = [
            Counter(each for game in games for each in self._passed(game))
            for games in (self.better, self.other)
        ]
        change = {each: passed[0][each] - passed[1][each] for each in sorted({*passed[0], *passed[1]})}
        for sign in (1, -1):
            most = sorted(change, key=lambda each: -sign * change[each])
            told = [each for each in most if sign * change[each] >= OFTEN * len(self.better)]
            told = [each for each in told if (each[0] == self.seat) == (sign > 0)][:NAMED]
            share = self.share(partial(self._passes, told))
            if not told and sign > 0:
                return
            if told and sign * share.more >= OFTEN:
                yield in_games(share, tr.named("story", "metro", buildings=listed(said for _, said in told)))

    def _passes(self, told: Sequence[tuple[int, str]], game: GameAfter) -> bool:
        return {*told} <= {*self._passed(game)}

    def _passed(self, game: GameAfter) -> Iterator[tuple[int, str]]:
        """Yield the buildings with a metro segment beside them at the end, each with its seat."""
        cells = {cell for side in segments(game.end.array) for cell in city.PARTED[side]}
        for plot in city.plots(game.end):
            if plot.built and plot.seat is not None and plot.cell in cells:
                whose = "" if plot.seat == self.seat else self.called(plot.seat) or tr("you")
                yield plot.seat, f"{placed(plot)} ({whose})" if whose else placed(plot)


def _phase(state: State) -> tuple[object, ...]:
    return city.round_of(state), city.phase_of(state)


def _founded(state: State, seat: int) -> list[Card]:
    return [city.card_at(state, cell) for cell in bits(state.array["founded"][seat])]


def _lays(move: WarszawaMove, card: Card) -> bool:
    return move.kind == LAY and move.card == card.id


def _built(state: State, move: WarszawaMove) -> Card:
    """Return the card of the foundation that a move finishes."""
    return city.card_at(state, city.cell_of(move.place))


def _on(card: Card, place: str) -> str:
    title = phrases.card_title(card)
    return tr("{what} on {place}", what=title, place=place) if place else title


def _things(paid: Sequence[str]) -> str:
    """Return what a round pays for, in words."""
    verbs = {"bridge": "bridge", "metro": "metro segment"}
    sides = [phrases.several(paid.count(verb), thing) for verb, thing in verbs.items() if verb in paid]
    return listed([*(each for each in paid if each not in verbs), *sides])


def _common(lists: Iterable[Sequence[str]]) -> list[str]:
    """Return what is in most of some lists."""
    every = list(lists)
    often = Counter(each for one in every for each in one)
    return [each for each, number in often.items() if number > len(every) / 2]
