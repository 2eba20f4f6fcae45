"""The names of Akropolis that stand in its data, where Babel does not find them."""

from collections.abc import Iterator

from urbanist.bots.table.akropolis.language import tr
from urbanist.engine.akropolis.pieces import KINDS


def texts() -> Iterator[tuple[str, str | None]]:
    """Yield the names, each with its context."""
    for kind in (*KINDS, "quarry"):
        yield from ((kind, None), (kind[0], None))
    yield from ((f"{tr.words['one'][kind][0]} plaza", None) for kind in KINDS)
