"""What a search tells is its means made to come true; what it plays and what is solved stay as they were."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.search.positions import BY_NAME, whole_game
from urbanist.engine.game import State
from urbanist.search import Limit, SearchOptions, ismcts
from urbanist.search.calibration import Calibration, calibration_of
from urbanist.search.network import shipped_network
from urbanist.search.result import MoveValue, Result

WEIGHTS = Path(__file__).parents[2] / "search" / "weights" / "akropolis.npz"
LN2 = 0.6931471805599453
#: With 18 plies left the middle of two factors: 2; the seat to move gets twice the odds, the second one 4 times.
TABLE = Calibration.read(
    {"plies left": [12, 24], "factor": [1.5, 2.5], "to move": [0.0, 2 * LN2], "order": [0.0, 2 * LN2]}
)


def position(left: int, seats: int = 2) -> State:
    """Return a position of Akropolis with so many plies left."""
    states = whole_game(BY_NAME[f"akropolis-standard-{seats}"], 1).states
    return next(state for state in states if not state.due and states[-1].ply - state.ply == left)


def found(state: State, win_share: tuple[float, ...], *values: float) -> Result:
    """Return a result of a search with these mean win shares, and moves of these values."""
    moves = state.moves()
    listed = tuple(MoveValue(moves[i], 10, value, (0.0,)) for i, value in enumerate(values))
    return Result(moves[0], listed, win_share, (0.0,) * len(win_share), (moves[0],), 10, 0.0)


def test_shares_come_true_as_worked_out_by_hand() -> None:
    state = position(18)  # of the 36 of a game: the seat that began is to move
    first = state.to_move
    shares = (2 / 3, 1 / 3) if first == 0 else (1 / 3, 2 / 3)
    told = TABLE.told(found(state, shares, 0.8, 2 / 3, 0.0, 1.0), state, shared=True)
    # Odds of 2 squared, times 2 and by 4.
    assert told.win_share[first] == pytest.approx(2 / 3)
    assert sum(told.win_share) == pytest.approx(1)
    # Odds of 4: 16 x 2 / 4.
    assert [value.value for value in told.values] == pytest.approx([8 / 9, 2 / 3, 0, 1])
    plain = found(state, shares, 0.8)
    assert TABLE.told(plain, state, shared=False).values == plain.values


def test_the_numbers_stay_after_the_last_plies() -> None:
    state = position(7)  # the second seat is to move
    seat = state.to_move
    shares = (1 / 4, 3 / 4) if seat == 0 else (3 / 4, 1 / 4)
    told = Calibration((12, 24), (2, 3), (0, LN2), (0, LN2)).told(found(state, shares), state, shared=True)
    # 1 : 9, and twice as much for the second seat.
    assert told.win_share[seat] == pytest.approx(2 / 11)


def test_several_seats_share_what_the_value_of_a_move_leaves_them() -> None:
    state = position(12, seats=3)
    seat = state.to_move
    shares = tuple(0.6 if each == seat else 0.2 for each in range(3))
    told = Calibration((12,), (2,), (LN2,), (0, 0, 0)).told(
        found(state, shares, 0.6, 0.5), state, shared=True
    )
    # 2 x 36 : 4 : 4, and where the move is worth a half, 2 x 4 : 1 : 1.
    assert told.win_share[seat] == pytest.approx(72 / 80)
    assert [value.value for value in told.values] == pytest.approx([72 / 80, 8 / 10])


def test_only_what_is_told_differs_from_a_search_without_the_table() -> None:
    """The same weights from a file have no table, so they tell the means."""
    state = position(14)
    calibration = calibration_of(state.game, shipped_network(state.game), 2)
    assert calibration is not None
    told, plain = (
        ismcts(state, options=SearchOptions(nodes=300, seed=4, weights=weights))
        for weights in (None, str(WEIGHTS))
    )
    assert told.win_share != plain.win_share
    assert told == replace(calibration.told(plain, state, shared=True), seconds=told.seconds)
    order = [(value.move, value.visits) for value in plain.values]
    assert [(value.move, value.visits) for value in told.values] == order
    by_mean = [
        after.value
        for _, after in sorted(zip(plain.values, told.values, strict=True), key=lambda pair: pair[0].value)
    ]
    assert by_mean == sorted(by_mean)


@pytest.mark.parametrize("left", [2, 3])
def test_what_is_solved_is_told_as_it_is(left: int) -> None:
    state = position(left)
    told, plain = (
        ismcts(state, Limit(nodes=2000), SearchOptions(weights=weights)) for weights in (None, str(WEIGHTS))
    )
    assert told.solved
    assert told == replace(plain, seconds=told.seconds)


def test_searches_without_the_network_tell_their_means() -> None:
    state = position(14)
    result = ismcts(state, options=SearchOptions(eval="playout", nodes=64))
    assert all((128 * share).is_integer() for share in result.win_share)
