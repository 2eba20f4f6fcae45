"""Deals, moves and events as text: the interface of each game's notation, and functions that all games share.

NotationError (a ValueError): a text that is malformed or that the rules forbid
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self

from urbanist.engine.event import Chance, Event, Move
from urbanist.engine.facts import Fact
from urbanist.engine.message import Message, UserError
from urbanist.engine.score_row import Counted, ScoreRow, Total
from urbanist.engine.suggestion import suggestion

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from urbanist.engine.game import State

    Records = npt.NDArray[np.void]


class IllegalMove(UserError):
    """The rules forbid a move in a position; the message gives the reason and legal moves."""


#: The mask for hidden parts in a view; a record never contains it.
HIDDEN = "?"
#: The greatest size of a file of cards, in bytes.
LONGEST_FILE = 1 << 20


class NotationError(UserError):
    """A text is malformed or the rules forbid it; the message names the token and the expected form."""

    def at(self, place: str) -> Self:
        """Return the error with its place before it, such as a file and a line."""
        return type(self)("{place}: {reason}", place=place, reason=self.args[0])


def too_long(most: int) -> NotationError:
    """Return the error for a file or a line of more than so many bytes."""
    return NotationError("too long: at most {bytes} bytes are read", bytes=most)


def not_utf8(error: UnicodeDecodeError) -> NotationError:
    """Return the error for a text that is not UTF-8."""
    return NotationError("not UTF-8 at byte {byte}: expected a file of text", byte=error.start)


def repeated(item: str) -> NotationError:
    """Return the error for what may be there only once."""
    return NotationError("'{item}' appears twice", item=item)


def miscounted(number: int, expected: object) -> NotationError:
    """Return the error for a wrong number of entries."""
    return NotationError("{number} entries, expected {expected}", number=number, expected=expected)


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of a new game; the deal draws everything else. `first` is None if it is drawn."""

    variant: int
    seats: int
    options: int
    first: int | None


@dataclass(frozen=True, slots=True)
class CardFile:
    """A file of cards that a user supplies: its name and all its bytes, so that it can be sent to other processes."""

    name: str
    content: bytes

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Return the file at a path; raise `OSError` if it cannot be read, `NotationError` if it is too long."""
        # A pipe or a device may never end.
        if Path(path).exists() and not (Path(path).is_file() or Path(path).is_dir()):
            raise NotationError("{path}: not a regular file: expected a file of cards", path=str(path))
        with Path(path).open("rb") as file:
            content = file.read(LONGEST_FILE + 1)
        if len(content) > LONGEST_FILE:
            raise too_long(LONGEST_FILE).at(str(path))
        return cls(str(path), content)

    @property
    def digest(self) -> str:
        """A hash of the content, sixteen hexadecimal digits."""
        return content_digest(self.content)


def content_digest(content: bytes | BufferedReader) -> str:
    """Return a hash of what a file holds, by which it is known again: sixteen hexadecimal digits."""
    from hashlib import blake2b, file_digest  # late: it loads OpenSSL, which few programs need

    stream = BytesIO(content) if isinstance(content, bytes) else content
    return file_digest(stream, lambda: blake2b(digest_size=8)).hexdigest()


class Notation(Protocol):
    """The notation of one game: how it reads and writes deals, moves, chance events and positions.

    A game inherits from this class and defines `name`, `variants`, `seat_counts` and every method whose body is empty
    here. The other methods have a default for games that hide nothing and have no chance events. `switches` has the
    options that are on or off.
    """

    name: str
    variants: tuple[str, ...]
    seat_counts: tuple[int, ...]
    option_help: str = ""
    switches: tuple[str, ...] = ()
    #: Whether masked deals and events tell all that a seat knows; else a view has a position besides.
    tells_views: bool = True

    #: The type of positions as plain JSON, see `engine.position`; without one, fields are numbers as in the record.
    position: type[Any] | None = None
    #: The class of moves: of a game's own, if it has one.
    move_type: type[Move] = Move
    #: Whether a card file that names no game is of this one.
    takes_unnamed: bool = False

    @property
    def load(self) -> Callable[[CardFile], str] | None:
        """The function that loads a card file and returns the option for its cards; None if cards are fixed."""
        return None

    def setup(self, variant: str | None, seats: int, options: Sequence[str]) -> Setup:
        """Return the setup for a variant, a number of seats and options in notation."""

    def read_deal(self, text: str) -> tuple[Setup, Mapping[str, object]]:
        """Return the setup of a deal line, and the record fields that the line gives."""

    def write_deal(self, record: object) -> str:
        """Return the full deal line for the record of a state before its first move."""

    def mask_deal(self, text: str, seat: int | None) -> str:
        """Return a deal line masked for `seat` (None: for a bystander)."""
        return text

    def read_move(self, text: str) -> int:
        """Return the word of a move in notation."""

    def write_move(self, move: int) -> str:
        """Return a move's word in notation."""

    def move(self, move: int | str) -> Move:
        """Return the move with a word, or of a text in notation; raise `NotationError` if the text is malformed."""
        made = self.move_type(self.read_move(move) if isinstance(move, str) else move)
        if self.move_type is Move:
            made.notation = self
        return made

    def moves(self, words: Iterable[int]) -> Iterator[Move]:
        """Return the moves with these words."""
        return map(self.move if self.move_type is Move else self.move_type, words)

    def illegal_reason(self, record: object, move: Move) -> str:
        """Return the rule that forbids a move; empty if there is no special reason."""
        return ""

    def score_rows(self, state: "State", seat: int) -> tuple[ScoreRow, ...]:
        """Return the rows of a seat's current score; their points add up to the score."""
        points = state.scores()[seat]
        return (ScoreRow(Total.POINTS, 1, points, points),)

    def score_breakdown(self, state: "State", seat: int) -> dict[StrEnum, tuple[Counted, ...]]:
        """Return what counts on the board for a seat, by the kinds of rows of its score.

        A row is left out if a position does not tell where its points come from.
        """
        return {}

    def facts(self, begun: "Records", ended: "Records") -> Sequence[Fact]:
        """Return what designers may ask about many games with one setup, from their first and their last positions.

        Each array has a record of each game, in the same order.
        """
        return ()

    def alternatives(self, seats: int, options: Sequence[str]) -> Sequence[tuple[str, ...]]:
        """Return option lists that differ from `options` in one rule; some may not suit the number of seats."""
        return [
            tuple(option for option in options if option != switch)
            if switch in options
            else (*options, switch)
            for switch in self.switches
        ]

    def read_chance(self, text: str, record: object) -> Chance:
        """Return the chance event of a text, which may be masked; raise `NotationError` if it has another form."""
        raise NotationError("'{event}' cannot happen here in {game}", event=text, game=self.name)

    def write_chance(self, chance: Chance) -> str:
        """Return a chance event in notation: `!` and what is drawn."""
        return f"!{','.join(map(str, chance.drawn))}"

    def stacked(self, chance: Chance, record: object) -> Mapping[str, object]:
        """Return hidden fields for the record, so that it draws a chance event next; it may be masked.

        Raise `NotationError` if it is not possible.
        """
        return {}

    def chance(self, record: object) -> Chance | None:
        """Return the chance event that is due, from the hidden part of the record; None if it is not known."""
        return None

    def mask_event(self, event: Event, by: int, seat: int | None) -> Event:
        """Return a move or chance event of seat `by`, masked for `seat` (None: for a bystander)."""
        return event

    def describe(self, record: object) -> str:
        """Return the whole position as plain lines of text."""

    def card(self, record: object, seat: int) -> str:
        """Return the hidden cards of `seat` in notation, parts joined by `/`; empty if seats hide nothing."""
        return ""

    def secret(self, record: object, seat: int) -> str:
        """Return the first part of the card of `seat`: what it hides to the end."""
        return self.card(record, seat).partition("/")[0]


def split_deal(text: str, keys: Sequence[str], *, optional: str = "") -> dict[str, str]:
    """Return the values of a deal line by key; raise `NotationError` unless its keys are exactly `keys`, in order.

    The `optional` one may be missing.
    """
    fields: dict[str, str] = {}
    tokens = text.split(" ")
    if not any(token.startswith(f"{optional}=") for token in tokens):
        keys = [key for key in keys if key != optional]
    for token, key in zip(tokens, keys, strict=False):
        name, sign, value = token.partition("=")
        if name != key or not sign or not value:
            raise NotationError("deal token '{token}': expected {form}", token=token, form=f"'{key}=...'")
        fields[key] = value
    if len(tokens) > len(keys):
        token, last = tokens[len(keys)], f"{keys[-1]}=..."
        raise NotationError("deal token '{token}': nothing may follow '{last}'", token=token, last=last)
    if len(tokens) < len(keys):
        last, form = tokens[-1], f"{keys[len(tokens)]}=..."
        raise NotationError("the deal ends after '{last}': expected '{form}'", last=last, form=form)
    return fields


def one_of(key: str, value: str, allowed: Sequence[str]) -> str:
    """Return `value`; raise `NotationError` if it is not in `allowed`."""
    if value not in allowed:
        raise NotationError(
            "deal token '{token}': expected {form}",
            token=f"{key}={value}",
            form=either((f"{key}={allowed[0]}", *allowed[1:])),
        )
    return value


def either(forms: Iterable[str]) -> str:
    """Return forms of which one is right, as `a or b`."""
    return reduce(lambda words, word: Message("{items} or {last}", items=words, last=word), forms)


def seat_number(key: str, value: str, seats: int) -> int:
    """Return the number of a seat; raise `NotationError` if there is no such seat at the table."""
    return int(one_of(key, value, [str(seat) for seat in range(seats)]))


def wrong_item(key: str, item: str, known: str) -> NotationError:
    """Return the error for an item of a deal line that is not one of those that are known."""
    return NotationError("'{item}' is not one of {known}", item=item, known=known).at(deal_key(key))


def no_move(text: str, game: str, *forms: str) -> NotationError:
    """Return the error for a text that is not of one of the forms of a game's moves."""
    return NotationError(
        "'{move}' is not a move of {game}: expected one such as {form}",
        move=text,
        game=game,
        form=either(forms),
    )


def cannot_come(event: str, item: str) -> NotationError:
    """Return the error for a chance event that draws what cannot come any more."""
    return NotationError("'{event}': '{item}' cannot come now", event=event, item=item)


def not_in_order(text: str, number: int, sign: str, known: Sequence[str], mask: str = "") -> NotationError:
    """Return the error for a list that has not so many of the known items, in their order; `mask` may stand for it."""
    form = sign.join(known[:number])
    return NotationError(
        "'{text}': expected {number} in order, such as {form}",
        text=text,
        number=number,
        form=either((form, mask)) if mask else form,
    )


def deal_key(key: str) -> Message:
    """Return the place of an error in a deal line."""
    return Message("deal key '{key}'", key=key)


def list_of(key: str, value: str, items: Sequence[str], known: str = "") -> list[str]:
    """Return the items of a comma list; raise `NotationError` if one is unknown, repeated or out of order.

    Errors tell the items as `known`; by default as the first and the last one.
    """
    known = known or f"{items[0]} ... {items[-1]}"
    last = -1
    names = value.split(",")
    for item in names:
        if item not in items:
            raise wrong_item(key, item, known)
        place = items.index(item)
        if place == last:
            raise repeated(item).at(deal_key(key))
        if place < last:
            raise NotationError("'{item}' is out of order ({order})", item=item, order=known).at(
                deal_key(key)
            )
        last = place
    return names


def unknown_option(game: str, option: str, options: str) -> NotationError:
    """Return the error for an option that a game has not; `options` tells which it has."""
    return NotationError(
        "no option '{option}' of {name}; {suggestion}",
        option=option,
        name=game,
        suggestion=Message("there are {there}", there=options),
    )


def asked_options(
    game: str,
    variants: Sequence[str],
    seat_counts: Sequence[int],
    variant: str | None,
    seats: int,
    options: Sequence[str],
) -> Iterator[tuple[str, str, str]]:
    """Yield the options of a new game as key, sign and value.

    Raise `NotationError` if the variant, the number of players or a repeated key is wrong. The variant None is the
    default one.
    """
    if variant not in (None, *variants):
        suggested = suggestion(variant or "", variants)
        raise NotationError(
            "no variant '{variant}' of {game}; {suggestion}",
            variant=str(variant),
            game=game,
            suggestion=suggested,
        )
    if seats not in seat_counts:
        raise NotationError(
            "{game} is for {few} or {most} players, not {seats}",
            game=game,
            few=", ".join(map(str, seat_counts[:-1])),
            most=seat_counts[-1],
            seats=seats,
        )
    keys = [option.partition("=")[0] for option in options]
    for option in options:
        key, sign, value = option.partition("=")
        if keys.count(key) > 1:
            raise NotationError("option '{option}' of {name} is given twice", option=key, name=game)
        yield key, sign, value
