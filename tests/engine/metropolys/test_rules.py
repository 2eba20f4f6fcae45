"""Tests of the rules of Metropolys: cases solved by hand, and every move list compared with the slow oracle."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.metropolys.scoring_cases import CASES, Case
from tests.oracle import metropolys_board as board
from tests.oracle.metropolys import Oracle, card_points, tallest
from tests.oracle.metropolys_deal import DISTRICTS_IN_PLAY, Deal, parse_deal, random_deal
from tests.statistics import chi_square, is_plausible
from urbanist.engine import GAMES, State
from urbanist.engine.batch import Batch
from urbanist.engine.metropolys import pieces
from urbanist.engine.metropolys.editions import EDITIONS
from urbanist.engine.metropolys.notation import MetropolysNotation

METROPOLYS = GAMES["metropolys"]
NOTATION = MetropolysNotation()
NOBODY = 255
TABLES = [(variant, players) for variant in ("family", "expert") for players in (2, 3, 4)]


def replayed(deal: str, events: list[str]) -> State:
    state = METROPOLYS.read_deal(deal)
    for event in events:
        state = state.play(event)
    return state


def holder(state: State, card: str) -> int | None:
    seat = int(state.array[f"{card}_card"])
    return None if seat == NOBODY else seat


def lane(state: State, name: str, seat: int) -> set[int]:
    word = int(state.array[name][seat])
    return {value for value in range(1, 14) if word >> value & 1}


def built(state: State, seat: int) -> dict[int, str]:
    return dict(NOTATION.buildings(state.array, seat))


def seen(state: State, key: str, expected: Any) -> Any:
    """Return the engine's value for a key of `Case.then`, limited to the expected seats or tokens."""
    match key:
        case "legal":
            return list(state.legal())
        case "choices":
            return len(state.legal())
        case "allows":
            return [token for token in expected if token in state.legal()]
        case "refuses":
            return [token for token in expected if token not in state.legal()]
        case "scores" | "ranks":
            return list(getattr(state, key)())
        case "bids":
            return NOTATION.bids(state.array)
        case "built":
            return {seat: built(state, seat) for seat in expected}
        case "hand":
            return {seat: lane(state, "hands", seat) for seat in expected}
        case "tokens":
            return {seat: tuple(state.array["taken"][seat].tolist()) for seat in expected}
        case "to_move" | "over":
            return getattr(state, key)
        case "metro_card" | "ruins_card":
            return holder(state, key.removesuffix("_card"))
    raise KeyError(key)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_case_from_the_rule_book(case: Case) -> None:
    state = replayed(case.deal, case.events.split())
    assert {key: seen(state, key, expected) for key, expected in case.then.items()} == case.then, case.why


@pytest.mark.parametrize("opening", ["1@C3", "5@C3", "4@C8", "2@W5"])
def test_after_an_auction_only_the_building_of_the_winner_stays(opening: str) -> None:
    deal = str(random_deal(Random(1), "expert", 2, "CNW"))
    first = replayed(deal, []).to_move
    state = replayed(deal, [opening, "6@C2", "pass"])
    assert state == replayed(deal, ["3@C3", "6@C2", "pass"])
    assert built(state, 1 - first) == {6: "C2"}


def assert_same(state: State, oracle: Oracle) -> None:
    """Assert that the engine and the oracle agree on the legal moves and on all that is visible."""
    assert list(state.legal()) == oracle.legal()
    assert state.over == oracle.over
    assert state.to_move == oracle.to_move
    assert list(state.scores()) == oracle.scores()
    assert list(state.ranks()) == oracle.ranks()
    assert holder(state, "metro") == oracle.metro_card
    assert holder(state, "ruins") == oracle.ruins_card
    assert NOTATION.bids(state.array) == oracle.bids()
    for seat in oracle.seats:
        assert built(state, seat) == oracle.built(seat)
        assert lane(state, "hands", seat) == oracle.hand(seat)
        assert state.array["taken"][seat].tolist() == list(oracle.tokens(seat).values())


def picked(legal: list[str], rng: Random, eagerness: float | None) -> str:
    """Return a random move; `eagerness` makes passes rare, and None makes all moves equally likely."""
    if eagerness is None or "pass" not in legal:
        return rng.choice(legal)
    return rng.choice([move for move in legal if move != "pass"]) if rng.random() < eagerness else "pass"


def compare_game(
    seed: str, variant: str, players: int, *, every: int, data: str = "printed", districts: str | None = None
) -> None:
    """Play a random game on engine and oracle; compare the moves at each ply, and the rest at some and at the end."""
    rng = Random(seed)
    eagerness = rng.choice([None, 0.2, 0.95, 1.0])
    deal = str(random_deal(rng, variant, players, districts, data=data))
    state, oracle = METROPOLYS.read_deal(deal), Oracle(deal)
    while not oracle.over:
        legal = oracle.legal()
        assert list(state.legal()) == legal
        if state.ply % every == 0:
            assert_same(state, oracle)
        move = picked(legal, rng, eagerness)
        state = state.play(move)
        oracle.play(move)
    assert_same(state, oracle)


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_random_games_agree_with_the_oracle(variant: str, players: int) -> None:
    for seed in range(20):
        compare_game(f"{variant} {players} {seed}", variant, players, every=8)


@pytest.mark.nightly
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_many_random_games_agree_with_the_oracle(variant: str, players: int) -> None:
    for seed in range(2000):
        compare_game(f"nightly {variant} {players} {seed}", variant, players, every=1)


@st.composite
def deals(draw: st.DrawFn) -> str:
    """Return a deal line of any variant, number of players and districts."""
    variant, players = draw(st.sampled_from(TABLES))
    districts = draw(st.sampled_from(DISTRICTS_IN_PLAY[players]))
    return str(random_deal(Random(draw(st.integers(0, 2**32))), variant, players, districts))


@settings(max_examples=80)
@given(deals(), st.lists(st.integers(0, 2**16), min_size=20, max_size=120))
def test_any_deal_and_any_moves_agree_with_the_oracle(deal: str, choices: list[int]) -> None:
    state, oracle = METROPOLYS.read_deal(deal), Oracle(deal)
    assert NOTATION.write_deal(state.array) == deal
    for choice in choices:
        if oracle.over:
            break
        legal = oracle.legal()
        state = state.play(legal[choice % len(legal)])
        oracle.play(legal[choice % len(legal)])
        assert_same(state, oracle)


@pytest.mark.parametrize("informed", [False, True], ids=["uniform", "informed"])
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_playouts_end_in_positions_that_hold_together(variant: str, players: int, informed: bool) -> None:
    """The playout has its own loop over the auction; legal moves must be able to reach its end."""
    for seed in range(60):
        start = METROPOLYS.deal(variant=variant, seats=players, options=["districts=drawn"], seed=seed)
        end = start.playout(seed, informed=informed)
        deal = parse_deal(NOTATION.write_deal(start.array))
        names = [name for seat in range(players) for name in built(end, seat).values()]
        assert len(names) == len(set(names))
        assert set(names) <= set(deal.in_play())
        assert [seat for seat in range(players) if len(built(end, seat)) == 13] == [end.to_move]
        assert NOTATION.bids(end.array) == []
        for seat in range(players):
            kinds = Counter(deal.token_kind(name) for name in built(end, seat).values())
            assert end.array["taken"][seat].tolist() == [kinds[kind] for kind in ("trendy", "metro", "ruins")]
            assert lane(end, "hands", seat) == set(range(1, 14)) - set(built(end, seat))
        assert list(end.scores()) == [points_of(deal, end, seat) for seat in range(players)]


def points_of(deal: Deal, state: State, seat: int) -> int:
    """Return the points of a seat as the oracle counts the buildings and tokens of the engine."""
    each = deal.numbers.points
    trendy, metro, ruins = map(int, state.array["taken"][seat])
    points: int = each["trendy"] * trendy + each["metro"] * metro + each["ruins"] * ruins
    points += each["metro_card"] * (holder(state, "metro") == seat)
    points += each["ruins_card"] * (holder(state, "ruins") == seat)
    points += card_points(
        deal.variant, deal.cards[seat], built(state, seat).values(), deal.numbers, deal.board
    )
    if deal.variant == "expert":
        everybody = [built(state, other) for other in range(deal.players)]
        points += each["tallest"] * sum(seat in tallest(everybody, district) for district in deal.districts)
    return points


class TestDeals:
    DEALS = 3000

    @pytest.mark.parametrize(("variant", "players"), TABLES)
    def test_every_deal_is_one_that_the_rules_allow(self, variant: str, players: int) -> None:
        for option in [(), ("districts=drawn",), *((f"districts={d}",) for d in DISTRICTS_IN_PLAY[players])]:
            for seed in range(30):
                state = METROPOLYS.deal(variant=variant, seats=players, options=option, seed=seed)
                parse_deal(NOTATION.write_deal(state.array))

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_the_default_districts_are_those_of_the_rules(self, players: int) -> None:
        line = NOTATION.write_deal(METROPOLYS.deal(seats=players, seed=1).array)
        assert f"districts={DISTRICTS_IN_PLAY[players][0]} " in line

    @pytest.mark.parametrize("players", [2, 3])
    def test_drawn_districts_are_drawn_evenly_from_those_allowed(self, players: int) -> None:
        districts = self.dealt(players, "districts=drawn").array["districts"]
        allowed = [sum(1 << "CNESW".index(letter) for letter in d) for d in DISTRICTS_IN_PLAY[players]]
        counts = [np.count_nonzero(districts == bits) for bits in allowed]
        assert sum(counts) == self.DEALS
        assert is_plausible(chi_square(counts, [0.25] * 4), 3)

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_every_seat_is_first_equally_often_unless_one_is_named(self, players: int) -> None:
        openers = self.dealt(players).array["opener"]
        assert is_plausible(chi_square(np.bincount(openers), [1 / players] * players), players - 1)
        assert set(self.dealt(players, "first=1").array["opener"]) == {1}

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_tokens_lie_evenly_over_the_sites_of_a_district_whatever_their_kind(self, players: int) -> None:
        tokens = self.dealt(players).array["tokens"]
        for letter in DISTRICTS_IN_PLAY[players][0]:
            sites = [
                cell
                for cell, name in enumerate(pieces.NAMES)
                if name[0] == letter and name not in board.DEAD_ENDS
            ]
            for kind in range(3):
                counts = [
                    np.count_nonzero(tokens[:, kind] >> np.uint64(cell) & np.uint64(1)) for cell in sites
                ]
                # Tokens of one deal exclude each other, so that counts vary less than those of independent draws.
                mean = sum(counts) / len(sites)
                assert max(abs(count - mean) for count in counts) < 5 * mean**0.5

    def test_two_tokens_are_of_one_kind_with_the_probability_of_random_deals(self) -> None:
        """Two given tokens of 27, 9 of each kind, are both trendy with probability 9/27 * 8/26."""
        tokens = self.dealt(4).array["tokens"]
        pairs = list(combinations([pieces.CELLS[name] for name in ("N1", "S5", "C9")], 2))
        for one, other in pairs:
            both = np.uint64(1 << one | 1 << other)
            covered = (tokens.sum(axis=1) & both) == both
            trendy = (tokens[:, 0] & both) == both
            share = 9 / 27 * 8 / 26
            expected = share * np.count_nonzero(covered)
            assert abs(np.count_nonzero(trendy) - expected) < 5 * (expected * (1 - share)) ** 0.5

    def dealt(self, players: int, *options: str) -> Batch:
        return Batch.deal(METROPOLYS, self.DEALS, seats=players, options=options, seed=17)


def test_the_board_of_the_engine_is_that_of_the_oracle() -> None:
    printed = EDITIONS.at(0).board
    places = printed.by_name
    assert list(places) == list(pieces.NAMES) == board.NAMES
    assert {name: sorted(place.adjacent) for name, place in places.items()} == {
        name: sorted(near) for name, near in board.ADJACENT.items()
    }
    assert {
        kind: [name for name in places if places[name].type == kind] for kind in pieces.TYPES
    } == board.TYPES
    assert [name for name in places if places[name].border] == sorted(board.BORDER, key=board.NAMES.index)
    assert {name for name in places if places[name].dead_end} == set(board.DEAD_ENDS)
    for groups, expected in (
        (printed.bridges, board.BRIDGES),
        (printed.lakes, board.LAKES),
        (printed.statues, board.STATUES),
    ):
        assert sorted(sorted(group) for group in groups) == sorted(sorted(group) for group in expected)
