"""What is played, by whom and how often: the plan of a match, and that of a tournament, made from its file."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, Protocol, Self

from msgspec import to_builtins

from urbanist.bots.match.clock import clock_of
from urbanist.bots.match.notes import Noting
from urbanist.bots.match.pairing import Rules, drawn_seed
from urbanist.bots.match.seat_text import parse_named
from urbanist.bots.players.player import Bot
from urbanist.bots.players.python_bot import PythonBot
from urbanist.bots.players.spec import bot_names
from urbanist.bots.process.resource_limits import ResourceLimits
from urbanist.bots.process.sandbox import Protection, Sandbox
from urbanist.bots.process.working_directory import WorkingDirectory
from urbanist.bots.protocol.command import CommandBot, audition, missing, traced
from urbanist.bots.tournament.format import Format, chosen, settings_of, whole_form
from urbanist.bots.tournament.plan_schema import CIRCUMSTANCES, Clock, Entry, Form, PlanError, read_form
from urbanist.engine import GAMES, CardFile, Game, NotationError
from urbanist.engine.history import History
from urbanist.engine.notation import loaded
from urbanist.engine.record import find_game
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
#: The longest file of deals, in bytes, and what begins a line of it that is no deal.
LONGEST, COMMENT = 1 << 26, "#"


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
    has the deals, if they are not drawn. `grown` has the numbers of bots at the beginning and after each extension.
    `restart` and `noting` are as in `Pairing`.
    """

    kind: type[Format]
    own: Any
    rules: Rules
    entrants: tuple[Entrant, ...]
    deals: int = 1
    book: tuple[str, ...] = ()
    grown: tuple[int, ...] = ()
    seatings: Literal["rotated", "all"] = "rotated"
    restart: bool | None = None
    noting: Noting | None = None
    anchor: str | None = None
    workers: int = 1
    scheduler: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entrants."""
        return tuple(entrant.name for entrant in self.entrants)

    @property
    def bots(self) -> tuple[Bot, ...]:
        """The bots of the entrants."""
        return tuple(entrant.bot for entrant in self.entrants)

    def begun(self, seed: int, grown: Sequence[int]) -> Self:
        """Return the plan as it has begun: with its seed, and the numbers of bots that it had."""
        return replace(self, rules=replace(self.rules, seed=seed), grown=tuple(grown))

    def format(self) -> Format:
        """Return its format, which makes the pairings."""
        return self.kind(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament(Plan):
    """The plan that a file describes, and the database of its games.

    If the file sets no seed, that of the plan is drawn at random; the database keeps the one that was played first.
    """

    path: Path
    form: Form
    database: Path

    @property
    def name(self) -> str:
        """The name of the tournament: that of its file."""
        return self.path.stem

    def settings(self) -> dict[str, Any]:
        """Return all settings that results depend on; two tournaments with equal settings are the same."""
        found: dict[str, Any] = to_builtins(self.form)
        found = {key: value for key, value in found.items() if key in Form.__struct_fields__}
        found |= to_builtins(self.own) | {"seed": self.rules.seed}
        if self.rules.cards is not None:
            # The results depend on the content of the file, not on its path.
            found["cards"] = self.rules.cards.digest
        if self.book:
            found["deals"] = {"lines": len(self.book), "digest": digest_of(self.book)}
        return {key: value for key, value in found.items() if key not in CIRCUMSTANCES}

    def played_by(self, workers: int | None, scheduler: str | None) -> "Tournament":
        """Return the plan with other workers or another scheduler; None keeps the setting of the file."""
        return replace(self, workers=workers or self.workers, scheduler=scheduler or self.scheduler)

    def traced(self, file: Path) -> "Tournament":
        """Return the plan with a trace of the lines of all programs."""
        entrants = (replace(found, bot=traced(found.bot, found.name, file)) for found in self.entrants)
        return replace(self, entrants=tuple(entrants))

    def audition(self) -> list[str]:
        """Try each bot once, and return what programs say to their options; raise `PlanError` if one cannot play."""
        try:
            return audition(self.bots, self.rules.game)
        except ValueError as error:
            raise PlanError(f"{self.path}: {error}") from None


def read_plan(path: Path) -> Tournament:
    """Return the plan of a file; raise `PlanError` if it is invalid, `OSError` if it cannot be read."""
    form = read_form(path, whole_form())
    try:
        return planned(path, form)
    except ValueError as error:
        raise PlanError(f"{path}: {error}") from None


def planned(path: Path, form: Form) -> Tournament:
    """Return the plan of a form; raise `ValueError` if the form is invalid."""
    kind, own = chosen(form), settings_of(form)
    for key in ("database", "logs", "cards"):
        one_lined(key, getattr(form, key) or "")
    logs = path.parent / (form.logs or f"{path.stem}.logs")
    database = path.parent / form.database if form.database else path.with_suffix(".sqlite")
    hides = (path, logs, database, *(Path(f"{database}{end}") for end in BESIDE))
    book: tuple[str, ...] = ()
    seats = form.players
    if isinstance(form.deals, str):
        book, seats = opened(form, path.parent)
        hides = (*hides, path.parent / form.deals)
    entrants = tuple(entrant(place, entry, form, logs, hides) for place, entry in enumerate(form.bot, 1))
    duplicates = [name for name, times in Counter(found.name for found in entrants).items() if times > 1]
    if duplicates:
        raise PlanError(f"two bots have the name '{duplicates[0]}'; give one of them another name")
    game_of(form)
    seats = kind.usual_seats(form.game, len(entrants)) if seats is None else seats
    kind.check_entrants(len(entrants), seats)
    rules = rules_of(form, seats, form.seed, path.parent)
    if form.anchor is not None:
        known("anchor", form.anchor, [found.name for found in entrants])
    plan = Tournament(
        kind=kind,
        own=own,
        rules=rules,
        entrants=entrants,
        deals=len(book) if isinstance(form.deals, str) else form.deals or kind.usual_deals,
        book=book,
        seatings=form.seatings,
        restart=form.restart,
        noting=form.notes,
        anchor=form.anchor,
        workers=form.workers,
        scheduler=form.scheduler,
        path=path,
        form=form,
        database=database,
    )
    kind.check(plan)
    return plan


def digest_of(book: Sequence[str]) -> str:
    """Return a hash of deals, sixteen hexadecimal digits."""
    from hashlib import blake2b  # late: it loads OpenSSL, which few programs need

    return blake2b("\n".join(book).encode(), digest_size=8).hexdigest()


def opened(form: Form, folder: Path) -> tuple[tuple[str, ...], int]:
    """Return the deals of a file and their seats; raise `PlanError` if other settings contradict them."""
    assert isinstance(form.deals, str)
    one_lined("deals", form.deals)
    game_of(form)
    for key, given in (("variant", form.variant), ("options", form.options)):
        if given:
            raise PlanError(f"{key}: the deals of '{form.deals}' say it; leave it out")
    if form.cards:
        loaded(GAMES[form.game].notation, CardFile.read(folder / form.cards))
    book, seats = read_book(folder / form.deals, form.game)
    if form.players not in (None, seats):
        raise PlanError(f"players = {form.players}: the deals of '{form.deals}' are for {seats}")
    return book, seats


class Keys(Protocol):
    """The keys that all files have in which bots play games."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def variant(self) -> str | None:
        """Its variant; None for the usual one."""

    @property
    def options(self) -> Sequence[str]:
        """Its options."""

    @property
    def cards(self) -> str | None:
        """The file of its cards; None for those of the game."""

    @property
    def clock(self) -> Clock | None:
        """The clock of each bot."""

    @property
    def sandbox(self) -> Protection:
        """The sandbox of each program."""


def game_of(keys: Keys) -> Game:
    """Return the game of a file; raise `PlanError` if there is no such game."""
    if keys.game not in GAMES:
        raise PlanError(f"no game '{keys.game}'; {suggestion(keys.game, sorted(GAMES))}")
    return GAMES[keys.game]


def rules_of(keys: Keys, seats: int, seed: int | None, folder: Path) -> Rules:
    """Return the rules of the games of a file in a folder, with a new seed if there is none.

    Raise `PlanError` if the settings of the game are wrong.
    """
    game_of(keys)
    try:
        cards = CardFile.read(folder / keys.cards) if keys.cards else None
        seed = drawn_seed() if seed is None else seed
        rules = Rules(keys.game, seats, seed, keys.variant, tuple(keys.options), cards)
        rules.start(0)
    except NotationError as error:
        raise PlanError(str(error)) from None
    return rules


def entrant(place: int, entry: Entry, keys: Keys, logs: Path | None, hides: tuple[Path, ...]) -> Entrant:
    """Return one bot of a file; raise `PlanError` with the number of the bot if it is invalid.

    Without a folder of `logs` nobody keeps what it writes to its standard error.
    """
    try:
        bot = built(entry, place, logs, sandbox_of(entry.sandbox or keys.sandbox, entry.reads, hides))
        name = entry.name or entry.play or entry.command or ""
        one_lined("name", name)
        return Entrant(name, bot, control(keys.clock, entry.clock))
    except ValueError as error:
        raise PlanError(f"bot {place}: {error}") from None


def sandbox_of(asked: Protection, reads: Sequence[str], hides: tuple[Path, ...]) -> Sandbox | None:
    """Return the sandbox of a program, which hides the files of the tournament; None for none."""
    for name in reads:
        if not Path(name).exists():
            raise PlanError(f"reads: no file or folder '{name}'")
    shown = tuple(Path(name).absolute() for name in reads)
    return None if asked == "none" else Sandbox(shown, hides, required=asked == "bwrap")


def built(entry: Entry, place: int, logs: Path | None, sandbox: Sandbox | None) -> Bot:
    """Return the bot of an entry: a built-in, a class of a Python file, or a program."""
    if (entry.play is None) == (entry.command is None):
        raise PlanError("expected either play = 'BUILT-IN' or command = 'PROGRAM ARGUMENTS'")
    if entry.play is not None:
        given = [key for key in ONLY_PROGRAMS if getattr(entry, key) not in (None, False, {}, [])]
        if given:
            raise PlanError(
                f"{given[0]} is only for programs; write options of a built-in after colons: ismcts:nodes=2000"
            )
        named = parse_named(entry.play)
        if named is None:
            near = suggestion(entry.play.partition(":")[0], bot_names(), "or a class as FILE.py:CLASS")
            raise PlanError(f"play = '{entry.play}': no such built-in; {near}")
        check_contained(named, sandbox)
        return named
    assert entry.command is not None
    default = ResourceLimits()
    if "\0" in entry.command:
        raise PlanError("command: expected a shell command without null characters")
    own = entry.dir is not None or entry.env
    at = WorkingDirectory(Path(entry.dir or "").absolute(), tuple(entry.env.items())) if own else None
    lacking = missing(entry.command, None if at is None else at.folder)
    if lacking is not None:
        raise PlanError(f"command = '{entry.command}': no program '{lacking}'")
    return CommandBot(
        entry.command,
        options=options_of(entry.options),
        nodes=entry.nodes,
        ponder=entry.ponder,
        limits=ResourceLimits(
            memory=entry.memory or default.memory,
            cpu=entry.cpu or default.cpu,
            processes=entry.processes or default.processes,
            processors=entry.processors,
        ),
        log=log_of(place, logs),
        restart=entry.restart,
        sandbox=sandbox,
        working_directory=at,
        handshake=entry.handshake,
    )


def check_contained(bot: Bot, sandbox: Sandbox | None) -> None:
    """Raise `PlanError` if a bot must play in a sandbox that cannot hold it."""
    if isinstance(bot, PythonBot) and sandbox is not None and sandbox.required:
        raise PlanError(
            f"sandbox = 'bwrap': a class runs in the process of the arena; "
            f"expected command = 'urbanist bot {bot.name}'"
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
    found = {}
    for clock in (default, own):
        if clock is not None:
            for key in ("time", "increment", "move", "grace"):
                if getattr(clock, key) is not None:
                    found[key] = getattr(clock, key)
    if "time" not in found and "move" not in found:
        raise PlanError("clock: expected time (seconds a game), move (seconds a move) or both")
    return clock_of(**found)


def known(key: str, name: str, names: Sequence[str]) -> None:
    """Raise `PlanError` if there is no bot with the name that a setting gives."""
    if name not in names:
        raise PlanError(f"{key} = '{name}': no bot with this name; {suggestion(name, names)}")


def read_book(path: Path, game: str) -> tuple[tuple[str, ...], int]:
    """Return the deals of a file and the number of their seats; raise `PlanError` with the line of the first error.

    Lines that are empty or begin with `#` are no deals.
    """
    if path.is_file() and path.stat().st_size > LONGEST:
        raise PlanError(f"{path}: more than {LONGEST:,} bytes: not a file of deals")
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise PlanError(f"{path}: not UTF-8 at byte {error.start}: not a file of deals") from None
    found: list[str] = []
    known: dict[str, int] = {}
    seats = 0
    for number, line in enumerate(map(str.strip, lines), 1):
        if not line or line.startswith(COMMENT):
            continue
        start = _dealt(line, game, f"{path}:{number}")
        here = start.state.seats
        if found and here != seats:
            raise PlanError(f"{path}:{number}: a deal for {here} players after deals for {seats}")
        seats = here
        before = known.setdefault(start.deal, number)
        if before != number:
            # Games on one deal depend on each other, and all intervals take different deals for independent ones.
            raise PlanError(f"{path}:{number}: the deal of line {before} again; expected each deal once")
        found.append(line)
    if not found:
        raise PlanError(f"{path}: no deal; 'urbanist deal {game} --seed 1' prints one")
    return tuple(found), seats


def _dealt(line: str, game: str, where: str) -> History:
    """Return a deal as a game without a move."""
    try:
        if find_game(line, GAMES).name != game:
            raise PlanError(f"{where}: a deal of another game; expected game={game}")
        if "?" in line:
            raise PlanError(f"{where}: a view, which hides something; expected a full deal, without '?'")
        return History.read(GAMES[game], line, ())
    except NotationError as error:
        raise PlanError(f"{where}: {error}") from None


def extended(stored: dict[str, Any], asked: dict[str, Any], plan: Tournament) -> dict[str, Any]:
    """Return the stored settings of a tournament with what may grow as it is asked for.

    Raise `PlanError` if something would shrink, or if its format cannot be extended.
    """
    kind = plan.kind
    if not kind.grows:
        raise PlanError(f"a {kind.name} cannot be extended: play it again with another database")
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
