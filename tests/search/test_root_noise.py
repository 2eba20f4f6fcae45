"""Noise among the first moves: as much as asked for, and new at each decision."""

import pytest

from tests.search.positions import EXPERT_2
from urbanist.engine import State
from urbanist.search import SearchOptions, TreeSearch


def few_moves(ply: int) -> State:
    """Return a position of a game, from a ply on, in which all legal moves have room in a shortlist."""
    state = EXPERT_2.deal(1)
    while state.ply < ply or not 12 < len(state.moves()) < 40:
        state = state.play(state.legal()[len(state.moves()) // 2])
    return state


def shares(state: State, **options: object) -> dict[str, float]:
    """Return the share of visits of each move, with so much exploration that only the priors count."""
    asked = {"explore": 1000.0, "prior": "game", "eval": "playout", "nodes": 4000, "widen": 0.0, **options}
    search = TreeSearch(state.game, SearchOptions(**asked))  # type: ignore[arg-type]
    return {str(value.move): value.visits / 4000 for value in search.think(state).values}


def test_noise_mixes_with_the_shares_of_the_priors() -> None:
    state = few_moves(10)
    plain, half, noise = (shares(state, noise=noise) for noise in (0.0, 0.5, 1.0))
    assert len(plain) == len(state.moves())
    for move, share in half.items():
        assert share == pytest.approx((plain[move] + noise.get(move, 0)) / 2, abs=0.01)
    assert max(noise.values()) > max(plain.values())


def test_noise_depends_on_the_seed() -> None:
    state = few_moves(10)
    assert shares(state, noise=0.3, seed=1) == shares(state, noise=0.3, seed=1)
    assert shares(state, noise=0.3, seed=1) != shares(state, noise=0.3, seed=2)


def test_noise_is_new_at_each_decision() -> None:
    """Of the moves that two positions share, each prefers others."""
    opening = EXPERT_2.deal(1)
    before, after = shares(opening, noise=1.0), shares(opening.play(opening.legal()[0]), noise=1.0)
    favourites = [{move for move, share in shares.items() if share > 0.02} for shares in (before, after)]
    assert all(len(moves) > 5 for moves in favourites)
    assert len(favourites[0] & favourites[1]) < 3
