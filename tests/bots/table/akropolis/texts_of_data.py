"""The names of Akropolis that stand in its data, where Babel does not find them."""

from collections.abc import Iterator

from urbanist.bots.table.akropolis.text.facts import ONE
from urbanist.engine.akropolis.pieces import KINDS


def texts() -> Iterator[tuple[str, str | None]]:
    """Yield the names, each with its context."""
    for kind in (*KINDS, "quarry"):
        yield from ((kind, None), (ONE[kind], None), (kind[0], None))
    yield from ((f"{ONE[kind]} plaza", None) for kind in KINDS)
