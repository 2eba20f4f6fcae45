"""A game as it was played: the deal, the events, and what each seat may know of both."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from urbanist.engine.game import Game, IllegalMove, State
from urbanist.engine.notation import NotationError


@dataclass(frozen=True, slots=True)
class View:
    """What one seat (None: everybody) may know: the masked deal line and the masked events."""

    game: Game
    seat: int | None
    deal: str
    events: tuple[str, ...]
    # The position after so many of the events, so that a game that goes on is not replayed from its start.
    _reached: tuple[int, State] | None = field(default=None, compare=False, repr=False)

    def after(self, *events: str) -> "View":
        """Return the view after more events, which are as this seat sees them and are not checked here."""
        return View(self.game, self.seat, self.deal, self.events + events, self._reached)

    def state(self, seed: int = 0) -> State:
        """Return a position that fits the view: everything hidden is drawn from the seed."""
        return self.bare_state().reshuffled(self.seat, seed)

    def bare_state(self) -> State:
        """Return the position of the view with nothing in place of what is hidden."""
        count, state = self._reached or (0, self.game.read_deal(self.deal))
        state = replay(state, self.events[count:], count + 1)[-1]
        object.__setattr__(self, "_reached", (len(self.events), state))
        return state


@dataclass(frozen=True, slots=True)
class History:
    """A full deal and the events since, hidden parts included. It never changes: `play` returns the next one.

    A game that was dealt goes on by itself where chance has its turn. One that was read knows only the events that
    stand there: what comes is drawn by `redrawn`, or given as an event.
    """

    game: Game
    deal: str
    events: tuple[str, ...]
    states: tuple[State, ...]

    @classmethod
    def start(cls, state: State) -> "History":
        """Return the history of a game that begins in the state, which must be before its first move."""
        return cls(state.game, state.game.notation.write_deal(state.array), (), (state,))

    @classmethod
    def read(cls, game: Game, deal: str, events: Iterable[str] = ()) -> "History":
        """Return the history of a deal line and events; `NotationError` names the first event that is not legal."""
        events = tuple(events)
        return cls(game, deal, events, replay(game.read_deal(deal), events))

    @property
    def state(self) -> State:
        """The position as it stands."""
        return self.states[-1]

    def play(self, event: str) -> "History":
        """Return the history with one more event, and the chance events that are known to follow it.

        `IllegalMove` or `NotationError` if it cannot be played.
        """
        events, states = [*self.events], [*self.states]
        following: str | None = event
        while following is not None:
            states.append(states[-1].play(following))
            events.append(following)
            following = states[-1].chance()
        return History(self.game, self.deal, tuple(events), tuple(states))

    def redrawn(self, seed: int) -> "History":
        """Return the history with a future of its own: what all seats together cannot know is drawn from the seed."""
        return History(self.game, self.deal, self.events, (*self.states[:-1], self.state.redrawn(seed)))

    def until(self, count: int) -> "History":
        """Return the history of the first `count` events."""
        return History(self.game, self.deal, self.events[:count], self.states[: count + 1])

    def seen_by(self, seat: int | None) -> View:
        """Return what a seat (None: everybody) may know."""
        notation = self.game.notation
        events = tuple(
            notation.mask_event(event, state.to_move, seat)
            for event, state in zip(self.events, self.states, strict=False)
        )
        return View(self.game, seat, notation.mask_deal(self.deal, seat), events)


def replay(state: State, events: Iterable[str], first: int = 1) -> tuple[State, ...]:
    """Return the positions from the state on, one more than events; `NotationError` names the event that is wrong.

    Events are counted from `first` on.
    """
    states = [state]
    try:
        for event in events:
            state = state.play(event)
            states.append(state)
    except (IllegalMove, NotationError) as error:
        raise NotationError(f"event {first + len(states) - 1}: {error}") from None
    return tuple(states)
