"""What a first game of Warszawa explains, and when."""

from collections.abc import Iterator

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import Lesson
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import (
    CHOOSING,
    PLANNING,
    REALISATION,
    open_tasks,
    phase_of,
    plots,
    round_of,
    rounds,
    supply_of,
)
from urbanist.bots.table.warszawa.text.phrases import cubes, several, task_name

#: What matters in the last round of each stage.
LAST_ROUND = (
    marked(
        "This is the last round of the stage: cards in hand are discarded after it, so lay them out or let them go."
    ),
    marked(
        "This is the last round of the stage: what is not built now gives nothing. Complete your norm, and put metro "
        "beside your buildings."
    ),
)


#: What is explained, by the names of lessons.
TEXTS = {
    "goal": marked(
        "You want the most points after two stages. Most come from buildings: first plan with engineers, "
        "then pay and build. ? shows all the rules."
    ),
    "planning": marked(
        "You plan with {engineers}, one in turn. One on a field brings what is printed there at once, and "
        "comes home after planning. One on a hex lays a foundation for a card from your hand, and stays "
        "until it is built."
    ),
    "metro": marked(
        "A metro segment costs a fund and a marker. It gives a point, and one more for each of your "
        "buildings beside it, and norms may ask for it."
    ),
    "norm": marked(
        "Keep one of two secret norms. It pays at the end for each complete set of its objects, and costs "
        "points without a set: take the one that your cards fit."
    ),
    "stage": marked(
        "Stage II has begun with new cards and tasks; the hands of stage I are gone. Buildings keep their "
        "functions, and the metro may branch once."
    ),
    "cubes": marked(
        "You have {cubes}. A building needs a fund, and concrete or rubble: get cubes before you lay "
        "foundations that you cannot pay."
    ),
    "rubble": marked(
        "All urban hexes are under rubble or taken. Clearing makes room, and the rubble is building material."
    ),
    "site": marked("A hex with ★ is kept for one historic building, whose card is worth many points."),
    "tasks": marked(
        "Urban tasks pay once, to whoever fulfils them first; for example {task} points. Plan for one that a "
        "card of yours fits."
    ),
    "neighbours": marked(
        "Think of neighbours: residential likes service and transport, representative and cultural like each "
        "other, and industry likes unbuilt hexes. All pay at the end, whoever owns the neighbour."
    ),
}


def lessons(pov: PlayerView) -> Iterator[Lesson]:
    """Yield what can be explained now to the viewer, who is to move."""
    assert pov.seat is not None
    state, seat = pov.state, pov.seat
    yield _lesson("goal")
    phase = phase_of(state)
    if phase == CHOOSING:
        yield _lesson("norm")
    elif phase == PLANNING:
        yield from _planning(pov, seat)
    elif phase == REALISATION:
        yield from _building(pov, seat)
    stage, number = round_of(state)
    if stage == 1:
        yield _lesson("stage")
    if number + 1 == rounds(state) and phase != CHOOSING:
        yield Lesson(f"last round {stage}", tr(LAST_ROUND[stage]))


def _planning(pov: PlayerView, seat: int) -> Iterator[Lesson]:
    """Yield what concerns planning."""
    state = pov.state
    have = supply_of(state, seat)
    yield _lesson("planning", engineers=several(have.engineers, "engineer"))
    if not have.affordable:
        yield _lesson("cubes", cubes=cubes(have.cubes))
    if not any(plot.free and plot.urban for plot in plots(state)):
        yield _lesson("rubble")
    if any(plot.site for plot in plots(state)):
        yield _lesson("site")
    tasks = open_tasks(state)
    if tasks:
        yield _lesson("tasks", task=task_name(tasks[0]))
    if round_of(state) != (0, 0):
        yield _lesson("neighbours")


def _building(pov: PlayerView, seat: int) -> Iterator[Lesson]:
    """Yield what concerns realisation."""
    state = pov.state
    have = supply_of(state, seat)
    waiting = int(state.array["founded"][seat]).bit_count()
    begin = tr("Now you build, as much as you can pay, with {cubes}.", cubes=cubes(have.cubes))
    if waiting:
        rest = tr.counted(
            "Your {n} foundation can be finished: points, the engineer and the function come at once.",
            "Your {n} foundations can be finished: points, the engineer and the function come at once.",
            waiting,
        )
    else:
        rest = tr("You have no foundation to finish.")
    yield Lesson("building", f"{begin} {rest}")
    yield _lesson("metro")


def _lesson(name: str, **values: object) -> Lesson:
    return Lesson(name, tr(TEXTS[name], **values))
