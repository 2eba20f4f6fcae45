"""What is so in a game of Warszawa, in words: rows of a score, tips, the position in lines, and lessons."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import ScoreFact, at_each, explained, gained, score_changes
from urbanist.bots.table.kit.wording import Lesson, lesson, listed, upper
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model import city
from urbanist.bots.table.warszawa.text import phrases
from urbanist.engine import State
from urbanist.engine.score_row import ScoreRow
from urbanist.engine.warszawa.edition import Field, Norm, Task
from urbanist.engine.warszawa.geography import hex_text
from urbanist.engine.warszawa.hidden import cards_of, stage_tasks, unseen_cards
from urbanist.engine.warszawa.map_record import bridges, segments, tunnel
from urbanist.engine.warszawa.score_kinds import NeighbourRow, NormRow, StyleRow
from urbanist.engine.warszawa.score_rows import if_built, norm_row


def fact(row: ScoreRow) -> ScoreFact:
    """Return a row of a score as people read it."""
    label, tip = tr(str(row.kind)), tr.named("tip", row.kind)
    if isinstance(row, NormRow):
        return ScoreFact(label, row.points, progress(row), tip)
    return ScoreFact(label, row.points, _value(row), tip)


def _value(row: ScoreRow) -> str:
    """Return how the points of a row come about."""
    if isinstance(row, StyleRow):
        return _style(row)
    if isinstance(row, NeighbourRow):
        said = [tr("{kind} {points}", kind=tr(kind), points=points) for kind, points in row.by_type if points]
        return ", ".join(said) or tr("none that count")
    if row.kind in tr.words["value"]:
        return tr.named("value", row.kind, row.count, buildings=row.count)
    return at_each(row)


def _style(row: StyleRow) -> str:
    how = "none" if not row.most else "fewer" if row.rivals < 0 else "tied" if row.rivals else "most"
    return tr.named("style", how, own=row.count, most=row.most)


def progress(row: NormRow) -> str:
    """Return how many sets of the objects of a norm there are, and how many of each object."""
    parts = [
        tr("{kind} {have} of {wanted}", kind=tr(part.kind), have=part.have, wanted=part.wanted)
        for part in row.objects
    ]
    return tr.counted("{n} set: {parts}", "{n} sets: {parts}", row.count, parts=", ".join(parts))


def promised(laid: State, seat: int, cell: int) -> Iterator[str]:
    """Yield the value of a foundation if it were built now."""
    built = if_built(laid, seat, cell)
    change = gained(laid, built, seat)
    yield tr.counted(
        "built now {change} point ({parts})",
        "built now {change} points ({parts})",
        change,
        change=f"{change:+}",
        parts=gains(laid, built, seat),
    )
    for task in city.fulfilled(laid, built):
        yield tr("task {task}", task=phrases.task_name(task))


def gains(before: State, after: State, seat: int) -> str:
    """Return the rows of a seat's score that differ between two positions, each with its change."""
    changes = score_changes(before, after, seat)
    facts = [(fact(row), change) for row, change in changes]
    return "; ".join(f"{said.common or said.label} {change:+}" for said, change in facts)


def hex_tip(pov: PlayerView, cell: int) -> str:
    """Return what is on a hex, and what it does for its neighbours."""
    plot = city.plots(pov.state)[cell]
    said = f"{upper(phrases.describe_plot(pov, plot))}."
    if not plot.type:
        free = tr("Clear it before you build here.") if plot.rubble else tr("Free for a foundation.")
        return f"{said} {free}"
    counts = [tr("It counts when it is finished.")] if plot.founded else []
    return " ".join([said, *counts, tr.named("counts", plot.type)])


def side_tip(pov: PlayerView, side: str) -> str:
    """Return what lies on a side; empty for a bare side on land."""
    by, state = city.builders(pov).get(side), pov.state
    who = "?" if by is None else pov.name(by)  # a position without its history does not tell
    said = []
    if side in segments(state.array):
        said.append(tr("a metro segment of {who}: a point for each building on either side", who=who))
    if side in bridges(state.array):
        said.append(tr("a bridge of {who}: both hexes are adjacent", who=who))
    if side == tunnel(state.array):
        said.append(tr("the tunnel: the metro goes on under the river"))
    if not said and side in city.RIVERS:
        said.append(tr("the Vistula: its banks are adjacent only over a bridge"))
    return tr("Between {hexes}: {things}.", hexes=phrases.ends(side), things="; ".join(said)) if said else ""


def field_tip(pov: PlayerView, field: Field, there: Sequence[int]) -> str:
    """Return what a field of the action board gives, and which seats have engineers there."""
    name, effect = upper(phrases.field_name(field)), phrases.effect(field.effect)
    said = [tr("{field} gives {effect}.", field=name, effect=effect)]
    taken = city.taken(pov.state, field)
    said.append(tr.named("field", "unlimited" if field.unlimited else "taken" if taken else "free"))
    if there:
        said.append(tr("There: {seats}.", seats=listed(pov.name(seat) for seat in there)))
    return " ".join(said)


def _price(state: State, seat: int) -> str:
    rubble_price = city.supply_of(state, seat).rubble_price
    concrete, rubble = (phrases.price(paid, rubble_price) for paid in ("c", "r"))
    return tr("A building costs {concrete}, or {rubble}.", concrete=concrete, rubble=rubble)


def task_tip(task: Task) -> str:
    """Return what fulfils an urban task."""
    return tr(
        "Urban task {task} points: whoever builds {build} beside a building of type {beside} gets them.",
        task=phrases.task_name(task),
        build=tr(task.build),
        beside=tr(task.beside),
    )


def norm_tip(pov: PlayerView, seat: int, norm: Norm) -> str:
    """Return a norm with the progress of a seat."""
    have = progress(norm_row(pov.state, seat, norm.id))
    said = tr("Norm for {objects}: {progress}.", objects=phrases.objects_of(pov.state, norm), progress=have)
    return f"{said} {tr.named('tip', 'norm')}"


def subject_tip(pov: PlayerView, subject: str) -> str:
    """Return what something that can be pointed at is, by the name that a partial move has for it."""
    kind, _, name = subject.partition(" ")
    if kind == "field":
        field = city.field_of(pov.state, int(name))
        return field_tip(pov, field, city.delegates(pov).get(field.id, ()))
    if kind == "card":
        return (
            f"{phrases.card_name(city.card_named(pov.state, name))}. {_price(pov.state, pov.state.to_move)}"
        )
    if kind == "norm":
        # The holder need not be to move: a person sees the own norms at all times.
        held = (
            (seat, norm) for seat in range(pov.state.seats) for norm in city.supply_of(pov.state, seat).norms
        )
        return next(norm_tip(pov, seat, norm) for seat, norm in held if norm.id == name)
    said = tr.named("action-tip", kind)
    return f"{said} {_price(pov.state, pov.state.to_move)}" if kind == "build" else said


def seat_tip(pov: PlayerView, seat: int) -> str:
    """Return what a line about a seat shows."""
    state, have = pov.state, city.supply_of(pov.state, seat)
    who = upper(pov.name(seat))
    if int(state.array["holder"]) == seat:
        who = tr("{who}, begins the round (⚑)", who=who)
    points = tr("{points} so far", points=phrases.several(state.scores()[seat], "point"))
    if not have.norms or city.phase_of(state) == city.CHOOSING:
        points = tr("{points}, without its secret norm (+?)", points=points)
    return f"{who}: {explained(phrases.things(have)[:6])}; {points}."


def describe(pov: PlayerView) -> str:
    """Return the position: the map, each seat, the action board, the known part of hands, and last the turn."""
    lines = [*_map(pov), *_lines(pov), *_board(pov)]
    for seat in range(pov.state.seats):
        lines += _seat(pov, seat)
    return "\n".join([*lines, describe_turn(pov)])


def describe_turn(pov: PlayerView) -> str:
    """Return the tasks, the fields, the viewer's own things and the seat to move."""
    lines = [*_tasks(pov.state), *_open_fields(pov)]
    if pov.seat is not None:
        lines += [f"{pov.heading(pov.seat)}: {_store(pov, pov.seat)}", *_secrets(pov, pov.seat)]
    return "\n".join([*lines, *_turn(pov)])


def _map(pov: PlayerView) -> Iterator[str]:
    everywhere = city.plots(pov.state)
    yield tr(
        "Warszawa for {seats} players, with the {name} set of cards.",
        seats=pov.state.seats,
        name=city.edition_of(pov.state).name,
    )
    yield tr(
        "The map has {hexes} hexes; the centre is 0,0; the Vistula separates the left and right bank.",
        hexes=len(everywhere),
    )
    for zone, bank in product(("urban", "suburban"), ("left", "right")):
        ground = zone == "urban", bank == "right"
        free = (plot for plot in everywhere if plot.free and (plot.urban, plot.right) == ground)
        yield tr.named("free", f"{zone}-{bank}", hexes=_hexes(free))
    yield tr("Under rubble: {hexes}.", hexes=_hexes(plot for plot in everywhere if plot.rubble))
    for plot in everywhere:
        if plot.site:
            site = "site-below" if plot.rubble else "site"
            yield tr.named("plot", site, hex=hex_text(plot.cell), card=phrases.card_title(plot.site))
    neutral = [placed(plot) for plot in everywhere if plot.built and plot.seat is None]
    if neutral:
        yield tr("Neutral buildings: {buildings}.", buildings=", ".join(neutral))


def _hexes(plots: Iterable[city.Plot]) -> str:
    return " ".join(hex_text(plot.cell) for plot in plots) or tr("none")


def placed(plot: city.Plot) -> str:
    """Return a building with its hex."""
    kind = tr(plot.type)
    return tr(
        "{building} on {hex}",
        building=f"{phrases.card_title(plot.card)} ({kind})" if plot.card else kind,
        hex=hex_text(plot.cell),
    )


def _lines(pov: PlayerView) -> Iterator[str]:
    """Yield metro, tunnel and bridges with their builders."""
    by, under = city.builders(pov), tunnel(pov.state.array)

    def built(sides: list[str]) -> str:
        said = [
            tr("{side} between {hexes} by seat {seat}", side=side, hexes=phrases.ends(side), seat=by[side])
            for side in sides
        ]
        return "; ".join(said) or tr("none")

    yield tr("Metro segments: {sides}.", sides=built(segments(pov.state.array)))
    yield tr("Bridges: {sides}.", sides=built(bridges(pov.state.array)))
    if under:
        yield tr("Tunnel: {side} between {hexes}.", side=under, hexes=phrases.ends(under))
    else:
        yield tr("Tunnel: none.")


def _seat(pov: PlayerView, seat: int) -> Iterator[str]:
    state = pov.state
    who = [pov.heading(seat)]
    if int(state.array["holder"]) == seat:
        who.append(tr("with the marker"))
    yield tr("{who}: {points} points so far.", who=", ".join(who), points=state.scores()[seat])
    if seat != pov.seat:
        yield from (f"  {line}" for line in (_store(pov, seat), *_secrets(pov, seat)))
    own = [plot for plot in city.plots(state) if plot.seat == seat]
    built = [placed(plot) for plot in own if plot.built]
    yield "  " + tr("Built: {buildings}.", buildings=", ".join(built) or tr("nothing"))
    for plot in own:
        if plot.founded:
            worth = ", ".join(promised(state, seat, plot.cell))
            yield "  " + tr(
                "Foundation with an engineer: {building}, {worth}.", building=placed(plot), worth=worth
            )
    if at_work := phrases.functions(state, seat):
        yield "  " + tr("Functions: {functions}.", functions=", ".join(at_work))


def _store(pov: PlayerView, seat: int) -> str:
    have = city.supply_of(pov.state, seat)
    store = tr("{cubes} (store {store})", cubes=phrases.cubes(have.cubes), store=have.store)
    return ", ".join([store, *(thing.said for thing in phrases.things(have)[3:6])]) + "."


def _secrets(pov: PlayerView, seat: int) -> Iterator[str]:
    """Yield the known part of a seat's hand and norm; nothing if none is known."""
    state, have = pov.state, city.supply_of(pov.state, seat)
    for card in have.hand:
        places = phrases.several(len(list(city.free_for(state, card))), "hex")
        said = tr("{card}; {places} free for it", card=phrases.card_name(card), places=places)
        yield tr("Card in hand: {card}.", card=said)
    if pov.is_person(seat):
        payable = tr("Your cubes pay for {number}.", number=have.affordable or tr("none"))
        yield f"{_price(state, seat)} {payable}"
    for number, norm in enumerate(have.norms, 1):
        called = phrases.objects_of(state, norm)
        if city.phase_of(state) == city.CHOOSING and len(have.norms) > 1:
            yield tr("Norm {number} to choose: {norm}.", number=number, norm=called)
        else:
            yield tr("Norm: {norm}.", norm=f"{called}; {progress(norm_row(state, seat, norm.id))}")


def _tasks(state: State) -> Iterator[str]:
    said = [phrases.task_name(task) for task in city.open_tasks(state)]
    yield tr("Urban tasks: {tasks}.", tasks=", ".join(said) or tr("none"))


def _board(pov: PlayerView) -> Iterator[str]:
    """Yield the fields of the action board with their engineers; nothing outside planning."""
    if city.phase_of(pov.state) == city.PLANNING and not pov.state.over:
        there = city.delegates(pov)
        yield from (field_tip(pov, field, there.get(field.id, ())) for field in city.fields(pov.state))


def _open_fields(pov: PlayerView) -> Iterator[str]:
    """Yield the numbers of the free fields, and of the others with their seats; nothing outside planning."""
    if city.phase_of(pov.state) == city.PLANNING and not pov.state.over:
        there = city.delegates(pov)
        free = [str(field.id) for field in city.fields(pov.state) if not city.taken(pov.state, field)]
        gone = [
            tr("{number} by seat {seat}", number=number, seat=seats[0])
            for number, seats in sorted(there.items())
            if str(number) not in free
        ]
        yield tr(
            "Open fields: {free}; taken: {taken}.", free=" ".join(free), taken=", ".join(gone) or tr("none")
        )


def moment(pov: PlayerView) -> str:
    """Return how far the game has come: the stage, the round and the phase, or the end."""
    if pov.state.over:
        return pov.moment()
    stage, number = city.round_of(pov.state)
    return tr(
        "stage {stage}, round {number} of {rounds}, {phase}",
        stage=phrases.STAGES[stage],
        number=number + 1,
        rounds=city.rounds(pov.state),
        phase=tr(phrases.PHASES[city.phase_of(pov.state)]),
    )


def _turn(pov: PlayerView) -> Iterator[str]:
    state = pov.state
    if state.over:
        yield pov.turn()
        return
    yield f"{upper(moment(pov))}."
    if state.due:
        yield tr("Cards or tasks will be drawn.")
        return
    left, more = int(state.array["clearing"]), int(state.array["more"])
    to_come = [tr.counted("to clear {n} hex", "to clear {n} hexes", left)] if left else []
    if more:
        to_come.append(
            tr.counted("{n} more placement after this one", "{n} more placements after this one", more)
        )
    yield pov.turn(*to_come)


def describe_unknown(pov: PlayerView) -> str:
    """Return what no seat can know, and which cards the viewer has not seen."""
    state = pov.state
    record = state.array
    if state.over:
        return tr("nothing is to come: the game is over")
    stage = phrases.STAGES[int(record["stage"])]
    gone = int(record["tasks_open"]) | int(record["tasks_gone"])
    coming = [name for place, name in enumerate(stage_tasks(record)) if not gone >> place & 1]
    cards = [city.card_named(state, card) for card in cards_of(record, unseen_cards(record))]
    order = tr.counted(
        "the order of {n} card in the deck of stage {stage} is unknown to all",
        "the order of {n} cards in the deck of stage {stage} is unknown to all",
        int(record["left"]),
        stage=stage,
    )
    named = "; ".join(f"{phrases.card_title(card)} ({tr(card.type)}, {card.points})" for card in cards)
    unseen = tr("in it or in hands you do not see: {cards}", cards=named or tr("none"))
    tasks = "; ".join(phrases.task_name(task) for task in city.edition_of(state).tasks if task.id in coming)
    to_come = tr(
        "urban tasks of stage {stage} still to come: {tasks}", stage=stage, tasks=tasks or tr("none")
    )
    return f"{order}; {unseen}\n{to_come}"


def lessons(pov: PlayerView) -> Iterator[Lesson]:
    """Yield what can be explained now to the viewer, who is to move."""
    assert pov.seat is not None
    state, seat = pov.state, pov.seat
    yield lesson(tr, "goal")
    phase = city.phase_of(state)
    if phase == city.CHOOSING:
        yield lesson(tr, "norm")
    elif phase == city.PLANNING:
        yield from _planning(pov, seat)
    elif phase == city.REALISATION:
        yield from _building(pov, seat)
    stage, number = city.round_of(state)
    if stage == 1:
        yield lesson(tr, "stage")
    if number + 1 == city.rounds(state) and phase != city.CHOOSING:
        yield lesson(tr, f"last-round-{stage + 1}")


def _planning(pov: PlayerView, seat: int) -> Iterator[Lesson]:
    """Yield what concerns planning."""
    state = pov.state
    have = city.supply_of(state, seat)
    yield lesson(tr, "planning", engineers=phrases.several(have.engineers, "free engineer"))
    if not have.affordable:
        yield lesson(tr, "cubes", cubes=phrases.cubes(have.cubes))
    if not any(plot.free and plot.urban for plot in city.plots(state)):
        yield lesson(tr, "rubble")
    if any(plot.site for plot in city.plots(state)):
        yield lesson(tr, "site")
    tasks = city.open_tasks(state)
    if tasks:
        yield lesson(tr, "tasks", task=phrases.task_name(tasks[0]))
    if city.round_of(state) != (0, 0):
        yield lesson(tr, "neighbours")


def _building(pov: PlayerView, seat: int) -> Iterator[Lesson]:
    """Yield what concerns realisation."""
    state = pov.state
    have = city.supply_of(state, seat)
    waiting = int(state.array["founded"][seat]).bit_count()
    yield lesson(tr, "building", cubes=phrases.cubes(have.cubes), number=waiting)
    yield lesson(tr, "metro")
