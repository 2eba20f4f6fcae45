"""Akropolis as a table of verbs and a numpy dtype."""

from urbanist.engine.akropolis.ending cimport solve
from urbanist.engine.akropolis.features cimport features, features_after
from urbanist.engine.akropolis.validation cimport validate
from urbanist.engine.akropolis.features import COMMON, SEAT
from urbanist.engine.akropolis.policy cimport playout_informed, priors, shortlist
from urbanist.engine.akropolis.notation import AkropolisNotation
from urbanist.engine.akropolis.policy import MOVE
from urbanist.engine.akropolis.encoder cimport (
    ACTIONS, CROP_ACTIONS, actions, crop_actions, crop_seat, find_move, mark, observe, observe_seat,
)
from urbanist.engine.akropolis.position cimport Akropolis, City
from urbanist.engine.akropolis.rules cimport apply, available, deal, draw, legal, reshuffle
from urbanist.engine.akropolis.scoring cimport score
from urbanist.engine.akropolis.encoder import CROP_SHAPE, DETAILS
from urbanist.engine.akropolis.uniform_playout cimport playout_uniform
from urbanist.engine.dtype cimport head_fields, struct_dtype
from urbanist.engine.game cimport GameOps, new_game


cdef object city_dtype():
    cdef City c
    base = <size_t>&c
    return struct_dtype({
        "hex": ("96u2", <size_t>&c.hex - base),
        "top": ("96u2", <size_t>&c.top - base),
        "hexes": ("i2", <size_t>&c.hexes - base),
        "stones": ("i2", <size_t>&c.stones - base),
        "west": ("i1", <size_t>&c.west - base),
        "east": ("i1", <size_t>&c.east - base),
        "north": ("i1", <size_t>&c.north - base),
        "south": ("i1", <size_t>&c.south - base),
    }, sizeof(City))


cdef object akropolis_dtype():
    cdef Akropolis a
    base = <size_t>&a
    return struct_dtype({
        **head_fields(),
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
        size=sizeof(Akropolis), deal=deal, legal=legal, available=available, apply=apply, draw=draw,
        reshuffle=reshuffle, playout_uniform=playout_uniform, playout_batch=NULL, sample=NULL,
        playout_informed=playout_informed,
        score=score, priors=priors, prior_noise=8, shortlist=shortlist, features=features,
        features_after=features_after, hide=NULL, mute=0,
        forget=NULL, observe=observe, observe_seat=observe_seat, actions=actions, crop_seat=crop_seat,
        crop_actions=crop_actions, mark=mark, find_move=find_move, solve=solve, validate=validate,
    ),
    akropolis_dtype(),
    AkropolisNotation(), COMMON, SEAT, MOVE, DETAILS, ACTIONS, CROP_SHAPE, CROP_ACTIONS,
)
