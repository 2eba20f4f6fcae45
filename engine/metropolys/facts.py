"""What designers may ask about many games of Metropolys."""

from typing import Any

import numpy as np

from urbanist.engine.facts import Fact, bits, chosen
from urbanist.engine.metropolys import pieces
from urbanist.engine.metropolys.editions import EDITIONS


def facts(begun: Any, ended: Any) -> list[Fact]:
    """Return the cards that seats were dealt, and the places, districts and tokens that they took."""
    seats = int(begun["seats"].max(initial=0))
    built = bits(ended["built"][:, :seats], len(pieces.NAMES))
    places = EDITIONS.of(begun[0]).board.by_name if len(begun) else {}
    kinds = np.array([places[name].type if name in places else "" for name in pieces.NAMES])
    district = np.array([pieces.DISTRICTS.index(name[0]) for name in pieces.NAMES])
    by_district = np.stack([built[..., district == d].sum(axis=-1) for d in range(len(pieces.DISTRICTS))], -1)
    by_type = np.stack([built[..., kinds == kind].sum(axis=-1) for kind in pieces.TYPES], -1)
    cards = np.stack(
        [ended[f"{kind}_card"][:, None] == np.arange(seats) for kind in pieces.TOKEN_KINDS[1:]], -1
    ).astype(np.int8)
    return [
        Fact("area card", pieces.AREAS, chosen(begun["area"][:, :seats], len(pieces.AREAS)), drawn=True),
        Fact("type card", pieces.TYPES, chosen(begun["kind"][:, :seats], len(pieces.TYPES)), drawn=True),
        Fact("token taken", pieces.TOKEN_KINDS, ended["taken"][:, :seats], drawn=False),
        Fact("last token taken", pieces.TOKEN_KINDS[1:], cards, drawn=False),
        Fact("building in a district", tuple(pieces.DISTRICTS), by_district, drawn=False),
        Fact("building on a type", pieces.TYPES, by_type, drawn=False),
        Fact("building on a place", pieces.NAMES, built, drawn=False),
        Fact("districts in play", tuple(pieces.DISTRICTS), bits(begun["districts"], 5), drawn=True),
    ]
