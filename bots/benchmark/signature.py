"""The signature: a number that changes with the play of games and searches, never with their speed."""

from collections.abc import Iterable
from zlib import crc32

from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.spec import parse_builtin
from urbanist.engine.game import Game
from urbanist.engine.history import History
from urbanist.search.options import PimcOptions, SearchOptions

#: The signature is made from searches with so many nodes, and from so many random games.
SIGNED_NODES, SIGNED_GAMES = 300, 20


def searching() -> dict[str, str]:
    """Return the spec of each measured search by name; a search with one tree has a row for each kind of playout."""
    found: dict[str, str] = {}
    for name in BOTS.shipped:
        bot = BOTS[name]
        if issubclass(bot, PimcOptions):
            found[name] = name
        elif issubclass(bot, SearchOptions):
            found |= {name: f"{name}:playout=uniform", f"{name}-informed": f"{name}:playout=informed"}
    return found


def signature(start: History) -> int:
    """Return a number of 32 bits that changes when random games or the results of searches change."""
    found = 0
    for seed in range(SIGNED_GAMES):
        found = crc32(start.state.playout(seed).key.to_bytes(8, "little"), found)
    view = start.seen_by(start.state.to_move)
    for name, bot in searching().items():
        for value in parse_builtin(f"{bot}:nodes={SIGNED_NODES}").sit(1).choose(view).values:
            found = crc32(f"{name} {value.move} {value.visits}".encode(), found)
    return found


def signatures(games: Iterable[Game]) -> dict[str, int]:
    """Return the signature of each game with each variant and number of players."""
    return {
        f"{game.name} {variant} {seats}": signature(History.start(game.deal(variant=variant, seats=seats)))
        for game in games
        for variant in game.notation.variants
        for seats in game.notation.seat_counts
    }


def whole(parts: dict[str, int]) -> int:
    """Return one signature of 32 bits for many."""
    found = 0
    for name, part in parts.items():
        found = crc32(f"{name} {part}".encode(), found)
    return found
