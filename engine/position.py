"""A position as plain JSON, and back.

A game declares its own `Position`. Each field says what it means and how a field of the record is written, so that the
type has the schema, the conversion there and the conversion back: nothing is lost.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Self, get_args, get_type_hints

import msgspec
from msgspec import Meta

from urbanist.engine.notation import NotationError, miscounted

if TYPE_CHECKING:
    from urbanist.engine.game import Game, State


@dataclass(frozen=True, slots=True)
class FieldForm:
    """How a field of a record is written in JSON and read from it.

    `write` gets the value and the record. `read` gets what JSON says, the record as far as it is read, and the value
    there until now; it may change other fields of the record. `of` is the name of the field, if it is another.
    """

    write: Callable[[Any, Any], object]
    read: Callable[[Any, Any, Any], object]
    of: str = ""

    def named(self, field: str) -> Self:
        """Return the form for a field of another name."""
        return replace(self, of=field)


#: The fields of a record that all games have.
HEAD = ("score", "tiebreak", "ply", "seats", "to_move", "over", "due")

Names = Sequence[Any] | Callable[[Any], Sequence[Any]]


def _names(names: Names, record: Any) -> Sequence[Any]:
    return names(record) if callable(names) else names


def _place(name: object, known: Sequence[Any]) -> int:
    """Return the place of a name; raise `NotationError` if there is none."""
    if name not in known:
        some = ", ".join(map(str, known[:12])) + (", ..." if len(known) > 12 else "")
        raise NotationError("'{item}' is not one of {known}", item=str(name), known=some)
    return known.index(name)


NUMBER = FieldForm(lambda value, _: value.tolist(), lambda value, *_: value)


FLAG = FieldForm(lambda value, _: bool(value), lambda value, *_: value)


def number_or(nothing: int) -> FieldForm:
    """Return the form of a number that is null where there is none."""
    return FieldForm(
        lambda value, _: None if value == nothing else int(value),
        lambda given, *_: nothing if given is None else given,
    )


def one(names: Names, nothing: int | None = None) -> FieldForm:
    """Return the form of a number that stands for a name; `nothing` is null."""
    return FieldForm(
        lambda value, record: None if value == nothing else _names(names, record)[int(value)],
        lambda given, record, _: nothing if given is None else _place(given, _names(names, record)),
    )


def some(names: Names) -> FieldForm:
    """Return the form of a set as bits, in one word or in several, the lowest bits first: the names in order."""

    def write(value: Any, record: Any) -> list[Any]:
        bits = sum(int(word) << 64 * place for place, word in enumerate(value.reshape(-1)))
        return [name for place, name in enumerate(_names(names, record)) if bits >> place & 1]

    def read(given: Any, record: Any, old: Any) -> Any:
        bits = sum(1 << _place(name, _names(names, record)) for name in dict.fromkeys(given))
        words = [bits >> 64 * place & (1 << 64) - 1 for place in range(old.size)]
        return words if old.shape else words[0]

    return FieldForm(write, read)


def each(form: FieldForm) -> FieldForm:
    """Return the form of an array with a value for each seat; who is not at the table has none."""

    def read(given: Any, record: Any, old: Any) -> Any:
        if len(given) != record["seats"]:
            raise miscounted(len(given), int(record["seats"]))
        values = old.copy()
        for seat, value in enumerate(given):
            values[seat] = form.read(value, record, old[seat])
        return values

    return FieldForm(
        lambda value, record: [form.write(row, record) for row in value[: int(record["seats"])]], read
    )


def every(form: FieldForm) -> FieldForm:
    """Return the form of an array, whose values are written in the same way."""
    return FieldForm(
        lambda values, record: [form.write(value, record) for value in values],
        lambda given, record, old: [
            form.read(value, record, was) for value, was in zip(given, old, strict=True)
        ],
    )


def keyed(names: Sequence[str], form: FieldForm) -> FieldForm:
    """Return the form of an array with a value for each name."""

    def read(given: Any, record: Any, old: Any) -> Any:
        if [*given] != [*names]:
            raise NotationError("expected an object with {keys}", keys=", ".join(names))
        return [form.read(value, record, old[place]) for place, value in enumerate(given.values())]

    return FieldForm(
        lambda value, record: {name: form.write(value[place], record) for place, name in enumerate(names)},
        read,
    )


def fixed(name: str) -> FieldForm:
    """Return the form of what all positions of a game say."""
    return FieldForm(lambda *_: name, lambda given, *_: _place(given, (name,)))


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the positions of all games have."""

    game: Annotated[str, Meta(description="the name of the game")]
    players: Annotated[int, Meta(description="the number of seats"), NUMBER.named("seats")]
    ply: Annotated[int, Meta(description="the moves made until now"), NUMBER]
    to_move: Annotated[int, Meta(description="the seat to move; at the end it means nothing"), NUMBER]
    over: Annotated[
        bool,
        Meta(description="whether the game is over"),
        FLAG,
    ]
    due: Annotated[
        int, Meta(description="0, or the number of the chance event that comes before a move"), NUMBER
    ]
    scores: Annotated[list[int], Meta(description="the points of each seat as they stand; known cards count")]

    @classmethod
    def of(cls, state: "State") -> Self:
        """Return what the record of a state says."""
        return cls(**cls.fields_of(state))

    @classmethod
    def fields_of(cls, state: "State") -> dict[str, Any]:
        """Return the fields that have a form, the game and the scores."""
        record = state.array
        fields = {name: form.write(record[form.of], record) for name, form in forms_of(cls).items()}
        return {"game": state.game.name, "scores": [*state.scores()], **fields}

    def to_state(self, game: "Game") -> "State":
        """Return the state of which this says all; raise `NotationError` if there is none."""
        variant = getattr(self, "variant", None)
        record = game.deal(variant=variant, seats=self.players).array.copy()
        record["score"], record["tiebreak"] = 0, 0
        for name, form in forms_of(type(self)).items():
            try:
                record[form.of] = form.read(getattr(self, name), record, record[form.of])
            except (NotationError, OverflowError, ValueError) as error:
                raise NotationError(error.args[0]).at(name) from None
        self.derive(record)
        return _state_of(game, record)

    def derive(self, record: Any) -> None:
        """Write the fields of a record that follow from the others."""


class PlainPosition(Position, frozen=True, kw_only=True):
    """A position of a game that declares no form: its record as it is."""

    record: Annotated[dict[str, Any], Meta(description="the other fields of the record, as numbers")]

    @classmethod
    def of(cls, state: "State") -> Self:
        """Return what the record of a state says."""
        record = state.array
        return cls(record={name: record[name].tolist() for name in _others(record)}, **cls.fields_of(state))

    def derive(self, record: Any) -> None:
        """Write the other fields of a record."""
        for name in _others(record):
            record[name] = self.record.get(name, 0)


@cache
def forms_of(kind: type[Position]) -> Mapping[str, FieldForm]:
    """Return the forms of the fields that are in records, by the name of the field of the position."""

    def named() -> Iterator[tuple[str, FieldForm]]:
        for name, hint in get_type_hints(kind, include_extras=True).items():
            for form in get_args(hint)[1:]:
                if isinstance(form, FieldForm):
                    yield name, form if form.of else form.named(name)

    return dict(named())


def position_of(state: "State") -> Position:
    """Return a position as a value of the type that its game declares; `msgspec.to_builtins` makes it plain."""
    return form_of(state.game).of(state)


def form_of(game: "Game") -> type[Position]:
    """Return the type of a game's positions; `msgspec.json.schema` tells what its JSON looks like."""
    return game.notation.position or PlainPosition


def to_json(state: "State") -> str:
    """Return a position as one line of JSON."""
    return msgspec.json.encode(position_of(state)).decode()


def from_json(game: "Game", text: str | bytes) -> "State":
    """Return the position of a line of JSON; raise `NotationError` if it is none of the game."""
    try:
        position = msgspec.json.decode(text, type=form_of(game))
    except msgspec.ValidationError as error:
        raise NotationError("no position of {game}: {reason}", game=game.name, reason=str(error)) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise NotationError("not a line of JSON: {reason}", reason=str(error)) from None
    if position.game != game.name:
        raise NotationError(
            "no position of {game}: {reason}", game=game.name, reason=f"it is one of {position.game}"
        )
    if position.players not in game.notation.seat_counts:
        raise NotationError(
            "no position of {game}: {reason}", game=game.name, reason=f"{position.players} players"
        )
    state = position.to_state(game)
    again = position_of(state)
    for field in position.__struct_fields__:
        if (given := getattr(position, field)) != (fits := getattr(again, field)):
            raise NotationError("{given} does not fit the rest: expected {fits}", given=given, fits=fits).at(
                field
            )
    return state


def _others(record: Any) -> list[str]:
    """Return the fields of a record that are not those of its head."""
    return [name for name in record.dtype.names if name not in HEAD]


def _state_of(game: "Game", record: Any) -> "State":
    """Return the state of a record whose final scores are still to be written."""
    try:
        state = game.from_array(record)
        if not state.over:
            return state
        seats = slice(state.seats)
        record["score"][seats], record["tiebreak"][seats] = state.standing()
        return game.from_array(record)
    except ValueError as error:
        raise NotationError("no position of {game}: {reason}", game=game.name, reason=str(error)) from None
