"""The moves of Metropolys in words: which are legal, what happened, what a move brings, and why one is better."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from urbanist.bots.table.kit.expected_line import ExpectedLine, counted, grown, heaviest, much_more, weight
from urbanist.bots.table.kit.move_part import PLACE, THING, MovePart
from urbanist.bots.table.kit.player import seat_name
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import gained, rows_of
from urbanist.bots.table.kit.wording import (
    listed,
    no_moves,
    points_text,
    upper,
)
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.auction import (
    NOTATION,
    TOKENS,
    Auction,
    hide_others,
    rivals,
    token_on,
)
from urbanist.bots.table.metropolys.text.facts import describe_place, fact, token
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.metropolys.editions import EDITIONS
from urbanist.engine.metropolys.notation import PASS, MetropolysMove, lane_values, mask_names
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES
from urbanist.engine.metropolys.score_kinds import AreaRow, MetropolysScoreKind
from urbanist.engine.metropolys.score_rows import leaders
from urbanist.engine.score_row import ScoreRow

if TYPE_CHECKING:
    from urbanist.search.reasons import Reason


def list_moves(state: State) -> str:
    """Return the legal moves: a line for each neighbourhood, or two lines for an opening."""
    if state.over:
        return no_moves()
    auction = Auction(state)
    values = _row(auction.values)
    if not auction.bids:
        places = _row(auction.places)
        return tr("open with any of {values}\non any of {places}", values=values, places=places)
    return "\n".join([*(f"{place}: {values}" for place in auction.places), "pass"])


def _row(items: Iterable[object]) -> str:
    return " ".join(map(str, items))


def narrate(pov: PlayerView, ply: int) -> str:
    """Return the event at a ply: a bid or a pass, and the new building if it ended the auction."""
    before, after, move = pov.states[ply], pov.states[ply + 1], MetropolysMove(pov.view.move(ply))
    does = "passes" if move == PASS else "opens" if settled([before]) else "bids"
    said = tr.named("does", does, who=pov.name(before.to_move), value=move.value, place=move.place)
    built = outcome(before, after)
    return f"{said}; {built}" if built else said


def move_name(_state: State, move: Move) -> str:
    """Return a move as a sentence names it: the building and the place of a bid, or a pass."""
    bid = MetropolysMove(move)
    return tr("a pass") if bid == PASS else tr("{value} on {place}", value=bid.value, place=bid.place)


def parts(state: State) -> dict[Move, tuple[MovePart, ...]]:
    """Return the legal moves by rising buildings, each by its building and its place; the last is to pass."""
    bids = sorted(map(MetropolysMove, state.legal()), key=lambda bid: (bid == PASS, bid.value, _order(bid)))
    return {bid: _parts(bid) for bid in bids}


def asks(state: State) -> str:
    """Return what the seat to move has to choose."""
    auction = Auction(state)
    if not auction.bids:
        return tr("Open an auction: choose a building, and a place for it.")
    return tr("Bid more than {last} beside {place}, or pass.", last=auction.last, place=auction.at)


def _order(bid: MetropolysMove) -> tuple[str, int]:
    """Return the place of a bid as people count it: N2 comes before N10."""
    return bid.place[:1], int(bid.place[1:] or 0)


def _parts(bid: MetropolysMove) -> tuple[MovePart, ...]:
    if bid == PASS:
        return (MovePart(THING, "pass", upper(tr("pass"))),)
    return MovePart(THING, f"value-{bid.value}", str(bid.value)), MovePart(PLACE, bid.place, bid.place)


def outcome(before: State, after: State) -> str:
    """Return what was built between two positions, in words; empty if nothing was."""
    built = new_building(before, after)
    return "" if built is None else _building(*built, token(token_on(before.array, built[2])))


def new_building(before: State, after: State) -> tuple[int, int, str] | None:
    """Return the seat, the value and the place of what was built between two positions; None if nothing was."""
    for seat in range(before.seats):
        known = NOTATION.buildings(before.array, seat)
        for value, place in NOTATION.buildings(after.array, seat):
            if (value, place) not in known:
                return seat, value, place
    return None


def _building(seat: int, value: int, place: str, taken: str) -> str:
    said = {"seat": seat, "value": value, "place": place}
    if not taken:
        return tr("seat {seat} builds {value} on {place}", **said)
    return tr("seat {seat} builds {value} on {place} and takes a {token}", token=taken, **said)


def explain(state: State, move: Move) -> str:
    """Return the effect of a move if nobody answers it, and who could; it uses the seat's own cards alone."""
    seat = state.to_move
    own = hide_others(state, seat)
    if move == PASS:
        return _reason_to_pass(own)
    after = own.play(move)
    ended = if_all_pass(after)
    return ", ".join([*brought(own, ended, seat), *_rivals(own, after)])


def if_all_pass(state: State) -> State:
    """Return the position after the running auction if all others pass."""
    while not state.over and not settled([state]):
        state = state.play(PASS)
    return state


def brought(before: State, after: State, seat: int) -> list[str]:
    """Return what a building brings its seat, each with its points."""
    return list(_gains(before, after, seat)) or [tr("brings nothing by itself")]


def _gains(before: State, after: State, seat: int) -> Iterator[str]:
    """Yield the rows of a seat's score that change, with the points in brackets."""
    was = rows_of(before, seat)
    for kind, row in rows_of(after, seat).items():
        change = row.points - was[kind].points
        if kind == MetropolysScoreKind.TALLEST:
            yield from _skylines(before, after, seat)
        elif change:
            yield _gain(row, change)


def _gain(row: ScoreRow, change: int) -> str:
    if row.kind in tr.words["takes"]:
        takes = (change > 0) == (row.kind == MetropolysScoreKind.METRO_CARD)
        return tr.named("takes" if takes else "gives-up", row.kind, change=change)
    if row.kind in TOKENS:
        return tr("takes a {token} ({change:+})", token=token(TOKENS[row.kind]), change=change)
    if isinstance(row, AreaRow) and row.groups:
        return tr.named("completes", row.subject, change=change)
    return tr("fits the {card} ({change:+})", card=fact(row).label, change=change)


def _skylines(before: State, after: State, seat: int) -> Iterator[str]:
    was, now = leaders(before), leaders(after)
    for letter, seats in now.items():
        name, led = DISTRICT_NAMES[letter], was.get(letter, ())
        if seat not in seats:
            continue
        if seat not in led:
            yield tr.named("tallest", "joint" if seats[1:] else "alone", district=name)
        if lost := [other for other in led if other not in seats]:
            yield tr.named("tallest", "taken", len(lost), seats=listed(lost), district=name)


def _rivals(before: State, after: State) -> Iterator[str]:
    """Yield which seats could outbid and where, or that nobody can."""
    if after.over or settled([after]):
        yield tr("nobody can outbid")
        return
    able = rivals(after, before.to_move)
    yield tr.counted(
        "seat {seats} could outbid at {places}",
        "seats {seats} could outbid at {places}",
        len(able),
        seats=listed(able),
        places=_row(Auction(after).places),
    )


def _reason_to_pass(state: State) -> str:
    record, auction = state.array, Auction(state)
    built = _building(auction.leader, auction.last, auction.at, token(token_on(record, auction.at)))
    is_last = settled([state.play(PASS)])
    said = [built if is_last else tr("{built} unless another seat outbids it", built=built)]
    back = lane_values(record["bids"][state.to_move])
    if back:
        values = listed(back)
        said.append(
            tr.counted(
                "{values} returns to the hand", "{values} return to the hand", len(back), values=values
            )
        )
    return ", ".join(said)


#: The features of the buildings that a seat has left.
HAND = (
    "buildings left",
    "small left",
    "medium left",
    "tall left",
    "sum of values left",
    "highest value left",
    "second value left",
    "lowest value left",
)
#: The features that tell whose turn it is, and the one of the map that counts for whoever opens the next auction.
TURN, ALONE = ("to move", "may build", "turns to wait"), "sites without a neighbour"
#: A reason counts if it adds at least this to the win share. The most places that are told.
LEAST, PLACES = 0.005, 3
#: So many points that the better move gives up at once are told.
GIVEN = 3


def settled(states: Sequence[State]) -> bool:
    """Return whether no auction runs."""
    return not int(states[-1].array["last_value"])


def contrast(better: ExpectedLine, other: ExpectedLine, reasons: Sequence["Reason"]) -> Iterator[str]:
    """Yield how the auction is likely to end after either move, and what the better one leaves for later."""
    ends = [new_building(line.before, line.end) for line in (other, better)]
    yield _ending(other)
    if ends[0] == ends[1]:
        if _sure(better) and not _sure(other):
            yield tr("{move} makes sure of it.", move=move_name(better.before, better.move))
    elif not _sure(better):
        yield _ending(better, explained=True)
    given = gained(better.end, other.end, better.seat)
    if given >= GIVEN:
        yield tr("That gives up {points} for now.", points=points_text(given))
    yield from map(upper, heaviest(_later(better, other, reasons), LEAST))


def _sure(line: ExpectedLine) -> bool:
    """Return whether the move itself ends the auction."""
    return line.length == 1


def _ending(line: ExpectedLine, *, explained: bool = False) -> str:
    """Return how the auction ends, in a sentence; what the move itself brings may have been explained before."""
    built, move = new_building(line.before, line.end), move_name(line.before, line.move)
    if built is None:
        return ""
    seat, value, place = built
    said = {
        "move": move,
        "who": seat_name(seat),
        "building": move_name(line.before, MetropolysMove.of(value, place)),
        "brings": listed(brought(line.before, line.end, seat)),
    }
    if seat != line.seat:
        ending = "pass" if line.move == PASS else "rival"
    elif line.move != MetropolysMove.of(value, place):
        ending = "another"
    else:
        ending = "explained" if explained else "sure" if _sure(line) else "likely"
    return tr.named("ending", ending, **said)


def _later(
    better: ExpectedLine, other: ExpectedLine, reasons: Sequence["Reason"]
) -> Iterator[tuple[float, str]]:
    """Yield what the better move leaves for later, each with what it adds to the win share."""
    seat = better.seat
    kept = _hand(better.end, seat) - _hand(other.end, seat)
    if kept:
        values = listed(sorted(kept))
        said = tr.counted(
            "{values} stays in the hand.", "{values} stay in the hand.", len(kept), values=values
        )
        yield weight(reasons, *HAND, of=seat), said
    built, instead = (new_building(line.before, line.end) for line in (better, other))
    for rival in range(better.end.seats):
        spent = _hand(other.end, rival) - _hand(better.end, rival)
        if rival == seat or not spent:
            continue
        who, value, less = seat_name(rival), max(spent), _value(instead, rival)
        if less and value > less:
            said = tr("{who} has to spend {value} rather than {less}.", who=who, value=value, less=less)
            yield weight(reasons, *HAND, of=rival), said
        elif better.move == PASS or not _value(built, rival):  # else it was just said what is built
            yield weight(reasons, *HAND, of=rival), tr("{who} has to spend {value}.", who=who, value=value)
    unbeaten, before = _unbeaten(better.end, seat), _unbeaten(other.end, seat)
    if unbeaten > before:
        said = tr("No rival can outbid {values} any more.", values=listed(sorted(unbeaten - before)))
        yield weight(reasons, "values that no rival outbids", "higher values of rivals", of=seat), said
    yield from _next_auction(better, other, reasons)
    yield from counted(grown(reasons, seat), tr, "own")
    for rival in range(better.end.seats):
        if rival != seat:
            fewer = (each for each in reasons if each.seat == rival and much_more(each.before, each.after))
            yield from counted(fewer, tr, "rival", who=seat_name(rival))


def _value(built: tuple[int, int, str] | None, seat: int) -> int:
    """Return the value of a new building of a seat; 0 if it has built nothing."""
    return built[1] if built is not None and built[0] == seat else 0


def _next_auction(
    better: ExpectedLine, other: ExpectedLine, reasons: Sequence["Reason"]
) -> Iterator[tuple[float, str]]:
    """Yield who opens the next auction, and where nobody could outbid then, if the two moves differ in that."""
    if better.end.over or other.end.over:
        return
    seat, opens, instead = better.seat, better.end.to_move, other.end.to_move
    if opens != instead:
        turn = sum(weight(reasons, *TURN, of=each) for each in range(better.end.seats))
        if seat in {opens, instead}:
            yield turn, tr("{who} opens the next auction.", who=seat_name(opens))
        return
    alone, before = _alone(better.end), _alone(other.end)
    places = alone - before if opens == seat else before - alone
    if places:
        record = better.end.array
        best = sorted(places, key=lambda place: (not token(token_on(record, place)), place))[:PLACES]
        said = {
            "who": seat_name(opens),
            "places": listed(describe_place(better.end, place) for place in best),
        }
        gain = weight(reasons, ALONE, f"trendy {ALONE}", of=None)
        if opens == seat:
            yield gain, tr("{who} opens the next auction, and nobody could outbid on {places}.", **said)
        else:
            yield gain, tr("{who} opens the next auction, and can then be outbid on {places}.", **said)


def _alone(state: State) -> frozenset[str]:
    """Return the empty places whose neighbours are all built on: whoever opens there is never outbid."""
    empty = frozenset(mask_names(state.array["empty"]))
    places = EDITIONS.of(state.array).board.by_name
    return frozenset(place for place in empty if empty.isdisjoint(places[place].adjacent))


def _hand(state: State, seat: int) -> frozenset[int]:
    return frozenset(lane_values(state.array["hands"][seat]))


def _unbeaten(state: State, seat: int) -> frozenset[int]:
    """Return the values of a seat that no building of a rival outbids."""
    rivals = (max(_hand(state, other), default=0) for other in range(state.seats) if other != seat)
    highest = max(rivals)
    return frozenset(value for value in _hand(state, seat) if value > highest)
