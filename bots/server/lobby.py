"""All tables of a server: they are opened here, and read from their file when somebody asks for one."""

import asyncio
import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Annotated, Self

import msgspec
from msgspec import Meta

from urbanist.bots.match.clock import read_control
from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.level import number_of
from urbanist.bots.players.spec import SpecError, check_for, parse_builtin
from urbanist.bots.server.logbooks import Logbooks
from urbanist.bots.server.pool import ThinkingPool
from urbanist.bots.server.review import ReviewCache
from urbanist.bots.server.store import ServedSeat, TableSetup, TableStore, TableStoreError
from urbanist.bots.server.table import SEED_BITS, ServedTable, TableError, unable
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.player import PERSON
from urbanist.bots.table.kit.player_view import HUMAN, is_human
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.timestamp import timestamp
from urbanist.engine import GAMES
from urbanist.engine.history import History
from urbanist.engine.message import UserError
from urbanist.engine.name import check_apart, checked_name
from urbanist.engine.suggestion import suggestion

if TYPE_CHECKING:
    from urbanist.search.limit import Limit

#: The level of a bot where none is asked for.
USUAL = "level=3"
#: Tables in the file, and tables in memory.
TABLES, LOADED = 50_000, 2_000
#: Seconds after which a table that nobody looks at leaves the memory, and days after which it leaves the file, and
#: those if nobody has moved.
IDLE, DAYS, UNUSED = 1800.0, 90, 1
#: The seconds of a day.
DAY = 86400.0
#: Seconds between two looks at the clocks.
TICK = 0.25
#: The bytes of keys, and of the names of tables, which only have to be different.
KEY, NAME = 16, 8

Word = Annotated[str, Meta(max_length=60)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a new table is to be; without seats one person plays against bots."""

    game: Word
    variant: Word | None = None
    players: Annotated[int, Meta(ge=1, le=8)] | None = None
    options: Annotated[tuple[Word, ...], Meta(max_length=20)] = ()
    #: `human`, `human:NAME`, a level such as `level=3`, a built-in bot such as `greedy`, or a bot of the server.
    seats: Annotated[tuple[Word, ...], Meta(max_length=8)] | None = None
    seed: Annotated[int, Meta(ge=0, lt=1 << 60)] | None = None
    #: The time control of each person: `10m+5s`, `60+0.5` or `30s/move`.
    clock: Word | None = None
    #: Whether people get hints and may take moves back, and whether spectators may look.
    help: bool = True
    watch: bool = True
    #: The seconds after which a bot may relieve a person who is away.
    away: Annotated[int, Meta(ge=1, le=86400)] = 120


class Lobby:
    """The tables that are served; `async with` opens it and ends all thinking.

    `bots` are built-in bots with options, by the names that people read of them.
    """

    def __init__(self, store: TableStore, pool: ThinkingPool, bots: Mapping[str, str] | None = None) -> None:
        self._store, self._pool, self.bots = store, pool, dict(bots or {})
        self._tables: dict[str, ServedTable] = {}
        self.reviews, self.logbooks = ReviewCache(), Logbooks(store.folder)
        self._ticking: asyncio.Task[None] | None = None
        self._forgotten = time.monotonic()

    async def __aenter__(self) -> Self:
        await self._pool.open()
        self._ticking = asyncio.create_task(self._tick())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
        for table in self._tables.values():
            with suppress(TableError):
                table.close()
        await self.reviews.close()
        await self._pool.close()

    def open(self, asked: NewTable, owner: str) -> ServedTable:
        """Open a table for an address; raise 400 if it cannot be as asked, and 429 if there are too many."""
        try:
            setup, history, notes = prepared(asked, self.bots)
        except TableError:
            raise
        except UserError as error:
            raise TableError(400, *error.args) from None
        return self._opened(setup, history, notes, owner)

    def open_guided(self, game: str, name: str, owner: str) -> ServedTable:
        """Open a table for a guided game; raise 404 if there is none of this name."""
        lesson = table_of(game).guided_game(name) if game in GAMES else None
        if lesson is None:
            raise TableError(404, "there is no such lesson")
        history = History.read(GAMES[game], lesson.deal, lesson.played(0))
        players = HUMAN, *["level=0"] * (history.state.seats - 1)
        notes = Notebook.new(secrets.randbits(SEED_BITS), players, replayed=True)
        notes.step, notes.lesson = 0, name
        return self._opened(TableSetup(_seats(players)), history, notes, owner)

    def _opened(self, setup: TableSetup, history: History, notes: Notebook, owner: str) -> ServedTable:
        tables = self._store.count()
        if tables >= TABLES or self._store.is_nearly_full:
            raise TableError(
                429, "this server has {n} tables: no more are opened until old ones are removed", n=tables
            )
        name = secrets.token_urlsafe(NAME)
        meta = msgspec.json.encode(notes.meta(0)).decode()
        self._store.add(name, setup, history.deal, meta, history.texts)
        return self.table(name, owner)

    def table(self, name: str, owner: str) -> ServedTable:
        """Return a table, whose bots go on to move for the address that asked first; raise 404 if there is none."""
        served = self._tables.get(name)
        if served is None or served.broken:
            stored = self._store.read(name)
            if stored is None:
                raise TableError(404, "there is no such table")
            served = self._tables[name] = ServedTable(name, stored, self._store, self._pool, owner, self.bots)
            self._make_room()
            served.drive()
        served.touched = time.monotonic()
        return served

    def _make_room(self) -> None:
        """Let the tables go that nobody has looked at for long; when there are too many, the oldest of them."""
        unwatched = sorted((t for t in self._tables.values() if not t.watchers), key=lambda t: t.touched)
        now, more = time.monotonic(), len(self._tables) - LOADED
        for place, table in enumerate(unwatched):
            if table.touched < now - IDLE or place < more:
                table.close()
                del self._tables[table.name]

    def forget(self) -> None:
        """Remove old tables from the file; raise `OSError` or `TableStoreError` if it cannot be written."""
        now = datetime.now(UTC)
        self._store.forget(timestamp(now - timedelta(days=DAYS)), timestamp(now - timedelta(days=UNUSED)))
        self._forgotten = time.monotonic()

    async def _tick(self) -> None:
        while True:
            if time.monotonic() > self._forgotten + DAY:
                with suppress(TableStoreError, OSError):
                    self.forget()
            await asyncio.sleep(TICK)
            for table in list(self._tables.values()):
                with suppress(TableError):
                    table.tick()


def prepared(asked: NewTable, bots: Mapping[str, str]) -> tuple[TableSetup, History, Notebook]:
    """Return the setup of a new table, its deal and its notes; raise `UserError` if it cannot be so."""
    if asked.game not in GAMES or not GAMES[asked.game].notation.tells_views:
        raise TableError(
            400, "no game '{game}'; {suggestion}", game=asked.game, suggestion=suggestion(asked.game, GAMES)
        )
    game = GAMES[asked.game]
    unknown = next((option for option in asked.options if option not in game.notation.switches), None)
    if unknown is not None:
        suggested = suggestion(unknown, game.notation.switches)
        raise TableError(
            400,
            "no option '{option}' of {name}; {suggestion}",
            option=unknown,
            name=game.name,
            suggestion=suggested,
        )
    fewest = min(game.notation.seat_counts)
    players = asked.players or len(asked.seats or ()) or fewest
    seats = (HUMAN, *[USUAL] * (players - 1)) if asked.seats is None else asked.seats
    if len(seats) != players:
        raise TableError(
            400, "players: {players}, but {seats} seats are named", players=players, seats=len(seats)
        )
    seed = secrets.randbits(SEED_BITS) if asked.seed is None else asked.seed
    control: Limit | None = None if asked.clock is None else read_control(asked.clock)
    state = game.deal(variant=asked.variant, seats=players, options=asked.options, seed=seed)
    for seat in seats:
        _check_player(seat, asked.game, bots)
    check_apart(seat.removeprefix(PERSON) for seat in seats if seat.startswith(PERSON))
    notes = Notebook.new(seed, seats, control, rated=not asked.help)
    return TableSetup(_seats(seats), asked.watch, asked.away), History.start(state), notes


def _seats(players: Sequence[str]) -> tuple[ServedSeat, ...]:
    """Return the seats of players; those of people have keys."""
    return tuple(
        ServedSeat(player, secrets.token_urlsafe(KEY) if is_human(player) else "") for player in players
    )


def _check_player(player: str, game: str, bots: Mapping[str, str]) -> None:
    """Raise `UserError` unless a text names a person, a level, a built-in bot, or a bot of the server.

    Options of a stranger could ask for an hour a move, or for a file.
    """
    if is_human(player):
        if player != HUMAN:
            checked_name(player.removeprefix(PERSON))
        return
    if number_of(player) is None and player not in BOTS and player not in bots:
        known = ", ".join([*sorted(BOTS), *bots])
        raise TableError(
            400,
            "seat '{player}': expected {human}, a level from {least} to {most}, or one of {bots}",
            player=player,
            human=HUMAN,
            least="level=0",
            most="level=9",
            bots=known,
        )
    if not can_play(bots.get(player, player), game):
        raise unable(400, player)


@cache
def can_play(bot: str, game: str) -> bool:
    """Return whether the text of a bot is right for a game: weights are those of one game."""
    try:
        check_for(parse_builtin(bot), GAMES[game])
    except SpecError:
        return False
    return True


def called(player: str) -> str:
    """Return what programs read of a player: `human`, a name, `level 3`, or the name of a bot."""
    number = number_of(player)
    return player.removeprefix(f"{HUMAN}:") if number is None else f"level {number}"
