"""What a first game of Warszawa explains, and when; and the first game in small steps, for three players."""

from collections.abc import Iterator

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import FirstGame, Lesson, Step
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import plots
from urbanist.bots.table.warszawa.model.stage import (
    CHOOSING,
    PLANNING,
    REALISATION,
    open_tasks,
    phase_of,
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


def lessons(pov: PlayerView) -> Iterator[Lesson]:
    """Yield what can be explained now to the viewer, who is to move."""
    assert pov.seat is not None
    state, seat = pov.state, pov.seat
    yield Lesson(
        "goal",
        tr(
            "You want the most points after two stages. Most come from buildings: first plan with engineers, "
            "then pay and build. ? shows all the rules."
        ),
    )
    phase = phase_of(state)
    if phase == CHOOSING:
        yield Lesson(
            "norm",
            tr(
                "Keep one of two secret norms. It pays at the end for each complete set of its objects, and "
                "costs points without a set: take the one that your cards fit."
            ),
        )
    elif phase == PLANNING:
        yield from _planning(pov, seat)
    elif phase == REALISATION:
        yield from _building(pov, seat)
    stage, number = round_of(state)
    if stage == 1:
        yield Lesson(
            "stage",
            tr(
                "Stage II has begun with new cards and tasks; the hands of stage I are gone. Buildings keep "
                "their functions, and the metro may branch once."
            ),
        )
    if number + 1 == rounds(state) and phase != CHOOSING:
        yield Lesson(f"last round {stage}", tr(LAST_ROUND[stage]))


def _planning(pov: PlayerView, seat: int) -> Iterator[Lesson]:
    """Yield what concerns planning."""
    state = pov.state
    have = supply_of(state, seat)
    yield Lesson(
        "planning",
        tr(
            "You plan with {engineers}, one in turn. One on a field brings what is printed there at once, "
            "and comes home after planning. One on a hex lays a foundation for a card from your hand, and "
            "stays until it is built.",
            engineers=several(have.engineers, "engineer"),
        ),
    )
    if not have.affordable:
        yield Lesson(
            "cubes",
            tr(
                "You have {cubes}. A building needs a fund, and concrete or rubble: get cubes before you lay "
                "foundations that you cannot pay.",
                cubes=cubes(have.cubes),
            ),
        )
    if not any(plot.free and plot.urban for plot in plots(state)):
        yield Lesson(
            "rubble",
            tr(
                "All urban hexes are under rubble or taken. Clearing makes room, and the rubble is building material."
            ),
        )
    if any(plot.site for plot in plots(state)):
        yield Lesson(
            "site", tr("A hex with ★ is kept for one historic building, whose card is worth many points.")
        )
    tasks = open_tasks(state)
    if tasks:
        yield Lesson(
            "tasks",
            tr(
                "Urban tasks pay once, to whoever fulfils them first; for example {task} points. Plan for one that "
                "a card of yours fits.",
                task=task_name(tasks[0]),
            ),
        )
    if round_of(state) != (0, 0):
        yield Lesson(
            "neighbours",
            tr(
                "Think of neighbours: residential likes service and transport, representative and cultural "
                "like each other, and industry likes unbuilt hexes. All pay at the end, whoever owns the neighbour."
            ),
        )


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
    yield Lesson(
        "metro",
        tr(
            "A metro segment costs a fund and a marker. It gives a point, and one more for each of your "
            "buildings beside it, and norms may ask for it."
        ),
    )


FIRST_GAME = FirstGame(
    deal=(
        "game=warszawa variant=advanced players=3 options=none data=house first=0 "
        "neutral=residential,representative,transport,service,cultural,residential,industrial tasks=t02,t06,t12 "
        "norms=n09+n11,n04+n05,n10+n14 hands=zeran+mariensztat,filharmonia+trasawz,hotelwarszawa+staszic"
    ),
    steps=(
        Step(
            marked("A *norm* is a secret list that brings *points* at the end. Keep the first."),
            move="norm@n09",
            hint=marked("Keep the first of the two. Later you choose as you like."),
            events=("norm@n04", "norm@n10"),
        ),
        Step(marked("You and two others build Warsaw again after the war. Most points win.")),
        Step(marked("Each *card* in your hand is a building that you may build.")),
        Step(marked("First you plan. Your four *engineers* do the work, one in each turn.")),
        Step(
            marked("Put an engineer and the power station on the marked hex. That is a *foundation*."),
            move="zeran@-1,-2",
            hint=marked("Put the power station on the marked hex: empty land around it brings points."),
            events=("send@2", "pass"),
        ),
        Step(marked("To build you pay with *cubes*: one fund and one concrete. You have both.")),
        Step(
            marked("An engineer on a *field* brings cubes at once. Send one to field 4."),
            move="send@4",
            hint=marked("Send the engineer to field 4: it gives two funds for later."),
            events=("pass",),
        ),
        Step(
            marked("Enough for now: *pass* with p. After that everybody builds."),
            move="pass",
            hint=marked("Pass now. The other engineers wait for the next round."),
        ),
        Step(
            marked("Now build the power station on your foundation. Enter pays for it."),
            move="build@-1,-2/c",
            hint=marked("First build the power station: it brings many points now."),
        ),
        Step(
            marked("10 points! Empty land beside a factory pays. Other kinds want certain neighbours."),
            places=("-1,-2",),
        ),
        Step(
            marked("You still have a fund. Dig a piece of *metro* beside your building: 2 points."),
            move="metro@-1,-2/0",
            hint=marked("Dig the metro on the marked side: it must touch your building."),
        ),
        Step(marked("The game has two parts of four rounds. Then norms and neighbours count.")),
    ),
    onward=marked("Now play on alone. p ends your building, n shows a good move, h gives a hint."),
    say=tr,
)
