"""Tests of the rules of Akropolis: cases solved by hand, and every move list compared with the slow oracle."""

from functools import lru_cache
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.akropolis.building import first_of_tile, game_of, towards
from tests.engine.akropolis.scoring_cases import CASES, Case
from tests.engine.akropolis.sets import FILE
from tests.oracle import akropolis_tiles as printed
from tests.oracle.akropolis import Oracle, placements
from tests.oracle.akropolis_deal import SCORING, random_deal
from tests.oracle.akropolis_scoring import City, Hex, points
from tests.statistics import chi_square, is_plausible
from urbanist.engine import GAMES, State
from urbanist.engine.akropolis import city_record
from urbanist.engine.batch import Batch
from urbanist.engine.history import replay

AKROPOLIS = GAMES["akropolis"]
TABLES = [(2, False), (3, False), (4, False), (2, True), (3, True)]
PLAZA_NAMES = {kind: name for name, kind in printed.PLAZAS.items()}

#: Ways to build: any move, the highest place, the place farthest from the start, only on the ground.
WAYS = ("any", "high", "far", "flat")


def named(top: city_record.Hex) -> tuple[str, int]:
    """Return a hex in the form of the oracle."""
    return PLAZA_NAMES[top.kind] if top.plaza else top.kind, top.height


def built(state: State, seat: int) -> dict[city_record.Space, tuple[str, int]]:
    return built_in(state.array["city"][seat].tobytes())


@lru_cache(4)  # a move changes one city, and all are compared
def built_in(city: bytes) -> dict[city_record.Space, tuple[str, int]]:
    [record] = np.frombuffer(city, AKROPOLIS.dtype["city"].base)
    return {space: named(top) for space, top in city_record.hexes(record).items()}


def assert_same(state: State, oracle: Oracle) -> None:
    """Assert that the engine and the oracle agree on the legal moves and on all that is visible."""
    assert list(state.legal()) == oracle.legal()
    assert (state.over, state.due, state.to_move) == (oracle.over, oracle.due, oracle.to_move)
    assert list(state.scores()) == oracle.scores()
    assert list(state.ranks()) == oracle.ranks()
    record = state.array
    assert [int(tile) for tile in record["market"] if tile] == oracle.market
    assert int(record["stacks"]) == oracle.stacks
    assert [tile for tile in range(64) if int(record["unseen"]) >> tile & 1] == sorted(oracle.hidden)
    for seat in oracle.seats:
        assert int(record["city"][seat]["stones"]) == oracle.stones[seat]
        assert built(state, seat) == {
            space: (top.what, top.height) for space, top in oracle.cities[seat].items()
        }


def picked(oracle: Oracle, rng: Random, way: str) -> str:
    """Return a random legal move by a way to build, or a random refill."""
    if oracle.due:
        return "!" + ",".join(map(str, rng.sample(oracle.hidden, oracle.deal.setup[2])))
    legal = oracle.legal()
    if way == "any":
        return rng.choice(legal)
    return max(rng.sample(legal, min(len(legal), 40)), key=lambda move: worth(move, oracle, way))


def worth(move: str, oracle: Oracle, way: str) -> int:
    q, r = map(int, move.partition("@")[2].partition("/")[0].split(","))
    city = oracle.cities[oracle.to_move]
    height = city[q, r].height if (q, r) in city else 0
    return height if way == "high" else -height if way == "flat" else max(abs(q), abs(r), abs(q + r))


def compare_game(seed: str, players: int, long: bool, data: str = "printed") -> None:
    """Play a game on engine and oracle, and compare everything at each step."""
    rng = Random(seed)
    options = tuple(option for option in SCORING if rng.random() < 0.5)
    way = rng.choice(WAYS)
    oracle = Oracle(str(random_deal(rng, players, (*options, *(["long"] if long else [])), data)))
    state = AKROPOLIS.read_deal(str(oracle.deal))
    assert AKROPOLIS.notation.write_deal(state.array) == str(oracle.deal)
    while not oracle.over:
        assert_same(state, oracle)
        event = picked(oracle, rng, way)
        state = state.play(event)
        oracle.play(event)
    assert_same(state, oracle)


@pytest.mark.parametrize(("players", "long"), TABLES)
def test_games_agree_with_the_oracle(players: int, long: bool) -> None:
    for seed in range(3):
        compare_game(f"{players} {long} {seed}", players, long)


@pytest.mark.nightly
@pytest.mark.parametrize(("players", "long"), TABLES)
def test_many_games_agree_with_the_oracle(players: int, long: bool) -> None:
    for seed in range(400):
        compare_game(f"nightly {players} {long} {seed}", players, long)


@settings(max_examples=25)
@given(
    st.sampled_from(TABLES),
    st.integers(0, 2**32),
    st.lists(st.integers(0, 2**16), min_size=10, max_size=40),
)
def test_any_deal_and_any_moves_agree_with_the_oracle(
    table: tuple[int, bool], seed: int, choices: list[int]
) -> None:
    players, long = table
    rng = Random(seed)
    oracle = Oracle(str(random_deal(rng, players, ("long",) if long else ())))
    state = AKROPOLIS.read_deal(str(oracle.deal))
    for choice in choices:
        if oracle.over:
            break
        legal = oracle.legal()
        event = legal[choice % len(legal)] if legal else picked(oracle, rng, "any")
        state = state.play(event)
        oracle.play(event)
        assert_same(state, oracle)


@pytest.mark.parametrize(
    "step",
    [(1, 0), (2, -1), *(pytest.param(step, marks=pytest.mark.nightly) for step in ((0, 1), (1, 1), (1, -1)))],
)
def test_a_city_of_the_longest_game_fits_on_the_grid_in_every_direction(step: tuple[int, int]) -> None:
    """Seat 0 lays all its 30 tiles in one direction, seat 1 in the opposite one."""
    rng = Random(str(step))
    oracle = Oracle(str(random_deal(rng, 2, (*SCORING, "long"))))
    state = AKROPOLIS.read_deal(str(oracle.deal))
    while not oracle.over:
        away = 1 if oracle.to_move == 0 else -1
        event = (
            picked(oracle, rng, "any") if oracle.due else towards((away * step[0], away * step[1]), oracle)
        )
        state = state.play(event)
        oracle.play(event)
        assert list(state.legal()) == oracle.legal()
        assert list(state.scores()) == oracle.scores()
    assert_same(state, oracle)
    for city in state.array["city"][:2]:
        assert max(int(city["east"]) - int(city["west"]), int(city["south"]) - int(city["north"])) >= 45


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_city_counts_what_the_rules_make_of_it(case: Case) -> None:
    deal, events = game_of(case.moves, case.options)
    state = replay(AKROPOLIS.read_deal(deal), events)[-1]
    assert state.scores()[0] == case.points, case.why
    assert int(state.array["city"][0]["stones"]) == case.stones, case.why


@pytest.mark.parametrize("case", [case for case in CASES if case.allows or case.refuses], ids=str)
def test_a_place_is_allowed_or_refused(case: Case) -> None:
    deal, events = game_of(case.moves, case.options)
    oracle, state = Oracle(deal), AKROPOLIS.read_deal(deal)
    for event in events:
        state = state.play(event)
        oracle.play(event)
    while oracle.to_move != 0 or oracle.due:
        event = picked(oracle, Random(0), "any") if oracle.due else first_of_tile(oracle)
        state = state.play(event)
        oracle.play(event)
    tile = oracle.market[0]
    legal = state.legal()
    assert [place for place in case.allows if f"{tile}@{place}" not in legal] == []
    assert [place for place in case.refuses if f"{tile}@{place}" in legal] == []


@pytest.mark.parametrize(("players", "long"), TABLES)
@pytest.mark.parametrize("informed", [False, True], ids=["uniform", "informed"])
def test_playouts_end_in_cities_that_hold_together(players: int, long: bool, informed: bool) -> None:
    """A playout draws places without a list; legal moves must be able to reach its end."""
    options = [*SCORING[:players], *(["long"] if long else [])]
    for seed in range(30):
        start = AKROPOLIS.deal(seats=players, options=options, seed=seed)
        end = start.playout(seed, informed=informed)
        record = end.array
        assert int(record["stacks"]) == int(record["unseen"]) == 0
        assert len([tile for tile in record["market"] if tile]) == 1
        assert end.ply == len(printed.tiles_in_play(players, long)) - 1
        for seat in range(players):
            city: City = {space: Hex(*top, 0) for space, top in built(end, seat).items()}
            stones = int(record["city"][seat]["stones"])
            assert end.scores()[seat] == points(city, options) + stones
            assert stones >= 0


class TestDeals:
    DEALS = 4000

    @pytest.mark.parametrize(("players", "long"), TABLES)
    def test_tiles_come_out_in_any_order(self, players: int, long: bool) -> None:
        tiles = printed.tiles_in_play(players, long)
        batch = Batch.deal(
            AKROPOLIS, self.DEALS, seats=players, options=["long"] if long else [], seed=players
        )
        size = printed.SETUPS[players, long][0]
        order = np.hstack([batch.array["market"][:, :size], batch.array["stacked"][:, : len(tiles) - size]])
        order = order.astype(int)
        assert (np.sort(order, axis=1) == tiles).all()
        for place in (0, 1, size - 1, size, len(tiles) // 2, len(tiles) - 1):
            counts = [np.count_nonzero(order[:, place] == tile) for tile in tiles]
            assert is_plausible(chi_square(counts, [1 / len(tiles)] * len(tiles)), len(tiles) - 1)
        follows = [np.count_nonzero(order[:, 1] == order[:, 0] + step) for step in (1, 2, -1)]
        assert max(follows) < 5 * self.DEALS / len(tiles)

    @pytest.mark.parametrize(("players", "long"), TABLES)
    def test_every_seat_is_first_equally_often_unless_one_is_named(self, players: int, long: bool) -> None:
        options = ["long"] if long else []
        first = Batch.deal(AKROPOLIS, self.DEALS, seats=players, options=options).array["first"]
        assert is_plausible(chi_square(np.bincount(first), [1 / players] * players), players - 1)
        named_first = Batch.deal(AKROPOLIS, 50, seats=players, options=[*options, "first=1"])
        assert set(named_first.array["first"]) == set(named_first.array["to_move"]) == {1}
        stones = named_first.array["city"]["stones"][0]
        assert [int(stones[(1 + place) % players]) for place in range(players)] == [1, 2, 3, 4][:players]


def test_a_refill_is_known_to_a_dealt_game_and_not_to_one_that_was_read() -> None:
    dealt = AKROPOLIS.deal(seats=2, seed=1)
    read = AKROPOLIS.read_deal(AKROPOLIS.notation.write_deal(dealt.array))
    assert dealt.chance() is None
    for _ in range(3):
        move = dealt.legal()[7]
        dealt, read = dealt.play(move), read.play(move)
    assert dealt.due
    assert read.due
    event = dealt.chance()
    assert event is not None
    assert read.chance() is None
    assert read.redrawn(3).chance() is not None
    assert read.play(event).legal() == dealt.play(event).legal()
    assert dealt.legal() == read.legal() == ()


def test_the_first_lists_are_those_counted_by_hand() -> None:
    """Thirty triangles touch the start tile; seats can pay for two, three or four tiles, and then three are left."""
    state = AKROPOLIS.deal(seats=4, seed=5)
    for tiles in (2, 3, 4, 3):
        assert len(state.moves()) == 30 * 3 * tiles
        state = state.play(state.legal()[0])


def test_the_tiles_of_the_engine_are_those_of_the_oracle() -> None:
    assert printed.Data.read(FILE) == printed.PRINTED


def test_a_place_lies_within_two_steps_of_the_city() -> None:
    """The oracle looks at all possible places: places farther away do not touch the city."""
    oracle = Oracle(str(random_deal(Random(1), 2, ())))
    assert len(placements(oracle.cities[0])) == 90


def test_stacks_that_nobody_knows_are_opened_all_the_same() -> None:
    dealt = AKROPOLIS.deal(seats=3, seed=1)
    seen = AKROPOLIS.read_deal(AKROPOLIS.notation.write_deal(dealt.array))
    tiles = {int(tile) for tile in dealt.array["market"] if tile}
    batch = Batch.of([seen])
    while not batch.array["over"][0]:
        batch.apply(batch.sample(int(batch.array["ply"][0])))
        market = [int(tile) for tile in batch.array["market"][0][: batch.array["market_size"][0]]]
        assert 0 not in market
        tiles |= set(market)
    assert tiles == set(printed.tiles_in_play(3, long=False))
    assert seen.playout(1).over
