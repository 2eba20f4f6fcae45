"""A new deal of the same game."""

from collections.abc import Iterable

import pytest

from urbanist.engine import GAMES
from urbanist.engine.history import History

CASES = [
    (name, variant, seats)
    for name, game in GAMES.items()
    for variant in game.notation.variants
    for seats in game.notation.seat_counts
]


def deals(name: str, variant: str, seats: int, seeds: Iterable[int]) -> list[str]:
    first = History.start(GAMES[name].deal(variant=variant, seats=seats, seed=1))
    return [first.deal, *(first.dealt_again(seed).deal for seed in seeds)]


@pytest.mark.parametrize(("name", "variant", "seats"), CASES)
def test_a_new_deal_has_the_same_setup_and_the_rest_is_drawn_from_the_seed(
    name: str, variant: str, seats: int
) -> None:
    dealt = deals(name, variant, seats, range(2, 14))
    assert dealt[1:] == deals(name, variant, seats, range(2, 14))[1:]
    assert len(set(dealt)) == len(dealt)
    setups = [GAMES[name].notation.read_deal(deal)[0] for deal in dealt]
    assert len({(setup.variant, setup.seats, setup.options) for setup in setups}) == 1
    assert len({setup.first for setup in setups}) > 1


def test_options_of_the_rules_stay() -> None:
    first = History.start(GAMES["akropolis"].deal(seats=3, options=("temples",), seed=1))
    assert "options=temples" in first.dealt_again(5).deal
