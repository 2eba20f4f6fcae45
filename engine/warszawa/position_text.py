"""A Warszawa position as plain lines of text."""

from typing import Any

from urbanist.engine.warszawa.edition import TYPES
from urbanist.engine.warszawa.editions import EDITIONS
from urbanist.engine.warszawa.geography import HEXES, hex_text
from urbanist.engine.warszawa.hidden import hand_of, norms_of, stage_tasks
from urbanist.engine.warszawa.map_record import bits, bridges, card_at, segments, tunnel

CUBES = ("fund", "concrete", "rubble")
PHASES = ("norms", "planning", "realisation")


def describe(record: Any, variant: str) -> str:
    """Return the whole position as lines of text."""
    edition = EDITIONS.of(record)
    lines = [
        f"warszawa {variant}, data {edition.name}, {_time(record)}",
        _turn(record),
        f"tasks: {_tasks(record) or 'none open'}",
        f"fields taken: {_numbers(int(record['taken'])) or 'none'}",
        f"cards in the deck: {int(record['left'])}",
        f"rubble: {_hexes(int(record['rubble'])) or 'none left'}",
        f"metro: {' '.join(segments(record)) or 'none'}; tunnel {tunnel(record) or 'none'}",
        f"bridges: {' '.join(bridges(record)) or 'none'}",
    ]
    if int(record["seats"]) == 3:
        lines.append(f"neutral: {_neutral(record)}")
    for seat in range(int(record["seats"])):
        lines += _seat(record, seat)
    return "\n".join(lines)


def _hexes(mask: int) -> str:
    return " ".join(hex_text(cell) for cell in bits(mask))


def _numbers(mask: int) -> str:
    return " ".join(map(str, bits(mask)))


def _time(record: Any) -> str:
    return f"stage {int(record['stage']) + 1}, round {int(record['round']) + (not record['over'])}"


def _turn(record: Any) -> str:
    if record["over"]:
        return "the game is over"
    waiting = "a chance event is due" if record["due"] else f"seat {int(record['to_move'])} to move"
    return f"{PHASES[int(record['phase'])]}: {waiting}; the marker is with seat {int(record['holder'])}"


def _tasks(record: Any) -> str:
    edition = EDITIONS.of(record)
    by_name = {task.id: task for task in edition.tasks}
    names = [stage_tasks(record)[place] for place in bits(int(record["tasks_open"]))]
    tasks = [by_name[name] for name in names]
    return ", ".join(f"{task.id} {task.build} beside {task.beside} {task.points}" for task in tasks)


def _neutral(record: Any) -> str:
    owned = 0
    for cells in record["built"]:
        owned |= int(cells)
    return " ".join(
        f"{hex_text(cell)} {kind}"
        for cell in range(len(HEXES))
        for kind, cells in zip(TYPES, record["of_type"], strict=True)
        if int(cells) & ~owned & 1 << cell
    )


def _places(record: Any, mask: int) -> str:
    return " ".join(f"{card_at(record, cell)}@{hex_text(cell)}" for cell in bits(mask)) or "none"


def _seat(record: Any, seat: int) -> list[str]:
    def number(name: str) -> int:
        return int(record[name][seat])

    store = ", ".join(f"{kind} {int(n)}" for kind, n in zip(CUBES, record["cubes"][seat], strict=True))
    ready = [card_at(record, cell) for cell in bits(record["ready"][seat])]
    return [
        f"seat {seat}: {store}, engineers {number('engineers')}, markers {number('markers')}",
        f"  built {_places(record, int(record['built'][seat]))}",
        f"  foundations {_places(record, int(record['founded'][seat]))}",
        f"  segments {number('dug')}, bridges {number('spanned')}",
        f"  functions to use {' '.join(ready) or 'none'}",
        f"  norm {norms_of(record, seat)}; hand {hand_of(record, seat)} ({number('held')})",
    ]
