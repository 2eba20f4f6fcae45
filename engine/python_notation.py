"""The notation of games in Python: a deal line has the state before the first move, as Python writes plain values."""

from ast import literal_eval
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Annotated, Any, Self
from urllib.parse import quote, unquote

import numpy as np
from msgspec import Meta

from urbanist.engine.deferred_error import GameFault, fault_of
from urbanist.engine.event import MASKED, Chance, Event, Move
from urbanist.engine.facts import Fact, counted
from urbanist.engine.notation import HIDDEN, Notation, NotationError, Setup, asked_options, one_of, split_deal
from urbanist.engine.position import Position

if TYPE_CHECKING:
    from urbanist.engine.game import State
    from urbanist.engine.python_game import PythonGame

KEYS = ("game", "players", "state")
#: Moves are numbers below this one; the last word stands for what is not heard of.
MOVES = (1 << 32) - 2
UNHEARD = (1 << 32) - 1
#: Signs that a deal line has as they are; others are written as %20.
PLAIN = "()[]{},:'\"-+.*/|=_<>@#$&;^~"


class PythonPosition(Position, frozen=True, kw_only=True):
    """A position of a game in Python."""

    state: Annotated[str, Meta(description="the state as deal lines have it")]

    @classmethod
    def of(cls, state: "State") -> Self:
        """Return what a state is as plain values."""
        notation, record = state.game.notation, state.array
        return cls(**cls.fields_of(state), state=notation.write_deal(record).partition(" state=")[2])

    def to_state(self, game: Any) -> "State":
        """Return the state of which this says all; raise `NotationError` if there is none."""
        _, fields = game.notation.read_deal(f"game={self.game} players={self.players} state={self.state}")
        state: State = game.state_from(fields["state"], self.players, self.ply)
        return state


class PythonNotation(Notation):
    """Deals, moves and events of a game in Python."""

    variants = ("plain",)
    position = PythonPosition

    def __init__(self, game: "PythonGame") -> None:
        """Write and read for a game."""
        self.game = game
        self.name = game.name
        self.seat_counts = tuple(game.seats)
        self.tells_views = game.masks or not game.hides

    def setup(self, variant: str | None, seats: int, options: Sequence[str]) -> Setup:
        """Return the setup of a new game."""
        for key, sign, value in asked_options(
            self.name, self.variants, self.seat_counts, variant, seats, options
        ):
            raise NotationError(
                "no option '{option}' of {game}; there are none", option=key + sign + value, game=self.name
            )
        return Setup(0, seats, self.game.number, None)

    def read_deal(self, text: str) -> tuple[Setup, Mapping[str, object]]:
        """Return the setup of a deal line, and its state, which may be masked."""
        deal = split_deal(text, KEYS)
        one_of("game", deal["game"], (self.name,))
        seats = int(one_of("players", deal["players"], [str(count) for count in self.seat_counts]))
        if deal["state"] == HIDDEN:
            raise NotationError(
                "{game} has no 'mask': only its own process knows what a seat sees of it", game=self.name
            )
        try:
            value = literal_eval(unquote(deal["state"].removeprefix(HIDDEN)))
            state = self.game.decode(_frozen(value), seats)
        except Exception as error:
            raise NotationError("no state of {game}: {reason}", game=self.name, reason=str(error)) from error
        return Setup(0, seats, self.game.number, None), {"state": state}

    def write_deal(self, record: Any) -> str:
        """Return the full deal line of a state before its first move."""
        state = self._encoded(self.game.position(record))
        return f"game={self.name} players={int(record['seats'])} state={quote(state, PLAIN)}"

    def mask_deal(self, text: str, seat: int | None) -> str:
        """Return a deal line with the state as a seat may know it."""
        if not self.game.hides:
            return text
        head, _, state = text.partition(" state=")
        if not self.game.masks or state == HIDDEN:
            return f"{head} state={HIDDEN}"
        _, fields = self.read_deal(text)
        masked = self._encoded(self._asked("mask", fields["state"], seat))
        return f"{head} state={HIDDEN}{quote(masked, PLAIN)}"

    def read_move(self, text: str) -> int:
        """Return the word of a move, or MASKED."""
        if text == HIDDEN and self.game.masks:
            return MASKED
        try:
            move = int(self.game.read(text))
        except (ValueError, LookupError, TypeError):
            move = -1
        if not 0 <= move < MOVES:
            raise NotationError("'{move}' is not a move of {game}", move=text, game=self.name)
        return move

    def write_move(self, move: int) -> str:
        """Return a move as text."""
        return HIDDEN if move == MASKED else str(self._asked("write", move))

    def read_chance(self, text: str, record: object) -> Chance:
        """Return a chance event, which may be masked."""
        return Chance((None if text == f"!{HIDDEN}" else self.read_move(text[1:]),), self)

    def write_chance(self, chance: Chance) -> str:
        """Return a chance event as `!` and its outcome."""
        return "!" + "+".join(
            HIDDEN if outcome is None else self.write_move(outcome) for outcome in chance.drawn
        )

    def stacked(self, chance: Chance, record: Any) -> Mapping[str, object]:
        """Return the field of the outcome of a chance event, which may be masked where the state is."""
        (outcome,) = chance.drawn
        if outcome is None and record["masked"]:
            return {"outcome": UNHEARD}
        possible = [
            known
            for known, weight in self.game.outcomes(self.game.position(record))
            if weight > 0 and (known is not None or record["masked"])
        ]
        if outcome is None or not (outcome in possible or None in possible):
            raise NotationError("'{event}' cannot happen here in {game}", event=str(chance), game=self.name)
        return {"outcome": outcome + 1}

    def chance(self, record: object) -> Chance | None:
        """Return the chance event that is due; None if nobody knows it."""
        outcome = self.game.luck(record)
        return None if outcome is None else Chance((outcome,), self)

    def mask_event(self, event: Event, by: int, seat: int | None) -> Event:
        """Return an event; only its sign if the seat may not know it."""
        if not self.game.hides or event.hidden:
            return event
        if isinstance(event, Move):
            return event if seat == by or self.game.hears(int(event), by, seat) else self.move(MASKED)
        (outcome,) = event.drawn
        assert outcome is not None
        return event if self.game.hears(outcome, by, seat) else Chance((None,), self)

    def facts(self, begun: Any, ended: Any) -> Sequence[Fact]:
        """Return what the methods `dealt` and `taken` of the game say of many games."""
        return (
            *self._told("dealt", begun, self.game.dealt, drawn=True),
            *self._told("taken", ended, self.game.taken, drawn=False),
        )

    def _told(
        self,
        method: str,
        records: Any,
        tell: Callable[[Any], Mapping[str, Sequence[Iterable[str]]]],
        *,
        drawn: bool,
    ) -> list[Fact]:
        """Return the facts of a method of the game; `GameFault` if it has not a list of texts for each seat."""
        try:
            told = [tell(self.game.position(record)) for record in records]
            held: dict[str, list[list[tuple[str, ...]]]] = {name: [] for columns in told for name in columns}
            for record, columns in zip(records, told, strict=True):
                nothing: list[tuple[str, ...]] = [()] * int(record["seats"])
                for name, tables in held.items():
                    seats = [tuple(map(str, had)) for had in columns.get(name, nothing)]
                    if len(seats) != len(nothing):
                        raise ValueError(f"'{name}' has {len(seats)} entries for {len(nothing)} seats")
                    tables.append(seats)
        except Exception as error:
            raise fault_of(self.name, method, error) from error
        return [counted(tables, name, drawn=drawn) for name, tables in held.items()]

    def describe(self, record: Any) -> str:
        """Return the whole position as plain lines of text."""
        said = self._asked("describe", self.game.position(record))
        if not isinstance(said, str):
            raise GameFault(
                f"{self.name}: describe returned {said!r:.60}; expected a text, of one line or more"
            )
        text = "\n".join(line.rstrip() for line in said.splitlines() if line.strip())
        hidden = [self.card(record, seat) for seat in range(int(record["seats"]))]
        rows = [f"seat {seat}" + (f": {card}" if card else "") for seat, card in enumerate(hidden)]
        return "\n".join((text, *rows))

    def card(self, record: Any, seat: int) -> str:
        """Return the hidden cards of a seat."""
        return str(self._asked("card", self.game.position(record), seat))

    def _asked(self, method: str, *given: object) -> object:
        """Return what a method of the game returns; raise `GameFault` if it raises an exception."""
        try:
            return getattr(self.game, method)(*given)
        except Exception as error:
            raise fault_of(self.name, method, error) from error

    def _encoded(self, state: object) -> str:
        """Return a state as text; raise `NotationError` if it is not made of plain values."""
        try:
            return _written(self.game.encode(state))
        except TypeError as error:
            raise NotationError(
                "{game}: {reason}; 'encode' says how states are written", game=self.name, reason=str(error)
            ) from None


def plain_value(state: Any) -> object:
    """Return a state as a tuple, a frozenset, a text, a number or None, made of such values."""
    if isinstance(state, (np.ndarray, np.generic)):
        return state.tobytes()
    if is_dataclass(state):
        return tuple(getattr(state, field.name) for field in fields(state))
    return state


def state_of_value(value: Any, like: Any) -> object:
    """Return the state that `plain_value` has made to a value; `like` is any state of the game."""
    if isinstance(like, (np.ndarray, np.generic)):
        return np.frombuffer(value, like.dtype).reshape(like.shape)[()]
    if is_dataclass(like):
        kind: Any = type(like)
        return kind(*value)
    return like._make(value) if hasattr(like, "_make") else value


def _written(value: object) -> str:
    """Return a plain value as `literal_eval` reads it; equal values give the same text."""
    if isinstance(value, tuple):
        return f"({','.join(map(_written, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, frozenset):
        return f"{{{','.join(sorted(map(_written, value)))}}}" if value else "set()"
    if value is None or isinstance(value, (bool, int, float, str, bytes)):
        return repr(value)
    raise TypeError(f"{type(value).__name__} in a state is no tuple, frozenset, text, number or None")


def _frozen(value: object) -> object:
    """Return a value with frozensets in place of sets."""
    if isinstance(value, tuple):
        return tuple(map(_frozen, value))
    return frozenset(map(_frozen, value)) if isinstance(value, set) else value
