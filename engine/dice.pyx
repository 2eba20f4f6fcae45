"""Random numbers for code in Python that plays: the same seed draws the same on every machine."""

from libc.stdint cimport uint32_t

from urbanist.cext.rng cimport Rng, rng_below, rng_next, rng_seeded, rng_unit
from urbanist.engine.integers import seed_word

cdef enum:
    STREAM = 9


cdef class Dice:
    """Random numbers for the methods of a game, by the names of `random.Random`; they depend on the seed alone."""

    def __init__(self, seed=0):
        self.rng = rng_seeded(seed_word(seed), STREAM)

    def random(self):
        """Return a number from 0 up to 1, which is never reached."""
        return rng_unit(&self.rng)

    def randrange(self, uint32_t count):
        """Return a whole number from 0 to `count` - 1."""
        if count == 0:
            raise ValueError("randrange(0): there is no such number")
        return rng_below(&self.rng, count)

    def choice(self, items):
        """Return one of the items, each equally likely."""
        if len(items) == 0:
            raise IndexError("choice of nothing")
        return items[rng_below(&self.rng, len(items))]

    def shuffle(self, list items not None):
        """Bring a list into a random order."""
        cdef Py_ssize_t i, other
        for i in range(len(items) - 1, 0, -1):
            other = rng_below(&self.rng, i + 1)
            items[i], items[other] = items[other], items[i]

    def sample(self, items, Py_ssize_t k):
        """Return k of the items in a random order."""
        cdef list pool = list(items)
        cdef Py_ssize_t i, other
        if not 0 <= k <= len(pool):
            raise ValueError(f"a sample of {k} of {len(pool)} items")
        for i in range(k):
            other = i + rng_below(&self.rng, len(pool) - i)
            pool[i], pool[other] = pool[other], pool[i]
        return pool[:k]


cdef Dice dice_of(Rng* rng):
    """Return dice of their own, which leave the generator where it is after one draw."""
    cdef Dice dice = Dice.__new__(Dice)
    dice.rng.word = rng_next(rng)
    return dice
