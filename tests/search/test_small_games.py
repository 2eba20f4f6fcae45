"""Games of known value: their tables against hand-worked equilibria and OpenSpiel."""

from functools import cache
from typing import Any

import pytest

from tests.search.small_games import (
    CALL,
    DicePosition,
    Kuhn,
    KuhnPosition,
    Leduc,
    LiarsDice,
    PrivateDice,
    TinyMetropolys,
    TinyPosition,
)
from tests.search.tabular import Policy, Table, searched
from urbanist.testing import check_game

#: A game, its seats, the exploitability of a policy by which all moves are equally likely, and its name in OpenSpiel.
UNIFORM: list[tuple[Any, int, float, str]] = [
    (Kuhn, 2, 11 / 24, "kuhn_poker"),
    (Kuhn, 3, 0.6875, "kuhn_poker(players=3)"),
    (Leduc, 2, 2.3736111, "leduc_poker"),
    (LiarsDice, 2, 5 / 9, "liars_dice(numdice=1,dice_sides=3)"),
]


@cache
def table_of(kind: Any, seats: int = 2) -> Table:
    return Table(kind(), seats)


@pytest.mark.parametrize("game", [Kuhn(), Leduc(), LiarsDice(), PrivateDice(), TinyMetropolys()], ids=str)
def test_the_games_keep_the_contract(game: Any) -> None:
    check_game(game)


def kuhn_equilibrium(alpha: float) -> Policy:
    """Return the policy of Kuhn 1950: `alpha` is how often the first seat bluffs with the lowest card."""
    bets = {
        (0, ()): (alpha, 0, 3 * alpha),
        (0, (0, 1)): (0, alpha + 1 / 3, 1),
        (1, (0,)): (1 / 3, 0, 1),
        (1, (1,)): (0, 1 / 3, 1),
    }
    policy: Policy = {}
    for (seat, chosen), chances in bets.items():
        for card, bet in enumerate(chances):
            cards = (card, None) if seat == 0 else (None, card)
            policy[seat, KuhnPosition(cards, chosen)] = {0: 1 - bet, 1: bet}
    return policy


@pytest.mark.parametrize("alpha", [0, 0.2, 1 / 3])
def test_nobody_gains_by_leaving_the_equilibrium_of_kuhn_poker(alpha: float) -> None:
    table, policy = table_of(Kuhn), kuhn_equilibrium(alpha)
    assert table.values(policy) == pytest.approx([-1 / 18, 1 / 18])
    assert table.best_reply(policy, 0) == pytest.approx(-1 / 18)
    assert table.best_reply(policy, 1) == pytest.approx(1 / 18)
    assert table.exploitability(policy) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("seats", [2, 3])
def test_who_always_passes_in_kuhn_poker_loses_the_ante_to_a_bet(seats: int) -> None:
    table = table_of(Kuhn, seats)
    passing = {known: {0: 1.0, 1: 0.0} for known in table.moves}
    assert table.values(passing) == pytest.approx([0] * seats)
    assert [table.best_reply(passing, seat) for seat in range(seats)] == pytest.approx([seats - 1] * seats)
    assert table.exploitability(passing) == pytest.approx(seats - 1)


@pytest.mark.parametrize(("kind", "seats", "expected", "theirs"), UNIFORM)
def test_random_moves_are_as_exploitable_as_openspiel_says(
    kind: Any, seats: int, expected: float, theirs: str
) -> None:
    table = table_of(kind, seats)
    assert table.exploitability(table.uniform()) == pytest.approx(expected, abs=1e-6)
    pyspiel = pytest.importorskip("pyspiel")
    spiel = pyspiel.load_game(theirs)
    conv = pyspiel.nash_conv(spiel, pyspiel.UniformRandomPolicy(spiel), True) / seats
    assert conv == pytest.approx(expected, abs=1e-6)


def test_nobody_gains_by_leaving_the_equilibrium_of_the_dice() -> None:
    """3 always bets, 2 never, 1 bluffs half of the time; 3 always calls, 2 a quarter of the time, 1 never.

    Who calls with 2 loses 3 to a 3 and wins 3 from a bluff: -3 + 3/2 is as much as the -1 - 1/2 of a fold. A bluff
    wins 1 from a 1, loses 3 to a 3 and nothing on average to a 2: -2 in three games, as much as a pass. A 3 wins 1, 3/2
    and 0. Together the first seat has -2 + 0 + 5/2 in nine games.
    """
    table = table_of(PrivateDice)
    bets, calls = (1 / 2, 0.0, 1.0), (0.0, 1 / 4, 1.0)
    policy: Policy = {}
    for place in range(3):
        policy[0, DicePosition((place + 1, None))] = {0: 1 - bets[place], 1: bets[place]}
        policy[1, DicePosition((None, place + 1), (1,))] = {0: 1 - calls[place], 1: calls[place]}
    assert table.values(policy) == pytest.approx([1 / 18, -1 / 18])
    assert table.exploitability(policy) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("kind", "seats", "rounds", "values", "close"),
    [
        (Kuhn, 2, 400, [-1 / 18, 1 / 18], 0.02),
        (PrivateDice, 2, 400, [1 / 18, -1 / 18], 0.01),
        (Leduc, 2, 40, [-0.085606, 0.085606], 0.5),
    ],
)
def test_regret_minimization_encloses_the_value(
    kind: Any, seats: int, rounds: int, values: list[float], close: float
) -> None:
    """What a best reply to the mean policy of the other seat gains is never less than the value of the game."""
    table = table_of(kind, seats)
    policy = table.solved(rounds)
    for seat, value in enumerate(values):
        assert value - 1e-6 <= table.best_reply(policy, seat) <= value + 2 * close
    assert table.exploitability(policy) < close


def falls(visits: tuple[int, ...]) -> list[float]:
    """Return how exploitable the shares of visits are at Leduc poker, with keys by information."""
    table = table_of(Leduc)
    values = [table.exploitability(searched(table, nodes, 1, keys="information")[0]) for nodes in visits]
    assert values == sorted(values, reverse=True), values
    return values


def test_more_visits_make_a_search_by_information_less_exploitable_at_leduc_poker() -> None:
    assert falls((10, 30, 100))[-1] < 1.1


@pytest.mark.nightly
def test_and_so_do_thousands_of_visits() -> None:
    """The search of OpenSpiel has 0.656 after 1,000 visits, and 0.486 after 10,000."""
    values = falls((300, 1000, 10_000))
    assert values[1] < 0.656
    assert values[2] < 0.486


def test_who_only_calls_in_leduc_poker_plays_for_the_antes() -> None:
    """One of the five cards that the other one may hold is of the same rank; who has the better hand wins 1."""
    table = table_of(Leduc)
    calling = {known: {move: float(move == CALL) for move in moves} for known, moves in table.moves.items()}
    assert table.values(calling) == pytest.approx([0, 0])
    folding = {
        known: {move: float(move == min(moves)) for move in moves} for known, moves in table.moves.items()
    }
    # Nobody raises, so nobody may fold; a first raise wins the ante of the other one.
    assert table.values(folding) == pytest.approx([0, 0])
    assert table.best_reply(folding, 0) == pytest.approx(1)


def test_the_tiny_metropolys_is_played_by_its_rules() -> None:
    """1 on site 0, overbid by 2 on site 3, which is built; then 1 on site 2 is a site with the card and a bridge."""
    game = TinyMetropolys()
    position = TinyPosition(((0, 0), (2, 2)))
    assert [game.write(move) for move in game.legal(position)] == [
        f"{value}@{site}" for site in range(4) for value in (1, 2)
    ]
    position = game.apply(position, game.read("1@0"))
    assert [game.write(move) for move in game.legal(position)] == ["pass", "2@1", "2@3"]
    position = game.apply(position, game.read("2@3"))
    assert position.turn == 1, "who cannot outbid passes at once, and who has built begins"
    position = game.apply(position, game.read("1@2"))
    assert [game.write(move) for move in game.legal(position)] == ["pass", "2@1"]
    position = game.apply(position, 0)
    assert game.legal(position) == []
    # Buildings 2 + 1, the site of the card 3, the bridge of sites 2 and 3: 4.
    assert game.scores(position) == [-10, 10]
