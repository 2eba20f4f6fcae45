"""A Warszawa position as lines of text, one fact a line, for screen readers and terminals without colour."""

from collections.abc import Iterator

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.wording import listed, upper
from urbanist.bots.table.warszawa.model.city import (
    Plot,
    bridges,
    builders,
    edition_of,
    free_for,
    plots,
    segments,
    tunnel,
)
from urbanist.bots.table.warszawa.model.stage import (
    CHOOSING,
    PLANNING,
    delegates,
    fields,
    open_tasks,
    phase_of,
    round_of,
    rounds,
    taken,
)
from urbanist.bots.table.warszawa.model.supply import Supply, functions, supply_of
from urbanist.bots.table.warszawa.text.phrases import (
    PHASES,
    STAGES,
    card_name,
    cubes,
    effect,
    ends,
    norm_name,
    price,
    several,
    task_name,
)
from urbanist.bots.table.warszawa.text.reasons import explain, promised
from urbanist.engine import State
from urbanist.engine.warszawa.edition import Field
from urbanist.engine.warszawa.geography import hex_text
from urbanist.engine.warszawa.hidden import cards_of, stage_tasks, unseen_cards
from urbanist.engine.warszawa.score_rows import norm_progress


def describe(sight: Sight) -> str:
    """Return the position: the map, each seat, the action board, the known part of hands, and last the turn."""
    lines = [*_map(sight), *_lines(sight), *_board(sight)]
    for seat in range(sight.state.seats):
        lines += _seat(sight, seat)
    for seat in range(sight.state.seats):
        if seat != sight.seat:
            lines += _secrets(sight, seat)
    return "\n".join([*lines, describe_turn(sight)])


def describe_turn(sight: Sight) -> str:
    """Return the tasks, the fields, the viewer's own things and the seat to move."""
    lines = [*_tasks(sight.state), *_open_fields(sight)]
    if sight.seat is not None:
        lines += [*map(str.strip, _store(sight, sight.seat)), *_secrets(sight, sight.seat)]
    return "\n".join([*lines, *_turn(sight)])


def _map(sight: Sight) -> Iterator[str]:
    everywhere = plots(sight.state)
    yield f"Warszawa for {sight.state.seats} players, with the {edition_of(sight.state).name} set of cards."
    yield f"The map has {len(everywhere)} hexes; the centre is 0,0; the Vistula separates the left and right bank."
    free = [plot for plot in everywhere if plot.free]
    for zone, urban in (("urban", True), ("suburban", False)):
        for bank, right in (("left", False), ("right", True)):
            found = [plot for plot in free if (plot.urban, plot.right) == (urban, right)]
            yield f"Free {zone} hexes, {bank} bank: {_hexes(found)}."
    yield f"Under rubble: {_hexes([plot for plot in everywhere if plot.rubble])}."
    for plot in everywhere:
        if plot.site:
            rubble = ", under rubble" if plot.rubble else ""
            yield f"Historic site {hex_text(plot.cell)} is reserved for {plot.site.id}{rubble}."
    neutral = [plot for plot in everywhere if plot.built and plot.seat is None]
    if neutral:
        yield f"Neutral buildings: {', '.join(f'{plot.type} on {hex_text(plot.cell)}' for plot in neutral)}."


def _hexes(found: list[Plot]) -> str:
    return " ".join(hex_text(plot.cell) for plot in found) or "none"


def _lines(sight: Sight) -> Iterator[str]:
    """Yield metro, tunnel and bridges with their builders."""
    by, under = builders(sight), tunnel(sight.state)
    for what, sides in (("Metro segments", segments(sight.state)), ("Bridges", bridges(sight.state))):
        said = [f"{side} between {ends(side)} by seat {by[side]}" for side in sides]
        yield f"{what}: {'; '.join(said) or 'none'}."
    yield f"Tunnel: {f'{under} between {ends(under)}' if under else 'none'}."


def _seat(sight: Sight, seat: int) -> Iterator[str]:
    state = sight.state
    name = upper(sight.name(seat)) + (", you" if sight.is_person(seat) else "")
    marker = ", with the marker" if int(state.array["holder"]) == seat else ""
    yield f"{name}{marker}: {state.scores()[seat]} points so far."
    if seat != sight.seat:
        yield from _store(sight, seat)
    own = [plot for plot in plots(state) if plot.seat == seat]
    built = [f"{_card(plot)} on {hex_text(plot.cell)}" for plot in own if plot.built]
    yield f"  Built: {', '.join(built) or 'nothing'}."
    for plot in own:
        if plot.founded:
            said = ", ".join(promised(state, seat, plot.cell))
            yield f"  Foundation with an engineer: {_card(plot)} on {hex_text(plot.cell)}, {said}."
    if at_work := functions(state, seat):
        yield f"  Functions: {', '.join(at_work)}."


def _card(plot: Plot) -> str:
    return f"{plot.card.id} ({plot.type})" if plot.card else plot.type


def _store(sight: Sight, seat: int) -> Iterator[str]:
    have = supply_of(sight.state, seat)
    whose = "You have" if sight.is_person(seat) else f"  Seat {seat} has"
    engineers = several(have.engineers, "free engineer")
    yield (
        f"{whose} {cubes(have.cubes)} (store {have.store}), {engineers}, "
        f"{several(have.markers, 'metro marker')}, {several(have.held, 'card')} in hand."
    )


def _secrets(sight: Sight, seat: int) -> Iterator[str]:
    """Yield the known part of a seat's hand and norm; nothing if none is known."""
    state, have = sight.state, supply_of(sight.state, seat)
    whose = "Your" if sight.is_person(seat) else f"Seat {seat}'s"
    for card in have.hand:
        places = several(len(list(free_for(state, card))), "hex")
        yield f"{whose} card: {card_name(card)}; {places} free for it."
    if sight.is_person(seat):
        yield _means(have)
    for norm in have.norms:
        if phase_of(state) == CHOOSING and len(have.norms) > 1:
            yield f"{whose} norm to choose: {norm_name(state, norm)}."
        else:
            yield f"{whose} norm: {norm_name(state, norm)}; {norm_progress(state, seat, norm.id)}."


def _means(have: Supply) -> str:
    """Return the price of a building for the viewer, and how many it can pay for."""
    either = f"{price('c', have.rubble_price)}, or {price('r', have.rubble_price)}"
    return f"A building costs you {either}: your cubes pay for {have.affordable or 'none'}."


def _tasks(state: State) -> Iterator[str]:
    said = [task_name(task) for task in open_tasks(state)]
    yield f"Urban tasks: {', '.join(said) or 'none open'}."


def _board(sight: Sight) -> Iterator[str]:
    """Yield the fields of the action board with their engineers; nothing outside planning."""
    if phase_of(sight.state) == PLANNING and not sight.state.over:
        there = delegates(sight)
        for field in fields(sight.state):
            seats = [f"seat {seat}" for seat in there.get(field.id, ())]
            yield f"Field {field.id}, {field.name}, {effect(field.effect)}: {_room(sight.state, field, seats)}."


def _open_fields(sight: Sight) -> Iterator[str]:
    """Yield the numbers of the free fields, and of the others with their seats; nothing outside planning."""
    if phase_of(sight.state) == PLANNING and not sight.state.over:
        there = delegates(sight)
        free = [str(field.id) for field in fields(sight.state) if not taken(sight.state, field)]
        gone = [
            f"{number} by seat {seats[0]}"
            for number, seats in sorted(there.items())
            if str(number) not in free
        ]
        yield f"Open fields: {' '.join(free)}; taken: {', '.join(gone) or 'none'}."


def _room(state: State, field: Field, seats: list[str]) -> str:
    if field.unlimited:
        return f"room for all{', there ' + listed(seats) if seats else ''}"
    return f"taken by {listed(seats)}" if taken(state, field) else "free"


def _turn(sight: Sight) -> Iterator[str]:
    state = sight.state
    stage, number = round_of(state)
    if state.over:
        yield "The game is over."
        return
    phase = PHASES[phase_of(state)]
    yield f"Stage {STAGES[stage]}, round {number + 1} of {rounds(state)}, {phase}."
    if state.due:
        yield "Cards or tasks will be drawn."
        return
    seat = state.to_move
    left = int(state.array["clearing"])
    task = f", to clear {several(left, 'hex')}" if left else ""
    yield f"To move: {'you, ' if sight.is_person(seat) else ''}{sight.name(seat)}{task}."


def describe_preview(sight: Sight, move: str) -> str:
    """Return the effect of a move as lines of text."""
    return f"{move}: {explain(sight.state, move)}."


def describe_unknown(sight: Sight) -> str:
    """Return what no seat can know, and which cards the viewer has not seen."""
    state = sight.state
    record = state.array
    if state.over:
        return "nothing is to come: the game is over"
    stage = STAGES[int(record["stage"])]
    gone = int(record["tasks_open"]) | int(record["tasks_gone"])
    coming = [name for place, name in enumerate(stage_tasks(record)) if not gone >> place & 1]
    cards = cards_of(record, unseen_cards(record))
    return (
        f"the order of {several(int(record['left']), 'card')} in the deck of stage {stage} is unknown to all; "
        f"in it or in hands you do not see: {' '.join(cards) or 'none'}\n"
        f"urban tasks of stage {stage} still to come: {' '.join(coming) or 'none'}"
    )
