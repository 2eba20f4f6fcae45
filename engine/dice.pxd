"""Random numbers for code in Python that plays."""

from urbanist.cext.rng cimport Rng


cdef class Dice:
    cdef Rng rng


cdef Dice dice_of(Rng* rng)
