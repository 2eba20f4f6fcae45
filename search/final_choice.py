"""The final choice of a move. It runs once for each decision, so it is Python."""

from collections.abc import Callable, Sequence

from urbanist.search.result import MoveValue


def most_visits(found: Sequence[MoveValue]) -> list[MoveValue]:
    """Return the moves, most visited first; ties are broken by value, then by name."""
    return sorted(found, key=lambda value: (-value.visits, -value.value, value.move))


FINAL_CHOICES: dict[str, Callable[[Sequence[MoveValue]], list[MoveValue]]] = {"visits": most_visits}
