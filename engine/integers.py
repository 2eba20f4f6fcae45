"""Whole numbers that callers give: seeds, counts and seats, as numbers of Python or of a library such as numpy."""

from operator import index

#: Seeds count by their lowest bits.
SEED_BITS = (1 << 64) - 1


def whole(name: str, value: object) -> int:
    """Return a whole number as one of Python; raise `TypeError` with its name for all else, also for 2.0 and True."""
    if not isinstance(value, bool):
        try:
            return index(value)  # type: ignore[arg-type]
        except TypeError:
            pass
    raise TypeError(f"{name}={value!r:.60}: expected a whole number")


def seed_word(seed: object) -> int:
    """Return a seed as a word of 64 bits."""
    return whole("seed", seed) & SEED_BITS


def seat_at(table: int, seat: object) -> int:
    """Return a seat of a table with so many; raise `ValueError` if it has no such seat."""
    number = whole("seat", seat)
    if not 0 <= number < table:
        raise ValueError(f"no seat {number}; there are {table}, counted from 0")
    return number
