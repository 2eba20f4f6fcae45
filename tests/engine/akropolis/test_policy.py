"""Tests of Akropolis priors, compared with the points after the move, and of the shortlist."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from tests.engine.akropolis.building import game_of
from tests.engine.akropolis.scoring_cases import CASES, Case
from tests.engine.tables import unchecked
from urbanist.engine.akropolis import AKROPOLIS
from urbanist.engine.akropolis.accumulator import score_terms
from urbanist.engine.akropolis.city_record import hexes
from urbanist.engine.features import move_features
from urbanist.engine.game import State
from urbanist.engine.history import replay

SCORING = ("houses", "markets", "barracks", "temples", "gardens")


def game(seed: int, greed: float) -> Iterator[State]:
    """Yield the positions of a game with any options; `greed` is the share of moves with the highest prior."""
    rng = Random(seed)
    seats = rng.randint(2, 4)
    options = [option for option in SCORING if rng.random() < 0.5] + ["long"] * (
        seats < 4 and rng.random() < 0.5
    )
    state = AKROPOLIS.deal(seats=seats, options=tuple(options), seed=seed)
    while not state.over:
        if not state.due:
            yield state
            prior = state.priors()
            place = int(prior.argmax()) if rng.random() < greed else rng.randrange(len(prior))
            state = state.play(state.moves()[place])
        else:
            state = state.play(state.chance() or "")


def assert_kept(state: State, sample: int | None = None) -> None:
    """Assert that the priors of moves equal the points of the seat after them."""
    moves, prior = state.moves(), state.priors()
    places = range(len(moves)) if sample is None else Random(state.ply).sample(range(len(moves)), sample)
    for place in places:
        after = state.play(moves[place])
        assert after.standing()[0][state.to_move] == prior[place], state.legal()[place]


@pytest.mark.parametrize("greed", [0.0, 0.5, 0.9])
@pytest.mark.parametrize("seed", range(8))
def test_a_prior_is_the_points_of_the_city_after_the_move(seed: int, greed: float) -> None:
    for state in game(seed, greed):
        assert_kept(state, sample=12)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_move_on_a_city_built_by_hand_keeps_its_prior(case: Case) -> None:
    deal, events = game_of(case.moves, case.options)
    state = replay(AKROPOLIS.read_deal(deal), events)[-1]
    # Priors are those of the seat to move: the city of seat 0 is judged before seat 1 moves.
    while not state.over and (state.due or state.to_move != 0):
        state = state.play(state.redrawn(1).chance() or "" if state.due else state.moves()[0])
    if not state.over:
        assert_kept(state)


@pytest.mark.parametrize("seed", range(4))
def test_the_worth_of_a_city_adds_up_to_its_points(seed: int) -> None:
    for state in game(seed, 0.5):
        for seat, points in enumerate(state.scores()):
            worth = score_terms(state, seat)
            products = [value * stars for value, stars in zip(worth["value"], worth["stars"], strict=True)]
            assert sum(products) + worth["stones"] == points
            tops = hexes(state.array["city"][seat]).values()
            assert worth["quarries"] == sum(top.kind == "quarry" for top in tops)


def test_the_worth_of_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no seat 2; there are 2, counted from 0"):
        score_terms(AKROPOLIS.deal(seats=2), 2)


def straight_on(state: State, step: tuple[int, int]) -> str:
    """Return the move that goes farthest in a direction."""

    def reach(move: str) -> int:
        q, r = map(int, move.partition("@")[2].partition("/")[0].split(","))
        return q * step[0] + r * step[1]

    return max(map(str, state.legal()), key=reach)


@pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (2, -1)])
def test_chains_that_no_window_holds_are_judged_and_played_on_too(step: tuple[int, int]) -> None:
    state = AKROPOLIS.deal(seats=2, options=("long", "barracks", "gardens", "first=0"), seed=3)
    while not state.over:
        if state.due:
            state = state.play(state.chance() or "")
            continue
        if state.to_move == 0 and state.ply % 6 == 0:
            assert_kept(state, sample=25)
            assert set(state.shortlist()[0]) <= set(state.moves())
            assert state.playout(1, informed=True).over
        state = state.play(straight_on(state, step) if state.to_move == 0 else state.moves()[0])


@pytest.mark.parametrize("seed", range(6))
def test_the_shortlist_holds_the_best_of_the_legal_moves(seed: int) -> None:
    lost = []
    for state in game(seed, 0.9):
        moves, prior = state.shortlist()
        assert 1 <= len(moves) <= 48
        assert (np.diff(moves.astype(np.int64)) > 0).all()
        assert np.isfinite(prior).all()
        legal = state.moves()
        assert set(moves) <= set(legal)
        # The immediate points are only a part of the priors of the list.
        points = dict(zip(legal.tolist(), state.priors().tolist(), strict=True))
        lost.append(max(points.values()) - max(points[move] for move in moves.tolist()))
    assert np.mean(lost) < 2


@pytest.mark.parametrize("seed", range(4))
def test_a_shortlist_that_was_kept_is_that_of_its_position_alone(seed: int) -> None:
    for state in list(game(seed, 0.9))[::3]:
        other = state.array.copy()
        # Other numbers of stacks, options and open tiles change the list or its priors, and the city is the same.
        other["stacks"], other["options"] = max(other["stacks"] - 1, 0), other["options"] ^ 5
        if other["market_size"] > 2:
            other["market"][other["market_size"] - 1] = 0
            other["market_size"] -= 1
        for position in (state, unchecked(AKROPOLIS, other), state):
            moves, prior, _ = move_features(position)
            assert [part.tolist() for part in position.shortlist()] == [moves.tolist(), prior.tolist()]


def test_informed_playouts_build_better_cities_than_random_ones() -> None:
    deals = [AKROPOLIS.deal(seats=2, seed=seed) for seed in range(40)]
    informed, uniform = (
        np.mean([state.playout(1, informed=informed).scores() for state in deals])
        for informed in (True, False)
    )
    assert informed > 1.6 * uniform
