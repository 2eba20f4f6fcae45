"""Deals, moves and events as text: what all games share, and what each game's own notation must be able to do.

NotationError (a ValueError): a text that is not well formed, or says what the rules forbid
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

from urbanist.engine.printable import printable
from urbanist.engine.score_row import ScoreRow

if TYPE_CHECKING:
    from urbanist.engine.game import State

#: No file of cards is longer, in bytes.
LONGEST_FILE = 1 << 20


class NotationError(ValueError):
    """A text that is malformed or says what the rules forbid; it names the token and what was expected."""

    def __init__(self, message: str) -> None:
        # Tokens come from files and strangers: a message stays one line, and moves no cursor.
        super().__init__(printable(message))


@dataclass(frozen=True, slots=True)
class Setup:
    """What may be asked of a deal: everything else is drawn."""

    variant: int
    seats: int
    options: int
    first: int | None


@dataclass(frozen=True, slots=True)
class CardFile:
    """A file of cards that an owner of a game brings: its name, and all its bytes, so that it travels whole."""

    name: str
    content: bytes

    @classmethod
    def read(cls, path: Path) -> Self:
        """Return the file of a path; `OSError` where it cannot be read, `NotationError` where it has no end."""
        with path.open("rb") as file:
            content = file.read(LONGEST_FILE + 1)
        if len(content) > LONGEST_FILE:
            raise NotationError(f"{path}: more than {LONGEST_FILE} bytes: no file of cards")
        return cls(str(path), content)

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that files of the same content share."""
        return blake2b(self.content, digest_size=8).hexdigest()


class Notation(Protocol):
    """How one game is written; each game has one object of this form.

    A game inherits from this class and defines `name`, `variants`, `seat_counts` and every method whose body is empty
    here. The other methods have a default for games that hide nothing and have no chance events.
    """

    name: str
    variants: tuple[str, ...]
    seat_counts: tuple[int, ...]
    option_help: str = ""

    @property
    def load(self) -> Callable[[CardFile], str] | None:
        """What takes cards from a file and returns the option that deals with them; None where cards are fixed."""
        return None

    def setup(self, variant: str | None, seats: int, options: Sequence[str]) -> Setup:
        """Return the setup of a variant, a number of seats and options as text."""

    def read_deal(self, text: str) -> tuple[Setup, Mapping[str, object]]:
        """Return the setup of a deal line and the record fields that the line settles."""

    def write_deal(self, record: object) -> str:
        """Return the full deal line of the record of a state before its first move."""

    def mask_deal(self, text: str, seat: int | None) -> str:
        """Return a deal line as `seat` (None: everybody) may see it."""
        return text

    def read_move(self, text: str) -> int:
        """Return the word of a move in notation."""

    def write_move(self, move: int) -> str:
        """Return a move's word in notation."""

    def objection(self, record: object, move: str) -> str:
        """Return the rule that forbids a move in notation to the seat to move; empty where there is no more to say."""
        return ""

    def score_rows(self, state: "State", seat: int) -> tuple[ScoreRow, ...]:
        """Return the rows of a seat's score as it stands; their points add up to it."""
        return (ScoreRow("points", state.scores()[seat]),)

    def read_chance(self, text: str, record: object) -> Mapping[str, object]:
        """Return the hidden fields that make a chance event, masked or not, the one that a record draws next."""
        raise NotationError(f"'{text}': {self.name} has no chance events")

    def chance(self, record: object) -> str | None:
        """Return the chance event that is due, as the hidden part of a record has it; None where it is not known."""
        return None

    def mask_event(self, event: str, by: int, seat: int | None) -> str:
        """Return a move or chance event of seat `by` as `seat` (None: everybody) may see it."""
        return event

    def describe(self, record: object) -> str:
        """Return the position as plain lines of text, complete and readable without the board."""

    def card(self, record: object, seat: int) -> str:
        """Return what `seat` hides, in notation, parts joined by `/`; empty where the game hides nothing by seat."""
        return ""


def loaded(notation: Notation, file: CardFile) -> str:
    """Return the option that deals with the cards of a file, known from now on; `NotationError` for what is wrong."""
    if notation.load is None:
        raise NotationError(f"{file.name}: {notation.name} is played with the cards of its box alone")
    return notation.load(file)


def split_deal(text: str, keys: Sequence[str]) -> dict[str, str]:
    """Return the values of a deal line by key; raise `NotationError` unless exactly `keys` stand there in order."""
    found: dict[str, str] = {}
    tokens = text.split(" ")
    for token, key in zip(tokens, keys, strict=False):
        name, sign, value = token.partition("=")
        if name != key or not sign or not value:
            raise NotationError(f"deal token '{token}': expected '{key}=...'")
        found[key] = value
    if len(tokens) > len(keys):
        raise NotationError(f"deal token '{tokens[len(keys)]}': nothing may follow '{keys[-1]}=...'")
    if len(tokens) < len(keys):
        raise NotationError(f"the deal ends after '{tokens[-1]}': expected '{keys[len(tokens)]}=...'")
    return found


def one_of(key: str, value: str, allowed: Sequence[str]) -> str:
    """Return `value`; raise `NotationError` unless it is one of those allowed."""
    if value not in allowed:
        raise NotationError(f"deal token '{key}={value}': expected {key}={' or '.join(allowed)}")
    return value


def seat_number(key: str, value: str, seats: int) -> int:
    """Return a seat written as a number; raise `NotationError` unless it is at the table."""
    return int(one_of(key, value, [str(seat) for seat in range(seats)]))


def list_of(key: str, value: str, items: Sequence[str]) -> list[str]:
    """Return a comma list of known items, unrepeated and in order; `NotationError` names the first that is not."""
    last = -1
    found = value.split(",")
    for item in found:
        if item not in items:
            raise NotationError(f"deal key '{key}': '{item}' is not one of {items[0]} ... {items[-1]}")
        place = items.index(item)
        if place == last:
            raise NotationError(f"deal key '{key}': '{item}' stands there twice")
        if place < last:
            raise NotationError(f"deal key '{key}': '{item}' is out of order (board order)")
        last = place
    return found


def asked_options(
    game: str,
    variants: Sequence[str],
    seat_counts: Sequence[int],
    variant: str | None,
    seats: int,
    options: Sequence[str],
) -> Iterator[tuple[str, str, str]]:
    """Yield the options of a new game as key, sign and value, each key once.

    `NotationError` for a variant or a number of players that the game does not know, before the first; None is the
    usual variant.
    """
    if variant not in (None, *variants):
        known = f"there is {variants[0]}" if len(variants) == 1 else f"there are {', '.join(variants)}"
        raise NotationError(f"no variant '{variant}' of {game}; {known}")
    if seats not in seat_counts:
        few = ", ".join(map(str, seat_counts[:-1]))
        raise NotationError(f"{game} is for {few} or {seat_counts[-1]} players, not {seats}")
    keys = [option.partition("=")[0] for option in options]
    for option in options:
        key, sign, value = option.partition("=")
        if keys.count(key) > 1:
            raise NotationError(f"option '{key}' of {game} stands there twice")
        yield key, sign, value
