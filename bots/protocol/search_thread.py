"""One `go` of the bot protocol, in a thread of its own: it thinks, reports, and answers once."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import urbanist.search.mcts  # noqa: F401 - now, because no clock should wait for it
from urbanist.bots.players.background import Background
from urbanist.bots.players.player import Forfeit, Player, until
from urbanist.engine import IllegalMove, NotationError
from urbanist.engine.history import View
from urbanist.engine.printable import one_line
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
    any, and tells of so many `lines`, each for another move.
    """

    player: Player
    view: View
    limit: Limit
    write: Callable[[str], None]
    ponders: bool = False
    names_reply: bool = False
    only: tuple[str, ...] = ()
    lines: int = 1
    done: threading.Event = field(default_factory=threading.Event)
    _hit: threading.Event = field(default_factory=threading.Event)
    _wanted: threading.Event = field(default_factory=threading.Event)
    _dropped: threading.Event = field(default_factory=threading.Event)
    _free: threading.Event = field(default_factory=threading.Event)  # the answer may be given
    _work: Background[None] | None = None

    @property
    def running(self) -> bool:
        """Whether it thinks, and has not been told to stop."""
        return not self.done.is_set() and not self._wanted.is_set()

    def start(self) -> None:
        """Begin to think."""
        if not (self.limit.infinite or self.ponders):
            self._free.set()
        self._work = Background(self._run)

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
        if self._work is not None:
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
            found = self._think()
        except (ValueError, MemoryError, OverflowError, RuntimeError, Forfeit) as error:
            # Any legal move is better for the table than silence.
            self.write(f"info string the search failed: {one_line(str(error))}")
            return f"bestmove {[*self.only, *self.view.bare_state().legal()][0]}"
        reply = expected_reply(found, self.view) if self.names_reply else None
        return f"bestmove {found.move}" + (f" ponder {reply}" if reply else "")

    def _think(self) -> Result:
        reported = time.perf_counter()
        for found in self._results():
            last = found
            if self._wanted.is_set():
                break
            if time.perf_counter() - reported >= REPORT:
                self._report(last)
                reported = time.perf_counter()
        if not self._dropped.is_set():
            self._report(last)
        return last

    def _results(self) -> Iterator[Result]:
        """Yield what the player finds; one that ponders goes on within its limit after the hit."""
        if self.ponders and self.player.ponders:
            yield from until(self._hit, self.player.think(self.view, INFINITE, self.only))
        yield from self.player.think(self.view, self.limit, self.only)

    def _report(self, found: Result) -> None:
        """Tell what was found so far, in one line or in one for each of the best moves; first if that is exact."""
        if found.solved:
            self.write("info string solved")
        best = sorted(found.values, key=lambda value: value.move != found.move)[: self.lines]
        if self.lines == 1 or not best:
            self.write(info(found, self.view.seat))
            return
        for place, value in enumerate(best, 1):
            expected = self.player.line_of(value.move)
            self.write(info_of_move(found, place, value, expected, self.view.seat))


def expected_reply(found: Result, view: View) -> str | None:
    """Return the event expected after the move, if it is then the same seat's turn again, without a chance event."""
    if len(found.pv) < 2 or found.pv[0] != found.move:
        return None
    try:
        state = view.bare_state().play(found.move).play(found.pv[1])
    except (IllegalMove, NotationError):
        return None
    return found.pv[1] if state.to_move == view.seat and not (state.over or state.due) else None


def info_of_move(
    found: Result, place: int, value: MoveValue, expected: tuple[str, ...], seat: int | None
) -> str:
    """Return what a search found of one of the best moves: as its score, what the search itself makes of it."""
    words = [f"info multipv {place} nodes {found.nodes} time {round(1000 * found.seconds)}"]
    if value.visits or found.solved:
        words.append(f"score {min(max(value.value, 0.0), 1.0):.4f}")
    if seat is not None and value.points:
        words.append(f"points {value.points[seat]:.2f}")
    return " ".join([*words, "pv", *expected])


def info(result: Result, seat: int | None) -> str:
    """Return what a search found so far."""
    words = [f"info nodes {result.nodes} nps {int(result.nodes / max(result.seconds, 1e-6))}"]
    words.append(f"time {round(1000 * result.seconds)}")
    if seat is not None and result.win_share:
        words.append(f"score {result.win_share[seat]:.4f} points {result.points[seat]:.2f}")
    return " ".join([*words, "pv", *result.pv])
