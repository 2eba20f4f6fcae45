"""What stands on the map in a record of Warszawa: cards on hexes, metro segments, bridges and the tunnel on sides."""

from typing import Any

from urbanist.engine.warszawa import editions
from urbanist.engine.warszawa.geography import METRO_SIDES, RIVER_SIDES, side_text

#: Cards of a stage, as a record counts them.
STAGE_CARDS = 64


def bits(mask: Any) -> list[int]:
    """Return the indices of the set bits, in rising order."""
    number = int(mask)
    return [place for place in range(number.bit_length()) if number >> place & 1]


def card_at(record: Any, cell: int) -> str:
    """Return the id of the card on a hex."""
    card = int(record["card_at"][cell])
    return editions.indexed(int(record["slot"]), card // STAGE_CARDS + 1)[card % STAGE_CARDS]


def segments(record: Any) -> list[str]:
    """Return the sides with a metro segment."""
    low, high = map(int, record["segments"])
    return [side_text(METRO_SIDES[side]) for side in bits(low | high << 64)]


def bridges(record: Any) -> list[str]:
    """Return the river sides with a bridge."""
    return [side_text(RIVER_SIDES[river]) for river in bits(record["bridges"])]


def tunnel(record: Any) -> str | None:
    """Return the river side with the tunnel, or None if there is no tunnel."""
    number = int(record["tunnel"])
    return side_text(RIVER_SIDES[number - 1]) if number else None
