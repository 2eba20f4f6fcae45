"""A bot with its name and clock, as the section of a file describes it, and how its program is fitted out."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec import to_builtins

from urbanist.bots.contest.plan_schema import BotEntry, Clock, PlanError
from urbanist.bots.match.clock import clock_of
from urbanist.bots.match.seat_text import class_program
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import bot_names, is_builtin, parse_builtin
from urbanist.bots.process.resource_limits import LONGEST_LOG, ResourceLimits
from urbanist.bots.process.sandbox import Protection, Sandbox, sandbox_of
from urbanist.bots.process.working_directory import WorkingDirectory
from urbanist.bots.protocol.command import CommandBot, missing
from urbanist.engine.name import checked_name, shown_name
from urbanist.engine.suggestion import suggestion
from urbanist.search.limit import Limit

#: The keys of a bot that only programs have.
ONLY_PROGRAMS = (
    *("options", "nodes", "ponder", "memory", "cpu", "processes", "processors", "handshake"),
    *("restart", "sandbox", "reads", "dir", "env"),
)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot of a tournament with its name and its time control."""

    name: str
    bot: Bot
    control: Limit | None


def entrant(
    place: int,
    entry: BotEntry,
    clock: Clock | None,
    sandbox: Protection,
    logs: Path | None,
    hides: tuple[Path, ...],
    log_size: int = LONGEST_LOG,
    cards: Path | None = None,
) -> Entrant:
    """Return one bot of a file, with the clock and sandbox of all if it has none; raise `PlanError` if it is invalid.

    Without a folder of `logs` nobody keeps what it writes to its standard error. A class knows the `cards`.
    """
    try:
        contained = sandbox_of(entry.sandbox or sandbox, entry.reads, hides)
        bot = built(entry, log_of(place, logs), log_size, contained, cards)
        name = (
            shown_name(entry.play or entry.command or "") if entry.name is None else checked_name(entry.name)
        )
        return Entrant(name, bot, control(clock, entry.clock))
    except ValueError as error:
        raise PlanError(f"bot {place}: {error}") from None


def built(
    entry: BotEntry, log: Path | None, log_size: int, sandbox: Sandbox | None, cards: Path | None = None
) -> Bot:
    """Return the bot of an entry: a built-in, or a program with its log, as the class of a Python file is too."""
    if (entry.play is None) == (entry.command is None):
        raise PlanError("expected either play = 'BUILT-IN' or command = 'PROGRAM ARGUMENTS'")
    of_class = None if entry.play is None else class_program(entry.play, cards)
    if entry.play is not None and of_class is None:
        given = [key for key in ONLY_PROGRAMS if getattr(entry, key) not in (None, False, {}, [])]
        if given:
            raise PlanError(
                f"{given[0]} is only for programs; write options of a built-in after colons: ismcts:nodes=2000"
            )
        if not is_builtin(entry.play):
            near = suggestion(entry.play.partition(":")[0], bot_names(), "or a class as FILE.py:CLASS")
            raise PlanError(f"play = '{entry.play}': no such built-in; {near}")
        return parse_builtin(entry.play)
    command = of_class.command if of_class is not None else entry.command or ""
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
        seat_text=entry.play or "",
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
    values = to_builtins(default or Clock()) | to_builtins(own or Clock())
    if "time" not in values and "move" not in values:
        raise PlanError("clock: expected time (seconds a game), move (seconds a move) or both")
    return clock_of(**values)
