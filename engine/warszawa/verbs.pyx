"""Warszawa as a table of verbs and a numpy dtype."""

from urbanist.engine.struct_dtype import struct_dtype
from urbanist.engine.game cimport GameOps, new_game
from urbanist.engine.warszawa.priors cimport priors
from urbanist.engine.warszawa.priors import MOVE
from urbanist.engine.warszawa.dealing cimport deal, reshuffle
from urbanist.engine.warszawa.features cimport features
from urbanist.engine.warszawa.validation cimport validate
from urbanist.engine.warszawa.features import COMMON, SEAT
from urbanist.engine.warszawa.policy cimport playout_informed
from urbanist.engine.warszawa.notation import WarszawaNotation
from urbanist.engine.warszawa.encoder cimport ACTIONS, actions, observe, observe_seat
from urbanist.engine.warszawa.position cimport Warszawa
from urbanist.engine.warszawa.rules cimport apply, available, draw, knows, legal, sees
from urbanist.engine.warszawa.scoring cimport score
from urbanist.engine.warszawa.encoder import DETAILS
from urbanist.engine.warszawa.uniform_playout cimport playout_uniform, sample


cdef Warszawa record  # its type alone counts
cdef const Warszawa[:] fields = <Warszawa[:1]>&record

WARSZAWA = new_game(
    GameOps(
        size=sizeof(Warszawa), deal=deal, legal=legal, available=available, apply=apply, draw=draw, confine=NULL,
        reshuffle=reshuffle, knows=knows, sees=sees, keyed=False, playout_uniform=playout_uniform, playout_batch=NULL,
        sample=sample, playout_informed=playout_informed,
        score=score, priors=priors, prior_noise=2, shortlist=NULL, features=features,
        features_after=NULL, hide=NULL, mute=0,
        observe=observe, observe_seat=observe_seat, actions=actions, crop_seat=NULL,
        crop_actions=NULL, mark=NULL, find_move=NULL, solve=NULL, validate=validate,
    ),
    struct_dtype(fields),
    WarszawaNotation(), COMMON, SEAT, MOVE, DETAILS, ACTIONS,
)
