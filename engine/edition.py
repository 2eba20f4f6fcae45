"""Editions: pieces and numbers that a game can be dealt with, read from a file and known by their name.

The files are those of `--cards`. Records of a game refer to an edition by its slot, deals by its name.

NotationError (a ValueError): one line that names the file, the entry and the rule
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, Protocol, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from urbanist.engine.message import Message
from urbanist.engine.notation import CardFile, Notation, NotationError, not_utf8, repeated

#: The name of an edition in deals.
Name = Annotated[str, Meta(pattern="^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=40)]


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a file; missing fields, unknown fields and wrong types are errors."""


class Named(Protocol):
    """What all editions have."""

    @property
    def name(self) -> str:
        """The name in deals."""


T = TypeVar("T", bound=Form)
E = TypeVar("E", bound=Named)


def no_room(most: int, what: str) -> NotationError:
    """Return the error for more things of a kind than the tables of a process hold."""
    return NotationError("no room for more than {most} in one process", most=most).at(what)


class Editions(Generic[E]):
    """The editions of one game that this process knows, each in a slot; the first is the shipped one.

    `form` makes an edition of what a file says, `fill` writes the tables of a slot, and `slot` reads that of a record.
    """

    def __init__(
        self,
        shipped: Path,
        slots: int,
        form: Callable[[Any], E],
        fill: Callable[[int, E], None],
        slot: Callable[[Any], int] = lambda record: int(record["slot"]),
    ) -> None:
        self.form, self._slots, self._fill, self._slot = form, slots, fill, slot
        self._known: list[E] = []
        # Cached because each game of a match reads the same file.
        self.read = lru_cache(maxsize=8)(self._read)
        self.load(CardFile.read(shipped))

    def _read(self, file: CardFile) -> E:
        """Return the edition of a file."""
        content = decoded(file)
        try:
            return self.form(content)
        except NotationError as error:
            raise error.at(file.name) from None

    def add(self, edition: E) -> int:
        """Return the slot of an edition; it gets a new one if it has none."""
        for slot, other in enumerate(self._known):
            if other == edition:
                return slot
            if other.name == edition.name:
                raise NotationError("name: another edition is called '{name}' already", name=edition.name)
        if len(self._known) == self._slots:
            raise no_room(self._slots, "editions")
        slot = len(self._known)
        self._fill(slot, edition)
        self._known.append(edition)
        return slot

    def load(self, file: CardFile) -> str:
        """Add the edition of a file; return the option with which it is dealt."""
        edition = self.read(file)
        try:
            self.add(edition)
        except NotationError as error:
            raise error.at(file.name) from None
        return f"data={edition.name}"

    def slot_of(self, name: str) -> int:
        """Return the slot of the edition with this name; raise `NotationError` if there is none."""
        names = [edition.name for edition in self._known]
        if name not in names:
            raise NotationError(
                "deal token 'data={name}': no such set of cards; there are {names}; --cards FILE adds another",
                name=name,
                names=", ".join(names),
            )
        return names.index(name)

    def at(self, slot: int) -> E:
        """Return the edition in a slot."""
        return self._known[slot]

    def of(self, record: Any) -> E:
        """Return the edition with which the game of a record was dealt."""
        return self._known[self._slot(record)]


# Cached because each game of a match reads the same file.
@lru_cache(maxsize=8)
def decoded(file: CardFile) -> Any:
    """Return what a file says, as JSON."""
    try:
        return msgspec.json.decode(file.content.decode("utf-8-sig"))
    except RecursionError:
        error = NotationError("too many nested brackets: not a file of cards")
    except UnicodeDecodeError as cause:
        error = not_utf8(cause)
    except msgspec.DecodeError as cause:
        error = NotationError(str(cause))
        if "truncated" in str(cause):
            error = NotationError("the file ends too early: expected cards, as JSON up to the last bracket")
    raise error.at(file.name)


def game_of(file: CardFile) -> str | None:
    """Return the name of the game that a file is for; None if it names none."""
    content = decoded(file)
    game = content.get("game") if isinstance(content, dict) else None
    return game if isinstance(game, str) else None


def takes(notation: Notation, file: CardFile) -> bool:
    """Return whether a card file is for a game; raise `NotationError` if it is no JSON."""
    if notation.load is None:
        return False
    game = game_of(file)
    return notation.takes_unnamed if game is None else game == notation.name


def loaded(notation: Notation, file: CardFile) -> str:
    """Load a card file and return the option that deals its cards; raise `NotationError` if the file is wrong."""
    if notation.load is None:
        raise NotationError(
            "{file}: {game} has a fixed set of cards and reads no card file",
            file=file.name,
            game=notation.name,
        )
    if not takes(notation, file):
        raise NotationError(
            "{file}: it is not for {game}: expected a section {section}",
            file=file.name,
            game=notation.name,
            section=f'"game": "{notation.name}"',
        )
    return notation.load(file)


def check_sections(
    sections: Any, needed: tuple[str, ...], more: tuple[str, ...], fixed: Mapping[str, object]
) -> None:
    """Raise `NotationError` unless a file has the needed sections and no others than these.

    It may have `more`, an `about`, and those that are `fixed`, whose values are those of the rules.
    """
    if not isinstance(sections, dict):
        raise NotationError("expected an object with {keys}", keys=", ".join(needed))
    for name in needed:
        if name not in sections:
            raise NotationError("it is missing").at(section(name))
    for name, value in sections.items():
        if name not in (*needed, *more, *fixed, "about"):
            known = ", ".join(dict.fromkeys((*needed, *more, *fixed)))
            raise NotationError("'{item}' is not one of {known}", item=name, known=known)
        if name in fixed and value != fixed[name]:
            raise NotationError("it differs from the rules: {rules}", rules=str(fixed[name])).at(
                section(name)
            )


def players_of(content: Mapping[str, Any], possible: Collection[int]) -> tuple[int, ...]:
    """Return the numbers of players that a file is for: all that are possible, if it names none."""
    given = content.get("players", possible)
    if not isinstance(given, Collection) or not given or any(number not in possible for number in given):
        raise NotationError("expected some of {known}", known=f"[{', '.join(map(str, possible))}]").at(
            section("players")
        )
    return tuple(sorted(set(given)))


def check_players(edition: Any, seats: int) -> None:
    """Raise `NotationError` if an edition is not for a table of so many seats."""
    if seats not in edition.players:
        raise NotationError(
            "data={name} is for {numbers} players, not for {seats}",
            name=edition.name,
            numbers=", ".join(map(str, edition.players)),
            seats=seats,
        )


def section(name: str) -> Message:
    """Return the place of an error in a section of a file."""
    return Message("section '{section}'", section=name)


def formed(entry: str, form: Any, value: object) -> Any:
    """Convert a value to `form`; raise `NotationError` with the entry, the fault and the allowed values."""
    try:
        return msgspec.convert(value, form, from_attributes=True)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        where = where.rstrip("`").strip(".")
        hint = get_type_hints(form).get(where.partition("[")[0])
        if where.endswith("]"):
            hint = get_args(hint)[0]
        reason = what[0].lower() + what[1:]
        if get_origin(hint) is Literal:
            known = ", ".join(map(str, get_args(hint)))
            reason = Message("{reason} (expected {known})", reason=reason, known=known)
        problem = NotationError(reason)
        raise (problem.at(where) if where else problem).at(entry) from None


def entries(sections: Mapping[str, Any], name: str, what: str, form: type[T]) -> list[T]:
    """Return the entries of a section, a list; `what` is one of them in errors. No id may appear twice."""
    given = sections[name]
    if not isinstance(given, list):
        raise NotationError("expected a list").at(section(name))
    read: list[T] = [
        formed(_called(what, number, entry), form, entry) for number, entry in enumerate(given, 1)
    ]
    ids = Counter(getattr(entry, "id", None) for entry in read)
    twice = next((known for known, n in ids.items() if known is not None and n > 1), None)
    if twice is not None:
        raise repeated(f"{what} {twice}")
    return read


def check_numbered(ids: list[int], most: int, place: str) -> None:
    """Raise `NotationError` unless ids are 1, 2, 3 and so on."""
    if ids != list(range(1, len(ids) + 1)) or len(ids) > most:
        raise NotationError("ids must be 1, 2, 3, ..., at most {most}", most=most).at(place)


def _called(what: str, number: int, entry: object) -> str:
    name = entry.get("id") if isinstance(entry, dict) else None
    return f"{what} '{name}'" if isinstance(name, str) else f"{what} {name or f'no. {number}'}"
