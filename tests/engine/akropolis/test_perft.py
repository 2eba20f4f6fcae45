"""Perft of Akropolis: counts from the rules, and sequences that meet chance."""

import pytest

from urbanist.engine import GAMES, State
from urbanist.engine.perft import divide, perft

AKROPOLIS = GAMES["akropolis"]

#: The counts at depths 1, 2 and 3 from the start, by the number of players; they do not depend on the tiles.
KNOWN = {2: (180, 48_600, 8_310_600), 3: (180, 48_600, 13_122_000), 4: (180, 48_600, 17_496_000)}


@pytest.mark.parametrize("players", KNOWN)
@pytest.mark.parametrize("seed", range(2))
def test_the_counts_that_the_rules_name(players: int, seed: int) -> None:
    state = AKROPOLIS.deal(seats=players, seed=seed)
    assert tuple(perft(state, depth) for depth in (1, 2, 3)) == KNOWN[players]


class TestChance:
    """With two players, a refill comes before the fourth choice."""

    @staticmethod
    def before_the_refill() -> State:
        state = AKROPOLIS.deal(seats=2, seed=1)
        return state.play(state.legal()[0]).play(state.legal()[100])

    def test_a_sequence_that_meets_chance_ends_there_and_counts_once(self) -> None:
        state = self.before_the_refill()
        choices = len(state.legal())
        assert [perft(state, depth) for depth in (0, 1, 2, 3, 9)] == [1, *[choices] * 4]
        after = state.play(state.legal()[0])
        assert after.due
        assert [perft(after, depth) for depth in (0, 1, 2)] == [1, 1, 1]
        assert set(divide(state, 3).values()) == {1}
        assert divide(after, 2) == {}

    def test_a_refill_leads_on(self) -> None:
        state = self.before_the_refill()
        state = state.play(state.legal()[0])
        event = state.chance()
        assert event is not None
        assert perft(state.play(event), 1) == len(state.play(event).legal()) > 100
