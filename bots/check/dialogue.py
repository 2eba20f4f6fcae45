"""Talking to the process of a program that is checked: what is said, what must come back, and by when."""

import time

from urbanist.bots.check.introduction import Introduction, introduction_of
from urbanist.bots.check.verdict import Failed, quoted
from urbanist.bots.process.engine_process import Closed, EngineProcess, Flood, Silent
from urbanist.engine import IllegalMove, NotationError
from urbanist.engine.history import View
from urbanist.engine.printable import one_line

#: Lines that a program may write before the one that is waited for.
MOST_LINES = 100_000
#: Seconds in which nothing more may come.
LISTENING = 0.1
UNASKED = "no 'bestmove' without a 'go'"


class Dialogue:
    """A process that has introduced itself; whatever it does that it should not do comes out as `Failed`.

    `patience` is how long to wait, in seconds, where no clock runs; its lines of `info` are added to `infos`.
    """

    def __init__(self, command: str, patience: float, infos: list[str]) -> None:
        self.patience, self.infos = patience, infos
        self._process = EngineProcess(command)
        self._sent = "nothing"
        try:
            self.say("ugi")
            self.introduction: Introduction = introduction_of(self.until("ugiok", patience))
        except BaseException:
            self.kill()
            raise

    def say(self, *lines: str) -> None:
        """Send lines."""
        self._sent = " and ".join(quoted(line) for line in lines[-2:])
        try:
            self._process.send(*lines)
        except Silent:
            raise Failed(self._sent, "a process that reads it", "nothing: it does not read") from None
        except (Closed, Flood) as error:
            raise Failed(self._sent, "a process that reads it", f"nothing: {one_line(str(error))}") from None

    def until(self, word: str, seconds: float) -> list[str]:
        """Return the lines up to the first that begins with the word, which must come within the seconds."""
        expected = f"'{word}' within {1000 * seconds:.0f} ms"
        end = time.perf_counter() + seconds
        lines: list[str] = []
        try:
            while len(lines) < MOST_LINES:
                lines.append(self._process.read(end - time.perf_counter()))
                if lines[-1].split(maxsplit=1)[:1] == [word]:
                    return lines
                if lines[-1].startswith("info ") and len(self.infos) < MOST_LINES:
                    self.infos.append(lines[-1])
        except Silent:
            last = f"nothing but {quoted(lines[-1])}" if lines else "nothing"
            raise Failed(self._sent, expected, last) from None
        except (Closed, Flood) as error:
            raise Failed(self._sent, expected, f"nothing: {one_line(str(error))}") from None
        raise Failed(self._sent, expected, f"{MOST_LINES:,} other lines")

    def ready(
        self, seconds: float | None = None, *, expected: str = UNASKED, ignoring_moves: bool = False
    ) -> list[str]:
        """Return what it says up to `readyok`, which it is asked for; a move among it is one too many."""
        before = self._sent
        self.say("isready")
        lines = self.until("readyok", self.patience if seconds is None else seconds)
        self._process.expect_anew()
        self._sent = before
        moves = [line for line in lines if line.startswith("bestmove")]
        if moves and not ignoring_moves:
            raise Failed(before, expected, quoted(moves[0]))
        return lines

    def answered(self) -> None:
        """Require that no other move comes after an answer."""
        time.sleep(LISTENING)
        self.ready(expected="one 'bestmove' for one 'go'")

    def unasked(self) -> list[str]:
        """Return what it goes on to say for a while."""
        time.sleep(LISTENING)
        try:
            return list(self._process.waiting())
        except (Closed, Flood) as error:
            raise Failed(self._sent, "nothing more", one_line(str(error))) from None

    def begin(self, view: View) -> None:
        """Tell it of a new game."""
        self.say(f"uginewgame seat {view.seat} deal {view.deal}")
        self.ready()

    def place(self, view: View, *, deal: bool = False) -> None:
        """Tell it of a position, with its deal if asked, and what is legal there if it wants to be told."""
        words = ["position", *(["deal", view.deal] if deal else [])]
        position = " ".join([*words, *(["moves", *view.events] if view.events else [])])
        if self.introduction.has_switch("legal"):
            self.say(position, f"legal {' '.join(view.bare_state().legal())}")
        else:
            self.say(position)
        self.ready()

    def go(self, limits: str) -> None:
        """Let it choose in the position it was told of, within limits as the protocol writes them."""
        before = self._sent
        self.say(f"go {limits}".rstrip())
        self._sent = f"{before} and {self._sent}"

    def answer(self, view: View, seconds: float) -> str:
        """Return the move that it answers with within the seconds, which must be legal in the view."""
        line = self.until("bestmove", seconds)[-1]
        words = line.split()
        if len(words) not in (2, 4) or words[2:3] not in ([], ["ponder"]):
            raise Failed(self._sent, "'bestmove M [ponder M2]'", quoted(line))
        state = view.bare_state()
        legal = state.legal()
        if words[1] not in legal:
            raise Failed(self._sent, f"a legal move, of {len(legal)} as '{legal[0]}'", quoted(line))
        try:
            state = state.play(words[1])
            for reply in words[3:]:
                state.play(reply)
        except (IllegalMove, NotationError) as error:
            raise Failed(self._sent, f"a reply that can follow: {error}", quoted(line)) from None
        return words[1]

    def choose(self, view: View, limits: str, seconds: float) -> str:
        """Return the legal move that it answers with in a position, within the seconds."""
        self.place(view)
        self.go(limits)
        return self.answer(view, seconds)

    def ended(self, seconds: float, *, by_itself: bool = True) -> None:
        """Require that the process ends within the seconds, by itself or because its input is closed."""
        end = time.perf_counter() + seconds
        runs_on = by_itself and not self._closes(end)
        if runs_on or not self._process.wait(max(end - time.perf_counter(), 0)):
            raise Failed(self._sent, f"its end within {1000 * seconds:.0f} ms", "nothing: it runs on")

    def _closes(self, end: float) -> bool:
        """Tell whether it closes its output in time."""
        try:
            for _ in range(MOST_LINES):
                self._process.read(end - time.perf_counter())
        except Silent:
            return False
        except (Closed, Flood):
            return True
        return False

    def kill(self) -> None:
        """End it at once, with its children."""
        self._process.kill()
