"""The colours of the kinds of hexes, in every medium."""

from urbanist.bots.table.kit.colour import Colour

#: The full colour of each kind, for its plazas; its districts are paler, most of all on low levels.
KIND: dict[str, Colour] = {
    "houses": (40, 104, 178),
    "markets": (222, 164, 16),
    "barracks": (196, 52, 46),
    "temples": (132, 70, 168),
    "gardens": (58, 138, 60),
    "quarry": (134, 130, 124),
}
