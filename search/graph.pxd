"""The transposition graph of an ending: all lines of play to the end of the game, and the exact value of each node."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from urbanist.engine.game cimport MAX_MOVES, MAX_SEATS, GameOps, Head, Move
from urbanist.search.utility cimport Utility

cdef enum:
    FIRST = 1  # the node of the first position
    DEEPEST_GRAPH = 256  # the most moves of a line of play
    LEADS = 128  # margins up to this one are looked up


cdef struct SeatValue:
    # The exact value of a node for a seat in a world.
    float value  # utility
    float win_share
    float points


cdef struct Expectation:
    # A weighted sum of values over worlds.
    double value
    double win_share
    double points


cdef struct Edge:
    Move move
    uint32_t child
    double bound  # upper bound of the observer's expected value, while its parent is evaluated


cdef struct GraphNode:
    # A position, for all worlds.
    uint64_t key
    uint32_t first  # edge; others follow, one to each different position
    int edges
    uint32_t parent  # the last one that has counted this position among its own
    uint8_t chooser  # NOBODY: the game is over
    uint8_t decides  # whether the observer has a choice here or later


cdef struct Level:
    # The state of a descent at one depth.
    Head* states  # of each sample
    double* weight  # of each world
    double* share  # of each world: how much of its weight goes with one of the best moves


cdef struct Graph:
    GameOps ops
    Utility utility
    float[2 * LEADS + 1] lead  # of each margin, from `-LEADS` on, as the utility counts it
    int observer  # who does not know which world is the true one; -1: there is only one
    int seats
    int worlds
    int samples  # states in which each seat has each of its secrets at least once
    uint16_t* sample  # by world and seat: a sample in which the seat has the secret that it has in the world
    const Move* only  # the moves of the first position that count, rising; NULL: all
    int permitted  # their number
    int openings  # how many moves count in the first position
    long effort  # moves that may still be played; below 0: too much was asked for
    uint32_t nodes
    uint32_t node_room
    uint32_t edges
    uint32_t edge_room
    uint32_t slots  # of the table, a power of two
    GraphNode* node  # number 0 is none
    SeatValue* worth  # by node, world and seat
    Edge* edge
    uint32_t* table  # nodes by key
    Level[DEEPEST_GRAPH] level
    Move[MAX_MOVES] moves

cdef bint graph_open(
    Graph* g, float spread, int samples, int worlds, const Head* states, const uint16_t* sample, const double* weight,
) noexcept nogil
cdef void graph_close(Graph* g) noexcept nogil
cdef bint graph_explore(Graph* g, long effort) noexcept nogil
cdef bint has_level(Graph* g, int depth) noexcept nogil


cdef inline SeatValue* values_at(const Graph* g, uint32_t at, int world) noexcept nogil:
    """Return the values of a node in a world, by seat."""
    return &g.worth[(<size_t>at * g.worlds + world) * g.seats]


cdef inline Head* state_of(const Graph* g, int depth, int sample) noexcept nogil:
    """Return the state of a sample after so many moves of a descent."""
    return <Head*>(<char*>g.level[depth].states + sample * g.ops.size)


cdef inline bint is_less(double value, double other) noexcept nogil:
    """Return whether a value is less than another one by more than rounding errors."""
    return value < other - 1e-6


cdef inline void add(Expectation* sum, const SeatValue* worth, double weight, int seats) noexcept nogil:
    """Add the values of a node, times a weight."""
    cdef int seat
    for seat in range(seats):
        sum[seat].value += weight * worth[seat].value
        sum[seat].win_share += weight * worth[seat].win_share
        sum[seat].points += weight * worth[seat].points
