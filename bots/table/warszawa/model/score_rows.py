"""The score of a seat, row by row, as the rules score; and what a building would add to it."""

from collections.abc import Iterable, Iterator

from urbanist.bots.table.kit.worth import Worth
from urbanist.bots.table.warszawa.model.city import (
    at_the_metro,
    beside,
    built_cards,
    card_at,
    edition_of,
    plots,
)
from urbanist.bots.table.warszawa.model.holdings import objects, open_tasks, owned, sets
from urbanist.engine import State
from urbanist.engine.warszawa.edition import STYLES, TYPES, Card, Norm, Task
from urbanist.engine.warszawa.hidden import norms_of

#: What gives a building of a type a point for each that is adjacent; industry counts unbuilt hexes.
LIKES: dict[str, tuple[str, ...]] = {
    "industrial": (),
    "service": ("residential",),
    "residential": ("service", "transport"),
    "representative": ("cultural",),
    "cultural": ("representative",),
    "transport": (),
}
BRIDGE, SET, NO_SET, MOST, TIED = 4, 3, -3, 5, 3


def rows(state: State, seat: int) -> tuple[Worth, ...]:
    """Return the rows of a seat's score; a norm that is not known or not chosen has none."""
    dug, spanned = (int(state.array[name][seat]) for name in ("dug", "spanned"))
    own = built_cards(state, seat)
    printed = sum(card.points for _, card in own)
    rest = int(state.array["gained"][seat]) - printed - dug - BRIDGE * spanned
    near = [cell for cell, _ in own if cell in at_the_metro(state)]
    return (
        Worth("buildings", printed, f"{len(own)} built"),
        Worth("tasks and industry", rest, "urban tasks fulfilled, unbuilt hexes beside industry when built"),
        Worth("metro segments", dug, f"{dug} at 1"),
        Worth("bridges", BRIDGE * spanned, f"{spanned} at {BRIDGE}"),
        _neighbours(state, own),
        Worth("at the metro", len(near), f"{len(near)} buildings at 1"),
        *_norm(state, seat),
        *(_style(state, seat, style) for style in range(len(STYLES))),
    )


def _neighbours(state: State, own: list[tuple[int, Card]]) -> Worth:
    points = dict.fromkeys(TYPES, 0)
    for cell, card in own:
        points[card.type] += liked_beside(state, cell, card.type)
    said = [f"{kind} {number}" for kind, number in points.items() if number]
    return Worth("neighbours", sum(points.values()), ", ".join(said) or "none that count")


def liked_beside(state: State, cell: int, kind: str) -> int:
    """Return the points that a building of a type has from what is adjacent."""
    everywhere = plots(state)
    around = [everywhere[other] for other in beside(state, cell)]
    if kind == "industrial":
        return sum(not plot.built for plot in around)
    return sum(plot.built and plot.type in LIKES[kind] for plot in around)


def _norm(state: State, seat: int) -> Iterator[Worth]:
    name = norms_of(state.array, seat)
    norm = next((norm for norm in edition_of(state).norms if norm.id == name), None)
    if norm is not None:
        number = sets(state, seat, norm)
        yield Worth(f"{name} norm", SET * number if number else NO_SET, progress(state, seat, norm), "norm")


def progress(state: State, seat: int, norm: Norm) -> str:
    """Return how far a norm is met, object by object."""
    have, wanted = owned(state, seat), objects(state, norm)
    number = sets(state, seat, norm)
    parts = [f"{kind} {have[kind]} of {wanted.count(kind)}" for kind in dict.fromkeys(wanted)]
    return f"{number} {'set' if number == 1 else 'sets'}: {', '.join(parts)}"


def _style(state: State, seat: int, style: int) -> Worth:
    standing = int(state.array["of_style"][style])
    numbers = [(int(built) & standing).bit_count() for built in state.array["built"][: state.seats]]
    most = max(numbers)
    own = numbers[seat]
    if not most or own < most:
        return Worth(STYLES[style], 0, f"{own} built, the most is {most}" if most else "none built")
    tied = numbers.count(most) > 1
    return Worth(STYLES[style], TIED if tied else MOST, f"{own} built, {'tied for ' if tied else ''}the most")


def fulfilled(state: State, card: Card, cell: int) -> list[Task]:
    """Return the open tasks that a building of a card on a hex would fulfil."""
    everywhere = plots(state)
    around = [everywhere[other] for other in beside(state, cell)]
    standing = {plot.type for plot in around if plot.built}
    return [
        task
        for task in open_tasks(state)
        if task.build in (card.type, card.function) and task.beside in standing
    ]


def if_built(state: State, seat: int, cell: int) -> State:
    """Return the position with a seat's foundation built, as if it were paid."""
    record = state.array.copy()
    card, bit = card_at(state, cell), 1 << cell
    tasks = fulfilled(state, card, cell)
    bonus = liked_beside(state, cell, card.type) if card.type == "industrial" else 0
    record["gained"][seat] += card.points + bonus + sum(task.points for task in tasks)
    record["founded"][seat] &= ~bit & (1 << 64) - 1
    record["built"][seat] |= bit
    record["of_type"][TYPES.index(card.type)] |= bit
    if card.function in STYLES:
        record["of_style"][STYLES.index(card.function)] |= bit
    return state.game.from_array(record)


def gains(before: State, after: State, seat: int) -> Iterable[str]:
    """Yield the rows of a seat's score that differ between two positions, each with its change."""
    was = {row.row or row.what: row.points for row in rows(before, seat)}
    for row in rows(after, seat):
        name = row.row or row.what
        change = row.points - was.get(name, 0)
        if change:
            yield f"{name} {change:+}"
