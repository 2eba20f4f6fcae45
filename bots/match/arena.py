"""The arena: bots play a game, each bot sees only the view of its seat, and no bot can disturb the others.

A bot forfeits the game if its move is illegal or late, if its process dies, or if it breaks the protocol. Then a
stand-in plays on for it, its rank is last, and the record names the forfeit.
"""

import json
import socket
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from urbanist.bots.match.adjudication import STAND_IN, Adjudicator, solver
from urbanist.bots.match.clock import charged, overdue
from urbanist.bots.match.notes import GameNotes, score_of
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.players.player import CRASH, ILLEGAL, Bot, Forfeit, Player
from urbanist.bots.players.python_bot import seated
from urbanist.engine import IllegalMove, NotationError
from urbanist.engine.history import History, View
from urbanist.engine.record import Lost, Record
from urbanist.engine.user_file import forget_files

if TYPE_CHECKING:
    from urbanist.engine.event import Event

#: Stands for a seat while no bot is to move.
NOBODY = -1


@dataclass(slots=True)
class Turn:
    """Who is to move, or `NOBODY`. The value may lie in memory that another process reads."""

    value: int = NOBODY


@dataclass(frozen=True, slots=True)
class Played:
    """The record of a game, who forfeited in this order, and the number of moves and seconds of each seat.

    `late` has by seat by how many seconds an answer that counted was later than its limit without the grace.

    A record has times only where a clock runs or where they are asked for: else the same seeds give the same record.
    """

    record: Record
    lost: tuple[Lost, ...]
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    late: tuple[float, ...] = ()


class Arena(AbstractContextManager["Arena"]):
    """A table that plays one game after another and keeps processes of bots between games; it must be closed."""

    def __init__(self, turn: Turn | None = None) -> None:
        self.turn = turn or Turn()
        # Who waits has been asked already whether it lasts, which reads the time of its process.
        self._idle = defaultdict[tuple[Bot, bool], list[Player]](list)
        self._closed = False

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes that wait for a game; one that still plays ends after its game."""
        self._closed = True
        free = [player for players in self._idle.values() for player in players]
        self._idle.clear()
        try:
            for player in free:
                player.close()
        finally:
            for player in free:
                player.kill()

    def play(self, pairing: Pairing) -> Played:
        """Return the game of a pairing, played to its end from where it stands.

        Processes are told the whole deal in the end if it may be revealed: nobody plays it again. Where they restart,
        each program gets a new process and the file of each class runs again, unless the bot says otherwise. The socket
        by which it is watched is told of each position, as everybody may see it, if events can tell that.
        """
        start = pairing.start()
        if restart := pairing.restarts(start.state):
            forget_files()
        running = GameInProgress(self, pairing, start, restart=restart)
        try:
            running.seat()
            while not running.history.state.over:
                if pairing.watched and start.state.game.notation.tells_views:
                    seen = running.history.seen_by(None)
                    told = {"deal": seen.deal, "events": seen.texts, "names": pairing.names}
                    inform(pairing.watched, {"game": pairing.called, **told})
                running.turn()
            return running.end()
        finally:
            self.turn.value = NOBODY
            running.leave()

    def seat(self, bot: Bot, seed: int, view: View, game: str, *, restart: bool = False) -> Player:
        """Return a player of a bot for this game; raise `Forfeit` if a new one does not accept the game."""
        idle = self._idle[bot, restart] if self._idle else []
        while idle:
            player = idle.pop()
            try:
                player.begin(view, seed, game)
            except Forfeit:
                # It played its earlier games without a fault, so its end between games is no forfeit.
                player.kill()
            else:
                return player
        player = seated(bot, seed)
        try:
            player.begin(view, seed, game)
        except Forfeit:
            player.kill()
            raise
        return player

    def keep(self, players: Iterable[tuple[Bot, Player]], *, restart: bool) -> None:
        """Keep the players that last for the next game, and end the others."""
        leaving = []
        for bot, player in players:
            if not self._closed and player.lasts(restart=restart):
                self._idle[bot, restart].append(player)
            else:
                player.leave()
                leaving.append(player)
        # They end at the same time.
        for player in leaving:
            player.close()


class GameInProgress:
    """One game while it is played."""

    def __init__(self, arena: Arena, pairing: Pairing, start: History, *, restart: bool) -> None:
        self.history = start
        self._arena, self._pairing, self._restart = arena, pairing, restart
        self._seeds = pairing.seat_seeds()
        self._limits = None if pairing.controls is None else list(pairing.controls)
        self._views = [start.seen_by(seat) for seat in range(len(self._seeds))]
        self._news: list[list[Event]] = [[] for _ in self._seeds]  # what each will see when it is to move
        self._moves, self._seconds = [0] * len(self._seeds), [0.0] * len(self._seeds)
        self._late = [0.0] * len(self._seeds)
        self._lost: dict[int, Lost] = {}
        self._players: list[Player] = []
        #: By seat: who plays for one whose bot plays no more.
        self._stand_ins: dict[int, Player] = {}
        by = pairing.adjudication
        self._adjudicator = None if by is None else Adjudicator(by, len(self._seeds))
        #: For the record: who plays no more, from which event on, and why.
        self._adjudicated: list[dict[str, object]] = []
        self._notes = GameNotes(pairing.called, pairing.controls, pairing.noting)

    def seat(self) -> None:
        """Make a player for each seat; a stand-in for one that has lost before the game begins."""
        lost = dict(self._pairing.lost)
        for seat, (bot, seed) in enumerate(zip(self._pairing.bots, self._seeds, strict=True)):
            self._arena.turn.value = seat
            try:
                if seat in lost:
                    raise Forfeit(CRASH, lost[seat])
                player = self._arena.seat(
                    bot, seed, self._views[seat], self._pairing.called, restart=self._restart
                )
                self._players.append(player)
            except Forfeit as forfeit:
                self._players.append(STAND_IN.sit(seed))
                self._note(seat, forfeit)

    def turn(self) -> None:
        """Play one move of the seat to move or of its stand-in; note how the bot of the seat found it."""
        seat = self._arena.turn.value = self.history.state.to_move
        view = self._view(seat)
        if self._adjudicator is not None and len(self._stand_ins) < len(self._seeds):
            self._adjudicate(self._adjudicator, seat, view)
        away = seat in self._lost or seat in self._stand_ins
        limits = None if away else self._limits
        limit = None if limits is None else limits[seat].changed(seats=tuple(limits))
        player = self._stand_ins.get(seat) or self._players[seat]
        began = time.perf_counter() - player.suspended
        try:
            result = player.choose(view, limit)
            spent = time.perf_counter() - player.suspended - began
            if limits is not None:
                self._late[seat] = max(self._late[seat], overdue(limits[seat], spent))
                limits[seat] = charged(limits[seat], spent)
            history = self.history.play(result.move)
        except Forfeit as forfeit:
            self._replace(seat, forfeit)
            return
        except (IllegalMove, NotationError) as error:
            self._replace(seat, Forfeit(ILLEGAL, str(error)))
            return
        if not away:
            self._moves[seat] += 1
            self._seconds[seat] += spent
            self._notes.add(len(self.history.events), seat, result, spent)
            if self._adjudicator is not None:
                self._adjudicator.hear(seat, score_of(result, seat))
        before, self.history = self.history, history
        self._tell(len(before.events))

    def end(self) -> Played:
        """Return the finished game and report it to the processes."""
        pairing = self._pairing
        meta: dict[str, object] = {"seeds": list(self._seeds)}
        if pairing.marks:
            meta["bots"] = [mark or None for mark in pairing.marks]
        meta |= self._notes.meta(len(self.history.events))
        if self._adjudicated:
            meta["adjudicated"] = self._adjudicated
        lost = tuple(self._lost.values())
        record = Record.of(self.history, pairing.names, meta, lost)
        scores, ranks = (",".join(map(str, numbers or ())) for numbers in (record.scores, record.ranks))
        kept = []
        for bot, player in zip(pairing.bots, self._players, strict=True):
            # The game is over: a fault now ends the player, but it is no forfeit.
            try:
                player.end(scores, ranks, record.deal if pairing.reveal else None)
            except Forfeit:
                player.kill()
            else:
                kept.append((bot, player))
        self._players.clear()
        self._arena.keep(kept, restart=self._restart)
        return Played(record, lost, tuple(self._moves), tuple(self._seconds), tuple(self._late))

    def leave(self) -> None:
        """End the players that are not kept."""
        for player in self._players:
            player.kill()

    def _tell(self, first: int) -> None:
        """Add the new events, a move and the chance events after it, to what each seat sees."""
        history = self.history
        mask = history.game.notation.mask_event
        for event, state in zip(history.events[first:], history.states[first:-1], strict=True):
            for watching, news in enumerate(self._news):
                news.append(mask(event, state.to_move, watching))

    def _view(self, seat: int) -> View:
        """Return the current view of a seat."""
        if not self.history.game.notation.tells_views:
            return self.history.seen_by(seat)
        self._views[seat] = view = self._views[seat].after(*self._news[seat])
        self._news[seat].clear()
        return view

    def _replace(self, seat: int, forfeit: Forfeit) -> None:
        """Let a stand-in play for a seat; a fault of the stand-in itself is an error of the program."""
        if seat in self._lost or seat in self._stand_ins:
            raise forfeit
        self._players[seat].kill()
        self._players[seat] = STAND_IN.sit(self._seeds[seat])
        self._note(seat, forfeit)

    def _adjudicate(self, adjudicator: Adjudicator, seat: int, view: View) -> None:
        """Let the arena play on for a seat that resigns, or for all seats if the game is decided."""
        away = self._lost.keys() | self._stand_ins.keys()
        left = [other for other in range(len(self._seeds)) if other not in away]
        if seat in left and adjudicator.resigns(seat):
            # Whoever then is alone has nobody to play with.
            self._leave_to(STAND_IN, "resigned", *([seat] if len(left) > 2 else left))
        elif adjudicator.agreed(away) is not None:
            self._leave_to(STAND_IN, "agreed", *left)
        elif adjudicator.solved(view, self._seeds[seat]):
            self._leave_to(solver(), "solved", *range(len(self._seeds)))

    def _leave_to(self, bot: Bot, why: str, *seats: int) -> None:
        """Let a bot of ours play on for seats, and note it for the record."""
        event = len(self.history.events) + 1
        self._adjudicated.append({"event": event, "why": why, "seats": list(seats)})
        self._stand_ins.update((seat, bot.sit(self._seeds[seat])) for seat in seats)

    def _note(self, seat: int, forfeit: Forfeit) -> None:
        self._lost[seat] = Lost(seat, forfeit.reason, len(self.history.events) + 1, str(forfeit))


def inform(watched: str, told: Mapping[str, object]) -> None:
    """Send news of a game to a socket of those who watch; nobody waits if that is impossible."""
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.setblocking(False)
        line.sendto(json.dumps(told).encode(), watched)


def play_game(start: History, bots: Sequence[Bot], seeds: Sequence[int]) -> Played:
    """Return the game played to its end from where it stands, one bot and one seed a seat."""
    with Arena() as arena:
        return arena.play(Pairing.of(start, bots, seeds))
