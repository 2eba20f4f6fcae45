"""Why one move is better than another: what becomes of the auctions and the places in the games that follow them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from urbanist.bots.table.kit.causes import in_games
from urbanist.bots.table.kit.language import translated
from urbanist.bots.table.kit.score import rows_of
from urbanist.bots.table.kit.wording import listed
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.auction import NOTATION, Auction, height_of, token_on
from urbanist.bots.table.metropolys.text.facts import token
from urbanist.bots.table.metropolys.text.moves import if_all_pass, new_building, settled
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.metropolys.editions import EDITIONS
from urbanist.engine.metropolys.notation import PASS, MetropolysMove, mask_names, targets
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES, VALUES
from urbanist.engine.metropolys.score_kinds import MetropolysScoreKind, TallestRow
from urbanist.engine.metropolys.score_rows import leaders, score_breakdown
from urbanist.engine.score_row import Holding

if TYPE_CHECKING:
    from urbanist.bots.analysis.cause import Cause, DeedShare, MoveComparison, RowChange


@dataclass(frozen=True, slots=True)
class AuctionDeed:
    """What a seat does: `does` is one of `STEPS`, or to build on a place, or a building on it, or where it is closed.

    A place is closed if none beside it is empty, so that nobody can outbid there; `by` are those beside it that were
    built on since the position that is judged. A tall building is put into a district, not on a place. A bid is outbid
    on the `only` place that is left for that, or on one of several.
    """

    does: str
    place: str = ""
    value: int = 0
    by: tuple[str, ...] = ()
    only: bool = False


#: What is told rather than others: the last building of the game, in this auction or soon, a bid above that of the
#: move, which wins or not, a tall building in a district, and who wins the auction. An end is plain if it comes in so
#: many more games: it explains a cause of which the moves themselves bring nothing.
STEPS = ("ends", "ends soon", "takes over", "outbids", "raises", "wins")
ENDINGS, OUTBIDS, PLAINLY = STEPS[:2], STEPS[2:4], 0.8
#: A deed without a step is told if it happens in so many more games, and the end of the game in so many.
ALONE, ENDS = 0.55, 0.65
#: So many auctions are soon: the running one, and the next one; and in so many the game ends soon.
SOON, ENDING = 2, 4
#: So many places of a group of an Area card need a building of its holder.
NEEDED = {"bridges": 2, "statues": 3, "lakes": 3}


def because(comparison: "MoveComparison", cause: "Cause", called: Callable[[int], str]) -> list[str]:
    """Return what leads to a cause, in the order of play: a step of the auctions and a deed; and who can be tallest.

    A step alone explains nothing unless it is plain, or is on a place that the cause is about.
    """
    change, firsts = cause.changes[0], [games[0][0] for games in comparison.moves]
    start, bids = firsts[0][0], [bid for _, move, _ in firsts if (bid := MetropolysMove(move)) != PASS]
    step = _step(comparison, change)
    led = _deed(comparison, cause, start, [bid.place for bid in bids], step)
    if step and not led and not _plain(step) and not [*_wanted(step, _done(step), change)]:
        step = None
    shares = [share for share in (step, led) if share]
    said = [in_games(share, deed_said(share, called(share.seat), change)) for share in shares]
    over = [] if step and _done(step).does in ENDINGS else _over_soon(comparison)
    return said and [*said, *_standing(start, cause, shares, called), *over]


def _over_soon(comparison: "MoveComparison") -> Iterator[str]:
    """Yield how many auctions both moves leave at most, if these are few after the better one."""
    now, was = (
        max(sum(new_building(before, after) is not None for before, _, after in moves) for moves in games)
        for games in comparison.moves
    )
    if now <= ENDING:
        yield tr(
            "Auctions until the game is over: {now} at most, after the other move {was} at most.",
            now=now,
            was=was,
        )


def _step(comparison: "MoveComparison", change: "RowChange") -> "DeedShare | None":
    """Return the first of `STEPS` that follows one of the moves more often and is not good for the other side."""
    tallest = change.row is not None and change.row.kind == MetropolysScoreKind.TALLEST
    helping = _helping(comparison, comparison.steps(change, partial(steps, tallest=tallest)))
    passed = any(games[0][0][1] == PASS for games in comparison.moves)
    shares = {
        does: share
        for share in helping
        if (does := _done(share).does) not in ENDINGS or abs(share.more) >= ENDS
    }
    does = next((does for does in STEPS if does in shares and not (passed and does == "wins")), "")
    if does not in OUTBIDS:
        return shares.get(does)
    games = comparison.moves[shares[does].more < 0]
    only = len(targets(games[0][0][2].array)) == 1
    return replace(shares[does], deed=AuctionDeed(does, _answers(games), only=only))


def _deed(
    comparison: "MoveComparison",
    cause: "Cause",
    start: State,
    places: Sequence[str],
    step: "DeedShare | None",
) -> "DeedShare | None":
    """Return the deed that leads to a change, other than a step; what a move wins; or who builds on a closed place."""
    change, changed = cause.changes[0], _changed_districts(cause)

    def news(share: "DeedShare") -> bool:
        place = _done(step).place if step else ""
        if isinstance(share.deed, AuctionDeed) and changed and share.deed.place[0] not in changed:
            return False
        return linked(start, [*places, place], share) and not (place and place == _done(share).place)

    led = comparison.led(change, partial(deeds, start), news)
    if led is None and (won := _won(comparison, change)):
        return won
    if led is None:
        closed = _helping(comparison, comparison.steps(change, partial(closed_places, start)))
        tallest = cause.kind == MetropolysScoreKind.TALLEST
        shares = [
            share
            for share in closed
            if (not changed or _done(share).place[0] in changed)
            and (tallest or [*_wanted(share, _done(share), change)])
        ]
        led = max(shares, key=lambda share: abs(share.more), default=None)
    return led if led and (step or abs(led.more) >= ALONE) else None


def _helping(comparison: "MoveComparison", shares: "Iterable[DeedShare]") -> "list[DeedShare]":
    """Return what the seat does after the better move, and what others do after the other one, or spend."""
    return [
        share
        for share in shares
        if (share.seat == comparison.seat) == (share.more > 0) or _done(share).does == "raises"
    ]


def _changed_districts(cause: "Cause") -> set[str]:
    """Return the letters of the districts whose tallest building changes; none if that is not clear."""
    return {
        letter
        for change in cause.changes
        if isinstance(change.row, TallestRow) and isinstance(change.was, TallestRow)
        for letter in {*change.row.districts} ^ {*change.was.districts}
    }


def _done(share: "DeedShare") -> AuctionDeed:
    """Return what is done; nothing if it is held."""
    return share.deed if isinstance(share.deed, AuctionDeed) else AuctionDeed("")


def _plain(step: "DeedShare") -> bool:
    return _done(step).does in ENDINGS and abs(step.more) >= PLAINLY


def _answers(games: Sequence[Sequence[tuple[State, Move, State]]]) -> str:
    """Return where the first bid of games is outbid most often."""
    answers = Counter(MetropolysMove(moves[1][1]).place for moves in games if len(moves) > 1)
    return next(place for place, _ in answers.most_common() if place)


def _won(comparison: "MoveComparison", change: "RowChange") -> "DeedShare | None":
    """Return who wins the auction after one of the moves, if that brings the change or is what the other one avoids."""
    if change.row is None:
        return None
    brought, kind = list[tuple[int, tuple[int, AuctionDeed]]](), change.row.kind
    for before, move, _ in (games[0][0] for games in comparison.moves):
        after = if_all_pass(before.play(move))
        was, now = (rows_of(state, change.seat)[kind].points for state in (before, after))
        brought.append((now - was, next(winning_bids([(before, move, after)]))))
    (better, _), (other, _) = brought
    if (better - other) * change.points <= 0:
        return None
    side = abs(other) > abs(better)
    for share in comparison.steps(change, winning_bids):
        if (share.more < 0) == side and (share.seat, share.deed) == brought[side][1]:
            return share
    return None


def winning_bids(moves: Sequence[tuple[State, Move, State]]) -> Iterator[tuple[int, AuctionDeed]]:
    """Yield who wins the first auction, with which building on which place."""
    seat, value, place = next(built for before, _, after in moves if (built := new_building(before, after)))
    yield seat, AuctionDeed("gets", place, value)


def _standing(
    start: State, cause: "Cause", shares: "Sequence[DeedShare]", called: Callable[[int], str]
) -> Iterator[str]:
    """Yield what decides who is tallest: the buildings in the district, and the tall ones that are left."""
    if cause.kind != MetropolysScoreKind.TALLEST:
        return
    built = [NOTATION.buildings(start.array, seat) for seat in range(start.seats)]
    told, changed = {_district(share) for share in shares}, _changed_districts(cause)
    for letter, district in DISTRICT_NAMES.items():
        if letter in (told & changed or (changed if len(changed) == 1 else told)):
            there = [[value for value, place in own if place[0] == letter] for own in built]
            yield tr(
                "Built in {district} by now: {values}.", district=district, values=_values(there, called)
            )
    left = [
        [value for value in VALUES if height_of(value) == "tall" and value not in dict(own)] for own in built
    ]
    yield tr("Tall buildings not built yet: {values}.", values=_values(left, called))


def _district(share: "DeedShare") -> str:
    """Return the letter of the district in which something is done; empty if in none."""
    if isinstance(share.deed, Holding):
        return [*DISTRICT_NAMES][share.deed.number]
    return _done(share).place[:1]


def _values(values: Sequence[Sequence[int]], called: Callable[[int], str]) -> str:
    """Return buildings of each seat, the highest first."""
    each = [", ".join(map(str, sorted(own, reverse=True))) or tr("none") for own in values]
    you = tr("you")
    return ", ".join(f"{called(seat) or you} ({own})" for seat, own in enumerate(each))


def deeds(
    start: State, before: State, _move: Move, after: State
) -> Iterator[tuple[int, AuctionDeed | Holding]]:
    """Yield what a move leads to for good, with its seat: what is built, and at the end who is tallest.

    A seat holds the district of a number, its place in `DISTRICT_NAMES`, or the group of an Area card.
    """
    built = new_building(before, after)
    if built is None:
        return
    seat, value, place = built
    near = EDITIONS.of(start.array).board.by_name[place].adjacent
    if {*mask_names(after.array["empty"])}.isdisjoint(near):
        since = _places(after) - _places(start)
        yield seat, AuctionDeed("closed", place, by=tuple(name for name in near if name in since))
        yield seat, AuctionDeed("closed", place)
    yield seat, AuctionDeed("building", place, value)
    yield seat, AuctionDeed("place", place)
    if after.over:
        for letter, seats in leaders(after).items():
            number = [*DISTRICT_NAMES].index(letter)
            yield from ((each, Holding(MetropolysScoreKind.TALLEST, number)) for each in seats)
        yield from ((start.to_move, held) for held in groups_held(after, start.to_move))


def groups_held(state: State, seat: int) -> Iterator[Holding]:
    """Yield the groups of its Area card that a seat has: their numbers on the board; none in a family game."""
    groups = _card_groups(state, seat)
    counted = score_breakdown(state, seat).get(MetropolysScoreKind.AREA_CARD, ())
    for places in ({*each.places} for each in counted if len(each.places) > 1):
        for number, group in enumerate(groups):
            if places <= {*group}:
                yield Holding(MetropolysScoreKind.AREA_CARD, number)


def _card_groups(state: State, seat: int) -> Sequence[Sequence[str]]:
    """Return the groups of places that the Area card of a seat counts."""
    return _groups(state, NOTATION.card(state.array, seat).partition("+")[0])


def _groups(state: State, area: str) -> Sequence[Sequence[str]]:
    """Return the groups of places that an Area card counts, as far as they are fixed."""
    board = EDITIONS.of(state.array).board
    return {"bridges": board.bridges, "statues": board.statues, "lakes": board.lakes}.get(area, ())


def groups_left(state: State, seat: int, area: str) -> list[Sequence[str]]:
    """Return the groups of an Area card that a seat has or can still get: others have not built on too much of them."""
    others = {*range(state.seats)} - {seat}
    theirs = {name for other in others for _, name in NOTATION.buildings(state.array, other)}
    places = {*mask_names(state.array["play"])} - theirs
    return [group for group in _groups(state, area) if len(places.intersection(group)) >= NEEDED[area]]


def _places(state: State) -> set[str]:
    """Return the places that are built on."""
    return {place for seat in range(state.seats) for _, place in NOTATION.buildings(state.array, seat)}


def steps(moves: Sequence[tuple[State, Move, State]], *, tallest: bool) -> Iterator[tuple[int, AuctionDeed]]:
    """Yield who outbids the first move, who wins its auction, and who ends the game in it or soon.

    Where the `tallest` buildings count, tall ones of others are told.
    """
    (before, move, after), *later = moves
    answer = MetropolysMove(later[0][1]) if later and move != PASS and not settled(after) else PASS
    buildings = [(each, then) for was, _, then in moves if (each := new_building(was, then))]
    (winner, value, place), won = buildings[0]
    if answer != PASS:
        yield after.to_move, AuctionDeed("outbids")
        if after.to_move == winner and not won.over:
            yield winner, AuctionDeed("takes over")
    if not won.over:
        yield winner, AuctionDeed("wins")
    if tallest and height_of(value) == "tall" and winner != before.to_move:
        yield winner, AuctionDeed("raises", place[0])
    if won.over:
        yield winner, AuctionDeed("ends")
    for (seat, _, _), state in buildings[:ENDING]:
        if state.over:
            yield seat, AuctionDeed("ends soon")


def closed_places(
    start: State, moves: Sequence[tuple[State, Move, State]]
) -> Iterator[tuple[int, AuctionDeed]]:
    """Yield who soon builds on places that were closed in since the position that is judged."""
    for played in moves:
        for seat, deed in deeds(start, *played):
            if isinstance(deed, AuctionDeed) and deed.by:
                yield seat, deed
        if Auction(played[0]).number > Auction(start).number + SOON:
            break


def linked(start: State, places: Sequence[str], share: "DeedShare") -> bool:
    """Return whether a deed is beside the place of a bid, in a group with it, or follows it soon.

    That its building stands where it is bid is no news, unless it was bid once more.
    """
    if isinstance(share.deed, Holding) and share.deed.kind == MetropolysScoreKind.TALLEST:
        return [*DISTRICT_NAMES][share.deed.number] in {place[:1] for place in places}
    if isinstance(share.deed, Holding):
        group = _held_group(share.before, share.seat, share.deed)
        return not {*group}.isdisjoint(places)
    assert isinstance(share.deed, AuctionDeed)
    built = share.deed.place
    if share.seat == start.to_move and built in places:
        return share.deed.does == "closed"
    if Auction(share.before).number - Auction(start).number < SOON:
        return True
    board = EDITIONS.of(start.array).board
    groups = [group for group in (*board.bridges, *board.statues, *board.lakes) if built in group]
    near = {*board.by_name[built].adjacent}.union(*groups)
    return not near.isdisjoint(places)


def deed_said(share: "DeedShare", who: str, change: "RowChange") -> str:
    """Return what a seat does, or you, as a clause; a place with what makes it wanted, and what closes it in."""
    deed, person = share.deed, "they" if who else "you"
    if isinstance(deed, Holding) and deed.kind == MetropolysScoreKind.TALLEST:
        return tr.named(person, "tallest", who=who, district=[*DISTRICT_NAMES.values()][deed.number])
    if isinstance(deed, Holding):
        assert change.row is not None
        group = listed(_held_group(share.before, share.seat, deed))
        return tr.named(person, change.row.subject, who=who, places=group)
    assert isinstance(deed, AuctionDeed)
    notes = [*_wanted(share, deed, change)]
    if deed.does == "closed":
        free = tr("nobody can outbid")
        by = listed(deed.by)
        notes.append(
            tr("closed in by what is built on {places}: nobody can outbid", places=by) if deed.by else free
        )
    place = f"{deed.place} ({', '.join(notes)})" if notes else deed.place
    district = DISTRICT_NAMES.get(deed.place, "")
    values = {"place": place, "district": district, "value": deed.value, "auctions": ENDING}
    return tr.named(person, f"{deed.does} there" if deed.only else deed.does, who=who, **values)


def _held_group(state: State, seat: int, held: Holding) -> Sequence[str]:
    """Return the places of a group of an Area card that a seat holds."""
    return _card_groups(state, seat)[held.number]


def _wanted(share: "DeedShare", deed: AuctionDeed, change: "RowChange") -> Iterator[str]:
    """Yield what the place of a deed has of what the row of a change counts: token, district, type or group."""
    state = share.before
    space = EDITIONS.of(state.array).board.by_name.get(deed.place)
    if change.row is None or space is None:
        return
    kind = change.row.kind
    if (on := token_on(state.array, space.name)) and str(kind).startswith(on):
        yield token(on)
    elif kind == MetropolysScoreKind.TYPE_CARD and space.type == change.row.subject:
        yield tr(space.type)
    elif deed.does in STEPS:
        return
    elif kind == MetropolysScoreKind.TALLEST:
        yield translated(DISTRICT_NAMES[space.district])
    elif kind == MetropolysScoreKind.AREA_CARD:
        yield from _group(state, space.name, change)


def _group(state: State, place: str, change: "RowChange") -> Iterator[str]:
    """Yield the group of an Area card around a place in which its holder has built most, with these places."""
    assert change.row is not None
    area = change.row.subject
    own = {name for _, name in NOTATION.buildings(state.array, change.seat)}
    near = EDITIONS.of(state.array).board.by_name[place].adjacent
    possible = groups_left(state, change.seat, area)
    groups = [near] if area == "chains" else [each for each in possible if place in each]
    built = max(([name for name in group if name in own] for group in groups), key=len, default=[])
    if area == "districts":
        yield translated(DISTRICT_NAMES[place[0]])
    elif built:
        yield tr.named("group", area, places=listed(built))
