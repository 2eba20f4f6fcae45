"""A bot whose games can be watched: before each move it tells the server what everybody may see."""

import json
import socket
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from urbanist.bots.players.builtin import seated
from urbanist.bots.players.player import Bot, Player
from urbanist.bots.protocol.command import CommandBot, program_of
from urbanist.engine.history import View
from urbanist.search.limit import Limit
from urbanist.search.result import Result

if TYPE_CHECKING:
    from urbanist.engine.game import State


@dataclass(frozen=True, slots=True)
class WatchedBot:
    """A bot, and the socket of those who watch."""

    bot: Bot
    socket: str

    @property
    def name(self) -> str:
        """The name of the bot."""
        return self.bot.name

    @property
    def program(self) -> CommandBot | None:
        """The program that plays, if there is one."""
        return program_of(self.bot)

    def sit(self, seed: int) -> "WatchedPlayer":
        """Return a player that tells what happens."""
        return WatchedPlayer(seated(self.bot, seed), self.socket)


class WatchedPlayer(Player):
    """A player of the bot, with all that it can do."""

    def __init__(self, player: Player, line: str) -> None:
        self._player, self._line = player, line
        self._game = ""
        self._state: State | None = None
        self._public: list[str] = []

    @property
    def slept(self) -> float:  # type: ignore[override]  # a number of other players
        """Seconds of its decisions in which it was not its turn to lose time."""
        return self._player.slept

    def think(self, view: View, limit: Limit | None = None, moves: Sequence[str] = ()) -> Iterator[Result]:
        """Tell the position, then yield what the player finds."""
        self._tell(view)
        yield from self._player.think(view, limit, moves)

    def choose(self, view: View, limit: Limit | None = None) -> Result:
        """Tell the position, then return the choice of the player."""
        self._tell(view)
        return self._player.choose(view, limit)

    def begin(self, view: View, seed: int, game: str) -> None:
        """Let the player begin."""
        self._game, self._state, self._public = game, None, []
        self._player.begin(view, seed, game)

    def lasts(self, *, restart: bool) -> bool:
        """Tell whether the player should play the next game too."""
        return self._player.lasts(restart=restart)

    def end(self, scores: str, ranks: str, deal: str | None) -> None:
        """Tell the player the end."""
        self._player.end(scores, ranks, deal)

    def leave(self) -> None:
        """Let the player go."""
        self._player.leave()

    def close(self) -> None:
        """End what the player holds."""
        self._player.close()

    def kill(self) -> None:
        """End what the player holds at once."""
        self._player.kill()

    def _tell(self, view: View) -> None:
        """Send the deal and the events as a bystander sees them; nobody waits if that is impossible."""
        notation = view.game.notation
        if not notation.tells_views:
            return
        state = self._state or view.game.read_deal(view.deal)
        for event in view.events[len(self._public) :]:
            self._public.append(notation.mask_event(event, state.to_move, None))
            state = state.play(event)
        self._state = state
        told = {
            "game": self._game,
            "deal": notation.mask_deal(view.deal, None),
            "events": self._public,
        }
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(json.dumps(told).encode(), self._line)
