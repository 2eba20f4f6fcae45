"""Records from outside: whether they are positions of a game."""

from urbanist.engine.game cimport Game, Head

cdef int require_position(Game game, const Head* record) except -1
