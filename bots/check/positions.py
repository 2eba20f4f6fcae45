"""Positions to ask about, as the seat to move sees them."""

from itertools import count

from urbanist.bots.arena import play_game
from urbanist.bots.pairing import Rules
from urbanist.bots.players import RandomBot
from urbanist.engine import GAMES, Game
from urbanist.engine.history import View


def opening(game: Game, seed: int, *, later_seat: bool = False) -> View:
    """Return what is seen before the first move, with the fewest players; by a seat other than 0 if asked."""
    rules = Rules(game.name, min(game.notation.seat_counts), seed)
    starts = (rules.start(deal) for deal in count())
    start = next(found for found in starts if found.state.to_move or not later_seat)
    return start.seen_by(start.state.to_move)


def turns(game: Game, seed: int, seats: int | None = None) -> list[View]:
    """Return what one seat sees of a random game, turn by turn; with the fewest players unless said."""
    seats = min(game.notation.seat_counts) if seats is None else seats
    start = Rules(game.name, seats, seed).start(0)
    history = play_game(start, [RandomBot()] * seats, range(seed, seed + seats)).record.replay(GAMES)
    asked = (
        ply for ply, state in enumerate(history.states) if state.to_move == seed % seats and state.legal()
    )
    return [history.until(ply).seen_by(seed % seats) for ply in asked]


def midgame(game: Game, seed: int, seats: int | None = None) -> View:
    """Return what is seen half-way through a random game."""
    found = turns(game, seed, seats)
    return found[len(found) // 2]
