"""The moves of Metropolys in words: which are legal, what happened, and what a move brings."""

from collections.abc import Iterable, Iterator

from urbanist.bots.table.kit.move_part import PLACE, THING, MovePart
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import rows_of
from urbanist.bots.table.kit.wording import (
    listed,
    no_moves,
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
from urbanist.bots.table.metropolys.model.maps import load_map
from urbanist.bots.table.metropolys.text.facts import fact, token
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.metropolys.notation import PASS, MetropolysMove, lane_values
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES
from urbanist.engine.metropolys.score_kinds import AreaRow, MetropolysScoreKind
from urbanist.engine.metropolys.score_rows import leaders
from urbanist.engine.score_row import ScoreRow


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
    does = "passes" if move == PASS else "opens" if settled(before) else "bids"
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


def candidates(state: State, _chosen: str) -> Iterator[tuple[MovePart, Move]]:
    """Yield the buildings of the hand, and all neighbourhoods, each with a bid."""
    auction = Auction(state)
    if not auction.hand or not auction.places:
        return
    for value in auction.hand:
        bid = MetropolysMove.of(value, auction.places[0])
        yield _parts(bid)[0], bid
    for place in load_map(int(state.array["slot"])).neighbourhoods:
        bid = MetropolysMove.of(auction.hand[-1], place)
        yield _parts(bid)[1], bid


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
    if not settled(after):
        return None
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
    while not state.over and not settled(state):
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
    if after.over or settled(after):
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
    is_last = settled(state.play(PASS))
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


def settled(state: State) -> bool:
    """Return whether no auction runs."""
    return not int(state.array["last_value"])
