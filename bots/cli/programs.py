"""Options of the commands in which bots play each other, and the bots that they describe: as in a tournament file."""

import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Self, TypeVar, get_args

import click

from urbanist.bots.cli.shared_options import (
    FILE,
    Real,
    path_of,
    read_clock,
    sandbox_options,
    together,
    trace_option,
)
from urbanist.bots.match.notes import Noting
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import with_option
from urbanist.bots.process.sandbox import Protection, Sandbox, sandbox_of
from urbanist.bots.protocol.command import check_start, program_of, traced
from urbanist.engine import CardFile
from urbanist.engine.message import UserError
from urbanist.search.limit import Limit

F = TypeVar("F", bound=Callable[..., object])

#: What root is told before programs play.
ROOT_WARNING = (
    "warning: you are root, and so are the programs that play; let another user play programs of others"
)
#: The form of --set.
SETTING = re.compile(r"((?P<seat>\d{1,2}):)?(?P<option>[^\s=:]+)=(?P<value>.*)")


@dataclass(frozen=True, slots=True)
class Setting:
    """An option of the bot at a place of the command line, counted from 0; without a `seat`, of all programs."""

    seat: int | None
    option: str
    value: str

    def __str__(self) -> str:
        return f"{'' if self.seat is None else f'{self.seat}:'}{self.option}={self.value}"


@dataclass(frozen=True, slots=True)
class Programs:
    """How bots play: the values of `program_options`."""

    clock: Limit | None
    grace: float | None
    nodes: int | None
    settings: tuple[Setting, ...]
    sandbox: Protection
    reads: tuple[str, ...]
    handshake: float | None
    logs: Path | None
    trace: Path | None

    @classmethod
    def of(cls, options: dict[str, Any]) -> Self:
        """Return the values of `program_options`, taken out of the options of a command."""
        return cls(**{each.name: options.pop(each.name) for each in fields(cls)})

    @property
    def control(self) -> Limit | None:
        """The time control of each bot; None if no clock runs."""
        if self.grace is None or self.clock is None:
            return self.clock
        return self.clock.changed(grace=self.grace / 1000)

    def seated(
        self, texts: Sequence[str], hides: Sequence[Path], cards: CardFile | None = None
    ) -> tuple[Bot, ...]:
        """Return the bots of seat texts, built as those of a tournament file; programs in a sandbox do not see `hides`.

        Raise `ValueError` or `UsageError` if one is wrong.
        """
        bots = [parse_bot(text, cards=path_of(cards)) for text in texts]
        self._check(bots)
        hidden = tuple(path.absolute() for path in (*hides, *([self.logs] if self.logs else [])))
        players = [self._set(place, bot, hidden) for place, bot in enumerate(bots)]
        return tuple(
            players if self.trace is None else (traced(bot, bot.name, self.trace) for bot in players)
        )

    def _check(self, bots: Sequence[Bot]) -> None:
        """Raise `UsageError` for a setting of a bot that is not there or has no options."""
        if self.reads and not any(program_of(bot) is not None for bot in bots):
            raise click.UsageError("--reads: there is no program that could read it")
        programs = [takes_options(bot) for bot in bots]
        for setting in self.settings:
            seat, wrong = setting.seat, ""
            if seat is None:
                wrong = (
                    ""
                    if any(programs)
                    else "there is no program; expected SEAT:OPTION=VALUE for a built-in bot"
                )
            elif seat >= len(bots):
                wrong = f"no seat {seat}; there are 0 to {len(bots) - 1}"
            elif not programs[seat] and program_of(bots[seat]) is not None:
                wrong = "a class of a file has no options"
            if wrong:
                raise click.UsageError(f"--set {setting}: {wrong}")

    def _set(self, place: int, bot: Bot, hides: tuple[Path, ...]) -> Bot:
        """Return the bot at a place with its options; raise `ValueError` if one is wrong."""
        # Late: commands that take other options from here do not wait for tournaments.
        from urbanist.bots.contest.entrant import log_of, options_of

        own = [setting for setting in self.settings if setting.seat == place]
        program = program_of(bot)
        try:
            sandbox = sandbox_of(self.sandbox, self.reads if program is not None else (), hides)
            check_contained(bot, sandbox)
            if program is not None:
                given = [each for each in self.settings if each.seat is None and takes_options(bot)]
                return replace(
                    program,
                    options=options_of({setting.option: setting.value for setting in (*given, *own)}),
                    nodes=self.nodes,
                    log=log_of(place + 1, self.logs),
                    sandbox=sandbox,
                    handshake=self.handshake,
                )
        except ValueError as error:
            raise UserError(f"bot {place + 1}: {error}") from None
        for setting in own:
            bot = with_option(bot, setting.option, setting.value)
        # A level says how many nodes it needs.
        free = getattr(bot, "nodes", self.nodes) is None and getattr(bot, "level", None) is None
        return with_option(bot, "nodes", str(self.nodes)) if self.nodes is not None and free else bot


def takes_options(bot: Bot) -> bool:
    """Return whether a bot is a program that may have options; a class of a file has none."""
    program = program_of(bot)
    return program is not None and not program.seat_text


def check_contained(bot: Bot, sandbox: Sandbox | None) -> None:
    """Raise `UserError` if a bot must play in a sandbox that cannot hold it."""
    inside = program_of(bot) is None and bot.name not in BOTS.shipped
    if inside and sandbox is not None and sandbox.required:
        raise UserError(
            f"sandbox = 'bwrap': the bot of an installed package runs in the process of the arena; "
            f"expected command = 'urbanist bot {bot.name}'"
        )


def try_out(bots: Iterable[Bot], game: str) -> None:
    """Try each bot once, and print what programs say to their options; raise `UnusableBot` if one cannot play."""
    for said in check_start(bots, game).said:
        click.echo(said, err=True)


def warn_root(bots: Iterable[Bot]) -> None:
    """Warn root if there are programs among the bots."""
    if os.geteuid() == 0 and any(program_of(bot) is not None for bot in bots):
        click.echo(ROOT_WARNING, err=True)


def sandboxed(asked: Protection, reads: Sequence[str], hides: Sequence[Path]) -> Sandbox | None:
    """Return the sandbox of a program; raise `UserError` if it is required and there can be none."""
    sandbox = sandbox_of(asked, reads, tuple(hides))
    return None if sandbox is None else sandbox.usable()


def _settings(_: click.Context, option: click.Parameter, given: Sequence[str]) -> tuple[Setting, ...]:
    """Return the settings of bots."""
    settings = []
    for text in given:
        read = SETTING.fullmatch(text)
        if read is None:
            raise click.UsageError(f"{option.opts[0]} {text}: expected OPTION=VALUE or SEAT:OPTION=VALUE")
        seat = read["seat"]
        settings.append(Setting(None if seat is None else int(seat), read["option"], read["value"]))
    return tuple(settings)


notes_option = click.option(
    "--notes",
    "noting",
    type=click.Choice(get_args(Noting)),
    show_default="times with a clock, else values",
    help="What records note of each move: 'times' (date, seconds, nodes, score), 'values' (nodes, score: the same for "
    "the same seed) or 'none'.",
)


scheduler_option = click.option(
    "--scheduler", metavar="ADDRESS", help="Address of a Dask scheduler (tcp://...), or 'local' to start one."
)

#: The options that say how bots play; `Programs` takes their values.
program_options: Callable[[F], F] = together(
    click.option(
        "--clock",
        metavar="C",
        callback=read_clock,
        help="Time control of each bot: base time and increment (10m+5s, 60+0.5), or time per move (2s/move).",
    ),
    click.option(
        "--grace",
        type=Real(0, 60_000),
        metavar="MS",
        show_default="250",
        help="Grace for lag: how late an answer may be under a clock.",
    ),
    click.option(
        "--nodes",
        type=click.IntRange(1),
        metavar="N",
        help="Nodes for each decision of programs, and of built-in bots that do not say otherwise.",
    ),
    click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="[SEAT:]OPTION=VALUE",
        callback=_settings,
        help="An option of one bot, by its place in the given order from 0, or of all programs; may be repeated.",
    ),
    sandbox_options,
    click.option(
        "--handshake",
        type=Real(0.001, 3600),
        metavar="S",
        show_default="20",
        help="Seconds that a program has to start and to tell of itself.",
    ),
    click.option("--logs", type=FILE, metavar="FOLDER", help="Folder for the standard error of programs."),
    trace_option,
)
