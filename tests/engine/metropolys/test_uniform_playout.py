"""Tests that a playout of Metropolys draws each legal move with the same probability, without a list.

A playout shows only the end of the game. Near the end, a walk over the tree of legal moves computes the exact
probability of each ending. In the middle of a game, it is known for positions that are set up for this.
"""

from collections import Counter
from functools import cache
from random import Random

import numpy as np
import pytest

from tests.statistics import chi_square, is_plausible
from urbanist.engine import GAMES, State
from urbanist.engine.batch import Batch
from urbanist.engine.metropolys import pieces
from urbanist.engine.metropolys.editions import EDITIONS

METROPOLYS = GAMES["metropolys"]
PLACES = EDITIONS.at(0).board.by_name
MAX_POSITIONS = 1000
SAMPLES = 60_000
LEAST_EXPECTED = 10


def set_up(players: int, hands: list[list[int]], empty: list[str], seed: int = 0) -> State:
    """Return a position that seat 0 opens, with these values in the hands and only these neighbourhoods empty."""
    batch = Batch.of([METROPOLYS.deal(variant="family", seats=players, options=["first=0"], seed=seed)])
    batch.array["hands"][0, :players] = [sum(1 << value for value in hand) for hand in hands]
    batch.array["empty"][0] = sum(1 << pieces.CELLS[name] for name in empty)
    return batch.state(0)


def grown(rng: Random, names: list[str], size: int) -> list[str]:
    """Return a connected set of `size` neighbourhoods out of `names`."""
    empty = [rng.choice(names)]
    while len(empty) < size:
        beside = {other for name in empty for other in PLACES[name].adjacent}
        empty.append(rng.choice(sorted(beside & set(names) - set(empty))))
    return empty


def endgame(seed: int, players: int) -> tuple[State, dict[State, float]]:
    """Return a position near the end, and the probability of each of its endings."""
    rng = Random(seed)
    hands = [rng.sample(range(1, 14), rng.randint(1, 3)) for _ in range(players)]
    in_play = [name for name in pieces.NAMES if name[0] in pieces.ALLOWED_DISTRICTS[players][0]]
    state = set_up(players, hands, grown(rng, in_play, sum(map(len, hands)) + rng.randint(0, 4)), seed)
    chances = endings(state, MAX_POSITIONS)
    while chances is None:
        state = state.play(rng.choice(state.legal()))
        chances = endings(state, MAX_POSITIONS)
    return state, chances


def endings(state: State, most: int) -> dict[State, float] | None:
    """Return the probability of each final position under uniform moves; None if there are too many positions."""
    seen: set[State] = set()

    @cache
    def chances(here: State) -> dict[State, float]:
        seen.add(here)
        if len(seen) > most:
            raise OverflowError
        if here.over:
            return {here: 1.0}
        legal = here.moves()
        total: dict[State, float] = {}
        for move in legal:
            for end, chance in chances(here.play(move)).items():
                total[end] = total.get(end, 0.0) + chance / len(legal)
        return total

    try:
        return chances(state)
    except OverflowError:
        return None


def sampled(state: State, seed: int) -> Counter[bytes]:
    """Return how often playouts reach each final position."""
    batch = Batch.of([state] * SAMPLES)
    batch.playout(seed)
    records, counts = np.unique(batch.array.view(f"V{METROPOLYS.dtype.itemsize}"), return_counts=True)
    return Counter({record.tobytes(): int(count) for record, count in zip(records, counts, strict=True)})


def compared(sampled: Counter[bytes], chances: dict[State, float]) -> tuple[float, int]:
    """Return chi-square and its degrees of freedom; rare endings are counted as one."""
    cells: dict[bytes, list[float]] = {}
    for end, chance in chances.items():
        memory = end.array.tobytes()
        cell = cells.setdefault(memory if chance * SAMPLES >= LEAST_EXPECTED else b"rare", [0, 0])
        cell[0] += sampled[memory]
        cell[1] += chance
    counts, shares = zip(*cells.values(), strict=True)
    return chi_square(counts, shares), len(counts) - 1


def assert_endings_are_as_likely_as_computed(players: int, seeds: range) -> None:
    statistic, freedom = 0.0, 0
    for seed in seeds:
        state, chances = endgame(seed, players)
        counts = sampled(state, seed)
        assert set(counts) <= {end.array.tobytes() for end in chances}
        further = compared(counts, chances)
        statistic, freedom = statistic + further[0], freedom + further[1]
    assert freedom > 30 * len(seeds)
    assert is_plausible(statistic, freedom)


@pytest.mark.parametrize(
    "players", [3, *(pytest.param(players, marks=pytest.mark.nightly) for players in (2, 4))]
)
def test_endings_have_the_probabilities_of_uniform_moves(players: int) -> None:
    assert_endings_are_as_likely_as_computed(players, range(10))


@pytest.mark.nightly
@pytest.mark.parametrize("players", [2, 3, 4])
def test_endings_of_many_positions_have_the_probabilities_of_uniform_moves(players: int) -> None:
    assert_endings_are_as_likely_as_computed(players, range(10, 200))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("room", [13, 20, 35])
def test_every_building_on_every_site_of_an_opening_is_equally_likely(players: int, room: int) -> None:
    """No other seat can bid, so one seat opens until all is built; each placing of its values is equally likely."""
    in_play = [name for name in pieces.NAMES if name[0] in pieces.ALLOWED_DISTRICTS[2][0]]
    empty = Random(room).sample(in_play, room)
    batch = Batch.of([set_up(players, [list(range(1, 14))] + [[]] * (players - 1), empty)] * SAMPLES)
    batch.playout(1)
    sites = batch.array["site"][:, 0]
    for value in range(1, 14):
        counts = [np.count_nonzero(sites[:, value] == pieces.CELLS[name]) for name in empty]
        assert sum(counts) == SAMPLES
        assert is_plausible(chi_square(counts, [1 / room] * room), room - 1)


@pytest.mark.parametrize("lowest", [1, 4, 9, 12])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["C12", "N10", "C13", "N9", "C11", "C8"])
def test_a_pass_is_as_likely_as_any_one_raise(name: str, players: int, lowest: int) -> None:
    """Seat 0 places its only building; if seat 1 passes, the game is over, and else seat 1 wins the auction."""
    raises = list(range(lowest + 1, 14))
    in_play = [place for place in pieces.NAMES if place[0] in pieces.ALLOWED_DISTRICTS[4][0]]
    state = set_up(players, [[lowest], raises] + [[]] * (players - 2), in_play).play(f"{lowest}@{name}")
    choices = len(state.moves())
    batch = Batch.of([state] * SAMPLES)
    batch.playout(2)
    passed = np.count_nonzero(batch.array["to_move"] == 0)
    assert is_plausible(chi_square([passed, SAMPLES - passed], [1 / choices, 1 - 1 / choices]), 1, sigmas=5)


@pytest.mark.parametrize("name", ["C12", "N10", "C13", "N9", "C11", "C8"])
def test_a_raise_with_any_value_on_any_site_is_equally_likely(name: str) -> None:
    """Seat 0 has one building. After its raise, seat 1 opens with its remaining value, on any place."""
    state = set_up(2, [[1], [2, 5, 8, 13]], list(pieces.NAMES)).play(f"1@{name}")
    values, sites = [2, 5, 8, 13], PLACES[name].adjacent
    batch = Batch.of([state] * SAMPLES)
    batch.playout(3)
    raised = batch.array[batch.array["to_move"] == 1]["site"][:, 1]
    # It is there because of the raise, or because of an opening on one of the 54 other neighbourhoods.
    share = 1 / 4 / len(sites) + 3 / 4 * (1 - 1 / len(sites)) / 54
    for value in values:
        for site in sites:
            count = np.count_nonzero(raised[:, value] == pieces.CELLS[site])
            assert is_plausible(chi_square([count, len(raised) - count], [share, 1 - share]), 1, sigmas=5)
