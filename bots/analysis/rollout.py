"""What becomes of a game after a move: it is played on to its end, many times."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

from urbanist.engine.event import Event, Move
from urbanist.engine.game import State
from urbanist.engine.history import View
from urbanist.engine.notation import IllegalMove
from urbanist.search.mcts import TreeSearch
from urbanist.search.network import network_of
from urbanist.search.options import SearchOptions

#: The rollouts of a move, the most of one whose reason is sought, and how many threads play them.
GAMES, MOST, THREADS = 24, 72, 2
#: The visits of a search for each of the next decisions, and how many these are: single visits miss what answers a
#: move, and then differences of points that are certain spoke for the worse of two moves in 3 of 15 mistakes. Of the
#: reasons for 51 mistakes of one game, 13 of 16 were causes after 32 visits, and 20 of 21 after 64.
CAREFUL, DECISIONS = 64, 8
#: Later decisions are made by searches of 1 to this many visits in turn: what one of them alone does is no fact.
MOST_VISITS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Rollout:
    """One game from a position on: the first of the `states` is the one before the move, and each event leads on."""

    events: tuple[Event, ...]
    states: tuple[State, ...]

    @property
    def end(self) -> State:
        """The end of the game."""
        return self.states[-1]

    def moves(self) -> Iterator[tuple[State, Move, State]]:
        """Yield the moves, each with the positions before and after it."""
        for event, (before, after) in zip(self.events, pairwise(self.states), strict=True):
            if isinstance(event, Move):
                yield before, event, after


def rollouts(
    view: View, move: Move, *, games: int = GAMES, first: int = 0, careful: int = CAREFUL
) -> list[Rollout | None]:
    """Return rollouts of a view after a move, from a number on; None where it is not legal in the world of a game.

    Each has a world of its own, drawn from what the seat of the view knows. The same number of the same view has the
    same world and the same random numbers after each move, so that two moves can be compared in pairs. The result does
    not depend on the threads. There are none if the game has no network, because nothing else plays well so fast.
    """
    if network_of(view.game) is None:
        return []
    worlds = {number: view.state(number) for number in range(first, first + games)}
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(lambda number: _played_on(worlds[number], move, number, careful), worlds))


def _played_on(state: State, move: Move, number: int, careful: int) -> Rollout | None:
    """Return the game after a move, in which every seat plays what some visits find."""
    first, later = (
        TreeSearch(state.game, SearchOptions(nodes=nodes, seed=number, draw="even", memory=1, endings=False))
        for nodes in (careful, 1 + number % MOST_VISITS)
    )
    try:
        states = [state, state.play(move)]
    except IllegalMove:
        return None
    events: list[Event] = [move]
    decisions = 0
    while not (state := states[-1]).over:
        event: Event | None = state.chance()
        if event is None:
            legal = state.moves().tolist()
            if len(legal) == 1:
                (event,) = state.game.notation.moves(legal)
            else:
                search = first if decisions < DECISIONS else later
                search.clear()
                event = search.think(state, observer=state.to_move).move
                decisions += 1
        events.append(event)
        states.append(state.play(event))
    return Rollout(tuple(events), tuple(states))
