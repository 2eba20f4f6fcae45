"""Builds games in which seat 0 makes given moves: all take the first tile, and chance events bring the right tiles."""

from functools import cache

from tests.oracle.akropolis import Oracle
from tests.oracle.akropolis_deal import Deal
from tests.oracle.akropolis_tiles import tiles_in_play

PLAYERS = 2


@cache
def game_of(moves: str, options: str = "none") -> tuple[str, tuple[str, ...]]:
    """Return the deal and events of a game of two players in which seat 0, the first player, makes these moves.

    Seat 1 gets the other tiles and always plays the first move in text order.
    """
    wanted = moves.split()
    mine = [int(move.partition("@")[0]) for move in wanted]
    named = () if options == "none" else tuple(options.split(","))
    spare = [tile for tile in tiles_in_play(PLAYERS, "long" in named) if tile not in mine]
    order = [tile for pair in zip(mine, spare, strict=False) for tile in pair]
    order += spare[len(mine) :]
    deal = str(Deal(PLAYERS, named, 0, tuple(order[:4])))
    oracle, events = Oracle(deal), []
    for number, move in enumerate(wanted):
        for token in (move, None):
            if oracle.due:
                left = order[len(order) - len(oracle.hidden) :]
                events.append(f"!{','.join(map(str, left[: oracle.deal.setup[2]]))}")
                oracle.play(events[-1])
            if token is None and number == len(wanted) - 1:
                break
            events.append(token or first_of_tile(oracle))
            oracle.play(events[-1])
    return deal, tuple(events)


def first_of_tile(oracle: Oracle) -> str:
    """Return the first move in text order with the free tile."""
    return next(move for move in oracle.legal() if move.startswith(f"{oracle.market[0]}@"))


def towards(step: tuple[int, int], oracle: Oracle) -> str:
    """Return the move with the free tile that goes farthest in a direction."""
    free = [move for move in oracle.legal() if move.startswith(f"{oracle.market[0]}@")]

    def reach(move: str) -> tuple[int, str]:
        q, r = map(int, move.partition("@")[2].partition("/")[0].split(","))
        return q * step[0] + r * step[1], move

    return max(free, key=reach)


def drawn(oracle: Oracle, seat: int) -> str:
    """Return a seat's city as a map with kinds and heights, as a help for writing cases."""
    city = oracle.cities[seat]
    rows, columns = [r for _, r in city], [q for q, _ in city]
    lines = []
    for r in range(min(rows), max(rows) + 1):
        tops = [city.get((q, r)) for q in range(min(columns), max(columns) + 1)]
        marks = ["....." if top is None else f"{top.what[:2]}{top.what[-2:]}{top.height}" for top in tops]
        lines.append(f"r {r:>3}, q from {min(columns)}: {'   ' * (r - min(rows))}{' '.join(marks)}")
    return "\n".join(lines)
