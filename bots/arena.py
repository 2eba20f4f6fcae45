"""One table: bots play a game, each from what its seat may know."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from urbanist.bots.base import Bot
from urbanist.bots.spec import bot_text
from urbanist.engine import IllegalMove, NotationError
from urbanist.engine.history import History, View
from urbanist.engine.record import Record


class BotFailure(ValueError):
    """A bot made a move that cannot be played."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game's record, and what it took each seat: how many moves, how many seconds.

    The clock's reading stays outside the record, so that the same seeds give the same record.
    """

    record: Record
    moves: tuple[int, ...]
    seconds: tuple[float, ...]


def play_game(start: History, bots: Sequence[Bot], seeds: Sequence[int]) -> Played:
    """Return the game played to its end from where it stands, one bot and one seed a seat."""
    players = [bot.sit(seed) for bot, seed in zip(bots, seeds, strict=True)]
    names = tuple(bot_text(bot) for bot in bots)
    views = [start.seen_by(seat) for seat in range(len(bots))]
    moves, seconds = [0] * len(bots), [0.0] * len(bots)
    history = start
    while not history.state.over:
        seat = history.state.to_move
        began = time.perf_counter()
        move = players[seat].choose(views[seat]).move
        seconds[seat] += time.perf_counter() - began
        moves[seat] += 1
        history = _after(history, move, names[seat])
        views = [_told(view, move, seat) for view in views]
    record = Record.of(history, names, {"seeds": list(seeds)})
    return Played(record, tuple(moves), tuple(seconds))


def _after(history: History, move: str, name: str) -> History:
    try:
        return history.play(move)
    except (IllegalMove, NotationError) as error:
        ply, seat = len(history.events) + 1, history.state.to_move
        raise BotFailure(f"event {ply}: seat {seat} ({name}): {error}") from None


def _told(view: View, move: str, by: int) -> View:
    """Return a view with one more move, masked for who looks."""
    event = view.game.notation.mask_event(move, by, view.seat)
    return View(view.game, view.seat, view.deal, (*view.events, event))
