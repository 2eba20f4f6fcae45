"""Reasons why a move of Warszawa is forbidden."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from urbanist.engine.message import Message
from urbanist.engine.warszawa.edition import Card, Field
from urbanist.engine.warszawa.editions import EDITIONS
from urbanist.engine.warszawa.geography import HEXES, METRO_SIDES, RIGHT_BANK
from urbanist.engine.warszawa.hidden import hand_of
from urbanist.engine.warszawa.map_record import card_at
from urbanist.engine.warszawa.moves import (
    BUILD,
    CLEARING,
    CUBES,
    DIG,
    DONE,
    KEEP,
    LAY,
    PASS,
    SEND,
    SPAN,
    USE,
    WarszawaMove,
)

CHOOSING, PLANNING, REALISATION = range(3)
#: The phase of each kind of moves; a function can be used in planning and in realisation.
PHASE_OF = {
    KEEP: CHOOSING,
    SEND: PLANNING,
    LAY: PLANNING,
    CLEARING: PLANNING,
    PASS: PLANNING,
    BUILD: REALISATION,
    DIG: REALISATION,
    SPAN: REALISATION,
    DONE: REALISATION,
}
PHASES = (Message("the choice of norms"), Message("planning"), Message("realisation"))


def illegal_reason(record: Any, move: WarszawaMove) -> str:
    """Return the rule that forbids a move of the seat to move; empty if there is no special reason."""
    phase = int(record["phase"])
    if not move.known and move.kind != SEND:  # a field that the board does not have is told by its number
        return ""
    if phase == CHOOSING:
        return "" if move.kind == KEEP else Message("the seat must choose a norm first")
    meant = PHASE_OF.get(move.kind, phase)
    if meant != phase:
        return Message(
            "this move belongs to {meant}, the phase is {phase}", meant=PHASES[meant], phase=PHASES[phase]
        )
    if record["clearing"] and move.kind != CLEARING:
        return Message("the seat must clear hexes first, {number} more", number=int(record["clearing"]))
    reason = REASONS.get(move.kind)
    return reason(record, move) if reason else ""


def _holds(mask: Any, bit: int) -> bool:
    return bool(int(mask) >> bit & 1)


def _mine(record: Any, name: str) -> Any:
    return record[name][int(record["to_move"])]


def _lacks(record: Any, price: Mapping[str, int]) -> str:
    """Return the part of a price that the seat cannot pay, in words; `price` has letters of cubes."""
    have = dict(zip(CUBES, map(int, _mine(record, "cubes")), strict=True))
    short = [_cubes(cube, n) for cube, n in price.items() if have[cube] < n]
    if not short:
        return ""
    said = short[0]
    for each in short[1:]:
        said = Message("{items} and {last}", items=said, last=each)
    return Message("it costs {cubes}, which the seat does not have", cubes=said)


def _cubes(cube: str, n: int) -> Message:
    """Return a number of cubes in words."""
    if cube == "f":
        return Message.counted("{n} fund", "{n} funds", n)
    if cube == "c":
        return Message.counted("{n} concrete", "{n} concrete", n)
    return Message.counted("{n} rubble", "{n} rubble", n)


def _store(record: Any) -> int:
    return 3 + (int(_mine(record, "perks")) & 1)


def _send(record: Any, move: WarszawaMove) -> str:
    number = move.what
    board = EDITIONS.of(record).boards[int(record["seats"])]
    fields: dict[int, Field] = {field.id: field for field in board}
    if number not in fields:
        return Message("the board has fields 1 to {last}", last=len(fields))
    if _holds(record["taken"], number):
        return Message("field {number} holds an engineer already", number=number)
    if bool(fields[number].effect.barter) != bool(move.where):
        if move.where:
            return Message("field {number} does not barter", number=number)
        return Message("field {number} barters: name a cube to give and one to take", number=number)
    return Message("barter needs a cube to give and room for one, the store is {store}", store=_store(record))


def _clear(record: Any, move: WarszawaMove) -> str:
    if record["clearing"]:
        return Message("{hex} has no rubble", hex=move.place)
    return Message("the seat has no hex to clear now")


def _foundation(record: Any, move: WarszawaMove) -> str:
    name, cell = move.card, move.where
    hand = hand_of(record, int(record["to_move"]))
    if name not in hand.split("+"):
        return Message("card {card} is not in hand: {hand}", card=name, hand=hand)
    most = EDITIONS.of(record).limits.buildings
    if (int(_mine(record, "built")) | int(_mine(record, "founded"))).bit_count() >= most:
        return Message("a seat has at most {most} buildings, foundations included", most=most)
    if _holds(record["rubble"], cell):
        return Message("rubble lies there")
    if any(_holds(cells, cell) for cells in record["founded"]):
        return Message("a foundation lies there")
    if any(_holds(cells, cell) for cells in record["of_type"]):
        return Message("a building stands there")
    cards = EDITIONS.of(record).cards
    return _misfit(next(card for card in cards if card.id == name), cards, cell, int(record["stage"]))


def _misfit(card: Card, cards: tuple[Card, ...], cell: int, stage: int) -> str:
    if stage == 0 and card.site is not None:
        return Message("card {card} belongs on {hex}", card=card.id, hex=f"{card.site[0]},{card.site[1]}")
    owner = next((other.id for other in cards if other.site == HEXES[cell]), None)
    if stage == 0 and owner is not None:
        return Message("the historic site is for card {card}", card=owner)
    return Message("card {card} is for the other zone", card=card.id)


def _use(record: Any, move: WarszawaMove) -> str:
    own = [cell for cell in range(len(HEXES)) if _holds(_mine(record, "built"), cell)]
    cell = next((cell for cell in own if card_at(record, cell) == move.card), None)
    if cell is None:
        return Message("the seat has no building {card}", card=move.card)
    if not _holds(_mine(record, "ready"), cell):
        return Message("building {card} has no unused function", card=move.card)
    return Message("it would give nothing now")


def _build(record: Any, move: WarszawaMove) -> str:
    if not _holds(_mine(record, "founded"), move.what):
        return Message("the seat has no foundation on {hex}", hex=move.place)
    thrifty = int(_mine(record, "perks")) & 2
    return _lacks(record, {"f": 1, move.price: 1 if move.price == "c" or thrifty else 2})


def _metro(record: Any, move: WarszawaMove) -> str:
    number = move.what
    lacking = _lacks(record, {"f": 1})
    if lacking or not _mine(record, "markers"):
        return lacking or Message("no metro marker is left")
    if _holds(record["segments"][number >> 6], number & 63):
        return Message("a segment lies there")
    if int(record["seats"]) == 3 and HEXES[METRO_SIDES[number].cells[0]] in RIGHT_BANK:
        return Message("three players build no metro on the right bank")
    laid = any(map(int, record["segments"]))
    if laid and not _holds(record["ends"][number >> 6], number & 63):
        if not _holds(record["forks"][number >> 6], number & 63):
            return Message("a segment must continue an end of the line")
        if int(record["stage"]) == 0 or record["branched"]:
            return Message("the metro branches only once, in stage II")
    if move.tunnel:
        return Message("this segment cannot have that tunnel")
    return Message("this segment needs a tunnel")


def _bridge(record: Any, move: WarszawaMove) -> str:
    if not _mine(record, "markers"):
        return Message("no metro marker is left")
    if _holds(record["bridges"], move.what):
        return Message("a bridge stands there")
    most = EDITIONS.of(record).limits.bridges
    if int(record["bridges"]).bit_count() >= most:
        return Message("all {most} bridges are built", most=most)
    return _lacks(record, {"f": 1, **Counter(move.price)})


REASONS = {
    SEND: _send,
    CLEARING: _clear,
    LAY: _foundation,
    USE: _use,
    BUILD: _build,
    DIG: _metro,
    SPAN: _bridge,
}
