"""The referee's side of the bot protocol: commands to one process, and its answers, which are never trusted."""

import threading
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from math import inf

from urbanist.bots.players.player import CRASH, PROTOCOL, TIME, Forfeit, Refused
from urbanist.bots.process.transport import (
    OutputLimitExceeded,
    ProcessEnded,
    ReadTimeout,
    StreamClosed,
    Transport,
)
from urbanist.bots.protocol.answer import FORM, Answer, Info, noted, read_choice, read_info, returns, word_of
from urbanist.bots.protocol.go import go
from urbanist.bots.protocol.handshake import MAX_LINES, Handshake, read_handshake
from urbanist.engine.event import Event, Move
from urbanist.engine.history import View
from urbanist.engine.name import shown_name
from urbanist.engine.printable import one_line
from urbanist.search.limit import Limit


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds: for the handshake, for an answer to `isready`, for a move where nothing limits it, and after `stop`."""

    handshake: float = 20.0
    ready: float = 10.0
    move: float = 60.0
    stop: float = 1.0


#: The most lines of a bot's reply to one command that are kept.
MAX_SAID = 20
#: How a web server begins its answer to what it does not understand.
WEB = ("HTTP/", "<!DOCTYPE", "<html")


class Client:
    """A process of a bot after its handshake; after a `Forfeit` from any call it must not be used again.

    A call first ends a search that an earlier one has left, by an exception or because nobody wants it any more.
    """

    def __init__(self, process: Transport, timeouts: Timeouts = Timeouts()) -> None:
        self.process = process
        self._timeouts = timeouts
        # The search whose `bestmove` is still to come, and all events of the position if it ponders.
        self._owed: object = None
        self._ahead: tuple[Event, ...] | None = None
        with self._answering(timeouts.handshake, "ugiok"):
            #: What it has said of itself, as it was said.
            self.handshake = handshake = self._shake_hands()
        #: What it has said of itself; empty if nothing.
        self.name, self.author = shown_name(one_line(handshake.name or "")), one_line(handshake.author or "")
        self.options, self.games = handshake.by_name, handshake.games or ()
        #: What it has said to the options that it was given.
        self.answers: list[str] = []

    def set(self, option: str, value: str) -> list[str]:
        """Set an option and return what the bot says to that.

        Raise `Forfeit` if the bot has not declared it, if its declaration forbids the value, or if it refuses it.
        """
        declared = self.options.get(option)
        if declared is None:
            there = f"there are {', '.join(self.options)[:200]}" if self.options else "it has none"
            raise Forfeit(PROTOCOL, f"no option '{option}'; {there}")
        if not declared.allows(value):
            raise Forfeit(PROTOCOL, f"option '{option}={value}': expected {declared.allowed[:200]}")
        said = said_in(self.tell(f"setoption name {option} value {value}"))
        _check_answer("setoption", said)
        return said

    def switch_on(self, name: str) -> None:
        """Set a switch of the protocol to true, if the bot has declared it."""
        if self.handshake.has_switch(name):
            with self._answering(self._timeouts.ready, "readyok"):
                self.process.send(f"setoption name {name} value true")

    def set_seed(self, seed: int) -> None:
        """Set the option `seed` to a number that it allows, if the bot has declared it."""
        declared = self.options.get("seed")
        if declared is not None and declared.kind in ("spin", "string"):
            with self._answering(self._timeouts.ready, "readyok"):
                self._end_search()
                self.process.send(f"setoption name seed value {declared.within(seed)}")

    def new_game(self, view: View) -> None:
        """Start a new game: send the seat, and the deal as that seat sees it; raise `Forfeit` if the bot refuses it."""
        _check_answer("uginewgame", said_in(self.tell(f"uginewgame seat {view.seat} deal {view.deal}")))

    def choose(self, view: View, limit: Limit, moves: Sequence[Move | str] = ()) -> Answer:
        """Return the choice of the bot, among `moves` if some are given; and what it told while it thought."""
        search = self.search(view, limit, moves)
        while True:
            try:
                next(search)
            except StopIteration as end:
                answer: Answer = end.value
                return answer

    def search(
        self,
        view: View,
        limit: Limit,
        moves: Sequence[Move | str] = (),
        *,
        stopping: threading.Event | None = None,
    ) -> Generator[Info, None, Answer]:
        """Yield the bot's `info` while it thinks, and return its choice; an infinite search ends by `stop`.

        Who calls `stop` sets `stopping` before, so that it also counts while the search begins. If the search is
        closed, the bot is stopped; the next call ignores its answer.
        """
        began = self.process.now()
        most = self._timeouts.move if limit.latest is None else limit.latest
        until = inf if limit.infinite else began + most
        with self._answering(until - began, "bestmove"):
            hit = self._ahead == view.events
            if not hit:
                self._end_search()
            told, asked = position(view, legal=self.handshake.has_switch("legal")), go(view, limit, moves)
            mine = self._owed = object()
            try:
                self._ahead = None
                if hit:
                    self.process.send("ponderhit")
                else:
                    self._synchronise(min(until, began + self._timeouts.move), *told, then=asked)
                if stopping is not None and stopping.is_set():
                    self.process.send("stop")
                answer = yield from self._answer(view, limit, began, until)
            except GeneratorExit:
                # Only told: a thread that lets go of it must not read what another one waits for.
                if self._owed is mine:
                    with suppress(StreamClosed, OutputLimitExceeded, ProcessEnded, ReadTimeout):
                        self.process.send("stop")
                raise
            self._owed = None
        return answer

    def stop(self) -> None:
        """Tell the bot to answer now; another thread may wait for the answer."""
        with self._answering(self._timeouts.stop, "bestmove"):
            self.process.send("stop")

    def tell(self, *lines: str, seconds: float | None = None, moves: bool = False) -> list[str]:
        """Send lines that call for no answer, wait until the bot is ready, and return what it wrote meanwhile.

        Raise `Forfeit` for a move that nobody asked for, unless there may be `moves`.
        """
        most = self._timeouts.ready if seconds is None else seconds
        with self._answering(most, "readyok"):
            self._end_search()
            return self._synchronise(self.process.now() + most, *lines, moves=moves)

    def send(self, *lines: str) -> None:
        """Send lines and wait for nothing; `until` has the answer, if one is to come."""
        with self._answering(self._timeouts.ready, "readyok"):
            if word_of(lines[-1]) == "go":
                self._owed = lines
            self.process.send(*lines)

    def until(self, word: str, seconds: float) -> list[str]:
        """Return its lines up to the first one that begins with a word, which must come in time."""
        with self._answering(seconds, word):
            end, lines = self.process.now() + seconds, [""]
            while word_of(lines[-1]) != word:
                lines.append(self.process.read(until=end))
                if word_of(lines[-1]) == "bestmove":
                    self._owed = None
        return lines[1:]

    def end_search(self) -> None:
        """Stop the search that an earlier call has left, if there is one, and ignore its answer."""
        with self._answering(self._timeouts.stop, "bestmove"):
            self._end_search()

    def ponder(self, view: View, move: Move, reply: Move, limit: Limit) -> None:
        """Let the bot ponder on its expected reply, if after that reply it is the turn of the bot again."""
        if not returns(view, move, reply):
            return
        ahead = view.after(move, reply)
        with self._answering(self._timeouts.ready, "bestmove"):
            self._end_search()
            told = position(ahead, legal=self.handshake.has_switch("legal"))
            self._owed, self._ahead = ahead, ahead.events
            self.process.send(*told, go(ahead, limit, ponder=True))

    def game_over(self, scores: str, ranks: str, deal: str | None) -> None:
        """Report the result of the game, with the full deal if one is given."""
        hidden = "" if deal is None else f" deal {deal}"
        self.tell(f"gameover scores {scores} ranks {ranks}{hidden}")

    def close(self) -> None:
        """Send `quit`, wait a second, and end what is left of the process; every later call raises `ValueError`."""
        self._owed = None
        self.process.close()

    def _shake_hands(self) -> Handshake:
        self.process.send("ugi")
        until = self.process.now() + self._timeouts.handshake
        lines: list[str] = []
        while len(lines) < MAX_LINES:
            try:
                lines.append(self.process.read(until=until))
            except ReadTimeout:
                if lines:
                    raise
                waited = f"no line within {self._timeouts.handshake:g} s"
                raise Forfeit(TIME, f"{waited}; a program has to flush each line that it writes") from None
            if lines[-1].split() == ["ugi"]:
                # Such a program would go on to say nothing else until the time is over.
                raise Forfeit(
                    PROTOCOL, "it repeats 'ugi' instead of an answer; expected a program of the bot protocol"
                )
            if len(lines) == 1 and lines[0].startswith(WEB):
                raise Forfeit(
                    PROTOCOL,
                    f"a web server is there: '{lines[0][:40]}'; expected a program of the bot protocol",
                )
            if word_of(lines[-1]) == "ugiok":
                return read_handshake(lines)
        raise Forfeit(PROTOCOL, f"no 'ugiok' within {MAX_LINES} lines")

    def _synchronise(self, until: float, *lines: str, then: str = "", moves: bool = False) -> list[str]:
        """Send lines, wait for `readyok`, and return what it wrote until then.

        A move that nobody asked for is detected here, unless there may be `moves`. What it is asked `then` is sent at
        once: it answers that after `readyok` all the same.
        """
        self.process.send(*lines, "isready", *[then] * bool(then))
        answers: list[str] = []
        while (word := word_of(line := self.process.read(until=until))) != "readyok":
            if word == "bestmove" and not moves:
                raise Forfeit(PROTOCOL, f"'{one_line(line[:40])}' without a 'go'")
            answers.append(line)
        self.process.expect_anew()
        return answers

    def _answer(self, view: View, limit: Limit, began: float, until: float) -> Generator[Info, None, Answer]:
        told: dict[int, Info] = {}
        stopped = False
        # With a limit for this move alone the bot gets `stop` when the time is over; with a clock it stops by itself.
        stop = None if limit.time is None else began + limit.time
        while True:
            ends = until if stopped or stop is None else stop
            try:
                line = self.process.read(until=ends)
            except ReadTimeout:
                if stopped or stop is None:
                    raise
                stopped = True
                self.process.send("stop")
                continue
            word = word_of(line)
            if word == "info":
                info = read_info(line.split())
                noted(told, info)
                yield info
            elif word == "bestmove":
                chosen = read_choice(line)
                if chosen is None:
                    raise Forfeit(PROTOCOL, f"'{' '.join(line.split())[:80]}': expected {FORM}")
                return Answer.of(view, chosen, told, self.process.now() - began)

    def _end_search(self) -> None:
        """Stop the search that is still to be answered, and ignore its answer."""
        if self._owed is None:
            return
        self._ahead = None
        self.process.send("stop")
        until = self.process.now() + self._timeouts.stop
        while word_of(self.process.read(until=until)) != "bestmove":
            continue
        self._owed = None

    @contextmanager
    def _answering(self, seconds: float, expected: str) -> Iterator[None]:
        """Turn every fault of the process into a forfeit; note that an answer is asked of it."""
        self.process.ask(asked=True)
        try:
            yield
        except ReadTimeout:
            raise Forfeit(TIME, f"no '{expected}' within {round(seconds, 3):g} s") from None
        except StreamClosed as error:
            raise Forfeit(CRASH, str(error)) from None
        except OutputLimitExceeded as error:
            raise Forfeit(PROTOCOL, str(error)) from None
        finally:
            self.process.ask(asked=self._owed is not None)


def said_in(lines: Iterable[str]) -> list[str]:
    """Return what a bot says in `info string` among its lines."""
    told = (read_info(line.split()).string for line in lines if word_of(line) == "info")
    return [one_line(text) for text in islice(filter(None, told), MAX_SAID)]


def _check_answer(command: str, said: Sequence[str]) -> None:
    """Raise `Refused` if a bot says that it cannot follow a command: `info string COMMAND: why`."""
    refusal = next((text for text in said if text.startswith(f"{command}:")), None)
    if refusal is not None:
        raise Refused(PROTOCOL, f"it answers '{refusal}'")


def position(view: View, *, legal: bool, deal: bool = False) -> list[str]:
    """Return the lines that tell a position, with its deal and with its legal moves if they are asked for."""
    told = ["position", *["deal", view.deal] * deal, *["moves", *view.texts] * bool(view.events)]
    moves = [f"legal {' '.join(map(str, view.bare_state().legal()))}"] if legal else []
    return [" ".join(told), *moves]
