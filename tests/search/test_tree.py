"""A tree stays within its memory and follows the game."""

import numpy as np
import pytest

from tests.search.positions import BY_NAME, EXPERT_2, untimed
from urbanist.engine.game import State
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions

NODE = 64  # bytes
MIB = 1 << 20


def search(nodes: float = 1 << 14, seed: int = 0) -> TreeSearch:
    """Return a search with memory for so many nodes, one of which is never used; a visit adds at most one."""
    return TreeSearch(
        EXPERT_2.game, SearchOptions(memory=nodes * NODE / MIB, seed=seed, expansion="widening")
    )


def visits_below_root(tree: TreeSearch, nodes: int, state: State) -> int:
    return sum(value.visits for value in tree.think(state, Limit(nodes=nodes)).values)


@pytest.mark.parametrize("room", [3, 4, 10, 100, 1000])
def test_memory_is_never_exceeded_and_a_full_tree_searches_on(room: int) -> None:
    tree = search(room)
    result = tree.think(EXPERT_2.deal(1), Limit(nodes=5000))
    assert tree.size == room - 1
    assert result.nodes == 5000
    assert sum(value.visits for value in result.values) == 5000


@pytest.mark.parametrize("room", [0.1, 1, 2])
def test_with_no_memory_to_speak_of_there_is_still_a_move(room: float) -> None:
    state = EXPERT_2.deal(1)
    assert str(search(room).think(state, Limit(nodes=50)).move) in state.legal()


def test_a_tree_without_room_for_a_shortlist_has_its_best_moves() -> None:
    state = EXPERT_2.deal(1)
    wide, narrow = (
        TreeSearch(state.game, SearchOptions(memory=room * NODE / MIB, expansion="shortlist"))
        for room in (1 << 14, 12)
    )
    for tree in (wide, narrow):
        tree.think(state, Limit(nodes=20))
    priors = [{node["move"]: node["prior"] for node in tree.nodes()[1:49]} for tree in (wide, narrow)]
    assert len(priors[1]) == 10
    assert priors[1].items() <= priors[0].items()
    assert sorted(priors[1].values()) == sorted(priors[0].values())[-10:]


def test_a_fresh_tree_is_a_root() -> None:
    assert search().size == 1


def test_a_node_a_visit_at_most() -> None:
    tree = search()
    tree.think(EXPERT_2.deal(1), Limit(nodes=500))
    assert 1 < tree.size <= 501


def test_advance_keeps_what_is_known_of_the_move() -> None:
    state = EXPERT_2.deal(1)
    for rank in (0, 3):
        tree = search()
        kept = tree.think(state, Limit(nodes=3000)).values[rank]
        tree.advance(kept.move)
        # The first visit of a node is a playout from it and goes to no child.
        assert visits_below_root(tree, 200, state.play(kept.move)) == kept.visits - 1 + 200


def test_advance_keeps_the_means_of_the_children() -> None:
    state = EXPERT_2.deal(1)
    tree = search()
    move, answer = tree.think(state, Limit(nodes=20_000)).pv[:2]
    tree.advance(move)
    tree.advance(answer)
    position = state.play(move).play(answer)
    seen = tree.think(position, Limit(nodes=1)).values
    assert len(seen) > 1
    assert seen[0].visits > 10
    assert all(0 < value.value < 1 for value in seen if value.visits)


def test_advance_gives_back_all_the_rest() -> None:
    state = EXPERT_2.deal(1)
    sizes = []
    for value in search().think(state, Limit(nodes=800)).values:
        tree = search()
        tree.think(state, Limit(nodes=800))
        whole = tree.size
        tree.advance(value.move)
        assert tree.size < whole
        sizes.append(tree.size)
    assert sum(sizes) + 1 == whole


def test_what_is_given_back_is_used_again() -> None:
    tree = search(400)
    state = EXPERT_2.deal(1)
    for _ in range(12):
        result = tree.think(state, Limit(nodes=2000))
        assert tree.size == 399
        state = state.play(result.move)
        tree.advance(result.move)
        assert tree.size < 399


def test_a_move_never_looked_at_leaves_a_fresh_root() -> None:
    state = EXPERT_2.deal(1)
    tree = search()
    known = {value.move for value in tree.think(state, Limit(nodes=50)).values}
    unknown = next(move for move in state.legal() if move not in known)
    tree.advance(unknown)
    assert tree.size == 1
    assert visits_below_root(tree, 50, state.play(unknown)) == 50


def test_a_tree_that_did_not_follow_the_game_says_so() -> None:
    state = EXPERT_2.deal(1)
    tree = search()
    move = tree.think(state, Limit(nodes=50)).move
    after = state.play(move)
    with pytest.raises(ValueError, match="root of the tree is at ply 0, the state at ply 1: advance"):
        tree.think(after, Limit(nodes=50))
    assert visits_below_root(tree, 50, state) == 100
    tree.advance(move)
    assert str(tree.think(after, Limit(nodes=50)).move) in after.legal()
    tree.clear()
    assert tree.think(EXPERT_2.deal(2), Limit(nodes=50)).nodes == 50


def test_clear_forgets_everything() -> None:
    tree = search()
    tree.think(EXPERT_2.deal(1), Limit(nodes=50))
    tree.clear()
    assert tree.size == 1
    assert visits_below_root(tree, 50, EXPERT_2.deal(2)) == 50


def test_memory_makes_no_difference_until_it_is_full() -> None:
    state = EXPERT_2.deal(1)
    results = [untimed(search(room).think(state, Limit(nodes=300))) for room in (302, 1 << 14)]
    assert results[0] == results[1]


def test_only_what_is_legal_is_told_of_a_tree_that_was_kept_over_a_chance_event() -> None:
    state = BY_NAME["akropolis-standard-2"].deal(1)
    tree = TreeSearch(state.game, SearchOptions(seed=1))
    kept = 0
    while not state.over:
        result = tree.think(state, Limit(nodes=300), observer=state.to_move)
        assert {value.move for value in result.values} <= set(state.legal())
        for move in result.pv:
            assert not state.due  # the line ends where chance comes in
            state = state.play(move)
            tree.advance(move)
        if state.due:
            kept += tree.size > 1
            event = state.redrawn(state.ply).chance()
            assert event is not None
            tree.advance(event)
            state = state.play(event)
    assert kept > 4


def test_the_nodes_of_a_tree_add_up() -> None:
    tree = search()
    state = EXPERT_2.deal(1)
    result = tree.think(state, Limit(nodes=2000))
    rows = tree.nodes()
    parents = rows["parent"][1:]
    assert len(rows) == tree.size
    assert rows["visits"][0] == 2000
    assert (rows["depth"][1:] == rows["depth"][parents] + 1).all()
    assert rows["depth"][0] == 0
    below = np.bincount(parents, rows["visits"][1:], len(rows))
    # Each visit of a node goes on to a child, except the one that made the node, and those that end there.
    assert (below <= rows["visits"]).all()
    first = rows[rows["depth"] == 1]
    visits = {EXPERT_2.game.notation.write_move(row["move"]): int(row["visits"]) for row in first}
    assert visits == {str(value.move): value.visits for value in result.values}
    assert rows["points"][0, :2].tolist() == pytest.approx(result.points)


def test_the_nodes_follow_the_game() -> None:
    tree = search()
    state = EXPERT_2.deal(1)
    result = tree.think(state, Limit(nodes=2000))
    tree.advance(result.move)
    assert tree.nodes()["visits"][0] == result.values[0].visits
