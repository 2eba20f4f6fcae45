"""Windows on the kernels, for the tests: each function hands its arguments through and the answer back."""

import numpy as np

from libc.stdint cimport uint32_t, uint64_t

from urbanist.cext cimport cells64
from urbanist.cext cimport packing as kernel
from urbanist.cext.cells64 cimport Cells
from urbanist.cext.key cimport key_of
from urbanist.cext.rng cimport Rng, rng_below, rng_next, rng_seeded, rng_unit


def count(Cells cells):
    """Return how many cells the set holds."""
    return cells64.count(cells)


def first(Cells cells):
    """Return the lowest cell of a set that is not empty."""
    return cells64.first(cells)


def nth(Cells cells, int k):
    """Return the k-th lowest cell, counted from 0, of a set that holds more than k."""
    return cells64.nth(cells, k)


def only(int cell):
    """Return the set of one cell."""
    return cells64.only(cell)


def gather(Cells cells, Cells mask):
    """Return the bits of `cells` that stand under `mask`, moved together to the low end."""
    return cells64.gather(cells, mask)


def groups_most(groups, owns):
    """Return how many disjoint groups fit into each of `owns`; `ValueError` if no plan holds the groups."""
    cdef kernel.Packing plan
    cdef Cells[::1] masks = np.array([*groups, 0], np.uint64)
    kernel.packing_plan(&plan, &masks[0], len(groups))
    return [kernel.packing_most(&plan, own) for own in owns]


def chains_most(Cells own, near):
    """Return how many disjoint chains of three fit into `own`; `near` has each cell's neighbours as a set."""
    cdef Cells[64] masks
    cdef int cell
    for cell in range(64):
        masks[cell] = near[cell] if cell < len(near) else 0
    return kernel.chains_most(own, masks)


def words(uint64_t seed, uint64_t stream, int n):
    """Return the first n 64-bit words of a generator, as an array."""
    cdef Rng rng = rng_seeded(seed, stream)
    return np.array([rng_next(&rng) for _ in range(n)], np.uint64)


def draws(uint64_t seed, uint64_t stream, uint32_t bound, int n):
    """Return the first n numbers below the bound, as an array."""
    cdef Rng rng = rng_seeded(seed, stream)
    return np.array([rng_below(&rng, bound) for _ in range(n)], np.uint32)


def units(uint64_t seed, uint64_t stream, int n):
    """Return the first n numbers in [0, 1), as an array."""
    cdef Rng rng = rng_seeded(seed, stream)
    return np.array([rng_unit(&rng) for _ in range(n)], np.float64)


def key(bytes memory not None):
    """Return the key of some bytes."""
    return key_of(<const char*>memory, len(memory))
