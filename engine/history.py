"""The history of a game: its deal and its events, and the view of each seat."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from urbanist.engine.game import Game, IllegalMove, State
from urbanist.engine.message import Message
from urbanist.engine.notation import NotationError


@dataclass(frozen=True, slots=True)
class View:
    """The view of one seat (None: a bystander): the masked deal line and the masked events."""

    game: Game
    seat: int | None
    deal: str
    events: tuple[str, ...]
    # A number of events and the position after them. It saves a replay from the start after every event.
    _reached: tuple[int, State] | None = field(default=None, compare=False, repr=False)

    def after(self, *events: str) -> "View":
        """Return the view after more events; they must be masked for this seat and are not checked."""
        return View(self.game, self.seat, self.deal, self.events + events, self._reached)

    def state(self, seed: int = 0) -> State:
        """Return a determinization of the view: everything hidden is drawn from the seed."""
        return self.bare_state().reshuffled(self.seat, seed)

    def bare_state(self) -> State:
        """Return the position of the view; its hidden fields stay unknown."""
        count, state = self._reached or (0, self.game.read_deal(self.deal))
        state = replay(state, self.events[count:], count + 1)[-1]
        object.__setattr__(self, "_reached", (len(self.events), state))
        return state


@dataclass(frozen=True, slots=True)
class History:
    """A full deal and its events, with all hidden parts. It is immutable: `play` returns a new history.

    A history from `start` knows its future: `play` adds the chance events that follow a move. A history from `read`
    knows only the events of the text: `redrawn` draws its future, or the caller plays each chance event.
    """

    game: Game
    deal: str
    events: tuple[str, ...]
    states: tuple[State, ...]

    @classmethod
    def start(cls, state: State) -> "History":
        """Return the history of a game that begins in `state`; no move may have been played in it."""
        return cls(state.game, state.game.notation.write_deal(state.array), (), (state,))

    @classmethod
    def read(cls, game: Game, deal: str, events: Iterable[str] = ()) -> "History":
        """Return the history of a deal line and events; raise `NotationError` at the first illegal event."""
        events = tuple(events)
        return cls(game, deal, events, replay(game.read_deal(deal), events))

    @property
    def state(self) -> State:
        """The current position."""
        return self.states[-1]

    def play(self, event: str) -> "History":
        """Return the history with one more event, followed by the chance events that are already known.

        Raise `NotationError` if the text is malformed, and `IllegalMove` if the event is not legal.
        """
        events, states = [*self.events], [*self.states]
        following: str | None = event
        while following is not None:
            states.append(states[-1].play(following))
            events.append(following)
            following = states[-1].chance()
        return History(self.game, self.deal, tuple(events), tuple(states))

    def dealt_again(self, seed: int) -> "History":
        """Return the history of a new game with the setup of this one; the rest and who begins are drawn."""
        setup, _ = self.game.notation.read_deal(self.deal)
        return History.start(self.game.start(replace(setup, first=None), seed))

    def redrawn(self, seed: int) -> "History":
        """Return the history with a new future: what all seats together cannot know is drawn from the seed."""
        return History(self.game, self.deal, self.events, (*self.states[:-1], self.state.redrawn(seed)))

    def until(self, count: int) -> "History":
        """Return the history of the first `count` events."""
        return History(self.game, self.deal, self.events[:count], self.states[: count + 1])

    def seen_by(self, seat: int | None) -> View:
        """Return the view of a seat (None: of a bystander)."""
        notation = self.game.notation
        events = tuple(
            notation.mask_event(event, state.to_move, seat)
            for event, state in zip(self.events, self.states, strict=False)
        )
        deal = notation.mask_deal(self.deal, seat)
        if notation.tells_views:
            return View(self.game, seat, deal, events)
        return View(self.game, seat, deal, events, (len(events), self.state.reshuffled(seat, len(events))))


def replay(state: State, events: Iterable[str], first: int = 1) -> tuple[State, ...]:
    """Return `state` and the position after each event; raise `NotationError` with the number of an illegal event.

    The first event has the number `first`.
    """
    states = [state]
    try:
        for event in events:
            state = state.play(event)
            states.append(state)
    except (IllegalMove, NotationError) as error:
        reason = Message("event {event}: {reason}", event=first + len(states) - 1, reason=error.args[0])
        raise NotationError(reason) from None
    return tuple(states)
