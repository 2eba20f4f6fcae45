"""What a format of tournaments is, and the registry of all formats."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, ClassVar, TypeVar

from msgspec import Struct

from urbanist.bots.match.pairing import Pairing
from urbanist.bots.tournament.form import Form, PlanError
from urbanist.bots.tournament.results import GameResult
from urbanist.bots.tournament.standings import Conclusion
from urbanist.engine import GAMES

if TYPE_CHECKING:
    from urbanist.bots.tournament.plan import Plan


class Format(ABC):
    """A format of tournaments: it checks its settings, and makes the pairings of a round from the games before it.

    A class in a file of the folder `formats` that `register` knows is all that a new format needs.
    """

    name: ClassVar[str]
    #: For the documents: who meets whom, and what the format is good for.
    meets: ClassVar[str]
    purpose: ClassVar[str]
    #: The settings that may grow when the tournament is extended: of `deals`, `rounds` and `bot`.
    grows: ClassVar[tuple[str, ...]] = ()
    #: The deals of a table in a round, where a file does not set them.
    usual_deals: ClassVar[int] = 10
    #: The keys of a file that only this format has.
    keys: ClassVar[tuple[str, ...]] = ()
    #: The keys of its own section of a file, `[NAME]`; None if it has none.
    section: ClassVar[type[Struct] | None] = None
    #: Lists of formats are sorted by this number, then by name.
    position: ClassVar[int] = 100

    def __init__(self, plan: "Plan") -> None:
        self._plan = plan

    @classmethod
    def usual_seats(cls, game: str, entrants: int) -> int:
        """Return the seats of a table where a file does not set them: one for each bot, if the game allows it."""
        counts = GAMES[game].notation.seat_counts
        fitting = [count for count in counts if count <= entrants]
        return max(fitting, default=min(counts))

    @classmethod
    def check_entrants(cls, entrants: int, seats: int) -> None:
        """Raise `PlanError` if this number of bots cannot play at tables of so many seats."""
        if seats > entrants:
            bots = "1 bot" if entrants == 1 else f"{entrants} bots"
            raise PlanError(f"players = {seats}: {bots} cannot fill a table of {seats} seats")

    @classmethod
    def check(cls, plan: "Plan") -> None:
        """Raise `PlanError` if the plan has settings of other formats; each format checks its own in addition."""
        for other in formats().values():
            if other is not cls:
                other.refuse(plan.form)

    @classmethod
    def refuse(cls, form: Form) -> None:
        """Raise `PlanError` if a form of another format has a setting of this one."""
        for key in cls.keys:
            if getattr(form, key) is not None:
                raise PlanError(f"{key}: a {form.format} has no {key}; format = '{cls.name}' has one")
        if cls.section is not None and getattr(form, cls.name, None) is not None:
            raise PlanError(
                f"[{cls.name}]: a {form.format} has no such section; format = '{cls.name}' has one"
            )

    @abstractmethod
    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield the games of a round, counted from 1; nothing after the last round."""

    @abstractmethod
    def games(self) -> int:
        """Return the largest possible number of games."""

    def conclusion(self, games: Sequence[GameResult]) -> Conclusion:
        """Return the result of the format, in addition to the standings; empty if there is none."""
        return Conclusion()


FormatT = TypeVar("FormatT", bound=Format)
_REGISTERED: dict[str, type[Format]] = {}


def register(kind: type[FormatT]) -> type[FormatT]:
    """Add a format to the registry, and return it."""
    _REGISTERED[kind.name] = kind
    return kind


def formats() -> dict[str, type[Format]]:
    """Return all formats by name: those in the files of the folder `formats`, and what else was registered."""
    _load()
    return dict(sorted(_REGISTERED.items(), key=lambda item: (item[1].position, item[0])))


@cache
def _load() -> None:
    """Import the files of the folder `formats`, which register their classes."""
    for found in iter_modules([str(Path(__file__).parent / "formats")]):
        import_module(f"{__package__}.formats.{found.name}")


def chosen(form: Form) -> type[Format]:
    """Return the format of a form; raise `PlanError` if there is none of its name."""
    known = formats()
    if form.format not in known:
        raise PlanError(f"format: expected one of {', '.join(known)}, not '{form.format}'")
    return known[form.format]


def format_of(plan: "Plan") -> Format:
    """Return the format of a tournament."""
    return chosen(plan.form)(plan)


def sections() -> dict[str, type[Struct]]:
    """Return the sections of a file that belong to formats, by name, with the classes that list their keys."""
    return {name: kind.section for name, kind in formats().items() if kind.section is not None}
