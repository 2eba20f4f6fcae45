"""Thoughts of hidden cards event by event are those of a bystander who saw the same events."""

import pytest

from tests.search.positions import BY_NAME, whole_game
from urbanist.bots.analysis.decisions import posteriors
from urbanist.search.belief import belief, secret_of


def test_each_thought_is_the_belief_of_a_bystander() -> None:
    game = whole_game(BY_NAME["metropolys-expert-3"], 5)
    thoughts = posteriors(game)
    assert len(thoughts) == len(game.events) + 1
    for count in (0, 7, len(game.events)):
        for seat, posterior in enumerate(thoughts[count]):
            assert (posterior.seat, posterior.card) == (seat, secret_of(game.state, seat))
            expected = belief(game.until(count).seen_by(None), seat)
            assert [card for card, _ in posterior.rows] == [card for card, _ in expected]
            assert [share for _, share in posterior.rows] == pytest.approx([share for _, share in expected])


@pytest.mark.parametrize("name", ["akropolis-standard-3", "warszawa-advanced-3"])
def test_there_are_no_thoughts_if_moves_tell_nothing(name: str) -> None:
    game = whole_game(BY_NAME[name], 5)
    assert posteriors(game) == [[]] * (len(game.events) + 1)
