"""A game that a search plays to its end: the same moves as by one search after the other."""

import pytest

from tests.bots.table.playing import city_game, played, rebuilt
from urbanist.engine import State
from urbanist.search import SearchOptions
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch

#: A position of each game, some rounds before its end.
STARTS = {
    "metropolys": played(30, seed=2, seats=3),
    "akropolis": city_game(22, seed=2, seats=3),
    "warszawa": rebuilt(150, seed=2, seats=3),
}
VISITS = (24, 8, 3)


def one_by_one(state: State, seed: int) -> tuple[list[int], State]:
    """Return the moves and the end, with a search from Python for each decision."""
    search = TreeSearch(state.game, SearchOptions(draw="even", memory=1, seed=seed, endings=False))
    words, decisions = [], 0
    while not state.over:
        if (event := state.chance()) is not None:
            state = state.play(event)
            continue
        legal = state.moves().tolist()
        if len(legal) > 1:
            search.clear()
            limit = Limit(nodes=VISITS[min(decisions, len(VISITS) - 1)])
            values = search.think(state, limit, observer=state.to_move).values
            legal = [min((-value.visits, -value.value, int(value.move)) for value in values)[-1]]
            decisions += 1
        words.append(legal[0])
        state = state.play(state.game.notation.move(legal[0]))
    return words, state


@pytest.mark.parametrize("name", STARTS)
def test_a_game_is_played_as_by_one_search_after_the_other(name: str) -> None:
    start = STARTS[name].state
    search = TreeSearch(start.game, SearchOptions(draw="even", memory=1, endings=False))
    for seed in range(3):
        assert search.play_out(start, VISITS, seed) == one_by_one(start, seed)
