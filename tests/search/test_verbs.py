"""Verbs from outside: rows, C functions in capsules, and functions of Python in every slot."""

import gc
import threading
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import psutil
import pytest
from msgspec.structs import replace

from tests.plugin import installed, restored
from tests.search.positions import BY_NAME, EXPERT_2, untimed, whole_game
from urbanist.engine import GAMES
from urbanist.engine.history import View
from urbanist.search import (
    Leaf,
    Network,
    Prior,
    Result,
    SearchOptions,
    Selection,
    TreeSearch,
    network_of,
    register,
)
from urbanist.search.belief import Belief, belief_for
from urbanist.search.option import options_of
from urbanist.search.verb import SELECTIONS, TABLES

if TYPE_CHECKING:
    from urbanist.engine.event import Move


@pytest.fixture(autouse=True)
def tables() -> Iterator[None]:
    with restored(*TABLES.values()):
        yield


AKROPOLIS = GAMES["akropolis"]
METROPOLYS = GAMES["metropolys"]
NODES = SearchOptions(nodes=300, endings=False)


def middle(table: str = "metropolys-expert-2", ply: int = 6) -> View:
    history = whole_game(BY_NAME[table], 3).until(ply)
    return history.seen_by(history.state.to_move)


def searched(view: View, options: SearchOptions = NODES, **slots: Any) -> tuple[Result, npt.NDArray[np.void]]:
    search = TreeSearch(view.game, options, **slots)
    result = search.think(view.state(1), observer=view.seat)
    return untimed(result), search.nodes()


def same(one: tuple[Result, npt.NDArray[np.void]], other: tuple[Result, npt.NDArray[np.void]]) -> bool:
    return one[0] == other[0] and one[1].tobytes() == other[1].tobytes()


class TestPython:
    """A function of Python in a slot, written from the formula in docs/search.md, makes the tree that C makes."""

    def test_a_selection(self) -> None:
        view = middle("akropolis-standard-3")

        def puct(nodes: Any, parent: int, children: Any, state: Any) -> Any:
            visits, prior = nodes["visits"][children], nodes["prior"][children]
            usual = nodes["value"][parent, state["to_move"]]
            value = np.where(visits > 0, nodes["value"][children, state["to_move"]], usual - np.float32(0.1))
            scale = np.float32(0.4) * np.sqrt(np.float32(nodes["visits"][parent]))
            # A sum in C is added up from the left.
            return np.argmax(value + scale / np.cumsum(prior, dtype=np.float32)[-1] * prior / (visits + 1))

        options = SearchOptions(nodes=200, endings=False, explore=0.4, fpu_reduction=0.1, history=0)
        ours, outside = (
            searched(view, options),
            searched(view, options, select=Selection("x", puct, shares=True)),
        )
        assert ours[0].nodes == outside[0].nodes == 200
        assert same(ours, outside)

    def test_a_prior(self) -> None:
        view = middle()
        network = network_of(view.game)
        assert network is not None

        def policy(state: Any, moves: Any, points: Any, features: Any) -> Any:
            assert moves.tolist() == sorted(moves)
            return network.logits(points, features)

        options = SearchOptions(nodes=100, endings=False, prior="net")
        assert same(searched(view, options), searched(view, options, prior=policy))

    @pytest.mark.parametrize("table", ["metropolys-expert-2", "metropolys-family-3"])
    def test_a_prior_in_points_has_the_temperature_of_the_game(self, table: str) -> None:
        view = middle(table)
        options = SearchOptions(nodes=100, endings=False, prior="game", temperature=2.0)
        row = Prior("x", lambda state, moves, points, features: points, points=True)
        by_game, by_row, bare = (
            {node["move"]: node["prior"] for node in nodes[nodes["depth"] == 1]}
            for _, nodes in (
                searched(view, options, **slots) for slots in ({}, {"prior": row}, {"prior": row.call})
            )
        )
        assert by_row.items() <= by_game.items()
        assert len(by_row) == 32 < len(by_game), "the best moves by the game's own prior"
        assert bare.keys() == by_row.keys()
        # A share falls by the factor e with each point, or with each `prior_noise` points.
        noise = [np.log(bare[move]) / np.log(by_row[move]) for move in bare if 1e-3 < bare[move] < 0.99]
        assert noise == pytest.approx([noise[0]] * len(noise), rel=1e-2)
        assert abs(noise[0] - 1) > 0.1

    def test_an_evaluation(self) -> None:
        view = middle()
        network = network_of(view.game)
        assert network is not None

        def win_share(states: npt.NDArray[np.void]) -> Any:
            return network.estimates(view.game, np.array(states), view.seat)[0]

        ours, outside = searched(view), searched(view, leaf=win_share, network=network)
        assert str(outside[0].move) in view.bare_state().legal()
        assert [value.visits for value in outside[0].values] != []
        assert outside[0].win_share == pytest.approx(ours[0].win_share, abs=0.1)

    def test_worlds(self) -> None:
        view = middle()
        seen: list[tuple[int, int, bytes]] = []

        def worlds(state: Any, observer: int, seed: int) -> None:
            seen.append((observer, seed, state.tobytes()))

        searched(view, worlds=worlds)
        assert len(seen) == 300
        assert {observer for observer, _, _ in seen} == {view.seat}
        assert len({seed for _, seed, _ in seen}) == 300
        drawn = [view.game.from_array(np.frombuffer(text, view.game.dtype)) for _, _, text in seen]
        assert len({state.key for state in drawn}) > 1
        assert {state.reshuffled(view.seat, 7) for state in drawn} == {view.state(1).reshuffled(view.seat, 7)}

    def test_the_world_that_a_function_writes_is_the_one_that_is_played_in(self) -> None:
        view = middle()
        truth, secret, met = view.state(5), view.game.notation.secret, set()

        def worlds(state: Any, observer: int, seed: int) -> None:
            for name in set(view.game.dtype.names or ()) - HEAD:
                state[name] = truth.array[name]

        def leaf(states: Any) -> Any:
            met.add(tuple(secret(states[0], seat) for seat in range(2)))
            return [[0.5, 0.5]]

        searched(view, worlds=worlds, leaf=leaf)
        assert met == {tuple(secret(truth.array, seat) for seat in range(2))}

    def test_the_state_of_a_function_is_a_view_that_is_not_written(self) -> None:
        def leaf(states: Any) -> Any:
            states["ply"] = 0
            return [[0.5, 0.5]]

        with pytest.raises(ValueError, match="read-only"):
            searched(middle(), leaf=leaf)

    def test_of_a_finished_game_the_end_counts_and_not_the_evaluation(self) -> None:
        view = middle(ply=len(whole_game(EXPERT_2, 3).events) - 3)
        _, nodes = searched(view, leaf=lambda states: np.full((1, 2), 0.5))
        assert not (nodes["value"][nodes["visits"] > 0][:, :2] == 0.5).all()


HEAD = {"score", "tiebreak", "ply", "seats", "to_move", "over", "due"}
BROKEN: list[tuple[str, Callable[..., Any], str]] = [
    ("select", lambda *_: 1 << 20, "the selection returned 1048576; expected the place of one of"),
    ("select", lambda *_: -1, "the selection returned -1; expected the place"),
    ("prior", lambda *_: [1.0], "the prior returned an array of the shape \\(1,\\); expected \\(\\d+,\\)"),
    ("leaf", lambda states: [[np.nan, 1]], "the evaluation returned a number that is not finite"),
    ("leaf", lambda states: [0.5, 0.5], "returned an array of the shape \\(2,\\); expected \\(1, 2\\)"),
]


class TestFailures:
    @pytest.mark.parametrize("threads", [1, 3])
    @pytest.mark.parametrize("parallel", ["root", "tree"])
    @pytest.mark.parametrize("slot", ["select", "prior", "leaf", "worlds"])
    def test_what_a_function_raises_ends_the_search_and_comes_out(
        self, slot: str, threads: int, parallel: Any
    ) -> None:
        view, calls, before = middle(), [], threading.active_count()

        def fails(*_: object) -> Any:
            calls.append(0)
            if len(calls) > 20 or slot in ("select", "prior"):
                raise KeyError("mine")
            if slot == "leaf":
                raise KeyError("mine")

        search = TreeSearch(
            view.game,
            SearchOptions(nodes=10**6, endings=False, threads=threads, parallel=parallel),
            **{slot: fails},  # type: ignore[arg-type]
        )
        with pytest.raises(KeyError, match="mine"):
            search.think(view.state(1), observer=view.seat)
        assert search.size == (threads if parallel == "root" else 1), "only roots are left"
        assert threading.active_count() <= before or threads > 1

    def test_a_search_can_go_on_after_a_failure(self) -> None:
        view, fail = middle(), [True]

        def leaf(states: Any) -> Any:
            if fail[0]:
                raise OSError("down")
            return np.full((len(states), 2), 0.5)

        search = TreeSearch(view.game, NODES, leaf=leaf)
        with pytest.raises(OSError, match="down"):
            search.think(view.state(1), observer=view.seat)
        fail[0] = False
        again = TreeSearch(view.game, NODES, leaf=leaf)
        results = [each.think(view.state(1), observer=view.seat).values for each in (search, again)]
        assert sum(value.visits for value in results[0]) == 300
        assert len(results[0]) == len(results[1])

    @pytest.mark.parametrize(
        "call",
        [
            lambda search, view: search.think(view.state(1), observer=view.seat),
            lambda search, view: search.nodes(),
            lambda search, view: search.clear(),
            lambda search, view: search.advance(view.bare_state().legal()[0]),
            lambda search, view: search.restrict(view.bare_state().legal()[:1]),
        ],
    )
    def test_a_function_cannot_meddle_with_its_search(
        self, call: Callable[[TreeSearch, View], object]
    ) -> None:
        view = middle()
        search = TreeSearch(view.game, NODES, leaf=lambda states: call(search, view))
        with pytest.raises(RuntimeError, match="the search is thinking"):
            search.think(view.state(1), observer=view.seat)

    def test_ctrl_c_in_a_function_ends_the_search(self) -> None:
        def leaf(states: Any) -> Any:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            searched(middle(), leaf=leaf)

    @pytest.mark.parametrize(("slot", "function", "complaint"), BROKEN)
    def test_a_wrong_answer_is_named(self, slot: str, function: Any, complaint: str) -> None:
        with pytest.raises(ValueError, match=complaint):
            searched(middle(), **{slot: function})

    def test_a_world_that_is_no_position_is_refused(self) -> None:
        def other_head(state: Any, observer: int, seed: int) -> None:
            state["ply"] += 1

        with pytest.raises(ValueError, match="a world has another head than the root"):
            searched(middle(), worlds=other_head)

        def nonsense(state: Any, observer: int, seed: int) -> None:
            for name in view.game.dtype.names or ():
                if state.dtype[name].base == np.uint8 and name not in HEAD:
                    state[name] = 255

        view = middle()
        with pytest.raises(ValueError, match=r"a world is no position: '\w+' is out of range"):
            searched(view, worlds=nonsense)


class TestMemory:
    def test_a_view_that_is_kept_keeps_the_memory_and_a_search_without_views_goes(self) -> None:
        kept: list[Any] = []

        def select(nodes: Any, parent: int, children: Any, state: Any) -> int:
            kept[:] = [nodes]
            return 0

        view = middle()
        search = TreeSearch(view.game, SearchOptions(nodes=20, endings=False, memory=1), select=select)
        search.think(view.state(1), observer=view.seat)
        visits = search.nodes()["visits"][0]
        del search
        gc.collect()
        assert visits in kept[0]["visits"][:2]

    def test_a_search_gives_its_memory_back(self) -> None:
        view, process = middle(), psutil.Process()
        searched(view, SearchOptions(nodes=2000, endings=False))
        before = process.memory_info().rss
        for _ in range(30):
            nodes = searched(view, SearchOptions(nodes=2000, endings=False))[1]
        tree = len(nodes) * 64
        assert process.memory_info().rss - before < 10 * tree

    def test_a_search_frees_its_functions(self) -> None:
        class Function:
            def __call__(self, states: Any) -> Any:
                return np.full((1, 2), 0.5)

        function = Function()
        alive = weakref.ref(function)
        searched(middle(), leaf=function)
        del function
        assert alive() is None, "a search with functions must not wait for the garbage collector"


class TestRows:
    def test_a_name_and_its_row_are_the_same_verb(self) -> None:
        view = middle("akropolis-standard-2")
        row = SELECTIONS["ucb"]
        results = [
            searched(view, SearchOptions(nodes=100, endings=False, selection="ucb")),
            *(searched(view, SearchOptions(nodes=100, endings=False), select=each) for each in ("ucb", row)),
        ]
        assert all(same(result, results[0]) for result in results)

    @pytest.mark.parametrize("table", ["metropolys-expert-2", "warszawa-advanced-3"])
    @pytest.mark.parametrize(
        ("option", "name"), [(option, name) for option, rows in TABLES.items() for name in rows.shipped]
    )
    def test_a_verb_does_the_same_under_any_name(self, option: str, name: str, table: str) -> None:
        register(replace(TABLES[option][name], name="renamed"))
        view = middle(table)
        results = []
        for word in (name, "renamed"):
            given: dict[str, Any] = {option: word}
            options = SearchOptions(nodes=80, seed=1, endings=False, history=0.2, **given)
            search = TreeSearch(view.game, options)
            belief = belief_for(view, options)
            result = search.think(view.state(1), observer=view.seat, belief=belief)
            results.append((untimed(result), search.nodes()))
        assert same(*results)

    def test_a_capsule_without_its_row_counts_nothing_and_breaks_nothing(self) -> None:
        from urbanist.search import selection

        result, _ = searched(middle("warszawa-advanced-3"), select=selection.UCB)
        assert result.nodes == 300

    @pytest.mark.parametrize(
        ("slot", "given", "complaint"),
        [
            ("select", "ubc", "no selection 'ubc'; did you mean 'ucb'?"),
            ("leaf", "nothing", "no eval 'nothing'; there are playout, net, mixed"),
            (
                "select",
                7,
                "selection 'given': 7 cannot be called; expected a capsule 'urbanist.search.SelectFn' or a",
            ),
            ("select", Leaf("a", print), "'a' is a Leaf; expected a Selection"),
            (
                "select",
                Selection("a", "no.such:THING"),
                "'no.such:THING' cannot be loaded: No module named 'no'",
            ),
            (
                "select",
                Selection("a", print, counts=True),
                "selection 'a': a function of Python cannot count in the",
            ),
            ("leaf", SELECTIONS["ucb"], "'ucb' is a Selection; expected a Leaf"),
            (
                "leaf",
                Leaf("a", "urbanist.search.selection:UCB"),
                "a capsule 'urbanist.search.SelectFn'; expected",
            ),
        ],
    )
    def test_what_is_no_verb_of_the_slot_is_refused_in_one_line(
        self, slot: str, given: Any, complaint: str
    ) -> None:
        with pytest.raises((ValueError, TypeError)) as caught:
            TreeSearch(AKROPOLIS, NODES, **{slot: given})
        assert complaint in str(caught.value)
        assert "\n" not in str(caught.value)

    def test_a_registered_verb_is_a_word_of_its_option(self) -> None:
        verb = register(Leaf("even-chances", lambda states: np.full((1, 2), 0.5), "nobody is ahead"))
        [option] = [option for option in options_of(SearchOptions) if option.name == "eval"]
        assert option.choices[-1] == "even-chances"
        assert "even-chances" in option.allowed
        result, _ = searched(middle(), SearchOptions(nodes=50, endings=False, eval="even-chances"))
        assert result.win_share == (0.5, 0.5)
        assert verb.meaning == "nobody is ahead"

    def test_options_that_suit_an_evaluation_must_exist(self) -> None:
        row = Leaf("mine", lambda states: [[0.5, 0.5]], suits={"explor": 1.0})
        with pytest.raises(ValueError, match="no option 'explor', which suits 'mine'"):
            TreeSearch(METROPOLYS, NODES, leaf=row)
        row = Leaf("mine", lambda states: [[0.5, 0.5]], suits={"explore": -1.0})
        with pytest.raises(ValueError, match=r"explore=-1\.0: expected a number from 0 to 1000"):
            TreeSearch(METROPOLYS, NODES, leaf=row)

    def test_only_rows_are_registered_and_names_of_ours_stay(self) -> None:
        with pytest.raises(TypeError, match="is no row; expected one of Selection, "):
            register(print)  # type: ignore[type-var]
        with pytest.raises(ValueError, match="'ucb' comes with urbanist"):
            register(Selection("ucb", print))

    def test_a_verb_of_an_installed_package_is_loaded_when_it_is_asked_for(self, tmp_path: Path) -> None:
        source = (
            "from urbanist.search import Selection\nFIRST = Selection('first', lambda *_: 0, 'the newest')\n"
        )
        entries = {"selection.first": "brings_first:FIRST", "selection.gone": "nowhere:FIRST"}
        with installed(tmp_path, "brings_first", source, urbanist_verbs=entries):
            [option] = [option for option in options_of(SearchOptions) if option.name == "selection"]
            assert option.choices == ("ucb", "puct", "first", "gone")
            result, _ = searched(middle(), SearchOptions(nodes=20, endings=False, selection="first"))
            assert result.nodes == 20
            with pytest.raises(
                ValueError, match=r"'selection\.gone' of urbanist\.verbs in the package brings_first"
            ):
                searched(middle(), SearchOptions(selection="gone"))

    def test_every_kind_of_verb_has_a_table_and_every_row_a_meaning(self) -> None:
        for option, table in TABLES.items():
            assert all(table[name].meaning for name in table.shipped), option


class TestNetwork:
    def test_a_network_in_memory_plays_like_its_file(self, tmp_path: Path) -> None:
        shipped = network_of(AKROPOLIS)
        assert shipped is not None
        network = Network(
            AKROPOLIS, {name: array * 0.5 for name, array in shipped.arrays.items()}, shipped.tuned
        )
        network.save(tmp_path / "half.npz", AKROPOLIS)
        view = middle("akropolis-standard-2")
        options = SearchOptions(nodes=60, endings=False)
        from_file = SearchOptions(nodes=60, endings=False, weights=str(tmp_path / "half.npz"))
        assert same(searched(view, options, network=network), searched(view, from_file))
        assert not same(searched(view, options, network=network), searched(view, options))

    def test_a_network_of_another_game_is_refused(self) -> None:
        with pytest.raises(ValueError, match="a network of metropolys; expected one of akropolis"):
            TreeSearch(AKROPOLIS, NODES, network=network_of(METROPOLYS))


class TestBelief:
    def test_factors_change_the_probabilities_by_bayes_rule(self) -> None:
        view = middle()
        belief = Belief(view)
        other = 1 - (view.seat or 0)
        before = belief.probabilities(other)
        card = next(iter(before))
        belief.reweigh(other, {card: 3.0})
        after = belief.probabilities(other)
        whole = 1 + 2 * before[card]
        assert after[card] == pytest.approx(3 * before[card] / whole)
        assert all(after[name] == pytest.approx(before[name] / whole) for name in before if name != card)

    def test_a_certain_card_is_in_every_world(self) -> None:
        view = middle()
        belief = Belief(view)
        other = 1 - (view.seat or 0)
        cards = list(belief.probabilities(other))
        belief.reweigh(other, dict.fromkeys(cards[1:], 0))
        assert belief.probabilities(other) == {cards[0]: 1.0}
        worlds = [belief.world(seed) for seed in range(5)]
        assert {view.game.notation.secret(world.array, other) for world in worlds} == {cards[0]}

    @pytest.mark.parametrize(
        ("factors", "complaint"),
        [
            ({"x": 1.0}, "cannot hide 'x'"),
            ({"": -1.0}, "a number from 0 on"),
            ({"*": 0.0}, "no secret of seat"),
        ],
    )
    def test_wrong_factors_change_nothing(self, factors: dict[str, float], complaint: str) -> None:
        view = middle()
        belief = Belief(view)
        other = 1 - (view.seat or 0)
        before = belief.probabilities(other)
        given = {
            name: factor
            for key, factor in factors.items()
            for name in ({"": [next(iter(before))], "*": list(before)}.get(key, [key]))
        }
        with pytest.raises(ValueError, match=complaint):
            belief.reweigh(other, given)
        assert belief.probabilities(other) == before

    def test_a_belief_by_another_network_knows_what_this_one_says(self) -> None:
        view = middle(ply=12)
        shipped = network_of(METROPOLYS)
        assert shipped is not None
        zeros = Network(METROPOLYS, {name: array * 0 for name, array in shipped.arrays.items()})
        other = 1 - (view.seat or 0)
        even = set(np.round(list(Belief(view, network=zeros).probabilities(other).values()), 9))
        assert len(even) == 1, "a network that prefers nothing tells nothing"
        assert Belief(view, network=shipped).probabilities(other) == Belief(view).probabilities(other)


class TestTrace:
    @pytest.mark.parametrize("threads", [1, 2])
    def test_a_trace_tells_of_each_visit_and_changes_none(self, threads: int) -> None:
        view = middle()
        options = SearchOptions(nodes=100, endings=False, threads=threads)
        told: list[tuple[tuple[Move, ...], tuple[float, ...]]] = []
        search = TreeSearch(view.game, options)
        traced = search.think(view.state(1), observer=view.seat, trace=lambda *visit: told.append(visit))
        assert untimed(traced) == searched(view, options)[0]
        assert len(told) == 100
        values = {
            move: [value for moves, value in told if moves[0] == move] for move in {m[0] for m, _ in told}
        }
        for value in traced.values:
            assert len(values[value.move]) == value.visits
            mean = sum(each[view.seat or 0] for each in values[value.move]) / value.visits
            assert mean == pytest.approx(value.value, abs=1e-5)

    def test_what_a_trace_raises_comes_out_and_the_next_search_has_none(self) -> None:
        view = middle()
        search = TreeSearch(view.game, NODES)

        def fails(*_: object) -> None:
            raise OSError("full")

        with pytest.raises(OSError, match="full"):
            search.think(view.state(1), observer=view.seat, trace=fails)
        assert search.think(view.state(1), observer=view.seat).nodes == 300


class TestBackup:
    @pytest.mark.parametrize("keys", ["moves", "information"])
    def test_it_sees_the_path_of_each_visit_and_changes_nothing_by_looking(self, keys: str) -> None:
        view, options = middle(), replace(NODES, nodes=60, keys=keys, history=0.0)
        plain = searched(view, options)
        search: TreeSearch
        visits: list[tuple[list[int], list[int], list[float]]] = []

        def look(nodes: Any, path: Any, choosers: Any, values: Any) -> None:
            assert path[0] == search.root
            assert choosers[0] == 255
            assert nodes["visits"][path].min() > 0
            moves = [int(nodes["move"][at]) for at, seat in zip(path, choosers, strict=True) if seat != 255]
            visits.append((moves, choosers[choosers != 255].tolist(), values.tolist()))

        traced: list[tuple[list[int], list[float]]] = []
        search = TreeSearch(view.game, options, backup=look)
        result = search.think(
            view.state(1),
            observer=view.seat,
            trace=lambda moves, values: traced.append((list(map(int, moves)), list(values))),
        )
        assert untimed(result) == plain[0]
        assert search.nodes().tobytes() == plain[1].tobytes()
        assert [(moves, values) for moves, _, values in visits] == traced
        assert len(visits) == 60
        assert {seats[0] for _, seats, _ in visits} == {view.seat}

    def test_what_it_writes_is_the_value(self) -> None:
        view = middle()

        def certain(nodes: Any, path: Any, choosers: Any, values: Any) -> None:
            nodes["value"][path] = 0.25

        result, nodes = searched(view, NODES, backup=certain)
        assert {value.value for value in result.values} == {0.25}
        assert set(nodes["value"][nodes["visits"] > 0][:, 0].tolist()) == {0.25}

    def test_the_best_reply_may_count_in_place_of_the_mean(self) -> None:
        """Max^n over the whole tree: the root is worth what its best child is worth to its seat."""
        view = middle()

        def best(nodes: Any, path: Any, choosers: Any, values: Any) -> None:
            for at, seat in zip(path[-2::-1], choosers[:0:-1], strict=True):
                child, children = nodes["child"][at], []
                while child:
                    children += [child] * bool(nodes["visits"][child])
                    child = nodes["sibling"][child]
                nodes["value"][at] = nodes["value"][max(children, key=lambda one: nodes["value"][one, seat])]

        _, nodes = searched(view, replace(NODES, keys="moves"), backup=best)
        children = nodes[(nodes["parent"] == 0) & (nodes["visits"] > 0)][1:]
        assert nodes["value"][0, view.seat] == children["value"][:, view.seat].max()

    def test_what_it_raises_ends_the_search(self) -> None:
        def broken(*_: object) -> None:
            raise KeyError("backup")

        with pytest.raises(KeyError, match="backup"):
            searched(middle(), backup=broken)

    def test_another_kind_of_row_is_refused(self) -> None:
        with pytest.raises(TypeError, match="'puct' is a Selection; expected a Backup"):
            searched(middle(), backup=SELECTIONS["puct"])
