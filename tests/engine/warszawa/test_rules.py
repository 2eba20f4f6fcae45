"""Tests of the rules of Warszawa: every move list and score is compared with the slow oracle."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.engine.warszawa.sets import FILE, added, lavish, renamed, short, small
from tests.oracle.warszawa import Oracle
from urbanist.engine import GAMES, State
from urbanist.engine.batch import Batch
from urbanist.engine.history import History

WARSZAWA = GAMES["warszawa"]
SETS = {"house": FILE, "lavish": lavish(), "small": small(), "renamed": renamed(), "short": short()}


def compare(state: State, oracle: Oracle) -> None:
    """Assert that the engine and the oracle agree on the position."""
    seats = range(state.seats)
    array = state.array
    assert (state.over, state.due) == (oracle.over, oracle.due)
    assert state.to_move == oracle.to_move
    assert list(state.legal()) == oracle.legal()
    assert list(state.scores()) == oracle.scores()
    assert list(state.ranks()) == oracle.ranks()
    assert array["cubes"][: state.seats].tolist() == [list(cubes.values()) for cubes in oracle.cubes]
    assert array["held"][: state.seats].tolist() == [len(hand) for hand in oracle.hands]
    assert array["engineers"][: state.seats].tolist() == oracle.engineers
    assert array["markers"][: state.seats].tolist() == oracle.markers
    assert [int(array["built"][seat]).bit_count() for seat in seats] == [
        len(oracle.buildings_of(seat)) for seat in seats
    ]
    assert int(array["left"]) == oracle.deck()


def followed(name: str, players: int, seed: int, options: tuple[str, ...] = ()) -> Oracle:
    """Play a random game on engine and oracle, compare every position, and return the oracle at the end."""
    added(SETS[name])
    rng = Random(f"{name} {players} {seed}")
    state = WARSZAWA.deal(seats=players, options=[*options, f"data={name}"], seed=seed)
    history = History.start(state)
    oracle = Oracle(history.deal, SETS[name])
    compare(state, oracle)
    done = 0
    while not oracle.over:
        history = history.play(rng.choice(oracle.legal()))
        for event, after in zip(history.events[done:], history.states[done + 1 :], strict=True):
            oracle.play(str(event))
            compare(after, oracle)
        done = len(history.events)
    assert history.state.over
    return oracle


@cache
def games(name: str, players: int) -> tuple[Oracle, ...]:
    options, count = [(), ("rounds7",)], 6 if name == "lavish" else 2
    return tuple(followed(name, players, seed, options[seed % 2]) for seed in range(count))


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("name", SETS)
def test_random_games_agree_with_the_oracle(name: str, players: int) -> None:
    assert all(oracle.over for oracle in games(name, players))


@pytest.mark.nightly
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("options", [(), ("rounds7",)], ids=["eight", "seven"])
def test_many_random_games_agree_with_the_oracle(name: str, players: int, options: tuple[str, ...]) -> None:
    for seed in range(1000, 1250):
        followed(name, players, seed, options)


def test_the_games_compared_meet_every_rule_of_metro_and_bridges() -> None:
    oracles = [oracle for players in (3, 4, 5) for oracle in games("lavish", players)]
    assert any(oracle.metro.branched for oracle in oracles)
    assert any(oracle.metro.tunnel for oracle in oracles)
    assert any(len(oracle.bridges) == 4 for oracle in oracles)
    assert any(0 in oracle.markers for oracle in oracles)
    assert any(len(oracle.metro.segments) > 12 for oracle in oracles)
    functions = Counter(oracle.cards[card]["function"] for oracle in oracles for card in oracle.used)
    assert set(functions) == {"fund", "concrete", "rubble", "card", "twice"}


def test_the_games_compared_meet_other_numbers_of_the_rules() -> None:
    """A seat has at most three buildings, there is one bridge, and rounds are 3 + 2 or 2 + 4."""
    oracles = [oracle for players in (3, 4, 5) for oracle in games("short", players)]
    seats = [(oracle, seat) for oracle in oracles for seat in oracle.seats]
    assert max(len(oracle.buildings_of(seat)) for oracle, seat in seats) == 3
    assert {len(oracle.bridges) for oracle in oracles} == {1}
    assert any(0 in oracle.markers for oracle in oracles)
    assert {(oracle.stage, oracle.round) for oracle in oracles} == {(2, 2), (2, 4)}
    state = WARSZAWA.deal(seats=4, options=["data=short"], seed=1)
    deal = dict(token.split("=") for token in WARSZAWA.notation.write_deal(state.array).split())
    assert deal["data"] == "short"
    assert [len(hand.split("+")) for hand in deal["hands"].split(",")] == [3, 3, 3, 3]
    assert len(deal["tasks"].split(",")) == 2
    assert state.array["cubes"][0].tolist() == [2, 0, 3]
    assert state.array["engineers"][:4].tolist() == [6, 6, 6, 6]
    assert state.array["markers"][:4].tolist() == [2, 2, 2, 2]


def test_first_moves_are_as_many_as_the_rules_count() -> None:
    """Count all fields, at most six barters, a pass, and the 14 or 18 hexes for a card of any zone."""
    for players, choices, hexes in ((3, 13, 14), (4, 14, 18), (5, 15, 18)):
        state = WARSZAWA.deal(seats=players, seed=1)
        for _ in range(players):
            state = state.play(state.legal()[0])
        hand = WARSZAWA.notation.card(state.array, state.to_move).partition("/")[2].split("+")
        cards: list[dict[str, Any]] = [card for card in FILE["cards"] if card["id"] in hand]
        laid = sum(hexes for card in cards if card["zone"] != "urban")
        assert len(state.legal()) == choices + laid


def assert_all_end(players: int, games: int, options: tuple[str, ...] = (), seed: int = 0) -> None:
    """Play random games in parallel, and assert that each has a move until its end."""
    rng = np.random.default_rng(seed)
    batch = Batch.deal(WARSZAWA, games, seats=players, options=options, seed=seed)
    while not batch.array["over"].all():
        moves, counts = batch.moves()
        assert ((counts > 0) == (batch.array["over"] == 0)).all()
        chosen = (rng.random(games) * counts).astype(np.int64)
        batch.apply(moves[np.arange(games), np.minimum(chosen, moves.shape[1] - 1)], trusted=True)
    assert batch.array["ply"].max() < 1000


@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_games_end_and_none_lacks_a_move(players: int) -> None:
    assert_all_end(players, 1000)


@pytest.mark.nightly
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("options", [(), ("rounds7",)], ids=["eight", "seven"])
def test_a_hundred_thousand_random_games_end_and_none_lacks_a_move(
    players: int, options: tuple[str, ...]
) -> None:
    for seed in range(10):
        assert_all_end(players, 10_000, options, seed)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("slot", 200),
        ("slot", 7),
        ("held", 200),
        ("holder", 200),
        ("chosen", 200),
        ("chosen", 15),
        ("markers", 7),
    ],
)
def test_a_record_that_is_no_position_is_refused(field: str, value: int) -> None:
    record = WARSZAWA.deal(seats=4, seed=1).array.copy()
    record[field] = value
    with pytest.raises(
        ValueError, match=f"^not a state of warszawa: '{field}' is out of range or does not fit"
    ):
        WARSZAWA.from_array(record)


def test_cards_of_hands_that_nobody_knows_are_drawn_with_the_deck() -> None:
    whole = WARSZAWA.deal(seats=3, seed=1)
    notation = WARSZAWA.notation
    seen = WARSZAWA.read_deal(notation.mask_deal(notation.write_deal(whole.array), 0))
    drawn = seen.redrawn(1).array
    # A card is in one hand or in the deck.
    cards = [card for hand in drawn["hand"] for card in range(64) if int(hand) >> card & 1]
    assert drawn["hand"][0] == seen.array["hand"][0]
    assert sorted([*cards, *drawn["deck"][0][: drawn["left"]].tolist()]) == list(range(30))
