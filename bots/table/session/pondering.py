"""Bots that think while a person does."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import cycle
from threading import Event

from urbanist.bots.background import Background
from urbanist.bots.players.player import Player
from urbanist.engine.history import History, View
from urbanist.search.limit import INFINITE


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


def _ponder(keeping: list[tuple[Player, View]], enough: Event) -> None:
    # A search that fails here fails again when its player is to move; then the session says so.
    with suppress(ValueError, RuntimeError, MemoryError):
        searches = [player.think(view, INFINITE) for player, view in keeping]
        for search in cycle(searches):
            if enough.is_set():
                return
            next(search)
