"""A game at the table: people type moves, bots think, and every move is saved."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from urbanist.bots.players.bot import Bot, Player
from urbanist.bots.players.forfeit import Forfeit
from urbanist.bots.table.kit.sight import HUMAN, Sight
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.session import advice, save, verdict
from urbanist.bots.table.session.choice import Choice
from urbanist.bots.table.session.manual import manual
from urbanist.bots.table.session.pondering import pondering
from urbanist.bots.table.session.screen import Screen, shown
from urbanist.engine import NotationError
from urbanist.engine.history import History, View
from urbanist.engine.record import Record
from urbanist.search.result import Result

#: The commands that may have an argument.
MAY_TAKE = ("save", "resume", "list", "board")


class Leave(Exception):
    """The session is over; its text, if any, is the last message."""


class Failure(Exception):
    """A bot failed; the game is saved."""


class Session:
    """One game with its players, its screen and its file; `run` plays it to the end."""

    def __init__(
        self,
        history: History,
        players: Sequence[str],
        *,
        table: Callable[[str], Table],
        hire: Callable[[str], Bot],
        screen: Screen,
        file: Path | None,
        adviser: str,
        seed: int = 0,
        cards: Path | None = None,
        ponder: bool = False,
    ) -> None:
        self.screen, self.file, self._cards, self._ponder = screen, file, cards, ponder
        self._tables, self._hire, self._adviser, self._seed = table, hire, adviser, seed
        self._begin(history, players)

    def _begin(self, history: History, players: Sequence[str]) -> None:
        self._bots = self._seated(players)
        self.history, self.players = history, tuple(players)
        self.table = self._tables(history.game.name)
        self._commands = self._known()
        self.resigned: int | None = None
        self._looking: int | None = None  # the person at the screen, if any
        self._greeted: set[int] = set()  # people who have seen the whole board
        self._narrated = len(history.events)
        self._hidden = any(advice.hides(history, seat) for seat in range(len(players)))
        self._renew()

    def _renew(self) -> None:
        """Note that the position is new: it must be shown, and messages about the last one are obsolete."""
        self._fresh = True
        self._choice = Choice(self.table, self.screen)

    def _known(self) -> dict[str, Callable[[str], None]]:
        """Return the functions of the commands at this table."""
        ranking = {"list": self._list, "more": self._more} if self.table.ranking is not None else {}
        return ranking | {
            "hint": self._hint,
            "moves": self._moves,
            "worth": self._worth,
            "why": self._why,
            "log": self._log,
            "board": self._board,
            "undo": self._undo,
            "save": self._save_as,
            "resume": self._resume,
            "resign": self._resign,
            "help": self._help,
            "quit": self._quit,
        }

    def _seated(self, players: Sequence[str]) -> dict[int, Player]:
        """Return new players for all bots, because the old ones may remember moves that were taken back."""
        bots = [(seat, player) for seat, player in enumerate(players) if player != HUMAN]
        return {seat: self._hire(player).sit(self._seed + seat) for seat, player in bots}

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.players) if player == HUMAN]

    def run(self) -> None:
        """Play until the game is over or the person leaves; in each case the game is saved."""
        try:
            self._save()
            while not self.history.state.over:
                self._turn()
            self._end()
        except (EOFError, KeyboardInterrupt):
            self.screen.say(f"\n{self.kept()}", whole=True)
        except Forfeit as error:
            raise Failure(f"a program did not start: {shown(error)}; {self.kept()}") from error
        except Leave as last_word:
            self.screen.say(str(last_word) or self.kept(), whole=True)

    def sight(self, *, revealed: bool = False) -> Sight:
        """Return what the person at the screen may see."""
        return Sight.of(self.history, self._looking, self.players, revealed=revealed)

    def _turn(self) -> None:
        if self.history.state.due:
            # A game from a file has only the draws that were made.
            self.history = self.history.redrawn(self._seed + len(self.history.events))
            self._play(self.history.state.chance() or "")
            return
        seat = self.history.state.to_move
        if seat in self._bots:
            self._watch()
            self._play(self._thought(seat))
            return
        self._face(seat)
        try:
            with pondering(self._bots if self._ponder else {}, self.history):
                typed = self.screen.ask(f"seat {seat}, {self._choice.asked}: ")
            self._obey(typed)
        except (NotationError, OSError) as error:
            self.screen.say(shown(error))

    def _thought(self, seat: int) -> str:
        view = self.history.seen_by(seat)
        name = f"seat {seat} ({self.players[seat]})"
        try:
            result = self._consult(self._bots[seat], view, f"{name} thinks")
            self.history.state.play(result.move)
        except (ValueError, OSError, RuntimeError, Forfeit) as error:
            raise Failure(f"{name} failed: {shown(error)}; {self.kept()}") from error
        return result.move

    def _consult(self, player: Player, view: View, text: str) -> Result:
        return self.screen.wait(self.table, text, lambda: player.choose(view))

    def _play(self, move: str) -> None:
        self.history = self.history.play(move)
        self._renew()
        self._save()

    def _watch(self) -> None:
        """Show the game while bots move, but no cards if several people share the screen."""
        if self.screen.plain(self.table):
            if not self.people:
                self._news()
        elif len(self.people) < 2 or not self._hidden:
            self._looking = self.people[0] if len(self.people) == 1 else None
            self.screen.draw(self.table, self.sight())

    def _face(self, seat: int) -> None:
        """Show the position to the person to move, once in a turn."""
        if not self._fresh:
            return
        if self._hidden and len(self.people) > 1 and seat != self._looking:
            self.screen.console.clear()
            self._looking = None
            typed = self.screen.ask(f"seat {seat} is to move: press Enter when nobody else looks ")
            if typed.strip() == "quit":
                raise Leave
        self._looking, self._fresh = seat, False
        plain = self.screen.plain(self.table)
        if plain and self._narrated < len(self.history.events):
            self._news()
        if plain and seat in self._greeted:
            self.screen.say(self.table.describe_turn(self.sight()))
        else:
            self.screen.draw(self.table, self.sight())
        self._greeted.add(seat)
        self._narrated = len(self.history.events)

    def _news(self) -> None:
        """Show the events since the last time."""
        sight = self.sight()
        for ply in range(self._narrated, len(self.history.events)):
            self.screen.say(self.table.narrate(sight, ply))
        self._narrated = len(self.history.events)

    def _obey(self, text: str) -> None:
        word, _, rest = text.strip().partition(" ")
        word, rest = word.lower() or "board", rest.strip()
        agreed, answer = self._choice.answered(text)
        if agreed:
            self._play(agreed)
        elif word in self._commands and not answer:
            if rest and word not in MAY_TAKE:
                raise NotationError(f"'{word}' takes nothing after it: leave out '{rest[:30]}'")
            self._commands[word](rest)
        elif not answer and (move := self._choice.propose(text, self.sight())):
            self._play(move)

    def _hint(self, _: str) -> None:
        seat = self.history.state.to_move
        view = self.history.seen_by(seat)
        adviser = self._hire(self._adviser).sit(self._seed)
        result = self._consult(adviser, view, "thinking about a hint")
        lines = advice.hint(result, view, self.table)
        said = [*advice.standing(result, seat), self._choice.advise(lines), *advice.preference(result, view)]
        self.screen.say("\n".join(said))

    def _list(self, text: str) -> None:
        assert self.table.ranking is not None
        self.screen.say(self._choice.rank(self.table.ranking, self.sight(), text))

    def _more(self, _: str) -> None:
        self.screen.say(self._choice.more())

    def _moves(self, _: str) -> None:
        self.screen.say(self.table.list_moves(self.sight().state))

    def _worth(self, _: str) -> None:
        rows = self.sight().state.score_rows(self.history.state.to_move)
        total = f"  together: {sum(row.points for row in rows)}"
        self.screen.say("\n".join([*map(verdict.explain, rows), total]))

    def _why(self, _: str) -> None:
        seat = self.history.state.to_move
        found = partial(advice.unknown, self.history, seat, self.players, self.table)
        self.screen.say(self.screen.wait(self.table, "thinking about what is hidden", found))

    def _log(self, _: str) -> None:
        self._narrated = 0
        self._news()

    def _board(self, seat: str) -> None:
        if not seat:
            self.screen.draw(self.table, self.sight())
            return
        if self._hidden:
            raise NotationError(f"'board' takes nothing after it: leave out '{seat[:30]}'")
        if seat not in map(str, range(len(self.players))):
            raise NotationError(f"there is no seat '{seat[:30]}'; there are 0 to {len(self.players) - 1}")
        self.screen.draw(self.table, Sight.of(self.history, int(seat), self.players))

    def _undo(self, _: str) -> None:
        moves = [(ply, state) for ply, state in enumerate(self.history.states[:-1]) if not state.due]
        earlier = [ply for ply, state in moves if state.to_move in self.people]
        if not earlier:
            raise NotationError("nothing to undo: no person has moved yet")
        if self.screen.plain(self.table):
            back = self.history.events[earlier[-1]]
            self.screen.say(f"back to before {back} of seat {self.history.states[earlier[-1]].to_move}")
        self.history = self.history.until(earlier[-1])
        self._narrated = len(self.history.events)
        self._renew()
        self._bots = self._seated(self.players)
        self._save()

    def _save_as(self, name: str) -> None:
        file = Path(name).expanduser() if name else self.file
        if file is None:
            raise NotationError("no file to save to: type save FILE")
        if name and file.exists() and file != self.file:
            raise NotationError(f"{file} exists: name a new file")
        save.write(file, self.record())
        self.file = file
        self.screen.say(f"saved: {save.resuming(self.history, file, self._cards)}", whole=True)

    def _resume(self, name: str) -> None:
        if not name:
            raise NotationError("no file to resume from: type resume FILE")
        record, history = save.read(Path(name).expanduser())
        try:
            self._begin(history, record.seats)
        except (ValueError, Forfeit) as error:
            raise NotationError(f"{name}: {shown(error)}") from None
        self.file = Path(name).expanduser()

    def _resign(self, _: str) -> None:
        self.resigned = self.history.state.to_move
        self._save()
        self._end()
        raise Leave(f"seat {self.resigned} resigned; {self.kept()}")

    def _help(self, _: str) -> None:
        self.screen.say(manual(self.table, hidden=self._hidden))

    def _quit(self, _: str) -> None:
        raise Leave

    def _end(self) -> None:
        """Show the final position, all cards, and the points row by row."""
        self._looking = self.people[0] if len(self.people) == 1 else None
        sight = self.sight(revealed=True)
        if self.screen.plain(self.table):
            self._news()
            self.screen.say(verdict.read_out(sight))
        else:
            self.screen.draw(self.table, sight)
            self.screen.show(verdict.scoring(sight))
        if self.resigned is None:
            self.screen.say(f"{verdict.headline(sight)}.")
            if self.file is not None:
                self.screen.say(f"the record: {self.file}", whole=True)

    def record(self) -> Record:
        """Return the game so far as a record."""
        meta: dict[str, Any] = {"seed": self._seed}
        if self.resigned is not None:
            meta["resigned"] = self.resigned
        return Record.of(self.history, self.players, meta)

    def _save(self) -> None:
        """Save the game; if that fails, say so once and play on."""
        if self.file is None:
            return
        try:
            save.write(self.file, self.record())
        except OSError as error:
            self.screen.say(f"the game is not saved: {shown(error)}; 'save FILE' saves it to another file")
            self.file = None

    def kept(self) -> str:
        """Return the command to resume the game with."""
        if self.file is None:
            return "the game is not saved"
        return f"the game is saved; continue with: {save.resuming(self.history, self.file, self._cards)}"
