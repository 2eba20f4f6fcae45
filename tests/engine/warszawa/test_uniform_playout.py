"""Tests that a random playout of Warszawa draws from the same moves, in the same order, as the list of legal moves."""

import pytest

from tests.engine.tables import TABLES, Table, played
from urbanist.engine.warszawa.uniform_playout import nth_move

OURS = [table for table in TABLES if table.game.name == "warszawa"]


@pytest.mark.parametrize("table", OURS, ids=str)
def test_the_kth_move_is_that_of_the_list(table: Table) -> None:
    for state in (state for seed in range(20) for state in played(table, seed)[0]):
        moves = state.moves().tolist()
        assert [nth_move(state, k) for k in range(len(moves))] == moves
