"""The end of a game is solved exactly: the values are those of an oracle that plays everything in every world."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import permutations
from random import Random

import pytest

from tests.engine.akropolis.endings import AKROPOLIS, GREEDY, dealt, played, small
from tests.engine.contract import DealtCards
from tests.engine.tables import PLAIN_TABLES, SECRET_TABLES, Table, choices, onward, unchecked
from tests.search.oracle import Oracle, World, Worth
from tests.search.positions import BY_NAME, EXPERT_2, MAX_LINES, endings, untimed, whole_game
from urbanist.bots.players.time_management import sliced
from urbanist.engine.game import State
from urbanist.engine.history import History
from urbanist.engine.solution import solve
from urbanist.search.belief import Belief
from urbanist.search.ending import Ending
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import UTILITIES, SearchOptions
from urbanist.search.result import Result

KNOWS_ALL = -1
ENOUGH = 1 << 22
#: An oracle follows each line of play in each world.
MAX_WORLDS = 600
DEALT = [table for table in SECRET_TABLES if isinstance(table.contract, DealtCards)]
WARSZAWA = [table for table in SECRET_TABLES if table.game.name == "warszawa" and table.seats == 3]


#: Positions in random games, so many plies before the end, in which it is worth to know the world.
DOUBTFUL = [
    ("metropolys-expert-2", 3, 3),
    ("metropolys-family-2", 3, 3),
    ("metropolys-family-3", 42, 3),
    ("metropolys-family-3", 48, 4),
]


def solved(
    state: State,
    observer: int = KNOWS_ALL,
    belief: Belief | None = None,
    utility: str = "win",
    spread: float = 12,
) -> Result:
    """Return the solution of a position, which must be short."""
    options = SearchOptions(utility=utility, spread=spread)  # type: ignore[arg-type]
    found = Ending(state.game, state, observer, belief, [], options).attempt(ENOUGH)
    assert found is not None
    return found


def assert_same(found: Result, moves: dict[str, Worth], whole: Worth, seat: int) -> None:
    """Check that a solution has the values of an oracle for a seat that chooses."""
    assert {str(value.move): value.value for value in found.values} == pytest.approx(
        {move: worth[0][seat] for move, worth in moves.items()}, abs=2e-6
    )
    for value in found.values:
        assert value.points == pytest.approx(moves[str(value.move)][2], abs=1e-4)
    assert found.win_share == pytest.approx(whole[1], abs=2e-6)
    assert found.points == pytest.approx(whole[2], abs=1e-4)


def assert_best_are_marked(found: Result) -> None:
    """Check that the moves with the highest value have a visit, and no others."""
    most = max(value.value for value in found.values)
    assert all(value.visits == (value.value > most - 1e-6) for value in found.values)


def even(histories: Sequence[History]) -> list[World]:
    """Return the worlds of histories, all equally likely."""
    return [(history.state, 1 / len(histories)) for history in histories]


def with_norms(state: State, seat: int) -> list[World]:
    """Return the worlds of a game of Warszawa in which only the norms matter that were kept."""
    record = state.array.copy()
    others = [other for other in range(state.seats) if other != seat]
    free = sorted(set(range(1, 15)) - set(record["norms"][seat].tolist()))
    found = []
    for kept in permutations(free, len(others)):
        record["kept"][others] = kept
        found.append(unchecked(state.game, record))
    return [(world, 1 / len(found)) for world in found]


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
def test_where_all_is_known_every_seat_does_its_best(table: Table) -> None:
    for history in endings(table, 4):
        for utility, spread in (*((utility, 12) for utility in UTILITIES), ("win", 4)):
            state, oracle = history.state, Oracle(utility, onward, spread)
            moves = oracle.moves([(state, 1.0)], None)
            found = solved(state, utility=utility, spread=spread)
            assert_same(found, moves, oracle.open_worth(state), state.to_move)
            assert_best_are_marked(found)


@pytest.mark.parametrize("table", DEALT, ids=str)
def test_a_seat_that_chooses_does_its_best_over_all_worlds(table: Table) -> None:
    for history in endings(table, 3, MAX_LINES if table.seats < 4 else 30):
        seat, oracle = history.state.to_move, Oracle()
        worlds = even(table.contract.other_worlds(history, seat, MAX_WORLDS))
        found = solved(history.state, seat)
        assert_same(found, oracle.moves(worlds, seat), oracle.expected(worlds, seat), seat)


@pytest.mark.parametrize("table", DEALT, ids=str)
def test_the_choice_of_another_seat_is_expected_by_who_does_not_know_its_cards(table: Table) -> None:
    for history in endings(table, 2, 60 if table.seats < 4 else 20):
        observer, oracle = (history.state.to_move + 1) % table.seats, Oracle()
        worlds = even(table.contract.other_worlds(history, observer, MAX_WORLDS))
        found = solved(history.state, observer)
        whole = oracle.expected(worlds, observer)
        assert_same(found, oracle.moves(worlds, observer), whole, history.state.to_move)


@pytest.mark.parametrize("table", WARSZAWA, ids=str)
def test_kept_norms_are_all_that_is_hidden_in_the_last_realisation(table: Table) -> None:
    checked = 0
    for history in endings(table, 6, 25):
        state, oracle = history.state, Oracle(onward=onward)
        if state.array["phase"] != 2:
            continue
        worlds = with_norms(state, state.to_move)
        assert len(worlds) == 12 * 11
        found = solved(state, state.to_move)
        whole = oracle.expected(worlds, state.to_move)
        assert_same(found, oracle.moves(worlds, state.to_move), whole, state.to_move)
        checked += 1
    assert checked > 2


def test_worlds_count_by_what_moves_have_told() -> None:
    for history in endings(EXPERT_2, 5):
        seat, oracle = history.state.to_move, Oracle()
        view = history.seen_by(seat)
        share = Belief(view).probabilities(1 - seat)
        others = EXPERT_2.contract.other_worlds(history, seat, MAX_WORLDS)
        notation = history.game.notation
        worlds = [(other.state, share[notation.secret(other.state.array, 1 - seat)]) for other in others]
        found = solved(history.state, seat, Belief(view))
        assert_same(found, oracle.moves(worlds, seat), oracle.expected(worlds, seat), seat)


@pytest.mark.parametrize(("name", "seed", "plies"), DOUBTFUL)
def test_a_seat_plays_one_move_in_all_worlds_that_it_cannot_tell_apart(
    name: str, seed: int, plies: int
) -> None:
    table, oracle = BY_NAME[name], Oracle()
    whole = whole_game(table, seed)
    history = whole.until(len(whole.states) - 1 - plies)
    seat = history.state.to_move
    worlds = even(table.contract.other_worlds(history, seat, MAX_WORLDS))
    found, expected = solved(history.state, seat), oracle.expected(worlds, seat)
    assert_same(found, oracle.moves(worlds, seat), expected, seat)
    knowing = sum(oracle.open_worth(world)[0][seat] * weight for world, weight in worlds)
    assert expected[0][seat] < knowing - 1e-4


@pytest.mark.parametrize("table", SECRET_TABLES, ids=str)
def test_what_the_observer_cannot_know_changes_nothing(table: Table) -> None:
    for history in endings(table, 2, 30):
        seat = history.state.to_move
        options = SearchOptions()
        states = [history.state, history.seen_by(seat).bare_state()]
        states += [other.state for other in table.contract.other_worlds(history, seat, 6)]
        found = [Ending(table.game, state, seat, None, [], options).attempt(1 << 17) for state in states]
        assert all(result == found[0] for result in found)


class TestEffort:
    """A solution takes enough effort, or there is none."""

    def test_more_of_it_changes_nothing(self) -> None:
        history = next(endings(EXPERT_2, 9))
        ending = Ending(history.game, history.state, history.state.to_move, None, [], SearchOptions())
        tries = [ending.attempt(1 << bits) for bits in range(22)]
        first = next(number for number, found in enumerate(tries) if found)
        assert first > 5
        assert all(found == tries[-1] for found in tries[first:])

    def test_a_game_that_has_just_begun_is_not_tried(self) -> None:
        for table in PLAIN_TABLES:
            state = choices(table, 0)[0]
            for observer in (KNOWS_ALL, state.to_move):
                ending = Ending(table.game, state, observer, None, [], SearchOptions())
                assert ending.size > 1e8
                assert ending.attempt(1 << 20) is None

    def test_play_that_depends_on_what_is_hidden_is_not_tried(self) -> None:
        for table in WARSZAWA:
            for state in choices(table, 0):
                if state.array["phase"] != 2 or state.array["stage"] != 1 or state.array["round"] < 3:
                    ending = Ending(table.game, state, state.to_move, None, [], SearchOptions())
                    assert ending.attempt(1 << 20) is None


@pytest.fixture(scope="module")
def state() -> State:
    """Return a position that is solved, but not before the first visit."""
    for name, seed, plies in DOUBTFUL:
        state = whole_game(BY_NAME[name], seed).states[-1 - plies]
        ending = Ending(state.game, state, state.to_move, None, [], SearchOptions())
        if [bool(ending.attempt(effort)) for effort in (4000, 16000)] == [False, True]:
            return state
    raise AssertionError("no such end of a game")


class TestSearch:
    """A search solves the end of a game in passing."""

    def test_it_says_so_and_knows_every_move(self, state: State) -> None:
        found = TreeSearch(state.game).think(state, Limit(nodes=9000), observer=state.to_move)
        exact = solved(state, state.to_move)
        assert found.solved
        assert sorted(str(value.move) for value in found.values) == sorted(state.legal())
        assert found.move == found.pv[0] == exact.move
        assert (found.values, found.win_share, found.points) == (exact.values, exact.win_share, exact.points)

    def test_it_is_the_same_in_slices_with_threads_and_with_any_seed(self, state: State) -> None:
        found = []
        for options in (SearchOptions(), SearchOptions(seed=5), SearchOptions(threads=2)):
            for nodes in (9000, 20000):
                search = TreeSearch(state.game, options)

                def think(limits: Limit, search: TreeSearch = search) -> Result:
                    return search.think(state, limits, observer=state.to_move)

                found.append(untimed(think(Limit(nodes=nodes))))
                search.clear()
                *_, last = sliced(think, Limit(nodes=nodes), options.threads)
                found.append(untimed(last))
        assert all(result == found[0] for result in found)
        assert found[0].solved

    def test_seconds_are_enough_too(self, state: State) -> None:
        assert TreeSearch(state.game).think(state, Limit(time=5.0), observer=state.to_move).solved

    def test_a_limit_may_allow_a_solver_more_than_its_visits_are_worth(self, state: State) -> None:
        def found(ending: int) -> Result:
            return TreeSearch(state.game).think(state, Limit(nodes=50, ending=ending), observer=state.to_move)

        assert not found(15_999).solved
        more = found(16_000)
        assert more.solved
        assert more.values == solved(state, state.to_move).values
        search = TreeSearch(state.game)
        *_, sliced_too = sliced(
            lambda limit: search.think(state, limit, observer=state.to_move),
            Limit(nodes=50, ending=16_000),
            1,
        )
        assert untimed(sliced_too) == untimed(more)

    def test_without_the_option_it_searches(self, state: State) -> None:
        found = TreeSearch(state.game, SearchOptions(endings=False)).think(state, Limit(nodes=9000))
        assert not found.solved
        assert found.nodes == 9000

    def test_of_some_moves_only_these_count(self, state: State) -> None:
        search = TreeSearch(state.game)
        whole = search.think(state, Limit(nodes=9000), observer=state.to_move)
        worst = min(whole.values, key=lambda value: value.value)
        search.restrict([worst.move])
        only = search.think(state, Limit(nodes=9000), observer=state.to_move)
        assert only.solved
        assert [(value.move, value.value) for value in only.values] == [(worst.move, worst.value)]

    def test_the_next_position_is_solved_anew(self, state: State) -> None:
        search = TreeSearch(state.game)
        found = search.think(state, Limit(nodes=9000), observer=state.to_move)
        after = state.play(found.move)
        search.advance(found.move)
        if not after.over:
            again = search.think(after, Limit(nodes=9000), observer=state.to_move)
            assert again.win_share == pytest.approx(found.win_share, abs=1e-5)

    def test_its_lines_are_played_by_all(self) -> None:
        for history in endings(EXPERT_2, 4):
            search = TreeSearch(history.game)
            found = search.think(history.state, Limit(nodes=70000), observer=history.state.to_move)
            assert found.solved
            for value in found.values:
                state = history.state
                for move in search.line_of(value.move):
                    state = state.play(move)
                assert state.over


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
            found = TreeSearch(state.game).think(state, Limit(nodes=nodes), observer=state.to_move)
            assert found.solved
            assert (found.move, found.win_share, found.points) == (exact.move, exact.win_share, exact.points)
            assert [(value.move, value.points) for value in found.values] == [(exact.move, exact.points)]
            assert found.pv == (exact.move,)

    def test_whoever_looks_on_knows_the_solution_as_nobody_hides_anything(self) -> None:
        state = last_round(3, 1)
        exact = solve(state)
        assert exact is not None
        for observer in range(3):
            found = TreeSearch(state.game).think(state, Limit(nodes=100), observer=observer)
            assert (found.solved, found.move, found.points) == (True, exact.move, exact.points)

    def test_a_search_of_some_moves_finds_the_best_of_them(self) -> None:
        state = last_round(2, 1)
        moves = sorted(state.legal())[::40]
        exact, search = solve(state, moves), TreeSearch(state.game)
        search.restrict(moves)
        found = search.think(state, Limit(nodes=10), observer=state.to_move)
        assert exact is not None
        assert found.solved
        assert (found.move, found.points) == (exact.move, exact.points)

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
        assert any(found.solved for found in slices)

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
        whole, parts = TreeSearch(AKROPOLIS), TreeSearch(AKROPOLIS)
        for search in (whole, parts):
            search.restrict(moves)
        found = whole.think(state, Limit(nodes=10 * slices), observer=state.to_move)
        steps = [(slices * (part + 1) // 8 - slices * part // 8) * 10 for part in range(8)]
        results = [parts.think(state, Limit(nodes=nodes), observer=state.to_move) for nodes in steps]
        assert [result.solved for result in (*results, found)] == [False] * 7 + [solved] * 2
        if solved:
            assert (found.move, found.points) == (exact.move, exact.points)

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
            found = [
                search.think(state, limit, observer=state.to_move).solved for _ in range(3 if solved else 1)
            ]
            assert found[-1] is solved

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
        for found in (
            self.think(own.changed(ending=self.ENOUGH)),
            self.slices(own.changed(ending=self.ENOUGH))[-1],
        ):
            assert found.solved
            assert (found.move, found.win_share, found.points) == (exact.move, exact.win_share, exact.points)

    def test_too_little_of_it_changes_nothing(self) -> None:
        found = self.think(Limit(nodes=20, ending=self.TOO_LITTLE))
        assert untimed(found) == untimed(self.think(Limit(nodes=20)))
        assert found.nodes == 20

    def test_the_search_has_all_its_time_beside_it(self) -> None:
        """The solver takes more than that, and a search makes 16 visits at least."""
        assert self.think(Limit(time=0.05, ending=self.TOO_LITTLE)).nodes > 16

    def test_slices_go_on_until_it_is_used_up(self) -> None:
        *others, last = self.slices(Limit(time=1e-6, ending=self.TOO_LITTLE))
        assert len(others) > 2
        assert all(found.solving for found in others)
        assert not last.solving
        assert not last.solved

    def test_slices_of_visits_end_soon_and_solve_the_same(self) -> None:
        """Each gives the solver some milliseconds, and makes one visit; the last one gives it all that it needs."""
        exact = solve(five_plies(), five_plies().legal()[::2])
        assert exact is not None
        for nodes in (2, 2000):
            *others, last = self.slices(Limit(nodes=nodes, ending=self.ENOUGH))
            assert others
            assert all(found.solving and found.nodes == made for made, found in enumerate(others, 1))
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
