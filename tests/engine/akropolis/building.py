"""Games in which seat 0 builds what a test wants: everybody takes the first tile, and chance brings the right ones."""

from functools import cache

from tests.oracle.akropolis import Oracle
from tests.oracle.akropolis_deal import Deal
from tests.oracle.akropolis_tiles import tiles_in_play

PLAYERS = 2


@cache
def game_of(moves: str, options: str = "none") -> tuple[str, tuple[str, ...]]:
    """Return the deal and events of a game of two in which seat 0, who is first, makes these moves.

    Seat 1 gets tiles that nobody needs and lays each where the text of its move comes first.
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
    """Return the first move in text order with the tile that costs nothing."""
    return next(move for move in oracle.legal() if move.startswith(f"{oracle.market[0]}@"))


def towards(step: tuple[int, int], oracle: Oracle) -> str:
    """Return a move with the tile that costs nothing as far in a direction as there is one."""
    free = [move for move in oracle.legal() if move.startswith(f"{oracle.market[0]}@")]

    def reach(move: str) -> tuple[int, str]:
        q, r = map(int, move.partition("@")[2].partition("/")[0].split(","))
        return q * step[0] + r * step[1], move

    return max(free, key=reach)


def drawn(oracle: Oracle, seat: int) -> str:
    """Return a seat's city as a map with kinds and heights, for whoever writes a case."""
    city = oracle.cities[seat]
    rows, columns = [r for _, r in city], [q for q, _ in city]
    lines = []
    for r in range(min(rows), max(rows) + 1):
        tops = [city.get((q, r)) for q in range(min(columns), max(columns) + 1)]
        marks = ["....." if top is None else f"{top.what[:2]}{top.what[-2:]}{top.height}" for top in tops]
        lines.append(f"r {r:>3}, q from {min(columns)}: {'   ' * (r - min(rows))}{' '.join(marks)}")
    return "\n".join(lines)
