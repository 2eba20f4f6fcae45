"""The limits of a search for one decision."""

from typing import Annotated, TypeVar

from msgspec import Meta

from urbanist.search.option import Options, options_of

Nodes = Annotated[int, Meta(ge=1, le=(1 << 32) - 1)]
Seconds = Annotated[float, Meta(gt=0, lt=1e6)]
Number = TypeVar("Number", int, float)


class Limits(Options, frozen=True, kw_only=True):
    """Visits, seconds, or both: the search stops at the first one reached.

    With `nodes` alone the result is the same on every run. `ValueError` if no limit is given or one is out of range.
    """

    nodes: Nodes | None = None
    seconds: Seconds | None = None

    def __post_init__(self) -> None:
        Options.__post_init__(self)
        if self.nodes is None and self.seconds is None:
            raise ValueError("a search needs a limit: nodes or seconds")


options_of(Limits)  # declarations are read at import, not at the first search: a Ctrl-C would be lost


def smaller(one: Number | None, other: Number | None) -> Number | None:
    """Return the smaller of two limits, where None is no limit."""
    given = [limit for limit in (one, other) if limit is not None]
    return min(given, default=None)
