"""What a Metropolys player would think of a move: promises in points, and a cheap informed policy."""

from urbanist.cext.cells64 cimport Cells, count, first, only
from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport NOBODY, Head, Move
from urbanist.engine.metropolys.board cimport board
from urbanist.engine.metropolys.position cimport EXPERT, METRO, PASS, RUINS, TRENDY, TYPES, Metropolys, lane
from urbanist.engine.metropolys.rules cimport apply, playout
from urbanist.engine.metropolys.scoring cimport area_points


cdef float token_promise(const Metropolys* m, int seat, Cells site) noexcept nogil:
    if m.tokens[TRENDY] & site:
        return 3
    if m.tokens[METRO] & site:
        return 1 + 3 * (m.metro_card == NOBODY or (m.metro_card != seat and m.taken[seat][METRO] >= m.taken[m.metro_card][METRO]))
    if m.tokens[RUINS] & site:
        return -1 - 2 * (m.ruins_card != seat)
    return 0


cdef float site_promise(const Metropolys* m, int seat, int cell) noexcept nogil:
    cdef Cells site = only(cell)
    cdef float total = token_promise(m, seat, site)
    total += area_points(m.variant, m.area[seat], m.built[seat] | site) - area_points(m.variant, m.area[seat], m.built[seat])
    if m.variant == EXPERT and m.kind[seat] == board.type_of[cell]:
        total += 2
    return total


cdef void appraise(const Head* state, const Move* moves, int n, float* promise) noexcept nogil:
    cdef const Metropolys* m = <const Metropolys*>state
    cdef float[64] site
    cdef Cells known = 0
    cdef int i, cell, value
    for i in range(n):
        if moves[i] == PASS:
            promise[i] = 0
            continue
        cell = moves[i] & 63
        value = moves[i] >> 8
        if not known >> cell & 1:
            known |= only(cell)
            site[cell] = site_promise(m, state.to_move, cell)
        promise[i] = site[cell] - 0.2 * value


cdef void rollout(Head* state, Rng* rng) noexcept nogil:
    playout(state, rng)
