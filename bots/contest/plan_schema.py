"""The TOML file of a tournament: its keys, and the allowed values of each key."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, cast, get_args, get_type_hints

from msgspec import Meta, Struct, ValidationError, convert, defstruct

from urbanist.bots.files import text_of
from urbanist.bots.match.adjudication import Agreement, Resignation
from urbanist.bots.match.notes import Noting
from urbanist.bots.match.pairing import MAX_SEED
from urbanist.bots.match.workers import MAX_WORKERS
from urbanist.bots.process.sandbox import Protection
from urbanist.engine.message import UserError
from urbanist.engine.notation import NotationError
from urbanist.engine.suggestion import suggestion

#: What msgspec calls a type, and how a person would.
TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
StructT = TypeVar("StructT", bound=Struct)
#: More than any tournament has; the numbers of deals in a database have 63 bits.
Count = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Seconds = Annotated[float, Meta(gt=0, lt=1e6)]
Pause = Annotated[float, Meta(ge=0, lt=1e6)]
Pauses = Annotated[int, Meta(ge=0)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
File = Annotated[str, Meta(min_length=1, max_length=4096)]
#: The forfeits in a row after which a bot rests.
REST_AFTER = 20
#: The rules of a game limit the seats; this is only an upper bound for all games.
Seats = Annotated[int, Meta(ge=1, le=99)]


class Clock(Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A clock in seconds: time a game, increment a move, time for each move, and grace for late answers."""

    time: Seconds | None = None
    increment: Pause | None = None
    move: Seconds | None = None
    grace: Pause | None = None


class Openings(Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """The options of a book of openings: its order, the first line, and how many events of each."""

    order: Literal["sequential", "random"] = "sequential"
    start: Count = 1
    plies: Count | None = None


class BotEntry(Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A bot: a built-in or a Python class (`play`), or the command of a program with its settings."""

    name: Name | None = None
    play: str | None = None
    command: str | None = None
    options: dict[str, str | int | float | bool] = {}
    nodes: Count | None = None
    ponder: bool = False
    memory: Count | None = None
    cpu: Count | None = None
    processes: Count | None = None
    processors: Count | None = None
    handshake: Seconds | None = None
    restart: bool | None = None
    sandbox: Protection | None = None
    reads: list[File] = []
    dir: File | None = None
    env: dict[str, str] = {}
    clock: Clock | None = None


class PlanFile(Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """The keys of every tournament file; a format may have more, which `form_with` adds."""

    game: str
    bot: list[BotEntry]
    format: str = "round robin"
    variant: str | None = None
    options: list[str] = []
    cards: File | None = None
    players: Seats | None = None
    deals: Count | File | None = None
    openings: Openings | None = None
    seatings: Literal["rotated", "all"] = "rotated"
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED - 1)] | None = None
    restart: bool | None = None
    sandbox: Protection = "none"
    clock: Clock | None = None
    adjudicate: Agreement | None = None
    resign: Resignation | None = None
    anchor: str | None = None
    rest_after: Pauses = REST_AFTER
    workers: Annotated[int, Meta(ge=1, le=MAX_WORKERS)] = 1
    scheduler: str | None = None
    database: File | None = None
    logs: File | None = None
    logs_size: Annotated[int, Meta(ge=1, le=1 << 20)] = 256
    notes: Noting | None = None


#: Settings that change no result: they may be changed when a tournament is resumed.
CIRCUMSTANCES = (
    "anchor",
    "workers",
    "scheduler",
    "database",
    "logs",
    "logs_size",
    "notes",
    "rest_after",
)


class PlanError(UserError):
    """An invalid tournament file; the message is one line that says what is wrong, where, and what would be right."""


def form_with(own: Iterable[type[Struct]]) -> type[PlanFile]:
    """Return the struct of a file: the keys of every tournament, and those of the `own` settings of formats.

    The latter are None if a file does not set them.
    """
    more = {name: kind for keys in own for name, kind in get_type_hints(keys, include_extras=True).items()}
    known = [(name, kind | None, None) for name, kind in more.items()]
    form = defstruct(
        "PlanFile", known, bases=(PlanFile,), forbid_unknown_fields=True, frozen=True, omit_defaults=True
    )
    return cast("type[PlanFile]", form)


def _section(kind: type[Struct], place: str) -> type[Struct]:
    """Return the class of a section such as `bot[0].clock` of a file."""
    for name in filter(None, re.sub(r"\[\d*\]", "", place).split(".")):
        kind = _table(get_type_hints(kind)[name]) or kind
    return kind


def _table(kind: Any) -> type[Struct] | None:
    """Return the class of a key that is a section of its own; None for other keys."""
    kinds = (kind, *get_args(kind))
    return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Struct)), None)


def read_struct(path: Path, kind: type[StructT]) -> StructT:
    """Return the content of a TOML file as a struct; raise `PlanError` if it is invalid, `OSError` if unreadable."""
    try:
        data = tomllib.loads(text_of(path))
    except NotationError as error:
        raise PlanError(str(error)) from None
    except tomllib.TOMLDecodeError as error:
        raise PlanError(f"{path}: invalid TOML: {error}") from None
    except (ValueError, RecursionError):
        raise PlanError(
            f"{path}: invalid TOML: a number is too long, or brackets are nested too deep"
        ) from None
    try:
        return convert(data, kind)
    except ValidationError as error:
        raise PlanError(f"{path}: {explained(str(error), kind)}") from None


def read_pairs(text: str, kind: type[StructT]) -> StructT:
    """Return the struct of a text KEY=VALUE,... of the command line, where a KEY alone is true; raise `PlanError`."""
    given: dict[str, str | bool] = {}
    for part in text.split(","):
        key, sign, value = part.partition("=")
        if not key:
            keys = ", ".join(kind.__struct_fields__)
            raise PlanError(f"expected KEY=VALUE,... with {keys}, not '{text[:60]}'")
        if key in given:
            raise PlanError(f"{key}: given twice")
        given[key] = value if sign else True
    try:
        return convert(given, kind, strict=False, dec_hook=lambda made, value: made(value))
    except ValidationError as error:
        raise PlanError(explained(str(error), kind)) from None


def explained(problem: str, kind: type[Struct]) -> str:
    """Return an error message of msgspec about a struct in the words of the file."""
    what, _, where = problem.partition(" - at ")
    place = where.strip("`").removeprefix("$").lstrip(".")
    place = place.replace("[...]", "")  # a value of a table that allows any key
    shown = re.sub(r"\[(\d+)\]", lambda match: f" {int(match[1]) + 1}", place).replace(".", ", ")
    unknown = re.search(r"unknown field `(.*)`", what)
    if unknown:
        section = _section(kind, place)
        what = f"unknown key '{unknown[1]}'; {suggestion(unknown[1], section.__struct_fields__)}"
    what = re.sub(r"^Object missing required field `(.*)`", r"'\1' is missing", what)
    refused = re.match(r"Invalid enum value (.*)", what)
    if refused:
        what = f"expected one of {', '.join(choices(place, kind))}, not {refused[1]}"
    if what.startswith("Expected"):
        what = what.replace("Expected", "expected").replace(" | null", "").replace(" | ", " or ")
        what = re.sub(r"\b\w+\b", lambda word: TYPES.get(word[0], word[0]), what.replace("`", ""))
    return f"{shown}: {what}" if shown else what


def choices(place: str, kind: type[Struct]) -> tuple[str, ...]:
    """Return the allowed words of a key."""
    section, _, key = place.rpartition(".")
    kinds = get_args(get_type_hints(_section(kind, section))[key])
    return tuple(word for kind in kinds for word in ([kind] if isinstance(kind, str) else get_args(kind)))
