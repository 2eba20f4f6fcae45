"""Akropolis as a table of verbs and a numpy dtype."""

from urbanist.engine.akropolis.solver.ending cimport solve
from urbanist.engine.akropolis.features cimport features, features_after
from urbanist.engine.akropolis.validation cimport validate
from urbanist.engine.akropolis.features import COMMON, SEAT
from urbanist.engine.akropolis.policy cimport playout_informed, priors, shortlist
from urbanist.engine.akropolis.notation import AkropolisNotation
from urbanist.engine.akropolis.policy import MOVE
from urbanist.engine.akropolis.encoder cimport (
    ACTIONS, CROP_ACTIONS, actions, crop_actions, crop_seat, find_move, mark, observe, observe_seat,
)
from urbanist.engine.akropolis.position cimport TABLE, Akropolis
from urbanist.engine.akropolis.rules cimport apply, available, deal, draw, legal, reshuffle
from urbanist.engine.akropolis.scoring cimport score
from urbanist.engine.akropolis.encoder import CROP_SHAPE, DETAILS
from urbanist.engine.akropolis.uniform_playout cimport playout_batch, playout_uniform
from urbanist.engine.struct_dtype import struct_dtype
from urbanist.engine.game cimport GameOps, new_game


cdef Akropolis record  # its type alone counts
cdef const Akropolis[:] fields = <Akropolis[:1]>&record

AKROPOLIS = new_game(
    GameOps(
        knows=NULL, sees=NULL, keyed=False,
        size=sizeof(Akropolis), deal=deal, legal=legal, available=available, apply=apply, draw=draw, confine=NULL,
        reshuffle=reshuffle, playout_uniform=playout_uniform, playout_batch=playout_batch, sample=NULL,
        playout_informed=playout_informed,
        score=score, priors=priors, prior_noise=8, shortlist=shortlist, features=features,
        features_after=features_after, hide=NULL, mute=0,
        observe=observe, observe_seat=observe_seat, actions=actions, crop_seat=crop_seat,
        crop_actions=crop_actions, mark=mark, find_move=find_move, solve=solve, validate=validate,
    ),
    struct_dtype(fields, counts={"city": TABLE}),
    AkropolisNotation(), COMMON, SEAT, MOVE, DETAILS, ACTIONS, CROP_SHAPE, CROP_ACTIONS,
)
