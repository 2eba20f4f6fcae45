"""The names of Metropolys that stand in its data, where Babel does not find them."""

from collections.abc import Iterator

from urbanist.engine.metropolys import pieces
from urbanist.engine.metropolys.notation import MetropolysNotation
from urbanist.engine.metropolys.score_kinds import MetropolysScoreKind

#: The heights of buildings.
HEIGHTS = ("small", "medium", "tall")


def texts() -> Iterator[tuple[str, str | None]]:
    """Yield the names, each with its context."""
    cards = (*pieces.TYPES, *pieces.AREAS)
    names = (*cards, *pieces.TOKEN_KINDS, *HEIGHTS, *MetropolysNotation.variants, *MetropolysScoreKind)
    yield from ((str(name), None) for name in names)
    yield from ((f"{card} card", None) for card in cards)
    yield from ((f"{kind} token", None) for kind in pieces.TOKEN_KINDS)
    yield from ((kind[0].upper(), None) for kind in (*pieces.TYPES, "metro", "ruins"))
    yield from ((kind, "short") for kind in pieces.TYPES)
