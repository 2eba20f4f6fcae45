"""Site values: what a building of each type would score on each hex, bit-sliced over all hexes."""

from urbanist.cext.cells64 cimport Cells, count
from urbanist.engine.warszawa.position cimport OPEN_TASKS, Warszawa
from urbanist.engine.warszawa.tables cimport HEXES, TYPES, Card, Task

cdef enum:
    BITS = 3  # bit planes of a number from 0 to 7

cdef struct BitSliced:
    # A bit-sliced number from 0 to 7 for each hex: bit plane i has bit i of all of them.
    Cells bit[BITS]


cdef struct SiteValues:
    Cells beside[HEXES]  # adjacent hexes, over bridges too
    Cells free  # without rubble, foundation or building
    Cells at_metro
    BitSliced liked[TYPES]  # the adjacent hexes that give a building of the type a point
    BitSliced gain[TYPES]  # the same, and the point for the metro
    int tasks
    const Task* task[OPEN_TASKS]
    Cells at_task[OPEN_TASKS]  # hexes beside a building that the task names


cdef inline void add_one(BitSliced* numbers, Cells cells) noexcept nogil:
    """Add one to the numbers of some hexes, by a bit-sliced half adder; they must be below 7."""
    cdef Cells carry = numbers.bit[0] & cells
    numbers.bit[0] ^= cells
    cells = carry
    carry &= numbers.bit[1]
    numbers.bit[1] ^= cells
    numbers.bit[2] ^= carry


cdef inline int sum_of(const BitSliced* numbers, Cells cells) noexcept nogil:
    """Return the sum of the numbers of some hexes."""
    return count(numbers.bit[0] & cells) + 2 * count(numbers.bit[1] & cells) + 4 * count(numbers.bit[2] & cells)


cdef inline int greatest_of(const BitSliced* numbers, Cells cells) noexcept nogil:
    """Return the greatest number of some hexes, 0 for none."""
    cdef int greatest = 0
    cdef int i
    for i in range(BITS - 1, -1, -1):
        if cells & numbers.bit[i]:
            cells &= numbers.bit[i]
            greatest |= 1 << i
    return greatest


cdef Cells free_hexes(const Warszawa* w) noexcept nogil
cdef Cells hexes_at_metro(const Warszawa* w) noexcept nogil
cdef void fill_beside(const Warszawa* w, Cells* beside) noexcept nogil
cdef void fill_site_values(const Warszawa* w, SiteValues* sites) noexcept nogil
cdef int points_on(const SiteValues* sites, const Card* card, Cells cells) noexcept nogil
