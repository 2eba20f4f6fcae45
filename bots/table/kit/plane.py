"""Points and shapes of a drawing, with y downwards."""

from math import cos, pi, sin

Point = tuple[float, float]
Ring = tuple[Point, ...]


def regular(at: Point, radius: float, corners: int, turn: float = 0.0) -> Ring:
    """Return a regular polygon with one corner on top, turned by `turn` of a full circle."""
    angles = [2 * pi * (index / corners + turn) for index in range(corners)]
    return tuple((at[0] + radius * sin(angle), at[1] - radius * cos(angle)) for angle in angles)


def star(at: Point, radius: float) -> Ring:
    """Return a five-pointed star."""
    tips = regular(at, radius, 5)
    dents = regular(at, radius * 0.45, 5, 0.1)
    return tuple(point for pair in zip(tips, dents, strict=True) for point in pair)
