"""Points and shapes of a drawing, with y downwards."""

from math import cos, dist, pi, sin

Point = tuple[float, float]
Ring = tuple[Point, ...]


def polygon(corners: str) -> Ring:
    """Return a polygon from its corners as text, such as "0,0 1,0 1,1"."""
    pairs = (corner.split(",") for corner in corners.split())
    return tuple((float(x), float(y)) for x, y in pairs)


def block(left: float, top: float, right: float, bottom: float) -> Ring:
    """Return a box."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def placed(ring: Ring, at: Point, size: float) -> Ring:
    """Return a shape, defined around 0 with size 1, in another place and size."""
    return tuple((at[0] + size * x, at[1] + size * y) for x, y in ring)


def regular(at: Point, radius: float, corners: int, turn: float = 0.0) -> Ring:
    """Return a regular polygon with a corner at the top, turned by `turn` of a full circle."""
    angles = [2 * pi * (index / corners + turn) for index in range(corners)]
    return tuple((at[0] + radius * sin(angle), at[1] - radius * cos(angle)) for angle in angles)


def star(at: Point, radius: float) -> Ring:
    """Return a five-pointed star."""
    tips = regular(at, radius, 5)
    dents = regular(at, radius * 0.45, 5, 0.1)
    return tuple(point for pair in zip(tips, dents, strict=True) for point in pair)


def thinned(ring: Ring, most: float) -> Ring:
    """Return a ring without the points that lie within `most` of the line through those that stay.

    The algorithm is that of Douglas and Peucker (1973).
    """
    far = max(range(len(ring)), key=lambda place: dist(ring[place], ring[0]))
    return (*_thinned(ring[: far + 1], most), *_thinned((*ring[far:], ring[0]), most))


def _thinned(course: Ring, most: float) -> Ring:
    """Return the points of a line that stay, without its last one."""
    (ax, ay), (bx, by) = course[0], course[-1]
    long = dist(course[0], course[-1]) or 1.0
    away = [abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / long for x, y in course]
    place = max(range(len(course)), key=away.__getitem__)
    if away[place] <= most:
        return course[:1]
    return (*_thinned(course[: place + 1], most), *_thinned(course[place:], most))
