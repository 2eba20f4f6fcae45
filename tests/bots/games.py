"""Whole games between bots, each of which sees only the view of its seat."""

from collections.abc import Sequence

from urbanist.bots.players.player import Bot
from urbanist.engine.game import State
from urbanist.engine.history import History


def played_out(start: State, bots: Sequence[Bot], seed: int = 0, plies: int | None = None) -> History:
    """Return the game that the bots play from a deal, one bot for each seat; or its first events, so many `plies`."""
    history = History.start(start)
    players = [bot.sit(seed + seat) for seat, bot in enumerate(bots)]
    while not history.state.over and (plies is None or len(history.events) < plies):
        seat = history.state.to_move
        history = history.play(players[seat].choose(history.seen_by(seat)).move)
    return history


def wins(history: History, seat: int) -> float:
    """Return the win share of a seat."""
    ranks = history.state.ranks()
    return (ranks[seat] == 1) / ranks.count(1)
