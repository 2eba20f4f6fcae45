"""Dirichlet noise in the priors of the root, for exploration in self-play.

After Silver et al. 2017: the softmax of the priors is mixed with a draw from a Dirichlet distribution, made of gamma
draws (Marsaglia and Tsang 2000) divided by their sum.
"""

from libc.math cimport cos, exp, log, pow, sqrt
from libc.stdint cimport uint64_t

from urbanist.cext.rng cimport Rng, rng_seeded, rng_unit
from urbanist.engine.game cimport Move

cdef double CONCENTRATION = 10  # sum of the Dirichlet alphas: a smaller one gives more noise to fewer moves
cdef double LEAST = 1e-9  # a share that has a logarithm


cdef inline double positive(Rng* rng) noexcept nogil:
    return 1 - rng_unit(rng)


cdef double normal(Rng* rng) noexcept nogil:
    """Return a draw from the standard normal distribution (Box and Muller 1958)."""
    # Two statements, because C does not say which of two operands draws first.
    cdef double size = sqrt(-2 * log(positive(rng)))
    return size * cos(6.283185307179586 * rng_unit(rng))


cdef double gamma_drawn(Rng* rng, double shape) noexcept nogil:
    """Return a draw from the gamma distribution with this shape and the scale 1."""
    cdef double d = shape + 1 - 1.0 / 3
    cdef double x, v
    while True:
        x = normal(rng)
        v = 1 + x / sqrt(9 * d)
        if v <= 0:
            continue
        v = v * v * v
        if log(positive(rng)) < 0.5 * x * x + d * (1 - v + log(v)):
            return d * v * pow(positive(rng), 1 / shape)


cdef double noise_of(uint64_t seed, Move move, double shape) noexcept nogil:
    """Return the noise of a move; it does not depend on the other moves, which may differ from visit to visit."""
    cdef Rng rng = rng_seeded(seed, move)
    return gamma_drawn(&rng, shape) + LEAST


cdef void add_root_noise(
    uint64_t seed, float share, float temperature, const Move* moves, int n, float* prior,
) noexcept nogil:
    """Replace priors by the logits of (1 - share) * softmax(priors) + share * noise."""
    cdef double shape = CONCENTRATION / n
    cdef double highest = -1e30
    cdef double whole = 0
    cdef double noise = 0
    cdef int i
    for i in range(n):
        highest = max(highest, prior[i])
    for i in range(n):
        whole += exp((prior[i] - highest) / temperature)
        noise += noise_of(seed, moves[i], shape)
    for i in range(n):
        prior[i] = <float>(temperature * log(
            (1 - share) * exp((prior[i] - highest) / temperature) / whole
            + share * noise_of(seed, moves[i], shape) / noise + LEAST))
