"""A game in progress as searches of another library walk through it: by actions, with what each seat remembers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from urbanist.engine import Game, History, State
from urbanist.engine.integers import whole

if TYPE_CHECKING:
    from urbanist.engine.event import Event


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A position, and for each seat, then for a bystander, the deal and the events as they saw them, as text."""

    state: State
    known: tuple[tuple[str, ...], ...]

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return itself, as it never changes."""
        return self

    def play(self, action: int) -> "Playthrough":
        """Return the course after a move and the chance events after it, which the hidden part decides."""
        state, known = self.state, self.known
        notation, seats = state.game.notation, (*range(state.seats), None)
        event: Event | None = notation.move(state.move_of(action))
        while event is not None:
            masked = (str(notation.mask_event(event, state.to_move, seat)) for seat in seats)
            known = tuple((*texts, text) for texts, text in zip(known, masked, strict=True))
            state = state.play(event)
            event = state.chance()
        return Playthrough(state, known)

    def imagined(self, seat: int | None, seed: int) -> "Playthrough":
        """Return a course that a seat (None: a bystander) cannot distinguish from this one.

        What it cannot know is drawn again. There another seat knows what all have seen, and what it hides now.
        """
        drawn, public = self.state.reshuffled(seat, seed), self.known[-1]
        card = drawn.game.notation.card
        known = [(*public, f"hides {card(drawn.array, other)}") for other in range(drawn.seats)]
        if seat is not None:
            known[seat] = self.known[seat]
        return Playthrough(drawn, (*known, public))


def require_actions(game: Game) -> None:
    """Raise `ValueError` for a game that other libraries cannot play: they know moves by their number."""
    if game.action_count == 0:
        raise ValueError(f"{game.name} has no fixed space of actions: give its GameOps the verb `action`")


class Deals:
    """The deals of one table by their number: those of the seeds from `seed` on.

    With `plies` there is one deal, so many random moves are played, and the deals are determinizations of that position
    for a bystander.
    """

    def __init__(
        self,
        game: Game,
        *,
        variant: str | None,
        seats: int,
        options: Sequence[str],
        seed: int,
        count: int,
        plies: int,
    ) -> None:
        """Set the table; `ValueError` says what cannot be."""
        require_actions(game)
        seats, seed, count, plies = (
            whole(name, value)
            for name, value in (("players", seats), ("seed", seed), ("deals", count), ("plies", plies))
        )
        if count < 1 or plies < 0:
            raise ValueError(f"deals={count}, plies={plies}: at least 1 deal and 0 plies")
        self.game, self.variant, self.seats, self.options = game, variant, seats, tuple(options)
        self.seed, self.count = seed, count
        self._opened = self._after(plies) if plies else None
        self._dealt(seed)  # raises for a wrong table

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return itself, as it never changes."""
        return self

    def course(self, number: int) -> Playthrough:
        """Return the game that begins with a deal."""
        if self._opened is not None:
            return self._opened.imagined(None, number)
        return _course_of(self._dealt(self.seed + number))

    def _dealt(self, seed: int) -> History:
        state = self.game.deal(variant=self.variant, seats=self.seats, options=self.options, seed=seed)
        return History.start(state)

    def _after(self, plies: int) -> Playthrough:
        """Return the game after random moves."""
        rng = np.random.default_rng(self.seed)
        history = self._dealt(self.seed)
        while not history.state.over and history.state.ply < plies:
            move = int(rng.choice(history.state.moves()))
            history = history.play(self.game.notation.move(move))
        if history.state.over:
            raise ValueError(
                f"plies={plies}: the random game of seed {self.seed} has only {history.state.ply} moves"
            )
        return _course_of(history)


def _course_of(history: History) -> Playthrough:
    views = [history.seen_by(seat) for seat in (*range(history.state.seats), None)]
    return Playthrough(history.state, tuple((view.deal, *view.texts) for view in views))
