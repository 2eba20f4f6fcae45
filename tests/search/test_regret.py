"""Regret minimization: every visit against a plain second version, and its policies against the values of games."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.search.formulas import Generator, seeded
from tests.search.small_games import Kuhn, KuhnPosition, Leduc, LiarsDice, PrivateDice
from tests.search.tabular import Table, learnt, matched
from urbanist.bots import parse_bot
from urbanist.engine import GAMES, History
from urbanist.engine.game import State
from urbanist.engine.probe import played_out, reshuffled
from urbanist.engine.python_game import PythonGame
from urbanist.search.limit import Limit
from urbanist.search.options import RegretOptions
from urbanist.search.regret import RegretSearch

#: Of the draws of a search.
STREAM = 11


@dataclass
class Row:
    """What is known of a move."""

    regret: float = 0.0
    weight: float = 0.0
    visits: int = 0
    value: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])


class PlainRegrets:
    """Outcome sampling with baselines, from the docstring of `search/regret.pyx` and the papers that it names."""

    def __init__(self, start: State, seed: int, explore: float) -> None:
        self.start, self.explore = start, explore
        self.random: Generator = seeded(seed, STREAM)
        self.sets: dict[Any, dict[int, Row]] = {}
        self.visits = 0

    def visit(self) -> None:
        """Play one game from the beginning; the seats explore in turn."""
        explorer = self.visits % self.start.seats
        self.visits += 1
        state, self.random.word = reshuffled(self.start, -1, self.random.word)
        while (chance := state.chance()) is not None:
            state = state.play(chance)
        self.play(state, explorer, [1.0] * state.seats, 1.0, known=True)

    def play(
        self, state: State, explorer: int, own: list[float], sampled: float, *, known: bool
    ) -> list[float]:
        """Play on from a position; return what the visit found of its value for each seat.

        `own` is how likely each seat comes here by its policy, `sampled` how likely the visit does.
        """
        seat = state.to_move
        if state.over or not known:
            if not state.over:
                state, self.random.word = played_out(state, False, 1 << 30, self.random.word)
            return [points / 100 for points in state.scores()]
        key = state.game.mask(state.position, seat)  # type: ignore[attr-defined]
        known = key in self.sets
        rows = self.sets.setdefault(key, {int(move): Row() for move in state.moves()})
        policy = matched({move: row.regret for move, row in rows.items()})
        share = self.explore if seat == explorer else 0.0
        chances = {move: share / len(rows) + (1 - share) * policy[move] for move in rows}
        made, left = list(rows)[-1], self.random.unit()
        for move in rows:
            left -= chances[move]
            if left < 0:
                made = move
                break
        further = [part * (policy[made] if place == seat else 1) for place, part in enumerate(own)]
        after = state.play(made)
        while (chance := after.chance()) is not None:
            after = after.play(chance)
        value = self.play(after, explorer, further, sampled * chances[made], known=known)
        estimates = {
            move: [
                row.value[place] + (move == made) * (value[place] - row.value[place]) / chances[made]
                for place in range(state.seats)
            ]
            for move, row in rows.items()
        }
        expected = [
            sum(policy[move] * estimates[move][place] for move in rows) for place in range(state.seats)
        ]
        others = 1.0
        for place, part in enumerate(own):
            others *= 1.0 if place == seat else part
        for move, row in rows.items():
            if seat == explorer:
                row.regret += others / sampled * (estimates[move][seat] - expected[seat])
            if seat != explorer or state.seats == 1:
                row.weight += own[seat] / sampled * policy[move]
        rows[made].visits += 1
        for place in range(state.seats):
            rows[made].value[place] += (value[place] - rows[made].value[place]) / rows[made].visits
        return expected


class Forgetful(PythonGame):
    """One seat takes one of two ways, three times; the position itself tells it nothing."""

    name, seats, moves = "forgetful", (1,), ("a", "b")

    def deals(self, seats: int) -> list[tuple[tuple[int, ...], int]]:
        return [((), 1)]

    def begin(self, seats: int, rng: Any) -> tuple[int, ...]:
        return ()

    def to_move(self, way: tuple[int, ...]) -> int:
        return 0

    def legal(self, way: tuple[int, ...]) -> tuple[int, ...]:
        return (0, 1) if len(way) < 3 else ()

    def apply(self, way: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*way, move)

    def scores(self, way: tuple[int, ...]) -> tuple[int, ...]:
        return (sum(way),)

    def reshuffle(self, way: tuple[int, ...], seat: int | None, rng: Any) -> tuple[int, ...]:
        return way

    def knows(self, way: tuple[int, ...], seat: int) -> None:
        return None


def options(**asked: Any) -> RegretOptions:
    usual: dict[str, Any] = {"utility": "points", "memory": 4.0}
    return RegretOptions(**usual | asked)


@pytest.mark.parametrize(
    ("game", "seats"),
    [(Kuhn(), 2), (Kuhn(), 3), (Leduc(), 2), (LiarsDice(), 2), (PrivateDice(), 2), (Forgetful(), 1)],
)
def test_each_visit_is_the_one_of_the_plain_version(game: Any, seats: int) -> None:
    start = game.deal(seats=seats, seed=1)
    table, plain = Table(game, seats), PlainRegrets(start, 3, 0.4)
    search = RegretSearch(game, options(seed=3, epsilon=0.4))
    for _ in range(60):
        search.learn(start, Limit(nodes=7))
        for _ in range(7):
            plain.visit()
        assert search.size == len(plain.sets)
    learned = learnt(table, search)
    assert search.visits == plain.visits == 420
    for (seat, position), moves in learned.items():
        rows = plain.sets.get(position, {})
        whole = sum(row.weight for row in rows.values())
        expected = {move: row.weight / whole if whole else 1 / len(rows) for move, row in rows.items()}
        assert moves == pytest.approx(expected or dict.fromkeys(moves, 1 / len(moves)), abs=2e-4), (
            seat,
            position,
        )


def exploitability(kind: Any, visits: int, seed: int = 1) -> float:
    game = kind()
    table, search = Table(game, 2), RegretSearch(game, options(seed=seed))
    search.learn(game.deal(seats=2, seed=1), Limit(nodes=visits))
    return table.exploitability(learnt(table, search))


@pytest.mark.parametrize(
    ("kind", "visits", "most"),
    [
        (Kuhn, (300, 3000, 30_000), (0.3, 0.1, 0.02)),
        (PrivateDice, (300, 3000, 30_000), (0.2, 0.06, 0.02)),
        (LiarsDice, (500, 10_000), (0.5, 0.1)),
    ],
)
def test_policies_approach_an_equilibrium(
    kind: Any, visits: tuple[int, ...], most: tuple[float, ...]
) -> None:
    values = [exploitability(kind, number) for number in visits]
    assert values == sorted(values, reverse=True)
    assert all(one < bound for one, bound in zip(values, most, strict=True)), values


@pytest.mark.nightly
def test_leduc_poker_is_nearly_solved() -> None:
    """Of 288 information sets; by 100,000 visits for each the policy is far below 0.2."""
    values = [exploitability(Leduc, number) for number in (30_000, 300_000, 3_000_000)]
    assert values == sorted(values, reverse=True)
    assert values[-1] < 0.2


def test_slices_and_the_same_seed_find_the_same() -> None:
    game = Kuhn()
    start, table = game.deal(seats=2, seed=1), Table(game, 2)
    whole, sliced, other = (RegretSearch(game, options(seed=seed)) for seed in (5, 5, 6))
    assert whole.learn(start, Limit(nodes=500)) == 500
    assert sum(sliced.learn(start, Limit(nodes=nodes)) for nodes in (1, 99, 400)) == 500
    other.learn(game.deal(seats=2, seed=2), Limit(nodes=500))
    assert learnt(table, whole) == learnt(table, sliced) != learnt(table, other)


def test_what_the_deal_hides_changes_nothing() -> None:
    game = Leduc()
    table, searches = Table(game, 2), []
    for seed in range(4):
        search = RegretSearch(game, options())
        search.learn(game.deal(seats=2, seed=seed), Limit(nodes=300))
        searches.append(learnt(table, search))
    assert searches[0] == searches[1] == searches[2] == searches[3]


def test_a_seat_knows_the_moves_that_it_saw() -> None:
    game = Forgetful()
    start = game.deal(seats=1, seed=1)
    search = RegretSearch(game, options())
    search.learn(start, Limit(nodes=300))
    assert search.size == 1 + 2 + 4
    after = start.play("a")
    assert search.policy_at(after, [(start, 0)])[1] > 0.8


def test_a_full_table_is_searched_on() -> None:
    game = Leduc()
    search = RegretSearch(game, options(memory=0.002))
    assert search.learn(game.deal(seats=2, seed=1), Limit(nodes=2000)) == 2000
    assert 16 <= search.size < 288


@pytest.mark.parametrize("name", ["akropolis", "metropolys", "warszawa"])
def test_the_bot_plays_legal_moves_of_any_game(name: str) -> None:
    history = History.start(GAMES[name].deal(seats=3, seed=1))
    bot = parse_bot("mccfr:nodes=30:memory=16")
    player = bot.sit(2)
    for _ in range(4):
        view = history.seen_by(history.state.to_move)
        move = player.choose(view).move
        assert move in history.state.legal()
        history = history.play(move)


def test_the_bot_bluffs_by_its_seed() -> None:
    """With the lowest card who begins at Kuhn poker bets a third of the time at most, and with the highest one more."""
    game = Kuhn()
    bets = {}
    for card in (0, 2):
        state = game.state_from(KuhnPosition((card, 1)), 2)
        view = History.start(state).seen_by(0)
        bets[card] = (
            sum(
                int(parse_bot("mccfr:nodes=300:utility=points").sit(seed).choose(view).move)
                for seed in range(30)
            )
            / 30
        )
    assert bets[0] < 0.45
    assert bets[0] < bets[2]
