"""The score of an Akropolis seat as rows, from the points of `districts`."""

from urbanist.engine.akropolis.districts cimport heights_of, value_of_kind
from urbanist.engine.akropolis.position cimport GARDENS, HOUSES, Akropolis
from urbanist.engine.akropolis.survey cimport Survey, stars_of, survey
from urbanist.engine.game cimport State
from urbanist.engine.akropolis.kind_count import KindCount
from urbanist.engine.akropolis.pieces import KINDS
from urbanist.engine.score_row import ScoreRow


def kind_counts(State state not None, int seat):
    """Return the counts of the five kinds in a seat's city, under the options of the game."""
    cdef const Akropolis* a = <const Akropolis*>state.head
    cdef Survey s
    cdef int kind, plain, value
    survey(&a.city[seat], 0, &s)
    counts = []
    for kind in range(HOUSES, GARDENS + 1):
        plain = value_of_kind(&s, kind, False)
        value = value_of_kind(&s, kind, a.options >> (kind - 1) & 1)
        idle = heights_of(&s, kind) - plain
        counts.append(KindCount(KINDS[kind - HOUSES], value, stars_of(&s, kind), idle, value - plain))
    return tuple(counts)


def score_rows(State state not None, int seat):
    """Return the rows of a seat's score: the five kinds, and the stones."""
    cdef const Akropolis* a = <const Akropolis*>state.head
    rows = [
        ScoreRow(count.kind, count.points, f"{count}; {count.missing}" if count.missing else str(count))
        for count in kind_counts(state, seat)
    ]
    return (*rows, ScoreRow("stones", a.city[seat].stones))
