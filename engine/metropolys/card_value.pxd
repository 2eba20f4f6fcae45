"""The value of an area card for a set of buildings: its points now, and those of groups begun."""

from urbanist.cext.cells64 cimport Cells
from urbanist.engine.metropolys.board cimport Board
from urbanist.engine.metropolys.position cimport Metropolys

cdef struct CardValue:
    float points  # that the card scores now
    float prospect  # expert: points of groups begun, in proportion; family: mean points of an open site
    Cells completing  # open sites that complete a group
    float each  # points of a group

cdef CardValue card_value(const Metropolys* m, const Board* board, int area, Cells own, Cells open) noexcept nogil
