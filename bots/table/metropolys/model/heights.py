"""The heights of buildings by their values."""

#: The least value of a medium and of a tall building.
MEDIUM, TALL = 6, 10


def height_of(value: int) -> str:
    """Return the height of a building: small, medium or tall."""
    return "tall" if value >= TALL else "medium" if value >= MEDIUM else "small"
