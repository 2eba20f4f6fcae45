"""The action board and the open tasks, beside the map of a picture."""

from collections.abc import Iterator

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.picture.brush import box, group, use
from urbanist.bots.table.kit.picture.lettering import fitted, width, write
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.stage import delegates, fields, open_tasks, taken
from urbanist.bots.table.warszawa.text.names import field_title, kind_name, short_field
from urbanist.bots.table.warszawa.text.phrases import BESIDE, effect
from urbanist.engine.warszawa.edition import EFFECTS, TYPES, Effect, Field, Task

ROW, COLUMNS = 3.7, 2
HEAD = 4.2
GAIN = 1.9
#: The sign of each gain; a barter has a text.
SIGNS = {
    "fund": "fund",
    "concrete": "concrete",
    "rubble": "rubble",
    "card": "paper",
    "marker": "flag",
    "clear": "shovel",
}


def board_high(pov: PlayerView) -> float:
    """Return the height of the action board."""
    return HEAD + ROW * -(-len(fields(pov.state)) // COLUMNS)


def draw_board(pov: PlayerView, corner: Point, wide: float) -> Iterator[Element]:
    """Yield the fields of the action board with their effects and engineers."""
    left, top = corner
    yield write((left + 0.4, top + 1.6), tr("Action board"), 2.0, "start", bold=True)
    there = delegates(pov)
    found = fields(pov.state)
    down = -(-len(found) // COLUMNS)
    for place, field in enumerate(found):
        across, row = divmod(place, down)
        width = (wide - 1.0) / COLUMNS
        at = (left + across * (width + 1.0), top + HEAD + row * ROW)
        seats = there.get(field.id, [])
        full = taken(pov.state, field) and bool(seats)
        title = f"{field.id} {field_title(field)}: {effect(field.effect)}"
        if seats:
            title = tr("{field}; sent: {seats}", field=title, seats=", ".join(map(pov.name, seats)))
        yield group(
            *_field(field, at, width, seats, full=full),
            title=title,
            id=f"field-{field.id}",
            class_="field",
        )


def _field(field: Field, at: Point, wide: float, seats: list[int], *, full: bool) -> Iterator[Element]:
    x, y = at[0], at[1] + ROW / 2
    look = "card inset" if full else "card"
    yield box((x, at[1] + 0.2), (wide, ROW - 0.4), 0.6, class_=look, stroke_width=0.125)
    yield write((x + 1.6, y), str(field.id), 1.6, bold=True)
    name, size = fitted(short_field(field), 1.35, 11.2)
    yield write((x + 3.2, y), name, size, "start")
    spot = x + 15.2
    for gain in _gains(field.effect):
        if gain in SIGNS:
            yield use(SIGNS[gain], (spot, y), GAIN)
        else:
            yield write((spot + 1.4, y), tr("1 for 2"), 1.3)
        spot += GAIN + 0.25
    if field.unlimited:
        yield write((spot - 0.2, y), "∞", 1.7, class_="faint")
        spot += 1.8
    room = max(0.9, min(1.7, (x + wide - spot - 0.4) / max(1, len(seats))))
    # The first to come stands to the left and before the others.
    for place, seat in reversed(list(enumerate(reversed(seats)))):
        yield use(f"engineer-{seat}", (x + wide - 1.5 - place * room, y), 2.4)


def _gains(gives: Effect) -> list[str]:
    """Return the things that a field gives, in the order of the rules."""
    found: list[str] = []
    for name in EFFECTS:
        number = 1 if name == "barter" and gives.barter else int(getattr(gives, name))
        found += [name] * number
    return found


def draw_tasks(pov: PlayerView, corner: Point) -> Iterator[Element]:
    """Yield the open urban tasks, one below the other."""
    left, top = corner
    yield write((left + 0.4, top + 1.6), tr("Urban tasks"), 2.0, "start", bold=True)
    for place, task in enumerate(open_tasks(pov.state)):
        title = tr(
            "{task}: build {build} {beside}, +{points}",
            task=task.id,
            build=kind_name(task.build),
            beside=tr(BESIDE[task.beside]),
            points=task.points,
        )
        at = (left + 0.4, top + HEAD + 1.2 + place * 3.2)
        yield group(*_task(task, at), title=title, id=f"task-{task.id}", class_="task")


def _task(task: Task, at: Point) -> Iterator[Element]:
    x, y = at
    yield write((x, y), task.id, 1.25, "start", class_="faint")
    sign, x = _kind(task.build, (x + 4.0, y))
    yield sign
    beside = tr("beside")
    yield write((x + 0.8, y), beside, 1.25, "start", class_="faint")
    sign, x = _kind(task.beside, (x + 0.8 + width(beside, 1.25) + 1.8, y))
    yield sign
    yield write((x + 1.2, y), f"+{task.points}", 1.9, "start", bold=True)


def _kind(kind: str, at: Point) -> tuple[Element, float]:
    """Return a type with its name, or only the name of a style; and the right end."""
    x, y = at
    sign = [use(f"chip-{kind}", at, 2.3)] if kind in TYPES else []
    x += 1.8 if sign else -1.2
    name = kind_name(kind)
    long = width(name, 1.45)
    return group(*sign, write((x, y), name, 1.45, "start", length=long)), x + long
