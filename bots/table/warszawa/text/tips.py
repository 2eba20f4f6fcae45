"""What the things at a table of Warszawa are and do, in a sentence or two each."""

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import listed, upper
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import (
    bridges,
    builders,
    card_named,
    plots,
    segments,
    tunnel,
)
from urbanist.bots.table.warszawa.model.stage import CHOOSING, delegates, fields, phase_of, taken
from urbanist.bots.table.warszawa.model.supply import supply_of
from urbanist.bots.table.warszawa.text.facts import NORM, progress
from urbanist.bots.table.warszawa.text.names import kind_name
from urbanist.bots.table.warszawa.text.phrases import (
    card_name,
    cubes,
    describe_plot,
    effect,
    ends,
    field_name,
    norm_name,
    price,
    several,
    task_name,
)
from urbanist.engine.warszawa.edition import Card, Field, Norm, Task
from urbanist.engine.warszawa.geography import RIVER_SIDES, side_text
from urbanist.engine.warszawa.score_rows import norm_row

#: What a building of each type gives for its neighbours.
COUNTS = {
    "industrial": marked("It gives a point for each unbuilt hex beside it."),
    "service": marked("It gives a point for each residential beside it."),
    "residential": marked("It gives a point for each service or transport beside it."),
    "representative": marked("It gives a point for each cultural beside it."),
    "cultural": marked("It gives a point for each representative beside it."),
    "transport": marked("It gives no points for neighbours."),
}
#: What can be done beside fields, cards and norms.
DEEDS = {
    "clear": marked("Take the rubble from a hex; then it can be built on."),
    "build": marked(
        "Finish a foundation: pay for it, the engineer comes home, the points and the function are yours."
    ),
    "metro": marked(
        "Dig a metro segment on a side between two hexes; it goes on from an open end of the line."
    ),
    "bridge": marked("Build a bridge over a side on the river; it makes the hexes of both banks adjacent."),
    "use": marked("Use the one-off function of a building of yours."),
    "pass": marked("End your planning in this round."),
    "done": marked("End your building in this round."),
}
RIVERS = frozenset(side_text(border) for border in RIVER_SIDES)


def hex_tip(pov: PlayerView, cell: int) -> str:
    """Return what is on a hex, and what it does for its neighbours."""
    plot = plots(pov.state)[cell]
    said = f"{upper(describe_plot(plot))}."
    if not plot.type:
        free = tr("Clear it before you build here.") if plot.rubble else tr("Free for a foundation.")
        return f"{said} {free}"
    counts = [tr("It counts when it is finished.")] if plot.founded else []
    return " ".join([said, *counts, tr(COUNTS[plot.type])])


def side_tip(pov: PlayerView, side: str) -> str:
    """Return what lies on a side; empty for a bare side on land."""
    by, state = builders(pov), pov.state
    said = []
    if side in segments(state):
        said.append(
            tr(
                "a metro segment of {who}: a point for each building on either side",
                who=pov.name(by[side]),
            )
        )
    if side in bridges(state):
        said.append(tr("a bridge of {who}: both hexes are adjacent", who=pov.name(by[side])))
    if side == tunnel(state):
        said.append(tr("the tunnel: the metro goes on under the river"))
    if not said and side in RIVERS:
        said.append(tr("the Vistula: its banks are adjacent only over a bridge"))
    return tr("Between {hexes}: {things}.", hexes=ends(side), things="; ".join(said)) if said else ""


def field_tip(pov: PlayerView, field: Field) -> str:
    """Return what a field of the action board gives, and who is there."""
    there = delegates(pov).get(field.id, [])
    said = [tr("{field} gives {effect}.", field=upper(field_name(field)), effect=effect(field.effect))]
    if field.unlimited:
        said.append(tr("Any number of engineers may stand here."))
    elif taken(pov.state, field):
        said.append(tr("It holds one engineer, and is taken in this round."))
    else:
        said.append(tr("It holds one engineer, and is free."))
    if there:
        said.append(tr("There: {seats}.", seats=listed(pov.name(seat) for seat in there)))
    return " ".join(said)


def card_tip(pov: PlayerView, card: Card) -> str:
    """Return a project card in full, with its price."""
    rubble = supply_of(pov.state, pov.state.to_move).rubble_price
    return tr(
        "{card}. To finish it costs {concrete}, or {rubble}.",
        card=card_name(card),
        concrete=price("c", rubble),
        rubble=price("r", rubble),
    )


def task_tip(task: Task) -> str:
    """Return what fulfils an urban task."""
    return tr(
        "Urban task {task} points: whoever builds {build} beside a building of type {beside} gets them.",
        task=task_name(task),
        build=kind_name(task.build),
        beside=kind_name(task.beside),
    )


def norm_tip(pov: PlayerView, seat: int, norm: Norm) -> str:
    """Return a norm with the progress of a seat."""
    have = progress(norm_row(pov.state, seat, norm.id))
    said = tr("Norm {norm}: {progress}.", norm=norm_name(pov.state, norm), progress=have)
    return f"{said} {tr(NORM)}"


def subject_tip(pov: PlayerView, subject: str) -> str:
    """Return what something that can be pointed at is, by the name that a partial move has for it."""
    kind, _, name = subject.partition(" ")
    if kind == "field":
        return field_tip(pov, next(each for each in fields(pov.state) if str(each.id) == name))
    if kind == "card":
        return card_tip(pov, card_named(pov.state, name))
    if kind == "norm":
        # The holder need not be to move: a person sees the own norms at all times.
        held = ((seat, norm) for seat in range(pov.state.seats) for norm in supply_of(pov.state, seat).norms)
        return next(norm_tip(pov, seat, norm) for seat, norm in held if norm.id == name)
    return tr(DEEDS[kind])


def seat_tip(pov: PlayerView, seat: int) -> str:
    """Return what a line about a seat shows."""
    state, have = pov.state, supply_of(pov.state, seat)
    who = upper(pov.name(seat))
    if int(state.array["holder"]) == seat:
        who = tr("{who}, begins the round (⚑)", who=who)
    points = tr("{points} so far", points=several(state.scores()[seat], "point"))
    if not have.norms or phase_of(state) == CHOOSING:
        points = tr("{points}, without its secret norm (+?)", points=points)
    return tr(
        "{who}: {cubes} (f, c, r), {engineers} (e), {markers} (m), {cards} in hand (▤); {points}.",
        who=who,
        cubes=cubes(have.cubes),
        engineers=several(have.engineers, "free engineer"),
        markers=several(have.markers, "metro marker"),
        cards=several(have.held, "card"),
        points=points,
    )
