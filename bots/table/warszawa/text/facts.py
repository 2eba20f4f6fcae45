"""What the rows of a score of Warszawa say, and what a pointer explains."""

from collections.abc import Sequence

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import Fact, at_each
from urbanist.bots.table.kit.wording import listed, upper
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import (
    CHOOSING,
    bridges,
    builders,
    card_named,
    delegates,
    fields,
    phase_of,
    plots,
    segments,
    supply_of,
    taken,
    tunnel,
)
from urbanist.bots.table.warszawa.text.phrases import (
    card_name,
    cubes,
    describe_plot,
    effect,
    ends,
    field_name,
    kind_name,
    objects_of,
    price,
    several,
    task_name,
)
from urbanist.engine.score_row import ScoreRow
from urbanist.engine.warszawa.edition import Card, Field, Norm, Task
from urbanist.engine.warszawa.geography import RIVER_SIDES, side_text
from urbanist.engine.warszawa.score_kinds import NeighbourRow, NormRow, ScoreKind, StyleRow
from urbanist.engine.warszawa.score_rows import norm_row

STYLE = marked("The player with the most buildings of this style gets points; those who are equal get fewer.")
NORM = marked("Each complete set of the objects of the secret norm gives points; no set at all costs points.")
#: What the rows of a score mean.
TIPS = {
    ScoreKind.BUILDINGS: marked("The points that are printed on the cards of the buildings."),
    ScoreKind.AT_ONCE: marked(
        "The points of urban tasks that buildings fulfilled, and a point for each unbuilt hex beside an industrial "
        "building when it was built."
    ),
    ScoreKind.SEGMENTS: marked("Each metro segment gives its builder a point."),
    ScoreKind.BRIDGES: marked("Each bridge gives its builder points."),
    ScoreKind.NEIGHBOURS: marked(
        "At the end each building gives points for what is beside it, whoever owns that."
    ),
    ScoreKind.AT_METRO: marked(
        "At the end each building with a metro segment on one of its sides gives a point."
    ),
    ScoreKind.NORM: NORM,
    ScoreKind.SOCREALISM: STYLE,
    ScoreKind.MODERNISM: STYLE,
}


def fact(row: ScoreRow) -> Fact:
    """Return a row of a score as people read it."""
    label, tip = tr(str(row.kind)), tr(TIPS[ScoreKind(row.kind)])
    if isinstance(row, NormRow):
        return Fact(label, row.points, progress(row), tip)
    return Fact(label, row.points, _value(row), tip)


def _value(row: ScoreRow) -> str:
    """Return how the points of a row come about."""
    if isinstance(row, StyleRow):
        return _style(row)
    if isinstance(row, NeighbourRow):
        said = [
            tr("{kind} {points}", kind=kind_name(kind), points=points)
            for kind, points in row.by_type
            if points
        ]
        return ", ".join(said) or tr("none that count")
    if row.kind == ScoreKind.BUILDINGS:
        return tr("{buildings} built", buildings=row.count)
    if row.kind == ScoreKind.AT_ONCE:
        return tr("urban tasks fulfilled, unbuilt hexes beside industry when built")
    if row.kind == ScoreKind.AT_METRO:
        return tr.counted("{n} building at 1", "{n} buildings at 1", row.count)
    return at_each(row)


def _style(row: StyleRow) -> str:
    if row.most == 0:
        return tr("none built")
    if row.rivals < 0:
        return tr("{own} built, the most is {most}", own=row.count, most=row.most)
    if row.rivals:
        return tr("{own} built, tied for the most", own=row.count)
    return tr("{own} built, the most", own=row.count)


def progress(row: NormRow) -> str:
    """Return how many sets of the objects of a norm there are, and how many of each object."""
    parts = [
        tr("{kind} {have} of {wanted}", kind=kind_name(part.kind), have=part.have, wanted=part.wanted)
        for part in row.objects
    ]
    return tr.counted("{n} set: {parts}", "{n} sets: {parts}", row.count, parts=", ".join(parts))


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
    said = f"{upper(describe_plot(pov, plot))}."
    if not plot.type:
        free = tr("Clear it before you build here.") if plot.rubble else tr("Free for a foundation.")
        return f"{said} {free}"
    counts = [tr("It counts when it is finished.")] if plot.founded else []
    return " ".join([said, *counts, tr(COUNTS[plot.type])])


def side_tip(pov: PlayerView, side: str) -> str:
    """Return what lies on a side; empty for a bare side on land."""
    by, state = builders(pov).get(side), pov.state
    who = "?" if by is None else pov.name(by)  # a position without its history does not tell
    said = []
    if side in segments(state):
        said.append(tr("a metro segment of {who}: a point for each building on either side", who=who))
    if side in bridges(state):
        said.append(tr("a bridge of {who}: both hexes are adjacent", who=who))
    if side == tunnel(state):
        said.append(tr("the tunnel: the metro goes on under the river"))
    if not said and side in RIVERS:
        said.append(tr("the Vistula: its banks are adjacent only over a bridge"))
    return tr("Between {hexes}: {things}.", hexes=ends(side), things="; ".join(said)) if said else ""


def field_tip(pov: PlayerView, field: Field, there: Sequence[int]) -> str:
    """Return what a field of the action board gives, and which seats have engineers there."""
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
    return f"{card_name(card)}. {_price(pov)}"


def _price(pov: PlayerView) -> str:
    rubble = supply_of(pov.state, pov.state.to_move).rubble_price
    said = {"concrete": price("c", rubble), "rubble": price("r", rubble)}
    return tr("A building costs {concrete}, or {rubble}.", **said)


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
    said = tr("Norm for {objects}: {progress}.", objects=objects_of(pov.state, norm), progress=have)
    return f"{said} {tr(NORM)}"


def subject_tip(pov: PlayerView, subject: str) -> str:
    """Return what something that can be pointed at is, by the name that a partial move has for it."""
    kind, _, name = subject.partition(" ")
    if kind == "field":
        field = next(each for each in fields(pov.state) if str(each.id) == name)
        return field_tip(pov, field, delegates(pov).get(field.id, ()))
    if kind == "card":
        return card_tip(pov, card_named(pov.state, name))
    if kind == "norm":
        # The holder need not be to move: a person sees the own norms at all times.
        held = ((seat, norm) for seat in range(pov.state.seats) for norm in supply_of(pov.state, seat).norms)
        return next(norm_tip(pov, seat, norm) for seat, norm in held if norm.id == name)
    return f"{tr(DEEDS[kind])} {_price(pov)}" if kind == "build" else tr(DEEDS[kind])


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
