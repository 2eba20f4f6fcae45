"""Why a move is not legal: the rule that it breaks, found in the position itself."""

from urbanist.bots.table.akropolis.model.city import Placement, around, city_of, height
from urbanist.bots.table.akropolis.model.score_rows import stones_of
from urbanist.engine import State
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.reading import Space


def objection(state: State, placement: Placement) -> str:
    """Return the rule that forbids a placement to the seat to move; it is taken not to be legal."""
    if state.over:
        return "the game is over"
    if state.due:
        return "the market is to be refilled first"
    return _unpaid(state, placement.tile) or _unfit(state, placement)


def price(tiles: int) -> str:
    """Return what a tile costs with so many before it, in words."""
    return "free" if not tiles else f"{tiles} stone{'' if tiles == 1 else 's'}"


def _unpaid(state: State, tile: int) -> str:
    market, stones = market_of(state.array), stones_of(state, state.to_move)
    if tile not in market:
        return f"tile {tile} is not in the market; there are {_row(market)}"
    cost = market.index(tile)
    if cost > stones:
        payable = _row(market[: stones + 1])
        return f"tile {tile} costs {price(cost)} and you have {stones}; you can pay for {payable}"
    return ""


def _unfit(state: State, placement: Placement) -> str:
    city = city_of(state, state.to_move)
    heights = {space: height(city, space) for space in placement.spaces}
    built = [space for space in placement.spaces if heights[space]]
    empty = [space for space in placement.spaces if not heights[space]]
    if built and empty:
        return (
            f"it would overlap the city: {_names(built)} built on, {_names(empty)} empty; "
            "a tile lies on three empty spaces or on top of tiles"
        )
    if len(set(heights.values())) > 1:
        levels = ", ".join(f"{_name(space)} is at {level}" for space, level in heights.items())
        return f"it would not lie flat: {levels}; all three must be of one height"
    if empty and not any(near in city for space in empty for near in around(space)):
        return f"it would lie in the air: {_names(empty)} all apart from your city; a side must touch it"
    return "it would lie on one tile only; a higher level rests on two different tiles or more"


def _name(space: Space) -> str:
    return f"{space[0]},{space[1]}"


def _names(spaces: list[Space]) -> str:
    return f"{' '.join(map(_name, spaces))} {'is' if len(spaces) == 1 else 'are'}"


def _row(tiles: list[int]) -> str:
    return " ".join(map(str, tiles))
