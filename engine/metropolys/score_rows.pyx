"""The score of a Metropolys seat as rows, from the points of `scoring`."""

from itertools import combinations

from urbanist.cext.cells64 cimport Cells, count, only
from urbanist.engine.game cimport State
from urbanist.engine.metropolys.board cimport Board, board_of
from urbanist.engine.metropolys.position cimport (
    BRIDGES, CHAINS, DISTRICT_CARD, DISTRICTS, EXPERT, LAKES, METRO, RUINS, STATUES, TRENDY, TYPES, UNKNOWN, Metropolys,
)
from urbanist.engine.metropolys.scoring cimport (
    Numbers, area_points, expert_points, numbers_of, sites_of_family, tallest_in,
)
from urbanist.engine.metropolys import pieces
from urbanist.engine.metropolys.editions import EDITIONS
from urbanist.engine.metropolys.score_kinds import AreaRow, MetropolysScoreKind, TallestRow
from urbanist.engine.score_row import Counted, ScoreRow


def score_rows(State state not None, int seat):
    """Return the rows of a seat's score; an unknown card has no row."""
    cdef const Metropolys* m = <const Metropolys*>state.head
    cdef const Numbers* n = numbers_of(m)
    rows = token_rows(m, seat)
    if m.variant == EXPERT:
        led = tuple([letter for letter, seats in leaders(state).items() if seat in seats])
        each = n.tallest
        rows.append(TallestRow(MetropolysScoreKind.TALLEST, len(led), each, each * len(led), districts=led))
        if m.kind[seat] < TYPES:
            number = count(m.built[seat] & board_of(m).type[m.kind[seat]])
            kind = pieces.TYPES[m.kind[seat]]
            rows.append(ScoreRow(MetropolysScoreKind.TYPE_CARD, number, n.type, n.type * number, kind))
    if m.area[seat] != UNKNOWN:
        rows.append(area_row(m, seat))
    return tuple(rows)


cdef list token_rows(const Metropolys* m, int seat):
    cdef const Numbers* n = numbers_of(m)
    trendy, metro, ruins = m.taken[seat][TRENDY], m.taken[seat][METRO], m.taken[seat][RUINS]
    return [
        several(MetropolysScoreKind.TRENDY_TOKENS, trendy, n.token[TRENDY]),
        several(MetropolysScoreKind.METRO_TOKENS, metro, n.token[METRO]),
        several(MetropolysScoreKind.METRO_CARD, m.metro_card == seat, n.metro_card),
        several(MetropolysScoreKind.RUINS_TOKENS, ruins, n.token[RUINS]),
        several(MetropolysScoreKind.RUINS_CARD, m.ruins_card == seat, n.ruins_card),
    ]


cdef object several(object kind, int number, int each):
    return ScoreRow(kind, number, each, number * each)


cdef object area_row(const Metropolys* m, int seat):
    cdef bint expert = m.variant == EXPERT
    cdef const Numbers* n = numbers_of(m)
    cdef int points = area_points(m, m.area[seat], m.built[seat])
    cdef int each = n.group[m.area[seat]] if expert else n.family
    area = pieces.AREAS[m.area[seat]]
    return AreaRow(MetropolysScoreKind.AREA_CARD, points // each, each, points, area, groups=expert)


def leaders(State state not None):
    """Return the seats with the tallest building in each district, by its letter; empty districts are left out."""
    cdef const Metropolys* m = <const Metropolys*>state.head
    cdef int i, tallest
    by_district = {}
    for i in range(DISTRICTS):
        tallest = tallest_in(m, i)
        seats = tuple([seat for seat in range(m.head.seats) if <int>(m.heights[<int>seat] >> 8 * i & 0xFF) == tallest])
        if seats:
            by_district[pieces.DISTRICTS[i]] = seats
    return by_district


def score_breakdown(State state not None, int seat):
    """Return the buildings of a seat that count for its cards and for the tallest buildings, by the kinds of rows."""
    cdef const Metropolys* m = <const Metropolys*>state.head
    cdef const Numbers* n = numbers_of(m)
    own = names_in(m.built[seat])
    rows = {}
    if m.variant == EXPERT:
        led = [letter for letter, seats in leaders(state).items() if seat in seats]
        skylines = [tuple([name for name in own if name[0] == letter]) for letter in led]
        rows[MetropolysScoreKind.TALLEST] = tuple([Counted(skyline, n.tallest) for skyline in skylines])
        if m.kind[seat] < TYPES:
            fitting = names_in(m.built[seat] & board_of(m).type[m.kind[seat]])
            rows[MetropolysScoreKind.TYPE_CARD] = tuple([Counted((name,), n.type) for name in fitting])
    if m.area[seat] != UNKNOWN:
        if m.variant == EXPERT:
            worth = n.group[m.area[seat]]
            groups = counted_groups(m, m.area[seat], m.built[seat])
            rows[MetropolysScoreKind.AREA_CARD] = tuple([Counted(names_in(group), worth) for group in groups])
        else:
            fitting = names_in(m.built[seat] & sites_of_family(m, m.area[seat]))
            rows[MetropolysScoreKind.AREA_CARD] = tuple([Counted((name,), n.family) for name in fitting])
    return rows


cdef tuple names_in(Cells cells):
    return tuple([name for cell, name in enumerate(pieces.NAMES) if cells >> <int>cell & 1])


cdef list counted_groups(const Metropolys* m, int area, Cells own):
    """Return disjoint groups of an expert card, as many as score.

    A group belongs to a greatest choice if without its buildings there is exactly one group less. After it was left
    out once it never does: a choice of what is left, and the groups taken before, would be a greatest choice with it.
    """
    cdef const Numbers* n = numbers_of(m)
    cdef const Board* board = board_of(m)
    cdef Cells group, left = own
    groups = []
    for candidate in candidates(m, area, own):
        group = candidate
        if group & ~left:
            continue
        if expert_points(n, board, area, left & ~group) == expert_points(n, board, area, left) - n.group[area]:
            groups.append(candidate)
            left &= ~group
    return groups


cdef list candidates(const Metropolys* m, int area, Cells own):
    """Return all groups of an expert card among some buildings; they may overlap."""
    cdef Cells cells
    cdef int i
    if area == DISTRICT_CARD:
        districts = [own & board_of(m).district[i] for i in range(DISTRICTS)]
        return [cells for cells in districts if count(cells) >= 3]
    if area == CHAINS:
        return chains_in(board_of(m), own)
    board = EDITIONS.at(m.slot).board
    groups = {BRIDGES: board.bridges, STATUES: board.statues, LAKES: board.lakes}[area]
    built = {name for name in names_in(own)}
    size = 2 if area == BRIDGES else 3
    return [mask_of(names) for group in groups for names in combinations(built.intersection(group), size)]


cdef list chains_in(const Board* board, Cells own):
    """Return all connected triples among some buildings."""
    cdef Cells beside
    cdef int a, b, c
    cdef int most = len(pieces.NAMES)
    chains = set()
    for a in range(most):
        for b in range(most):
            if own & only(a) and own & only(b) & board.near[a]:
                beside = (board.near[a] | board.near[b]) & own & ~(only(a) | only(b))
                chains.update([only(a) | only(b) | only(c) for c in range(most) if beside & only(c)])
    return sorted(chains)


cdef object mask_of(names):
    return sum([1 << pieces.CELLS[name] for name in names])
