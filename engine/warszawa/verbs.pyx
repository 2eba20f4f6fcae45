"""Warszawa as a table of verbs and a numpy dtype."""

from urbanist.engine.dtype cimport head_fields, struct_dtype
from urbanist.engine.game cimport GameOps, new_game
from urbanist.engine.warszawa.priors cimport priors
from urbanist.engine.warszawa.priors import MOVE
from urbanist.engine.warszawa.dealing cimport deal, forget, reshuffle
from urbanist.engine.warszawa.features cimport features
from urbanist.engine.warszawa.validation cimport validate
from urbanist.engine.warszawa.features import COMMON, SEAT
from urbanist.engine.warszawa.policy cimport playout_informed
from urbanist.engine.warszawa.notation import WarszawaNotation
from urbanist.engine.warszawa.encoder cimport ACTIONS, actions, observe, observe_seat
from urbanist.engine.warszawa.position cimport Warszawa
from urbanist.engine.warszawa.rules cimport apply, available, draw, legal
from urbanist.engine.warszawa.scoring cimport score
from urbanist.engine.warszawa.encoder import DETAILS
from urbanist.engine.warszawa.uniform_playout cimport playout_uniform, sample


cdef object warszawa_dtype():
    cdef Warszawa w
    base = <size_t>&w
    return struct_dtype({
        **head_fields(),
        "rubble": ("u8", <size_t>&w.rubble - base),
        "built": ("5u8", <size_t>&w.built - base),
        "founded": ("5u8", <size_t>&w.founded - base),
        "ready": ("5u8", <size_t>&w.ready - base),
        "of_type": ("6u8", <size_t>&w.of_type - base),
        "of_style": ("2u8", <size_t>&w.of_style - base),
        "segments": ("2u8", <size_t>&w.segments - base),
        "ends": ("2u8", <size_t>&w.ends - base),
        "forks": ("2u8", <size_t>&w.forks - base),
        "laid": ("u8", <size_t>&w.laid - base),
        "hand": ("5u8", <size_t>&w.hand - base),
        "tasks_open": ("u4", <size_t>&w.tasks_open - base),
        "tasks_gone": ("u4", <size_t>&w.tasks_gone - base),
        "bridges": ("u2", <size_t>&w.bridges - base),
        "taken": ("u2", <size_t>&w.taken - base),
        "gained": ("5i2", <size_t>&w.gained - base),
        "cubes": ("(5,3)u1", <size_t>&w.cubes - base),
        "held": ("5u1", <size_t>&w.held - base),
        "engineers": ("5u1", <size_t>&w.engineers - base),
        "markers": ("5u1", <size_t>&w.markers - base),
        "dug": ("5u1", <size_t>&w.dug - base),
        "spanned": ("5u1", <size_t>&w.spanned - base),
        "perks": ("5u1", <size_t>&w.perks - base),
        "card_at": ("37u1", <size_t>&w.card_at - base),
        "norms": ("(5,2)u1", <size_t>&w.norms - base),
        "kept": ("5u1", <size_t>&w.kept - base),
        "deck": ("(2,64)u1", <size_t>&w.deck - base),
        "task_deck": ("(2,32)u1", <size_t>&w.task_deck - base),
        "slot": ("u1", <size_t>&w.slot - base),
        "options": ("u1", <size_t>&w.options - base),
        "opener": ("u1", <size_t>&w.opener - base),
        "stage": ("u1", <size_t>&w.stage - base),
        "round": ("u1", <size_t>&w.round - base),
        "phase": ("u1", <size_t>&w.phase - base),
        "chosen": ("u1", <size_t>&w.chosen - base),
        "holder": ("u1", <size_t>&w.holder - base),
        "next_holder": ("u1", <size_t>&w.next_holder - base),
        "passed": ("u1", <size_t>&w.passed - base),
        "placing": ("u1", <size_t>&w.placing - base),
        "clearing": ("u1", <size_t>&w.clearing - base),
        "more": ("u1", <size_t>&w.more - base),
        "realised": ("u1", <size_t>&w.realised - base),
        "drawing": ("u1", <size_t>&w.drawing - base),
        "left": ("u1", <size_t>&w.left - base),
        "tasks_left": ("u1", <size_t>&w.tasks_left - base),
        "tunnel": ("u1", <size_t>&w.tunnel - base),
        "branched": ("u1", <size_t>&w.branched - base),
    }, sizeof(Warszawa))


WARSZAWA = new_game(
    GameOps(
        size=sizeof(Warszawa), deal=deal, legal=legal, available=available, apply=apply, draw=draw,
        reshuffle=reshuffle, playout_uniform=playout_uniform, playout_batch=NULL, sample=sample,
        playout_informed=playout_informed,
        score=score, priors=priors, prior_noise=2, shortlist=NULL, features=features,
        features_after=NULL, hide=NULL, mute=0,
        forget=forget, observe=observe, observe_seat=observe_seat, actions=actions, crop_seat=NULL,
        crop_actions=NULL, mark=NULL, find_move=NULL, solve=NULL, validate=validate,
    ),
    warszawa_dtype(),
    WarszawaNotation(), COMMON, SEAT, MOVE, DETAILS, ACTIONS,
)
