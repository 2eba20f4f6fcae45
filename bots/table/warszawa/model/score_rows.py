"""The change of a seat's score between two positions."""

from collections.abc import Iterator

from urbanist.bots.table.warszawa.model.stage import open_tasks
from urbanist.engine import State
from urbanist.engine.warszawa.edition import Task


def fulfilled(before: State, built: State) -> list[Task]:
    """Return the open tasks that a building fulfils when it is finished."""
    still_open = {task.id for task in open_tasks(built)}
    return [task for task in open_tasks(before) if task.id not in still_open]


def changed_rows(before: State, after: State, seat: int) -> Iterator[tuple[str, int]]:
    """Yield the names of the rows of a seat's score that differ between two positions, each with its change."""
    was = {row.row or row.what: row.points for row in before.score_rows(seat)}
    for row in after.score_rows(seat):
        name = row.row or row.what
        change = row.points - was.get(name, 0)
        if change:
            yield name, change
