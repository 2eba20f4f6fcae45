"""The hexes and sides of the Warszawa map: what is built there, and by which seat."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.engine import State
from urbanist.engine.warszawa import editions
from urbanist.engine.warszawa.edition import TYPES, Card, Edition
from urbanist.engine.warszawa.geography import (
    CELLS,
    HEXES,
    METRO_SIDES,
    RIGHT_BANK,
    RIVER_SIDES,
    URBAN,
    Hex,
    side_text,
)

STAGE_CARDS = 64
#: The two hexes of each side, by the name of the side.
PARTED = {side_text(border): border.cells for border in (*METRO_SIDES, *RIVER_SIDES)}


@dataclass(frozen=True, slots=True)
class Plot:
    """A hex: its ground and its building or foundation; a neutral building has a type but no card and no seat."""

    cell: int
    rubble: bool
    site: Card | None
    type: str = ""
    card: Card | None = None
    seat: int | None = None
    built: bool = False

    @property
    def hexagon(self) -> Hex:
        """Its axial coordinates."""
        return HEXES[self.cell]

    @property
    def urban(self) -> bool:
        """Whether it lies in the urban zone."""
        return self.hexagon in URBAN

    @property
    def right(self) -> bool:
        """Whether it lies on the right bank."""
        return self.hexagon in RIGHT_BANK

    @property
    def founded(self) -> bool:
        """Whether an engineer stands there on a foundation."""
        return bool(self.type) and not self.built

    @property
    def free(self) -> bool:
        """Whether a foundation may be laid there."""
        return not self.type and not self.rubble


def bits(mask: Any) -> list[int]:
    """Return the indices of the bits that are set, in rising order."""
    number = int(mask)
    return [place for place in range(number.bit_length()) if number >> place & 1]


def edition_of(state: State) -> Edition:
    """Return the edition of a game: its cards, tasks, norms and boards."""
    return editions.edition_at(int(state.array["slot"]))


def card_named(state: State, name: str) -> Card:
    """Return a card by its id."""
    return next(card for card in edition_of(state).cards if card.id == name)


@lru_cache(16)
def plots(state: State) -> tuple[Plot, ...]:
    """Return all hexes in board order."""
    record = state.array
    sites = {card.site: card for card in edition_of(state).cards if card.site and int(record["stage"]) == 0}
    found = {cell: Plot(cell, False, sites.get(hexagon)) for cell, hexagon in enumerate(HEXES)}
    for cell in bits(record["rubble"]):
        found[cell] = Plot(cell, True, found[cell].site)
    for kind, standing in zip(TYPES, record["of_type"], strict=True):
        for cell in bits(standing):
            found[cell] = Plot(cell, False, None, kind, built=True)
    for seat in range(state.seats):
        for name in ("built", "founded"):
            for cell in bits(record[name][seat]):
                card = card_at(state, cell)
                found[cell] = Plot(cell, False, None, card.type, card, seat, name == "built")
    return tuple(found.values())


def card_at(state: State, cell: int) -> Card:
    """Return the card on a hex."""
    number = int(state.array["card_at"][cell])
    name = editions.indexed(int(state.array["slot"]), number // STAGE_CARDS + 1)[number % STAGE_CARDS]
    return card_named(state, name)


def built_cards(state: State, seat: int) -> list[tuple[int, Card]]:
    """Return a seat's buildings with their hexes, in board order."""
    return [(cell, card_at(state, cell)) for cell in bits(state.array["built"][seat])]


def segments(state: State) -> list[str]:
    """Return the sides with a metro segment."""
    low, high = map(int, state.array["segments"])
    return [side_text(METRO_SIDES[side]) for side in bits(low | high << 64)]


def bridges(state: State) -> list[str]:
    """Return the river sides with a bridge."""
    return [side_text(RIVER_SIDES[river]) for river in bits(state.array["bridges"])]


def tunnel(state: State) -> str | None:
    """Return the river side with the tunnel, or None if there is no tunnel."""
    number = int(state.array["tunnel"])
    return side_text(RIVER_SIDES[number - 1]) if number else None


def beside(state: State, cell: int) -> list[int]:
    """Return the neighbours of a hex, over bridges too."""
    open_rivers = [RIVER_SIDES[river] for river in bits(state.array["bridges"])]
    pairs = [border.cells for border in (*METRO_SIDES, *open_rivers)]
    return [other for pair in pairs if cell in pair for other in pair if other != cell]


def builders(pov: PlayerView) -> dict[str, int]:
    """Return the seat that built the segment or bridge on each side."""
    moves = zip(pov.states, pov.view.events, strict=False)
    placed = (
        (place_of(event), state.to_move) for state, event in moves if event.startswith(("metro@", "bridge@"))
    )
    return {side: seat for side, seat in placed if side}


def tunnel_builder(pov: PlayerView) -> int | None:
    """Return the seat that laid the tunnel, or None; a bridge over it may have another builder."""
    moves = zip(pov.states, pov.view.events, strict=False)
    return next(
        (state.to_move for state, event in moves if event.startswith("metro@") and ":" in event), None
    )


def cell_of(place: str) -> int:
    """Return the cell of a hex in notation."""
    q, r = place.split(",")
    return CELLS[int(q), int(r)]


def place_of(move: str) -> str | None:
    """Return the hex or side of a move, or None if it has none."""
    verb, sign, rest = move.partition("@")
    if not sign or verb in ("send", "norm", "use"):
        return None
    if verb in ("build", "bridge"):
        return rest.rpartition("/")[0]
    return rest.partition(":")[0]


def free_for(state: State, card: Card) -> Iterator[Plot]:
    """Yield the hexes where a card of the stage can be laid out now."""
    for plot in plots(state):
        if plot.free and _fits(card, plot):
            yield plot


def _fits(card: Card, plot: Plot) -> bool:
    """Return whether a card may go on a hex; `site` is known only in the stage in which it applies."""
    if card.stage == 1 and (card.site or plot.site):
        return card.site == plot.hexagon
    return card.zone == "any" or (card.zone == "urban") == plot.urban
