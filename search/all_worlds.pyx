"""The whole information set of an observer, with probabilities, where hidden information affects only scores.

A belief enumerates its worlds and their probabilities. Without one, worlds are sampled until hardly any can be missing,
and are equally likely.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from urbanist.cext.key cimport key_of
from urbanist.cext.rng cimport Rng, rng_seeded
from urbanist.engine.game cimport Head, State, forget_rest
from urbanist.search.belief cimport Belief, Hypotheses, hide_all

cdef enum:
    KNOWS_ALL = -1  # in place of an observer, as in a search
    MAX_WORLDS = 2048
    DRAWS = 24  # for each world; with so many the probability that one is missing is below 1e-7
    STREAM = 8


cdef uint32_t* number_of(WorldIndex* seen, const Head* state, size_t size) noexcept nogil:
    """Return the slot of a world's number in the hash table; 0 in it: the world is new."""
    cdef uint64_t key = key_of(state, size)
    cdef uint32_t slot = <uint32_t>key & (SLOTS - 1)
    while seen.number[slot] and seen.key[slot] != key:
        slot = (slot + 1) & (SLOTS - 1)
    seen.key[slot] = key
    return &seen.number[slot]


cdef class AllWorlds:
    """The worlds of an observer of a position, or of `KNOWS_ALL`; empty until they are gathered."""

    def __cinit__(self, State root not None, int observer, Belief belief):
        cdef Rng rng = rng_seeded(0, STREAM)
        self.game, self.root, self.observer = root.game, root, observer
        self.belief = None if observer == KNOWS_ALL else belief
        self.states = <Head*>malloc(MAX_WORLDS * self.game.ops.size)
        self.weight = <double*>malloc(MAX_WORLDS * sizeof(double))
        if self.states == NULL or self.weight == NULL:
            raise MemoryError("no memory for an ending")
        self.hopeless = not self.draw(0, &rng)

    def __dealloc__(self):
        free(self.states)
        free(self.weight)

    cdef Head* state(self, int number):
        """Return the place of a world."""
        return <Head*>(<char*>self.states + number * self.game.ops.size)

    cdef bint draw(self, int number, Rng* rng):
        """Sample a world of the information set; return whether hidden information affects only scores."""
        cdef Head* out = self.state(number)
        memcpy(out, self.root.head, self.game.ops.size)
        if self.observer == KNOWS_ALL:
            return True
        self.game.ops.reshuffle(out, self.observer, rng)
        return forget_rest(&self.game.ops, out)

    cdef long gather(self, long effort) except -1:
        """Gather all worlds with at most `effort` samples; return how many samples were drawn."""
        cdef Rng rng = rng_seeded(0, STREAM)
        cdef WorldIndex* seen = <WorldIndex*>calloc(1, sizeof(WorldIndex))
        cdef uint32_t* number
        cdef long drawn = 0
        cdef int known
        if seen == NULL:
            raise MemoryError("no memory for an ending")
        try:
            known = 0 if self.belief is None else self.gather_believed(seen, &rng)
            while not self.hopeless and drawn < DRAWS * (1 if self.belief is not None else max(known, 1)):
                if drawn == effort:
                    return drawn
                self.draw(known, &rng)
                drawn += 1
                number = number_of(seen, self.state(known), self.game.ops.size)
                if number[0] == 0:
                    self.weight[known] = 1
                    known += 1
                    number[0] = known
                    # A belief knows all that is hidden, or the worlds cannot be listed.
                    self.hopeless = self.belief is not None or known == MAX_WORLDS
        finally:
            free(seen)
        # Only a seat that chooses can be one that does not know.
        self.hopeless |= known > 1 and self.observer < 0
        if not self.hopeless:
            self.count = known
            self.share_out()
        return drawn

    cdef int gather_believed(self, WorldIndex* seen, Rng* rng) except -1:
        """Write the worlds of the belief; return their number."""
        cdef const Hypotheses* hypotheses = self.belief.settled()
        cdef double before = 0
        cdef int i
        if hypotheses.count >= MAX_WORLDS:
            self.hopeless = True
            return 0
        for i in range(hypotheses.count):
            self.draw(i, rng)
            hide_all(&self.game.ops, self.state(i), &hypotheses.item[i])
            number_of(seen, self.state(i), self.game.ops.size)[0] = i + 1
            self.weight[i] = hypotheses.item[i].total - before
            before = hypotheses.item[i].total
        return hypotheses.count

    cdef share_out(self):
        """Normalise the weights."""
        cdef double whole = 0
        cdef int i
        for i in range(self.count):
            whole += self.weight[i]
        for i in range(self.count):
            self.weight[i] /= whole

    cdef list samples(self, uint16_t* sample):
        """Return the numbers of some worlds that together give each seat each of its secrets.

        Write for each world and seat which one of them has the secret that the seat has in the world.
        """
        cdef int seats = self.root.head.seats
        cdef int i, seat
        secrets = self.secrets()
        where = [{} for _ in range(seats)]
        chosen = []
        # Worlds in which only the observer's secret is known already come first, so that few are enough.
        for most in (2, seats):
            for i, held in enumerate(secrets):
                if sum([secret in found for secret, found in zip(held, where, strict=True)]) < most:
                    for secret, found in zip(held, where, strict=True):
                        found.setdefault(secret, len(chosen))
                    chosen.append(i)
        for i in range(self.count):
            for seat in range(seats):
                sample[i * seats + seat] = where[seat][secrets[i][seat]]
        return chosen

    cdef list secrets(self):
        """Return what each seat hides in each world, in notation."""
        cdef State state = self.root.twin()
        cdef int i, seat
        secrets = []
        for i in range(self.count):
            memcpy(state.head, self.state(i), self.game.ops.size)
            secrets.append([self.game.notation.secret(state.array, seat) for seat in range(self.root.head.seats)])
        return secrets
