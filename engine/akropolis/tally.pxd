"""The points of a city on rows of bits."""

from urbanist.engine.akropolis.draft cimport Draft
from urbanist.engine.akropolis.position cimport City

cdef int points_in_draft(const Draft* d, const City* city, int options) noexcept nogil
