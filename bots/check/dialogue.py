"""The program to check, the dialogue with its process, and the conditions of a check."""

import time
from dataclasses import dataclass

from urbanist.bots.match.pairing import Rules
from urbanist.bots.process.engine_process import EngineProcess
from urbanist.bots.process.log import Trace
from urbanist.bots.process.sandbox import Sandbox
from urbanist.bots.process.transport import OutputLimitExceeded, ReadTimeout, StreamClosed
from urbanist.bots.protocol.answer import FORM, read_choice, word_of
from urbanist.bots.protocol.client import Timeouts, position
from urbanist.bots.protocol.handshake import MAX_LINES as MAX_HANDSHAKE
from urbanist.bots.protocol.handshake import Handshake, read_handshake
from urbanist.engine import GAMES, CardFile, Game, IllegalMove, NotationError
from urbanist.engine.edition import takes
from urbanist.engine.event import Move
from urbanist.engine.history import View
from urbanist.engine.printable import one_line

#: Lines that a program may write before the one that is waited for.
MAX_LINES = 100_000
#: Seconds in which nothing more may come.
LISTENING = 0.1
#: Seconds after its end in which the processes that it started have to end too.
LEFT = 0.5
#: Lines of `info`, each with the view that they are about, or None if that is not known.
Infos = list[tuple[View | None, str]]
UNASKED = "no 'bestmove' without a 'go'"


OK, FAIL, SKIP = "ok", "FAIL", "skip"
#: Characters of a line that are shown.
SHOWN = 100


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of one check and a message; its text is one line."""

    name: str
    outcome: str
    said: str = ""

    def __str__(self) -> str:
        return f"{self.outcome:<4} {self.name}" + (f": {self.said}" if self.said else "")


class Failed(Exception):
    """The program made a fault; the message says what it was sent, what was expected and what was received."""

    def __init__(self, sent: str, expected: str, received: str) -> None:
        super().__init__(f"sent {sent}; expected {expected}; received {received}")


class Skipped(Exception):
    """The check does not apply; the message says why."""


def quoted(line: str) -> str:
    """Return a line of a dialogue in quotes, escaped and shortened."""
    left = len(line) - SHOWN
    return f"'{one_line(line[:SHOWN])}'" + (f" and {left:,} more characters" if left > 0 else "")


@dataclass(frozen=True, slots=True)
class Conditions:
    """The settings of a check; times are in seconds.

    An answer may be late by `grace`; `patience` is waited where no clock runs; `movetime` is for whole games. The
    handshake has as much time as in a match.
    The game whose cards are in the file `cards` is dealt with them. All lines are added to the `trace`. The
    program runs in the `sandbox`, if there is one.
    """

    grace: float = 0.25
    patience: float = 10.0
    movetime: float = 0.01
    seed: int = 0
    cards: CardFile | None = None
    handshake: float = Timeouts().handshake
    trace: Trace | None = None
    sandbox: Sandbox | None = None


class Dialogue:
    """A process after its handshake; every fault of it is raised as `Failed`.

    Its lines of `info` are added to `infos`, and a trace names the `check`.
    """

    def __init__(self, command: str, asked: Conditions, infos: Infos, check: str = "") -> None:
        self.patience, self.infos = asked.patience, infos
        self.process = EngineProcess(command, sandbox=asked.sandbox, taking=asked.patience, trace=asked.trace)
        self.process.plays(check)
        self._sent = "nothing"
        self._asked = 0.0  # when it was asked for a move
        self.seconds = 0.0  # how long its last answer took
        self._view: View | None = None
        try:
            self.say("ugi")
            lines = self.until("ugiok", asked.handshake, most=MAX_HANDSHAKE)
            self.handshake: Handshake = read_handshake(lines)
        except BaseException:
            self.process.kill()
            raise

    def say(self, *lines: str) -> None:
        """Send lines."""
        self._sent = " and ".join(quoted(line) for line in lines[-2:])
        try:
            self.process.send(*lines)
        except ReadTimeout:
            raise Failed(self._sent, "a process that reads it", "nothing: it does not read") from None
        except (StreamClosed, OutputLimitExceeded) as error:
            raise Failed(self._sent, "a process that reads it", f"nothing: {one_line(str(error))}") from None

    def until(self, word: str, seconds: float, *, most: int = MAX_LINES) -> list[str]:
        """Return the lines, `most` of them, up to the first that begins with `word`, which must come in time."""
        expected = f"'{word}' within {1000 * seconds:.0f} ms"
        end = time.perf_counter() + seconds
        lines: list[str] = []
        try:
            while len(lines) < most:
                lines.append(self.process.read(end - time.perf_counter()))
                if word_of(lines[-1]) == word:
                    return lines
                if word_of(lines[-1]) == "info" and len(self.infos) < MAX_LINES:
                    self.infos.append((self._view, lines[-1]))
        except ReadTimeout:
            last = f"nothing but {quoted(lines[-1])}" if lines else "nothing"
            if word == "ugiok" and not lines:
                last = "nothing; a program has to flush each line that it writes"
            raise Failed(self._sent, expected, last) from None
        except (StreamClosed, OutputLimitExceeded) as error:
            raise Failed(self._sent, expected, f"nothing: {one_line(str(error))}") from None
        raise Failed(self._sent, expected, f"{most:,} other lines")

    def ready(
        self, seconds: float | None = None, *, expected: str = UNASKED, ignoring_moves: bool = False
    ) -> list[str]:
        """Send `isready` and return the lines before `readyok`; a `bestmove` among them fails the check."""
        before = self._sent
        self.say("isready")
        lines = self.until("readyok", self.patience if seconds is None else seconds)
        self.process.expect_anew()
        self._sent = before
        moves = [line for line in lines if word_of(line) == "bestmove"]
        if moves and not ignoring_moves:
            raise Failed(before, expected, quoted(moves[0]))
        return lines

    def answered(self) -> None:
        """Require that no second `bestmove` follows an answer."""
        time.sleep(LISTENING)
        self.ready(expected="one 'bestmove' for one 'go'")

    def unasked(self) -> list[str]:
        """Return the lines that arrive during a short wait."""
        time.sleep(LISTENING)
        try:
            return list(self.process.waiting())
        except (StreamClosed, OutputLimitExceeded) as error:
            raise Failed(self._sent, "nothing more", one_line(str(error))) from None

    def begin(self, view: View) -> None:
        """Start a new game."""
        self._view = None
        self.say(f"uginewgame seat {view.seat} deal {view.deal}")
        self.ready()

    def place(self, view: View, *, deal: bool = False) -> None:
        """Send a position, with its deal if asked, and its legal moves if the program has the option `legal`."""
        self.say(*position(view, legal=self.handshake.has_switch("legal"), deal=deal))
        self.ready()
        self._view = view

    def go(self, limits: str) -> None:
        """Send `go` with limits in the form of the protocol."""
        before = self._sent
        self.say(f"go {limits}".rstrip())
        self._sent = f"{before} and {self._sent}"
        self._asked = time.perf_counter()

    def answer(self, view: View, seconds: float) -> Move:
        """Return the move of the answer, which must come within `seconds` and be legal in the view."""
        line = self.until("bestmove", seconds)[-1]
        self.seconds = time.perf_counter() - self._asked
        self._view = None
        chosen = read_choice(line)
        if chosen is None:
            raise Failed(self._sent, FORM, quoted(line))
        state = view.bare_state()
        legal = state.legal()
        if chosen.move not in legal:
            raise Failed(self._sent, f"a legal move, of {len(legal)} as '{legal[0]}'", quoted(line))
        move = view.game.notation.move(chosen.move)
        try:
            state = state.play(move)
            if chosen.reply is not None:
                state.play(chosen.reply)
        except (IllegalMove, NotationError) as error:
            raise Failed(self._sent, f"a reply that can follow: {error}", quoted(line)) from None
        return move

    def choose(self, view: View, limits: str, seconds: float, *, deal: bool = False) -> Move:
        """Send a position and `go`; return the legal move of the answer, which must come within `seconds`."""
        self.place(view, deal=deal)
        self.go(limits)
        return self.answer(view, seconds)

    def quit(self, seconds: float) -> None:
        """Send `quit`, and require that the process ends within `seconds` and leaves no other process behind."""
        started = self.process.descendants()
        self.say("quit")
        self.ended(seconds)
        left = self.process.left_behind(started, LEFT)
        if left:
            raise Failed(self._sent, "no process of it after its end", f"{quoted(left)}, which runs on")

    def ended(self, seconds: float, *, by_itself: bool = True) -> None:
        """Require that the process ends within `seconds`, by itself or because its input is closed."""
        end = time.perf_counter() + seconds
        runs_on = by_itself and not self._closes(end)
        if runs_on or not self.process.wait(max(end - time.perf_counter(), 0)):
            raise Failed(self._sent, f"its end within {1000 * seconds:.0f} ms", "nothing: it runs on")

    def _closes(self, end: float) -> bool:
        """Return whether the process closes its output in time."""
        try:
            for _ in range(MAX_LINES):
                self.process.read(end - time.perf_counter())
        except ReadTimeout:
            return False
        except (StreamClosed, OutputLimitExceeded):
            return True
        return False


class Candidate:
    """A shell command; one process runs through the checks and is replaced after a failure or its end.

    It must be dropped in the end. Any call may raise `Failed`.
    """

    def __init__(self, command: str, conditions: Conditions, games: tuple[str, ...] = tuple(GAMES)) -> None:
        self.command, self.conditions, self.asked = command, conditions, games
        self.infos: Infos = []
        self._check = ""
        self._dialogue: Dialogue | None = None
        self._handshake: Handshake | None = None

    def talk(self) -> Dialogue:
        """Return the dialogue with the process; start one if there is none."""
        if self._dialogue is None:
            self._dialogue = Dialogue(self.command, self.conditions, self.infos, self._check)
            self._handshake = self._dialogue.handshake
            if self.handshake.has_switch("legal"):
                self._dialogue.say("setoption name legal value true")
        return self._dialogue

    def anew(self) -> Dialogue:
        """Return a dialogue with a new process."""
        self.drop()
        return self.talk()

    def face(self, check: str) -> None:
        """Set the name of the check for traces."""
        self._check = check
        if self._dialogue is not None:
            self._dialogue.process.plays(check)

    def settle(self) -> None:
        """Require that the process, if there is one, writes nothing more."""
        if self._dialogue is not None:
            self._dialogue.ready()

    def drop(self) -> None:
        """End the process, if there is one."""
        if self._dialogue is not None:
            self._dialogue.process.kill()
            self._dialogue = None

    @property
    def handshake(self) -> Handshake:
        """The last handshake of the program."""
        return self._handshake or self.talk().handshake

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
