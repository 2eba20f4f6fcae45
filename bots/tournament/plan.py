"""The plan of a match, and that of a tournament from its file: what is played, by whom and how often."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, Self

from msgspec import to_builtins

from urbanist.bots.match.adjudication import Adjudication, adjudication_of
from urbanist.bots.match.clock import clock_of
from urbanist.bots.match.notes import Noting
from urbanist.bots.match.pairing import Rules, drawn_seed
from urbanist.bots.match.seat_text import class_command
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import bot_names, is_builtin, parse_builtin
from urbanist.bots.process.resource_limits import LONGEST_LOG, ResourceLimits
from urbanist.bots.process.sandbox import Protection, Sandbox, sandbox_of
from urbanist.bots.process.working_directory import WorkingDirectory
from urbanist.bots.protocol.command import CommandBot, StartCheck, check_start, missing, traced
from urbanist.bots.tournament.book import digest_of, read_book, shuffled
from urbanist.bots.tournament.format import Format, chosen, whole_form
from urbanist.bots.tournament.plan_schema import (
    CIRCUMSTANCES,
    REST_AFTER,
    BotEntry,
    Clock,
    Openings,
    PlanError,
    PlanFile,
    read_struct,
)
from urbanist.engine import GAMES, CardFile, Game
from urbanist.engine.edition import loaded
from urbanist.engine.name import check_apart, checked_name, shown_name
from urbanist.engine.suggestion import suggestion
from urbanist.search.limit import Limit

#: The keys of a bot that only programs have.
ONLY_PROGRAMS = (
    *("options", "nodes", "ponder", "memory", "cpu", "processes", "processors", "handshake"),
    *("restart", "sandbox", "reads", "dir", "env"),
)
#: What SQLite adds to the names of the files beside a database.
BESIDE = ("-wal", "-shm", "-journal")
#: The setting that has the numbers of bots: at the beginning, and after each extension that added some.
GROWN = "grown"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot of a tournament with its name and its time control."""

    name: str
    bot: Bot
    control: Limit | None


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
    workers: int = 1
    scheduler: str | None = None

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament(Plan):
    """The plan that a file describes, and the database of its games.

    If the file sets no seed, that of the plan is drawn at random; the database keeps the one that was played first.
    """

    path: Path
    form: PlanFile
    database: Path

    @property
    def name(self) -> str:
        """The name of the tournament: that of its file."""
        return self.path.stem

    def settings(self) -> dict[str, Any]:
        """Return all settings that results depend on; two tournaments with equal settings are the same."""
        found: dict[str, Any] = to_builtins(self.form)
        found = {key: value for key, value in found.items() if key in PlanFile.__struct_fields__}
        found |= to_builtins(self.own) | {"seed": self.rules.seed}
        if self.rules.cards is not None:
            # The results depend on the content of the file, not on its path.
            found["cards"] = self.rules.cards.digest
        if self.book:
            found["deals"] = {"lines": len(self.book), "digest": digest_of(self.book)}
        return {key: value for key, value in found.items() if key not in CIRCUMSTANCES}

    def played_by(self, workers: int | None, scheduler: str | None) -> "Tournament":
        """Return the plan with other workers or another scheduler; None keeps the setting of the file."""
        return replace(
            self,
            workers=workers or self.workers,
            scheduler=scheduler or self.scheduler,
        )

    def traced(self, file: Path) -> "Tournament":
        """Return the plan with a trace of the lines of all programs."""
        entrants = (replace(found, bot=traced(found.bot, found.name, file)) for found in self.entrants)
        return replace(self, entrants=tuple(entrants))

    def check_start(self) -> StartCheck:
        """Start each bot once, and return what programs say; raise `PlanError` if one cannot play."""
        try:
            return check_start(self.bots, self.rules.game)
        except ValueError as error:
            raise PlanError(f"{self.path}: {error}") from None


def read_plan(path: Path) -> Tournament:
    """Return the plan of a file; raise `PlanError` if it is invalid, `OSError` if it cannot be read.

    What is played and the logs stand beside the file, so that cannot be a device or a pipe.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise PlanError(
            f"{path}: not a file: the results stand beside it; expected the path of a tournament file"
        )
    form = read_struct(path, whole_form())
    try:
        return planned(path, form)
    except ValueError as error:
        raise PlanError(f"{path}: {error}") from None


def planned(path: Path, form: PlanFile) -> Tournament:
    """Return the plan of a form; raise `ValueError` if the form is invalid."""
    kind, own = chosen(form)
    for key in ("database", "logs", "cards"):
        one_lined(key, getattr(form, key) or "")
    logs = path.parent / (form.logs or f"{path.stem}.logs")
    database = path.parent / form.database if form.database else path.with_suffix(".sqlite")
    hides = (path, logs, database, *(Path(f"{database}{end}") for end in BESIDE))
    book: tuple[str, ...] = ()
    seats = form.players
    if form.openings is not None and not isinstance(form.deals, str):
        raise PlanError("[openings]: expected deals = 'FILE', the file of the openings")
    if isinstance(form.deals, str):
        book, seats = opened(form, path.parent)
        hides = (*hides, path.parent / form.deals)
    # A bot has a log and a packed one.
    log_size = min(LONGEST_LOG, (form.logs_size << 20) // (2 * max(len(form.bot), 1)))
    entrants = tuple(
        entrant(place, entry, form.clock, form.sandbox, logs, hides, log_size)
        for place, entry in enumerate(form.bot, 1)
    )
    duplicates = [name for name, times in Counter(found.name for found in entrants).items() if times > 1]
    if duplicates:
        raise PlanError(f"two bots have the name '{duplicates[0]}'; give one of them another name")
    check_apart(found.name for found in entrants)
    game_of(form.game)
    seats = kind.usual_seats(form.game, len(entrants)) if seats is None else seats
    kind.check_entrants(len(entrants), seats)
    cards = path.parent / form.cards if form.cards else None
    rules = rules_of(form.game, seats, form.seed, form.variant, form.options, cards)
    if form.anchor is not None:
        known("anchor", form.anchor, [found.name for found in entrants])
    plan = Tournament(
        kind=kind,
        own=own,
        rules=rules,
        entrants=entrants,
        deals=len(book) if isinstance(form.deals, str) else form.deals or kind.usual_deals,
        book=book,
        shuffles=form.openings is not None and form.openings.order == "random",
        seatings=form.seatings,
        restart=form.restart,
        noting=form.notes,
        adjudication=adjudication_of(form.adjudicate, form.resign),
        clock=control(form.clock, None),
        entries=tuple(form.bot),
        anchor=form.anchor,
        rest_after=form.rest_after,
        workers=form.workers,
        scheduler=form.scheduler,
        path=path,
        form=form,
        database=database,
    )
    kind.check(plan)
    return plan


def opened(form: PlanFile, folder: Path) -> tuple[tuple[str, ...], int]:
    """Return the deals of a file and their seats; raise `PlanError` if other settings contradict them."""
    assert isinstance(form.deals, str)
    one_lined("deals", form.deals)
    game_of(form.game)
    for key, given in (("variant", form.variant), ("options", form.options)):
        if given:
            raise PlanError(f"{key}: the deals of '{form.deals}' say it; leave it out")
    if form.cards:
        loaded(GAMES[form.game].notation, CardFile.read(folder / form.cards))
    book, seats = read_book(folder / form.deals, form.game, form.openings or Openings())
    if form.players not in (None, seats):
        raise PlanError(f"players = {form.players}: the deals of '{form.deals}' are for {seats}")
    return book, seats


def game_of(name: str) -> Game:
    """Return the game of a name; raise `PlanError` if there is no such game."""
    if name not in GAMES:
        raise PlanError(f"no game '{name}'; {suggestion(name, sorted(GAMES))}")
    return GAMES[name]


def rules_of(
    game: str, seats: int, seed: int | None, variant: str | None, options: Sequence[str], cards: Path | None
) -> Rules:
    """Return the rules of the games of a file, with a new seed if there is none; raise `ValueError` if one is wrong."""
    game_of(game)
    file = None if cards is None else CardFile.read(cards)
    rules = Rules(game, seats, drawn_seed() if seed is None else seed, variant, tuple(options), file)
    rules.start(0)
    return rules


def entrant(
    place: int,
    entry: BotEntry,
    clock: Clock | None,
    sandbox: Protection,
    logs: Path | None,
    hides: tuple[Path, ...],
    log_size: int = LONGEST_LOG,
) -> Entrant:
    """Return one bot of a file, with the clock and sandbox of all if it has none; raise `PlanError` if it is invalid.

    Without a folder of `logs` nobody keeps what it writes to its standard error.
    """
    try:
        contained = sandbox_of(entry.sandbox or sandbox, entry.reads, hides)
        bot = built(entry, log_of(place, logs), log_size, contained)
        name = (
            shown_name(entry.play or entry.command or "") if entry.name is None else checked_name(entry.name)
        )
        return Entrant(name, bot, control(clock, entry.clock))
    except ValueError as error:
        raise PlanError(f"bot {place}: {error}") from None


def built(entry: BotEntry, log: Path | None, log_size: int, sandbox: Sandbox | None) -> Bot:
    """Return the bot of an entry: a built-in, or a program with its log, as the class of a Python file is too."""
    if (entry.play is None) == (entry.command is None):
        raise PlanError("expected either play = 'BUILT-IN' or command = 'PROGRAM ARGUMENTS'")
    command = entry.command if entry.play is None else class_command(entry.play)
    if entry.play is not None and command is None:
        given = [key for key in ONLY_PROGRAMS if getattr(entry, key) not in (None, False, {}, [])]
        if given:
            raise PlanError(
                f"{given[0]} is only for programs; write options of a built-in after colons: ismcts:nodes=2000"
            )
        if not is_builtin(entry.play):
            near = suggestion(entry.play.partition(":")[0], bot_names(), "or a class as FILE.py:CLASS")
            raise PlanError(f"play = '{entry.play}': no such built-in; {near}")
        return parse_builtin(entry.play)
    assert command is not None
    default = ResourceLimits()
    if "\0" in command:
        raise PlanError("command: expected a shell command without null characters")
    own = entry.dir is not None or entry.env
    at = WorkingDirectory(Path(entry.dir or "").absolute(), tuple(entry.env.items())) if own else None
    lacking = missing(command, None if at is None else at.folder)
    if lacking is not None:
        raise PlanError(f"command = '{command}': no program '{lacking}'")
    return CommandBot(
        command,
        options=options_of(entry.options),
        nodes=entry.nodes,
        ponder=entry.ponder,
        limits=ResourceLimits(
            memory=entry.memory or default.memory,
            cpu=entry.cpu or default.cpu,
            processes=entry.processes or default.processes,
            processors=entry.processors,
            log=log_size,
        ),
        log=log,
        restart=entry.restart,
        sandbox=sandbox,
        working_directory=at,
        handshake=entry.handshake,
    )


def log_of(place: int, logs: Path | None) -> Path | None:
    """Return the file for the standard error of a program, by its place from 1; None without a folder of `logs`."""
    return None if logs is None else logs / f"bot-{place}.log"


def options_of(options: Mapping[str, str | float | bool]) -> tuple[tuple[str, str], ...]:
    """Return the options of a program as the protocol writes them; raise `PlanError` if it cannot."""
    for key, value in options.items():
        # Name and value are written on one line of the protocol: setoption name NAME value VALUE.
        if " value " in f" {key} " or not key.strip():
            raise PlanError(f"options: '{key}' cannot be the name of an option")
        one_lined("options", f"{key} = {option_text(value)}")
    return tuple((key, option_text(value)) for key, value in options.items())


def one_lined(key: str, text: str) -> None:
    """Raise `PlanError` if a text has line ends or other unprintable characters."""
    if not text.isprintable():
        raise PlanError(f"{key}: expected one line of printable characters")


def option_text(value: str | float | bool) -> str:
    """Return the value of an option as the protocol writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def control(default: Clock | None, own: Clock | None) -> Limit | None:
    """Return the limit of a bot from the clock of all bots and its own clock; None if there is neither."""
    if default is None and own is None:
        return None
    # What a clock does not set is not there.
    found = to_builtins(default or Clock()) | to_builtins(own or Clock())
    if "time" not in found and "move" not in found:
        raise PlanError("clock: expected time (seconds a game), move (seconds a move) or both")
    return clock_of(**found)


def known(key: str, name: str, names: Sequence[str]) -> None:
    """Raise `PlanError` if there is no bot with the name that a setting gives."""
    if name not in names:
        raise PlanError(f"{key} = '{name}': no bot with this name; {suggestion(name, names)}")


def extended(stored: dict[str, Any], asked: dict[str, Any], plan: Tournament) -> dict[str, Any]:
    """Return the stored settings of a tournament with what may grow as it is asked for.

    Raise `PlanError` if something would shrink.
    """
    kind = plan.kind
    found = dict(stored)
    for key in kind.grows:
        before, after = (_size(key, settings, kind) for settings in (stored, asked))
        if after < before:
            raise PlanError(f"{key}: {after} here, {before} there; expected as many or more")
        if _begins(key, stored, asked, plan, before):
            found.pop(key, None)
            found.update({key: asked[key]} if key in asked else {})
    if len(found["bot"]) > len(stored["bot"]):
        found[GROWN] = [*stored.get(GROWN, [len(stored["bot"])]), len(found["bot"])]
        _keep_seats(stored, found, plan)
        found.update({"players": asked["players"]} if "players" in asked else {})
    return found


def grows(key: str, stored: dict[str, Any], asked: dict[str, Any], plan: Tournament) -> bool:
    """Return whether a setting only adds to what is there, so that the tournament can be extended by it."""
    kind = plan.kind
    if key not in kind.grows:
        return False
    before, after = (_size(key, settings, kind) for settings in (stored, asked))
    return before < after and _begins(key, stored, asked, plan, before)


def _size(key: str, settings: dict[str, Any], kind: type[Format]) -> int:
    """Return how many deals, rounds or bots there are, or how large another number is that may grow."""
    if key == "bot":
        return len(settings["bot"])
    if key != "deals":
        return int(settings.get(key, getattr(kind.settings(), key)))
    deals = settings.get("deals", kind.usual_deals)
    return int(deals["lines"] if isinstance(deals, dict) else deals)


def _begins(key: str, stored: dict[str, Any], asked: dict[str, Any], plan: Tournament, before: int) -> bool:
    """Return whether what is asked for begins with what is there, so that it only adds to it."""
    if key == "bot":
        return bool(asked["bot"][:before] == stored["bot"])
    there, here = stored.get("deals"), asked.get("deals")
    if key == "deals" and (isinstance(there, dict) or isinstance(here, dict)):
        return (
            isinstance(there, dict)
            and isinstance(here, dict)
            and not plan.shuffles  # with more lines all stand in another order
            and digest_of(plan.book[:before]) == there["digest"]
        )
    return True


def _keep_seats(stored: dict[str, Any], found: dict[str, Any], plan: Tournament) -> None:
    """Raise `PlanError` if the tables would get other seats because there are more bots."""
    before = stored.get("players") or plan.kind.usual_seats(plan.rules.game, len(stored["bot"]))
    if plan.rules.seats != before:
        raise PlanError(
            f"with {len(found['bot'])} bots a table has {plan.rules.seats} seats; players = {before} keeps them"
        )
