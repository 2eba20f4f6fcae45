"""What becomes of a game after a move: it is played on to its end, many times."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from urbanist.engine.event import Move
from urbanist.engine.game import State
from urbanist.engine.history import View
from urbanist.engine.notation import IllegalMove
from urbanist.search.mcts import TreeSearch
from urbanist.search.network import network_of
from urbanist.search.options import SearchOptions

#: The rollouts of a move for a hint; and how many threads play them.
GAMES, THREADS = 24, 2
#: After so many rollouts it is asked whether more are in vain, and after `TOLD_FROM` or more whether they show a
#: reason; there are at most `MOST` of each of the `times` of `rollouts`.
LOOKS, TOLD_FROM, MOST = (12, 24, 48, 72, 192), 48, 96
#: The visits of the searches for the next decisions: single visits miss what answers a move, and then differences of
#: points that are certain spoke for the worse of two moves in 3 of 15 mistakes.
CAREFUL = (64, 64, 32, 32, 16, 16, 8, 8)
#: Later decisions are made by searches of 1 to this many visits in turn: what one of them alone does is no fact.
MOST_VISITS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Rollout:
    """One game from a position on: that before the move, the words of all moves, and the end."""

    start: State
    words: tuple[int, ...]
    end: State

    @property
    def move(self) -> Move:
        """The move that it begins with."""
        return self.start.game.notation.move(self.words[0])

    def moves(self) -> Iterator[tuple[State, Move, State]]:
        """Yield the moves, each with the positions before and after it."""
        before = self.start
        for move in self.start.game.notation.moves(self.words):
            yield before, move, (after := before.play(move))
            while (event := after.chance()) is not None:
                after = after.play(event)
            before = after


def rollouts(
    view: View,
    move: Move,
    *,
    games: int = GAMES,
    first: int = 0,
    careful: Sequence[int] = CAREFUL,
    times: Sequence[int] = (1,),
) -> list[Rollout | None]:
    """Return rollouts of a view after a move, from a number on; None where it is not legal in the world of a game.

    Each has a world of its own, drawn from what the seat of the view knows. The same number of the same view has the
    same world and the same random numbers after each move, so that two moves can be compared in pairs. The visits of
    careful searches are multiplied by each of `times` in turn: what only players of one strength do is no fact. The
    result does not depend on the threads. There are none if the game has no network, because nothing else plays well
    so fast.
    """
    each = [tuple(factor * visits for visits in careful) for factor in times]
    if network_of(view.game) is None:
        return []

    def played(numbers: Sequence[int]) -> list[Rollout | None]:
        search = TreeSearch(view.game, SearchOptions(draw="even", memory=1, endings=False))
        return [
            _played_on(search, view.state(number), move, number, each[number % len(each)])
            for number in numbers
        ]

    numbers = range(first, first + games)
    with ThreadPoolExecutor(THREADS) as pool:
        parts = list(pool.map(played, (numbers[part::THREADS] for part in range(THREADS))))
    return [parts[number % THREADS][number // THREADS] for number in range(games)]


def _played_on(
    search: TreeSearch, start: State, move: Move, number: int, careful: Sequence[int]
) -> Rollout | None:
    """Return the game after a move, in which every seat plays what some visits find."""
    try:
        after = start.play(move)
    except IllegalMove:
        return None
    words, end = search.play_out(after, (*careful, 1 + number % MOST_VISITS), number)
    return Rollout(start, (int(move), *words), end)
