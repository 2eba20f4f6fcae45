"""How games stray from the most visited moves."""

from collections import Counter
from random import Random

import pytest

from tests.search.named import named
from urbanist.engine import GAMES
from urbanist.search import SearchOptions
from urbanist.search.result import MoveValue, Result
from urbanist.search.training.selfplay import SHORTER, DealtTable, Exploration, chosen, play

#: Moves with 60, 30 and 10 visits.
FOUND = Result(
    move=named("a"),
    values=tuple(
        MoveValue(move, visits, 0.5, (0.0,)) for move, visits in zip(map(named, "abc"), (60, 30, 10), strict=True)
    ),
    win_share=(1.0,),
    points=(0.0,),
    pv=(named("a"),),
    nodes=100,
    seconds=0.0,
)  # fmt: skip
EXPLORATION = Exploration(opening=3, share=0.2, few=2)


@pytest.mark.parametrize(
    ("ply", "shares"),
    [
        (0, {"a": 0.6, "b": 0.3, "c": 0.1}),
        (2, {"a": 0.6, "b": 0.3, "c": 0.1}),
        (3, {"a": 0.9, "b": 0.1}),  # one move in five is drawn from the two most visited ones
    ],
)
def test_moves_are_drawn_by_their_visits_and_later_from_the_few_best(
    ply: int, shares: dict[str, float]
) -> None:
    rng = Random(1)
    drawn = Counter(str(chosen(FOUND, ply, EXPLORATION, rng)) for _ in range(4000))
    assert drawn.keys() == shares.keys()
    for move, share in shares.items():
        assert drawn[move] / 4000 == pytest.approx(share, abs=0.03)


def test_short_searches_have_fewer_visits_without_noise_and_keep_none() -> None:
    """A game of short searches alone is that of as few visits; of others, one decision in four keeps its visits."""
    game, table = GAMES["metropolys"], DealtTable("family", 2)
    usual = SearchOptions(nodes=30, memory=4, noise=0.25)
    few = SearchOptions(nodes=30 // SHORTER, memory=4)

    def decided(search: SearchOptions, full: float) -> tuple[list[int], list[int]]:
        played = play(game, table, [search] * 2, search, Exploration(full=full), seed=3).decisions
        visits = [sum(count for _, count in decision.visits) for decision in played]
        return [decision.move for decision in played], visits

    moves, none = decided(usual, 0)
    assert moves == decided(few, 1)[0]
    assert not any(none)
    some = decided(usual, 0.25)[1]
    assert 0.1 < sum(map(bool, some)) / len(some) < 0.45
    assert max(some) > 30 // SHORTER
