"""A bot as a server of the bot protocol: commands come in as lines, answers go out as lines."""

import threading
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

from urbanist.bots.players.allowance import seconds_for_move
from urbanist.bots.players.bot import Bot, Player
from urbanist.bots.players.builtin import seated
from urbanist.bots.players.pace import Pace, budget, pace_of
from urbanist.bots.players.pimc_bot import PimcPlayer
from urbanist.bots.players.spec import check_for, options_by_name, with_option
from urbanist.bots.players.tree_bot import TreePlayer
from urbanist.bots.process.engine_process import LONGEST_LINE
from urbanist.bots.protocol.declaration import EMPTY, option_lines
from urbanist.bots.protocol.reply import word_of
from urbanist.bots.protocol.search_thread import SearchThread
from urbanist.engine import GAMES, State
from urbanist.engine.history import View
from urbanist.engine.printable import one_line
from urbanist.engine.record import find_game
from urbanist.engine.suggestion import suggestion
from urbanist.search.limits import Limits, smaller

AUTHOR = "the urbanist developers"
#: No number of a command has more digits.
DIGITS = 15
#: What `go` takes, and whether a value follows.
GO = {
    "movetime": True,
    "nodes": True,
    "time": True,
    "inc": True,
    "infinite": False,
    "ponder": False,
    "searchmoves": True,
}
#: The most lines that a bot tells of.
MOST_LINES = 500
#: The options that every bot has beside its own.
COMMON = (
    "option name ponder type check default false",
    f"option name multipv type spin default 1 min 1 max {MOST_LINES}",
)
SWITCH = {"true": True, "false": False}


class Malformed(ValueError):
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
            if not 1 <= lines <= MOST_LINES:
                raise Malformed(f"option 'multipv={value}': expected a whole number from 1 to {MOST_LINES}")
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
        if seat >= seats:
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
        view = View(find_game(deal, GAMES), self._seat, deal, tuple(events))
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
        given = arguments(words)
        only = permitted(words, state)
        if self._player is None:
            self._player = seated(self.bot, 0)
        limits, pace = self._limits(given, view, state)
        self._search = SearchThread(
            self._player,
            view,
            limits,
            self._write,
            pace,
            "ponder" in given,
            self._names_reply,
            only,
            self._lines,
        )
        self._search.start()

    def _limits(self, given: dict[str, str], view: View, state: State) -> tuple[Limits | None, Pace | None]:
        """Return what a `go` allows and the bot's options allow, the smaller of both (None: no end), and the pace."""
        if "infinite" in given:
            return None, None
        nodes = number("nodes", given["nodes"]) if "nodes" in given else None
        seconds = max(number("movetime", given["movetime"]), 1) / 1000 if "movetime" in given else None
        left = per_seat("time", given["time"], state) if "time" in given else None
        won = per_seat("inc", given["inc"], state) if "inc" in given else 0
        if not isinstance(player := self._player, TreePlayer | PimcPlayer):
            # Who does not search may still want to know the time.
            own = None if left is None else seconds_for_move(left / 1000, won / 1000)
            return Limits(nodes=1, seconds=smaller(own, seconds)), None
        options = player.options_at(view)
        if left is None:
            return options.limits(seconds, nodes), None
        pace = pace_of(view, left / 1000, won / 1000).within(seconds)
        if isinstance(player, PimcPlayer):
            return options.limits(pace.usual, nodes), None  # its worlds need equal times
        return budget(options, pace, nodes)

    def _stop(self, _: list[str]) -> None:
        if self._search is not None:
            self._search.stop()

    def _ponderhit(self, _: list[str]) -> None:
        if self._search is None or not self._search.running or not self._search.ponders:
            raise Malformed("nothing is pondered; 'go ponder' does")
        self._search.hit()

    def _query(self, words: list[str]) -> None:
        answers: dict[str, Callable[[View, State], str]] = {
            "legal": lambda _, state: " ".join(["legal", *state.legal()]),
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
    hidden = any("?" in text for text in (view.deal, *view.events))
    return ",".join(map(str, state.ranks())) if state.over and not hidden else "none"


def arguments(words: Sequence[str]) -> dict[str, str]:
    """Return what follows each word of a `go` that is known; others are left out."""
    found = {}
    for word, value in zip_longest(words, words[1:], fillvalue=""):
        if word in GO:
            found[word] = value if GO[word] else ""
    return found


def permitted(words: Sequence[str], state: State) -> tuple[str, ...]:
    """Return the moves after `searchmoves` of a `go`; empty if there are none, which permits all."""
    if "searchmoves" not in words:
        return ()
    first = words.index("searchmoves") + 1
    end = next((place for place in range(first, len(words)) if words[place] in GO), len(words))
    legal = set(state.legal())
    wrong = next((move for move in words[first:end] if move not in legal), None)
    if wrong is not None or end == first:
        raise Malformed(f"searchmoves '{wrong or ''}': expected legal moves")
    return tuple(dict.fromkeys(words[first:end]))


def number(name: str, text: str) -> int:
    """Return a whole number that is not negative; `Malformed` for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        raise Malformed(f"{name} '{text}': expected a whole number")
    return int(text)


def per_seat(name: str, text: str, state: State) -> int:
    """Return the entry of the seat to move in a list of numbers, one a seat."""
    numbers = [number(name, entry) for entry in text.split(",")]
    if len(numbers) != state.seats:
        raise Malformed(f"{name} '{text}': expected {state.seats} numbers, one a seat")
    return numbers[state.to_move]
