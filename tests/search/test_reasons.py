"""Reasons: the features that differ, those that count most first, and nothing hidden."""

import numpy as np
import pytest

from tests.engine.tables import PLAIN_TABLES, Table, choices
from urbanist.engine.features import features
from urbanist.search.network import Network, network_of
from urbanist.search.reasons import LEAST, reasons


@pytest.fixture(params=PLAIN_TABLES, ids=str)
def table(request: pytest.FixtureRequest) -> Table:
    table: Table = request.param
    return table


def trained(table: Table) -> Network:
    """Return the network of a game; a game without one has no reasons to tell."""
    network = network_of(table.game)
    if network is None:
        pytest.skip("the game has no network")
    return network


def test_reasons_are_features_that_differ_and_count(table: Table) -> None:
    network = trained(table)
    told = 0
    for state in choices(table, 2)[5::9]:
        seat = state.to_move
        one, other = (state.play(int(state.moves()[place])) for place in (0, -1))
        found = reasons(network, one, other, seat)
        told += len(found)
        assert [abs(reason.gain) for reason in found] == sorted(
            (abs(reason.gain) for reason in found), reverse=True
        )
        for reason in found:
            names = table.game.common_features if reason.seat is None else table.game.seat_features
            place = names.index(reason.feature)
            values = [
                common[place] if reason.seat is None else rows[reason.seat, place]
                for common, rows in (features(one, seat), features(other, seat))
            ]
            assert [reason.before, reason.after] == values
            assert values[0] != values[1]
            assert abs(reason.gain) >= LEAST
    assert told


def test_a_gain_is_the_mean_of_two_changes_of_one_feature(table: Table) -> None:
    """The feature is changed alone, forwards in the first position and backwards in the second one."""
    network = trained(table)
    state = choices(table, 2)[9]
    seat = state.to_move
    one, other = (state.play(int(state.moves()[place])) for place in (0, -1))
    before, after = features(one, seat), features(other, seat)
    for reason in reasons(network, one, other, seat):
        shares = []
        for base, value in ((before, reason.after), (after, reason.before)):
            common, rows = (array.copy() for array in base)
            if reason.seat is None:
                common[table.game.common_features.index(reason.feature)] = value
            else:
                rows[reason.seat, table.game.seat_features.index(reason.feature)] = value
            shares += [network.estimate(*base)[0][seat], network.estimate(common, rows)[0][seat]]
        assert reason.gain == pytest.approx(((shares[1] - shares[0]) + (shares[2] - shares[3])) / 2, abs=1e-6)


def test_exchanged_positions_have_opposite_reasons(table: Table) -> None:
    network = trained(table)
    state = choices(table, 2)[9]
    one, other = (state.play(int(state.moves()[place])) for place in (0, -1))
    found, opposite = (reasons(network, *pair, state.to_move) for pair in ((one, other), (other, one)))
    assert [(reason.feature, reason.seat) for reason in found] == [
        (reason.feature, reason.seat) for reason in opposite
    ]
    np.testing.assert_allclose([r.gain for r in found], [-r.gain for r in opposite], atol=1e-6)


def test_a_position_has_no_reasons_against_itself(table: Table) -> None:
    network = trained(table)
    state = table.deal(1)
    assert reasons(network, state, state, state.to_move) == []
