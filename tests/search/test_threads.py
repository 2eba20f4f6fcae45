"""A search on several threads: its share of the work is settled, and what it finds does not depend on the machine."""

import signal
import threading
from itertools import count

import numpy as np
import numpy.typing as npt
import psutil
import pytest
from msgspec.structs import replace

from tests.engine.tables import PLAIN_TABLES, Table, by_day, choices, onward
from tests.search.exact import worth
from tests.search.positions import BY_NAME, EXPERT_2, plies_before_end, untimed
from urbanist.bots.players.builtin import IsmctsBot, MctsBot, PimcBot
from urbanist.engine.game import State
from urbanist.engine.history import History
from urbanist.engine.python_game import PythonGame
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result

NODE = 64  # bytes
SHORTLIST = 48  # children that a node gets at once
WAYS = ["root", "tree"]
MIB = 1 << 20
STATE = BY_NAME["akropolis-standard-2"].deal(1)


class Forks(PythonGame):
    """One seat takes one of two ways, again and again."""

    name, seats, moves = "forks", (1,), ("a", "b")

    def begin(self, seats: int, rng: object) -> tuple[int, ...]:
        return ()

    def to_move(self, way: tuple[int, ...]) -> int:
        return 0

    def legal(self, way: tuple[int, ...]) -> tuple[int, ...]:
        return (0, 1) if len(way) < 8 else ()

    def apply(self, way: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*way, move)

    def scores(self, way: tuple[int, ...]) -> tuple[int, ...]:
        return (0,)

    def reshuffle(self, way: tuple[int, ...], seat: int | None, rng: object) -> tuple[int, ...]:
        return way


def two_at_once(selection: str, widen: float, better: float, before: int) -> dict[str, int]:
    """Return the visits of both ways when a thread, after so many visits, selects while another one is on its way."""
    visits, on_its_way, selected = count(1), threading.Event(), threading.Event()
    numbers: list[int] = []

    def worlds(state: object, observer: int, seed: int) -> None:
        numbers.append(next(visits))
        assert numbers[-1] <= before + 1 or on_its_way.wait(20)

    def leaf(states: object) -> npt.NDArray[np.float64]:
        if on_its_way.is_set():
            selected.set()
        elif numbers[-1] > before:
            on_its_way.set()
            assert selected.wait(20)
        return np.ones((1, 1))

    options = SearchOptions(
        selection=selection,
        expansion="widening",
        widen=widen,
        explore=1,
        fpu_reduction=0,
        threads=2,
        parallel="tree",
    )
    game = Forks()
    state = game.deal(seats=1, seed=1)
    search = TreeSearch(
        game, options, leaf=leaf, worlds=worlds, prior=lambda *_: np.array([better, 0.0], np.float32)
    )
    for nodes in [1] * before + [2]:
        result = search.think(state, Limit(nodes=nodes), observer=0)
    return {str(value.move): value.visits for value in result.values}


def searched(state: State, nodes: int, threads: int, **options: object) -> Result:
    """Return the result of a fresh search."""
    asked = SearchOptions(threads=threads, seed=4, **options)  # type: ignore[arg-type]
    return TreeSearch(state.game, asked).think(state, Limit(nodes=nodes), observer=state.to_move)


@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.parametrize("table", by_day(PLAIN_TABLES))
def test_the_same_seed_nodes_and_threads_find_the_same(table: Table, threads: int) -> None:
    for state in choices(table, 1)[3:40:18]:
        results = [untimed(searched(state, 151, threads)) for _ in range(2)]
        assert results[0] == results[1]
        assert str(results[0].move) in state.legal()


@pytest.mark.parametrize("threads", [2, 64])
@pytest.mark.parametrize("nodes", [1, 2, 63, 64, 65, 1000])
def test_nodes_are_made_to_the_last(nodes: int, threads: int) -> None:
    result = searched(EXPERT_2.deal(1), nodes, threads)
    assert result.nodes == nodes
    assert sum(value.visits for value in result.values) == nodes


def test_each_thread_draws_its_own_numbers() -> None:
    state = EXPERT_2.deal(1)
    alone, both = searched(state, 200, 1), searched(state, 400, 2)
    other = {value.move: value.visits for value in both.values}
    for value in alone.values:
        other[value.move] -= value.visits
    assert min(other.values()) >= 0
    assert sum(other.values()) == 200
    assert {move: visits for move, visits in other.items() if visits} != {
        value.move: value.visits for value in alone.values
    }


def test_values_are_means_over_the_visits_of_all_threads() -> None:
    result = searched(EXPERT_2.deal(1), 500, 4)
    assert sum(result.win_share) == pytest.approx(1)
    for seat, points in enumerate(result.points):
        total = sum(value.visits * value.points[seat] for value in result.values)
        assert points == pytest.approx(total / 500, abs=1e-3)


@pytest.mark.parametrize("parallel", WAYS)
@pytest.mark.parametrize("room", [60, 1000])
def test_the_trees_of_all_threads_together_keep_within_the_memory(room: int, parallel: str) -> None:
    options = SearchOptions(memory=room * NODE / MIB, threads=4, parallel=parallel)  # type: ignore[arg-type]
    search = TreeSearch(STATE.game, options)
    result = search.think(STATE, Limit(nodes=2000))
    assert room // 2 < search.size < room
    assert result.nodes == 2000
    assert 1990 <= sum(value.visits for value in result.values) <= 2000


@pytest.mark.parametrize("parallel", WAYS)
def test_memory_that_the_machine_does_not_have_is_refused(parallel: str) -> None:
    with pytest.raises(MemoryError, match="no memory for a tree of 1048576 MiB"):
        TreeSearch(STATE.game, SearchOptions(memory=1 << 20, threads=4, parallel=parallel))  # type: ignore[arg-type]


def test_a_tree_that_is_kept_finds_the_same_on_every_run() -> None:
    def game() -> list[Result]:
        state, texts = BY_NAME["warszawa-advanced-3"].deal(2), []
        search = TreeSearch(state.game, SearchOptions(threads=3))
        for _ in range(12):
            texts.append(untimed(search.think(state, Limit(nodes=200), observer=state.to_move)))
            search.advance(texts[-1].move)
            state = onward(state.play(texts[-1].move))
        return texts

    first = game()
    assert game() == first
    assert any(sum(value.visits for value in result.values) > result.nodes for result in first)


def test_clear_forgets_the_trees_of_all_threads() -> None:
    search = TreeSearch(STATE.game, SearchOptions(threads=3))
    search.think(STATE, Limit(nodes=100))
    assert search.size > 50
    search.clear()
    assert search.size == 3


@pytest.mark.parametrize("parallel", WAYS)
@pytest.mark.parametrize("limits", [Limit(time=0.02), Limit(time=0.02, nodes=1 << 31)])
def test_seconds_end_all_threads(limits: Limit, parallel: str) -> None:
    before = psutil.Process().num_threads()
    search = TreeSearch(STATE.game, SearchOptions(threads=4, parallel=parallel))  # type: ignore[arg-type]
    result = search.think(STATE, limits)
    assert result.seconds >= 0.02
    assert result.nodes - 4 <= sum(value.visits for value in result.values) <= result.nodes
    assert psutil.Process().num_threads() == before


@pytest.mark.parametrize("parallel", WAYS)
def test_an_interrupt_ends_all_threads_and_the_search_can_go_on(parallel: str) -> None:
    search = TreeSearch(STATE.game, SearchOptions(threads=4, parallel=parallel))  # type: ignore[arg-type]
    for _ in range(3):
        before = signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.02)
            with pytest.raises(KeyboardInterrupt):
                search.think(STATE, Limit(time=600))
        finally:
            signal.signal(signal.SIGALRM, before)
    assert search.think(STATE, Limit(nodes=40)).nodes == 40


def test_searches_of_several_threads_run_beside_each_other() -> None:
    expected = untimed(searched(STATE, 400, 3))
    results: list[Result] = []
    crowd = [
        threading.Thread(target=lambda: results.append(untimed(searched(STATE, 400, 3)))) for _ in range(4)
    ]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    assert results == [expected] * 4


@pytest.mark.parametrize("bot", [IsmctsBot(threads=3), MctsBot(threads=2), PimcBot(threads=3, worlds=3)])
def test_a_search_in_slices_finds_what_an_uninterrupted_one_finds(bot: IsmctsBot | MctsBot | PimcBot) -> None:
    view = History.start(STATE).seen_by(0)
    *_, last = bot.sit(0).think(view, Limit(nodes=600))
    assert last.values == replace(bot, nodes=600).sit(0).choose(view).values


class TestSharedTree:
    @pytest.mark.parametrize(
        ("selection", "widen", "better", "before", "visits"),
        [
            # a: 1 + sqrt(ln 3 / 2) = 1.741; b, on its way: 0 + sqrt(ln 3 / 1) = 1.048, and without that 33
            ("ucb", 1, 0, 2, {"a": 3, "b": 1}),
            # Shares 0.6 and 0.4. a: 1 + 0.6 / 2 = 1.3; b, on its way: 1 + 0.4 / 2 = 1.2, and without that 1.4
            ("puct", 1.5, 0.405465, 1, {"a": 2, "b": 1}),
            # b has none yet, so that of the root: 1 + 0.5 x 1.414 / 2 = 1.354; a: 1 + 0.5 x 1.414 / 3 = 1.236
            ("puct", 1, 0, 2, {"a": 2, "b": 2}),
        ],
    )
    def test_a_visit_on_its_way_counts_for_the_exploration_and_not_for_the_value(
        self, selection: str, widen: float, better: float, before: int, visits: dict[str, int]
    ) -> None:
        assert two_at_once(selection, widen, better, before) == visits

    @pytest.mark.parametrize("selection", ["ucb", "puct"])
    def test_a_visit_that_is_over_is_on_its_way_no_more(self, selection: str) -> None:
        """Of one visit the second thread makes none, so nobody is on the way when a visit begins."""
        trees = []
        for threads in (1, 2):
            options = SearchOptions(
                threads=threads, parallel="tree", selection=selection, seed=1, endings=False
            )
            search = TreeSearch(STATE.game, options)
            for _ in range(150):
                search.think(STATE, Limit(nodes=1), observer=0)
            trees.append(search.nodes().tobytes())
        assert trees[0] == trees[1]

    @pytest.mark.parametrize("table", by_day(PLAIN_TABLES))
    @pytest.mark.parametrize(("selection", "expansion"), [("ucb", "widening"), ("puct", "shortlist")])
    def test_each_move_is_one_legal_child(self, table: Table, selection: str, expansion: str) -> None:
        for state in choices(table, 2)[:40:13]:
            result = searched(
                state, 300, 8, parallel="tree", selection=selection, expansion=expansion, widen=20
            )
            moves = [value.move for value in result.values]
            assert len(set(moves)) == len(moves)
            assert set(moves) <= set(state.legal())
            assert result.nodes == 300
            assert sum(value.visits for value in result.values) == 300
            assert sum(result.win_share) == pytest.approx(1)
            assert all(0 <= value.value <= 1 for value in result.values)

    def test_threads_that_meet_at_a_new_node_expand_it_once(self) -> None:
        for seed in range(8):
            state = EXPERT_2.deal(seed)
            search = TreeSearch(state.game, SearchOptions(threads=8, parallel="tree", expansion="shortlist"))
            search.think(state, Limit(nodes=1000), observer=state.to_move)
            children = np.bincount(search.nodes()["parent"][1:])
            assert children[0] == children.max() == SHORTLIST < len(state.legal())

    def test_the_last_move_is_worth_what_the_end_is_worth(self) -> None:
        state = plies_before_end(EXPERT_2, 39, 1)
        options = SearchOptions(threads=8, parallel="tree", widen=1000)
        values = TreeSearch(state.game, options).think(state, Limit(nodes=4000)).values
        for value in values:
            end = state.play(value.move)
            assert value.value == pytest.approx(worth(end, "win", 12)[state.to_move], abs=1e-4)
            assert value.points == pytest.approx(end.scores(), abs=1e-3)
        assert len(values) == len(state.legal())

    def test_a_kept_tree_follows_the_game(self) -> None:
        state = BY_NAME["warszawa-advanced-3"].deal(2)
        search = TreeSearch(state.game, SearchOptions(threads=4, parallel="tree"))
        kept = 0
        while not state.over and state.ply < 30:
            result = search.think(state, Limit(nodes=200), observer=state.to_move)
            kept += sum(value.visits for value in result.values) > result.nodes
            search.advance(result.move)
            state = onward(state.play(result.move))
        assert kept > 3

    def test_one_thread_alone_finds_what_it_finds_in_its_own_tree(self) -> None:
        results = [untimed(searched(STATE, 300, 1, parallel=parallel)) for parallel in WAYS]
        assert results[0] == results[1]
