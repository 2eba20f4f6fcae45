"""The map of Warszawa, fixed by the rules: hexes, banks, sides and corners.

Hexes have axial coordinates. They are listed in board order, row by row from the north; the index is the cell. A
side is a hex and a direction 0, 1 or 2 (east, south-east, south-west). Metro sides and river sides are numbered in that
order.
"""

from typing import NamedTuple

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
RADIUS = 3
URBAN_RADIUS = 2

Hex = tuple[int, int]
Side = tuple[int, int, int]
Corner = frozenset[Hex]  # the three hexes around a point; some may be off the map


def distance(hexagon: Hex) -> int:
    """Return the distance of a hex from the centre, in steps."""
    q, r = hexagon
    return max(abs(q), abs(r), abs(q + r))


def step(hexagon: Hex, direction: int) -> Hex:
    """Return the neighbour of a hex in a direction; it may be off the map."""
    dq, dr = DIRECTIONS[direction % 6]
    return hexagon[0] + dq, hexagon[1] + dr


SPAN = range(-RADIUS, RADIUS + 1)
HEXES: tuple[Hex, ...] = tuple((q, r) for r in SPAN for q in SPAN if distance((q, r)) <= RADIUS)
CELLS = {hexagon: cell for cell, hexagon in enumerate(HEXES)}
URBAN = frozenset(hexagon for hexagon in HEXES if distance(hexagon) <= URBAN_RADIUS)
RIGHT_BANK = frozenset({(3, -3), (2, -2), (3, -2), (2, -1), (3, -1), (2, 0), (3, 0)})


class Border(NamedTuple):
    """A side between two hexes, with their cells and its two corners."""

    side: Side
    cells: tuple[int, int]
    corners: tuple[Corner, Corner]


def _borders() -> list[Border]:
    borders = []
    for hexagon in HEXES:
        for direction in range(3):
            other = step(hexagon, direction)
            if other in CELLS:
                ends = [frozenset({hexagon, other, step(hexagon, direction + turn)}) for turn in (-1, 1)]
                side = (*hexagon, direction)
                borders.append(Border(side, (CELLS[hexagon], CELLS[other]), (ends[0], ends[1])))
    return borders


def _between_banks(border: Border) -> bool:
    return len({HEXES[cell] in RIGHT_BANK for cell in border.cells}) == 2


#: The sides along the Vistula, and the sides where metro segments can be laid.
RIVER_SIDES = tuple(border for border in _borders() if _between_banks(border))
METRO_SIDES = tuple(border for border in _borders() if not _between_banks(border))

#: The number of each corner. A corner at the rim of the map touches fewer than three hexes of the map.
CORNERS = {
    corner: number
    for number, corner in enumerate(
        dict.fromkeys(corner for border in (*METRO_SIDES, *RIVER_SIDES) for corner in border.corners)
    )
}
RIVER_CORNERS = frozenset(CORNERS[corner] for border in RIVER_SIDES for corner in border.corners)


def _tunnels() -> dict[int, list[tuple[int, int]]]:
    """Return for each river corner the tunnels that start there, as pairs (river side, corner at the other end)."""
    bank = {
        CORNERS[corner]: HEXES[border.cells[0]] in RIGHT_BANK
        for border in METRO_SIDES
        for corner in border.corners
        if CORNERS[corner] in RIVER_CORNERS
    }
    tunnels: dict[int, list[tuple[int, int]]] = {corner: [] for corner in bank}
    for river, border in enumerate(RIVER_SIDES):
        a, b = (CORNERS[corner] for corner in border.corners)
        if a in bank and b in bank and bank[a] != bank[b]:
            tunnels[a].append((river, b))
            tunnels[b].append((river, a))
    return tunnels


TUNNELS = _tunnels()


def hex_text(cell: int) -> str:
    """Return a hex in notation."""
    q, r = HEXES[cell]
    return f"{q},{r}"


def side_text(border: Border) -> str:
    """Return a side in notation."""
    q, r, direction = border.side
    return f"{q},{r}/{direction}"
