"""A tree as JSON and as DOT."""

import json
import re

import pytest

from tests.search.positions import EXPERT_2
from urbanist.search import Limit, SearchOptions, TreeSearch, tree_dot, tree_json


@pytest.fixture(scope="module")
def search() -> TreeSearch:
    state = EXPERT_2.deal(3)
    search = TreeSearch(EXPERT_2.game, SearchOptions(seed=1))
    search.think(state, Limit(nodes=200), observer=state.to_move)
    return search


def test_json_has_the_nodes_of_the_tree(search: TreeSearch) -> None:
    nodes = search.nodes()
    rows = json.loads(tree_json(search, least=0))
    assert len(rows) == len(nodes)
    write = search.game.notation.write_move
    for row, node in zip(rows, nodes, strict=True):
        assert (row["parent"], row["depth"], row["visits"]) == (node["parent"], node["depth"], node["visits"])
        assert row["value"] == pytest.approx(node["value"][:2])
        assert row["points"] == pytest.approx(node["points"][:2])
        assert row["prior"] == pytest.approx(node["prior"])
        assert row["move"] == (None if row["depth"] == 0 else write(int(node["move"])))


@pytest.mark.parametrize("least", [1, 5, 1000])
def test_nodes_with_few_visits_are_left_out_with_all_below_them(search: TreeSearch, least: int) -> None:
    nodes, rows = search.nodes(), json.loads(tree_json(search, least=least))
    assert len(rows) == max(1, int((nodes["visits"] >= least).sum()))
    for row in rows[1:]:
        assert row["visits"] >= least
        assert rows[row["parent"]]["depth"] == row["depth"] - 1


def test_dot_has_a_box_for_each_node_and_an_arrow_from_its_parent(search: TreeSearch) -> None:
    rows, text = json.loads(tree_json(search, least=3)), tree_dot(search, least=3)
    assert text.startswith("digraph tree {\n")
    assert text.endswith("}\n")
    labels = re.findall(r'^  \d+ \[label="(.*)"\];$', text, re.MULTILINE)
    assert [label.split("\\n")[-2] for label in labels] == [str(row["visits"]) for row in rows]
    assert labels[1].split("\\n")[0] == rows[1]["move"]
    arrows = re.findall(r"^  (\d+) -> (\d+);$", text, re.MULTILINE)
    assert [(int(a), int(b)) for a, b in arrows] == [
        (row["parent"], n) for n, row in enumerate(rows) if n > 0
    ]


def test_a_tree_that_was_never_searched_is_a_root() -> None:
    search = TreeSearch(EXPERT_2.game)
    assert json.loads(tree_json(search)) == [
        {"parent": 0, "depth": 0, "move": None, "visits": 0, "prior": 0.0, "value": [], "points": []}
    ]
