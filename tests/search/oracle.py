"""The exact end of a game by the slowest code that could possibly be right: everything is played in every world.

The others know the true world, play as if all cards lay open, and go to each of their best positions equally often.
The observer plays one move in all worlds that it cannot tell apart.
"""

from collections.abc import Callable, Sequence

from tests.search.exact import win_share, worth
from urbanist.engine.game import State

#: Utility, win share and points of each seat.
Worth = tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]
#: A world and its weight.
World = tuple[State, float]
#: Values that differ by less are even.
EVEN = 1e-6


class Oracle:
    """What positions are worth if the seats have a utility."""

    def __init__(
        self,
        utility: str = "win",
        onward: Callable[[State], State] = lambda state: state,
        spread: float = 12,
    ) -> None:
        self.utility, self.onward, self.spread = utility, onward, spread
        self.known: dict[State, Worth] = {}

    def after(self, state: State, move: str) -> State:
        """Return the position after a move and the chance events that follow."""
        return self.onward(state.play(move))

    def open_worth(self, state: State) -> Worth:
        """Return what a position is worth if everybody knows it."""
        if state not in self.known:
            self.known[state] = self._open_worth(state)
        return self.known[state]

    def _open_worth(self, state: State) -> Worth:
        if state.over:
            return (
                worth(state, self.utility, self.spread),
                win_share(state),
                tuple(map(float, state.scores())),
            )
        return mean([(self.open_worth(child), 1.0) for child in self.liked(state)])

    def liked(self, state: State) -> list[State]:
        """Return the different positions that the seat to move likes best if everybody knows the world."""
        children = list(dict.fromkeys(self.after(state, move) for move in map(str, state.legal())))
        values = [self.open_worth(child)[0][state.to_move] for child in children]
        return [child for child, value in zip(children, values, strict=True) if value >= max(values) - EVEN]

    def expected(self, worlds: Sequence[World], observer: int | None) -> Worth:
        """Return what seats can expect where the observer knows only that one of the worlds is true."""
        first = worlds[0][0]
        if first.over or len(worlds) == 1:
            return mean([(self.open_worth(state), weight) for state, weight in worlds])
        if first.to_move == observer:
            found = [self.expected(after, observer) for after in self.answers(worlds).values()]
            most = max(value[0][observer] for value in found)
            return mean([(value, 1.0) for value in found if value[0][observer] >= most - EVEN])
        weighed = [
            (self.expected(after, observer), sum(weight for _, weight in after))
            for after in self.replies(worlds).values()
        ]
        return mean(weighed)

    def answers(self, worlds: Sequence[World]) -> dict[State, list[World]]:
        """Return the worlds after each move of the observer, one for moves to the same position."""
        found: dict[State, list[World]] = {}
        for move in map(str, worlds[0][0].legal()):
            after = [(self.after(state, move), weight) for state, weight in worlds]
            found.setdefault(after[0][0], after)
        return found

    def replies(self, worlds: Sequence[World]) -> dict[State, list[World]]:
        """Return the worlds after each position that another seat goes to; those in which it goes there."""
        found: dict[State, list[World]] = {}
        for state, weight in worlds:
            liked = self.liked(state)
            for child in liked:
                move = next(move for move in map(str, state.legal()) if self.after(state, move) == child)
                open_child = self.after(worlds[0][0], move)
                found.setdefault(open_child, []).append((child, weight / len(liked)))
        return found

    def moves(self, worlds: Sequence[World], observer: int | None) -> dict[str, Worth]:
        """Return what seats can expect of each move of the seat to move."""
        first = worlds[0][0]
        return {
            move: self.expected([(self.after(state, move), weight) for state, weight in worlds], observer)
            for move in map(str, first.legal())
        }


def mean(weighted: Sequence[tuple[Worth, float]]) -> Worth:
    """Return the weighted mean of what positions are worth."""
    whole = sum(weight for _, weight in weighted)
    return tuple(
        tuple(
            sum(found[kind][seat] * weight for found, weight in weighted) / whole
            for seat in range(len(weighted[0][0][kind]))
        )
        for kind in range(3)
    )  # type: ignore[return-value]
