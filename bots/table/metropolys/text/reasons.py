"""Why one move is better than another: what becomes of the auctions and the places in the games that follow them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from urbanist.bots.table.kit.causes import at_once, in_games
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
from urbanist.engine.metropolys.notation import PASS, MetropolysMove, mask_names
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES
from urbanist.engine.metropolys.score_kinds import MetropolysScoreKind, TallestRow
from urbanist.engine.metropolys.score_rows import leaders
from urbanist.engine.score_row import Holding

if TYPE_CHECKING:
    from urbanist.bots.analysis.cause import Cause, DeedShare, MoveComparison, RowChange


@dataclass(frozen=True, slots=True)
class AuctionDeed:
    """What a seat does: `does` is one of `STEPS`, or to build on a place, or a building on it, or where it is closed.

    A place is closed if none beside it is empty, so that nobody can outbid there; `by` are those beside it that were
    built on since the position that is judged. A tall building is put into a district, not on a place.
    """

    does: str
    place: str = ""
    value: int = 0
    by: tuple[str, ...] = ()


#: What is told rather than others: the last building of the game, a bid above that of the move, which wins or not, a
#: tall building in a district, and who wins the auction. The first ones are plain if they happen in so many more games:
#: they explain a cause of which the moves themselves bring nothing.
STEPS = ("ends", "takes over", "outbids", "raises", "wins")
OUTBIDS, PLAIN, PLAINLY = STEPS[1:3], STEPS[:3], 0.8
#: A deed without a step is told if it happens in so many more games, and the end of the game in so many.
ALONE, ENDS = 0.55, 0.65
#: So many auctions are soon: the running one, and the next one.
SOON = 2


def because(comparison: "MoveComparison", cause: "Cause", called: Callable[[int], str]) -> list[str]:
    """Return what leads to a cause, in the order of play: a step of the auctions and a deed; or the move itself.

    A step alone explains nothing unless it is plain, or one of the moves brings what the cause is about.
    """
    change, firsts = cause.changes[0], [games[0][0] for games in comparison.moves]
    start, bids = firsts[0][0], [bid for _, move, _ in firsts if (bid := MetropolysMove(move)) != PASS]
    step = _step(comparison, change)
    led = _deed(comparison, change, start, [bid.place for bid in bids], step)
    if step and not led and not _plain(step) and not any(_brings(start, bid, change) for bid in bids):
        step = None
    said = [in_games(share, deed_said(share, called(share.seat), change)) for share in (step, led) if share]
    return said or at_once(cause, called)


def _step(comparison: "MoveComparison", change: "RowChange") -> "DeedShare | None":
    """Return the first of `STEPS` that follows one of the moves more often and is not good for the other side."""
    tallest = change.row is not None and change.row.kind == MetropolysScoreKind.TALLEST
    helping = _helping(comparison, comparison.steps(change, partial(steps, tallest=tallest)))
    passed = any(games[0][0][1] == PASS for games in comparison.moves)
    shares = {
        does: share for share in helping if (does := _done(share).does) != "ends" or abs(share.more) >= ENDS
    }
    does = next((does for does in STEPS if does in shares and not (passed and does == "wins")), "")
    if does not in OUTBIDS:
        return shares.get(does)
    place = _answers(comparison.moves[shares[does].more < 0])
    return replace(shares[does], deed=AuctionDeed(does, place))


def _deed(
    comparison: "MoveComparison",
    change: "RowChange",
    start: State,
    places: Sequence[str],
    step: "DeedShare | None",
) -> "DeedShare | None":
    """Return the deed that leads to a change, other than a step, or where somebody builds on a closed place."""

    def news(share: "DeedShare") -> bool:
        return linked(start, places, share) and not (step and _done(step).place == _done(share).place)

    led = comparison.led(change, partial(deeds, start), news)
    if led is None:
        closed = _helping(comparison, comparison.steps(change, partial(closed_places, start)))
        shares = [share for share in closed if _in_changed_district(_done(share).place, change)]
        led = max(shares, key=lambda share: abs(share.more), default=None)
    return led if led and (step or abs(led.more) >= ALONE) else None


def _helping(comparison: "MoveComparison", shares: "Iterable[DeedShare]") -> "list[DeedShare]":
    """Return what the seat does after the better move, and what others do after the other one, or spend."""
    return [
        share
        for share in shares
        if (share.seat == comparison.seat) == (share.more > 0) or _done(share).does == "raises"
    ]


def _in_changed_district(place: str, change: "RowChange") -> bool:
    """Return whether a place is in a district whose tallest building changes; of other rows all are."""
    if not isinstance(change.row, TallestRow) or not isinstance(change.was, TallestRow):
        return True
    return place[0] in {*change.row.districts} ^ {*change.was.districts}


def _done(share: "DeedShare") -> AuctionDeed:
    """Return what is done; nothing if it is held."""
    return share.deed if isinstance(share.deed, AuctionDeed) else AuctionDeed("")


def _plain(step: "DeedShare") -> bool:
    return _done(step).does in PLAIN and abs(step.more) >= PLAINLY


def _answers(games: Sequence[Sequence[tuple[State, Move, State]]]) -> str:
    """Return where the first bid of games is outbid most often."""
    answers = Counter(MetropolysMove(moves[1][1]).place for moves in games if len(moves) > 1)
    return next(place for place, _ in answers.most_common() if place)


def _brings(start: State, move: Move, change: "RowChange") -> bool:
    """Return whether a move changes the row of a change if all others pass."""
    after = if_all_pass(start.play(move))
    was, now = (rows_of(state, change.seat) for state in (start, after))
    return change.row is not None and was[change.row.kind].points != now[change.row.kind].points


def deeds(
    start: State, before: State, _move: Move, after: State
) -> Iterator[tuple[int, AuctionDeed | Holding]]:
    """Yield what a move leads to for good, with its seat: what is built, and at the end who is tallest.

    A seat holds the district of a number: its place in `DISTRICT_NAMES`.
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


def _places(state: State) -> set[str]:
    """Return the places that are built on."""
    return {place for seat in range(state.seats) for _, place in NOTATION.buildings(state.array, seat)}


def steps(moves: Sequence[tuple[State, Move, State]], *, tallest: bool) -> Iterator[tuple[int, AuctionDeed]]:
    """Yield who outbids the first move, who wins its auction, and who ends the game soon.

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
    for (seat, _, _), state in buildings[: SOON + 2]:
        if state.over:
            yield seat, AuctionDeed("ends")


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
    if isinstance(share.deed, Holding):
        return [*DISTRICT_NAMES][share.deed.number] in {place[0] for place in places}
    assert isinstance(share.deed, AuctionDeed)
    built = share.deed.place
    if share.seat == start.to_move and built in places:
        return share.deed.does == "closed"
    if Auction(share.before).number - Auction(start).number < SOON:
        return True
    board = EDITIONS.of(start.array).board
    groups = [group for group in (*board.bridges, *board.statues, *board.lakes) if built in group]
    return any(board.adjacent(place, built) or any(place in group for group in groups) for place in places)


def deed_said(share: "DeedShare", who: str, change: "RowChange") -> str:
    """Return what a seat does, or you, as a clause; a place with what makes it wanted, and what closes it in."""
    deed, person = share.deed, "they" if who else "you"
    if isinstance(deed, Holding):
        return tr.named(person, "tallest", who=who, district=[*DISTRICT_NAMES.values()][deed.number])
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
    return tr.named(person, deed.does, who=who, value=deed.value, place=place, district=district)


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
    elif deed.does in STEPS or (share.seat != change.seat and change.row.subject):
        return
    elif kind == MetropolysScoreKind.TALLEST:
        yield translated(DISTRICT_NAMES[space.district])
    elif kind == MetropolysScoreKind.AREA_CARD:
        yield from _group(state, space.name, change)


def _group(state: State, place: str, change: "RowChange") -> Iterator[str]:
    """Yield the group of an Area card around a place in which its seat has built most, with these places."""
    assert change.row is not None
    board, area = EDITIONS.of(state.array).board, change.row.subject
    own = {name for _, name in NOTATION.buildings(state.array, change.seat)}
    groups = {"bridges": board.bridges, "statues": board.statues, "lakes": board.lakes}.get(area, ())
    built = max(
        ([name for name in group if name in own] for group in groups if place in group), key=len, default=[]
    )
    if area == "districts":
        yield translated(DISTRICT_NAMES[place[0]])
    elif built:
        yield tr.named("group", area, places=listed(built))
