"""Random games of one table, over which the claims of a contract are looked at."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from urbanist.engine import Game, History, State
from urbanist.engine.event import Event


@dataclass(frozen=True)
class PlayedGames:
    """Some games: of each the positions, from the deal to the end, and the events between them."""

    deal: Callable[[int], State]
    games: tuple[tuple[tuple[State, ...], tuple[Event, ...]], ...]
    seed: int

    @property
    def game(self) -> Game:
        """The game."""
        return self.games[0][0][0].game

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.games[0][0][0].seats

    def positions(self, step: int = 1) -> Iterator[State]:
        """Yield every `step`-th position of all games."""
        for states, _ in self.games:
            yield from states[::step]

    def choices(self, step: int = 1) -> Iterator[State]:
        """Yield the positions in which a seat has a choice."""
        for states, _ in self.games:
            yield from [state for state in states if not (state.over or state.due)][::step]

    @cached_property
    def histories(self) -> tuple[History, ...]:
        """The games as their texts tell them."""
        notation = self.game.notation
        return tuple(
            History.read(self.game, notation.write_deal(states[0].array), events)
            for states, events in self.games
        )

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """All seats, and a bystander."""
        return (None, *range(self.seats))


def onward(state: State) -> State:
    """Return the position after the chance events that are due, from the hidden part of the state."""
    while event := state.chance():
        state = state.play(event)
    return state
