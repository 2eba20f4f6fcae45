"""Every visit of a search is the one that a plain second version makes, node by node."""

from collections.abc import Callable
from itertools import accumulate, product
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from tests.engine.tables import DAILY_TABLES, Table, choices, onward
from tests.search.formulas import seeded
from tests.search.plain_search import Path, PlainSearch
from tests.search.positions import EXPERT_2, whole_game, with_cards
from tests.search.small_games import Leduc
from tests.search.test_information import Bet, Coin
from urbanist.cext import probe
from urbanist.engine.game import State
from urbanist.engine.python_game import Dice, PythonGame
from urbanist.search.belief import Belief
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch
from urbanist.search.network import network_of
from urbanist.search.options import SearchOptions
from urbanist.search.parts import parts_of
from urbanist.search.verb import Prior

#: All numbers of a search, so that nothing depends on what suits a network.
PLAIN: dict[str, Any] = {
    "seed": 3,
    "memory": 4.0,
    "endings": False,
    "explore": 0.7,
    "prior": "game",
    "eval": "playout",
    "plies": 0,
    "fpu_reduction": 0.1,
    "history": 0.0,
    "afterstates": 0.0,
    "widen": 2.0,
    "selection": "puct",
    "expansion": "shortlist",
    "keys": "moves",
    "common_draws": False,
}
#: Every combination of named parts.
PARTS = [
    dict(zip(("selection", "expansion", "eval", "history"), words, strict=True))
    for words in product(("ucb", "puct"), ("widening", "shortlist"), ("playout", "net", "mixed"), (0.0, 0.8))
]
#: What other options change.
OPTIONS: list[dict[str, Any]] = [
    {"utility": "points", "explore": 0.3, "temperature": 0.4, "eval": "mixed"},
    {"utility": "margin", "spread": 4.0, "fpu_reduction": 0.4, "eval": "net"},
    {"utility": "margin", "spread": 30.0, "eval": "mixed", "plies": 1},
    {"selection": "ucb", "bias": 0.6, "widen": 1.0, "power": 0.5, "expansion": "widening", "spread": 5.0},
    {"prior": "net", "eval": "net", "temperature": 1.5},
    {"prior": "net", "expansion": "widening", "widen": 30.0, "power": 0.1},
    {"prior": "net", "selection": "ucb", "expansion": "widening", "widen": 40.0, "power": 0.0},
    {"noise": 0.4, "explore": 2.0},
    {"noise": 1.0, "prior": "net", "expansion": "widening"},
    {"noise": 0.5, "selection": "ucb", "bias": 1.0},
    {"afterstates": 50.0, "eval": "net", "plies": 3},
    {"afterstates": 20.0, "selection": "ucb", "expansion": "widening", "spread": 30.0},
    {"playout": "uniform", "history": 2.0},
    {"eval": "mixed", "plies": 4, "selection": "ucb"},
    {"widen": 60.0, "power": 0.0, "explore": 50.0},
    {"widen": 0.0, "expansion": "widening"},
    {"common_draws": True, "eval": "net", "plies": 2, "expansion": "widening"},
    {"common_draws": True, "selection": "ucb"},
]


def known(state: State, seat: int) -> tuple[object, ...]:
    """Return what a seat knows of a position beside the moves."""
    record = state.array
    if isinstance(state.game, PythonGame):
        return tuple(state.game.mask(state.game.position(record), seat))
    if state.game.name == "metropolys":
        return int(record["area"][seat]), int(record["kind"][seat])
    norms = *record["norms"][seat].tolist(), int(record["kept"][seat])
    return int(record["hand"][seat]), norms, int(record["tasks_open"])


def chosen_in_secret(state: State, move: int, seat: int) -> int:
    """Return a move of Warszawa as a seat sees it: the choice of a norm is hidden."""
    return -1 if state.array["phase"] == 0 and seat != state.to_move else move


def heard(state: State, move: int, seat: int) -> int:
    """Return a move of a game in Python as a seat hears of it."""
    assert isinstance(state.game, PythonGame)
    return move if seat == state.to_move or state.game.hears(move, state.to_move, seat) else -1


#: What seats see of moves, where it is not all.
SEES = {"warszawa": chosen_in_secret, "coin": heard}


#: Parts and options of searches with keys by information.
INFORMED: list[dict[str, Any]] = [
    {},
    {"selection": "ucb", "expansion": "widening"},
    {"eval": "net", "history": 0.8, "widen": 6.0},
    {"noise": 0.3, "expansion": "widening"},
]


class Pair:
    """A search and the plain one, which make the same visits."""

    def __init__(
        self,
        state: State,
        observer: int | None,
        asked: dict[str, Any],
        belief: Belief | None = None,
        draws: Callable[[State, float], State] | None = None,
        only: tuple[str, ...] = (),
    ) -> None:
        options, words = (
            SearchOptions(**PLAIN | asked),
            [state.game.notation.read_move(move) for move in only],
        )
        informed = options.keys == "information"
        self.search, self.belief = TreeSearch(state.game, options), belief
        self.search.restrict(only)
        self.plain = PlainSearch(
            state, options, observer, draws, words, known if informed else None, SEES.get(state.game.name)
        )

    def visit(self, nodes: int) -> None:
        """Make visits and compare the trees."""
        for _ in range(nodes):
            self.result = self.search.think(
                self.plain.state, Limit(nodes=1), observer=self.plain.observer, belief=self.belief
            )
            self.plain.visit(self.visits_of)
        self.compare()

    def visits_of(self, path: Path) -> int:
        """Return the visits of a node of the search."""
        rows, at = self.search.nodes(), np.intp(0)
        for step in path:
            at = 1 + np.flatnonzero(rows["parent"][1:] == at)[::-1][step]
        return int(rows["visits"][at])

    def advance(self) -> None:
        """Play the most visited of the legal moves."""
        visits = {child.move: child.visits for child in self.plain.root.children}
        move = max(self.plain.state.moves().tolist(), key=lambda move: visits.get(move, 0))
        event = self.plain.game.notation.write_move(move)
        self.search.advance(event)
        self.plain.advance(move, onward(self.plain.state.play(event)))

    def compare(self) -> None:
        """Compare the trees and the last result."""
        rows, plain, seats = self.search.nodes(), self.plain.nodes(), self.plain.state.seats
        assert [
            (int(row["parent"]), int(row["depth"]), int(row["move"]), int(row["visits"])) for row in rows[1:]
        ] == [(parent, depth, node.move, node.visits) for parent, depth, node in plain[1:]]
        nodes = [node for *_, node in plain]
        assert rows["visits"][0] == nodes[0].visits
        np.testing.assert_allclose(
            rows["prior"][1:], [node.prior for node in nodes[1:]], rtol=2e-4, atol=2e-5
        )
        np.testing.assert_allclose(rows["value"][:, :seats], [node.value for node in nodes], atol=2e-5)
        np.testing.assert_allclose(rows["points"][:, :seats], [node.points for node in nodes], atol=2e-3)
        assert self.result.win_share == pytest.approx(self.plain.win_share, abs=1e-5)
        assert self.result.points == pytest.approx(nodes[0].points, abs=2e-3)
        self.compare_values()
        line = self.plain.line(int(self.result.move))
        assert list(self.result.pv) == line

    def compare_values(self) -> None:
        """Compare the values of the last result with the children of the root."""
        state = self.plain.state
        hidden = self.plain.observer not in (None, state.to_move) and not self.plain.game.open_moves
        children = {
            child.move: child
            for child in self.plain.root.children
            if child.visits and (hidden or child.move in state.moves())
        }
        assert {value.move for value in self.result.values} == children.keys()
        for value in self.result.values:
            child = children[value.move]
            assert value.visits == child.visits
            assert value.value == pytest.approx(child.value[state.to_move], abs=2e-5)
            assert value.points == pytest.approx(child.points, abs=2e-3)


def require_network(table: Table, asked: dict[str, Any]) -> None:
    """Skip a case that needs a network which the game does not have."""
    needs = asked.get("eval", "playout") != "playout" or asked.get("prior") == "net" or "afterstates" in asked
    if needs and network_of(table.game) is None:
        pytest.skip("the game has no network")


def name_of(asked: dict[str, Any]) -> str:
    return ":".join(f"{name}={value}" for name, value in asked.items())


@pytest.mark.parametrize("table", DAILY_TABLES)
@pytest.mark.parametrize("asked", PARTS, ids=name_of)
def test_every_combination_of_parts_makes_the_visits_of_the_plain_search(
    table: Table, asked: dict[str, Any]
) -> None:
    require_network(table, asked)
    number = PARTS.index(asked)
    states = choices(table, number % 3)
    state = states[(2, len(states) // 2, len(states) - 6)[number % 3]]
    pair = Pair(state, None if number % 4 == 0 else (state.to_move + number // 12) % state.seats, asked)
    pair.visit(100)
    pair.advance()
    if not pair.plain.state.over:
        pair.visit(40)


@pytest.mark.parametrize("table", DAILY_TABLES)
@pytest.mark.parametrize("asked", OPTIONS, ids=name_of)
def test_every_option_changes_the_visits_as_it_says(table: Table, asked: dict[str, Any]) -> None:
    require_network(table, asked)
    state = max(choices(table, 4)[:8], key=lambda state: len(state.moves()))
    observer = None if OPTIONS.index(asked) % 5 == 0 else state.to_move
    pair = Pair(state, observer, asked)
    pair.visit(60)
    pair.advance()
    pair.visit(20)


@pytest.mark.parametrize("table", DAILY_TABLES)
@pytest.mark.parametrize("asked", INFORMED, ids=name_of)
def test_nodes_are_what_the_seat_to_move_knows(table: Table, asked: dict[str, Any]) -> None:
    require_network(table, asked)
    if not table.game.tells_knowledge:
        pytest.skip("the game does not say what a seat knows")
    number = INFORMED.index(asked)
    states = choices(table, number)
    state = states[(1, len(states) // 2, len(states) - 8)[number % 3]]
    observer = (state.to_move + number // 3) % state.seats
    pair = Pair(state, observer, asked | {"keys": "information"})
    pair.visit(150)
    for _ in range(3):
        pair.advance()
        pair.visit(60)


@pytest.mark.parametrize("game", [Coin(), Bet(), Leduc()], ids=lambda game: game.name)
@pytest.mark.parametrize("observer", [0, 1])
def test_nodes_of_games_in_python_are_what_the_seat_to_move_knows(game: PythonGame, observer: int) -> None:
    asked = {"keys": "information", "utility": "points", "explore": 0.3, "widen": 8.0}
    pair = Pair(game.deal(seats=2, seed=4), observer, asked)
    pair.visit(200)
    pair.advance()
    while not pair.plain.state.over and pair.plain.state.to_move != observer:
        pair.advance()
    if not pair.plain.state.over:
        pair.visit(100)


@pytest.mark.parametrize("table", DAILY_TABLES)
def test_the_usual_options_make_the_visits_of_the_plain_search(table: Table) -> None:
    parts = parts_of(table.game, SearchOptions(seed=9, memory=4, endings=False), {})
    options = replace(parts.options, eval=parts.leaf.name, expansion=parts.expansion.name)
    state = choices(table, 6)[9]
    pair = Pair(state, state.to_move, {field: getattr(options, field) for field in options.__struct_fields__})
    pair.visit(300)
    for _ in range(3):
        pair.advance()
        pair.visit(100)


@pytest.mark.parametrize("table", DAILY_TABLES)
@pytest.mark.parametrize("expansion", ["widening", "shortlist"])
def test_only_permitted_moves_are_visited_at_the_root(table: Table, expansion: str) -> None:
    state = choices(table, 5)[5]
    legal = [*map(str, state.legal())]
    pair = Pair(
        state, state.to_move, {"expansion": expansion, "noise": 0.3}, only=tuple({legal[0], legal[-1]})
    )
    pair.visit(40)
    pair.advance()
    pair.visit(20)


@pytest.mark.parametrize("observer", [0, 1])
def test_worlds_are_drawn_by_the_probabilities_of_a_belief(observer: int) -> None:
    history = whole_game(EXPERT_2, 7).until(20)
    belief = Belief(history.seen_by(observer))
    other = 1 - observer
    cards = belief.probabilities(other)
    bounds = list(accumulate(cards.values()))

    def hiding(world: State, drawn: float) -> State:
        hidden = list(cards)[sum(bound <= drawn * bounds[-1] for bound in bounds)]
        own = EXPERT_2.game.notation.card(world.array, observer)
        return with_cards(EXPERT_2, world, (own, hidden) if observer == 0 else (hidden, own))

    pair = Pair(history.state, observer, {}, belief, hiding)
    pair.visit(150)
    even = Pair(history.state, observer, {})
    even.visit(150)
    assert pair.result.values != even.result.values


def test_the_plain_generator_is_that_of_the_searches() -> None:
    for seed, stream in ((0, 0), (3, 7), (2**64 - 1, 1 << 40)):
        plain = seeded(seed, stream)
        assert [plain.next() for _ in range(4)] == probe.words(seed, stream, 4).tolist()
        plain = seeded(seed, stream)
        assert [plain.unit() for _ in range(4)] == probe.units(seed, stream, 4).tolist()


class Three(PythonGame):
    """Four plies of three moves each; nobody scores."""

    name = "three"

    def begin(self, seats: int, rng: Dice) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state % 2

    def legal(self, state: int) -> list[int]:
        return [0, 1, 2] if state < 4 else []

    def apply(self, state: int, move: int) -> int:
        return state + 1

    def scores(self, state: int) -> tuple[int, int]:
        return 0, 0


def test_a_prior_in_points_has_its_own_temperature_in_a_game_that_says_none() -> None:
    game = Three()
    row = Prior("x", lambda state, moves, points, features: moves * 2.0, points=True)
    search = TreeSearch(game, SearchOptions(nodes=20, selection="puct", temperature=4.0), prior=row)
    search.think(game.deal(seats=2))
    nodes = search.nodes()
    priors = {node["move"]: node["prior"] for node in nodes[nodes["depth"] == 1]}
    # Each of the moves 0, 1 and 2 has 2 points more than the one before: exp(-2 / 4) times the share.
    assert priors == pytest.approx({0: np.exp(-1), 1: np.exp(-0.5), 2: 1})
