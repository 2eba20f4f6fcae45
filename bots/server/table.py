"""One table: a session whose people sit elsewhere, its keys, its agreements, and who is told when it changes."""

import asyncio
import json
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import copy, deepcopy
from hashlib import sha256
from typing import Self

from urbanist.bots.match.adjudication import STAND_IN
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import SpecError, bot_text, parse_builtin
from urbanist.bots.server.pool import ThinkingPool
from urbanist.bots.server.store import StoredTable, TableState, TableStore, TableStoreError
from urbanist.bots.server.worker import DecisionAnswer, DecisionJob
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.guided_game import GuidedGame, Step
from urbanist.bots.table.kit.language import reason_of, tr
from urbanist.bots.table.kit.player_view import is_human
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.session.course import Course
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.table.session.session import Session
from urbanist.engine import GAMES, IllegalMove, NotationError, State
from urbanist.engine.event import Chance, Move
from urbanist.engine.history import History, View
from urbanist.engine.message import UserError
from urbanist.engine.record import ABORTED, Record, behind, find_game

#: The bot that gives hints, and the one that sits in for a person. The same position has the same hint.
ADVISER, RELIEF = "ismcts:nodes=10000", "level=3"
#: Seconds for which a person counts as here after a request.
HERE = 30.0
#: How far apart the seeds of two decisions of a game are.
SPREAD = 7919
#: The bits of a seed: nobody finds out by trying what is drawn next.
SEED_BITS = 60
#: What a game without steps has.
NO_STEPS = GuidedGame("", "", "", ())
#: What people agree on.
UNDO, AGAIN = "undo", "again"


class TableError(UserError):
    """A request that a table refuses: the status of HTTP, and the reason in one line."""

    def __init__(self, status: int, reason: str, /, **values: object) -> None:
        super().__init__(reason, **values)
        self.status = status


def unable(status: int, bot: str) -> TableError:
    """Return that a bot of the server cannot play; what its text says stays here."""
    return TableError(status, "the bot {bot} cannot play here", bot=bot)


class ServedSession(Session):
    """A session that is saved by who serves it."""

    def __init__(
        self,
        history: History,
        players: tuple[str, ...],
        notes: Notebook,
        keep: Callable[[], None],
        hire: Callable[[str], Bot],
    ) -> None:
        self._keep = keep
        super().__init__(history, players, table=table_of, hire=hire, file=None, adviser=ADVISER, notes=notes)

    def save(self) -> None:
        """Keep the game."""
        self._keep()

    def _next_seed(self) -> int:
        return secrets.randbits(SEED_BITS)


class ServedTable:
    """A table that is served; all of it happens in one loop."""

    def __init__(
        self,
        name: str,
        stored: StoredTable,
        store: TableStore,
        pool: ThinkingPool,
        owner: str,
        bots: Mapping[str, str],
    ) -> None:
        #: The address for which its bots think.
        self.owner = owner
        self.name, self.setup, self.state = name, stored.setup, stored.state
        self._store, self._pool, self._bots = store, pool, bots
        self._kept = len(stored.events)
        self._watching: set[asyncio.Event] = set()
        self._streams: Counter[int] = Counter()
        self._seen: dict[int, float] = {}
        self._driving: asyncio.Task[None] | None = None
        #: The last hint, and of which game so far.
        self._advice: tuple[History, asyncio.Task[DecisionAnswer]] | None = None
        self.touched = self._moved = time.monotonic()
        #: Grows with each change; no two moments of a table have the same, even if it is read from the file again.
        self.version = time.time_ns() // 1000
        #: Whether the file did not take what happened: then the table must be read from it again.
        self.broken = False
        players = tuple(seat.player for seat in self.setup.seats)
        history = History.read(find_game(stored.deal, GAMES), stored.deal, stored.events)
        record = Record(stored.deal, players, stored.events, None, None, ABORTED, json.loads(stored.meta))
        notes = Notebook.of(record)
        self.session = ServedSession(history, players, notes, self._keep, self._hired)
        self._here = [False for _ in self.session.people]

    # Who is who.

    def seat_of(self, key: str | None) -> int | None:
        """Return the seat that a key opens; None without a key, which is a spectator. Raise 403 for a wrong one."""
        if not key:
            if not self.setup.watch:
                raise TableError(403, "this table is closed to spectators: a key of a seat is needed")
            return None
        for seat, kept in enumerate(self.setup.seats):
            if kept.key and secrets.compare_digest(kept.key.encode(), key.encode()):
                return seat
        raise TableError(403, "no seat of this table has this key")

    def seat_with(self, key: str | None) -> int:
        """Return the seat that a key opens, and note that its person is here; raise 403 without a key."""
        seat = self.seat_of(key) if key else None
        if seat is None:
            raise TableError(403, "a key of a seat is needed")
        self.greet(seat)
        return seat

    @property
    def people(self) -> list[int]:
        """The seats of people who still play for themselves, here or not."""
        return [seat for seat in self.session.playing if seat not in self.state.left]

    def is_here(self, seat: int) -> bool:
        """Return whether a seat's player is at the table: a bot always, a person who has asked or watches."""
        if not is_human(self.session.players[seat]):
            return True
        return bool(self._streams[seat]) or time.monotonic() - self._seen.get(seat, -HERE) < HERE

    def greet(self, seat: int) -> None:
        """Note that a person is here; who was relieved gets the seat back."""
        self.touched = self._seen[seat] = time.monotonic()
        if seat in self.state.relieved:
            self.state.relieved.discard(seat)
            self._keep()
            self.changed()
        self._look_round()

    def _look_round(self) -> None:
        """Tell if somebody has come or gone."""
        here = [*map(self.is_here, self.session.people)]
        if here != self._here:
            self._here = here
            self.changed()

    def was_here(self, seat: int) -> bool:
        """Return whether the person of a seat has been at the table since the server knows it."""
        return seat in self._seen

    def token_of(self, seat: int | None) -> str:
        """Return what pages put into forms: nobody can guess it who does not know the key of the seat."""
        key = "" if seat is None else self.setup.seats[seat].key
        return sha256(f"page {key}".encode()).hexdigest()[:32]

    def bot_at(self, seat: int) -> str | None:
        """Return the bot that chooses for a seat; None if its person does."""
        if seat in self.state.relieved | self.state.left:
            return RELIEF
        if any(lost.seat == seat for lost in self.session.notes.lost):
            return bot_text(STAND_IN)
        player = self.session.players[seat]
        return None if is_human(player) else player

    def is_turn_of(self, seat: int | None) -> bool:
        """Return whether the person of a seat is to move; in a guided game some steps only explain."""
        step = self.course.current
        explains = step is not None and not step.move
        return seat is not None and self.session.person == seat and self.bot_at(seat) is None and not explains

    @property
    def course(self) -> Course:
        """The steps of a guided game; those of any other game are over."""
        notes = self.session.notes
        lesson = self.session.table.guided_game(notes.lesson) if notes.step is not None else None
        return Course(self.session, lesson or NO_STEPS)

    # What happens.

    def move(self, seat: int, ply: int, text: str) -> str:
        """Play a move; raise 409 if the table has moved on, 403 out of turn, and 422 against the rules.

        Return what a guided game says to it.
        """
        state = self.session.history.state
        if ply != state.ply:
            raise TableError(
                409, "the table has moved on: it is at ply {now}, not at {ply}", now=state.ply, ply=ply
            )
        self._check_going()
        if not self.is_turn_of(seat):
            raise TableError(403, "it is not your turn")
        # What the seat may not see must not tell in the reason.
        seen = self.session.history.seen_by(seat).bare_state()
        try:
            move = seen.game.notation.move(text)
            seen.play(move)
        except (IllegalMove, NotationError) as error:
            raise TableError(422, *error.args) from None
        self.state.wishes.clear()
        if (step := self.course.current) is not None:
            return self._follow(step, seen, move)
        with self._settling():
            self.session.play(move)
            # At once, so that nobody takes the move back first.
            while self.session.history.state.due:
                self.session.draw()
        return ""

    def _follow(self, step: Step, seen: State, move: Move) -> str:
        """Go on in a guided game if a move reaches the aim of the step; else raise 422 with what speaks against it."""
        course = self.course
        if not step.reached(seen, move):
            effect = self.session.table.explain(seen, move)
            said = f"{upper(effect)}. " if effect else ""
            raise TableError(422, f"{said}{course.lesson.say(step.hint)}")
        meant = seen.game.notation.move(step.move)
        said = self.onward()
        if said or move == meant:
            return said
        name = self.session.table.move_name(seen, meant)
        return tr("That does it, too. We go on with a move as good: {move}.", move=name)

    def onward(self) -> str:
        """Finish the step of a guided game, and return what is said after the last one; raise 403 if there is none."""
        course = self.course
        if course.current is None:
            raise TableError(403, "this is no lesson, or its steps are over")
        with self._settling():
            course.finish()
        return "" if course.current else tr("The steps are over: now you play on alone against the bots.")

    def undo(self, seat: int) -> bool:
        """Take the last decision of a person back, if all people agree; return whether it was."""
        session = self.session
        try:
            session.allow_help()
        except NotationError as error:
            raise TableError(403, *error.args) from None
        back = session.last_decision
        if back is None or session.ended or self.course.current is not None:
            raise TableError(403, "there is no decision of a person to take back")
        if any(isinstance(event, Chance) for event in session.history.events[back:]):
            raise TableError(403, "what was drawn since cannot be taken back")
        if not self._agreed(UNDO, seat):
            return False
        try:
            with self._settling():
                session.undo()
        except NotationError as error:
            raise TableError(403, *error.args) from None
        return True

    def _check_going(self) -> None:
        if self.session.ended:
            raise TableError(403, "the game is over")

    def resign(self, seat: int) -> None:
        """Give up: a game with one person ends, else a bot plays on for the seat."""
        self._check_going()
        if seat not in self.people:
            raise TableError(403, "this seat has given up")
        if len(self.people) == 1 and not self.is_turn_of(seat):
            raise TableError(403, "wait for your turn")
        with self._settling():
            if len(self.people) == 1:
                self.session.resign()
            else:
                self.state.left.add(seat)
                self._keep()

    def again(self, seat: int) -> bool:
        """Begin a new deal at the same table, if all people agree; return whether it was."""
        if not self.session.ended:
            raise TableError(403, "the game is not over yet")
        if not self._agreed(AGAIN, seat):
            return False
        with self._settling():
            self._store.archive(self.name, self.record())
            self.state, self._kept = TableState(), 0
            self.session.again()
            self._keep()
        return True

    def relieve(self, seat: int) -> None:
        """Let a bot choose for the person to move, who has been away for some time, until that person comes back."""
        away = self.session.person
        if away is None or away == seat or self.bot_at(away) is not None:
            raise TableError(403, "the table waits for nobody else")
        gone = time.monotonic() - max(self._seen.get(away, 0.0), self._moved)
        if self._streams[away] or gone < self.setup.away:
            raise TableError(
                403,
                "seat {seat} may be relieved when it has been away for {seconds} seconds",
                seat=away,
                seconds=self.setup.away,
            )
        with self._settling():
            self.state.relieved.add(away)
            self._keep()

    async def hint(self, seat: int) -> tuple[DecisionAnswer, View]:
        """Return what a search finds for a seat, and the view that it searched; it searches a position once."""
        try:
            self.session.allow_help()
        except NotationError as error:
            raise TableError(403, *error.args) from None
        if not self.is_turn_of(seat):
            raise TableError(403, "it is not your turn")
        history = self.session.history
        view = history.seen_by(seat)
        if self._advice is None or self._advice[0] is not history:
            thinking = self._pool.think(self._job(view, ADVISER), self.owner)
            self._advice = history, asyncio.create_task(thinking)
        # Who leaves does not take the hint from the others.
        answer = await asyncio.shield(self._advice[1])
        if answer.error:
            self._advice = None
            raise TableError(503, answer.error)
        return answer, view

    def _agreed(self, wish: str, seat: int) -> bool:
        """Note the wish of a seat; return whether all people have it, and then forget it."""
        wishing = self.state.wishes.setdefault(wish, set())
        wishing.add(seat)
        if wishing >= set(self.people):
            self.state.wishes.clear()
            return True
        self._keep()
        self.changed()
        return False

    @property
    def games(self) -> list[str]:
        """The records of the games at this table that are over, the first one first."""
        return [*self._store.archived(self.name), *([self.record()] if self.session.ended else [])]

    def record(self) -> str:
        """Return the record of a game that is over as a line of JSON; raise 403 before."""
        if not self.session.ended:
            raise TableError(403, "the record is open when the game is over")
        return self.session.record().to_json()

    @property
    def ranks(self) -> tuple[int, ...] | None:
        """The ranks when the game is over; who gave up or had no more time is behind all others."""
        session = self.session
        return behind(session.history.state.ranks(), session.beaten) if session.ended else None

    # How it goes on.

    def drive(self) -> None:
        """Let bots move, and chance events happen, until a person is to move."""
        if self._driving is None or self._driving.done():
            self._driving = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        # What cannot be kept ends the streams: who asks again reads the table from the file.
        with suppress(TableError):
            await self._go_on()

    async def _go_on(self) -> None:
        session = self.session
        failed = 0
        while not session.ended:
            history = session.history
            seat, bot = history.state.to_move, self.bot_at(history.state.to_move)
            if history.state.due:
                session.draw()
                self.changed()
                continue
            if bot is None or self.course.current is not None:
                session.ask()
                return
            view = history.seen_by(seat)
            answer = await self._pool.think(self._job(view, "random" if failed else bot), self.owner)
            # A person may have come back, given up, or taken a move back meanwhile.
            if session.history is not history or self.bot_at(seat) != bot:
                continue
            if answer.error and failed:
                raise RuntimeError(f"table {self.name}: {bot} and random failed: {answer.error}")
            failed = len(answer.error)
            if not failed:
                session.play_of(seat, answer.result(view))
                self.changed()

    def _text_of(self, bot: str) -> str:
        """Return the text of a bot; people read the name of one of the server, without its files."""
        return self._bots.get(bot, bot)

    def _hired(self, bot: str) -> Bot:
        try:
            return parse_builtin(self._text_of(bot))
        except SpecError:
            raise unable(503, bot) from None

    def _job(self, view: View, bot: str) -> DecisionJob:
        seat = view.bare_state().to_move
        seed = self.session.notes.seed + seat + SPREAD * len(view.events)
        return DecisionJob(0, self._text_of(bot), seed, view.game.name, seat, view.deal, view.texts)

    def tick(self) -> None:
        """Let the person to move lose if the time is over, and tell who has come or gone."""
        if self.session.overdue:
            with self._settling():
                self.session.forfeit()
        self._look_round()

    @contextmanager
    def _settling(self) -> Iterator[None]:
        """Tell what has changed in the block, and let the game go on."""
        yield
        self._moved = time.monotonic()
        self.changed()
        self.drive()

    def _keep(self) -> None:
        """Write how the table stands to the file."""
        session, events = self.session, self.session.history.texts
        first = min(self._kept, len(events))
        meta = json.dumps(session.notes.meta(len(events)))
        try:
            self._store.keep(self.name, session.history.deal, self.state, meta, first, events[first:])
        except (TableStoreError, OSError) as error:
            self.broken = True
            self.changed()
            raise TableError(503, "the table cannot be kept: {reason}", reason=reason_of(error)) from None
        self._kept = len(events)

    def still(self) -> Self:
        """Return a copy to read in a thread while this table goes on; nothing can happen to it."""
        twin = copy(self)
        twin.state = deepcopy(self.state)
        twin._seen, twin._streams = dict(self._seen), Counter(self._streams)  # noqa: SLF001
        twin.session = copy(self.session)
        twin.session.notes = copy(self.session.notes)
        twin.session.notes.clock = copy(self.session.notes.clock)
        return twin

    # Who is told.

    def changed(self) -> None:
        """Tell all who watch."""
        self.version += 1
        for event in self._watching:
            event.set()

    @contextmanager
    def watching(self, seat: int | None) -> Iterator[asyncio.Event]:
        """Return an event that is set at each change, until the block ends; a seat counts as here meanwhile."""
        event = asyncio.Event()
        self._watching.add(event)
        if seat is not None:
            self._streams[seat] += 1
            self.greet(seat)
        try:
            yield event
        finally:
            self._watching.discard(event)
            if seat is not None:
                self._streams[seat] -= 1
                self._seen[seat] = time.monotonic()

    @property
    def watchers(self) -> int:
        """How many streams show the table."""
        return len(self._watching)

    def close(self) -> None:
        """Let nobody wait any more, and stop the clock."""
        for task in (self._driving, self._advice and self._advice[1]):
            if task is not None:
                task.cancel()
        self.session.leave()
