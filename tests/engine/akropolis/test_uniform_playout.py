"""Tests that a playout of Akropolis draws each legal move with the same probability, without a list.

A random city hardly ever outgrows the rows on which a playout builds. So some games here are steered: all seats build
as far to the east or as high as they can.
"""

from collections import Counter
from functools import cache

import pytest

from tests.engine.tables import TABLES, Table, played
from tests.statistics import chi_square, is_plausible
from urbanist.engine import GAMES, State
from urbanist.engine.akropolis.city_record import hexes, triangle
from urbanist.engine.batch import Batch

OURS = [table for table in TABLES if table.game.name == "akropolis"]
A_MOVE = 15  # playouts for each legal move, on average
SLICE = 500  # playouts at a time
WAYS = ("east", "high")


def last_choice(table: Table, seed: int) -> State:
    """Return a position with one move left."""
    return played(table, seed)[0][-2]


def rank(state: State, move: str, way: str) -> tuple[int, int]:
    """Return how far east the place of a move is; or how high, and how near to the start tile."""
    q, r, k = map(int, move.partition("@")[2].replace("/", ",").split(","))
    if way == "east":
        return q, 0
    tops = hexes(state.array["city"][state.to_move])
    level = max((tops[space].height for space in triangle(q, r, k) if space in tops), default=0)
    return level, -(q * q + q * r + r * r)


@cache
def steered(way: str) -> tuple[State, ...]:
    """Return the positions of a long game for two in which all moves go one way."""
    states = [GAMES["akropolis"].deal(seats=2, options=("long",), seed=5)]
    while not states[-1].over:
        state = states[-1]
        if state.due:
            states.append(state.play(state.chance() or ""))
            continue
        free = int(state.array["market"][0])
        moves = [move for move in map(str, state.legal()) if move.startswith(f"{free}@")]
        ranked = [(rank(state, move, way), move) for move in moves]
        states.append(state.play(max(ranked)[1]))
    return tuple(states)


def endings(state: State, n: int, seed: int) -> Counter[bytes]:
    """Return how often playouts reach each final position."""
    counts: Counter[bytes] = Counter()
    start = Batch.of([state] * SLICE)
    for number in range(0, n, SLICE):
        batch = start.copy()
        batch.playout(seed * n + number)
        counts.update(record.tobytes() for record in batch.array)
    return counts


def assert_even(state: State, seed: int) -> None:
    """Assert that playouts play each last move equally often."""
    moves = state.moves()
    chances: Counter[bytes] = Counter()
    for move in moves:
        chances[state.play(move).array.tobytes()] += 1
    sampled = endings(state, A_MOVE * len(moves), seed)
    assert set(sampled) <= set(chances)
    counts = [sampled[end] for end in chances]
    shares = [count / len(moves) for count in chances.values()]
    assert is_plausible(chi_square(counts, shares), len(counts) - 1)


@pytest.mark.parametrize("table", OURS, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_every_last_move_comes_equally_often(table: Table, seed: int) -> None:
    assert_even(last_choice(table, seed), seed)


@pytest.mark.parametrize("table", OURS, ids=str)
def test_playouts_end_with_the_points_of_their_cities(table: Table) -> None:
    for seed in range(200):
        end = table.deal(seed).playout(seed)
        assert end.array["score"][: table.seats].tolist() == list(end.scores())


@pytest.mark.parametrize("way", WAYS)
def test_every_last_move_comes_equally_often_in_cities_that_are_too_large_for_rows(way: str) -> None:
    assert_even(steered(way)[-2], 1)


@pytest.mark.parametrize("way", WAYS)
def test_cities_that_outgrow_the_rows_end_with_their_points_and_bounds(way: str) -> None:
    for state in steered(way)[::7]:
        for seed in range(5):
            end = state.playout(seed)
            assert end.array["score"][:2].tolist() == list(end.scores())
            assert not end.array["unseen"]
            for city in end.array["city"][:2]:
                places = hexes(city)
                assert (min(q for q, _ in places), max(q for q, _ in places)) == (city["west"], city["east"])
                assert (min(r for _, r in places), max(r for _, r in places)) == (
                    city["north"],
                    city["south"],
                )
    last = [hexes(city) for city in steered(way)[-1].array["city"][:2]]
    widest = max(max(q for q, _ in city) - min(q for q, _ in city) for city in last)
    assert widest > 26 if way == "east" else max(top.height for city in last for top in city.values()) > 3
