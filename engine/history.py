"""The history of a game: its deal and its events, and the view of each seat."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from urbanist.engine.event import Event, Move
from urbanist.engine.game import Game, IllegalMove, State
from urbanist.engine.integers import seat_at
from urbanist.engine.message import Message
from urbanist.engine.notation import HIDDEN, NotationError


class EventList:
    """What happened, in order: what views and histories have in common."""

    __slots__ = ()
    deal: str
    events: tuple[Event, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The events in notation."""
        return tuple(map(str, self.events))

    @property
    def hidden(self) -> bool:
        """Whether the deal or an event is masked."""
        return HIDDEN in self.deal or any(event.hidden for event in self.events)

    def move(self, event: int) -> Move:
        """Return the move that is an event, counted from 0; raise `TypeError` if that is a chance event."""
        made = self.events[event]
        if not isinstance(made, Move):
            raise TypeError(f"event {event} is a chance event")
        return made


@dataclass(frozen=True, slots=True)
class View(EventList):
    """The view of one seat (None: a bystander): the masked deal line and the masked events."""

    game: Game
    seat: int | None
    deal: str
    events: tuple[Event, ...]
    # The positions after the first events, as far as they are known: a view that grows plays each event once.
    _states: tuple[State, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def read(cls, game: Game, seat: int | None, deal: str, events: Iterable[str] = ()) -> "View":
        """Return the view of masked texts; raise `NotationError` at the first illegal event."""
        read, states = _read(game.read_deal(deal), events)
        return cls(game, seat, deal, read, states)

    @classmethod
    def of(cls, seen: "View | State") -> "View":
        """Return a view, or what the seat to move sees of a position: a view without a deal and events.

        Raise `TypeError` for anything else.
        """
        if isinstance(seen, cls):
            return seen
        if isinstance(seen, State):
            return cls(seen.game, seen.to_move, "", (), (seen.game.seen(seen, seen.to_move),))
        hint = "; history.seen_by(seat) makes one" if isinstance(seen, History) else ""
        raise TypeError(f"expected a View or a State, not {type(seen).__name__}{hint}")

    def after(self, *events: Event) -> "View":
        """Return the view after more events; they must be masked for this seat and are not checked."""
        return View(self.game, self.seat, self.deal, self.events + events, self._states)

    def until(self, count: int) -> "View":
        """Return the view of the first `count` events."""
        return View(self.game, self.seat, self.deal, self.events[:count], self._states[: count + 1])

    def seen_in(self, states: tuple[State, ...]) -> "View":
        """Return the view with positions that its events do not tell: what its seat may see of the true ones."""
        first = len(self._states)
        drawn = (state.reshuffled(self.seat, ply) for ply, state in enumerate(states[first:], first))
        return replace(self, _states=(*self._states, *drawn))

    def state(self, seed: int = 0) -> State:
        """Return a determinization of the view: everything hidden is drawn from the seed."""
        return self.bare_state().reshuffled(self.seat, seed)

    def bare_state(self) -> State:
        """Return the position of the view; its hidden fields stay unknown."""
        return self.states()[-1]

    def states(self) -> tuple[State, ...]:
        """Return the positions so far, from that of the deal on; their hidden fields stay unknown."""
        known = self._states or (self.game.read_deal(self.deal),)
        if len(known) <= len(self.events):
            known = (*known, *_read(known[-1], self.events[len(known) - 1 :], len(known))[1][1:])
        object.__setattr__(self, "_states", known)
        return known


@dataclass(frozen=True, slots=True)
class History(EventList):
    """A full deal and its events, with all hidden parts. It is immutable: `play` returns a new history.

    A history from `start` knows its future: `play` adds the chance events that follow a move. A history from `read`
    knows only the events of the text: `redrawn` draws its future, or the caller plays each chance event.
    """

    game: Game
    deal: str
    events: tuple[Event, ...]
    states: tuple[State, ...]
    # The views that somebody has asked for, of these events or of the first ones.
    _views: dict[int | None, View] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def start(cls, state: State) -> "History":
        """Return the history of a game that begins in `state`, with the chance events before the first move."""
        if not isinstance(state, State):
            raise TypeError(f"expected a State, not {type(state).__name__}")
        if state.ply:
            raise ValueError(f"a history begins before the first move, but the state is at ply {state.ply}")
        begun = cls(state.game, state.game.notation.write_deal(state.array), (), (state,))
        event = state.chance()
        return begun if event is None else begun.play(event)

    @classmethod
    def read(cls, game: Game, deal: str, events: Iterable[Event | str] = ()) -> "History":
        """Return the history of a deal line and events; raise `NotationError` at the first illegal event."""
        read, states = _read(game.read_deal(deal), events)
        return cls(game, deal, read, states)

    @property
    def state(self) -> State:
        """The current position."""
        return self.states[-1]

    def play(self, event: Event | str) -> "History":
        """Return the history with one more event, followed by the chance events that are already known.

        Raise `NotationError` if a text is malformed, and `IllegalMove` if the event is not legal.
        """
        events, states = [*self.events], [*self.states]
        following: Event | None = self.state.read(event) if isinstance(event, str) else event
        while following is not None:
            states.append(states[-1].play(following))
            events.append(following)
            following = states[-1].chance()
        return History(self.game, self.deal, tuple(events), tuple(states), self._views.copy())

    def dealt_again(self, seed: int) -> "History":
        """Return the history of a new game with the setup of this one; the rest and who begins are drawn."""
        setup, _ = self.game.notation.read_deal(self.deal)
        return History.start(self.game.start(replace(setup, first=None), seed))

    def redrawn(self, seed: int) -> "History":
        """Return the history with a new future: what all seats together cannot know is drawn from the seed."""
        states = (*self.states[:-1], self.state.redrawn(seed))
        return History(self.game, self.deal, self.events, states, self._views.copy())

    def until(self, count: int) -> "History":
        """Return the history of the first `count` events."""
        views = {seat: view.until(count) for seat, view in self._views.items()}
        return History(self.game, self.deal, self.events[:count], self.states[: count + 1], views)

    def seen_by(self, seat: int | None) -> View:
        """Return the view of a seat (None: of a bystander)."""
        notation = self.game.notation
        if seat is not None:
            seat = seat_at(self.state.seats, seat)
        view = self._views.get(seat) or View(self.game, seat, notation.mask_deal(self.deal, seat), ())
        count = len(view.events)
        fresh = zip(self.events[count:], self.states[count:], strict=False)
        view = view.after(*(notation.mask_event(event, state.to_move, seat) for event, state in fresh))
        self._views[seat] = view if notation.tells_views else view.seen_in(self.states)
        return self._views[seat]


def replay(state: State, events: Iterable[Event | str]) -> tuple[State, ...]:
    """Return `state` and the position after each event; raise `NotationError` with the number of an illegal event."""
    return _read(state, events)[1]


def _read(
    state: State, events: Iterable[Event | str], first: int = 1
) -> tuple[tuple[Event, ...], tuple[State, ...]]:
    """Return events as values, and `state` with the position after each of them.

    Raise `NotationError` with the number of an illegal event; the first one has the number `first`.
    """
    read: list[Event] = []
    states = [state]
    try:
        for event in events:
            read.append(state.read(event) if isinstance(event, str) else event)
            state = state.play(read[-1])
            states.append(state)
    except (IllegalMove, NotationError) as error:
        event = Message("event {event}", event=first + len(states) - 1)
        raise NotationError(error.args[0]).at(event) from None
    return tuple(read), tuple(states)
