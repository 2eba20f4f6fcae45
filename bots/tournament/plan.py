"""The plan of a tournament, made from its file: all settings are checked and fit together."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from msgspec import structs, to_builtins

from urbanist.bots.match.clock import clock_of
from urbanist.bots.match.pairing import Rules, drawn_seed
from urbanist.bots.match.seat_text import parse_named
from urbanist.bots.players.player import Bot
from urbanist.bots.players.python_bot import PythonBot
from urbanist.bots.players.spec import bot_names
from urbanist.bots.process.resource_limits import ResourceLimits
from urbanist.bots.process.sandbox import Protection, Sandbox
from urbanist.bots.process.workplace import Workplace
from urbanist.bots.protocol.command import CommandBot, audition, missing, traced
from urbanist.bots.tournament.book import read_book
from urbanist.bots.tournament.form import CIRCUMSTANCES, Clock, Entry, Form, PlanError, read_form
from urbanist.bots.tournament.format import chosen, sections
from urbanist.engine import GAMES, CardFile, Game, NotationError
from urbanist.engine.notation import loaded
from urbanist.engine.suggestion import suggestion
from urbanist.search.limit import Limit

#: The keys of a bot that only programs have.
ONLY_PROGRAMS = ("options", "nodes", "ponder", "memory", "cpu", "restart", "sandbox", "reads", "dir", "env")
#: What SQLite adds to the names of the files beside a database.
BESIDE = ("-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot of a tournament with its name and its time control."""

    name: str
    bot: Bot
    control: Limit | None


@dataclass(frozen=True, slots=True)
class Plan:
    """The game, bots, format and database of a tournament.

    If the file sets no seed, that of the plan is drawn at random; the database keeps the one that was played first.
    `deals` is the number of deals that each table plays in a round; in a sequential test, the largest number. A `book`
    has the deals, if they are not drawn. `grown` has the numbers of bots at the beginning and after each extension.
    """

    name: str
    path: Path
    form: Form
    rules: Rules
    entrants: tuple[Entrant, ...]
    deals: int
    database: Path
    book: tuple[str, ...] = ()
    grown: tuple[int, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entrants."""
        return tuple(entrant.name for entrant in self.entrants)

    @property
    def challenger(self) -> int | None:
        """The number of the entrant that the file names as challenger; None if it names none."""
        return self.names.index(self.form.challenger) if self.form.challenger else None

    def settings(self) -> dict[str, Any]:
        """Return all settings that results depend on; two tournaments with equal settings are the same."""
        found: dict[str, Any] = to_builtins(self.form) | {"seed": self.rules.seed}
        if self.rules.cards is not None:
            # The results depend on the content of the file, not on its path.
            found["cards"] = self.rules.cards.digest
        if self.book:
            found["deals"] = {"lines": len(self.book), "digest": digest_of(self.book)}
        return {key: value for key, value in found.items() if key not in CIRCUMSTANCES}

    def played_by(self, workers: int | None, scheduler: str | None) -> "Plan":
        """Return the plan with other workers or another scheduler; None keeps the setting of the file."""
        form = self.form
        changed = structs.replace(
            form, workers=workers or form.workers, scheduler=scheduler or form.scheduler
        )
        return replace(self, form=changed)

    def begun(self, seed: int, grown: Sequence[int]) -> "Plan":
        """Return the plan of a tournament that has begun: with its seed, and the numbers of bots that it had."""
        return replace(self, rules=replace(self.rules, seed=seed), grown=tuple(grown))

    def traced(self, file: Path) -> "Plan":
        """Return the plan with a trace of the lines of all programs."""
        entrants = (replace(found, bot=traced(found.bot, found.name, file)) for found in self.entrants)
        return replace(self, entrants=tuple(entrants))

    def audition(self) -> list[str]:
        """Try each bot once, and return what programs say to their options; raise `PlanError` if one cannot play."""
        try:
            return audition([entrant.bot for entrant in self.entrants], self.rules.game)
        except ValueError as error:
            raise PlanError(f"{self.path}: {error}") from None


def read_plan(path: Path) -> Plan:
    """Return the plan of a file; raise `PlanError` if it is invalid, `OSError` if it cannot be read."""
    form = read_form(path, sections())
    try:
        return planned(path, form)
    except ValueError as error:
        raise PlanError(f"{path}: {error}") from None


def planned(path: Path, form: Form) -> Plan:
    """Return the plan of a form; raise `ValueError` if the form is invalid."""
    kind = chosen(form)
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
    rules = agreed(form, len(entrants), path.parent, seats)
    if form.anchor is not None:
        known("anchor", form.anchor, [found.name for found in entrants])
    plan = Plan(
        path.stem,
        path,
        form,
        rules,
        entrants,
        len(book) if isinstance(form.deals, str) else form.deals or kind.usual_deals,
        database,
        book,
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


def game_of(form: Form) -> Game:
    """Return the game of a form; raise `PlanError` if there is no such game."""
    if form.game not in GAMES:
        raise PlanError(f"no game '{form.game}'; {suggestion(form.game, sorted(GAMES))}")
    return GAMES[form.game]


def agreed(form: Form, entrants: int, folder: Path, seats: int | None) -> Rules:
    """Return the rules of the games; raise `PlanError` if the game, its settings or the number of bots are wrong."""
    game_of(form)
    kind = chosen(form)
    if seats is None:
        seats = kind.usual_seats(form.game, entrants)
    kind.check_entrants(entrants, seats)
    try:
        cards = CardFile.read(folder / form.cards) if form.cards else None
        seed = drawn_seed() if form.seed is None else form.seed
        rules = Rules(form.game, seats, seed, form.variant, tuple(form.options), cards)
        rules.start(0)
    except NotationError as error:
        raise PlanError(str(error)) from None
    return rules


def entrant(place: int, entry: Entry, form: Form, logs: Path | None, hides: tuple[Path, ...]) -> Entrant:
    """Return one bot of a form; raise `PlanError` with the number of the bot if it is invalid.

    Without a folder of `logs` nobody keeps what it writes to its standard error.
    """
    try:
        bot = built(entry, place, logs, sandbox_of(entry.sandbox or form.sandbox, entry.reads, hides))
        name = entry.name or entry.play or entry.command or ""
        one_lined("name", name)
        return Entrant(name, bot, control(form.clock, entry.clock))
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
        if isinstance(named, PythonBot) and sandbox is not None and sandbox.required:
            raise PlanError(
                f"sandbox = 'bwrap': a class runs in the process of the arena; "
                f"expected command = 'urbanist bot {named.name}'"
            )
        return named
    assert entry.command is not None
    default = ResourceLimits()
    if "\0" in entry.command:
        raise PlanError("command: expected a shell command without null characters")
    for key, value in entry.options.items():
        # Name and value are written on one line of the protocol: setoption name NAME value VALUE.
        if " value " in f" {key} " or not key.strip():
            raise PlanError(f"options: '{key}' cannot be the name of an option")
        one_lined("options", f"{key} = {option_text(value)}")
    own = entry.dir is not None or entry.env
    at = Workplace(Path(entry.dir or "").absolute(), tuple(entry.env.items())) if own else None
    lacking = missing(entry.command, None if at is None else at.folder)
    if lacking is not None:
        raise PlanError(f"command = '{entry.command}': no program '{lacking}'")
    return CommandBot(
        entry.command,
        options=tuple((key, option_text(value)) for key, value in entry.options.items()),
        nodes=entry.nodes,
        ponder=entry.ponder,
        limits=ResourceLimits(memory=entry.memory or default.memory, cpu=entry.cpu or default.cpu),
        log=None if logs is None else logs / f"bot-{place}.log",
        restart=entry.restart,
        sandbox=sandbox,
        workplace=at,
    )


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
