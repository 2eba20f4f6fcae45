"""Positions as numbers: complete, named, and without what a seat cannot know."""

import random

import numpy as np
import pytest

from urbanist.engine import GAMES
from urbanist.engine.features import features, features_after, move_features
from urbanist.engine.game import Game, State

#: The room that a search has for either kind (`engine/game.pxd`).
MAX_FEATURES = 96
MAX_MOVE_FEATURES = 48

LEARNED = [game for game in GAMES.values() if game.seat_features]


def positions(game: Game, seats: int, variant: str | None, seed: int) -> list[State]:
    """Return the positions of a random game in which a seat is to move."""
    rng = random.Random(seed)
    state = game.deal(seats=seats, variant=variant, seed=seed)
    states = []
    while not state.over:
        if state.due:
            state = state.play(state.chance() or "")
            continue
        states.append(state)
        state = state.play(int(rng.choice(state.moves())))
    return states


GAMES_OF_ALL_KINDS = [
    pytest.param(state, id=f"{game.name}-{variant}-{seats}")
    for game in LEARNED
    for variant in game.notation.variants or (None,)
    for seats in game.notation.seat_counts
    for state in [positions(game, seats, variant, seed=seats)]
]


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.name)
def test_each_feature_has_a_name_of_its_own(game: Game) -> None:
    assert len(set(game.common_features)) == len(game.common_features) <= MAX_FEATURES
    assert len(set(game.seat_features)) == len(game.seat_features) <= MAX_FEATURES
    assert len(set(game.move_features)) == len(game.move_features) <= MAX_MOVE_FEATURES


@pytest.mark.parametrize("states", GAMES_OF_ALL_KINDS)
def test_features_are_finite_numbers_for_all_names(states: list[State]) -> None:
    for state in states:
        for seat in (None, *range(state.seats)):
            common, rows = features(state, seat)
            assert common.shape == (len(state.game.common_features),)
            assert rows.shape == (state.seats, len(state.game.seat_features))
            assert common.dtype == rows.dtype == np.float32
            assert np.isfinite(common).all()
            assert np.isfinite(rows).all()


@pytest.mark.parametrize("states", GAMES_OF_ALL_KINDS)
def test_features_for_a_seat_do_not_depend_on_what_it_cannot_know(states: list[State]) -> None:
    for state in states[::4]:
        for seat in (None, *range(state.seats)):
            common, rows = features(state, seat)
            for seed in range(4):
                other_common, other_rows = features(state.reshuffled(seat, seed), seat)
                assert (other_common == common).all()
                assert (other_rows == rows).all()


@pytest.mark.parametrize("states", GAMES_OF_ALL_KINDS)
def test_features_of_moves_do_not_depend_on_what_the_seat_to_move_cannot_know(states: list[State]) -> None:
    for state in states[::4]:
        moves, priors, rows = move_features(state)
        assert [moves.tolist(), priors.tolist()] == [part.tolist() for part in state.shortlist()]
        assert rows.shape == (len(moves), len(state.game.move_features))
        assert np.isfinite(rows).all()
        for seed in range(4):
            again = move_features(state.reshuffled(state.to_move, seed))
            assert all((one == other).all() for one, other in zip(again, (moves, priors, rows), strict=True))


@pytest.mark.parametrize("states", GAMES_OF_ALL_KINDS)
def test_each_feature_of_moves_changes_in_some_game(states: list[State]) -> None:
    rows = np.concatenate([move_features(state)[2] for state in states])
    still = [
        name for name, column in zip(states[0].game.move_features, rows.T, strict=True) if np.ptp(column) == 0
    ]
    assert len(still) <= len(states[0].game.move_features) // 3, still


@pytest.mark.parametrize("states", GAMES_OF_ALL_KINDS)
def test_a_seat_sees_its_score_in_its_own_points(states: list[State]) -> None:
    points = states[0].game.seat_features.index("points")
    for state in states[::4]:
        assert [features(state, seat)[1][seat, points] for seat in range(state.seats)] == list(state.scores())


@pytest.mark.parametrize("states", GAMES_OF_ALL_KINDS)
def test_each_feature_changes_in_some_game(states: list[State]) -> None:
    """A feature that is always the same would be a mistake; numbers of players and options are set for a whole game."""
    rows = np.concatenate([features(state, state.to_move)[1] for state in states])
    still = [
        name for name, column in zip(states[0].game.seat_features, rows.T, strict=True) if np.ptp(column) == 0
    ]
    assert len(still) <= len(states[0].game.seat_features) // 3, still


@pytest.mark.parametrize("states", GAMES_OF_ALL_KINDS)
def test_features_after_moves_are_those_of_the_positions_after_them(states: list[State]) -> None:
    for state in states[::3]:
        for moves, common, rows, own in features_after(state, state.to_move):
            assert len(moves) == len(own)
            for move, row in list(zip(moves.tolist(), own, strict=True))[::5]:
                rows[state.to_move] = row
                wanted_common, wanted_rows = features(state.play(move), state.to_move)
                assert (common == wanted_common).all()
                assert (rows == wanted_rows).all(), (state, move)


def test_a_seat_that_is_not_there_gets_one_clear_line() -> None:
    state = LEARNED[0].deal(seats=2, seed=1)
    with pytest.raises(ValueError, match="no seat 2; there are 2, counted from 0"):
        features(state, 2)
