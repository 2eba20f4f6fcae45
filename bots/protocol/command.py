"""A program as a bot: a shell command whose process speaks the bot protocol."""

import shlex
import subprocess
import weakref
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from urbanist.bots.players.allowance import Allowance
from urbanist.bots.players.bot import Bot
from urbanist.bots.players.forfeit import CRASH, PROTOCOL, Forfeit
from urbanist.bots.players.python_bot import PythonBot
from urbanist.bots.players.spec import SpecError, bot_text, check_for
from urbanist.bots.process.engine_process import EngineProcess
from urbanist.bots.process.resource_limits import ResourceLimits, expanded
from urbanist.bots.process.sandbox import Sandbox
from urbanist.bots.process.trace import Trace
from urbanist.bots.process.workplace import Workplace
from urbanist.bots.protocol.client import Client
from urbanist.bots.protocol.timeouts import Timeouts
from urbanist.engine import GAMES, Game
from urbanist.engine.history import History, View
from urbanist.search.result import Result

#: Shell syntax for groups and substitutions: only the shell knows which program such a word means.
KNOWN_TO_SHELL = set("(){}$`")
#: Seconds that an answer may be late if no clock runs.
UNTIMED_GRACE = 2.0


@dataclass(frozen=True, slots=True)
class CommandBot:
    """A program that plays: its command, the options that it gets, and its resource limits.

    A decision has so many `nodes`, and where no clock runs so much `time`, if they are given. With `ponder` it may
    think while others do. `log` is the file that its standard error is added to. `restart` says whether each game gets
    a new process; None leaves that to the game. It runs in the `sandbox`, if there is one. Its lines are added to the
    `trace`. It starts in its `workplace`, or else in the present folder.
    """

    command: str
    options: tuple[tuple[str, str], ...] = ()
    nodes: int | None = None
    time: float | None = None
    ponder: bool = False
    limits: ResourceLimits = field(default_factory=ResourceLimits)
    log: Path | None = None
    restart: bool | None = None
    sandbox: Sandbox | None = None
    trace: Trace | None = None
    workplace: Workplace | None = None

    @property
    def name(self) -> str:
        """The command."""
        return self.command

    def sit(self, seed: int, game: str = "1") -> "CommandPlayer":
        """Return a player with its own process; raise `Forfeit` if the handshake fails."""
        return CommandPlayer(self, self.start(), seed, game)

    def start(self, timeouts: Timeouts = Timeouts()) -> Client:
        """Return a process after its handshake, with its options set; raise `Forfeit` if one is wrong."""
        process = EngineProcess(
            self.command,
            self.limits,
            self.log,
            sandbox=self._contained(),
            trace=self.trace,
            workplace=self.workplace,
        )
        try:
            client = Client(process, timeouts)
            for option, value in self.options:
                client.answers += [f"option '{option}={value}': {said}" for said in client.set(option, value)]
            if self.ponder:
                client.switch_on("ponder")
            client.switch_on("legal")
        except BaseException:
            process.kill()
            raise
        return client

    def _contained(self) -> Sandbox | None:
        """Return the sandbox, or None for none; raise `Forfeit` if it is required and there can be none."""
        try:
            return None if self.sandbox is None else self.sandbox.usable()
        except ValueError as error:
            raise Forfeit(CRASH, str(error)) from None


class CommandPlayer:
    """A process at one seat of one game; it ends with the player, unless `release` keeps it for the next game.

    `game` is what traces call the game.
    """

    def __init__(self, bot: CommandBot, client: Client, seed: int, game: str = "1") -> None:
        self.bot, self.client, self._seed, self._game = bot, client, seed, game
        self._seen: View | None = None
        self.close = weakref.finalize(self, client.process.kill)

    def choose(self, view: View, allowance: Allowance | None = None) -> Result:
        """Return the answer of the process; raise `Forfeit` if it does not answer or its answer is wrong."""
        self.meet(view)
        allowance = allowance or untimed(view, self.bot.time)
        found = self.client.choose(view, allowance, nodes=self.bot.nodes)
        if self.bot.ponder and found.reply is not None:
            left = allowance.spent(found.seconds)
            self.client.ponder(view, found.move, found.reply, left, nodes=self.bot.nodes)
        return found

    def meet(self, view: View) -> None:
        """Start a new game in the process if the view belongs to one."""
        if self._seen is None or (view.deal, view.seat) != (self._seen.deal, self._seen.seat):
            self.client.process.plays(self._game, str(view.seat))
            self.check(view.game.name)
            self.client.set_seed(self._seed)
            self.client.new_game(view)
            self._seen = view

    def check(self, game: str) -> None:
        """Raise `Forfeit` unless the process has declared that it plays this game."""
        if game not in self.client.games:
            known = " ".join(self.client.games)[:200] or "none"
            raise Forfeit(PROTOCOL, f"it does not play {game}; the games it names: {known}")

    def release(self) -> Client:
        """Return the process for another game; the player no longer ends it."""
        self.close.detach()
        self.client.process.plays()
        return self.client


def traced(bot: Bot, name: str, path: Path) -> Bot:
    """Return a bot whose lines are added to a trace, under a name; other bots than programs have no lines.

    Programs in a sandbox do not see the trace, which has what the others may see.
    """
    if not isinstance(bot, CommandBot):
        return bot
    sandbox = None if bot.sandbox is None else replace(bot.sandbox, hides=(*bot.sandbox.hides, path))
    return replace(bot, trace=Trace(path, name), sandbox=sandbox)


class UnusableBot(ValueError):
    """A bot that cannot take part; the message is one line."""


def audition(bots: Iterable[Bot], game: str) -> list[str]:
    """Try each bot once; raise `UnusableBot` if one does not start, refuses its options, or cannot play the game.

    Wrong options are found before the first game. What programs say to theirs is returned, one line for each.
    """
    said = []
    for bot in dict.fromkeys(bots):
        try:
            if isinstance(bot, CommandBot):
                said += [f"bot '{bot.name}' says to {answer}" for answer in _auditioned(bot, GAMES[game])]
            elif isinstance(bot, PythonBot):
                bot.sit(0)
            else:
                check_for(bot, GAMES[game])
        except (Forfeit, SpecError) as error:
            raise UnusableBot(f"bot '{bot_text(bot)}': {error}") from None
    return said


def _auditioned(bot: CommandBot, game: Game) -> list[str]:
    """Return what a program says to its options; raise `Forfeit` if it does not begin a game."""
    player = bot.sit(0)
    try:
        player.check(game.name)
        player.client.new_game(History.start(game.deal(seats=min(game.notation.seat_counts))).seen_by(0))
        return player.client.answers
    finally:
        player.release().process.close()


def untimed(view: View, seconds: float | None) -> Allowance:
    """Return the allowance of a decision without clocks; None seconds means no limit."""
    seats = view.bare_state().seats
    assert view.seat is not None
    return Allowance(view.seat, (None,) * seats, (0.0,) * seats, seconds, UNTIMED_GRACE)


def missing(command: str, folder: Path | None = None) -> str | None:
    """Return what is missing in a folder: the program of a command, or why the command cannot be read; else None."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        return f"{command}: {error}"
    program = next((word for word in words if "=" not in word), None)
    if program is None:
        return command
    if set(program) & KNOWN_TO_SHELL:
        return None
    found = subprocess.run(
        ["/bin/sh", "-c", 'command -v -- "$1"', "sh", expanded(program)],
        capture_output=True,
        check=False,
        cwd=folder,
    )
    return None if found.returncode == 0 else program
