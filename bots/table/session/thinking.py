"""A decision of a player that thinks in a thread: it can be told to move now."""

import threading
import time
from collections.abc import Callable

from urbanist.bots.players.anytime import thoughts, until
from urbanist.bots.players.bot import Player
from urbanist.bots.players.pimc_bot import PimcPlayer
from urbanist.bots.players.tree_bot import TreePlayer
from urbanist.engine.history import View
from urbanist.search.result import Result


class Thinking:
    """A player that thinks about a view; `done` gets the result or the error, in the thread that thinks."""

    def __init__(
        self, player: Player, view: View, done: Callable[["Thinking", Result | Exception], None]
    ) -> None:
        self._player, self._view, self._done = player, view, done
        self._enough = threading.Event()
        self._began = time.monotonic()
        # A daemon, because a program that thinks must not keep ours alive.
        threading.Thread(target=self._think, daemon=True).start()

    @property
    def seconds(self) -> float:
        """How long the player has been thinking."""
        return time.monotonic() - self._began

    @property
    def can_hurry(self) -> bool:
        """Whether the player moves earlier if it is told to: other programs do not."""
        return isinstance(self._player, TreePlayer | PimcPlayer) and not self._enough.is_set()

    def hurry(self) -> None:
        """Tell the player to move now, with the best that it has found."""
        self._enough.set()

    def _think(self) -> None:
        try:
            self._done(self, self._found())
        except Exception as error:
            self._done(self, error)

    def _found(self) -> Result:
        if not isinstance(self._player, TreePlayer | PimcPlayer):
            return self._player.choose(self._view)
        limits = self._player.options_at(self._view).limits()
        *_, found = until(self._enough, thoughts(self._player, self._view, limits))
        return found
