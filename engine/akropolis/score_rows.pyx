"""The score of an Akropolis seat as rows, from the points of `districts`."""

from urbanist.cext.fill cimport Group, Groups, fill_groups, greatest_of, root_of
from urbanist.cext.hexlines cimport SPAN, Line, cell_in
from urbanist.engine.akropolis.bitboards cimport (
    ROOM, CityBitboards, fill_bitboards, find_lakes, stars_of, value_of_group,
)
from urbanist.engine.akropolis.districts cimport doubling, favoured, heights_of, value_of_kind
from urbanist.engine.akropolis.position cimport GARDENS, HOUSES, Akropolis
from urbanist.engine.game cimport State
from urbanist.engine.akropolis.city_record import hexes
from urbanist.engine.akropolis.editions import EDITIONS
from urbanist.engine.akropolis.pieces import KINDS
from urbanist.engine.akropolis.score_kinds import DistrictRow, AkropolisScoreKind
from urbanist.engine.score_row import Counted, ScoreRow


def district_rows(State state not None, int seat):
    """Return the rows of the five kinds of districts in a seat's city, under the options of the game."""
    cdef const Akropolis* a = <const Akropolis*>state.head
    cdef CityBitboards s
    cdef int kind, plain, value, stars
    fill_bitboards(&a.city[seat], 0, &s)
    rows = []
    for kind in range(HOUSES, GARDENS + 1):
        plain = value_of_kind(&s, kind, False)
        value = value_of_kind(&s, kind, a.options >> (kind - 1) & 1)
        stars = stars_of(&s, kind, a.options)
        rows.append(DistrictRow(
            AkropolisScoreKind(KINDS[kind - HOUSES]), value, stars, value * stars,
            idle=heights_of(&s, kind) - plain, doubled=value - plain,
        ))
    return tuple(rows)


def score_rows(State state not None, int seat):
    """Return the rows of a seat's score: the five kinds, and the stones."""
    cdef const Akropolis* a = <const Akropolis*>state.head
    cdef object stones = a.city[seat].stones
    return (*district_rows(state, seat), ScoreRow(AkropolisScoreKind.STONES, stones, 1, stones))


def score_breakdown(State state not None, int seat):
    """Return the districts that count for each kind with their values, and its plazas with their stars as factors."""
    cdef const Akropolis* a = <const Akropolis*>state.head
    cdef CityBitboards s
    cdef Line[ROOM] counts
    cdef Line[ROOM] doubles
    cdef int kind, cell
    fill_bitboards(&a.city[seat], 0, &s)
    find_lakes(&s)
    city = hexes(state.array["city"][seat])
    each = EDITIONS.of(state.array).stars
    rows = {}
    for kind in range(HOUSES, GARDENS + 1):
        name = AkropolisScoreKind(KINDS[kind - HOUSES])
        fill_counted(&s, kind, a.options >> (kind - 1) & 1, counts, doubles)
        parts = []
        for (q, r), top in city.items():
            cell = SPAN + cell_in(&s.window, q, r)
            if top.kind == name and top.plaza:
                parts.append(Counted((f"{q},{r}",), getattr(each, name), True))
            elif top.kind == name and counts[cell // SPAN] >> cell % SPAN & 1:
                value = top.height * (2 if doubles[cell // SPAN] >> cell % SPAN & 1 else 1)
                parts.append(Counted((f"{q},{r}",), value))
        rows[name] = tuple(parts)
    return rows


cdef void fill_counted(const CityBitboards* s, int kind, bint option, Line* counts, Line* doubles):
    """Write the hexes where a district of the kind counts, and those where it counts double."""
    cdef int i
    for i in range(1, s.window.words + 1):
        counts[i] = favoured(s, kind, i, s.window.lane)
        doubles[i] = doubling(s, kind, i, s.window.lane) if option else 0
    if kind == HOUSES:
        fill_houses(s, option, counts, doubles)


cdef void fill_houses(const CityBitboards* s, bint option, Line* counts, Line* doubles):
    """Write the hexes of the greatest group of houses; all of it doubles or nothing."""
    cdef Groups groups
    cdef Group most
    cdef int cell, root
    cdef int chosen = -1
    fill_groups(&s.window, s.top[HOUSES] + 1, s.height[0] + 1, s.height[1] + 1, s.height[2] + 1, &groups)
    most = greatest_of(&groups)
    doubled = option and value_of_group(most.value, True) > most.value
    for cell in range(SPAN, (s.window.words + 1) * SPAN):
        counts[cell // SPAN] &= ~(<Line>1 << cell % SPAN)
        if s.top[HOUSES][cell // SPAN] >> cell % SPAN & 1:
            root = root_of(&groups, groups.label[cell - SPAN])
            if chosen < 0 and groups.group[root].size == most.size and groups.group[root].value == most.value:
                chosen = root
            if root == chosen:
                counts[cell // SPAN] |= <Line>1 << cell % SPAN
    for i in range(1, s.window.words + 1):
        doubles[i] = counts[i] if doubled else 0
