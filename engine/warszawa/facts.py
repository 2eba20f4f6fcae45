"""What designers may ask about many games of Warszawa."""

from typing import Any

import numpy as np

from urbanist.engine.facts import Fact, bits
from urbanist.engine.warszawa import editions
from urbanist.engine.warszawa.edition import TYPES
from urbanist.engine.warszawa.editions import EDITIONS
from urbanist.engine.warszawa.geography import HEXES
from urbanist.engine.warszawa.map_record import STAGE_CARDS


def facts(begun: Any, ended: Any) -> list[Fact]:
    """Return the cards, norms and tasks that were dealt, the norms that seats kept, and what they built."""
    seats, slot = int(begun["seats"].max(initial=0)), int(begun["slot"].max(initial=0))
    edition = EDITIONS.at(slot)
    norms = tuple(norm.id for norm in edition.norms)
    numbers = np.array([int(name[1:]) for name in norms])
    dealt = (begun["norms"][:, :seats, :, None] == numbers).sum(axis=2)
    kept = ended["kept"][:, :seats, None] == numbers
    tasks = tuple(task.id for task in edition.stage_tasks(1))
    first = editions.indexed(slot, 1)
    places = [*range(len(first)), *(STAGE_CARDS + place for place in range(len(editions.indexed(slot, 2))))]
    # Cards have one order of columns: stage I, then stage II.
    cards = (*first, *editions.indexed(slot, 2))
    column = np.full(2 * STAGE_CARDS, -1)
    column[places] = range(len(cards))
    built = bits(ended["built"][:, :seats], len(HEXES)).astype(bool)
    game, seat, cell = built.nonzero()
    laid = np.zeros((len(ended), seats, len(cards)), np.int16)
    np.add.at(laid, (game, seat, column[ended["card_at"][game, cell]]), 1)
    of_type = bits(ended["of_type"], len(HEXES)).astype(bool)
    kinds = (built[:, :, None] & of_type[:, None]).sum(axis=-1)
    return [
        Fact("norm dealt", norms, dealt.astype(np.int8), drawn=True),
        Fact("norm kept", norms, kept.astype(np.int8), drawn=False),
        Fact("card in the first hand", first, bits(begun["hand"][:, :seats], len(first)), drawn=True),
        Fact("card built", cards, laid, drawn=False),
        Fact("building of a type", TYPES, kinds, drawn=False),
        Fact("metro segment", ("metro",), ended["dug"][:, :seats, None], drawn=False),
        Fact("bridge", ("bridge",), ended["spanned"][:, :seats, None], drawn=False),
        Fact("task at the start", tasks, bits(begun["tasks_open"], len(tasks)), drawn=True),
    ]
