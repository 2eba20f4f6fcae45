"""A program as a bot: a shell command whose process speaks the bot protocol."""

import shlex
import subprocess
import weakref
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.player import CRASH, PROTOCOL, Bot, Forfeit, Player
from urbanist.bots.players.spec import SpecError, bot_text, check_for
from urbanist.bots.process.engine_process import EngineProcess
from urbanist.bots.process.log import LineTrace
from urbanist.bots.process.resource_limits import ResourceLimits, expanded
from urbanist.bots.process.sandbox import Sandbox, fault
from urbanist.bots.process.socket_transport import SocketAddress, SocketTransport
from urbanist.bots.process.transport import TAKING, StreamClosed, Transport
from urbanist.bots.process.working_directory import WorkingDirectory
from urbanist.bots.protocol.answer import Answer
from urbanist.bots.protocol.client import Client, Timeouts
from urbanist.engine import GAMES, Game
from urbanist.engine.event import Move
from urbanist.engine.history import History, View
from urbanist.engine.message import UserError
from urbanist.search.limit import Limit, smaller

#: Shell syntax for groups and substitutions: only the shell knows which program such a word means.
KNOWN_TO_SHELL = set("(){}$`")


@dataclass(frozen=True, slots=True)
class CommandBot:
    """A program that plays: its command, the options that it gets, and its resource limits.

    One that runs elsewhere is reached by its `address`, or the command is that as text, `tcp://HOST:PORT`.
    A decision is limited by `nodes`, and where no clock runs by `time`, if they are given. With `ponder` it may think
    while others do. `log` is the file that its standard error is added to. `restart` says whether each game gets a new
    process; None leaves that to the game. It runs in the `sandbox`, if there is one. Its lines are added to the
    `trace`. It starts in its `working_directory`, or else in the present folder, and has `handshake` seconds for that.
    `seat_text` names it if its command does not.
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
    trace: LineTrace | None = None
    working_directory: WorkingDirectory | None = None
    handshake: float | None = None
    address: SocketAddress | None = None
    seat_text: str = ""

    @property
    def name(self) -> str:
        """The text by which it was asked for, or else its command."""
        return self.seat_text or self.command

    @property
    def program(self) -> "CommandBot":
        """The program that plays: the bot itself."""
        return self

    def sit(self, seed: int) -> "CommandPlayer":
        """Return a player with its own process; raise `Forfeit` if the handshake fails."""
        return CommandPlayer(self, self.start(), seed)

    def start(self, timeouts: Timeouts = Timeouts()) -> Client:
        """Return a process after its handshake, with its options set; raise `Forfeit` if one is wrong."""
        process = self.transport()
        if self.handshake is not None:
            timeouts = replace(timeouts, handshake=self.handshake)
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

    def transport(self, taking: float = TAKING) -> Transport:
        """Return a new process of it, or a new connection; raise `Forfeit` if there can be none."""
        try:
            address = self.address or SocketAddress.read(self.command)
            if address is not None:
                # What runs elsewhere has nothing here to be kept from.
                return SocketTransport(self.command, address, taking=taking, trace=self.trace)
            return EngineProcess(
                self.command,
                self.limits,
                self.log,
                sandbox=None if self.sandbox is None else self.sandbox.usable(),
                taking=taking,
                trace=self.trace,
                working_directory=self.working_directory,
            )
        except (StreamClosed, UserError) as error:
            raise Forfeit(CRASH, str(error)) from None

    def limited(self, limit: Limit | None) -> Limit:
        """Return the limit of a decision with its own nodes, and with its own time where no clock runs."""
        if limit is None:
            return unlimited(self.time, self.nodes)
        # Most programs have no nodes of their own; each new limit is checked, which takes longer than to look.
        nodes = smaller(limit.nodes, self.nodes)
        return limit if nodes == limit.nodes else limit.changed(nodes=nodes)

    def hint(self) -> str:
        """Return a hint why it may not start in its sandbox; empty without one."""
        if self.sandbox is None or fault():
            return ""
        here = WorkingDirectory().folder if self.working_directory is None else self.working_directory.folder
        shown = ", ".join(map(str, self.sandbox.shows(self.command, here))) or "nothing"
        return f"; the sandbox shows it the system and {shown}; 'reads' names what else it needs"


class CommandPlayer(Player):
    """A process at a seat of one game after the other; it ends with the player."""

    def __init__(self, bot: CommandBot, client: Client, seed: int) -> None:
        self.bot, self.client, self._seed = bot, client, seed
        self._game = "1"
        self._seen: View | None = None
        self._killing = weakref.finalize(self, client.process.kill)

    def think(self, view: View, limit: Limit | None = None, moves: Sequence[Move] = ()) -> Iterator[Answer]:
        """Yield the answer of the process; raise `Forfeit` if it does not answer or its answer is wrong."""
        yield self.choose(view, limit, moves)

    def choose(self, view: View, limit: Limit | None = None, moves: Sequence[Move] = ()) -> Answer:
        """Return the same."""
        self._meet(view)
        limit = self.bot.limited(limit)
        answer = self.client.choose(view, limit, moves)
        self.suspended = self.client.process.suspended
        if self.bot.ponder and answer.reply is not None:
            self.client.ponder(view, answer.move, answer.reply, self._following(view, limit, answer.seconds))
        return answer

    def _following(self, view: View, limit: Limit, seconds: float) -> Limit:
        """Return the limit of its next decision if this one has taken `seconds`."""
        later = limit.after(seconds)
        seats = [later if seat == view.seat else other for seat, other in enumerate(limit.seats)]
        return later.changed(seats=tuple(seats))

    def begin(self, view: View, seed: int, game: str) -> None:
        """Start a game in the process."""
        self._seed, self._game, self._seen = seed, game, None
        self._meet(view)

    def _meet(self, view: View) -> None:
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

    def end(self, scores: str, ranks: str, deal: str | None) -> None:
        """Report the end of the game to the process."""
        self.client.game_over(scores, ranks, deal)
        self.client.process.plays()

    def lasts(self, *, restart: bool) -> bool:
        """Return whether the process may play on: not if it has used much of its processor time."""
        anew = restart if self.bot.restart is None else self.bot.restart
        return not anew and self.client.process.cpu_seconds() <= self.bot.limits.cpu / 2

    def leave(self) -> None:
        """Tell the process to quit."""
        self.client.process.leave()

    def close(self) -> None:
        """Tell the process to quit, wait a second, and end what is left of it."""
        self._killing.detach()
        self.client.process.close()

    def kill(self) -> None:
        """End the process at once."""
        self._killing()


@cache
def unlimited(time: float | None, nodes: int | None) -> Limit:
    """Return the limit of a decision that only the settings of its program limit."""
    return Limit(time=time, nodes=nodes)


def program_of(bot: Bot) -> CommandBot | None:
    """Return the program that plays for a bot, which a bot declares as its `program`; None if there is none."""
    return getattr(bot, "program", None)


def traced(bot: Bot, name: str, path: Path) -> Bot:
    """Return a bot whose lines are added to a trace, under a name; other bots than programs have no lines.

    Programs in a sandbox do not see the trace, which has what the others may see.
    """
    program = program_of(bot)
    if program is None:
        return bot
    sandbox = program.sandbox and replace(program.sandbox, hides=(*program.sandbox.hides, path))
    return replace(program, trace=LineTrace(path, name), sandbox=sandbox)


class UnusableBot(UserError):
    """A bot that cannot take part; the message is one line."""


class StartCheck(NamedTuple):
    """The replies of programs to their options, one line for each, and by bot the name that each gives itself."""

    said: list[str]
    names: dict[Bot, str]


def check_start(bots: Iterable[Bot], game: str) -> StartCheck:
    """Start each bot once; raise `UnusableBot` if one does not start, refuses its options, or cannot play the game.

    Wrong options are found before the first game.
    """
    checked = StartCheck([], {})
    for bot in dict.fromkeys(bots):
        program = program_of(bot)
        try:
            if program is not None:
                checked.names[bot], answers = _checked(program, GAMES[game])
                checked.said.extend(f"bot '{bot.name}' says to {answer}" for answer in answers)
            elif bot.name in BOTS:
                check_for(bot, GAMES[game])
            else:
                bot.sit(0)
        except (Forfeit, SpecError) as error:
            hint = "" if program is None else program.hint()
            raise UnusableBot(f"bot '{bot_text(bot)}': {error}{hint}") from None
    return checked


def _checked(bot: CommandBot, game: Game) -> tuple[str, list[str]]:
    """Return the name of a program and what it says to its options; raise `Forfeit` if it does not begin a game."""
    player = bot.sit(0)
    try:
        player.check(game.name)
        player.client.new_game(History.start(game.deal(seats=min(game.notation.seat_counts))).seen_by(0))
        return player.client.name, player.client.answers
    finally:
        player.close()


def missing(command: str, folder: Path | None = None) -> str | None:
    """Return what is missing in a folder: the program of a command, or why the command cannot be read; else None.

    Raise `UserError` for a wrong address of a bot that runs elsewhere.
    """
    if SocketAddress.read(command) is not None:
        return None
    try:
        words = shlex.split(command)
    except ValueError as error:
        return f"{command}: {error}"
    program = next((word for word in words if "=" not in word), None)
    if program is None:
        return command
    if set(program) & KNOWN_TO_SHELL:
        return None
    done = subprocess.run(
        ["/bin/sh", "-c", 'command -v -- "$1"', "sh", expanded(program)],
        capture_output=True,
        check=False,
        cwd=folder,
    )
    return None if done.returncode == 0 else program
