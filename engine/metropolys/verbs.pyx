"""Metropolys as a table of verbs and a numpy dtype."""

import numpy as np

from urbanist.engine.struct_dtype import struct_dtype
from urbanist.engine.game cimport GameOps, new_game
from urbanist.engine.metropolys.batched_playout cimport playout_batch
from urbanist.engine.metropolys.features cimport features
from urbanist.engine.metropolys.validation cimport validate
from urbanist.engine.metropolys.features import COMMON, SEAT
from urbanist.engine.metropolys.policy cimport playout_informed, priors
from urbanist.engine.metropolys.notation import MetropolysNotation
from urbanist.engine.metropolys.policy import MOVE
from urbanist.engine.metropolys.encoder cimport ACTIONS, actions, find_move, mark, observe, observe_seat
from urbanist.engine.metropolys.position cimport TABLE, VALUE_BITS, Metropolys
from urbanist.engine.metropolys.rules cimport apply, deal, hide, knows, legal, reshuffle
from urbanist.engine.metropolys.scoring cimport score
from urbanist.engine.metropolys.encoder import DETAILS
from urbanist.engine.metropolys.uniform_playout cimport playout_uniform, sample


cdef Metropolys record  # its type alone counts
cdef const Metropolys[:] fields = <Metropolys[:1]>&record

cdef object LANES = np.dtype((np.uint16, TABLE))

METROPOLYS = new_game(
    GameOps(
        size=sizeof(Metropolys), deal=deal, legal=legal, available=NULL, apply=apply, draw=NULL, confine=NULL,
        reshuffle=reshuffle, knows=knows, sees=NULL, keyed=False, playout_uniform=playout_uniform,
        playout_batch=playout_batch, sample=sample, playout_informed=playout_informed,
        score=score, priors=priors, prior_noise=2, shortlist=NULL, features=features,
        features_after=NULL, hide=hide, mute=VALUE_BITS,
        observe=observe, observe_seat=observe_seat, actions=actions, crop_seat=NULL,
        crop_actions=NULL, mark=mark, find_move=find_move, solve=NULL, validate=validate,
    ),
    struct_dtype(fields, lanes=dict.fromkeys(("hands", "bids", "still_in"), LANES)),
    MetropolysNotation(), COMMON, SEAT, MOVE, DETAILS, ACTIONS,
)
