"""The referee's side of the bot protocol: commands to one process, and its answers, which are never trusted."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from urbanist.bots.players.allowance import Allowance
from urbanist.bots.players.forfeit import CRASH, PROTOCOL, TIME, Forfeit
from urbanist.bots.process.engine_process import Closed, EngineProcess, Flood, Silent
from urbanist.bots.protocol.answer import Answer, noted
from urbanist.bots.protocol.declaration import Declaration, read_declaration
from urbanist.bots.protocol.info import Info, read_info
from urbanist.engine.game import IllegalMove
from urbanist.engine.history import View
from urbanist.engine.notation import NotationError

#: Seconds for the handshake, and for an answer to `isready` where no clock runs.
HANDSHAKE, READY = 20.0, 10.0
#: Seconds for a decision where nobody sets a clock, and for the answer to `stop`.
PATIENCE, STOPPING = 60.0, 1.0
#: A bot has no more options, and tells of itself in no more lines, than this.
MOST_LINES = 1000


class Client:
    """A process of a bot after its handshake; after a `Forfeit` from any call it must not be used again."""

    def __init__(self, process: EngineProcess) -> None:
        self.process = process
        self.options: dict[str, Declaration] = {}
        self.games: tuple[str, ...] = ()
        # All events of the position on which it ponders.
        self._ahead: tuple[str, ...] | None = None
        with self._answering(HANDSHAKE, "ugiok"):
            self._shake_hands()

    def set(self, option: str, value: str) -> None:
        """Set an option; raise `Forfeit` if the bot has not declared it or its declaration forbids the value."""
        declared = self.options.get(option)
        if declared is None:
            there = f"there are {', '.join(self.options)[:200]}" if self.options else "it has none"
            raise Forfeit(PROTOCOL, f"no option '{option}'; {there}")
        if not declared.allows(value):
            raise Forfeit(PROTOCOL, f"option '{option}={value}': expected {declared.allowed[:200]}")
        with self._answering(READY, "readyok"):
            self.process.send(f"setoption name {option} value {value}")

    def set_seed(self, seed: int) -> None:
        """Set the option `seed` to a number that it allows, if the bot has declared it."""
        declared = self.options.get("seed")
        if declared is not None and declared.kind in ("spin", "string"):
            self.set("seed", str(declared.within(seed)))

    def has_switch(self, name: str) -> bool:
        """Return whether the bot has declared an option of this name and of type check."""
        return name in self.options and self.options[name].kind == "check"

    def new_game(self, view: View) -> None:
        """Start a new game: send the seat, and the deal as that seat sees it."""
        with self._answering(READY, "readyok"):
            self._forget_ahead()
            self.process.send(f"uginewgame seat {view.seat} deal {view.deal}")
            self._synchronise(READY)

    def choose(self, view: View, allowance: Allowance, *, nodes: int | None = None) -> Answer:
        """Return the choice of the bot, with what it told while it thought."""
        began = time.perf_counter()
        most = allowance.most()
        until = began + (PATIENCE if most is None else most)
        with self._answering(until - began, "bestmove"):
            if self._ahead == view.events:
                self._ahead = None
                self.process.send("ponderhit")
            else:
                self._forget_ahead()
                self._tell(view)
                self._synchronise(until - time.perf_counter())
                self.process.send(go(allowance, nodes))
            return self._answer(view, allowance, began, until)

    def ponder(
        self, view: View, move: str, reply: str, allowance: Allowance, *, nodes: int | None = None
    ) -> None:
        """Let the bot ponder on its expected reply, if after that reply it is the turn of the bot again."""
        try:
            state = view.bare_state().play(move).play(reply)
        except (IllegalMove, NotationError):
            return
        if state.over or state.due or state.to_move != view.seat:
            return
        ahead = view.after(move, reply)
        with self._answering(READY, "bestmove"):
            self._tell(ahead)
            self.process.send(go(allowance, nodes, ponder=True))
            self._ahead = ahead.events

    def game_over(self, scores: str, ranks: str, deal: str | None) -> None:
        """Report the result of the game, with the full deal if one is given."""
        hidden = "" if deal is None else f" deal {deal}"
        with self._answering(READY, "readyok"):
            self._forget_ahead()
            self.process.send(f"gameover scores {scores} ranks {ranks}{hidden}")
            self._synchronise(READY)

    def _shake_hands(self) -> None:
        self.process.send("ugi")
        until = time.perf_counter() + HANDSHAKE
        for _ in range(MOST_LINES):
            line = self.process.read(until - time.perf_counter())
            words = line.split()
            if words[:1] == ["option"] and (declared := read_declaration(line)).name:
                self.options[declared.name] = declared
            elif words[:1] == ["games"]:
                self.games = tuple(words[1:])
            elif words == ["ugiok"]:
                return
            elif words == ["ugi"]:
                # Such a program would go on to say nothing else until the time is over.
                raise Forfeit(
                    PROTOCOL, "it repeats 'ugi' instead of an answer; expected a program of the bot protocol"
                )
        raise Forfeit(PROTOCOL, f"no 'ugiok' within {MOST_LINES} lines")

    def _tell(self, view: View) -> None:
        lines = [f"position moves {' '.join(view.events)}" if view.events else "position"]
        if self.has_switch("legal"):
            lines.append(f"legal {' '.join(view.bare_state().legal())}")
        self.process.send(*lines)

    def _synchronise(self, seconds: float) -> None:
        """Wait for `readyok`; a move that nobody asked for is detected here."""
        self.process.send("isready")
        until = time.perf_counter() + seconds
        while (line := self.process.read(until - time.perf_counter())) != "readyok":
            if line.startswith("bestmove"):
                raise Forfeit(PROTOCOL, f"'{line[:40]}' without a 'go'")
        self.process.expect_anew()

    def _answer(self, view: View, allowance: Allowance, began: float, until: float) -> Answer:
        told: dict[int, Info] = {}
        stopped = False
        # With a limit for this move alone the bot gets `stop` when the time is over; with a clock it stops by itself.
        stop = None if allowance.move is None else began + allowance.move
        while True:
            try:
                line = self.process.read((until if stopped or stop is None else stop) - time.perf_counter())
            except Silent:
                if stopped or stop is None:
                    raise
                stopped = True
                self.process.send("stop")
                continue
            words = line.split()
            if words[:1] == ["info"]:
                noted(told, read_info(words))
            elif words[:1] == ["bestmove"]:
                return self._choice(words, told, time.perf_counter() - began)

    def _choice(self, words: list[str], told: dict[int, Info], seconds: float) -> Answer:
        if len(words) not in (2, 4) or (len(words) == 4 and words[2] != "ponder"):
            raise Forfeit(PROTOCOL, f"'{' '.join(words)[:80]}': expected 'bestmove M [ponder M2]'")
        return Answer.of(words[1], words[3] if len(words) == 4 else None, told, seconds)

    def _forget_ahead(self) -> None:
        """Stop the pondering and ignore its answer."""
        if self._ahead is None:
            return
        self._ahead = None
        self.process.send("stop")
        until = time.perf_counter() + STOPPING
        while not self.process.read(until - time.perf_counter()).startswith("bestmove"):
            continue

    @contextmanager
    def _answering(self, seconds: float, expected: str) -> Iterator[None]:
        """Turn every fault of the process into a forfeit."""
        try:
            yield
        except Silent:
            raise Forfeit(TIME, f"no '{expected}' within {seconds:.3f} s") from None
        except Closed as error:
            raise Forfeit(CRASH, str(error)) from None
        except Flood as error:
            raise Forfeit(PROTOCOL, str(error)) from None


def go(allowance: Allowance, nodes: int | None, *, ponder: bool = False) -> str:
    """Return the `go` command for an allowance; times are whole milliseconds."""
    words = ["go", "ponder"] if ponder else ["go"]
    if allowance.move is not None:
        words += ["movetime", str(milliseconds(allowance.move))]
    if nodes is not None:
        words += ["nodes", str(nodes)]
    if allowance.left[allowance.seat] is not None:
        words += ["time", ",".join(str(milliseconds(left or 0.0)) for left in allowance.left)]
        words += ["inc", ",".join(str(milliseconds(won)) for won in allowance.increments)]
    return " ".join(words)


def milliseconds(seconds: float) -> int:
    """Return seconds as milliseconds; more than zero seconds are at least one millisecond."""
    return max(round(seconds * 1000), 1) if seconds else 0
