"""A bot as a server of the bot protocol: commands come in as lines, answers go out as lines."""

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

import urbanist.search.mcts  # noqa: F401 - now, because no clock should wait for it
from urbanist.bots.background import Background
from urbanist.bots.players.player import Bot, Forfeit, Player, until
from urbanist.bots.players.python_bot import ClassLocation, is_bot, seated
from urbanist.bots.players.spec import check_for, options_by_name, with_option
from urbanist.bots.process.transport import LONGEST_LINE
from urbanist.bots.protocol.answer import MAX_LINES, returns, word_of
from urbanist.bots.protocol.go import number, read_go
from urbanist.bots.protocol.handshake import EMPTY, option_lines
from urbanist.engine import GAMES, State
from urbanist.engine.event import Move
from urbanist.engine.history import View
from urbanist.engine.message import UserError
from urbanist.engine.printable import one_line
from urbanist.engine.record import find_game
from urbanist.engine.suggestion import suggestion
from urbanist.search.limit import INFINITE, Limit
from urbanist.search.result import MoveValue, Result

#: Seconds between two reports of a search.
REPORT = 0.5
#: A search has ended soon after it was told to; nobody waits longer than these seconds for one that has not.
PATIENCE = 0.5


@dataclass(slots=True)
class SearchThread:
    """A search of a view for a player; an infinite one answers when it is stopped, and one that ponders after a hit.

    With `names_reply` the answer names the move that it would ponder on. It looks `only` at these moves, if there are
    any, and tells of `lines` best moves (multipv).
    """

    player: Player
    view: View
    limit: Limit
    write: Callable[[str], None]
    ponders: bool = False
    names_reply: bool = False
    only: tuple[Move, ...] = ()
    lines: int = 1
    done: threading.Event = field(default_factory=threading.Event)
    _hit: threading.Event = field(default_factory=threading.Event)
    _wanted: threading.Event = field(default_factory=threading.Event)
    _dropped: threading.Event = field(default_factory=threading.Event)
    _free: threading.Event = field(default_factory=threading.Event)  # the answer may be given
    _work: Background[None] = field(init=False)

    def __post_init__(self) -> None:
        if not (self.limit.infinite or self.ponders):
            self._free.set()
        self._work = Background(self._run)

    @property
    def running(self) -> bool:
        """Whether it thinks, and has not been told to stop."""
        return not self.done.is_set() and not self._wanted.is_set()

    def hit(self) -> None:
        """Let what it ponders on be the position: its limit begins now."""
        self._hit.set()
        if not self.limit.infinite:
            self._free.set()

    def stop(self) -> None:
        """Let it answer with what it has found."""
        self._wanted.set()
        self._free.set()

    def join(self) -> None:
        """Wait until it has ended."""
        self._work.join(PATIENCE)

    def drop(self) -> None:
        """End it without an answer."""
        self._dropped.set()
        self.stop()
        self.join()

    def _run(self, _: threading.Event) -> None:
        # Nobody is left to be told when the pipe is closed: the next line read is the end.
        with contextlib.suppress(OSError):
            answer = self._answer()
            self._free.wait()
            if not self._dropped.is_set():
                self.done.set()
                self.write(answer)

    def _answer(self) -> str:
        try:
            result = self._think()
        except (ValueError, MemoryError, OverflowError, RuntimeError, Forfeit) as error:
            # Any legal move is better for the table than silence.
            self.write(f"info string the search failed: {one_line(str(error))}")
            return f"bestmove {[*self.only, *self.view.bare_state().legal()][0]}"
        reply = expected_reply(result, self.view) if self.names_reply else None
        return f"bestmove {result.move}" + (f" ponder {reply}" if reply else "")

    def _think(self) -> Result:
        reported = time.perf_counter()
        for result in self._results():
            last = result
            if self._wanted.is_set():
                break
            if time.perf_counter() - reported >= REPORT:
                self._report(last)
                reported = time.perf_counter()
        if not self._dropped.is_set():
            self._report(last)
        return last

    def _results(self) -> Iterator[Result]:
        """Yield the results of the player; one that ponders goes on within its limit after the hit."""
        if self.ponders and self.player.ponders:
            yield from until(self._hit, self.player.think(self.view, INFINITE, self.only))
        yield from self.player.think(self.view, self.limit, self.only)

    def _report(self, result: Result) -> None:
        """Tell what was found so far, in one line or in one for each of the best moves; first if that is exact."""
        if result.solved:
            self.write("info string solved")
        best = sorted(result.values, key=lambda value: value.move != result.move)[: self.lines]
        if self.lines == 1 or not best:
            self.write(info(result, self.view.seat))
            return
        for place, value in enumerate(best, 1):
            expected = self.player.line_of(value.move)
            self.write(info_of_move(result, place, value, expected, self.view.seat))


def expected_reply(result: Result, view: View) -> Move | None:
    """Return the event expected after the move, if it is then the same seat's turn again, without a chance event."""
    if len(result.pv) < 2 or result.pv[0] != result.move:
        return None
    return result.pv[1] if returns(view, result.move, result.pv[1]) else None


def info_of_move(
    result: Result, place: int, value: MoveValue, expected: tuple[Move, ...], seat: int | None
) -> str:
    """Return the `info` line of one of the best moves (multipv); its score is the value that the search maximises."""
    words = [f"info multipv {place} nodes {result.nodes} time {round(1000 * result.seconds)}"]
    if value.visits or result.solved:
        words.append(f"score {min(max(value.value, 0.0), 1.0):.4f}")
    if seat is not None and value.points:
        words.append(f"points {value.points[seat]:.2f}")
    return " ".join([*words, "pv", *map(str, expected)])


def info(result: Result, seat: int | None) -> str:
    """Return the `info` line of a result."""
    words = [f"info nodes {result.nodes} nps {int(result.nodes / max(result.seconds, 1e-6))}"]
    words.append(f"time {round(1000 * result.seconds)}")
    if seat is not None and result.win_share:
        words.append(f"score {result.win_share[seat]:.4f} points {result.points[seat]:.2f}")
    return " ".join([*words, "pv", *map(str, result.pv)])


@dataclass(frozen=True, slots=True)
class ServedBot:
    """A class, or one object of it, as a bot; exceptions of its code become lines for the referee."""

    source: ClassLocation
    made: Callable[[], Any]

    @property
    def name(self) -> str:
        """The name of the class."""
        return self.source.class_name

    def sit(self, seed: int) -> Player:
        """Return a player for a new game; raise `Forfeit` if the class cannot make one."""
        return self.source.seated(self.made, seed)


def serve(
    bot: object, *, name: str = "", author: str = "unknown", games: Iterable[str] = tuple(GAMES)
) -> None:
    """Answer a referee on standard input and output until `quit`, with a class or with one object of it.

    It has `choose` or `sit`, as in a file that `FILE.py:CLASS` names. A class makes a new object for each game. `name`
    and `author` introduce it, by default with the name of the class; `games` are those that it plays. Raise `TypeError`
    for anything else, and `ValueError` for an unknown game.
    """
    kind = bot if isinstance(bot, type) else type(bot)
    if not is_bot(kind):
        raise TypeError(f"{kind.__name__} has neither 'sit' nor 'choose'")
    played = tuple(games)
    unknown = [game for game in played if game not in GAMES]
    if unknown:
        raise ValueError(f"no game '{unknown[0]}'; {suggestion(unknown[0], sorted(GAMES))}")
    served = ServedBot(ClassLocation.of(kind), kind if kind is bot else lambda: bot)
    write = writer(sys.stdout.buffer)
    Service(served, write, name or kind.__name__, author, played).serve(read_lines(sys.stdin.buffer))


def read_lines(stream: BinaryIO) -> Iterator[str | None]:
    """Yield the lines of a stream without their ends; None for one that is too long, which is not kept."""
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            # The first line may begin with a byte order mark.
            yield line.decode("utf-8-sig", errors="replace").rstrip("\r\n")
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE)
        yield None


def writer(out: BinaryIO) -> Callable[[str], None]:
    """Return a function that writes a line to a stream at once."""

    def write(line: str) -> None:
        out.write(f"{line}\n".encode())
        out.flush()

    return write


AUTHOR = "the urbanist developers"
#: The options that every bot has beside its own.
COMMON = (
    "option name ponder type check default false",
    f"option name multipv type spin default 1 min 1 max {MAX_LINES}",
)
SWITCH = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class UnusablePlayer(Player):
    """Stands for a player that the code of a bot could not make: each decision fails, and any legal move is played."""

    why: Forfeit

    def choose(self, view: View, limit: Limit | None = None) -> Result:
        """Raise the forfeit."""
        raise self.why


class Malformed(UserError):
    """A command that is known but cannot be followed; the message is one line."""


class Service:
    """One bot, served: `serve` takes the referee's lines, each answer goes to `write` as a line of its own.

    `name`, `author` and `games` introduce it; without a name, as one of ours.
    """

    def __init__(
        self,
        bot: Bot,
        write: Callable[[str], None],
        name: str = "",
        author: str = AUTHOR,
        games: Iterable[str] = tuple(GAMES),
    ) -> None:
        self.bot = bot
        self._hello = (
            f"id name {one_line(name) or f'urbanist {bot.name}'}",
            f"id author {one_line(author)}",
            f"games {' '.join(sorted(games))}",
        )
        self._out = write
        self._lock = threading.Lock()
        self._player: Player | None = None
        self._seat: int | None = None
        self._deal: str | None = None
        self._view: View | None = None
        self._search: SearchThread | None = None
        self._names_reply = False
        self._lines = 1
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._ugi,
            "setoption": self._setoption,
            "isready": lambda _: self._write("readyok"),
            "uginewgame": self._uginewgame,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
            "query": self._query,
            "d": self._describe,
            "gameover": lambda _: self._reset(),
        }

    def serve(self, lines: Iterable[str | None]) -> None:
        """Follow commands until `quit` or the last line; None stands for a line too long to be read."""
        try:
            for line in lines:
                if line is None:
                    self._tell(f"a line of more than {LONGEST_LINE} bytes is ignored")
                    continue
                word = word_of(line)
                if word == "quit":
                    break
                if word in self._commands:
                    # The value of an option is the rest of its line.
                    self._follow(line.rstrip().split(maxsplit=4 if word == "setoption" else -1))
        finally:
            self._drop()

    def _follow(self, words: list[str]) -> None:
        try:
            self._commands[words[0]](words[1:])
        except ValueError as error:
            self._tell(f"{words[0]}: {error}")

    def _write(self, line: str) -> None:
        with self._lock:
            self._out(line)

    def _tell(self, message: str) -> None:
        self._write(f"info string {one_line(message)}")

    def _ugi(self, _: list[str]) -> None:
        name, author, games = self._hello
        for line in [name, author, *option_lines(self.bot), *COMMON, games, "ugiok"]:
            self._write(line)

    def _setoption(self, words: list[str]) -> None:
        if len(words) not in (3, 4) or (words[0], words[2]) != ("name", "value"):
            raise Malformed("expected 'setoption name N value V', where N is one word")
        key, value = words[1], "".join(words[3:])
        if key == "ponder":
            if value not in SWITCH:
                raise Malformed(f"option 'ponder={value}': expected true or false")
            self._names_reply = SWITCH[value]
            return
        if key == "multipv":
            lines = number("multipv", value)
            if not 1 <= lines <= MAX_LINES:
                raise Malformed(f"option 'multipv={value}': expected a whole number from 1 to {MAX_LINES}")
            self._lines = lines
            return
        known = options_by_name(self.bot.name)
        if key not in known:
            raise Malformed(f"no option '{key}'; {suggestion(key, sorted((*known, 'multipv', 'ponder')))}")
        if known[key].kind is bool:
            value = {"true": "on", "false": "off"}.get(value, value)
        changed = with_option(self.bot, key, "" if value == EMPTY else value)
        if self._view is not None:
            check_for(changed, self._view.game)
        self.bot, self._player = changed, None

    def _uginewgame(self, words: list[str]) -> None:
        self._reset()
        if len(words) < 4 or (words[0], words[2]) != ("seat", "deal"):
            raise Malformed("expected 'uginewgame seat S deal DEAL...'")
        seat, deal = number("seat", words[1]), " ".join(words[3:])
        view = View(find_game(deal, GAMES), seat, deal, ())
        seats = view.bare_state().seats
        if not 0 <= seat < seats:
            raise Malformed(f"no seat {seat}; there are {seats}, counted from 0")
        check_for(self.bot, view.game)
        self._seat, self._deal, self._view = seat, deal, view

    def _position(self, words: list[str]) -> None:
        # A position that cannot be read leaves none: a move for another one would be a lie.
        self._view = None
        cut = words.index("moves") if "moves" in words else len(words)
        head, events = words[:cut], words[cut + 1 :]
        if head and (head[0] != "deal" or len(head) == 1):
            raise Malformed("expected 'position [deal DEAL...] [moves EVENT...]'")
        deal = " ".join(head[1:]) if head else self._deal
        if deal is None:
            raise Malformed("which deal? No game has begun")
        view = View.read(find_game(deal, GAMES), self._seat, deal, events)
        seats = view.bare_state().seats
        if self._seat is not None and self._seat >= seats:
            raise Malformed(f"seat {self._seat} of 'uginewgame' is not among the {seats} of the deal")
        if head:
            check_for(self.bot, view.game)
        self._view = view

    def _go(self, words: list[str]) -> None:
        if self._search is not None and self._search.running:
            raise Malformed("a search is running; 'stop' ends it")
        if self._search is not None:
            self._search.join()
        view, state = self._at()
        if state.over:
            raise Malformed("the game is over")
        if state.due:
            raise Malformed("a chance event is due: 'position' must name it")
        if view.seat is None:
            # Without a game of its own the bot speaks for whoever is to move.
            view = View(view.game, state.to_move, view.deal, view.events)
        if view.seat != state.to_move:
            raise Malformed(f"seat {state.to_move} is to move, this is seat {view.seat}")
        asked = read_go(words, state)
        for wrong in asked.wrong:
            self._tell(f"go: {wrong}")
        if self._player is None:
            try:
                self._player = seated(self.bot, 0)
            except Forfeit as error:
                self._player = UnusablePlayer(error)
        self._search = SearchThread(
            self._player,
            view,
            asked.limit,
            self._write,
            asked.ponder,
            self._names_reply,
            asked.moves,
            self._lines,
        )

    def _stop(self, _: list[str]) -> None:
        if self._search is not None:
            self._search.stop()

    def _ponderhit(self, _: list[str]) -> None:
        if self._search is None or not self._search.running or not self._search.ponders:
            raise Malformed("nothing is pondered; 'go ponder' does")
        self._search.hit()

    def _query(self, words: list[str]) -> None:
        answers: dict[str, Callable[[View, State], str]] = {
            "legal": lambda _, state: " ".join(["legal", *map(str, state.legal())]),
            "gameover": lambda _, state: f"response {'true' if state.over else 'false'}",
            "turn": lambda _, state: f"response {state.to_move}",
            "result": lambda view, state: f"response {result_text(view, state)}",
        }
        if len(words) != 1 or words[0] not in answers:
            raise Malformed(f"expected one of {', '.join(answers)}")
        self._write(answers[words[0]](*self._at()))

    def _describe(self, _: list[str]) -> None:
        view, state = self._at()
        for line in view.game.notation.describe(state.array).splitlines():
            self._write(line)

    def _at(self) -> tuple[View, State]:
        if self._view is None:
            raise Malformed("no position; 'uginewgame' or 'position' sets one")
        return self._view, self._view.bare_state()

    def _reset(self) -> None:
        self._drop()
        self._player = self._seat = self._deal = self._view = None

    def _drop(self) -> None:
        if self._search is not None:
            self._search.drop()
            self._search = None


def result_text(view: View, state: State) -> str:
    """Return the ranks of a game that is over; none where something that counts is hidden from the view."""
    return ",".join(map(str, state.ranks())) if state.over and not view.hidden else "none"
