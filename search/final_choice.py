"""Which move a search proposes in the end. It runs once a decision, so it is Python."""

from collections.abc import Callable, Sequence

from urbanist.search.result import MoveValue


def most_visits(found: Sequence[MoveValue]) -> list[MoveValue]:
    """Return the moves with the most visited one first; values, then names, settle ties."""
    return sorted(found, key=lambda value: (-value.visits, -value.value, value.move))


FINAL_CHOICES: dict[str, Callable[[Sequence[MoveValue]], list[MoveValue]]] = {"visits": most_visits}
