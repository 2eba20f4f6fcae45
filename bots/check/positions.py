"""Positions for the checks, as the seat to move sees them."""

from itertools import count

from urbanist.bots.match.arena import play_game
from urbanist.bots.match.pairing import Rules
from urbanist.bots.players.builtin import RandomBot
from urbanist.engine import GAMES
from urbanist.engine.history import View


def opening(rules: Rules, *, later_seat: bool = False) -> View:
    """Return the view before the first move; with `later_seat` that of another seat than 0."""
    starts = (rules.start(deal) for deal in count())
    start = next(found for found in starts if found.state.to_move or not later_seat)
    return start.seen_by(start.state.to_move)


def turns(rules: Rules) -> list[View]:
    """Return the views of one seat at its turns of a random game."""
    seats, seed = rules.seats, rules.seed
    record = play_game(rules.start(0), [RandomBot()] * seats, range(seed, seed + seats)).record
    history, seat = record.replay(GAMES), seed % seats
    asked = (ply for ply, state in enumerate(history.states) if state.to_move == seat and state.legal())
    return [history.until(ply).seen_by(seat) for ply in asked]


def midgame(rules: Rules) -> View:
    """Return the view in the middle of a random game."""
    found = turns(rules)
    return found[len(found) // 2]
