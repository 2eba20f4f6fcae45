"""A game in progress: its history, its players and its file; every move is saved."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from itertools import count, cycle
from pathlib import Path
from threading import Event as Flag
from typing import TYPE_CHECKING

from urbanist.bots.background import Background
from urbanist.bots.match.adjudication import STAND_IN
from urbanist.bots.players.player import Bot, Forfeit, Player
from urbanist.bots.players.python_bot import seated
from urbanist.bots.table import NoPicture, write_picture
from urbanist.bots.table.kit.language import reason_of, tr
from urbanist.bots.table.kit.player import seat_name
from urbanist.bots.table.kit.player_view import PlayerView, is_human
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.session import saves
from urbanist.bots.table.session.claim import Claim
from urbanist.bots.table.session.hidden import hides
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.table.session.saves import named, new_file
from urbanist.engine import NotationError
from urbanist.engine.event import Event, Move
from urbanist.engine.history import History, View
from urbanist.engine.record import ABORTED, Lost, Record
from urbanist.search.limit import INFINITE
from urbanist.search.result import Result

if TYPE_CHECKING:
    from urbanist.bots.table.session.logbook import Logbook


class BotFailed(Exception):
    """A bot failed; the game is saved."""


class Session:
    """One game with its players and its file. Whoever shows it asks people for moves and lets bots think."""

    def __init__(
        self,
        history: History,
        players: Sequence[str],
        *,
        table: Callable[[str], Table],
        hire: Callable[[str], Bot],
        file: Path | None,
        adviser: str,
        seed: int = 0,
        notes: Notebook | None = None,
        cards: Path | None = None,
        ponder: bool = False,
        logbook_file: Path | None = None,
    ) -> None:
        self._logbook_file = logbook_file
        #: Why the result is not counted, empty if it is; and what a rated game has changed, once it has ended.
        self.uncounted = self.rated = ""
        self._claim: Claim | None = None
        self._seen: tuple[int, int] | None = None
        self._cards, self._ponder = cards, ponder
        self._tables, self._hire, self._adviser = table, hire, adviser
        #: Why the game is not saved any more, empty if it is; and what is told so when that happens.
        self.unsaved = ""
        self.warn: Callable[[str], object] = str
        #: What the person is told at the beginning.
        self.warning = ""
        #: Whether another window plays the game: then this one shows what that one saves, and nobody moves here.
        self.looks_on = False
        self.file = file
        self.begin(history, players, notes or Notebook.new(seed, players))

    def begin(self, history: History, players: Sequence[str], notes: Notebook) -> None:
        """Start with another game."""
        self.bots = {} if self.looks_on else self._seated(players, notes)
        self.history, self.players, self.notes = history, tuple(players), notes
        self.table = self._tables(history.game.name)
        self.hides = any(hides(history, seat) for seat in range(len(players)))

    def _seated(self, players: Sequence[str], notes: Notebook) -> dict[int, Player]:
        """Return new players for all bots, because the old ones may remember moves that were taken back.

        A stand-in plays on for a person who has lost.
        """
        hired = {seat: self._hire(player) for seat, player in enumerate(players) if not is_human(player)}
        hired |= {lost.seat: STAND_IN for lost in notes.lost}
        return {seat: seated(bot, notes.seed + seat) for seat, bot in sorted(hired.items())}

    @property
    def file(self) -> Path | None:
        """The file of the game; None if it is not saved."""
        return self._file

    @file.setter
    def file(self, file: Path | None) -> None:
        self.release()
        self._file, self._claim = file, None if file is None else Claim(file)
        self._seen, self.looks_on = None, False

    # Other windows

    def claim(self) -> None:
        """Play the game in this window, unless another one does; a game that has no file yet is nobody else's."""
        if self._file is not None and self._claim is not None and self._file.exists():
            self.looks_on = not self._claim.take()
            if self.looks_on:
                self.bots = {}

    def release(self) -> None:
        """Let another window play the game."""
        if self._claim is not None:
            self._claim.release()

    def take_over(self) -> None:
        """Play the game here from now on, as it is saved; the window that played it looks on."""
        if self._claim is not None:
            self._claim.take(over=True)
            self._seen, self.looks_on = None, False
            self.looks_on = not self._reread()

    def watch(self) -> bool:
        """Follow what another window does with the game; return whether anything has changed.

        It may take the game over, and it may save it.
        """
        if self._claim is not None and self._claim.lost and not self.looks_on:
            self._seen, self.looks_on = None, True
        return self.looks_on and self._reread()

    def _reread(self) -> bool:
        """Show the game as it is saved; return whether that has changed."""
        with suppress(OSError, NotationError):
            assert self._file is not None
            kept = self._file.stat()
            if (kept.st_ino, kept.st_mtime_ns) != self._seen:
                record, history = saves.read_game(self._file)
                self._seen = (kept.st_ino, kept.st_mtime_ns)
                self.begin(history, record.seats, Notebook.of(record))
                return True
        return False

    @property
    def resigned(self) -> int | None:
        """The seat that gave up; None if nobody did."""
        return self.notes.resigned

    @property
    def beaten(self) -> dict[int, int]:
        """The seats of who gave up or had no more time, each with the event at which it lost; they cannot win."""
        late = {lost.seat: lost.event for lost in self.notes.lost}
        return late if self.resigned is None else {**late, self.resigned: len(self.history.events) + 1}

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.players) if is_human(player)]

    @property
    def playing(self) -> list[int]:
        """The seats of people who have not lost."""
        return [seat for seat in self.people if seat not in {lost.seat for lost in self.notes.lost}]

    @property
    def ended(self) -> bool:
        """Whether the game is over, somebody has given up, or no person plays any more."""
        gone = bool(self.people) and not self.playing
        return self.history.state.over or self.resigned is not None or gone

    @property
    def person(self) -> int | None:
        """The seat of the person who is to move; None if none is."""
        state = self.history.state
        asked = not self.ended and not state.due and state.to_move in self.playing and not self.looks_on
        return state.to_move if asked else None

    @property
    def pondering(self) -> dict[int, Player]:
        """The players that think while a person does."""
        return self.bots if self._ponder else {}

    def name(self, seat: int) -> str:
        """Return the name of a seat in messages."""
        return seat_name(seat, self.players[seat])

    def pov(self, seat: int | None, *, revealed: bool = False) -> PlayerView:
        """Return the game as a viewer sees it."""
        return PlayerView.of(self.history, seat, self.players, revealed=revealed)

    def allow_help(self) -> None:
        """Raise `NotationError` if the game is rated: then a person gets no hints and takes nothing back."""
        if self.notes.rated and not self.ended:
            raise NotationError(tr("this game is rated: it has no hints, and no move is taken back"))

    def adviser(self) -> Player:
        """Return a player that has ideas for a person."""
        return seated(self._hire(self._adviser), self.notes.seed)

    def ask(self) -> None:
        """Let the clock of the seat to move run, because it sees the position from now on."""
        self.notes.clock.start(self.history.state.to_move)

    def leave(self) -> None:
        """Stop the clock, and save what it shows: the game may be continued later."""
        if self.person is not None and self.notes.clock.limited:
            self.notes.clock.pause()
            self.save()

    @property
    def overdue(self) -> bool:
        """Whether the time of the person to move is over."""
        return self.person is not None and self.notes.clock.late() is not None

    def forfeit(self) -> str:
        """Let the person to move lose, because the time is over, and save the game; return a sentence about it.

        A stand-in plays on for the seat as long as other people play.
        """
        seat, late = self.history.state.to_move, self.notes.clock.late()
        assert late is not None
        self.notes.clock.stop()
        lost = Lost(seat, late.reason, len(self.history.events) + 1, str(late))
        self.notes.lost = (*self.notes.lost, lost)
        self.bots = self._seated(self.players, self.notes)
        self._settle()
        return tr("The time of {who} is over.", who=self.name(seat))

    def play(self, event: Event | str, result: Result | None = None) -> None:
        """Play an event and save the game; the result of a bot is noted with the move."""
        before = self.history
        self.history = before.play(event)
        if not before.state.due:
            seconds = self.notes.clock.stop()
            self.notes.add(len(before.events), before.state.to_move, result, seconds)
        self._settle()

    def draw(self) -> None:
        """Play the chance event that is due: a game from a file has only the draws that were made."""
        self.history = self.history.redrawn(self.notes.seed + len(self.history.events))
        due = self.history.state.chance()
        assert due is not None
        self.play(due)

    def play_of(self, seat: int, result: Result) -> None:
        """Play the move of a bot; raise `BotFailed` if the rules forbid it."""
        try:
            self.history.state.play(result.move)
        except ValueError as error:
            raise self.failure(seat, error) from error
        self.play(result.move, result)

    def failure(self, seat: int, error: BaseException) -> BotFailed:
        """Return the failure of a bot."""
        reason = reason_of(error)
        return BotFailed(
            tr("{who} failed: {reason}; {kept}", who=self.name(seat), reason=reason, kept=self.kept())
        )

    @property
    def last_decision(self) -> int | None:
        """How many events were before the last decision of a person; None if no person has moved."""
        moves = [(ply, state) for ply, state in enumerate(self.history.states[:-1]) if not state.due]
        return next((ply for ply, state in reversed(moves) if state.to_move in self.playing), None)

    def undo(self) -> tuple[Move, int]:
        """Go back to before the last decision of a person; return that move and its seat."""
        self.allow_help()
        if self.notes.clock.limited:
            raise NotationError(tr("no move is taken back while clocks run"))
        last = self.last_decision
        if last is None:
            raise NotationError(tr("nothing to undo: no person has moved yet"))
        back = self.history.move(last), self.history.states[last].to_move
        self.history = self.history.until(last)
        self.notes.cut(last)
        self.bots = self._seated(self.players, self.notes)
        self.save()
        return back

    def resign(self) -> None:
        """Note that the seat to move gives up, and save the game."""
        self.notes.resigned = self.history.state.to_move
        self._settle()

    def _settle(self) -> None:
        """Save the game, and count its result if it has ended."""
        self.save()
        if self._logbook_file is None or not self.ended or self.looks_on:
            return
        from urbanist.bots.table.session.results import next_level, own_result  # late, as the logbook

        result = own_result(self.record(), self.history)
        if result is None:
            return

        def add(logbook: "Logbook") -> None:
            if (change := logbook.add_result(result)) is not None:
                self.rated = f"{change} {next_level(result, change.now.value)}"

        self._log(add)

    def learn(self, lesson: str) -> None:
        """Note in the logbook that all steps of a guided game are done."""
        self._log(lambda logbook: logbook.add_lesson(self.history.game.name, lesson))

    def _log(self, write: Callable[["Logbook"], None]) -> None:
        """Write into the logbook, if there is one."""
        if self._logbook_file is None:
            return
        # Late: a game needs no database before it ends.
        from urbanist.bots.table.session.logbook import Logbook, LogbookError

        try:
            with Logbook(self._logbook_file) as logbook:
                write(logbook)
        except LogbookError as error:
            self.uncounted = reason_of(error)

    def again(self) -> None:
        """Begin a new deal of the same game, with the same seats and clocks, in a new file."""
        seed = self._next_seed()
        self._begin_anew(self.history.dealt_again(seed), self.notes.anew(seed, self.players))

    def replay_from(self, ply: int) -> None:
        """Begin a new game from an earlier position of this one, in a new file; what was to come is drawn again."""
        seed = self._next_seed()
        self._begin_anew(
            self.history.until(ply).redrawn(seed), self.notes.anew(seed, self.players, replayed=True)
        )

    def _next_seed(self) -> int:
        # Drawn from the last one, so that all games after --seed are the same again.
        return random.Random(f"{self.notes.seed} {self.history.deal}").getrandbits(32)

    def _begin_anew(self, history: History, notes: Notebook) -> None:
        kept = self.file is not None or self.unsaved
        self.begin(history, self.players, notes)
        self.file, self.unsaved = new_file(history.game.name) if kept else None, ""
        self.uncounted = self.rated = ""

    def record(self) -> Record:
        """Return the game so far as a record."""
        notes = self.notes
        record = Record.of(self.history, self.players, notes.meta(len(self.history.events)), notes.lost)
        if notes.lost and self.ended and record.ended == ABORTED:
            return replace(record, ended=f"forfeit {notes.lost[0].seat} {notes.lost[0].reason}")
        return record

    def save(self) -> None:
        """Save the game; if that fails, tell the reason and do not try again.

        A game without a move makes no new file. One that another window has taken over is that window's.
        """
        try:
            if self._file is not None and self._claim and not self.looks_on and self._worth_saving():
                with self._claim.writing() as mine:
                    self.looks_on = not mine
                    if mine:
                        saves.write_game(self._file, self.record())
        except OSError as error:
            self.unsaved, self.file = reason_of(error), None
            self.warn(self.unsaved)

    def _worth_saving(self) -> bool:
        begun = self.history.state.ply > 0 or self.resigned is not None or bool(self.notes.step)
        return begun or (self.file is not None and self.file.exists())

    def save_as(self, name: str) -> str:
        """Save the game to another file from now on, or now to the same; return the command to resume it with."""
        file = Path(name).expanduser() if name else self.file
        if file is None:
            raise NotationError(tr("no file to save to: type save FILE"))
        if name and file.exists() and file != self.file:
            raise NotationError(tr("{file} exists: name a new file", file=file))
        saves.write_game(file, self.record())
        if file != self.file:
            self.file = file
        self.unsaved = ""
        return saves.resuming(self.history, file, self._cards)

    def paint(self, folder: Path) -> str:
        """Write a picture of everything to a new file in a folder, and return a sentence about it.

        It is a PNG, or an SVG where the library for pictures is not installed.
        """
        suffix = ".svg" if find_spec("resvg_py") is None else ".png"
        name = self.history.game.name if self.file is None else self.file.stem
        names = (f"{name}{suffix}" if number == 1 else f"{name}-{number}{suffix}" for number in count(1))
        file = next(path for path in map(folder.joinpath, names) if not path.exists())
        try:
            write_picture(self.pov(None, revealed=True), file)
        except NoPicture:
            return tr("This game has no picture.")
        except OSError as error:
            return tr("No picture is saved: {reason}", reason=reason_of(error))
        return tr("The picture: {file}", file=file)

    def resume(self, name: str) -> None:
        """Continue a saved game instead of this one."""
        file = named(name)
        record, history = saves.read_game(file)
        claim = Claim(file)
        if file != self.file and not claim.take():
            raise NotationError("{place}: another window plays this game", place=name)
        claim.release()
        try:
            self.begin(history, record.seats, Notebook.of(record))
        except (ValueError, Forfeit) as error:
            raise NotationError("{place}: {reason}", place=name, reason=reason_of(error)) from None
        self.file = file
        self.claim()

    def kept(self) -> str:
        """Return the command to resume the game with, or the file of a game that is over."""
        if self.file is None:
            return tr("the game is not saved")
        if self.looks_on:
            return tr("another window plays the game")
        if self.ended:
            return tr("the record: {file}", file=self.file)
        if not self._worth_saving():
            return tr("no move was made, so no game is saved")
        command = saves.resuming(self.history, self.file, self._cards)
        return tr("the game is saved; continue with: {command}", command=command)


@contextmanager
def pondering(players: Mapping[int, Player], history: History) -> Iterator[None]:
    """Let the players of seats search what they see of a position while another seat is to move, until the block ends.

    They take turns, a slice each. Only a player that keeps its tree can use what it finds; the others rest.
    """
    keeping = [(player, history.seen_by(seat)) for seat, player in players.items() if player.ponders]
    if not keeping:
        yield
        return
    work = Background(partial(_ponder, keeping))
    try:
        yield
    finally:
        work.stop()
        work.join()


def _ponder(keeping: list[tuple[Player, View]], enough: Flag) -> None:
    # A search that fails here fails again when its player is to move; then the session says so.
    with suppress(ValueError, RuntimeError, MemoryError):
        searches = [player.think(view, INFINITE) for player, view in keeping]
        for search in cycle(searches):
            if enough.is_set():
                return
            next(search)
