"""The game of taking tiles, in which seats meet at the end of a game: tiles are slots, those of the market first."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy
from urbanist.cext.cells64 cimport count as count_cells, first
from urbanist.engine.akropolis.position cimport Akropolis

cdef enum:
    WHOLE = 12  # a win, in parts that two, three and four seats can share


cdef inline int plies_left(const Akropolis* a) noexcept nogil:
    """Return how many tiles are still taken, if at most one stack is left."""
    return a.market_size - 1 + (count_cells(a.unseen) if a.stacks else 0)


cdef inline int list_slots(const Akropolis* a, uint8_t* tile) noexcept nogil:
    """Write the tile of each slot: those of the market, then those of the closed stack; return their number."""
    cdef uint64_t closed = a.unseen if a.stacks else 0
    cdef int slots = a.market_size
    memcpy(tile, a.market, slots)
    while closed:
        tile[slots] = <uint8_t>first(closed)
        slots += 1
        closed &= closed - 1
    return slots


cdef inline int turns_left(int plies, int turn, int seats) noexcept nogil:
    """Return how many turns a seat has that moves `turn` plies from now."""
    return (plies - turn + seats - 1) // seats if plies > turn else 0


cdef inline uint32_t all_slots(int slots) noexcept nogil:
    """Return so many slots as a set."""
    return (<uint32_t>1 << slots) - 1


cdef inline uint32_t later_slots(int market, int slots, int turn, int slot) noexcept nogil:
    """Return the slots of the tiles that a seat may take after a tile in its next turn, `turn` plies from now."""
    if turn >= market - 1 and slot < market:  # then it is the tile that the stack was opened behind
        return all_slots(slots) ^ all_slots(market)
    return all_slots(slots) ^ <uint32_t>1 << slot


cdef inline bint is_open(int market, int turn, int slot) noexcept nogil:
    """Return whether a tile lies in the market in a turn, `turn` plies from now, unless somebody has taken it."""
    return turn >= market - 1 or slot < market


cdef inline int take_out(uint8_t* slot, int size, int place) noexcept nogil:
    """Remove a tile from a market of some slots; return how many stay."""
    cdef int i
    for i in range(place, size - 1):
        slot[i] = slot[i + 1]
    return size - 1


cdef inline int orders(int tiles) noexcept nogil:
    """Return in how many orders some tiles can lie."""
    cdef int i
    cdef int found = 1
    for i in range(2, tiles + 1):
        found *= i
    return found
