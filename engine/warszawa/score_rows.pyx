"""The score of a Warszawa seat as rows, from the points of `scoring`, and the position after a building."""

from urbanist.cext.cells64 cimport Cells, count, first, only
from urbanist.engine.game cimport State
from urbanist.engine.warszawa.effects cimport finish
from urbanist.engine.warszawa.position cimport Warszawa, card_on
from urbanist.engine.warszawa.scoring cimport (
    EACH_BRIDGE, EACH_SEGMENT, liked, metro_points, most_in_style, neighbour_points, norm_points, owned, points_beside,
    points_of_norm, sets_of, style_points,
)
from urbanist.engine.warszawa.tables cimport NONE, OBJECTS, STYLES, TYPES, world
from urbanist.engine.score_row import Counted, ScoreRow
from urbanist.engine.warszawa import edition as form
from urbanist.engine.warszawa.editions import EDITIONS
from urbanist.engine.warszawa.geography import HEXES, hex_text
from urbanist.engine.warszawa.hidden import norm_name
from urbanist.engine.warszawa.score_kinds import NeighbourRow, NormRow, WarszawaScoreKind, StyleRow, Wanted


def score_rows(State state not None, int seat):
    """Return the rows of a seat's score; a norm that is unknown or not yet chosen has no row."""
    cdef const Warszawa* w = <const Warszawa*>state.head
    cdef int printed = printed_points(w, seat)
    cdef int bridges = EACH_BRIDGE * w.spanned[seat]
    cdef int segments = EACH_SEGMENT * w.dug[seat]
    cdef int near = metro_points(w, seat)
    rows = [
        ScoreRow(WarszawaScoreKind.BUILDINGS, count(w.built[seat]), 0, printed),
        ScoreRow(WarszawaScoreKind.AT_ONCE, 0, 0, w.gained[seat] - printed - segments - bridges),
        ScoreRow(WarszawaScoreKind.SEGMENTS, w.dug[seat], EACH_SEGMENT, segments),
        ScoreRow(WarszawaScoreKind.BRIDGES, w.spanned[seat], EACH_BRIDGE, bridges),
        neighbour_row(w, seat),
        ScoreRow(WarszawaScoreKind.AT_METRO, near, 1, near),
    ]
    if w.kept[seat] != NONE:
        rows.append(norm_row(state, seat, norm_name(w.kept[seat])))
    rows += [style_row(w, seat, style) for style in range(STYLES)]
    return tuple(rows)


cdef int printed_points(const Warszawa* w, int seat):
    """Return the printed points of the cards of a seat's buildings."""
    cdef Cells rest = w.built[seat]
    cdef int points = 0
    while rest:
        points += card_on(w, first(rest)).points
        rest &= rest - 1
    return points


cdef object neighbour_row(const Warszawa* w, int seat):
    points = tuple([(form.TYPES[type], neighbour_points(w, seat, type)) for type in range(TYPES)])
    return NeighbourRow(WarszawaScoreKind.NEIGHBOURS, 0, 0, sum([each for _, each in points]), by_type=points)


cdef object style_row(const Warszawa* w, int seat, int style):
    cdef int own = count(w.built[seat] & w.of_style[style])
    cdef int most = most_in_style(w, style)
    cdef int points = style_points(w, style, seat)
    rivals = -1
    if points:
        rivals += len([1 for other in range(w.head.seats) if count(w.built[<int>other] & w.of_style[style]) == most])
    return StyleRow(WarszawaScoreKind(form.STYLES[style]), own, 0, points, most=most, rivals=rivals)


def norm_row(State state not None, int seat, str name):
    """Return the row that a norm would have in a seat's score now."""
    cdef const Warszawa* w = <const Warszawa*>state.head
    cdef int norm = int(name[1:])
    objects, have = norm_objects(state, name), objects_built(state, seat)
    wanted = tuple([Wanted(kind, have[kind], objects.count(kind)) for kind in dict.fromkeys(objects)])
    points = points_of_norm(w, seat, norm)
    return NormRow(WarszawaScoreKind.NORM, sets_of(w, seat, norm), 0, points, name, objects=wanted)


def norm_objects(State state not None, str name):
    """Return the objects of a norm; with five players the last one is left out."""
    cdef const Warszawa* w = <const Warszawa*>state.head
    norm = next(norm for norm in EDITIONS.at(w.slot).norms if norm.id == name)
    return norm.objects[:3] if w.head.seats == 5 else norm.objects


def objects_built(State state not None, int seat):
    """Return how many objects of each kind a seat has built, for the kinds that norms name."""
    cdef const Warszawa* w = <const Warszawa*>state.head
    return {form.OBJECTS[kind]: owned(w, seat, kind) for kind in range(OBJECTS)}


def if_built(State state not None, int seat, int cell):
    """Return the position with a seat's foundation finished for free; the turn does not change."""
    cdef State after = state.twin()
    cdef Warszawa* w = <Warszawa*>after.head
    if not w.founded[seat] & only(cell):
        raise ValueError(f"seat {seat} has no foundation on cell {cell}")
    finish(w, seat, cell)
    return after


def score_breakdown(State state not None, int seat):
    """Return the buildings of a seat that count, with their points, by the kinds of rows of its score."""
    cdef const Warszawa* w = <const Warszawa*>state.head
    cdef int style
    cells = [cell for cell in range(len(HEXES)) if w.built[seat] >> <int>cell & 1]
    rows = {
        WarszawaScoreKind.BUILDINGS: counted([(cell, card_on(w, <int>cell).points) for cell in cells]),
        WarszawaScoreKind.NEIGHBOURS: counted([(cell, beside_one(w, cell)) for cell in cells]),
        WarszawaScoreKind.AT_METRO: counted([(cell, at_metro(w, cell)) for cell in cells]),
    }
    if w.kept[seat] != NONE:
        name = norm_name(w.kept[seat])
        wanted = norm_objects(state, name)
        useful = tuple([hex_text(cell) for cell in cells if type_on(w, cell) in wanted])
        rows[WarszawaScoreKind.NORM] = (Counted(useful, norm_points(w, seat)),) if useful else ()
    for style in range(STYLES):
        own = tuple([hex_text(cell) for cell in cells if w.of_style[style] >> <int>cell & 1])
        rows[WarszawaScoreKind(form.STYLES[style])] = (Counted(own, style_points(w, style, seat)),) if own else ()
    return rows


cdef tuple counted(list pairs):
    """Return the hexes that are worth something."""
    return tuple([Counted((hex_text(cell),), worth) for cell, worth in pairs if worth])


cdef int type_number(const Warszawa* w, int cell):
    return [type for type in range(TYPES) if w.of_type[<int>type] >> cell & 1][0]


cdef object type_on(const Warszawa* w, int cell):
    return form.TYPES[type_number(w, cell)]


cdef int beside_one(const Warszawa* w, int cell):
    """Return the points of one building for adjacent hexes."""
    return points_beside(w, only(cell), liked(w, type_number(w, cell)))


cdef int at_metro(const Warszawa* w, int cell):
    """Return whether a segment runs along one of the sides of a hex."""
    return (w.segments[0] & world.sides[cell][0] | w.segments[1] & world.sides[cell][1]) != 0
