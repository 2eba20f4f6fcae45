"""The points of a city, from its placement bitboards."""

from urbanist.engine.akropolis.placement_bitboards cimport PlacementBitboards
from urbanist.engine.akropolis.position cimport City

cdef int points_on_boards(const PlacementBitboards* d, const City* city, int options) noexcept nogil
