"""Akropolis as a table of verbs and a numpy dtype."""

import numpy as np

from urbanist.engine.akropolis.judgement cimport appraise, rollout, shortlist
from urbanist.engine.akropolis.notation import AkropolisNotation
from urbanist.engine.akropolis.position cimport Akropolis, City
from urbanist.engine.akropolis.rules cimport apply, deal, draw, legal, playout, reshuffle
from urbanist.engine.akropolis.scoring cimport score
from urbanist.engine.game cimport GameOps, new_game


cdef object dtype_of(fields, size_t size):
    return np.dtype({
        "names": list(fields),
        "formats": [form for form, _ in fields.values()],
        "offsets": [offset for _, offset in fields.values()],
        "itemsize": size,
    })


cdef object city_dtype():
    cdef City c
    base = <size_t>&c
    return dtype_of({
        "shape": ("4096u1", <size_t>&c.shape - base),
        "stones": ("i2", <size_t>&c.stones - base),
        "west": ("i1", <size_t>&c.west - base),
        "east": ("i1", <size_t>&c.east - base),
        "north": ("i1", <size_t>&c.north - base),
        "south": ("i1", <size_t>&c.south - base),
        "kind": ("4096u1", <size_t>&c.kind - base),
    }, sizeof(City))


cdef object struct_dtype():
    # The offsets are the C compiler's own: dtype and struct cannot drift apart.
    cdef Akropolis a
    base = <size_t>&a
    return dtype_of({
        "score": ("5i4", <size_t>&a.head.score - base),
        "tiebreak": ("5i2", <size_t>&a.head.tiebreak - base),
        "ply": ("u2", <size_t>&a.head.ply - base),
        "seats": ("u1", <size_t>&a.head.seats - base),
        "to_move": ("u1", <size_t>&a.head.to_move - base),
        "over": ("u1", <size_t>&a.head.over - base),
        "due": ("u1", <size_t>&a.head.due - base),
        "unseen": ("u8", <size_t>&a.unseen - base),
        "market": ("8u1", <size_t>&a.market - base),
        "stacked": ("64u1", <size_t>&a.stacked - base),
        "market_size": ("u1", <size_t>&a.market_size - base),
        "stacks": ("u1", <size_t>&a.stacks - base),
        "drawn": ("u1", <size_t>&a.drawn - base),
        "options": ("u1", <size_t>&a.options - base),
        "first": ("u1", <size_t>&a.first - base),
        "city": ((city_dtype(), 4), <size_t>&a.city - base),
    }, sizeof(Akropolis))


AKROPOLIS = new_game(
    GameOps(
        size=sizeof(Akropolis), open_moves=False, deal=deal, legal=legal, apply=apply, draw=draw,
        reshuffle=reshuffle, playout=playout, rollout=rollout, score=score, appraise=appraise,
        shortlist=shortlist,
    ),
    struct_dtype(),
    AkropolisNotation(),
)
