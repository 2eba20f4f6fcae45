"""An Akropolis position as lines of text, one fact a line, for screen readers and terminals without colour."""

from collections.abc import Iterator

from urbanist.bots.table.akropolis.model import score_rows
from urbanist.bots.table.akropolis.model.city import City, Placement, city_of
from urbanist.bots.table.akropolis.text.words import ONE, explain, hex_name
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.wording import upper
from urbanist.engine.akropolis.city_record import Hex, space_text
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.objections import price
from urbanist.engine.akropolis.pieces import KINDS, QUARRY, TILES


def describe(sight: Sight) -> str:
    """Return the position: options, score and city of each seat (the viewer's last), market and turn."""
    lines = [_options(sight)]
    seats = sorted(range(sight.state.seats), key=lambda seat: (seat == sight.seat, seat))
    for seat in seats:
        lines += [*_seat(sight, seat)]
    return "\n".join([*lines, describe_turn(sight)])


def describe_turn(sight: Sight) -> str:
    """Return the market with prices, what the seat to move can pay, and the seat to move."""
    return "\n".join(_turn(sight))


def _options(sight: Sight) -> str:
    named = [
        f"{option} ({score_rows.DOUBLED[option]} counts double)" if option in KINDS else "the long game"
        for option in score_rows.options_of(sight.state)
    ]
    return f"Options: {', '.join(named) or 'none'}."


def _seat(sight: Sight, seat: int) -> Iterator[str]:
    state = sight.state
    name = upper(sight.name(seat))
    if sight.is_person(seat):
        name += ", you"
    stones = score_rows.stones_of(state, seat)
    yield f"{name}: {state.scores()[seat]} points so far, {stones} of them from stones."
    for row in state.score_rows(seat):
        if row.what in KINDS:
            yield f"  {upper(row.what)}: {row.points} ({row.how})."
    yield from _city(city_of(state, seat))


def _city(city: City) -> Iterator[str]:
    """Yield a city row by row from north to south; levels above 1 are named."""
    for r in sorted({r for _, r in city}):
        columns = sorted(q for q, row in city if row == r)
        parts = [f"{_hex(city[q, r])} at {q}" for q in columns]
        yield f"  Row {r}: {', '.join(parts)}."


def _hex(top: Hex) -> str:
    name = f"{ONE[top.kind]} plaza" if top.plaza else ONE[top.kind]
    return name if top.height == 1 else f"{name} on level {top.height}"


def _turn(sight: Sight) -> Iterator[str]:
    state = sight.state
    if state.over:
        yield "The game is over."
        return
    market = market_of(state.array)
    for place, tile in enumerate(market):
        printed = ", ".join(map(hex_name, TILES[tile].hexes))
        yield f"Tile {tile}, {price(place)}: {printed}."
    stacks = int(state.array["stacks"])
    yield f"Stacks left: {stacks}; tiles until the next one: {len(market) - 1}."
    if state.due:
        yield "The market will be refilled."
        return
    seat = state.to_move
    stones = score_rows.stones_of(state, seat)
    held = price(stones) if stones else "no stones"
    yield f"To move: {'you, ' if sight.is_person(seat) else ''}{sight.name(seat)}, with {held}."


def describe_preview(sight: Sight, move: str) -> str:
    """Return the effects of a move of the seat to move: the tile, what it covers, and the change of points."""
    state = sight.state
    placement = Placement.of(move)
    city = city_of(state, state.to_move)
    below = [f"{_hex(city[space])} at {space_text(space)}" for space in placement.spaces if space in city]
    above = zip(TILES[placement.tile].hexes, placement.spaces, strict=True)
    lines = [f"{upper(hex_name(printed))} on {space_text(space)}." for printed, space in above]
    lines.append(f"Covers {', '.join(below)}." if below else "On the ground.")
    return "\n".join([f"Tile {placement.tile}:", *lines, f"Brings {explain(state, move)}."])


def describe_unknown(sight: Sight) -> str:
    """Return what nobody can know yet: the tiles in the stacks, counted by what is printed on them."""
    unseen = int(sight.state.array["unseen"])
    tiles = [tile for tile in TILES if unseen >> tile & 1]
    if not tiles:
        return "nothing is hidden: all tiles have come out"
    printed = [text for tile in tiles for text in TILES[tile].hexes]
    kinds = [f"{printed.count(kind)} {kind} with {printed.count(kind + '*')} plazas" for kind in KINDS]
    return (
        f"no seat hides anything; the order of {len(tiles)} tiles in the stacks is unknown to all\n"
        f"on them: {', '.join(kinds)}, {printed.count(QUARRY)} quarries\n"
        f"their numbers: {' '.join(map(str, tiles))}"
    )
