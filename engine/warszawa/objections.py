"""Reasons why a move of Warszawa is forbidden."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from urbanist.engine.warszawa import editions
from urbanist.engine.warszawa.edition import Card, Field
from urbanist.engine.warszawa.geography import HEXES, METRO_SIDES, RIGHT_BANK, URBAN
from urbanist.engine.warszawa.hidden import hand_of
from urbanist.engine.warszawa.moves import CUBES, RIVERS, SIDES
from urbanist.engine.warszawa.moves import HEXES as CELLS

CHOOSING, PLANNING, REALISATION = range(3)
PHASE_OF = {
    "norm": CHOOSING,
    "send": PLANNING,
    "clear": PLANNING,
    "pass": PLANNING,
    "build": REALISATION,
    "metro": REALISATION,
    "bridge": REALISATION,
    "done": REALISATION,
}
PHASES = ("the choice of norms", "planning", "realisation")
NAMES = {"f": "fund", "c": "concrete", "r": "rubble"}
STAGE_CARDS = 64
BUILDINGS = 15
BRIDGES = 4


def objection(record: Any, move: str) -> str:
    """Return the rule that forbids a move of the seat to move; empty if there is no special reason."""
    verb, _, rest = move.partition("@")
    phase = int(record["phase"])
    if verb.startswith("word ") or phase == CHOOSING:
        return "" if verb == "norm" or verb.startswith("word ") else "the seat must choose a norm first"
    meant = PHASE_OF.get(verb, phase if verb == "use" else PLANNING)
    if meant != phase:
        return f"this move belongs to {PHASES[meant]}, the phase is {PHASES[phase]}"
    if record["clearing"] and verb != "clear":
        return f"the seat must clear hexes first, {int(record['clearing'])} more"
    reason = REASONS.get(verb)
    return reason(record, rest) if reason else _foundation(record, verb, CELLS[rest])


def _holds(mask: Any, bit: int) -> bool:
    return bool(int(mask) >> bit & 1)


def _mine(record: Any, name: str) -> Any:
    return record[name][int(record["to_move"])]


def _lacks(record: Any, price: Mapping[str, int]) -> str:
    """Return the part of a price that the seat cannot pay, in words; `price` has letters of cubes."""
    have = dict(zip(CUBES, map(int, _mine(record, "cubes")), strict=True))
    short = [f"{n} {NAMES[cube]}" for cube, n in price.items() if have[cube] < n]
    return f"it costs {' and '.join(short)}, which the seat does not have" if short else ""


def _card_at(record: Any, cell: int) -> str:
    card = int(record["card_at"][cell])
    return editions.indexed(int(record["slot"]), card // STAGE_CARDS + 1)[card % STAGE_CARDS]


def _store(record: Any) -> int:
    return 3 + (int(_mine(record, "perks")) & 1)


def _send(record: Any, rest: str) -> str:
    number, _, barter = rest.partition(":")
    board = editions.edition_at(int(record["slot"])).boards[int(record["seats"])]
    fields: dict[str, Field] = {str(field.id): field for field in board}
    if number not in fields:
        return f"the board has fields 1 to {len(fields)}"
    if _holds(record["taken"], int(number)):
        return f"field {number} holds an engineer already"
    if bool(fields[number].effect.barter) != bool(barter):
        return f"field {number} {'does not barter' if barter else 'barters: name a cube to give and one to take'}"
    return f"barter needs a cube to give and room for one, the store is {_store(record)}"


def _clear(record: Any, rest: str) -> str:
    return f"{rest} has no rubble" if record["clearing"] else "the seat has no hex to clear now"


def _foundation(record: Any, name: str, cell: int) -> str:
    hand = hand_of(record, int(record["to_move"]))
    if name not in hand.split("+"):
        return f"card {name} is not in hand: {hand}"
    if (int(_mine(record, "built")) | int(_mine(record, "founded"))).bit_count() >= BUILDINGS:
        return f"a seat has at most {BUILDINGS} buildings, foundations included"
    if _holds(record["rubble"], cell):
        return "rubble lies there"
    if any(_holds(cells, cell) for cells in record["founded"]):
        return "a foundation lies there"
    if any(_holds(cells, cell) for cells in record["of_type"]):
        return "a building stands there"
    cards = editions.edition_at(int(record["slot"])).cards
    return _misfit(next(card for card in cards if card.id == name), cards, cell, int(record["stage"]))


def _misfit(card: Card, cards: tuple[Card, ...], cell: int, stage: int) -> str:
    if stage == 0 and card.site is not None:
        return f"card {card.id} belongs on {card.site[0]},{card.site[1]}"
    owner = next((other.id for other in cards if other.site == HEXES[cell]), None)
    if stage == 0 and owner is not None:
        return f"the historic site is for card {owner}"
    return f"card {card.id} is {card.zone}, the hex {'urban' if HEXES[cell] in URBAN else 'suburban'}"


def _use(record: Any, rest: str) -> str:
    own = [cell for cell in range(len(HEXES)) if _holds(_mine(record, "built"), cell)]
    cell = next((cell for cell in own if _card_at(record, cell) == rest), None)
    if cell is None:
        return f"the seat has no building {rest}"
    if not _holds(_mine(record, "ready"), cell):
        return f"building {rest} has no unused function"
    return "it would give nothing now"


def _build(record: Any, rest: str) -> str:
    place, _, price = rest.rpartition("/")
    if not _holds(_mine(record, "founded"), CELLS[place]):
        return f"the seat has no foundation on {place}"
    thrifty = int(_mine(record, "perks")) & 2
    return _lacks(record, {"f": 1, price: 1 if price == "c" or thrifty else 2})


def _metro(record: Any, rest: str) -> str:
    side, _, tunnel = rest.partition(":")
    number = SIDES[side]
    lacking = _lacks(record, {"f": 1})
    if lacking or not _mine(record, "markers"):
        return lacking or "no metro marker is left"
    if _holds(record["segments"][number >> 6], number & 63):
        return "a segment lies there"
    if int(record["seats"]) == 3 and HEXES[METRO_SIDES[number].cells[0]] in RIGHT_BANK:
        return "three players build no metro on the right bank"
    laid = any(map(int, record["segments"]))
    if laid and not _holds(record["ends"][number >> 6], number & 63):
        if not _holds(record["forks"][number >> 6], number & 63):
            return "a segment must continue an end of the line"
        if int(record["stage"]) == 0 or record["branched"]:
            return "the metro branches only once, in stage II"
    return "this segment cannot have that tunnel" if tunnel else "this segment needs a tunnel"


def _bridge(record: Any, rest: str) -> str:
    place, _, price = rest.rpartition("/")
    if not _mine(record, "markers"):
        return "no metro marker is left"
    if _holds(record["bridges"], RIVERS[place]):
        return "a bridge stands there"
    if int(record["bridges"]).bit_count() >= BRIDGES:
        return f"all {BRIDGES} bridges are built"
    return _lacks(record, {"f": 1, **Counter(price)})


REASONS = {
    "send": _send,
    "clear": _clear,
    "use": _use,
    "build": _build,
    "metro": _metro,
    "bridge": _bridge,
}
