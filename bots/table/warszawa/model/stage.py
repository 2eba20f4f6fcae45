"""The progress of a game: stage, round and phase, the open tasks, and the fields of the action board."""

from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.warszawa.model.city import bits, edition_of
from urbanist.engine import State
from urbanist.engine.warszawa.edition import Field, Task
from urbanist.engine.warszawa.hidden import stage_tasks

CHOOSING, PLANNING, REALISATION = range(3)


def open_tasks(state: State) -> list[Task]:
    """Return the open urban tasks."""
    names = [stage_tasks(state.array)[place] for place in bits(state.array["tasks_open"])]
    return [task for task in edition_of(state).tasks if task.id in names]


def fulfilled(before: State, built: State) -> list[Task]:
    """Return the open tasks that a building fulfils when it is finished."""
    still_open = {task.id for task in open_tasks(built)}
    return [task for task in open_tasks(before) if task.id not in still_open]


def fields(state: State) -> tuple[Field, ...]:
    """Return the fields of the action board."""
    return edition_of(state).boards[state.seats]


def taken(state: State, field: Field) -> bool:
    """Return whether a field is full for this round."""
    return bool(int(state.array["taken"]) >> field.id & 1)


def phase_of(state: State) -> int:
    """Return the phase: the choice of norms, planning or realisation."""
    return int(state.array["phase"])


def round_of(state: State) -> tuple[int, int]:
    """Return the stage (0 or 1) and the round of the stage, from 0 on."""
    return int(state.array["stage"]), int(state.array["round"])


def rounds(state: State) -> int:
    """Return the number of rounds of the stage."""
    found = edition_of(state).rounds
    stage = int(state.array["stage"])
    return (found.rounds7 if int(state.array["options"]) & 1 else found.none)[stage]


def delegates(pov: PlayerView) -> dict[int, list[int]]:
    """Return the seats of the engineers on each field, in order of arrival."""
    found: dict[int, list[int]] = {}
    if phase_of(pov.state) != PLANNING or pov.state.over:
        return found
    now = round_of(pov.state)
    for state, event in reversed(list(zip(pov.states, pov.view.events, strict=False))):
        if phase_of(state) != PLANNING or round_of(state) != now:
            break
        verb, _, rest = event.partition("@")
        if verb == "send":
            found.setdefault(int(rest.partition(":")[0]), []).insert(0, state.to_move)
    return found
