"""The known things of a seat: cubes, engineers, markers, cards and norm; and what it can pay."""

from dataclasses import dataclass

from urbanist.bots.table.warszawa.model.city import bits, built_cards, card_named, edition_of
from urbanist.engine import State
from urbanist.engine.warszawa.edition import Card, Norm
from urbanist.engine.warszawa.hidden import cards_of, norms_of

CUBES = ("fund", "concrete", "rubble")
LARGE_STORE, THRIFT = 1, 2


@dataclass(frozen=True, slots=True)
class Supply:
    """A seat's things; `hand` and `norms` hold the known ones, `held` is the number of cards in hand."""

    seat: int
    cubes: tuple[int, ...]
    store: int
    engineers: int
    markers: int
    segments: int
    bridges: int
    held: int
    hand: tuple[Card, ...]
    norms: tuple[Norm, ...]
    ready: tuple[Card, ...]
    rubble_price: int

    @property
    def affordable(self) -> int:
        """The number of buildings that its cubes can pay for."""
        fund, concrete, rubble = self.cubes
        return min(fund, concrete + rubble // self.rubble_price)


def supply_of(state: State, seat: int) -> Supply:
    """Return a seat's things."""
    record = state.array
    perks = int(record["perks"][seat])
    known = {norm.id: norm for norm in edition_of(state).norms}
    ready = bits(record["ready"][seat])
    return Supply(
        seat,
        tuple(map(int, record["cubes"][seat])),
        4 if perks & LARGE_STORE else 3,
        int(record["engineers"][seat]),
        int(record["markers"][seat]),
        int(record["dug"][seat]),
        int(record["spanned"][seat]),
        int(record["held"][seat]),
        tuple(card_named(state, card) for card in cards_of(record, int(record["hand"][seat]))),
        tuple(known[name] for name in norms_of(record, seat).split("+") if name in known),
        tuple(card for cell, card in built_cards(state, seat) if cell in ready),
        1 if perks & THRIFT else 2,
    )
