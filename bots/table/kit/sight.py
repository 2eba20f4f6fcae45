"""A game as one looks at it."""

from collections.abc import Sequence
from dataclasses import dataclass

from urbanist.engine import State
from urbanist.engine.history import History, View, replay

#: The player that is a person at the screen.
HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Sight:
    """A game as one looks at it: a view with the positions it went through, and who sits where.

    Nothing hidden from the view is in it, so nothing drawn from it can give anything away.
    """

    view: View
    states: tuple[State, ...]
    players: tuple[str, ...]

    @classmethod
    def of(
        cls, history: History, seat: int | None, players: Sequence[str], *, revealed: bool = False
    ) -> "Sight":
        """Return what a seat (None: a bystander) sees of a game; all of it once it is over or revealed."""
        view = history.seen_by(seat)
        if revealed or history.state.over:
            view = View(history.game, seat, history.deal, history.events)
        return cls(view, replay(view.game.read_deal(view.deal), view.events), tuple(players))

    @property
    def state(self) -> State:
        """The position as it stands, with nothing in place of what is hidden."""
        return self.states[-1]

    @property
    def seat(self) -> int | None:
        """Who looks."""
        return self.view.seat

    def name(self, seat: int) -> str:
        """Return how a seat is spoken of."""
        return f"seat {seat} ({self.players[seat]})" if self.players[seat] else f"seat {seat}"

    def player(self, seat: int) -> str:
        """Return who plays a seat; its number where that is not known."""
        return self.players[seat] or f"seat {seat}"

    def is_person(self, seat: int) -> bool:
        """Tell whether a seat is the looker's own, and the looker a person."""
        return seat == self.seat and self.players[seat] == HUMAN

    def is_moving(self, seat: int) -> bool:
        """Tell whether a seat is to move."""
        return not self.state.over and seat == self.state.to_move

    def moment(self, unit: str = "move") -> str:
        """Return how far the game has come, such as "after 12 moves"."""
        if self.state.over:
            return "the end"
        number = self.state.ply
        return f"after {number} {unit}{'' if number == 1 else 's'}" if number else f"before the first {unit}"
