"""The tables as tools of the Model Context Protocol, for agents: the same tables and views as over HTTP."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from urbanist.bots.server.api import do, hint_of, opened
from urbanist.bots.server.lobby import Lobby, NewTable
from urbanist.bots.server.pool import ThinkingPool, WorkerProcess
from urbanist.bots.server.store import TableStore
from urbanist.bots.server.table import ServedTable, TableError
from urbanist.bots.server.view import games, view_of
from urbanist.bots.table import rules_of
from urbanist.engine import GAMES

#: Seconds for which a tool waits until the seat is to move.
PATIENCE = 60.0
ABOUT = (
    "City-building board games against bots. Open a table, look at it with the key of your seat, and play one of the "
    "legal moves of the view at its ply, until the game is over. Moves and events are in notation; rules explains them."
)

TOOLS = ("list_games", "rules", "open_table", "look", "play", "hint", "act")

Answer = dict[str, Any]


class AgentTools:
    """The tools; a refusal is an error of the tool, in one line."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    def list_games(self) -> list[Answer]:
        """Return the games with their variants, numbers of players, options and levels of bots."""
        return [msgspec.to_builtins(game) for game in games(self._lobby.bots)]

    def rules(self, game: str) -> str:
        """Return the rules of a game on one page, with its notation."""
        if game not in GAMES:
            raise ToolError(f"no game {game!r}: there are {', '.join(GAMES)}")
        return rules_of(game)

    async def open_table(
        self,
        game: str,
        variant: str | None = None,
        players: int | None = None,
        options: list[str] | None = None,
        seats: list[str] | None = None,
        seed: int | None = None,
    ) -> Answer:
        """Open a table. A seat is human (yours, by its key), level=0 to level=9, or a bot such as greedy.

        The answer has a key for each human seat. Without seats you have seat 0 against bots of level 3.
        """
        told = {"game": game, "variant": variant, "players": players, "seed": seed, "options": options or []}
        try:
            asked = msgspec.convert({**told, "seats": seats}, NewTable)
        except msgspec.ValidationError as error:
            raise ToolError(str(error)) from None
        with refusing():
            return _plain(opened(self._lobby.open(asked, ""), ""))

    async def look(self, table: str, key: str = "") -> Answer:
        """Return what a seat sees, when it is to move or the game is over; without a key at once, as a spectator."""
        with refusing():
            served = self._lobby.table(table, "")
            return await self._view(served, served.seat_of(key))

    async def play(self, table: str, key: str, ply: int, move: str) -> Answer:
        """Play a legal move at the ply of the view; return the next view in which the seat is to move."""
        with refusing():
            served = self._lobby.table(table, "")
            seat = served.seat_with(key)
            served.move(seat, ply, move)
            return await self._view(served, seat)

    async def hint(self, table: str, key: str) -> Answer:
        """Return good moves with what they promise, the best first."""
        with refusing():
            served = self._lobby.table(table, "")
            seat = served.seat_with(key)
            return _plain(await asyncio.to_thread(hint_of, served, seat, *await served.hint(seat)))

    async def act(self, table: str, key: str, action: str) -> Answer:
        """Take the last move back (undo), give up (resign), or deal again after the end (again); return the view."""
        with refusing():
            served = self._lobby.table(table, "")
            seat = served.seat_with(key)
            do(served, seat, action)
            return await self._view(served, seat)

    async def _view(self, table: ServedTable, seat: int | None) -> Answer:
        """Return the view of a seat as soon as it is its turn, for some time; then as it is."""
        with suppress(TimeoutError), table.watching(seat) as changed:
            async with asyncio.timeout(PATIENCE):
                while seat is not None and not (table.is_turn_of(seat) or table.session.ended):
                    changed.clear()
                    await changed.wait()
        return _plain(view_of(table, seat))


@contextmanager
def refusing() -> Iterator[None]:
    """Turn what a table refuses in a block into an error of the tool."""
    try:
        yield
    except TableError as error:
        raise ToolError(str(error)) from None


def _plain(answer: msgspec.Struct) -> Answer:
    answered: Answer = msgspec.to_builtins(answer)
    return answered


async def serve_agent(folder: Path) -> None:
    """Serve the tables of a folder on standard input and output, until the input ends."""
    with TableStore(folder) as store:
        lobby = Lobby(store, ThinkingPool([WorkerProcess()]))
        lobby.forget()
        async with lobby:
            server = MCPServer("urbanist", instructions=ABOUT, log_level="CRITICAL")
            tools = AgentTools(lobby)
            for name in TOOLS:
                server.tool()(getattr(tools, name))
            try:
                await server.run_stdio_async()
            except ExceptionGroup as errors:
                # The library groups what its tasks raise: an output that is full or closed is one fault all the same.
                fault: Exception = errors
                while isinstance(fault, ExceptionGroup):
                    fault = fault.exceptions[0]
                raise fault from errors
