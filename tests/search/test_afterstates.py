"""The moves of a root are ranked by what the network expects of the position after each of them."""

from itertools import pairwise
from math import ceil, tanh

import numpy as np
import pytest

from tests.engine.tables import PLAIN_TABLES, Table, choices
from tests.search.positions import plies_before_end
from urbanist.engine.features import ALL_SEATS, features
from urbanist.engine.game import State
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch
from urbanist.search.network import network_of
from urbanist.search.options import SearchOptions

WEIGHT = 50.0
SPREAD = 12.0
#: The points of prior of each game that make a move e times as likely.
PRIOR_NOISE = {"metropolys": 2, "akropolis": 8, "warszawa": 2}
LEARNED = [table for table in PLAIN_TABLES if network_of(table.game) is not None]
AKROPOLIS = [table for table in PLAIN_TABLES if table.game.name == "akropolis"]


def utility(win_share: float, margin: float) -> float:
    """Return the utility `win` as docs/search.md has it."""
    return 0.75 * win_share + 0.25 * (0.5 + 0.5 * tanh(margin / SPREAD))


def lead(points: np.ndarray, seat: int) -> float:
    """Return how many points a seat has more than the best of the others."""
    return float(points[seat] - np.delete(points, seat).max())


def worth_of_moves(state: State) -> dict[str, float]:
    """Return the utility of each legal move for the seat to move, one position after the other."""
    network, seat, worths = network_of(state.game), state.to_move, {}
    assert network is not None
    for move in map(str, state.legal()):
        after = state.play(move)
        if after.over:
            ranks, points = np.array(after.ranks()), np.array(after.scores())
            worths[move] = utility((ranks[seat] == 1) / (ranks == 1).sum(), lead(points, seat))
        else:
            win_share, points = network.estimate(*features(after, ALL_SEATS))
            worths[move] = utility(float(win_share[seat]), lead(points, seat))
    return worths


def search_of(state: State, **options: object) -> TreeSearch:
    """Return a search that ranks the moves of its root; `ucb` keeps priors as they are, as distances to the best."""
    asked = {
        "selection": "ucb",
        "expansion": "widening",
        "eval": "net",
        "prior": "game",
        "afterstates": WEIGHT,
        "endings": False,
    }
    asked |= options
    return TreeSearch(state.game, SearchOptions(**asked))  # type: ignore[arg-type]


def children(search: TreeSearch) -> dict[str, float]:
    """Return the prior of each child of the root."""
    rows = search.nodes()
    rows = rows[rows["depth"] == 1]
    return {search.game.notation.write_move(int(row["move"])): float(row["prior"]) for row in rows}


def width(worth: dict[str, float], widen: float, visits: int) -> int:
    """Return how many of the best moves are children: as many as of any node, and more from 8,000 visits on."""
    return min(len(worth), ceil(widen * visits**0.3 + max(0, visits - 8000) / 10))


@pytest.mark.parametrize("table", LEARNED, ids=str)
class TestRanking:
    def test_the_children_of_a_root_are_the_best_moves_by_the_position_after_them(self, table: Table) -> None:
        for state in choices(table, 1)[1::17]:
            worth, search = worth_of_moves(state), search_of(state, widen=3)
            search.think(state, Limit(nodes=61))
            best = sorted(worth.values(), reverse=True)
            ranked = children(search)
            assert len(ranked) == width(worth, 3, 60)
            assert min(worth[move] for move in ranked) == pytest.approx(best[len(ranked) - 1], abs=1e-4)
            for move, prior in ranked.items():
                assert prior == pytest.approx(WEIGHT * (worth[move] - best[0]), abs=5e-3)

    def test_a_wider_root_or_more_visits_have_more_children(self, table: Table) -> None:
        state = max(choices(table, 3), key=lambda state: len(state.moves()))
        counts = []
        for widen, nodes in ((2, 20), (2, 200), (8, 20), (1e3, 200)):
            search = search_of(state, widen=widen, selection="puct", memory=1)
            search.think(state, Limit(nodes=nodes))
            counts.append(len(children(search)))
        assert counts[0] <= counts[1] <= counts[3]
        assert counts[0] <= counts[2] <= counts[3]
        assert counts[0] < counts[3]

    def test_the_last_move_of_a_game_counts_by_its_end(self, table: Table) -> None:
        state = plies_before_end(table, 4, 1)
        worth, search = worth_of_moves(state), search_of(state, widen=1000)
        search.think(state, Limit(nodes=2 * len(worth)))
        for one, other in pairwise(sorted(children(search).items())):
            assert one[1] - other[1] == pytest.approx(WEIGHT * (worth[one[0]] - worth[other[0]]), abs=5e-3)

    def test_moves_that_are_not_permitted_are_no_children(self, table: Table) -> None:
        state = table.deal(2)
        wanted = sorted(map(str, state.legal()))[:2]
        search = search_of(state)
        search.restrict(wanted)
        search.think(state, Limit(nodes=50))
        assert set(children(search)) <= set(wanted)

    def test_they_are_none_either_where_others_were_searched_before(self, table: Table) -> None:
        """A position is ranked once, but for other moves anew."""
        state = table.deal(2)
        search = search_of(state)
        search.think(state, Limit(nodes=50))
        wanted = sorted(map(str, state.legal()))[:2]
        search.restrict(wanted)
        search.think(state, Limit(nodes=50))
        assert set(children(search)) == set(wanted)


@pytest.mark.parametrize("table", AKROPOLIS, ids=str)
def test_the_root_of_a_kept_tree_is_ranked_anew(table: Table) -> None:
    state = table.deal(3)
    search = search_of(state)
    move = search.think(state, Limit(nodes=400)).move
    after = state.play(move)
    search.advance(move)
    known = children(search)
    search.think(after, Limit(nodes=1))
    worth = worth_of_moves(after)
    ranked = children(search)
    assert known.keys() <= ranked.keys()
    for child, prior in ranked.items():
        assert prior == pytest.approx(WEIGHT * (worth[child] - max(worth.values())), abs=5e-3)


@pytest.mark.parametrize("table", AKROPOLIS, ids=str)
def test_a_search_in_parts_finds_what_one_at_once_finds(table: Table) -> None:
    """The root, ranked at the first part alone, still gets children at the others, also after another position."""
    state, other = table.deal(2), table.deal(3)
    whole, parts = search_of(state), search_of(state)
    whole.think(state, Limit(nodes=400))
    parts.think(other, Limit(nodes=30))
    parts.clear()
    for nodes in (1, 49, 150, 200):
        parts.think(state, Limit(nodes=nodes))
    assert children(parts) == children(whole)


@pytest.mark.parametrize("table", AKROPOLIS[:1], ids=str)
def test_a_long_search_looks_at_every_move(table: Table) -> None:
    state = max(choices(table, 5), key=lambda state: len(state.moves()))
    worth = worth_of_moves(state)
    search = TreeSearch(state.game, SearchOptions(endings=False, seed=5))
    done = 0
    for nodes in (8001, 8101, 8001 + 10 * len(worth)):
        search.think(state, Limit(nodes=nodes - done))
        done = nodes
        ranked = children(search)
        assert len(ranked) == width(worth, 4, nodes - 1)
        assert min(worth[move] for move in ranked) == pytest.approx(
            sorted(worth.values(), reverse=True)[len(ranked) - 1], abs=1e-4
        )
    assert ranked.keys() == worth.keys()
    rows = search.nodes()
    assert (rows["visits"][rows["depth"] == 1] > 0).all()


@pytest.mark.parametrize("table", AKROPOLIS[:1], ids=str)
def test_visits_that_were_kept_make_no_root_wider(table: Table) -> None:
    """A move every 0.1 s finds what it found: only a long search of one position looks at every move."""
    state = choices(table, 5)[12]
    search, move = search_of(state, selection="puct", widen=4), max(state.legal())
    search.restrict((move,))
    search.think(state, Limit(nodes=12_000))
    search.advance(move)
    known, kept = children(search), int(search.nodes()["visits"][0])
    assert kept > 11_000
    search.think(state.play(move), Limit(nodes=300))
    assert len(children(search).keys() - known.keys()) <= 4 * (kept + 300) ** 0.3


@pytest.mark.parametrize("table", AKROPOLIS, ids=str)
def test_a_move_that_the_shortlist_leaves_out_becomes_a_child(table: Table) -> None:
    hidden = 0
    for state in choices(table, 2)[6::5]:
        shortlist = {state.game.notation.write_move(int(move)) for move in state.shortlist()[0]}
        worth = worth_of_moves(state)
        best = max(worth, key=lambda move: (worth[move], move))
        if best in shortlist:
            continue
        hidden += 1
        search = TreeSearch(state.game, SearchOptions(endings=False))
        search.think(state, Limit(nodes=200))
        assert any(worth[move] == pytest.approx(worth[best], abs=1e-6) for move in children(search))
    assert hidden
