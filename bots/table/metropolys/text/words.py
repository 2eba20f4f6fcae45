"""Metropolys in words: how typed moves are read, what happened, and the reasons for a move."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.wording import listed, not_understood, quoted
from urbanist.bots.table.metropolys.model.auction import rivals
from urbanist.engine import NotationError, State
from urbanist.engine.metropolys.notation import (
    TOKEN_KINDS,
    MetropolysNotation,
    lane_values,
    mask_names,
    targets,
)
from urbanist.engine.metropolys.pieces import BOARD, CELLS, DISTRICT_NAMES, NAMES, VALUES
from urbanist.engine.metropolys.score_rows import leaders

NOTATION = MetropolysNotation()
VALUE = re.compile(r"[0-9]+")
PLACE = re.compile(r"[a-z]+[0-9]+")
JOINED = re.compile(r"([0-9]+)([a-z]+[0-9]+)")
#: One group of an expert Area card.
ONE_GROUP = {
    "bridges": "a bridge pair",
    "statues": "the ring of a statue",
    "lakes": "three around a lake",
    "districts": "three in a district",
    "chains": "a chain of three",
}
EXAMPLE = "type value and place, for example 7@N3 or 7 n3, or pass"


def read_move(text: str, state: State) -> str:
    """Return the legal move that a typed text means; raise `NotationError` with a one-line reason."""
    words = _words(text)
    if words in (["pass"], ["p"]):
        return _checked("pass", state)
    if len(words) == 2 and PLACE.fullmatch(words[0]) and VALUE.fullmatch(words[1]):
        words.reverse()
    if len(words) != 2 or not VALUE.fullmatch(words[0]) or not PLACE.fullmatch(words[1]):
        raise not_understood(text, EXAMPLE)
    value, place = words[0], words[1].upper()
    if len(value) > 2 or int(value) not in VALUES:
        raise NotationError(f"{quoted(text)}: there is no building {value[:9]}; values are 1 to 13")
    if place not in CELLS:
        raise NotationError(
            f"{quoted(text)}: there is no neighbourhood {place[:9]}; there are C1-C15 and N, E, S, W 1-10"
        )
    return _checked(f"{int(value)}@{place}", state)


def _words(text: str) -> list[str]:
    """Return the words of a move; `7n3` means 7 on N3."""
    found = text.lower().replace("@", " ").split()
    joined = JOINED.fullmatch(found[0]) if len(found) == 1 else None
    return found if joined is None else list(joined.groups())


def is_turned(text: str) -> bool:
    """Return whether a typed move names the place first, so that a person is asked back."""
    words = _words(text)
    return len(words) == 2 and PLACE.fullmatch(words[0]) is not None


def _checked(move: str, state: State) -> str:
    if move in state.legal():
        return move
    raise NotationError(f"{move} is not legal: {state.objection(move)}")


def list_moves(state: State) -> str:
    """Return the legal moves: a line for each neighbourhood, or two lines for an opening."""
    record = state.array
    if state.over:
        return "none: the game is over"
    values = lane_values(record["hands"][state.to_move])
    if not int(record["last_value"]):
        return f"open with any of {_row(values)}\non any of {_row(mask_names(record['empty']))}"
    higher = [value for value in values if value > int(record["last_value"])]
    return "\n".join([*(f"{place}: {_row(higher)}" for place in targets(record)), "pass"])


def _row(items: Iterable[object]) -> str:
    return " ".join(map(str, items))


def narrate(sight: Sight, ply: int) -> str:
    """Return the event at a ply: a bid or a pass, and the new building if it ended the auction."""
    before, after, event = sight.states[ply], sight.states[ply + 1], sight.view.events[ply]
    opens = not int(before.array["last_value"])
    bid = f"{'opens with' if opens else 'bids'} {event.replace('@', ' on ')}"
    said = f"{sight.name(before.to_move)} {'passes' if event == 'pass' else bid}"
    built = outcome(before, after)
    return f"{said}; {built}" if built else said


def outcome(before: State, after: State) -> str:
    """Return what was built between two positions, in words; empty if nothing was."""
    for seat in range(before.seats):
        known = NOTATION.buildings(before.array, seat)
        for value, place in NOTATION.buildings(after.array, seat):
            if (value, place) not in known:
                kind = token_on(before.array, place)
                takes = f" and takes a {kind} token" if kind else ""
                return f"seat {seat} builds {value} on {place}{takes}"
    return ""


def token_on(record: Any, place: str) -> str:
    """Return the kind of the token on a neighbourhood; empty if there is none."""
    kinds = zip(TOKEN_KINDS, record["tokens"], strict=True)
    return next((kind for kind, mask in kinds if int(mask) >> CELLS[place] & 1), "")


def explain(state: State, move: str) -> str:
    """Return the effect of a move if nobody answers it, and who could; it uses the seat's own cards alone."""
    seat = state.to_move
    own = hide_others(state, seat)
    if move == "pass":
        return _reason_to_pass(own)
    after = own.play(move)
    ended = if_all_pass(after)
    gains = list(_gains(own, ended, seat))
    if not gains:
        gains.append("brings nothing by itself")
    return ", ".join([*gains, *_rivals(own, after)])


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
        state = state.play("pass")
    return state


def _gains(before: State, after: State, seat: int) -> Iterator[str]:
    """Yield the rows of a seat's score that change, with the points in brackets."""
    was = {row.what: row for row in before.score_rows(seat)}
    for row in after.score_rows(seat):
        change = row.points - was[row.what].points
        if row.what == "tallest building":
            yield from _skylines(before, after, seat)
        elif change:
            expert = NOTATION.variants[int(before.array["variant"])] == "expert"
            yield f"{_deed(row.what, change, expert=expert)} ({change:+})"


def _deed(what: str, change: int, *, expert: bool) -> str:
    if what.endswith("tokens"):
        return f"takes a {what.removesuffix('s')}"
    if what in ("metro card", "ruins card"):
        return f"{'takes' if (change > 0) == (what == 'metro card') else 'gives up'} the {what}"
    group = ONE_GROUP.get(what.removesuffix(" card"))
    return f"completes {group}" if group and expert else f"fits your {what}"


def _skylines(before: State, after: State, seat: int) -> Iterator[str]:
    was, now = leaders(before), leaders(after)
    for letter, seats in now.items():
        name, led = DISTRICT_NAMES[letter], was.get(letter, ())
        if seat not in seats:
            continue
        if seat not in led:
            yield f"becomes {'tallest' if len(seats) == 1 else 'joint tallest'} in {name} (+5)"
        if lost := [other for other in led if other not in seats]:
            yield f"takes 5 from {_seats(lost)} in {name}"


def _rivals(before: State, after: State) -> Iterator[str]:
    """Yield which seats could outbid and where, or that nobody can."""
    if after.over or not int(after.array["last_value"]):
        yield "nobody can outbid"
        return
    yield f"{_seats(rivals(after, before.to_move))} could outbid at {_row(targets(after.array))}"


def _seats(seats: list[int]) -> str:
    return f"seat{'' if len(seats) == 1 else 's'} {listed(seats)}"


def _reason_to_pass(state: State) -> str:
    record = state.array
    value, place, seat = int(record["last_value"]), NAMES[int(record["last_cell"])], int(record["top"])
    kind = token_on(record, place)
    takes = f" and takes a {kind} token" if kind else ""
    back = lane_values(record["bids"][state.to_move])
    kept = f", your {_row(back)} returns to you" if back else ""
    return f"seat {seat} builds {value} on {place}{takes} unless another seat outbids it{kept}"


def describe_place(state: State, place: str) -> str:
    """Return a neighbourhood with its type, and its token if it has one."""
    kind = token_on(state.array, place)
    return f"{place} ({BOARD[CELLS[place]].type}{f', {kind} token' if kind else ''})"
