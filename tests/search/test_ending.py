"""A search asks the game's own solver before its visits, which knows the end of the game exactly."""

from collections.abc import Callable
from functools import cache, partial
from random import Random

import pytest

from tests.engine.akropolis.endings import AKROPOLIS, GREEDY, MISSED, dealt, played, plies_left, small
from tests.search.positions import untimed
from urbanist.bots import parse_bot
from urbanist.bots.players.time_management import sliced
from urbanist.engine.event import Move
from urbanist.engine.game import State
from urbanist.engine.history import History
from urbanist.search.ending import is_near_end, solve, verified
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions
from urbanist.search.result import MoveValue, Result


def last_round(seats: int, seed: int) -> State:
    """Return the position of a played game of Akropolis from which no stack is left."""
    return played(dealt(seats, False, seed), seats + 1, Random(seed), GREEDY)


@cache
def five_plies() -> State:
    """Return a position of two small cities; 4.9 million steps solve the best of every second move."""
    return small(9, 5)


@cache
def eight_plies() -> State:
    """Return a position of a played game of four in which each seat has two turns left."""
    return played(dealt(4, False, 5), 8, Random(5), GREEDY)


class TestOwnSolver:
    """Akropolis has a solver of its own, which a search asks before its visits."""

    @pytest.mark.parametrize(("seats", "nodes"), [(2, 1), (2, 5000), (3, 5000), (4, 20_000)])
    def test_the_last_round_is_solved_before_the_first_visit(self, seats: int, nodes: int) -> None:
        for seed in range(3):
            state = last_round(seats, seed)
            exact = solve(state)
            assert exact is not None
            result = TreeSearch(state.game).think(state, Limit(nodes=nodes), observer=state.to_move)
            assert result.solved
            assert (result.move, result.win_share, result.points) == (
                exact.move,
                exact.win_share,
                exact.points,
            )
            assert [(value.move, value.points) for value in result.values] == [(exact.move, exact.points)]
            assert result.pv == (exact.move,)

    def test_whoever_looks_on_knows_the_solution_as_nobody_hides_anything(self) -> None:
        state = last_round(3, 1)
        exact = solve(state)
        assert exact is not None
        for observer in range(3):
            result = TreeSearch(state.game).think(state, Limit(nodes=100), observer=observer)
            assert (result.solved, result.move, result.points) == (True, exact.move, exact.points)

    def test_a_search_of_some_moves_finds_the_best_of_them(self) -> None:
        state = last_round(2, 1)
        moves = sorted(state.legal())[::40]
        exact, search = solve(state, moves), TreeSearch(state.game)
        search.restrict(moves)
        result = search.think(state, Limit(nodes=10), observer=state.to_move)
        assert exact is not None
        assert result.solved
        assert (result.move, result.points) == (exact.move, exact.points)

    def test_it_is_asked_within_the_time_and_only_if_endings_are_solved(self) -> None:
        state = last_round(2, 1)
        short = TreeSearch(state.game).think(state, Limit(time=1e-6), observer=state.to_move)
        assert not short.solved
        long = TreeSearch(state.game).think(state, Limit(time=5), observer=state.to_move)
        assert long.solved
        unsolved = TreeSearch(state.game, SearchOptions(endings=False)).think(state, Limit(nodes=300))
        assert not unsolved.solved
        assert unsolved.nodes == 300

    def test_seconds_beyond_the_limit_of_a_slice_count_for_the_solver(self) -> None:
        """By its limits alone it would take 80,000 slices: each allows 50 of 4 million steps."""
        state = small(6, 5)
        search = TreeSearch(AKROPOLIS)
        search.restrict(state.legal()[::2])
        slices = (search.think(state, Limit(time=1e-6), observer=state.to_move) for _ in range(5000))
        assert any(result.solved for result in slices)

    @pytest.mark.parametrize("solved", [False, True])
    @pytest.mark.parametrize("position", [five_plies, eight_plies])
    def test_a_search_in_slices_solves_what_a_whole_one_solves(
        self, position: Callable[[], State], solved: bool
    ) -> None:
        state = position()
        moves = state.legal()[::2]
        exact = solve(state, moves)
        assert exact is not None
        assert exact.effort > 1 << 22
        slices = exact.effort // 3000 + solved  # of 3,000 steps, which are 10 visits
        alike = SearchOptions(solver=1)
        whole, parts = TreeSearch(AKROPOLIS, alike), TreeSearch(AKROPOLIS, alike)
        for search in (whole, parts):
            search.restrict(moves)
        final = whole.think(state, Limit(nodes=10 * slices), observer=state.to_move)
        steps = [(slices * (part + 1) // 8 - slices * part // 8) * 10 for part in range(8)]
        results = [parts.think(state, Limit(nodes=nodes), observer=state.to_move) for nodes in steps]
        assert [result.solved for result in (*results, final)] == [False] * 7 + [solved] * 2
        if solved:
            assert (final.move, final.points) == (exact.move, exact.points)

    def test_the_clock_of_a_game_is_no_time_for_the_solver_but_the_rest_of_a_decision_is(self) -> None:
        """A microsecond is worth 50 steps, and two or three slices of the solver are enough."""
        state = last_round(3, 1)
        exact = solve(state)
        assert exact is not None
        assert 50 < exact.effort < 1 << 19
        for limit, solved in (
            (Limit(time=1e-6), False),
            (Limit(time=1e-6, clock=300), False),
            (Limit(time=1e-6, rest=300), True),
        ):
            search = TreeSearch(AKROPOLIS)
            results = [
                search.think(state, limit, observer=state.to_move).solved for _ in range(3 if solved else 1)
            ]
            assert results[-1] is solved

    def test_the_first_slices_of_a_decision_know_how_much_time_is_left(self) -> None:
        """Their own microseconds are worth 50 steps each, and some more for what they take besides."""
        state, search = last_round(3, 1), TreeSearch(AKROPOLIS)
        exact = solve(state)
        assert exact is not None
        assert 250_000 < exact.effort < 1 << 19
        think = partial(search.think, state, observer=state.to_move)
        slices = sliced(think, Limit(time=60), 1, every=1e-6)
        assert any(next(slices).solved for _ in range(3))

    def test_a_search_in_parts_comes_to_it(self) -> None:
        """Each part has too little time; together they are allowed enough."""
        state, search = last_round(2, 1), TreeSearch(AKROPOLIS)
        parts = [search.think(state, Limit(time=0.005), observer=state.to_move).solved for _ in range(60)]
        assert not parts[0]
        assert parts[-1]


class TestBesides:
    """A limit may allow the solver of the game more than its search is worth."""

    #: A search of few visits allows 4.2 million of 4.9 million steps, these visits 6 and 1.5 million.
    ENOUGH, TOO_LITTLE = 20_000, 5_000

    def search(self) -> Callable[[Limit], Result]:
        """Return a search of every second move, which goes on at each call."""
        state, search = five_plies(), TreeSearch(AKROPOLIS)
        search.restrict(state.legal()[::2])
        return partial(search.think, state, observer=state.to_move)

    def think(self, limit: Limit) -> Result:
        """Return the result of one search."""
        return self.search()(limit)

    def slices(self, limit: Limit) -> list[Result]:
        """Return the results of a search in slices."""
        return list(sliced(self.search(), limit, 1))

    @pytest.mark.parametrize("own", [Limit(nodes=20), Limit(time=1e-6)], ids=["nodes", "time"])
    def test_it_solves_before_the_search(self, own: Limit) -> None:
        exact = solve(five_plies(), five_plies().legal()[::2])
        assert exact is not None
        assert not self.think(own).solved
        for result in (
            self.think(own.changed(ending=self.ENOUGH)),
            self.slices(own.changed(ending=self.ENOUGH))[-1],
        ):
            assert result.solved
            assert (result.move, result.win_share, result.points) == (
                exact.move,
                exact.win_share,
                exact.points,
            )

    def test_too_little_of_it_changes_nothing(self) -> None:
        result = self.think(Limit(nodes=20, ending=self.TOO_LITTLE))
        assert untimed(result) == untimed(self.think(Limit(nodes=20)))
        assert result.nodes == 20

    def test_the_search_has_all_its_time_beside_it(self) -> None:
        """The solver takes more than that, and a search makes 16 visits at least."""
        assert self.think(Limit(time=0.05, ending=self.TOO_LITTLE)).nodes > 16

    def test_slices_go_on_until_it_is_used_up(self) -> None:
        *others, last = self.slices(Limit(time=1e-6, ending=self.TOO_LITTLE))
        assert len(others) > 2
        assert all(result.solving for result in others)
        assert not last.solving
        assert not last.solved

    def test_slices_of_visits_end_soon_and_solve_the_same(self) -> None:
        """Each gives the solver some milliseconds, and makes one visit; the last one gives it all that it needs."""
        exact = solve(five_plies(), five_plies().legal()[::2])
        assert exact is not None
        for nodes in (2, 2000):
            *others, last = self.slices(Limit(nodes=nodes, ending=self.ENOUGH))
            assert others
            assert all(result.solving and result.nodes == made for made, result in enumerate(others, 1))
            assert last.solved
            assert (last.move, last.win_share) == (exact.move, exact.win_share)

    def test_slices_make_all_visits_after_an_ending_that_is_not_solved(self) -> None:
        *others, last = self.slices(Limit(nodes=300, ending=self.TOO_LITTLE))
        assert len(others) > 1
        assert (last.solved, last.solving, last.nodes) == (False, False, 300)

    def test_what_is_no_ending_takes_no_longer(self) -> None:
        search, state = TreeSearch(AKROPOLIS), dealt(2, False, 0)
        think = partial(search.think, state, observer=state.to_move)
        assert len(list(sliced(think, Limit(time=1e-6, ending=self.ENOUGH), 1))) == 1


def liking(state: State, moves: list[Move]) -> Result:
    """Return the result of a search that likes these moves best, the first one most, and says nothing true of them."""
    values = tuple(MoveValue(move, 100 - place, 0.5, (0.0, 0.0)) for place, move in enumerate(moves))
    return Result(moves[0], values, (0.5, 0.5), (0.0, 0.0), (moves[0],), 5000, 0.0)


def win_shares(state: State, moves: list[Move]) -> list[float]:
    """Return the exact win shares of the seat to move after each of some moves."""
    solutions = [solve(state, [move]) for move in moves]
    return [each.win_share[state.to_move] for each in solutions if each is not None]


class TestVerified:
    """Near the end the moves that a search likes best are solved, each alone, where all take too much effort."""

    def test_the_best_of_them_comes_first_with_its_exact_worth(self) -> None:
        state = small(30, 5)
        moves = list(map(state.game.notation.move, state.moves()))[::29]
        shares = win_shares(state, moves)
        assert len(set(shares)) > 1
        order = sorted(range(len(moves)), key=lambda i: shares[i])
        liked = [moves[i] for i in order]
        result = verified(state, liking(state, liked), SearchOptions(solver=1000))
        exact = solve(state, [result.move])
        assert exact is not None
        assert (result.win_share, result.points) == (exact.win_share, exact.points)
        assert result.win_share[state.to_move] == max(shares)
        assert result.values[0].move == result.move
        assert sorted(value.move for value in result.values) == sorted(liked)

    def test_a_move_that_wins_for_certain_is_played_at_once(self) -> None:
        state = small(30, 5)
        moves = list(map(state.game.notation.move, state.moves()))[::29]
        shares = win_shares(state, moves)
        sure = [move for move, share in zip(moves, shares, strict=True) if share == 1]
        assert len(sure) > 1
        assert verified(state, liking(state, sure), SearchOptions()).move == sure[0]

    def test_where_all_that_could_be_solved_lose_the_next_one_is_played(self) -> None:
        state = small(50, 5)
        moves = list(map(state.game.notation.move, state.moves()))[::9]
        shares = win_shares(state, moves)
        lost = [move for move, share in zip(moves, shares, strict=True) if share == 0]
        won = max(zip(shares, moves, strict=True))[1]
        efforts = [each.effort for each in (solve(state, [move]) for move in lost) if each is not None]
        assert sum(efforts) > 1 << 22
        result = verified(state, liking(state, [*lost, won]), SearchOptions(solver=0))
        solved = next(n for n in range(len(lost) + 1) if sum(efforts[: n + 1]) > 1 << 22)
        assert result.move == [*lost, won][solved]

    def test_what_is_no_ending_is_left_to_the_search(self) -> None:
        state = dealt(2, False, 1)
        assert not is_near_end(state)
        result = liking(state, list(map(state.game.notation.move, state.moves()))[:3])
        assert verified(state, result, SearchOptions()) is result

    @pytest.mark.parametrize("limit", [Limit(nodes=30), Limit(nodes=30, clock=60.0)])
    def test_a_bot_plays_the_best_of_what_it_likes(self, limit: Limit) -> None:
        deal, events, *_ = MISSED[1]
        history = History.read(AKROPOLIS, deal, events.split())
        while plies_left(history.state) < 5 or history.state.due:
            history = history.until(len(history.events) - 1)
        state = history.state
        *_, result = parse_bot("ismcts:nodes=30:solver=0").sit(1).think(history.seen_by(state.to_move), limit)
        exact = solve(state, [result.move])
        assert exact is not None
        assert not result.solved
        assert result.win_share == exact.win_share
