"""A search keeps to its limits, is the same on every run, and finds what an exhaustive one finds."""

from math import exp, log

import numpy as np
import pytest

from tests.engine.tables import PLAIN_TABLES, Table, by_day, choices, onward, played
from tests.search.exact import lines, worth_of_moves
from tests.search.positions import EXPERT_2, FAMILY_2, plies_before_end, untimed
from urbanist.engine.features import move_features
from urbanist.engine.game import State
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch
from urbanist.search.network import network_of
from urbanist.search.options import UTILITIES, SearchOptions
from urbanist.search.result import Result

MAX_LINES = 400
#: Moves that the policy ranks (`search/expansion.pyx`).
MAX_RANKED = 32


def searched(state: State, nodes: int = 200, seed: int = 0, **options: object) -> Result:
    """Return the result of a fresh search."""
    asked = SearchOptions(seed=seed, nodes=nodes, endings=False, **options)  # type: ignore[arg-type]
    return TreeSearch(state.game, asked).think(state)


@pytest.fixture(params=by_day(PLAIN_TABLES))
def table(request: pytest.FixtureRequest) -> Table:
    table: Table = request.param
    return table


class TestLimits:
    @pytest.mark.parametrize("nodes", [1, 2, 15, 16, 17, 100, 4097])
    def test_nodes_are_made_to_the_last(self, nodes: int) -> None:
        result = searched(EXPERT_2.deal(1), nodes)
        assert result.nodes == nodes
        assert sum(value.visits for value in result.values) == nodes

    def test_one_node_is_enough_for_a_legal_move(self, table: Table) -> None:
        for state in choices(table, 0):
            assert str(searched(state, 1).move) in state.legal()

    def test_seconds_end_the_search(self) -> None:
        result = TreeSearch(EXPERT_2.game).think(EXPERT_2.deal(1), Limit(time=0.02))
        assert result.nodes > 0
        assert result.seconds >= 0.02

    def test_what_ends_first_ends_it(self) -> None:
        result = TreeSearch(EXPERT_2.game).think(EXPERT_2.deal(1), Limit(nodes=100, time=600))
        assert result.nodes == 100

    def test_options_in_the_place_of_a_limit_are_refused(self) -> None:
        with pytest.raises(TypeError, match="expected a Limit, not SearchOptions"):
            TreeSearch(EXPERT_2.game).think(EXPERT_2.deal(1), SearchOptions(nodes=5))  # type: ignore[arg-type]

    def test_a_game_that_is_over_is_not_searched(self, table: Table) -> None:
        with pytest.raises(ValueError, match="the game is over"):
            searched(played(table, 0)[0][-1])

    @pytest.mark.parametrize("observer", [-1, 2, 9])
    def test_an_observer_sits_at_the_table(self, observer: int) -> None:
        with pytest.raises(ValueError, match="no seat"):
            TreeSearch(EXPERT_2.game).think(EXPERT_2.deal(1), Limit(nodes=1), observer=observer)

    def test_memory_that_the_machine_does_not_have_is_refused(self) -> None:
        with pytest.raises(MemoryError, match="no memory for a tree of 1048576 MiB"):
            TreeSearch(EXPERT_2.game, SearchOptions(memory=1 << 20))


class TestResult:
    def test_the_same_seed_finds_the_same(self, table: Table) -> None:
        for state in choices(table, 1)[::9]:
            assert untimed(searched(state, seed=5)) == untimed(searched(state, seed=5))

    def test_another_seed_draws_other_playouts(self) -> None:
        state = EXPERT_2.deal(1)
        results = [untimed(searched(state, seed=seed, eval="playout")) for seed in (5, 6)]
        assert results[0] != results[1]

    def test_the_state_is_left_alone(self, table: Table) -> None:
        state = table.deal(0)
        before = state.array.tobytes()
        searched(state)
        assert state.array.tobytes() == before

    def test_values_are_legal_moves_the_most_visited_first(self, table: Table) -> None:
        for state in choices(table, 2)[::5]:
            result = searched(state)
            moves = [value.move for value in result.values]
            visits = [value.visits for value in result.values]
            assert result.move == moves[0]
            assert len(set(moves)) == len(moves)
            assert set(moves) <= set(state.legal())
            assert visits == sorted(visits, reverse=True)

    @pytest.mark.parametrize("utility", UTILITIES)
    def test_values_and_shares_keep_their_bounds(self, table: Table, utility: str) -> None:
        for state in choices(table, 2)[::11]:
            result = searched(state, utility=utility)
            least, most = (-0.5, 3) if utility == "points" else (0, 1)
            assert all(least <= value.value <= most for value in result.values)
            assert all(-50 < points < 300 for points in result.points)
            assert sum(result.win_share) == pytest.approx(1)
            assert all(0 <= share <= 1 for share in result.win_share)
            assert len(result.points) == len(result.win_share) == state.seats

    def test_the_line_expected_can_be_played(self, table: Table) -> None:
        for state in choices(table, 2)[::7]:
            result = searched(state, 500)
            assert result.pv[0] == result.move
            for move in result.pv:
                state = onward(state.play(move))

    def test_points_are_the_mean_of_all_visits(self) -> None:
        result = searched(EXPERT_2.deal(1), 500)
        for seat, points in enumerate(result.points):
            total = sum(value.visits * value.points[seat] for value in result.values)
            assert points == pytest.approx(total / 500, abs=1e-3)

    def test_a_wide_tree_looks_at_every_move(self, table: Table) -> None:
        state = table.deal(1)
        result = searched(state, 2 * len(state.moves()), selection="ucb", expansion="widening", widen=1000)
        assert {value.move for value in result.values} == set(state.legal())

    def test_a_narrow_tree_looks_at_the_most_promising_move_alone(self, table: Table) -> None:
        state = table.deal(1)
        moves, priors = state.shortlist()
        promised = dict(zip(moves.tolist(), priors.tolist(), strict=True))
        result = searched(state, 100, expansion="widening", prior="game", widen=0)
        assert [value.visits for value in result.values] == [100]
        assert promised[int(result.move)] == max(promised.values())


class TestPuct:
    def test_the_shortlist_of_a_node_has_the_moves_of_the_highest_priors(self, table: Table) -> None:
        for state in choices(table, 2)[::7]:
            moves, priors = state.shortlist()
            promised = dict(zip(moves.tolist(), priors.tolist(), strict=True))
            result = searched(
                state,
                100,
                selection="puct",
                expansion="shortlist",
                prior="game",
                widen=0,
                explore=100,
                temperature=100,
                afterstates=0,
            )
            looked_at = {int(value.move) for value in result.values}
            assert len(looked_at) == min(48, len(promised))
            assert min(promised[move] for move in looked_at) >= sorted(promised.values())[-len(looked_at)]

    def test_visits_without_a_difference_of_value_go_by_the_prior(self, table: Table) -> None:
        # So much exploration that values do not count: visits are in proportion to the softmax of the priors.
        differing = [state for state in choices(table, 2)[3:] if np.ptp(state.priors()) > 3]
        for state in differing[:1]:
            assert noise(state, 1.5) == pytest.approx(2 * noise(state, 0.75), rel=0.1)

    @pytest.mark.parametrize("prior", ["game", "net"])
    def test_the_first_visit_goes_to_the_highest_prior(self, table: Table, prior: str) -> None:
        state = table.deal(1)
        moves, priors, rows = move_features(state)
        network = network_of(state.game)
        if prior == "net":
            if network is None:
                pytest.skip("the game has no network")
            # The policy ranks no more than the best by the game's prior, unless the game has a shortlist.
            ranked = np.argsort(-priors, kind="stable")[: MAX_RANKED if state.game.open_moves else len(moves)]
            moves, priors = moves[ranked], network.logits(priors, rows)[ranked]
        result = searched(state, 1, selection="puct", expansion="shortlist", prior=prior)
        assert [value.visits for value in result.values] == [1]
        promised = dict(zip(moves.tolist(), priors.tolist(), strict=True))
        assert promised[int(result.move)] == max(promised.values())


class TestHistory:
    """What a move was worth elsewhere in the tree. The network of Metropolys draws nothing at random."""

    def test_moves_that_were_good_elsewhere_get_other_visits(self) -> None:
        state = EXPERT_2.deal(1)
        assert searched(state, 500, history=1.0).values != searched(state, 500, history=0.0).values

    @pytest.mark.parametrize("threads", [1, 2])
    def test_a_cleared_search_has_forgotten_it(self, threads: int) -> None:
        state, search = (
            EXPERT_2.deal(1),
            TreeSearch(EXPERT_2.game, SearchOptions(threads=threads, history=1.0)),
        )
        results = []
        for _ in range(2):
            search.clear()
            results.append(untimed(search.think(state, Limit(nodes=500))))
        assert results[0] == results[1]

    def test_a_search_in_parts_keeps_it(self) -> None:
        state, search = EXPERT_2.deal(1), TreeSearch(EXPERT_2.game, SearchOptions(history=1.0))
        search.think(state, Limit(nodes=200))
        assert search.think(state, Limit(nodes=300)).values == searched(state, 500, history=1.0).values

    def test_a_search_whose_root_moves_on_has_forgotten_it(self) -> None:
        """A move without a node leaves an empty tree, as for a new search."""
        state = EXPERT_2.deal(1)
        search = TreeSearch(EXPERT_2.game, SearchOptions(history=1.0, memory=0.1))
        search.think(state, Limit(nodes=500))
        known = {value.move for value in search.think(state, Limit(nodes=1)).values}
        move = next(move for move in state.legal() if move not in known)
        search.advance(move)
        following = onward(state.play(move))
        fresh = searched(following, 500, history=1.0, memory=0.1)
        assert untimed(search.think(following, Limit(nodes=500))) == untimed(fresh)


def noise(state: State, temperature: float) -> float:
    """Return how many points of prior make a move e times as visited; check that all visits follow from them."""
    moves, priors = state.shortlist()
    promised = dict(zip(moves.tolist(), priors.tolist(), strict=True))
    result = searched(
        state,
        4000,
        selection="puct",
        expansion="shortlist",
        prior="game",
        widen=0,
        explore=1000,
        temperature=temperature,
        afterstates=0,
    )
    visits = {promised[int(value.move)]: value.visits for value in result.values}
    best = max(visits)
    other = min(visits, key=lambda prior: abs(visits[prior] / visits[best] - 1 / 3))
    points = (best - other) / log(visits[best] / visits[other])
    whole = sum(exp((prior - best) / points) for prior in sorted(promised.values())[-48:])
    for prior, count in visits.items():
        assert count == pytest.approx(4000 * exp((prior - best) / points) / whole, abs=25)
    return points


def small_endings() -> list[State]:
    """Return positions one to three plies before the end of two-player games, with few lines left."""
    endings = [
        plies_before_end(table, seed, plies)
        for table in (EXPERT_2, FAMILY_2)
        for seed in range(40)
        for plies in (1, 2, 3)
    ]
    return [state for state in endings if len(state.moves()) > 1 and lines(state, MAX_LINES) <= MAX_LINES]


class TestEndings:
    @pytest.mark.parametrize("selection", ["ucb", "puct"])
    @pytest.mark.parametrize("utility", ["margin", "win"])
    def test_what_is_found_is_the_best_or_all_but(self, utility: str, selection: str) -> None:
        losses = []
        for state in small_endings():
            worth = worth_of_moves(state, utility)
            result = searched(state, 4000, utility=utility, selection=selection, widen=1000)
            losses.append(max(worth.values()) - worth[str(result.move)])
        assert len(losses) > 100
        assert sum(loss < 1e-9 for loss in losses) > 0.9 * len(losses)
        assert max(losses) < 0.05  # points in the margin at most: a win thrown away costs 0.75

    @pytest.mark.parametrize("utility", UTILITIES)
    @pytest.mark.parametrize("seed", [18, 37, 39, 74])
    def test_a_seat_takes_the_last_move_it_wants(self, utility: str, seed: int) -> None:
        state = plies_before_end(EXPERT_2, seed, 1)
        worth = worth_of_moves(state, utility)
        result = searched(state, 2000, utility=utility, widen=1000, selection="ucb", explore=0.5)
        assert worth[str(result.move)] == max(worth.values())

    def test_who_wants_points_may_give_away_the_win(self) -> None:
        state = plies_before_end(EXPERT_2, 39, 1)
        greedy, winning = (
            searched(state, 2000, utility=utility, widen=1000).move for utility in ("points", "win")
        )
        assert state.play(greedy).scores()[state.to_move] > state.play(winning).scores()[state.to_move]
        assert state.play(greedy).ranks()[state.to_move] == 2
        assert state.play(winning).ranks()[state.to_move] == 1


class TestRestriction:
    """A search that may look only at some moves of the root."""

    def test_all_moves_of_the_list_are_searched_and_no_others(self, table: Table) -> None:
        state = choices(table, 0)[2]
        legal = state.legal()
        only = {legal[0], legal[-1], legal[len(legal) // 2]}
        search = TreeSearch(table.game, SearchOptions(nodes=40, expansion="widening", widen=9.0))
        search.think(state)
        search.restrict(only)
        assert {value.move for value in search.think(state).values} <= only
        assert {value.move for value in search.think(state).values} == only

    def test_a_list_of_all_moves_restricts_nothing(self, table: Table) -> None:
        state = choices(table, 1)[0]
        search = TreeSearch(table.game, SearchOptions(nodes=100))
        search.restrict(state.legal())
        assert untimed(search.think(state)) == untimed(searched(state, 100))

    def test_it_ends_where_the_root_moves_on_or_if_it_is_lifted(self) -> None:
        state = FAMILY_2.deal(1)
        first = state.legal()[-1]
        search = TreeSearch(state.game, SearchOptions(nodes=200))
        search.restrict([first])
        assert [str(value.move) for value in search.think(state).values] == [first]
        search.advance(first)
        assert len(search.think(state.play(first)).values) > 1
        search.clear()
        search.restrict([first])
        search.restrict()
        assert untimed(search.think(state)).move == searched(state).move

    def test_no_legal_move_is_an_error(self) -> None:
        state = FAMILY_2.deal(1)
        search = TreeSearch(state.game, SearchOptions(nodes=5))
        search.restrict(["pass"])
        with pytest.raises(ValueError, match="none of the moves to search is legal here"):
            search.think(state)

    def test_a_line_begins_with_its_move(self) -> None:
        state = FAMILY_2.deal(1)
        search = TreeSearch(state.game, SearchOptions(nodes=500))
        assert tuple(map(str, search.line_of("1@C1"))) == ("1@C1",)
        result = search.think(state)
        assert search.line_of(result.move) == result.pv
        assert str(search.line_of(state.legal()[-1])[0]) == state.legal()[-1]
