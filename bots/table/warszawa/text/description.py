"""A Warszawa position as lines of text, one fact a line, for screen readers and terminals without colour."""

from collections.abc import Iterable, Iterator
from itertools import product

from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import (
    CHOOSING,
    PLANNING,
    Plot,
    Supply,
    bridges,
    builders,
    card_named,
    delegates,
    edition_of,
    fields,
    free_for,
    open_tasks,
    phase_of,
    plots,
    round_of,
    rounds,
    segments,
    supply_of,
    taken,
    tunnel,
)
from urbanist.bots.table.warszawa.text.facts import field_tip, progress
from urbanist.bots.table.warszawa.text.narration import explain, move_name, promised
from urbanist.bots.table.warszawa.text.phrases import (
    PHASES,
    STAGES,
    card_name,
    card_title,
    cubes,
    ends,
    functions,
    in_deck,
    kind_name,
    objects_of,
    price,
    several,
    task_name,
)
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.warszawa.geography import hex_text
from urbanist.engine.warszawa.hidden import cards_of, stage_tasks, unseen_cards
from urbanist.engine.warszawa.score_rows import norm_row


def describe(pov: PlayerView) -> str:
    """Return the position: the map, each seat, the action board, the known part of hands, and last the turn."""
    lines = [*_map(pov), *_lines(pov), *_board(pov)]
    for seat in range(pov.state.seats):
        lines += _seat(pov, seat)
    for seat in range(pov.state.seats):
        if seat != pov.seat:
            lines += _secrets(pov, seat)
    return "\n".join([*lines, describe_turn(pov)])


def describe_turn(pov: PlayerView) -> str:
    """Return the tasks, the fields, the viewer's own things and the seat to move."""
    lines = [*_tasks(pov.state), *_open_fields(pov)]
    if pov.seat is not None:
        lines += [_store(pov, pov.seat), *_secrets(pov, pov.seat)]
    return "\n".join([*lines, *_turn(pov)])


def _map(pov: PlayerView) -> Iterator[str]:
    everywhere = plots(pov.state)
    yield tr(
        "Warszawa for {seats} players, with the {name} set of cards.",
        seats=pov.state.seats,
        name=edition_of(pov.state).name,
    )
    yield tr(
        "The map has {hexes} hexes; the centre is 0,0; the Vistula separates the left and right bank.",
        hexes=len(everywhere),
    )
    free = {
        ground: _hexes(plot for plot in everywhere if plot.free and (plot.urban, plot.right) == ground)
        for ground in product((True, False), repeat=2)
    }
    yield tr("Free urban hexes, left bank: {hexes}.", hexes=free[True, False])
    yield tr("Free urban hexes, right bank: {hexes}.", hexes=free[True, True])
    yield tr("Free suburban hexes, left bank: {hexes}.", hexes=free[False, False])
    yield tr("Free suburban hexes, right bank: {hexes}.", hexes=free[False, True])
    yield tr("Under rubble: {hexes}.", hexes=_hexes(plot for plot in everywhere if plot.rubble))
    for plot in everywhere:
        if plot.site:
            where = hex_text(plot.cell)
            if plot.rubble:
                yield tr(
                    "Historic site {hex} is reserved for {card}, under rubble.",
                    hex=where,
                    card=card_title(plot.site),
                )
            else:
                yield tr("Historic site {hex} is reserved for {card}.", hex=where, card=card_title(plot.site))
    neutral = [_placed(plot) for plot in everywhere if plot.built and plot.seat is None]
    if neutral:
        yield tr("Neutral buildings: {buildings}.", buildings=", ".join(neutral))


def _hexes(found: Iterable[Plot]) -> str:
    return " ".join(hex_text(plot.cell) for plot in found) or tr("none")


def _placed(plot: Plot) -> str:
    """Return a building with its hex."""
    kind = kind_name(plot.type)
    return tr(
        "{building} on {hex}",
        building=f"{card_title(plot.card)} ({kind})" if plot.card else kind,
        hex=hex_text(plot.cell),
    )


def _lines(pov: PlayerView) -> Iterator[str]:
    """Yield metro, tunnel and bridges with their builders."""
    by, under = builders(pov), tunnel(pov.state)

    def built(sides: list[str]) -> str:
        said = [
            tr("{side} between {hexes} by seat {seat}", side=side, hexes=ends(side), seat=by[side])
            for side in sides
        ]
        return "; ".join(said) or tr("none")

    yield tr("Metro segments: {sides}.", sides=built(segments(pov.state)))
    yield tr("Bridges: {sides}.", sides=built(bridges(pov.state)))
    if under:
        yield tr("Tunnel: {side} between {hexes}.", side=under, hexes=ends(under))
    else:
        yield tr("Tunnel: none.")


def _seat(pov: PlayerView, seat: int) -> Iterator[str]:
    state = pov.state
    who = [upper(pov.name(seat))]
    if pov.is_person(seat):
        who.append(tr("you"))
    if int(state.array["holder"]) == seat:
        who.append(tr("with the marker"))
    yield tr("{who}: {points} points so far.", who=", ".join(who), points=state.scores()[seat])
    if seat != pov.seat:
        yield f"  {_store(pov, seat)}"
    own = [plot for plot in plots(state) if plot.seat == seat]
    built = [_placed(plot) for plot in own if plot.built]
    yield "  " + tr("Built: {buildings}.", buildings=", ".join(built) or tr("nothing"))
    for plot in own:
        if plot.founded:
            worth = ", ".join(promised(state, seat, plot.cell))
            yield "  " + tr(
                "Foundation with an engineer: {building}, {worth}.", building=_placed(plot), worth=worth
            )
    if at_work := functions(state, seat):
        yield "  " + tr("Functions: {functions}.", functions=", ".join(at_work))


def _store(pov: PlayerView, seat: int) -> str:
    have = supply_of(pov.state, seat)
    things = tr(
        "{cubes} (store {store}), {engineers}, {markers}, {cards} in hand",
        cubes=cubes(have.cubes),
        store=have.store,
        engineers=several(have.engineers, "free engineer"),
        markers=several(have.markers, "metro marker"),
        cards=several(have.held, "card"),
    )
    if pov.is_person(seat):
        return tr("You have {things}.", things=things)
    return tr("Seat {seat} has {things}.", seat=seat, things=things)


def _secrets(pov: PlayerView, seat: int) -> Iterator[str]:
    """Yield the known part of a seat's hand and norm; nothing if none is known."""
    state, have = pov.state, supply_of(pov.state, seat)
    yours = pov.is_person(seat)
    for card in have.hand:
        places = several(len(list(free_for(state, card))), "hex")
        said = tr("{card}; {places} free for it", card=card_name(card), places=places)
        yield (
            tr("Your card: {card}.", card=said)
            if yours
            else tr("Seat {seat}'s card: {card}.", seat=seat, card=said)
        )
    if yours:
        yield _means(have)
    for number, norm in enumerate(have.norms, 1):
        called = objects_of(state, norm)
        if phase_of(state) == CHOOSING and len(have.norms) > 1:
            if yours:
                yield tr("Your norm {number} to choose: {norm}.", number=number, norm=called)
            else:
                yield tr(
                    "Seat {seat}'s norm {number} to choose: {norm}.", seat=seat, number=number, norm=called
                )
            continue
        said = f"{called}; {progress(norm_row(state, seat, norm.id))}"
        yield (
            tr("Your norm: {norm}.", norm=said)
            if yours
            else tr("Seat {seat}'s norm: {norm}.", seat=seat, norm=said)
        )


def _means(have: Supply) -> str:
    """Return the price of a building for the viewer, and how many it can pay for."""
    return tr(
        "A building costs you {concrete}, or {rubble}: your cubes pay for {number}.",
        concrete=price("c", have.rubble_price),
        rubble=price("r", have.rubble_price),
        number=have.affordable or tr("none"),
    )


def _tasks(state: State) -> Iterator[str]:
    said = [task_name(task) for task in open_tasks(state)]
    yield tr("Urban tasks: {tasks}.", tasks=", ".join(said)) if said else tr("Urban tasks: none open.")


def _board(pov: PlayerView) -> Iterator[str]:
    """Yield the fields of the action board with their engineers; nothing outside planning."""
    if phase_of(pov.state) == PLANNING and not pov.state.over:
        there = delegates(pov)
        yield from (field_tip(pov, field, there.get(field.id, ())) for field in fields(pov.state))


def _open_fields(pov: PlayerView) -> Iterator[str]:
    """Yield the numbers of the free fields, and of the others with their seats; nothing outside planning."""
    if phase_of(pov.state) == PLANNING and not pov.state.over:
        there = delegates(pov)
        free = [str(field.id) for field in fields(pov.state) if not taken(pov.state, field)]
        gone = [
            tr("{number} by seat {seat}", number=number, seat=seats[0])
            for number, seats in sorted(there.items())
            if str(number) not in free
        ]
        yield tr(
            "Open fields: {free}; taken: {taken}.", free=" ".join(free), taken=", ".join(gone) or tr("none")
        )


def _turn(pov: PlayerView) -> Iterator[str]:
    state = pov.state
    stage, number = round_of(state)
    if state.over:
        yield tr("The game is over.")
        return
    yield tr(
        "Stage {stage}, round {number} of {rounds}, {phase}.",
        stage=STAGES[stage],
        number=number + 1,
        rounds=rounds(state),
        phase=tr(PHASES[phase_of(state)]),
    )
    if state.due:
        yield tr("Cards or tasks will be drawn.")
        return
    seat = state.to_move
    left = int(state.array["clearing"])
    who = [tr("you")] if pov.is_person(seat) else []
    who.append(pov.name(seat))
    if left:
        who.append(tr.counted("to clear {n} hex", "to clear {n} hexes", left))
    yield tr("To move: {who}.", who=", ".join(who))


def describe_preview(pov: PlayerView, move: Move) -> str:
    """Return the effect of a move as lines of text."""
    return f"{upper(move_name(pov.state, move))}: {explain(pov.state, move)}."


def describe_unknown(pov: PlayerView) -> str:
    """Return what no seat can know, and which cards the viewer has not seen."""
    state = pov.state
    record = state.array
    if state.over:
        return tr("nothing is to come: the game is over")
    stage = STAGES[int(record["stage"])]
    gone = int(record["tasks_open"]) | int(record["tasks_gone"])
    coming = [name for place, name in enumerate(stage_tasks(record)) if not gone >> place & 1]
    cards = cards_of(record, unseen_cards(record))
    order = tr.counted(
        "the order of {n} card in the deck of stage {stage} is unknown to all",
        "the order of {n} cards in the deck of stage {stage} is unknown to all",
        int(record["left"]),
        stage=stage,
    )
    named = "; ".join(in_deck(card_named(state, card)) for card in cards)
    unseen = tr("in it or in hands you do not see: {cards}", cards=named or tr("none"))
    tasks = "; ".join(task_name(task) for task in edition_of(state).tasks if task.id in coming)
    to_come = tr(
        "urban tasks of stage {stage} still to come: {tasks}", stage=stage, tasks=tasks or tr("none")
    )
    return f"{order}; {unseen}\n{to_come}"
