"""What the things at a table of Warszawa are and do, in a sentence or two each."""

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.wording import listed, upper
from urbanist.bots.table.warszawa.model.city import (
    bridges,
    builders,
    card_named,
    plots,
    segments,
    tunnel,
)
from urbanist.bots.table.warszawa.model.score_rows import LIKES
from urbanist.bots.table.warszawa.model.stage import CHOOSING, delegates, fields, phase_of, taken
from urbanist.bots.table.warszawa.model.supply import supply_of
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
from urbanist.engine.score_row import ScoreRow
from urbanist.engine.warszawa.edition import Card, Field, Norm, Task
from urbanist.engine.warszawa.geography import RIVER_SIDES, side_text
from urbanist.engine.warszawa.score_rows import norm_progress

#: What the rows of a score mean.
ROWS = {
    "buildings": "The points that are printed on the cards of the buildings.",
    "tasks and industry": (
        "The points of urban tasks that buildings fulfilled, and a point for each unbuilt hex beside an industrial "
        "building when it was built."
    ),
    "metro segments": "Each metro segment gives its builder a point.",
    "bridges": "Each bridge gives its builder points.",
    "neighbours": "At the end each building gives points for what is beside it, whoever owns that.",
    "at the metro": "At the end each building with a metro segment on one of its sides gives a point.",
    "norm": "Each complete set of the objects of the secret norm gives points; no set at all costs points.",
    "socrealism": "The player with the most buildings of this style gets points; those who are equal get fewer.",
    "modernism": "The player with the most buildings of this style gets points; those who are equal get fewer.",
}
#: What can be done beside fields, cards and norms.
DEEDS = {
    "clear": "Take the rubble from a hex; then it can be built on.",
    "build": "Finish a foundation: pay for it, the engineer comes home, the points and the function are yours.",
    "metro": "Dig a metro segment on a side between two hexes; it goes on from an open end of the line.",
    "bridge": "Build a bridge over a side on the river; it makes the hexes of both banks adjacent.",
    "use": "Use the one-off function of a building of yours.",
    "pass": "End your planning in this round.",
    "done": "End your building in this round.",
}
RIVERS = frozenset(side_text(border) for border in RIVER_SIDES)


def row_tip(row: ScoreRow) -> str:
    """Return what a row of a score means."""
    return ROWS[row.row or row.what]


def hex_tip(sight: Sight, cell: int) -> str:
    """Return what is on a hex, and what it does for its neighbours."""
    plot = plots(sight.state)[cell]
    said = f"{upper(describe_plot(plot))}."
    if not plot.type:
        if plot.rubble:
            return f"{said} Clear it before you build here."
        return f"{said} Free for a foundation."
    likes = "unbuilt hex" if plot.type == "industrial" else " or ".join(LIKES[plot.type])
    liked = (
        f" It gives a point for each {likes} beside it." if likes else " It gives no points for neighbours."
    )
    return f"{said}{' It counts when it is finished.' if plot.founded else ''}{liked}"


def side_tip(sight: Sight, side: str) -> str:
    """Return what lies on a side; empty for a bare side on land."""
    by, state = builders(sight), sight.state
    said = []
    if side in segments(state):
        said.append(f"a metro segment of {sight.name(by[side])}: a point for each building on either side")
    if side in bridges(state):
        said.append(f"a bridge of {sight.name(by[side])}: both hexes are adjacent")
    if side == tunnel(state):
        said.append("the tunnel: the metro goes on under the river")
    if not said and side in RIVERS:
        said.append("the Vistula: its banks are adjacent only over a bridge")
    return f"Between {ends(side)}: {'; '.join(said)}." if said else ""


def field_tip(sight: Sight, field: Field) -> str:
    """Return what a field of the action board gives, and who is there."""
    there = delegates(sight).get(field.id, [])
    room = "It holds one engineer, and is free."
    if field.unlimited:
        room = "Any number of engineers may stand here."
    elif taken(sight.state, field):
        room = "It holds one engineer, and is taken in this round."
    who = f" There: {listed(sight.name(seat) for seat in there)}." if there else ""
    return f"{upper(field_name(field))} gives {effect(field.effect)}. {room}{who}"


def card_tip(sight: Sight, card: Card) -> str:
    """Return a project card in full, with its price."""
    rubble = supply_of(sight.state, sight.state.to_move).rubble_price
    return f"{card_name(card)}. To finish it costs {price('c', rubble)}, or {price('r', rubble)}."


def task_tip(task: Task) -> str:
    """Return what fulfils an urban task."""
    return (
        f"Urban task {task_name(task)} points: whoever builds {task.build} beside a building of type {task.beside} "
        "gets them."
    )


def norm_tip(sight: Sight, seat: int, norm: Norm) -> str:
    """Return a norm with the progress of a seat."""
    return f"Norm {norm_name(sight.state, norm)}: {norm_progress(sight.state, seat, norm.id)}. {ROWS['norm']}"


def subject_tip(sight: Sight, subject: str) -> str:
    """Return what something that can be pointed at is, by the name that a draft has for it."""
    kind, _, name = subject.partition(" ")
    if kind == "field":
        return field_tip(sight, next(each for each in fields(sight.state) if str(each.id) == name))
    if kind == "card":
        return card_tip(sight, card_named(sight.state, name))
    if kind == "norm":
        # The holder need not be to move: a person sees the own norms at all times.
        held = (
            (seat, norm) for seat in range(sight.state.seats) for norm in supply_of(sight.state, seat).norms
        )
        return next(norm_tip(sight, seat, norm) for seat, norm in held if norm.id == name)
    return DEEDS[kind]


def seat_tip(sight: Sight, seat: int) -> str:
    """Return what a line about a seat shows."""
    state, have = sight.state, supply_of(sight.state, seat)
    begins = ", begins the round (⚑)" if int(state.array["holder"]) == seat else ""
    known = "" if have.norms and phase_of(state) != CHOOSING else ", without its secret norm (+?)"
    return (
        f"{upper(sight.name(seat))}{begins}: {cubes(have.cubes)} (f, c, r), "
        f"{several(have.engineers, 'free engineer')} (e), "
        f"{several(have.markers, 'metro marker')} (m), {several(have.held, 'card')} in hand (▤); "
        f"{several(state.scores()[seat], 'point')} so far{known}."
    )
