"""Formats: their base class, the plan that each has, the registry, and the pairings of which they are made."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import chain, count
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, ClassVar, Literal, Self, TypeVar

from msgspec import Struct

from urbanist.bots.contest.book import shuffled
from urbanist.bots.contest.entrant import Entrant
from urbanist.bots.contest.plan_schema import REST_AFTER, BotEntry, Count, PlanError, PlanFile, form_with
from urbanist.bots.contest.results import GameResult
from urbanist.bots.contest.standings import Conclusion
from urbanist.bots.match.adjudication import Adjudication
from urbanist.bots.match.arena import Played
from urbanist.bots.match.clock import UNTIMED
from urbanist.bots.match.notes import Noting
from urbanist.bots.match.pairing import Pairing, Rules, rotations, seatings
from urbanist.bots.match.runner import HERE, GamePool, Resting
from urbanist.bots.players.player import Bot
from urbanist.engine import GAMES
from urbanist.search.limit import Limit

#: The exit status where the hypothesis that something is better was given up, and where it is not decided.
REFUTED, UNDECIDED = 3, 4


class FormatSettings(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The keys of a tournament file that only some formats have; a format without any has these."""


class RoundSettings(FormatSettings, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings of a format that has as many rounds as one likes."""

    rounds: Count = 5


class Format(ABC):
    """A format of tournaments: it checks its settings, and makes the pairings of a round from the games before it.

    A class in a file of the folder `formats` that `register` knows is all that a new format needs.
    """

    name: ClassVar[str]
    #: The settings that may grow when the tournament is extended: of `deals`, `rounds` and `bot`.
    grows: ClassVar[tuple[str, ...]] = ()
    #: The deals of a table in a round, where a file does not set them.
    usual_deals: ClassVar[int] = 10
    #: Its own keys of a file; one that is a `Struct` is a section.
    settings: ClassVar[type[Struct]] = FormatSettings
    #: Lists of formats are sorted by this number, then by name.
    position: ClassVar[int] = 100

    def __init__(self, plan: "Plan") -> None:
        self._plan = plan
        #: An object of the class `settings`.
        self._own: Any = plan.own
        #: The bots that play no more in this run.
        self.resting = Resting(plan.rest_after)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bots."""
        return self._plan.names

    def known(self, games: Iterable[GameResult]) -> Iterable[GameResult]:
        """Return the games, of those that are stored, on which the pairings build."""
        return games

    def counts(self, _pairing: Pairing, _played: Played) -> bool:
        """Return whether a game that was played counts and is saved."""
        return True

    @classmethod
    def usual_seats(cls, game: str, entrants: int) -> int:
        """Return the seats of a table where a file does not set them: one for each bot, if the game allows it."""
        counts = GAMES[game].notation.seat_counts
        fitting = [count for count in counts if count <= entrants]
        return max(fitting, default=min(counts))

    @classmethod
    def check_entrants(cls, entrants: int, seats: int) -> None:
        """Raise `PlanError` if this number of bots cannot play at tables of `seats` seats."""
        if seats > entrants:
            bots = "1 bot" if entrants == 1 else f"{entrants} bots"
            raise PlanError(f"players = {seats}: {bots} cannot fill a table of {seats} seats")

    @classmethod  # noqa: B027  # most formats have nothing to check
    def check(cls, plan: "Plan") -> None:
        """Raise `ValueError` if its settings do not fit together, or do not fit the rest of a plan."""

    @abstractmethod
    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield the games of a round, counted from 1; nothing after the last round."""

    @abstractmethod
    def games(self) -> int:
        """Return the largest possible number of games."""

    @property
    def games_a_deal(self) -> int:
        """The number of games of a table on a deal."""
        return len(seatings(self._plan.rules.seats, 0, every=self._plan.seatings == "all"))

    def conclusion(self, games: Sequence[GameResult]) -> Conclusion:
        """Return the result of the format, in addition to the standings; empty if there is none."""
        return Conclusion()

    def status(self, games: Sequence[GameResult]) -> int:
        """Return the exit status of a program that has played the games: 0, unless the format asks a question."""
        return 0

    def rounds(self, games: Mapping[str, GameResult]) -> Iterator[Iterator[Pairing]]:
        """Yield the games of each round; those of the round before must be played, by id, when it is asked for."""
        for number in count(1):
            # A round may have millions of games, so each pairing is made only when it is needed.
            pairings = iter(self.round(number, self.before(number, games.values()) if number > 1 else []))
            first = next(pairings, None)
            if first is None:
                return
            yield chain([first], pairings)

    def settled(self, deal: int, games: Mapping[str, GameResult]) -> bool:
        """Return whether no game is still to be played on a deal, so that its cards are no secret any more.

        A later round of a book may begin with its first deal again.
        """
        for pairings in self.rounds(games):
            left = {pairing.deal for pairing in pairings if pairing.id not in games}
            if left:
                return not self._plan.book and deal not in left
        return True

    def before(self, number: int, games: Iterable[GameResult]) -> list[GameResult]:
        """Return the games of the rounds before a round, in an order that is independent of when they ended."""
        places = sorted((GamePlace.of(game.id), game) for game in games)
        return [game for place, game in places if place.round < number]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The game, the bots and the format, with its `own` settings, of a tournament or a match.

    `deals` is the number of deals that each table plays in a round; in a sequential test, the largest number. A `book`
    has the deals, if they are not drawn; where it `shuffles`, its order depends on the seed. `grown` has the numbers of
    bots at the beginning and after each extension. `restart`, `noting`, `adjudication` and `marks` (by entrant) are as
    in `Pairing`. After `rest_after` forfeits in a
    row a bot rests; 0 is never. `clock` is that of all bots, and `entries` are their sections in a file. If it is
    `ordered`, games are saved in the order in which they are handed out, and not as they end.
    """

    kind: type[Format]
    own: Any
    rules: Rules
    entrants: tuple[Entrant, ...]
    deals: int = 1
    book: tuple[str, ...] = ()
    shuffles: bool = False
    grown: tuple[int, ...] = ()
    seatings: Literal["rotated", "all"] = "rotated"
    restart: bool | None = None
    noting: Noting | None = None
    adjudication: Adjudication | None = None
    clock: Limit | None = None
    ordered: bool = False
    entries: tuple[BotEntry, ...] = ()
    anchor: str | None = None
    rest_after: int = REST_AFTER
    marks: tuple[str, ...] = ()
    pool: GamePool = HERE

    @property
    def name(self) -> str:
        """The name in pages and reports."""
        return self.kind.name

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entrants."""
        return tuple(entrant.name for entrant in self.entrants)

    @property
    def bots(self) -> tuple[Bot, ...]:
        """The bots of the entrants."""
        return tuple(entrant.bot for entrant in self.entrants)

    def begun(self, seed: int, grown: Sequence[int]) -> Self:
        """Return the plan as it has begun: with its seed, its book in order, and the numbers of bots that it had."""
        book = shuffled(self.book, seed) if self.shuffles else self.book
        rules = replace(self.rules, seed=seed)
        return replace(self, rules=rules, book=book, shuffles=False, grown=tuple(grown))

    def format(self) -> Format:
        """Return its format, which makes the pairings."""
        return self.kind(self)


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
    for module in iter_modules([str(Path(__file__).parent / "formats")]):
        import_module(f"{__package__}.formats.{module.name}")


def whole_form() -> type[PlanFile]:
    """Return the struct of a tournament file with the keys of all formats."""
    return form_with(kind.settings for kind in formats().values())


def chosen(form: PlanFile) -> tuple[type[Format], Struct]:
    """Return the format of a form and its settings; raise `PlanError` if the form has settings of other formats."""
    known = formats()
    if form.format not in known:
        raise PlanError(f"format: expected one of {', '.join(known)}, not '{form.format}'")
    kind = known[form.format]
    given = {}
    for other in known.values():
        for key in other.settings.__struct_fields__:
            value = getattr(form, key, None)
            if value is not None and key not in kind.settings.__struct_fields__:
                what, it = (f"[{key}]", "such section") if isinstance(value, Struct) else (key, key)
                raise PlanError(f"{what}: a {kind.name} has no {it}; format = '{other.name}' has one")
            if value is not None:
                given[key] = value
    return kind, kind.settings(**given)


#: So far apart are the numbers of deals that stand in the place of one deal; no table has as many.
ANEW = 1 << 32


@dataclass(frozen=True, slots=True, order=True)
class GamePlace:
    """The place of a game in a tournament: round, table, deal, and game of this deal, all counted from 1."""

    round: int
    table: int
    deal: int
    game: int

    def __str__(self) -> str:
        return f"{self.round}.{self.table}.{self.deal}.{self.game}"

    @classmethod
    def of(cls, game_id: str) -> "GamePlace":
        """Return the place of a game by its id."""
        return cls(*map(int, game_id.split(".")))


def paired(plan: Plan, number: str, deal: int, seated: Sequence[int], **more: Any) -> Pairing:
    """Return a game of a plan with this id; `seated` has the number of the entrant of each seat."""
    entrants = [plan.entrants[entrant] for entrant in seated]
    deal = deal % len(plan.book) if plan.book else deal
    marks = tuple(plan.marks[entrant] for entrant in seated) if plan.marks else ()
    timed = any(entrant.control is not None for entrant in plan.entrants)
    return Pairing(
        number,
        plan.rules,
        deal,
        tuple(seated),
        tuple(entrant.bot for entrant in entrants),
        tuple(entrant.name for entrant in entrants),
        tuple(entrant.control or UNTIMED for entrant in entrants) if timed else None,
        restart=plan.restart,
        noting=plan.noting,
        adjudication=plan.adjudication,
        opening=plan.book[deal] if plan.book else "",
        marks=marks if any(marks) else (),
        **more,
    )


def dealt(plan: Plan, place: GamePlace, seated: Sequence[int], anew: int = 0) -> Pairing:
    """Return the game of a tournament at a place; where a deal is dealt `anew`, that has the number of another one."""
    return paired(plan, str(place), place.deal - 1 + anew * ANEW, seated)


def of_table(
    plan: Plan, number: int, table: int, members: Sequence[int], deal: int, anew: int = 0
) -> Iterator[Pairing]:
    """Yield the games of a table on one deal; each bot has each seat equally often. `anew` as in `dealt`."""
    every = plan.seatings == "all"
    for game, order in enumerate(seatings(len(members), deal, every=every), 1):
        yield dealt(plan, GamePlace(number, table, deal + 1, game), [members[place] for place in order], anew)


def played_at(plan: Plan, number: int, tables: Sequence[Sequence[int]]) -> Iterator[Pairing]:
    """Yield the games of the tables of a round; each round has new deals, the same for all its tables."""
    for deal in range((number - 1) * plan.deals, number * plan.deals):
        for table, members in enumerate(tables, 1):
            yield from of_table(plan, number, table, members, deal)


def of_two(plan: Plan, number: int, deal: int) -> Iterator[Pairing]:
    """Yield the games of two bots on one deal; if there are more than two seats, one bot has all seats but one.

    Each bot is alone once in every seat. So both have each seat equally often, and equal bots win half of the games.
    """
    for game, order in enumerate(orders_of_two(plan.rules.seats), 1):
        yield dealt(plan, GamePlace(number, 1, deal + 1, game), order)


def orders_of_two(seats: int) -> list[tuple[int, ...]]:
    """Return the seatings of two bots on one deal: by seat the bot, 0 or 1."""
    orders = rotations((0,) + (1,) * (seats - 1))
    return orders if seats == 2 else orders + rotations((1,) + (0,) * (seats - 1))
