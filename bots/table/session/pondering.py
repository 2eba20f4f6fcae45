"""Bots that think while a person does."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import cycle

from urbanist.bots.players.bot import Player
from urbanist.bots.players.slices import sliced
from urbanist.bots.players.tree_bot import TreePlayer
from urbanist.engine.history import History, View


@contextmanager
def pondering(players: Mapping[int, Player], history: History) -> Iterator[None]:
    """Let the players of seats search what they see of a position while another seat is to move, until the block ends.

    They take turns, a slice each. Only a player that keeps its tree can use what it finds; the others rest.
    """
    keeping = [
        (player, history.seen_by(seat))
        for seat, player in players.items()
        if isinstance(player, TreePlayer) and player.keeps
    ]
    if not keeping:
        yield
        return
    enough = threading.Event()
    thread = threading.Thread(target=_ponder, args=(keeping, enough), daemon=True)
    thread.start()
    try:
        yield
    finally:
        enough.set()
        thread.join()


def _ponder(keeping: list[tuple[TreePlayer, View]], enough: threading.Event) -> None:
    # A search that fails here fails again when its player is to move; then the session says so.
    with suppress(ValueError, RuntimeError, MemoryError):
        searches = [sliced(player.prepare(view), None, player.bot.threads) for player, view in keeping]
        for search in cycle(searches):
            if enough.is_set():
                return
            next(search)
