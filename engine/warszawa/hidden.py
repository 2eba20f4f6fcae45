"""The hidden parts of a Warszawa record as text: norms, hands and decks."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from urbanist.engine.notation import HIDDEN, cannot_come, not_in_order
from urbanist.engine.warszawa import editions
from urbanist.engine.warszawa.editions import EDITIONS

NONE = 255
#: The ids of the norms by their numbers; a posterior names thousands of drawn norms.
NAMES = (*(f"n{number:02}" for number in range(NONE)), "?")
#: What is due: cards, or tasks.
CARDS_DUE = 1
#: Events draw cards by their numbers in moves, and tasks by this and their own.
TASK = 1 << 16


def norm_name(number: int) -> str:
    """Return the id of a norm; `?` if it is not known."""
    return NAMES[number]


def norms_of(record: Any, seat: int) -> str:
    """Return the two dealt norms of a seat, or the one that it has kept; `?` if they are not known."""
    if int(record["chosen"]) >> seat & 1:
        return NAMES[int(record["kept"][seat])]
    dealt = record["norms"][seat].tolist()
    return "?" if NONE in dealt else "+".join([NAMES[number] for number in dealt])


def data_order(record: Any, cards: Sequence[str]) -> list[str]:
    """Return `cards` of the record's edition in its order, each once."""
    return sorted(set(cards), key=editions.places(int(record["slot"])).__getitem__)


def stage_cards(record: Any) -> tuple[str, ...]:
    """Return the ids of the cards of the record's stage, in the order of the kernel's indices."""
    return editions.indexed(int(record["slot"]), int(record["stage"]) + 1)


def cards_of(record: Any, mask: int) -> list[str]:
    """Return the ids of cards of the stage given by bits, in the order of the edition."""
    return data_order(record, [card for place, card in enumerate(stage_cards(record)) if mask >> place & 1])


def hand_of(record: Any, seat: int) -> str:
    """Return the hand of a seat in the order of the edition, with `?` for each unknown card.

    A hand without any known card is one `?`, an empty hand is `-`.
    """
    known = cards_of(record, int(record["hand"][seat]))
    hidden = int(record["held"][seat]) - len(known)
    if not known and hidden:
        return "?"
    return "+".join(known + ["?"] * hidden) or "-"


def unseen_cards(record: Any) -> int:
    """Return the cards of the stage, as bits, that are not open and not known to be in a hand."""
    known = int(record["laid"]) | int(np.bitwise_or.reduce(record["hand"]))
    return (1 << len(stage_cards(record))) - 1 & ~known


def read_drawn(text: str, record: Any) -> tuple[int | None, ...]:
    """Return what an event draws: numbers of cards, None for each that is masked (`!?2`), or `TASK` and a number."""
    n, names = int(record["drawing"]), text[1:].split("+")
    if int(record["due"]) == CARDS_DUE and text == write_drawn([None] * n):
        return (None,) * n
    for name in names:
        if name not in (stage_cards(record) if int(record["due"]) == CARDS_DUE else stage_tasks(record)):
            raise cannot_come(text, name)
    if int(record["due"]) == CARDS_DUE:
        return tuple(map(editions.number_of, names))
    return tuple(map(task_number, names))


def write_drawn(drawn: Sequence[int | None]) -> str:
    """Return what an event draws as text: ids of cards or tasks, or how many cards if they are masked."""
    if None in drawn:
        return f"!{HIDDEN}{len(drawn)}"
    return "!" + "+".join(map(drawn_name, drawn))


def drawn_name(number: int | None) -> str:
    """Return the id of a card or a task that an event draws; `?` if it is masked."""
    if number is None:
        return HIDDEN
    return f"t{number - TASK:02}" if number >= TASK else str(editions.name_of(number))


def task_number(task: str) -> int:
    """Return by which number an event draws a task."""
    return TASK + int(task[1:])


def deck_with(drawn: Sequence[int | None], record: Any) -> Mapping[str, object]:
    """Return decks from which the cards of an event are drawn next; raise `NotationError` if they cannot be."""
    n, stage, left = int(record["drawing"]), int(record["stage"]), int(record["left"])
    if None in drawn and len(drawn) == n:
        return {"deck": _reordered(record["deck"], stage, left, [NONE] * n)}
    names = [drawn_name(number) for number in drawn]
    places = {card: place for place, card in enumerate(stage_cards(record))}
    unseen = unseen_cards(record)
    for name in names:
        if name not in places or not unseen >> places[name] & 1:
            raise cannot_come(write_drawn(drawn), name)
    if names != data_order(record, names) or len(names) != n:
        raise not_in_order(write_drawn(drawn), n, "+", list(places), write_drawn([None] * n))
    return {"deck": _reordered(record["deck"], stage, left, [places[name] for name in names])}


def next_cards(record: Any) -> tuple[int | None, ...] | None:
    """Return the numbers of the cards that are drawn next; None if they are not known."""
    left = int(record["left"])
    drawn = [int(card) for card in record["deck"][int(record["stage"])][left - int(record["drawing"]) : left]]
    if NONE in drawn:
        return None
    return tuple(map(editions.number_of, cards_of(record, sum(1 << card for card in drawn))))


def stage_tasks(record: Any) -> list[str]:
    """Return the ids of the tasks of the record's stage in ascending order."""
    edition = EDITIONS.of(record)
    return [task.id for task in edition.stage_tasks(int(record["stage"]) + 1)]


def task_deck_with(drawn: Sequence[int | None], record: Any) -> Mapping[str, object]:
    """Return task decks from which the tasks of an event are opened next; raise `NotationError` if they cannot be."""
    n, tasks = int(record["drawing"]), stage_tasks(record)
    seen = int(record["tasks_open"]) | int(record["tasks_gone"])
    names = [drawn_name(number) for number in drawn]
    for name in names:
        if name not in tasks or seen >> tasks.index(name) & 1:
            raise cannot_come(write_drawn(drawn), name)
    if names != sorted(set(names)) or len(names) != n:
        raise not_in_order(write_drawn(drawn), n, "+", tasks)
    stage, left = int(record["stage"]), int(record["tasks_left"])
    return {"task_deck": _reordered(record["task_deck"], stage, left, [tasks.index(name) for name in names])}


def next_tasks(record: Any) -> tuple[int | None, ...] | None:
    """Return the tasks that are opened next, by their numbers in events; None if they are not known."""
    left = int(record["tasks_left"])
    deck = record["task_deck"][int(record["stage"])]
    drawn = [int(task) for task in deck[left - int(record["drawing"]) : left]]
    tasks = stage_tasks(record)
    return None if NONE in drawn else tuple(task_number(tasks[task]) for task in sorted(drawn))


def _reordered(decks: Any, stage: int, left: int, drawn: Sequence[int]) -> Any:
    """Return decks in which `drawn` come next; they change places with the items that were there."""
    decks = decks.copy()
    deck = decks[stage]
    for place, item in enumerate(drawn, left - len(drawn)):
        elsewhere = np.flatnonzero(deck[:left] == item)
        if item != NONE and len(elsewhere):
            deck[elsewhere[0]] = deck[place]
        deck[place] = item
    return decks
