"""Deal lines of Warszawa: the whole deal in notation, full or masked."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from urbanist.engine.edition import check_players
from urbanist.engine.message import Message
from urbanist.engine.notation import (
    NotationError,
    Setup,
    asked_options,
    deal_key,
    miscounted,
    not_in_order,
    one_of,
    repeated,
    seat_number,
    split_deal,
    unknown_option,
    wrong_item,
)
from urbanist.engine.warszawa import editions
from urbanist.engine.warszawa.edition import TYPES, WarszawaEdition
from urbanist.engine.warszawa.editions import EDITIONS
from urbanist.engine.warszawa.geography import HEXES, RIGHT_BANK
from urbanist.engine.warszawa.hidden import NONE, hand_of, norms_of

NAME = "warszawa"
VARIANTS = ("advanced",)
SEAT_COUNTS = (3, 4, 5)
SWITCHES = ("rounds7",)
OPTION_HELP = Message("rounds7, data=NAME (a set of cards from --cards; by default house), first=SEAT")
KEYS = ("game", "variant", "players", "options", "data", "first", "neutral", "tasks", "norms", "hands")
ROUNDS = ("none", *SWITCHES)
NORMS = 2  # dealt to each seat
DATA_SHIFT = 8  # the position of an edition's slot in the options of a setup
RIGHT_CELLS = [cell for cell, hexagon in enumerate(HEXES) if hexagon in RIGHT_BANK]


def setup(variant: str | None, seats: int, options: Sequence[str]) -> Setup:
    """Return the setup of a new game; by default eight rounds, the house edition and a drawn first player."""
    bits, first = 0, None
    for key, sign, value in asked_options(NAME, VARIANTS, SEAT_COUNTS, variant, seats, options):
        option = key + sign + value
        if option == "rounds7":
            bits |= 1
        elif key == "data" and sign:
            bits |= EDITIONS.slot_of(value) << DATA_SHIFT
        elif key == "first" and sign:
            first = seat_number(key, value, seats)
        else:
            raise unknown_option(NAME, option, OPTION_HELP)
    check_players(EDITIONS.at(bits >> DATA_SHIFT), seats)
    return Setup(0, seats, bits, first)


def read_deal(text: str) -> tuple[Setup, Mapping[str, object]]:
    """Return the setup of a deal line, and its other parts as record fields; the decks stay unknown."""
    deal = split_deal(text, KEYS)
    one_of("game", deal["game"], (NAME,))
    one_of("variant", deal["variant"], VARIANTS)
    seats = int(one_of("players", deal["players"], [str(n) for n in SEAT_COUNTS]))
    options = ROUNDS.index(one_of("options", deal["options"], ROUNDS))
    slot = EDITIONS.slot_of(deal["data"])
    edition = EDITIONS.at(slot)
    check_players(edition, seats)
    first = seat_number("first", deal["first"], seats)
    norms = _read_dealt("norms", deal["norms"], [norm.id for norm in edition.norms], seats, NORMS)
    cards = [card.id for card in edition.stage_cards(1)]
    hands = _read_dealt("hands", deal["hands"], cards, seats, edition.limits.start_cards)
    index = {card: place for place, card in enumerate(editions.indexed(slot, 1))}
    fields = {
        "of_type": _read_neutral(deal["neutral"], edition, seats),
        "tasks_open": _read_tasks(deal["tasks"], edition),
        "norms": [[int(name[1:]) for name in dealt] or [NONE, NONE] for dealt in _filled(norms)],
        "hand": [sum(1 << index[card] for card in dealt) for dealt in _filled(hands)],
        "deck": NONE,
        "task_deck": NONE,
    }
    return Setup(0, seats, options | slot << DATA_SHIFT, first), fields


def write_deal(record: Any) -> str:
    """Return the full deal line of a state before its first move."""
    seats = int(record["seats"])
    edition = EDITIONS.of(record)
    values = (
        NAME,
        VARIANTS[0],
        seats,
        ROUNDS[int(record["options"])],
        edition.name,
        int(record["opener"]),
        ",".join(_neutral_types(record)) or "none",
        ",".join(
            task.id
            for place, task in enumerate(edition.stage_tasks(1))
            if int(record["tasks_open"]) >> place & 1
        ),
        ",".join(norms_of(record, seat) for seat in range(seats)),
        ",".join(hand_of(record, seat) for seat in range(seats)),
    )
    return " ".join(f"{key}={value}" for key, value in zip(KEYS, values, strict=True))


def mask_deal(text: str, seat: int | None) -> str:
    """Return a deal line with the norms and cards of all other seats masked."""
    rest, norms, hands = re.split(" (?:norms|hands)=", text)

    def shown(entries: str) -> str:
        return ",".join(entry if holder == seat else "?" for holder, entry in enumerate(entries.split(",")))

    return f"{rest} norms={shown(norms)} hands={shown(hands)}"


def _read_dealt(key: str, text: str, known: Sequence[str], seats: int, each: int) -> list[list[str]]:
    """Return the names that each seat was dealt, so many each; an empty list for a seat whose names are hidden."""
    entries = text.split(",")
    if len(entries) != seats:
        raise miscounted(len(entries), seats).at(deal_key(key))
    hands: list[list[str]] = []
    for entry in entries:
        dealt = [] if entry == "?" else entry.split("+")
        for name in dealt:
            if name not in known:
                raise wrong_item(key, name, f"{known[0]} ... {known[-1]}")
            if any(name in other for other in hands) or dealt.count(name) > 1:
                raise repeated(name).at(deal_key(key))
        if dealt and (len(dealt) != each or dealt != sorted(dealt, key=known.index)):
            raise not_in_order(entry, each, "+", known, "?").at(deal_key(key))
        hands.append(dealt)
    return hands


def _filled(hands: list[list[str]]) -> list[list[str]]:
    return hands + [[] for _ in range(5 - len(hands))]


def _read_tasks(text: str, edition: WarszawaEdition) -> int:
    known = [task.id for task in edition.stage_tasks(1)]
    names = text.split(",")
    for name in names:
        if name not in known:
            raise wrong_item("tasks", name, f"{known[0]} ... {known[-1]}")
    expected = edition.limits.tasks_open
    if names != sorted(set(names)) or len(names) != expected:
        raise not_in_order(text, expected, ",", known).at(deal_key("tasks"))
    return sum(1 << known.index(name) for name in names)


def _read_neutral(text: str, edition: WarszawaEdition, seats: int) -> list[int]:
    types = [] if text == "none" else text.split(",")
    expected = sorted(edition.neutral) if seats == 3 else []
    if sorted(types) != expected:
        raise NotationError(
            "deal token '{token}': expected {form}",
            token=f"neutral={text}",
            form=f"neutral={','.join(expected) or 'none'}",
        )
    return [
        sum(1 << cell for cell, name in zip(RIGHT_CELLS, types, strict=False) if name == kind)
        for kind in TYPES
    ]


def _neutral_types(record: Any) -> list[str]:
    return [
        kind
        for cell in RIGHT_CELLS
        for kind, standing in zip(TYPES, record["of_type"], strict=True)
        if int(standing) >> cell & 1
    ]
