"""Information sets with their regrets, in a table of fixed size."""

from libc.stdint cimport uint32_t

from urbanist.engine.game cimport MAX_SEATS, Move
from urbanist.search.tree cimport Key


cdef struct InformationSet:
    # What a seat knows where it chooses, and its moves there.
    Key key
    uint32_t first  # row
    int count  # of rows; 0: this place of the table is free


cdef struct MoveRow:
    # A move of an information set.
    Move move
    uint32_t visits
    double regret  # how much more the seat would have gained by this move
    double weight  # of the move in the mean policy
    float[MAX_SEATS] value  # mean utility for each seat


cdef struct RegretTable:
    InformationSet* sets  # by their keys, with open addressing
    MoveRow* rows
    uint32_t places  # of sets, a power of two
    uint32_t most_sets
    uint32_t most_rows
    uint32_t used_sets
    uint32_t used_rows

cdef bint table_open(RegretTable* table, size_t memory) noexcept nogil
cdef void table_close(RegretTable* table) noexcept nogil
cdef void table_clear(RegretTable* table) noexcept nogil
cdef InformationSet* table_find(const RegretTable* table, Key key) noexcept nogil
cdef InformationSet* table_add(RegretTable* table, Key key, const Move* moves, int count) noexcept nogil
