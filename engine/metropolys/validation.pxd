"""What keeps a record from being a position of Metropolys."""

from urbanist.engine.game cimport Head

cdef const char* validate(const Head* state) noexcept nogil
