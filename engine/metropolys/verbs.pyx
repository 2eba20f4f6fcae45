"""Metropolys as a table of verbs and a numpy dtype."""

from urbanist.engine.dtype cimport head_fields, struct_dtype
from urbanist.engine.game cimport GameOps, new_game
from urbanist.engine.metropolys.batched_playout cimport playout_batch
from urbanist.engine.metropolys.features cimport features
from urbanist.engine.metropolys.validation cimport validate
from urbanist.engine.metropolys.features import COMMON, SEAT
from urbanist.engine.metropolys.policy cimport playout_informed, priors
from urbanist.engine.metropolys.notation import MetropolysNotation
from urbanist.engine.metropolys.policy import MOVE
from urbanist.engine.metropolys.encoder cimport ACTIONS, actions, find_move, mark, observe, observe_seat
from urbanist.engine.metropolys.position cimport VALUE_BITS, Metropolys
from urbanist.engine.metropolys.rules cimport apply, deal, hide, legal, reshuffle
from urbanist.engine.metropolys.scoring cimport score
from urbanist.engine.metropolys.encoder import DETAILS
from urbanist.engine.metropolys.uniform_playout cimport playout_uniform, sample


cdef object metropolys_dtype():
    cdef Metropolys m
    base = <size_t>&m
    return struct_dtype({
        **head_fields(),
        "play": ("u8", <size_t>&m.play - base),
        "empty": ("u8", <size_t>&m.auction.empty - base),
        "tokens": ("3u8", <size_t>&m.tokens - base),
        "built": ("4u8", <size_t>&m.built - base),
        "bid_sites": ("u8", <size_t>&m.auction.bid_sites - base),
        "hands": ("4<u2", <size_t>&m.auction.hands - base),
        "bids": ("4<u2", <size_t>&m.auction.bids - base),
        "still_in": ("4<u2", <size_t>&m.auction.still_in - base),
        "heights": ("4u8", <size_t>&m.heights - base),
        "site": ("(4,16)u1", <size_t>&m.site - base),
        "bid_cell": ("16u1", <size_t>&m.bid_cell - base),
        "taken": ("(4,3)u1", <size_t>&m.taken - base),
        "area": ("4u1", <size_t>&m.area - base),
        "kind": ("4u1", <size_t>&m.kind - base),
        "variant": ("u1", <size_t>&m.variant - base),
        "districts": ("u1", <size_t>&m.districts - base),
        "opener": ("u1", <size_t>&m.opener - base),
        "top": ("u1", <size_t>&m.auction.top - base),
        "last_value": ("u1", <size_t>&m.auction.last_value - base),
        "last_cell": ("u1", <size_t>&m.auction.last_cell - base),
        "metro_card": ("u1", <size_t>&m.metro_card - base),
        "ruins_card": ("u1", <size_t>&m.ruins_card - base),
    }, sizeof(Metropolys))


METROPOLYS = new_game(
    GameOps(
        size=sizeof(Metropolys), deal=deal, legal=legal, available=NULL, apply=apply, draw=NULL,
        reshuffle=reshuffle, playout_uniform=playout_uniform, playout_batch=playout_batch, sample=sample,
        playout_informed=playout_informed,
        score=score, priors=priors, prior_noise=2, shortlist=NULL, features=features,
        features_after=NULL, hide=hide, mute=VALUE_BITS,
        forget=NULL, observe=observe, observe_seat=observe_seat, actions=actions, crop_seat=NULL,
        crop_actions=NULL, mark=mark, find_move=find_move, solve=NULL, validate=validate,
    ),
    metropolys_dtype(),
    MetropolysNotation(), COMMON, SEAT, MOVE, DETAILS, ACTIONS,
)
