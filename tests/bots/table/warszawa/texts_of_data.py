"""The names of Warszawa that stand in its data and its types, where Babel does not find them."""

from collections.abc import Iterator
from typing import get_args

from urbanist.bots.table.warszawa.text.phrases import BRIEF, FUNCTION, KINDS, SHORT, on_hex
from urbanist.engine.warszawa.edition import FUNCTIONS, TYPES, Zone
from urbanist.engine.warszawa.editions import EDITIONS
from urbanist.engine.warszawa.score_kinds import WarszawaScoreKind

HOUSE = EDITIONS.at(EDITIONS.slot_of("house"))
#: The names of the buildings, whole and short.
POLISH = [*(card.name for card in HOUSE.cards), *on_hex().values()]


def texts() -> Iterator[tuple[str, str | None]]:
    """Yield the names, each with its context."""
    fields = [field.name for field in HOUSE.boards[max(HOUSE.boards)]]
    yield from ((name, None) for name in (*(card.name for card in HOUSE.cards), *fields))
    yield from (
        (name, SHORT)
        for name in (*fields, *on_hex().values(), *(BRIEF.get(kind, kind) for kind in KINDS), *get_args(Zone))
    )
    yield from ((name, FUNCTION) for name in FUNCTIONS)
    yield from ((str(name), None) for name in (*KINDS, *WarszawaScoreKind))
    yield from ((f"beside {kind}", None) for kind in TYPES)
