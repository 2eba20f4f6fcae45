"""The program that is checked: its process, asked by the protocol client, and the positions that it is asked about."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from urbanist.bots.match.pairing import Rules
from urbanist.bots.players.builtin import RandomBot
from urbanist.bots.process.engine_process import EngineProcess
from urbanist.bots.process.log import LineTrace
from urbanist.bots.process.sandbox import Sandbox
from urbanist.bots.protocol.answer import FORM, read_choice, word_of
from urbanist.bots.protocol.client import Client, Timeouts, position
from urbanist.bots.protocol.command import CommandBot
from urbanist.bots.protocol.handshake import Handshake
from urbanist.engine import GAMES, CardFile, Game, IllegalMove, NotationError
from urbanist.engine.edition import takes
from urbanist.engine.event import Move
from urbanist.engine.history import History, View
from urbanist.engine.printable import one_line

OK, FAIL, SKIP = "ok", "FAIL", "skip"
#: Characters of a line that are shown.
SHOWN = 100
#: The lines of `info` that are kept.
MAX_INFOS = 100_000


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The outcome of one check and a message; its text is one line."""

    name: str
    outcome: str
    said: str = ""

    def __str__(self) -> str:
        return f"{self.outcome:<4} {self.name}" + (f": {self.said}" if self.said else "")


class Failed(Exception):
    """The program made a fault; the message says what was expected and what was received."""

    def __init__(self, expected: str, received: str) -> None:
        super().__init__(f"expected {expected}; received {received}")


class Skipped(Exception):
    """The check does not apply; the message says why."""


def quoted(line: str) -> str:
    """Return a line in quotes, escaped and shortened."""
    left = len(line) - SHOWN
    return f"'{one_line(line[:SHOWN])}'" + (f" and {left:,} more characters" if left > 0 else "")


@dataclass(frozen=True, slots=True)
class Conditions:
    """The settings of a check; times are in seconds.

    An answer may be late by `grace`; `patience` is waited for the handshake and where no clock runs, by default as in a
    match; `movetime` is for whole games. The game whose cards are in the file `cards` is dealt with them. All lines are
    added to the `trace`. The program runs in the `sandbox`, if there is one.
    """

    grace: float = 0.25
    patience: float | None = None
    movetime: float = 0.01
    seed: int = 0
    cards: CardFile | None = None
    trace: LineTrace | None = None
    sandbox: Sandbox | None = None

    @property
    def timeouts(self) -> Timeouts:
        """How long the program has."""
        usual = Timeouts()
        return (
            usual if self.patience is None else replace(usual, handshake=self.patience, ready=self.patience)
        )


class Candidate:
    """A shell command; one process runs through the checks and is replaced after a failure or its end.

    It must be dropped in the end. Any call may raise `Failed`, or the `Forfeit` that a fault is for a referee.
    """

    def __init__(self, command: str, conditions: Conditions, games: Sequence[str] = tuple(GAMES)) -> None:
        self.conditions, self.asked = conditions, games
        #: Its lines of `info`, each with the view that they are about.
        self.infos: list[tuple[View, str]] = []
        self._bot = CommandBot(command, sandbox=conditions.sandbox, trace=conditions.trace)
        self._check = ""
        self._client: Client | None = None
        self._handshake: Handshake | None = None
        self._sent: tuple[str, ...] = ()

    @property
    def patience(self) -> float:
        """The seconds that are waited where no clock runs."""
        return self.conditions.timeouts.ready

    @property
    def client(self) -> Client:
        """The client of its process, which starts if there is none."""
        if self._client is None:
            transport = self._bot.transport(self.patience)
            transport.plays(self._check)
            try:
                self._client = Client(transport, self.conditions.timeouts)
            except BaseException:
                transport.kill()
                raise
            self._client.switch_on("legal")
            self._handshake = self._client.handshake
        return self._client

    @property
    def process(self) -> EngineProcess:
        """Its process; raise `Skipped` if that runs elsewhere."""
        transport = self.client.process
        if not isinstance(transport, EngineProcess):
            raise Skipped("it runs elsewhere")
        return transport

    @property
    def handshake(self) -> Handshake:
        """The last handshake of the program."""
        return self._handshake or self.client.handshake

    @property
    def sent(self) -> str:
        """The last lines that it was sent, in words."""
        return f"sent {' and '.join(map(quoted, self._sent[-2:] or ['ugi']))}"

    def face(self, check: str) -> None:
        """Set the name of the check for traces, and forget what was sent before."""
        self._check, self._sent = check, ()
        if self._client is not None:
            self._client.process.plays(check)

    def drop(self) -> None:
        """End the process, if there is one."""
        if self._client is not None:
            self._client.process.kill()
            self._client = None

    def settle(self) -> None:
        """Require that the process, if there is one, writes nothing more that it was not asked for."""
        if self._client is not None:
            self._client.tell()

    # What it is sent.

    def tell(self, *lines: str, moves: bool = False) -> list[str]:
        """Send lines, and return what it wrote until it was ready; a move among that is a fault, unless it may come."""
        client = self.client
        self._sent = (*self._sent, *lines)
        return client.tell(*lines, moves=moves)

    def send(self, *lines: str) -> None:
        """Send lines, and wait for nothing."""
        client = self.client
        self._sent = (*self._sent, *lines)
        client.send(*lines)

    def begin(self, view: View) -> None:
        """Start a new game."""
        self._sent = ()
        self.tell(f"uginewgame seat {view.seat} deal {view.deal}")

    def place(self, view: View, *, deal: bool = False) -> None:
        """Send a position, with its deal if asked, and its legal moves if the program has the option `legal`."""
        self.tell(*position(view, legal=self.handshake.has_switch("legal"), deal=deal))

    def answer(self, view: View, seconds: float) -> Move:
        """Return the move of the answer, which must come within `seconds` and be legal in the view."""
        *before, line = self.client.until("bestmove", seconds)
        told = [(view, each) for each in before if word_of(each) == "info"]
        self.infos += told[: MAX_INFOS - len(self.infos)]
        chosen = read_choice(line)
        if chosen is None:
            raise Failed(FORM, quoted(line))
        state = view.bare_state()
        legal = state.legal()
        if chosen.move not in legal:
            raise Failed(f"a legal move, of {len(legal)} as '{legal[0]}'", quoted(line))
        move = view.game.notation.move(chosen.move)
        try:
            state = state.play(move)
            if chosen.reply is not None:
                state.play(chosen.reply)
        except (IllegalMove, NotationError) as error:
            raise Failed(f"a reply that can follow: {error}", quoted(line)) from None
        return move

    def choose(self, view: View, limits: str, seconds: float, *, deal: bool = False) -> Move:
        """Send a position and `go`; return the legal move of the answer, which must come within `seconds`."""
        self.place(view, deal=deal)
        self.send(f"go {limits}".rstrip())
        return self.answer(view, seconds)

    def move(self, view: View) -> Move:
        """Return its move in a whole game, for which it has the time for that."""
        seconds = self.conditions.movetime
        return self.choose(view, f"movetime {max(round(1000 * seconds), 1)}", seconds + self.conditions.grace)

    def enter(self, view: View) -> None:
        """Require a legal move in a position of a new game."""
        self.begin(view)
        self.move(view)

    def plays_on(self) -> None:
        """Require that it enters another game."""
        self.enter(self.midgame(further=1))

    # The positions that it is asked about.

    def plays(self, name: str) -> Game:
        """Return the game with this name; raise `Skipped` if the program does not play it."""
        if name not in (self.handshake.games or ()):
            raise Skipped("it does not name this game")
        return GAMES[name]

    @property
    def game(self) -> Game:
        """The first of the checked games that the program plays."""
        for name in self.handshake.games or ():
            if name in self.asked:
                return GAMES[name]
        raise Skipped("it names no game that is asked about")

    def rules(
        self,
        game: Game | None = None,
        *,
        seats: int | None = None,
        variant: str | None = None,
        seed: int | None = None,
    ) -> Rules:
        """Return the rules for dealing a game: by default its first one, for the fewest players, from the own seed."""
        game, cards = game or self.game, self.conditions.cards
        return Rules(
            game.name,
            min(game.notation.seat_counts) if seats is None else seats,
            self.conditions.seed if seed is None else seed,
            variant,
            cards=cards if cards is not None and takes(game.notation, cards) else None,
        )

    def midgame(self, *, seats: int | None = None, further: int = 0) -> View:
        """Return the view in the middle of a random game of the program; `further` is added to the seed."""
        views = turns(self.rules(seats=seats, seed=self.conditions.seed + further))
        return views[len(views) // 2]

    def placed(self) -> View:
        """Return the position of a new game in which the program has to choose next."""
        view = self.midgame()
        self.begin(view)
        self.place(view)
        return view


def played_out(
    history: History, seed: int, own: Mapping[int, Callable[[View], Move]] | None = None
) -> History:
    """Return a history at its end: at the seats of `own` who chooses there, at all others random players."""
    players = [RandomBot().sit(seed + seat) for seat in range(history.state.seats)]
    while not history.state.over:
        seat = history.state.to_move
        view = history.seen_by(seat)
        history = history.play(own[seat](view) if own and seat in own else players[seat].choose(view).move)
    return history


@cache
def turns(rules: Rules) -> list[View]:
    """Return the views of one seat at its turns of a random game."""
    history, seat = played_out(rules.start(0), rules.seed), rules.seed % rules.seats
    asked = (ply for ply, state in enumerate(history.states) if state.to_move == seat and len(state.moves()))
    return [history.until(ply).seen_by(seat) for ply in asked]
