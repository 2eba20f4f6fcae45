"""A city that grows: what a tile covers and leaves on top."""

from libc.string cimport memset
from urbanist.cext.hexgrid cimport DOWN, ROUND, SPAN, UP, Line, come_near, raise_line, relief_open, turned
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.position cimport KIND_BITS, PLAZA, QUARRY, TURNS, City


cdef int code_of(str what) except -1:
    """Return the digits of what a hex shows."""
    if what == pieces.QUARRY:
        return QUARRY
    return pieces.KINDS.index(what.rstrip("*")) + 1 + (PLAZA if what.endswith("*") else 0)


cdef int fill_prints() except -1:
    for number, tile in pieces.TILES.items():
        codes = [code_of(what) for what in tile.hexes]
        for turn in range(TURNS):
            # A triangle's hexes clockwise from its anchor: a turn moves the first of the tile on by one.
            anchor, second, third = codes[-turn], codes[1 - turn], codes[2 - turn]
            for digit in range(KIND_BITS):
                prints[<int>number][DOWN][<int>turn].upper[<int>digit] = anchor >> digit & 1 | (second >> digit & 1) << 1
                prints[<int>number][DOWN][<int>turn].lower[<int>digit] = third >> digit & 1
                prints[<int>number][UP][<int>turn].upper[<int>digit] = anchor >> digit & 1
                prints[<int>number][UP][<int>turn].lower[<int>digit] = third >> digit & 1 | (second >> digit & 1) << 1
    return 0


cdef int found_city() except -1:
    """Build the start tile, hex by hex: it is no triangle."""
    cdef Line hex
    cdef int q, r, code, digit
    memset(&founded, 0, sizeof(City))
    for (q, r), what in pieces.START_TILE.items():
        hex = turned(1, q)
        code = code_of(what)
        raise_line(&founded.relief.row[r & ROUND], hex)
        come_near(&founded.relief, r, hex, 0)
        for digit in range(KIND_BITS):
            if code >> digit & 1:
                founded.kind[r & ROUND][digit] |= hex
    relief_open(&founded.relief, 0, SPAN)
    founded.west = founded.north = -1
    founded.east = founded.south = 1
    return 0


fill_prints()
found_city()
