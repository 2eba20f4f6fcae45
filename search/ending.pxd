"""Exact endgame solver."""

from libc.stdint cimport int64_t, uint32_t
from urbanist.engine.game cimport Game, Head, Move, State
from urbanist.engine.solution cimport Solving
from urbanist.search.all_worlds cimport AllWorlds
from urbanist.search.belief cimport Belief
from urbanist.search.graph cimport Edge, Expectation, Graph, GraphNode


cdef class Ending:
    cdef readonly Game game
    cdef State root
    cdef int observer
    cdef list only
    cdef AllWorlds worlds
    cdef Graph* graph
    cdef Head* spare  # a state for playing on
    cdef readonly object found  # the exact result; None: it is not solved
    cdef long visits  # of the search until now
    cdef double thought  # seconds of the search until now
    cdef double spent  # seconds of all attempts
    cdef long effort  # of the next attempt
    cdef Solving solving  # the game's own solver; None: it has none, or has not been asked yet
    cdef double asked_visits  # of all limits of the search until now
    cdef double asked_seconds  # of all limits, and those by which short searches overran them
    cdef float spread
    cdef readonly double size  # moves in all lines of play to the end, at least about so many
    cdef bint is_of(self, State root, int observer, Belief belief, list only)
    cdef bint is_solved(self, long visits, double seconds, object limit) except -1
    cdef bint goes_on(self, object limit)
    cdef overran(self, double seconds)
    cdef bint is_solved_by_game(self, object limit, double started) except -1
    cdef int64_t worth(self, object limit) except -1
    cdef bint is_time(self, bint clocked, long besides)
    cdef long visits_needed(self)
    cpdef object attempt(self, long effort)
    cdef begin(self)
    cdef bint awaits(self, const GraphNode* node)
    cdef object result(self)
    cdef tuple points_of(self, const Expectation* worth)
    cdef double enter(self, uint32_t at, uint32_t child, int depth) except? -1
    cdef tuple line(self, Move first)
    cdef const Edge* opening(self, Move move)
    cdef const Edge* next_edge(self, uint32_t at, int depth)
