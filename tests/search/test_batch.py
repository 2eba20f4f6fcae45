"""The search of a batch: against an oracle, what it must not know, and what it says of wrong evaluations."""

import signal
import threading
from collections import Counter
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from tests.engine.tables import DAILY_TABLES, PLAIN_TABLES, SECRET_TABLES, Table, by_day, choices, played
from tests.search.batch_oracle import Gumbel, halving, lines, searched
from tests.search.exact import worth
from tests.search.positions import BY_NAME, FAMILY_2
from tests.search.test_information import COIN
from tests.statistics import chi_square, is_plausible
from urbanist.cext import probe
from urbanist.engine import GAMES, Batch, History, State
from urbanist.engine.python_game import PythonGame
from urbanist.search import BatchOptions, BatchResult, Selection, search_batch, utilities
from urbanist.search.belief import Belief
from urbanist.search.gumbel import schedule
from urbanist.search.options import UTILITIES

METROPOLYS = GAMES["metropolys"]
NODES = 60


def judged(leaf: State, seat: int) -> tuple[list[float], list[float]]:
    """Return values and logits that look random, but depend only on what the seat sees and on the legal moves."""
    seen = crc32(leaf.observe(seat).flat().tobytes(), crc32(leaf.moves().tobytes()))
    rng = np.random.default_rng(seen)
    return rng.random(leaf.seats).tolist(), rng.normal(0, 2, len(leaf.moves())).astype(np.float32).tolist()


def by_move(leaves: Batch, seats: Any) -> tuple[Any, Any]:
    """Judge leaves, with logits in the places of their moves."""
    values = np.zeros((len(leaves), leaves.array["seats"].max()))
    logits = np.full(leaves.moves()[0].shape, np.nan)
    for row, seat in enumerate(seats):
        estimates, priors = judged(leaves.state(row), int(seat))
        values[row, : len(estimates)], logits[row, : len(priors)] = estimates, priors
    return values, logits


def by_action(leaves: Batch, seats: Any) -> tuple[Any, Any]:
    """Judge leaves, with logits of all actions."""
    values, logits = by_move(leaves, seats)
    actions, counts = leaves.actions()
    spread = np.full((len(leaves), leaves.game.action_count), np.nan)
    for row, count in enumerate(counts):
        spread[row, actions[row, :count]] = logits[row, :count]
    return values, spread


def even(leaves: Batch, seats: Any) -> tuple[Any, Any]:
    """Judge all leaves alike, with the priors of the game."""
    return np.full((len(leaves), leaves.array["seats"].max()), 0.5), None


def positions(table: Table) -> list[State]:
    """Return positions of one random game, the last choice among them."""
    batch = choices(table, 1)
    return [batch[0], batch[len(batch) // 2], batch[-2], batch[-1]]


def tree_of(rows: np.ndarray) -> dict[tuple[int, ...], tuple[int, float, tuple[float, ...]]]:
    """Return a tree as the oracle writes it."""
    paths: list[tuple[int, ...]] = [()]
    for row in rows[1:]:
        paths.append((*paths[row["parent"]], int(row["move"])))
    return {
        path: (int(row["visits"]), float(row["prior"]), tuple(row["value"].tolist()))
        for path, row in zip(paths, rows, strict=True)
    }


def same(one: BatchResult, other: BatchResult) -> bool:
    """Return whether two results are equal to the last bit."""
    names = ("move", "value", "moves", "actions", "visits", "values")
    return all(getattr(one, name).tobytes() == getattr(other, name).tobytes() for name in names)


@pytest.mark.parametrize("leaves", [1, 3])
@pytest.mark.parametrize("table", DAILY_TABLES)
def test_the_trees_are_those_of_the_oracle_to_the_last_bit(table: Table, leaves: int) -> None:
    states = positions(table)
    options = BatchOptions(seed=5, explore=1.3, fpu_reduction=0.05, leaves=leaves)
    result = search_batch(Batch.of(states), NODES, by_move, options, trees=True)
    assert result.trees is not None
    for record, (state, rows) in enumerate(zip(states, result.trees, strict=True)):
        seed = int(probe.words(5, record, 1)[0])
        top = searched(state, NODES, judged, seed, 1.3, 0.05, leaves)
        expected = {
            path: (visits, 0.0 if path == () else prior, (*values, *[0.0] * (5 - state.seats)))
            for path, (visits, prior, values) in lines(top).items()
        }
        assert tree_of(rows) == expected
        children = sorted(top["children"], key=lambda child: child["move"])
        count = len(children)
        assert result.moves[record, :count].tolist() == [child["move"] for child in children]
        assert result.visits[record, :count].tolist() == [child["visits"] for child in children]
        assert not result.visits[record, count:].any()
        assert result.value[record].tolist() == top["value"]
        own = {child["move"]: (child["visits"], child["value"][state.to_move]) for child in children}
        assert own[int(result.move[record])] == max(own.values())


@pytest.mark.parametrize(
    ("considered", "simulations", "expected"),
    [
        (4, 8, [0, 0, 0, 0, 1, 1, 2, 2]),
        (16, 32, [0] * 16 + [1] * 8 + [2] * 4 + [3] * 4),
        (3, 9, [0, 0, 0, 1, 1, 2, 2, 3, 3]),
        (1, 4, [0, 1, 2, 3]),
        (2, 5, [0, 0, 1, 1, 2]),
    ],
)
def test_sequential_halving_gives_the_better_half_of_the_moves_more_visits(
    considered: int, simulations: int, expected: list[int]
) -> None:
    assert schedule(considered, simulations) == expected == halving(considered, simulations)


@pytest.mark.parametrize("leaves", [1, 3])
@pytest.mark.parametrize("table", DAILY_TABLES)
def test_gumbel_selection_is_that_of_mctx(table: Table, leaves: int) -> None:
    states = positions(table)
    options = BatchOptions(
        seed=5,
        selection="gumbel",
        considered=6,
        gumbel=0.7,
        value_scale=0.3,
        value_visits=20.0,
        leaves=leaves,
    )
    result = search_batch(Batch.of(states), NODES, by_move, options, trees=True)
    assert result.trees is not None
    for record, (state, rows) in enumerate(zip(states, result.trees, strict=True)):
        seed, noise = (int(word) for word in probe.words(5, record, 2))
        pick = Gumbel(NODES, noise, 6, 0.7, 0.3, 20.0)
        top = searched(state, NODES, judged, seed, leaves=leaves, pick=pick)
        visits_of = {path: visits for path, (visits, *_) in tree_of(rows).items()}
        assert visits_of == {path: visits for path, (visits, *_) in lines(top).items()}
        children = sorted(top["children"], key=lambda child: child["move"])
        shares = pick.shares(top, children, state.to_move)
        assert result.shares[record, : len(children)] == pytest.approx(shares, abs=1e-4)
        scores = pick.scores(top, children, state.to_move)
        most = max(child["visits"] for child in children)
        best = max(
            (score, child["move"])
            for score, child in zip(scores, children, strict=True)
            if child["visits"] == most
        )
        assert result.move[record] == best[1]


def ours(nodes: np.ndarray, parent: int, children: np.ndarray, state: np.ndarray) -> int:
    """Select as PUCT does, in Python."""
    seen, seat = nodes[children], state["to_move"]
    value = np.where(
        seen["visits"] > 0, seen["value"][:, seat], nodes["value"][parent, seat] - np.float32(0.1)
    )
    scale = np.sqrt(np.float32(nodes["visits"][parent])) / np.add.accumulate(seen["prior"])[-1]
    return int(np.argmax(value + scale * seen["prior"] / (seen["visits"] + np.float32(1))))


def nothing(*_: Any) -> None:
    """Change nothing."""


def stopping(*_: Any) -> int:
    raise RuntimeError("no more")


@pytest.mark.parametrize(
    "slot",
    [
        {"select": Selection("ours", ours, shares=True)},
        {"worlds": nothing},
        {"backup": nothing},
        {"select": "puct"},
    ],
)
def test_a_verb_of_ones_own_takes_the_place_of_ours(slot: dict[str, Any]) -> None:
    batch = Batch.of(positions(FAMILY_2) * 2)
    usual = search_batch(batch, NODES, by_move)
    assert same(usual, search_batch(batch, NODES, by_move, BatchOptions(threads=2), **slot))
    (name,) = slot
    with pytest.raises(RuntimeError, match="no more"):
        search_batch(batch, NODES, by_move, **{name: stopping})  # type: ignore[arg-type]


def test_a_choice_of_ones_own_says_the_moves() -> None:
    def rarest(result: BatchResult) -> Any:
        """Return the move with the fewest visits, but one."""
        places = np.where(result.visits, result.visits, NODES).argmin(axis=1)
        return result.moves[np.arange(len(places)), places]

    batch = Batch.of(positions(FAMILY_2)[:2])
    chosen = search_batch(batch, NODES, by_move, choice=rarest)
    assert chosen.move.tolist() == rarest(chosen).tolist()
    with pytest.raises(ValueError, match="choice returned 4294967295 for record 0, a move without a visit"):
        search_batch(batch, NODES, by_move, choice=lambda result: result.move * 0 - 1)
    with pytest.raises(ValueError, match=r"choice returned moves of shape \(1,\): expected \(2,\)"):
        search_batch(batch, NODES, by_move, choice=lambda result: result.move[:1])


@pytest.mark.parametrize(("keys", "expected"), [("information", "out"), ("moves", "in")])
def test_keys_by_information_plan_with_what_will_be_seen(keys: Any, expected: str) -> None:
    seed = iter(range(1 << 20))

    def played(leaves: Batch, seats: Any) -> tuple[Any, Any]:
        leaves.playout(next(seed))
        return utilities(leaves, "points"), None

    batch, options = Batch.of([COIN.deal(seats=2, seed=1)]), BatchOptions(utility="points", keys=keys)
    result = search_batch(batch, 1000, played, options)
    assert COIN.write(int(result.move[0])) == expected


class Hands(PythonGame):
    """The second of two seats plays one of three hidden cards of six, after a move of the first."""

    name, seats, actions = "hands", (2,), 6

    def begin(self, seats: int, rng: Any) -> tuple[tuple[int, ...], int]:
        return tuple(rng.sample(range(6), 3)), 0

    def to_move(self, position: tuple[tuple[int, ...], int]) -> int:
        return position[1] % 2

    def legal(self, position: tuple[tuple[int, ...], int]) -> tuple[int, ...]:
        return ((0, 1), position[0], ())[position[1]]

    def apply(self, position: tuple[tuple[int, ...], int], move: int) -> tuple[tuple[int, ...], int]:
        hand, plies = position
        return ((*hand, move) if plies else hand), plies + 1

    def scores(self, position: tuple[tuple[int, ...], int]) -> tuple[int, int]:
        return position[0][-1], 3

    def reshuffle(
        self, position: tuple[tuple[int, ...], int], seat: int | None, rng: Any
    ) -> tuple[tuple[int, ...], int]:
        return (position[0] if seat == 1 else tuple(rng.sample(range(6), 3))), position[1]


def test_a_node_with_as_many_legal_children_as_its_visits_ask_for_gets_no_more() -> None:
    """Two of three cards are known in many a second visit, and 2 x 1 are asked for."""
    states = [Hands().deal(seats=2, seed=1)] * 8
    result = search_batch(Batch.of(states), NODES, by_move, BatchOptions(seed=5, explore=1.3), trees=True)
    assert result.trees is not None
    for record, (state, rows) in enumerate(zip(states, result.trees, strict=True)):
        top = searched(state, NODES, judged, int(probe.words(5, record, 1)[0]), 1.3)
        assert {path: visits for path, (visits, *_) in tree_of(rows).items()} == {
            path: visits for path, (visits, *_) in lines(top).items()
        }


@pytest.mark.parametrize("table", by_day(SECRET_TABLES))
def test_what_the_seat_to_move_cannot_know_changes_nothing(table: Table) -> None:
    states = positions(table)
    others = [
        next(other for other in worlds(state) if other != state or not state.game.open_moves)
        for state in states
    ]
    assert states != others
    one = search_batch(Batch.of(states), NODES, by_move)
    assert same(one, search_batch(Batch.of(others), NODES, by_move))


@pytest.mark.parametrize("table", DAILY_TABLES)
def test_threads_change_nothing(table: Table) -> None:
    batch = Batch.of(positions(table) * 3)
    results = [
        search_batch(batch, NODES, even, BatchOptions(threads=threads, leaves=2)) for threads in (1, 2, 5, 16)
    ]
    assert all(same(results[0], other) for other in results[1:])


@pytest.mark.parametrize("name", ["metropolys", "warszawa"])
def test_logits_of_actions_and_of_moves_and_the_priors_of_the_game_are_one(name: str) -> None:
    tables = [table for table in PLAIN_TABLES if table.game.name == name]
    batch = Batch.of([state for table in tables for state in positions(table)])
    assert same(search_batch(batch, NODES, by_move), search_batch(batch, NODES, by_action))

    def own(leaves: Batch, seats: Any) -> tuple[Any, Any]:
        logits = np.zeros(leaves.moves()[0].shape, np.float32)
        for row in range(len(leaves)):
            priors = leaves.state(row).priors()
            logits[row, : len(priors)] = priors / 2  # both games have this `prior_noise`
        return even(leaves, seats)[0], logits

    assert same(search_batch(batch, NODES, own), search_batch(batch, NODES, even))


def test_a_search_leaves_the_batch_alone_and_the_leaves_belong_to_the_evaluation() -> None:
    batch = Batch.of(positions(FAMILY_2))
    before = batch.array.tobytes()

    def played_on(leaves: Batch, seats: Any) -> tuple[Any, Any]:
        leaves.playout(3)
        return utilities(leaves), None

    def judged_apart(leaves: Batch, seats: Any) -> tuple[Any, Any]:
        ends = leaves.copy()
        ends.playout(3)
        return utilities(ends), None

    assert same(search_batch(batch, 20, played_on), search_batch(batch, 20, judged_apart))
    assert batch.array.tobytes() == before


def test_a_search_finds_the_move_that_wins() -> None:
    """Before the last move of a game, all that counts are the real ends."""
    states = [choices(FAMILY_2, seed)[-1] for seed in range(12)]
    result = search_batch(Batch.of(states), 400, even)
    for state, move, value in zip(states, result.move, result.value, strict=True):
        seat = state.to_move
        worths = [
            np.mean([worth(world.play(int(choice)), "win")[seat] for world in worlds(state)])
            for choice in state.moves()
        ]
        chosen = worths[state.moves().tolist().index(move)]
        assert chosen == pytest.approx(max(worths), abs=0.05)
        assert value[seat] <= max(worths) + 0.05


@pytest.mark.parametrize(("utility", "spread"), [("margin", 4.0), ("win", 4.0), ("points", 12.0)])
def test_ends_are_worth_what_the_options_say(utility: Any, spread: float) -> None:
    state = Hands().deal(seats=2, seed=1).play("0")
    result = search_batch(Batch.of([state]), 50, even, BatchOptions(utility=utility, spread=spread))
    for move, values in zip(result.moves[0], result.values[0], strict=True):
        assert values.tolist() == pytest.approx(worth(state.play(int(move)), utility, spread), abs=1e-5)


def worlds(state: State) -> list[State]:
    return [state.reshuffled(state.to_move, seed) for seed in range(200)]


def test_records_that_are_over_have_no_moves_and_their_utility() -> None:
    end = played(FAMILY_2, 1)[0][-1]
    result = search_batch(Batch.of([end, FAMILY_2.deal(1)]), 10, even, trees=True)
    assert result.move[0] == 0
    assert result.visits[0].sum() == 0
    assert result.value[0].tolist() == pytest.approx(worth(end, "win"))
    assert result.visits[1].sum() == 9  # the first visit is that of the root
    assert result.policy().sum(axis=1).tolist() == pytest.approx([0, 1])
    assert result.trees is not None
    assert [len(rows) > 0 for rows in result.trees] == [False, True]
    alone = search_batch(Batch.of([end]), 10, even)
    assert alone.moves.shape == (1, 0)
    assert alone.move.tolist() == [0]
    assert search_batch(Batch.of([end]).take([]), 10, even).value.shape == (0, 0)


def test_the_policy_of_cropped_actions_has_the_shares_of_their_moves() -> None:
    batch = Batch.deal(GAMES["akropolis"], 6, seats=2, seed=1)
    batch.playout(1, plies=20)
    batch.array["over"][2] = True
    result = search_batch(batch, 24, even)
    policy = result.policy(batch)
    assert policy.shape == (6, GAMES["akropolis"].crop_action_count)
    assert policy.sum(axis=1).tolist() == pytest.approx([1, 1, 0, 1, 1, 1])
    for row in (0, 5):
        state = batch.state(row)
        shares = {
            state.move_of(int(action), cropped=True): policy[row, action]
            for action in policy[row].nonzero()[0]
        }
        pairs = zip(result.moves[row].tolist(), result.shares[row], strict=True)
        assert {int(move): share for move, share in shares.items()} == {
            move: share for move, share in pairs if share
        }
    other = Batch.deal(METROPOLYS, 1, seats=2)
    with pytest.raises(TypeError, match=r"^metropolys has no cropped planes$"):
        search_batch(other, 2, even).policy(other)


def test_the_policy_is_the_share_of_visits_by_action() -> None:
    state = FAMILY_2.deal(3)
    result = search_batch(Batch.of([state]), 100, by_move)
    shares = result.policy()[0]
    for move, visits in zip(result.moves[0], result.visits[0], strict=True):
        assert shares[state.action_of(int(move))] == pytest.approx(visits / 99)
    assert shares.sum() == pytest.approx(1)


@pytest.mark.parametrize("utility", UTILITIES)
def test_utilities_are_those_of_the_definition(utility: str) -> None:
    tables = PLAIN_TABLES
    ends = [played(table, 2)[0][-1] for table in tables if table.game is METROPOLYS]
    computed = utilities(Batch.of([*ends, FAMILY_2.deal(1)]), utility, 9)
    for end, values in zip(ends, computed[:-1], strict=True):
        assert values[: end.seats].tolist() == pytest.approx(worth(end, utility, 9), abs=1e-6)
    assert not computed[-1].any()


def test_noise_changes_the_priors_of_the_root_alone() -> None:
    batch = Batch.of([next(state for state in choices(FAMILY_2, 1) if 6 < len(state.moves()) < 20)] * 2)

    def priors(noise: float, record: int) -> dict[tuple[int, ...], float]:
        result = search_batch(batch, 100, by_move, BatchOptions(noise=noise, seed=4), trees=True)
        assert result.trees is not None
        return {path: prior for path, (_, prior, _) in tree_of(result.trees[record]).items()}

    quiet, loud, other = priors(0, 0), priors(0.5, 0), priors(0.5, 1)
    first = [path for path in loud if len(path) == 1]
    assert [loud[path] for path in first] != [quiet.get(path) for path in first]
    assert loud != other  # each record has a noise of its own
    deeper = [path for path in loud if len(path) > 1 and path in quiet]
    assert len(deeper) > 10
    assert all(loud[path] == quiet[path] for path in deeper)


def test_worlds_are_drawn_by_the_belief_of_each_record() -> None:
    history = History.start(METROPOLYS.deal(variant="family", seats=2, seed=8))
    while history.state.ply < 24:
        legal = history.state.legal()
        history = history.play(legal[len(legal) // 3])
    seat = history.state.to_move
    belief = Belief(history.seen_by(seat))
    expected = belief.probabilities(1 - seat)
    seen: Counter[str] = Counter()

    def watched(leaves: Batch, seats: Any) -> tuple[Any, Any]:
        seen.update(METROPOLYS.notation.secret(record, 1 - seat) for record in leaves.array)
        return even(leaves, seats)

    batch = Batch.of([history.state] * 20)
    search_batch(batch, 100, watched, beliefs=[belief] * 20)
    counts = [seen[card] for card in expected]
    assert sum(counts) == 2000
    assert is_plausible(chi_square(np.array(counts), list(expected.values())), len(expected) - 1)
    other = Belief(history.seen_by(1 - seat))
    with pytest.raises(
        ValueError, match=f"record 1: seat {seat} is to move, and the belief is not that of this seat"
    ):
        search_batch(Batch.of([history.state] * 2), 5, even, beliefs=[None, other])
    with pytest.raises(ValueError, match="1 beliefs for a batch of 20"):
        search_batch(batch, 5, even, beliefs=[belief])


class Foreign:
    """An array of a library that numpy knows nothing of."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __dlpack__(self, **options: Any) -> object:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> object:
        return self.array.__dlpack_device__()


def test_any_library_that_numpy_reads_may_judge() -> None:
    batch = Batch.of(positions(FAMILY_2))

    def foreign(leaves: Batch, seats: Any) -> tuple[Any, Any]:
        values, logits = by_move(leaves, seats)
        return Foreign(values), Foreign(logits.astype(np.float32))

    def plain(leaves: Batch, seats: Any) -> tuple[Any, Any]:
        values, logits = by_move(leaves, seats)
        return values.tolist(), logits.tolist()

    expected = search_batch(batch, 30, by_move)
    assert same(expected, search_batch(batch, 30, foreign))
    assert same(expected, search_batch(batch, 30, plain))


def failing(leaves: Batch, seats: Any) -> Any:
    raise KeyError("weights")


def spoiled(leaves: Batch, number: float) -> Any:
    values = np.full((len(leaves), 2), 0.5)
    values[3, 1] = number
    return values


WRONG: dict[str, tuple[Any, str]] = {
    "exception": (failing, "evaluate raised KeyError: 'weights'"),
    "nothing": (lambda leaves, seats: None, "evaluate returned NoneType: expected values and priors"),
    "an array": (
        lambda leaves, seats: np.zeros((4, 2)),
        "evaluate returned ndarray: expected values and priors",
    ),
    "text": (
        lambda leaves, seats: ("no", None),
        "evaluate returned values that numpy cannot read: could not convert",
    ),
    "values of another shape": (
        lambda leaves, seats: (np.zeros(4), None),
        r"evaluate returned values of shape \(4,\): expected \(4, 2\)",
    ),
    "a value that is no number": (
        lambda leaves, seats: (spoiled(leaves, np.nan), None),
        "evaluate returned values for leaf 3 that are not finite",
    ),
    "an infinite value": (
        lambda leaves, seats: (spoiled(leaves, np.inf), None),
        "evaluate returned values for leaf 3 that are not finite",
    ),
    "priors of another shape": (
        lambda leaves, seats: (spoiled(leaves, 1), np.zeros(716)),
        r"evaluate returned priors of shape \(716,\): expected \(4, actions or moves\)",
    ),
    "priors that are no numbers": (
        lambda leaves, seats: (spoiled(leaves, 1), np.full((4, 716), np.nan)),
        r"evaluate returned priors of shape \(4, 716\) in which leaf 0, with 455 legal moves, has no number for each",
    ),
    "an infinite prior": (
        lambda leaves, seats: (spoiled(leaves, 1), np.full((4, 716), np.inf)),
        "leaf 0, with 455 legal moves, has no number",
    ),
    "too few priors": (
        lambda leaves, seats: (spoiled(leaves, 1), np.zeros((4, 454))),
        r"evaluate returned priors of shape \(4, 454\) in which leaf 0, with 455 legal moves",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_evaluation_is_one_clear_error(wrong: str) -> None:
    evaluate, message = WRONG[wrong]
    with pytest.raises(ValueError, match=message):
        search_batch(Batch.of([FAMILY_2.deal(seed) for seed in range(4)]), 10, evaluate)


def test_moves_without_a_chance_are_not_visited() -> None:
    """A logit of minus infinity says never; if all say so, all are alike."""
    batch = Batch.of([FAMILY_2.deal(1)])

    def one(leaves: Batch, seats: Any) -> tuple[Any, Any]:
        logits = np.full(leaves.moves()[0].shape, -np.inf)
        logits[:, 0] = 0
        return np.full((len(leaves), 2), 0.5), logits

    result = search_batch(batch, 20, one, BatchOptions(fpu_reduction=1))
    assert result.visits[0].max() == 19

    def none(leaves: Batch, seats: Any) -> tuple[Any, Any]:
        return np.full((len(leaves), 2), 0.5), np.full(leaves.moves()[0].shape, -np.inf)

    assert search_batch(batch, 20, none, BatchOptions(fpu_reduction=0)).visits[0].max() == 1


def test_wrong_arguments_are_refused() -> None:
    batch = Batch.of([FAMILY_2.deal(1)])
    with pytest.raises(ValueError, match="nodes=0: expected"):
        search_batch(batch, 0, even)
    with pytest.raises(TypeError, match=r"nodes=2\.5: expected a whole number"):
        search_batch(batch, 2.5, even)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="noise=2"):
        BatchOptions(noise=2)
    game = played(BY_NAME["akropolis-standard-2"], 1)[0]
    due = next(state for state in game if state.due)
    with pytest.raises(ValueError, match="record 1: a chance event is due: nothing to choose"):
        search_batch(Batch.of([game[0], due]), 5, even)
    with pytest.raises(ValueError, match="utility=rank: expected one of points, margin, win"):
        utilities(batch, "rank")


def test_ctrl_c_ends_a_search() -> None:
    batch = Batch.of(positions(FAMILY_2))
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        search_batch(batch, 10**6, even)
    timer.join()
