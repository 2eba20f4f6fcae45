"""The fit of a policy: its derivatives, what it learns, and that it repeats."""

from typing import Any

import numpy as np
import pytest

from tests.search.training.slopes import check_slopes, ended
from urbanist.engine import GAMES
from urbanist.engine.features import move_features
from urbanist.search import SearchOptions
from urbanist.search.policy import POLICY_WIDTH
from urbanist.search.training import (
    DealtTable,
    Exploration,
    Schedule,
    choices,
    fitted_policy,
    play,
    policy_loss,
)
from urbanist.search.training.decisions import Choices
from urbanist.search.training.policy import batches, begin, forward, shares, slopes, unscaled
from urbanist.search.training.selfplay import states

AKROPOLIS = GAMES["akropolis"]


def drawn(count: int, seed: int) -> Choices:
    """Return decisions among two to nine moves, whose visits follow from the third feature."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(2, 10, count)
    rows = rng.normal(1, 3, (sizes.sum(), 4)).astype(np.float32)
    starts = np.cumsum(sizes) - sizes
    powers = np.exp(np.abs(rows[:, 2]))
    return Choices(rows, powers / np.repeat(np.add.reduceat(powers, starts), sizes), starts)


def test_gradients_are_the_slopes_of_the_loss() -> None:
    choices_drawn = drawn(30, seed=1)
    weights: dict[str, Any] = {name: array.astype(float) for name, array in begin(4, seed=2).items()}
    loss, derivatives = slopes(weights, choices_drawn)
    assert loss == pytest.approx(policy_loss(weights, choices_drawn))
    check_slopes(weights, derivatives, lambda changed: policy_loss(changed, choices_drawn))


def test_shares_are_a_softmax_within_each_decision() -> None:
    """e^-1 = 0.36788; the logits of one decision may be far above those of another."""
    decisions = Choices(np.zeros((5, 1), np.float32), np.full(5, 0.5, np.float32), np.array([0, 2]))
    logits = np.array([0, 1, 900, 900, 900], np.float32)
    expected = [0.26894, 0.73106, 1 / 3, 1 / 3, 1 / 3]
    assert shares(logits, decisions) == pytest.approx(expected, abs=1e-5)


def test_the_loss_is_the_cross_entropy_of_visits() -> None:
    """Logits 0 and ln 3 are shares of 1/4 and 3/4: 0.2 x 1.38629 + 0.8 x 0.28768 for the one decision."""
    decisions = Choices(
        np.array([[0], [np.log(3)]], np.float32), np.array([0.2, 0.8], np.float32), np.array([0])
    )
    weights = {name: np.zeros_like(array) for name, array in begin(1, seed=1).items()}
    weights["move_direct"] = np.ones(1, np.float32)
    assert policy_loss(weights, decisions) == pytest.approx(0.2 * 1.38629 + 0.8 * 0.28768, abs=1e-5)


def test_fitted_weights_are_for_features_as_a_game_writes_them() -> None:
    decisions = drawn(50, seed=3)
    first = begin(4, seed=2)
    first["move_direct"] = np.array([0.5, -1, 2, 0.1], np.float32)
    mean, size = decisions.rows.mean(0), decisions.rows.std(0)
    one = forward(first, (decisions.rows - mean) / size)[1]
    other = forward(unscaled(first, mean, size), decisions.rows)[1]
    # The direct weights have no bias: all logits are higher or lower by the same, which no softmax notices.
    assert one - one[0] == pytest.approx(other - other[0], abs=1e-3)


def test_a_fit_finds_what_visits_follow_from() -> None:
    """The visits do not follow from a sum of features, so the hidden layer must have learned."""
    weights, _ = ended(fitted_policy(drawn(4000, seed=1), drawn(400, seed=2), Schedule(20), seed=1))
    unseen = drawn(500, seed=9)
    entropy = -(unseen.visits * np.log(unseen.visits)).sum() / len(unseen.starts)
    assert entropy < policy_loss(weights, unseen) < entropy + 0.05


def test_the_same_seed_gives_the_same_weights() -> None:
    decisions = drawn(300, seed=1)
    one, same, other = (
        ended(fitted_policy(decisions, decisions, Schedule(2), seed=seed)).weights for seed in (5, 5, 6)
    )
    assert all((one[name] == same[name]).all() for name in one)
    assert (one["move_hidden"] != other["move_hidden"]).any()
    assert one["move_hidden"].shape == (4, POLICY_WIDTH)


def test_choices_are_the_moves_of_a_search_with_its_visits() -> None:
    search = SearchOptions(nodes=20, memory=4)
    game = play(AKROPOLIS, DealtTable(None, 2), [search] * 2, search, Exploration(), seed=1)
    decisions = choices(AKROPOLIS, [game], share=1, seed=1)
    assert np.add.reduceat(decisions.visits, decisions.starts) == pytest.approx(1)
    first, decision = next(iter(states(AKROPOLIS, game))), game.decisions[0]
    moves, priors, rows = move_features(first)
    counted = dict(decision.visits)
    visits = np.array([counted.get(move, 0) for move in moves.tolist()])
    np.testing.assert_allclose(decisions.visits[: len(moves)], visits / visits.sum(), rtol=1e-6)
    np.testing.assert_array_equal(
        decisions.rows[: len(moves)], np.column_stack([priors - priors.max(), rows])
    )
    assert len(choices(AKROPOLIS, [game], share=0.5, seed=1).starts) < len(decisions.starts)


def test_a_policy_learns_from_the_best_search_alone() -> None:
    best = SearchOptions(nodes=20, memory=4, endings=False)
    weak = SearchOptions(nodes=3, memory=4, endings=False)
    game = play(AKROPOLIS, DealtTable(None, 2), [weak, best], best, Exploration(), seed=1)
    assert game.teachers == (1,)
    decided = zip(states(AKROPOLIS, game), game.decisions, strict=True)
    seats = [
        state.to_move
        for state, decision in decided
        if dict(decision.visits).keys()
        & set(move_features(state)[0].tolist())  # not only moves that it ranks out
    ]
    assert len(choices(AKROPOLIS, [game], share=1, seed=1).starts) == seats.count(1) > 10
    assert seats.count(0) > 0


def test_without_a_choice_the_priors_alone_count() -> None:
    nothing = choices(AKROPOLIS, [], share=1, seed=1)
    weights, _ = ended(fitted_policy(nothing, nothing, Schedule(1), seed=1))
    rows = np.array([[-2, *[5] * 22], [0, *[7] * 22]], np.float32)
    assert forward(weights, rows)[1].tolist() == [-2, 0]


@pytest.mark.parametrize("count", [1, 128, 129, 9000])
def test_a_pass_has_each_decision_once_with_its_moves(count: int) -> None:
    """The moves of a decision are named by its number. 9,000 decisions are more than are shuffled together."""
    whole = drawn(count, seed=4)
    sizes = np.diff(whole.starts, append=len(whole.rows))
    whole.rows[:, 0] = np.repeat(np.arange(count), sizes)
    numbers = []
    for batch in batches(whole, np.random.default_rng(5)):
        ends = np.append(batch.starts[1:], len(batch.rows))
        for start, end in zip(batch.starts, ends, strict=True):
            number = int(batch.rows[start, 0])
            moves = slice(whole.starts[number], whole.starts[number] + sizes[number])
            assert (batch.rows[start:end] == whole.rows[moves]).all()
            assert (batch.visits[start:end] == whole.visits[moves]).all()
            numbers.append(number)
    assert sorted(numbers) == list(range(count))
    assert count < 9000 or np.mean(np.diff(numbers) == 1) < 0.1
