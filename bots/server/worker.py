"""A process that thinks for many tables at a time, a slice each; the decision that has had least time goes on first.

So a decision of a weak bot, which is short, never waits for the end of a long one of another table. The oldest decision
has a share of the slices, so that it ends even if short ones come without end. The process reads jobs from standard
input and writes what it finds to standard output, each as a length of four bytes and MessagePack.
"""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from queue import SimpleQueue
from typing import Self

import msgspec

from urbanist.bots.players.player import Forfeit
from urbanist.bots.players.python_bot import seated
from urbanist.bots.players.spec import parse_builtin
from urbanist.engine import GAMES
from urbanist.engine.history import View
from urbanist.engine.printable import error_line
from urbanist.search.result import Result

#: How many values of moves are sent back.
VALUES = 12
#: The bytes of a length.
HEAD = 4
#: Each so many slices one is of the oldest decision.
OLDEST = 4
#: What a search or a bot raises that cannot go on.
FAILURES = (ValueError, TypeError, RuntimeError, MemoryError, Forfeit)


class DecisionJob(msgspec.Struct, frozen=True):
    """A decision: what the seat to move sees, in notation, and the built-in bot that decides."""

    number: int
    bot: str
    seed: int
    game: str
    seat: int
    deal: str
    events: tuple[str, ...]


class DecisionAnswer(msgspec.Struct, frozen=True):
    """What was found, as MessagePack with moves in notation; `error` says in a line why nothing was."""

    number: int
    error: str = ""
    packed: bytes = b""

    @classmethod
    def of(cls, number: int, result: Result) -> Self:
        """Return the answer with a result, of which it keeps the best values."""
        kept = replace(result, values=result.values[:VALUES])
        return cls(number, packed=msgspec.msgpack.encode(kept, enc_hook=str))

    def result(self, view: View) -> Result:
        """Return the result about a view."""
        read = view.game.notation.move
        return msgspec.msgpack.decode(self.packed, type=Result, dec_hook=lambda _, text: read(text))


@dataclass(slots=True)
class PendingDecision:
    """A decision that is being made, and the seconds that it has had."""

    number: int
    results: Iterator[Result]
    spent: float = 0.0
    last: Result | None = None

    @classmethod
    def of(cls, job: DecisionJob) -> Self:
        """Return a decision that has not begun."""
        view = View.read(GAMES[job.game], job.seat, job.deal, job.events)
        return cls(job.number, seated(parse_builtin(job.bot), job.seed).think(view))

    def go_on(self) -> DecisionAnswer | None:
        """Think for a slice; return what was found at the end of the last one."""
        began = time.perf_counter()
        try:
            self.last = next(self.results)
        except StopIteration:
            assert self.last is not None
            return DecisionAnswer.of(self.number, self.last)
        self.spent += time.perf_counter() - began
        return None


def framed(message: msgspec.Struct) -> bytes:
    """Return a message with its length before it."""
    data = msgspec.msgpack.encode(message)
    return len(data).to_bytes(HEAD, "big") + data


class DecisionWorker:
    """The decisions that a process makes at the same time."""

    def __init__(self, answer: Callable[[DecisionAnswer], None]) -> None:
        self._answer = answer
        self._deciding: dict[int, PendingDecision] = {}
        self._slices = count(1)

    @property
    def idle(self) -> bool:
        """Whether nothing is to be decided."""
        return not self._deciding

    def begin(self, job: DecisionJob) -> None:
        """Take a job; a wrong one is answered at once."""
        try:
            self._deciding[job.number] = PendingDecision.of(job)
        except FAILURES as error:
            self._answer(DecisionAnswer(job.number, error_line(error)))

    def go_on(self) -> None:
        """Go on with the decision that has had least time, or with the oldest one, and answer if it is made."""
        deciding = self._deciding.values()
        oldest = next(self._slices) % OLDEST == 0
        decision = next(iter(deciding)) if oldest else min(deciding, key=lambda each: each.spent)
        try:
            answer = decision.go_on()
        except FAILURES as error:
            answer = DecisionAnswer(decision.number, error_line(error))
        if answer is not None:
            del self._deciding[decision.number]
            self._answer(answer)

    def work(self, coming: "SimpleQueue[DecisionJob | None]") -> None:
        """Make the decisions that come, until None does."""
        while True:
            while self.idle or not coming.empty():
                job = coming.get()
                if job is None:
                    return
                self.begin(job)
            self.go_on()


def main() -> None:
    """Think until standard input ends."""
    # Ctrl-C at a terminal is meant for the server, which ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    coming: SimpleQueue[DecisionJob | None] = SimpleQueue()
    threading.Thread(target=_read, args=(coming,), daemon=True).start()
    DecisionWorker(_write).work(coming)


def _write(answer: DecisionAnswer) -> None:
    sys.stdout.buffer.write(framed(answer))
    sys.stdout.buffer.flush()


def _read(coming: "SimpleQueue[DecisionJob | None]") -> None:
    decode = msgspec.msgpack.Decoder(DecisionJob).decode
    while head := sys.stdin.buffer.read(HEAD):
        coming.put(decode(sys.stdin.buffer.read(int.from_bytes(head, "big"))))
    coming.put(None)


if __name__ == "__main__":
    main()
