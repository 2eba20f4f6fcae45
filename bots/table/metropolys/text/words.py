"""Metropolys in words: how typed moves are read, what happened, and the reasons for a move."""

import re
from collections.abc import Iterable, Iterator

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import points_by_kind
from urbanist.bots.table.kit.wording import legal_move, listed, not_understood, quoted
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.auction import rivals, token_on
from urbanist.bots.table.metropolys.text.facts import fact, short_type, token
from urbanist.engine import NotationError, State
from urbanist.engine.event import Move
from urbanist.engine.metropolys.notation import (
    PASS,
    MetropolysMove,
    MetropolysNotation,
    lane_values,
    mask_names,
    targets,
)
from urbanist.engine.metropolys.pieces import BOARD, CELLS, DISTRICT_NAMES, NAMES, VALUES
from urbanist.engine.metropolys.score_kinds import AreaRow, ScoreKind
from urbanist.engine.metropolys.score_rows import leaders
from urbanist.engine.score_row import ScoreRow

NOTATION = MetropolysNotation()
VALUE = re.compile(r"[0-9]+")
PLACE = re.compile(r"[a-z]+[0-9]+")
JOINED = re.compile(r"([0-9]+)([a-z]+[0-9]+)")
#: What a move does that changes the points of a row: takes a token, takes or gives up a card, completes a group of an
#: expert Area card.
TAKES = {
    ScoreKind.TRENDY_TOKENS: marked("takes a trendy token ({change:+})"),
    ScoreKind.METRO_TOKENS: marked("takes a metro token ({change:+})"),
    ScoreKind.RUINS_TOKENS: marked("takes a ruins token ({change:+})"),
    ScoreKind.METRO_CARD: marked("takes the metro card ({change:+})"),
    ScoreKind.RUINS_CARD: marked("takes the ruins card ({change:+})"),
}
GIVES_UP = {
    ScoreKind.METRO_CARD: marked("gives up the metro card ({change:+})"),
    ScoreKind.RUINS_CARD: marked("gives up the ruins card ({change:+})"),
}
COMPLETES = {
    "bridges": marked("completes a bridge pair ({change:+})"),
    "statues": marked("completes the ring of a statue ({change:+})"),
    "lakes": marked("completes three around a lake ({change:+})"),
    "districts": marked("completes three in a district ({change:+})"),
    "chains": marked("completes a chain of three ({change:+})"),
}
EXAMPLE = marked("type value and place, for example 7@N3 or 7 n3, or pass")


def read_move(text: str, state: State) -> Move:
    """Return the legal move that a typed text means; raise `NotationError` with a one-line reason."""
    words = _words(text)
    if words in (["pass"], ["p"]):
        return legal_move(PASS, state)
    if len(words) == 2 and PLACE.fullmatch(words[0]) and VALUE.fullmatch(words[1]):
        words.reverse()
    if len(words) != 2 or not VALUE.fullmatch(words[0]) or not PLACE.fullmatch(words[1]):
        raise not_understood(text, tr(EXAMPLE))
    value, place = words[0], words[1].upper()
    if len(value) > 2 or int(value) not in VALUES:
        raise NotationError(
            tr(
                "{text}: there is no building {value}; values are 1 to 13",
                text=quoted(text),
                value=value[:9],
            )
        )
    if place not in CELLS:
        raise NotationError(
            tr(
                "{text}: there is no neighbourhood {place}; there are C1-C15 and N, E, S, W 1-10",
                text=quoted(text),
                place=place[:9],
            )
        )
    return legal_move(MetropolysMove.of(int(value), place), state)


def _words(text: str) -> list[str]:
    """Return the words of a move; `7n3` means 7 on N3."""
    found = text.lower().replace("@", " ").split()
    joined = JOINED.fullmatch(found[0]) if len(found) == 1 else None
    return found if joined is None else list(joined.groups())


def list_moves(state: State) -> str:
    """Return the legal moves: a line for each neighbourhood, or two lines for an opening."""
    record = state.array
    if state.over:
        return tr("none: the game is over")
    values = lane_values(record["hands"][state.to_move])
    if not int(record["last_value"]):
        places = _row(mask_names(record["empty"]))
        return tr("open with any of {values}\non any of {places}", values=_row(values), places=places)
    higher = [value for value in values if value > int(record["last_value"])]
    return "\n".join([*(f"{place}: {_row(higher)}" for place in targets(record)), "pass"])


def _row(items: Iterable[object]) -> str:
    return " ".join(map(str, items))


def narrate(pov: PlayerView, ply: int) -> str:
    """Return the event at a ply: a bid or a pass, and the new building if it ended the auction."""
    before, after, move = pov.states[ply], pov.states[ply + 1], MetropolysMove(pov.view.move(ply))
    who = pov.name(before.to_move)
    if move == PASS:
        said = tr("{who} passes", who=who)
    elif int(before.array["last_value"]):
        said = tr("{who} bids {value} on {place}", who=who, value=move.value, place=move.place)
    else:
        said = tr("{who} opens with {value} on {place}", who=who, value=move.value, place=move.place)
    built = outcome(before, after)
    return f"{said}; {built}" if built else said


def move_name(_state: State, move: Move) -> str:
    """Return a move as a sentence names it: the building and the place of a bid, or a pass."""
    bid = MetropolysMove(move)
    return tr("a pass") if bid == PASS else tr("{value} on {place}", value=bid.value, place=bid.place)


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
    if not taken:
        return tr("seat {seat} builds {value} on {place}", seat=seat, value=value, place=place)
    return tr(
        "seat {seat} builds {value} on {place} and takes a {token}",
        seat=seat,
        value=value,
        place=place,
        token=taken,
    )


def explain(state: State, move: Move) -> str:
    """Return the effect of a move if nobody answers it, and who could; it uses the seat's own cards alone."""
    seat = state.to_move
    own = hide_others(state, seat)
    if move == PASS:
        return _reason_to_pass(own)
    after = own.play(move)
    ended = if_all_pass(after)
    return ", ".join([*gained(own, ended, seat), *_rivals(own, after)])


def hide_others(state: State, seat: int) -> State:
    """Return the position without the cards of all other seats."""
    record = state.array.copy()
    for card in ("area", "kind"):
        mine = int(record[card][seat])
        record[card][:] = 255
        record[card][seat] = mine
    return state.game.from_array(record)


def if_all_pass(state: State) -> State:
    """Return the position after the running auction if all others pass."""
    while not state.over and int(state.array["last_value"]):
        state = state.play(PASS)
    return state


def gained(before: State, after: State, seat: int) -> list[str]:
    """Return what a building brings its seat, each with its points."""
    return list(_gains(before, after, seat)) or [tr("brings nothing by itself")]


def _gains(before: State, after: State, seat: int) -> Iterator[str]:
    """Yield the rows of a seat's score that change, with the points in brackets."""
    was = points_by_kind(before.score_rows(seat))
    for row in after.score_rows(seat):
        change = row.points - was[row.kind]
        if row.kind == ScoreKind.TALLEST:
            yield from _skylines(before, after, seat)
        elif change:
            yield _deed(row, change)


def _deed(row: ScoreRow, change: int) -> str:
    kind = ScoreKind(row.kind)
    if kind in GIVES_UP and (change > 0) != (kind == ScoreKind.METRO_CARD):
        return tr(GIVES_UP[kind], change=change)
    if kind in TAKES:
        return tr(TAKES[kind], change=change)
    if isinstance(row, AreaRow) and row.groups:
        return tr(COMPLETES[row.subject], change=change)
    return tr("fits the {card} ({change:+})", card=fact(row).label, change=change)


def _skylines(before: State, after: State, seat: int) -> Iterator[str]:
    was, now = leaders(before), leaders(after)
    for letter, seats in now.items():
        name, led = DISTRICT_NAMES[letter], was.get(letter, ())
        if seat not in seats:
            continue
        if seat not in led and len(seats) == 1:
            yield tr("becomes tallest in {district} (+5)", district=name)
        elif seat not in led:
            yield tr("becomes joint tallest in {district} (+5)", district=name)
        if lost := [other for other in led if other not in seats]:
            yield tr.counted(
                "takes 5 from seat {seats} in {district}",
                "takes 5 from seats {seats} in {district}",
                len(lost),
                seats=listed(lost),
                district=name,
            )


def _rivals(before: State, after: State) -> Iterator[str]:
    """Yield which seats could outbid and where, or that nobody can."""
    if after.over or not int(after.array["last_value"]):
        yield tr("nobody can outbid")
        return
    able = rivals(after, before.to_move)
    yield tr.counted(
        "seat {seats} could outbid at {places}",
        "seats {seats} could outbid at {places}",
        len(able),
        seats=listed(able),
        places=_row(targets(after.array)),
    )


def _reason_to_pass(state: State) -> str:
    record = state.array
    value, place, seat = int(record["last_value"]), NAMES[int(record["last_cell"])], int(record["top"])
    built = _building(seat, value, place, token(token_on(record, place)))
    is_last = not int(state.play(PASS).array["last_value"])
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


def describe_place(state: State, place: str) -> str:
    """Return a neighbourhood with its type, and its token if it has one."""
    kind, taken = BOARD[CELLS[place]].type, token(token_on(state.array, place))
    if not taken:
        return tr("{place} ({type})", place=place, type=short_type(kind))
    return tr("{place} ({type}, {token})", place=place, type=short_type(kind), token=taken)
