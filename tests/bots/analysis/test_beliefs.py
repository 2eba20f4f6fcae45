"""Thoughts of hidden cards event by event are those of a bystander who saw the same events."""

import pytest

from tests.search.positions import BY_NAME, whole_game
from urbanist.bots.analysis.decisions import thoughts
from urbanist.search.belief import belief, secret_of


def test_each_thought_is_the_belief_of_a_bystander() -> None:
    game = whole_game(BY_NAME["metropolys-expert-3"], 5)
    found = thoughts(game)
    assert len(found) == len(game.events) + 1
    for count in (0, 7, len(game.events)):
        for seat, thought in enumerate(found[count]):
            assert (thought.seat, thought.card) == (seat, secret_of(game.state, seat))
            expected = belief(game.until(count).seen_by(None), seat)
            assert [card for card, _ in thought.rows] == [card for card, _ in expected]
            assert [share for _, share in thought.rows] == pytest.approx([share for _, share in expected])


@pytest.mark.parametrize("name", ["akropolis-standard-3", "warszawa-advanced-3"])
def test_there_are_no_thoughts_if_moves_tell_nothing(name: str) -> None:
    game = whole_game(BY_NAME[name], 5)
    assert thoughts(game) == [[]] * (len(game.events) + 1)
