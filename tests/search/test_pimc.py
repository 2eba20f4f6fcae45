"""Several worlds searched one by one, and added up."""

import pytest

from tests.engine.tables import PLAIN_TABLES, Table, by_day
from tests.search.named import named
from tests.search.positions import EXPERT_2, untimed, whole_game
from urbanist.engine.history import View
from urbanist.search.final_choice import final_choice
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import PimcOptions, SearchOptions
from urbanist.search.pimc import pimc
from urbanist.search.result import MoveValue, Result, combined


def view_of_mover(table: Table, seed: int = 0, ply: int = 0) -> View:
    """Return what the seat to move knows of a random game after so many moves."""
    history = whole_game(table, seed).until(ply)
    return history.seen_by(history.state.to_move)


def result(move: str, *values: tuple[str, int, float]) -> Result:
    """Return a result of moves with visits and values; points are ten times the value."""
    moves = tuple(MoveValue(named(name), visits, value, (10 * value, 0.0)) for name, visits, value in values)
    nodes = sum(value.visits for value in moves)
    share = moves[0].value
    return Result(
        named(move),
        moves,
        (share, 1 - share),
        (10 * share, 0.0),
        (named(move), named(move.upper())),
        nodes,
        0.5,
    )


@pytest.mark.parametrize("table", by_day(PLAIN_TABLES))
def test_the_same_seed_finds_the_same_legal_move(table: Table) -> None:
    due = [state.due for state in whole_game(table, 1).states]
    for ply in (first + due[first] for first in (0, 5, 20) if first < len(due) - 1):
        view = view_of_mover(table, 1, ply)
        results = [untimed(pimc(view, Limit(nodes=200), PimcOptions(worlds=4, seed=3))) for _ in range(2)]
        assert results[0] == results[1]
        assert str(results[0].move) in view.bare_state().legal()
        assert sum(results[0].win_share) == pytest.approx(1)


@pytest.mark.parametrize(("nodes", "worlds", "made"), [(200, 4, 200), (205, 10, 200), (3, 9, 9), (1, 1, 1)])
def test_worlds_share_the_nodes_evenly_and_have_one_at_least(nodes: int, worlds: int, made: int) -> None:
    assert pimc(view_of_mover(EXPERT_2), Limit(nodes=nodes), PimcOptions(worlds=worlds)).nodes == made


def test_worlds_share_the_seconds() -> None:
    result = pimc(view_of_mover(EXPERT_2), Limit(time=0.02), PimcOptions(worlds=4))
    assert result.seconds >= 0.02


def test_one_world_is_a_search_of_that_world() -> None:
    view = view_of_mover(EXPERT_2, 2, 10)
    alone = TreeSearch(view.game, SearchOptions(seed=5)).think(view.state(5), Limit(nodes=300))
    result = pimc(view, Limit(nodes=300), PimcOptions(worlds=1, seed=5, draw="even"))
    assert (result.move, result.pv) == (alone.move, alone.pv)
    assert [(value.move, value.visits) for value in result.values] == [
        (v.move, v.visits) for v in alone.values
    ]


def test_several_worlds_are_searches_of_different_worlds() -> None:
    view, share = view_of_mover(EXPERT_2, 2, 10), Limit(nodes=100)
    search = TreeSearch(view.game, SearchOptions(seed=5, endings=False))
    results = []
    for seed in (15, 16, 17):
        search.clear()
        results.append(search.think(view.state(seed), share))
    result = pimc(view, Limit(nodes=300), PimcOptions(worlds=3, seed=5, draw="even"))
    assert result.values == combined(results, most_often).values
    assert len({view.state(seed) for seed in (15, 16, 17)}) > 1


def test_without_worlds_there_is_no_search() -> None:
    with pytest.raises(ValueError, match="worlds=0: expected a whole number from 1 to 1000"):
        PimcOptions(worlds=0)


most_often = final_choice(SearchOptions(), seat=0, ply=0)


class TestCombined:
    def test_visits_are_added_and_values_weighed_by_them(self) -> None:
        one = result("a", ("a", 30, 0.6), ("b", 10, 0.2))
        whole = combined([one, result("a", ("a", 10, 0.2), ("c", 5, 0.1))], most_often)
        assert [(str(value.move), value.visits) for value in whole.values] == [("a", 40), ("b", 10), ("c", 5)]
        assert whole.values[0].value == pytest.approx(0.5)
        assert whole.values[0].points == pytest.approx((5.0, 0.0))
        assert (str(whole.move), whole.nodes, whole.seconds) == ("a", 55, 1.0)

    def test_the_most_visited_on_the_whole_is_played_though_no_world_chose_it(self) -> None:
        one = result("a", ("a", 30, 0.6), ("b", 25, 0.5))
        whole = combined([one, result("c", ("c", 30, 0.6), ("b", 25, 0.5))], most_often)
        assert str(whole.move) == "b"
        assert whole.pv == (named("b"),)

    def test_the_line_is_that_of_a_world_that_chose_the_move(self) -> None:
        whole = combined([result("b", ("b", 30, 0.6)), result("a", ("a", 50, 0.6))], most_often)
        assert whole.pv == (named("a"), named("A"))

    def test_shares_are_weighed_by_the_nodes_of_the_worlds(self) -> None:
        whole = combined([result("a", ("a", 30, 0.6)), result("a", ("a", 10, 0.2))], most_often)
        assert whole.win_share == pytest.approx((0.5, 0.5))
        assert whole.points == pytest.approx((5.0, 0.0))

    def test_equals_go_by_value_then_by_name(self) -> None:
        whole = combined([result("a", ("a", 10, 0.3), ("c", 10, 0.4), ("b", 10, 0.4))], most_often)
        assert [str(value.move) for value in whole.values] == ["b", "c", "a"]
