"""An Akropolis position as lines of text, one fact a line, for screen readers and terminals without colour."""

from collections.abc import Iterator

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import (
    DOUBLED,
    City,
    city_of,
    options_of,
    printed_on,
    stones_of,
)
from urbanist.bots.table.akropolis.text.facts import fact, hex_name, kind_name, top_name
from urbanist.bots.table.akropolis.text.moves import explain
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import upper
from urbanist.engine.akropolis.city_record import Hex, space_text
from urbanist.engine.akropolis.edition import MAX_TILES
from urbanist.engine.akropolis.illegal_move_reasons import price
from urbanist.engine.akropolis.notation import AkropolisMove, market_of
from urbanist.engine.akropolis.pieces import KINDS, QUARRY
from urbanist.engine.akropolis.score_rows import district_rows
from urbanist.engine.event import Move


def describe(pov: PlayerView) -> str:
    """Return the position: options, score and city of each seat (the viewer's last), market and turn."""
    lines = [_options(pov)]
    seats = sorted(range(pov.state.seats), key=lambda seat: (seat == pov.seat, seat))
    for seat in seats:
        lines += [*_seat(pov, seat)]
    return "\n".join([*lines, describe_turn(pov)])


def describe_turn(pov: PlayerView) -> str:
    """Return the market with prices, what the seat to move can pay, and the seat to move."""
    return "\n".join(_turn(pov))


def _options(pov: PlayerView) -> str:
    named = [_option(option) for option in options_of(pov.state)]
    return tr("Options: {options}.", options=", ".join(named)) if named else tr("Options: none.")


def _option(option: str) -> str:
    if option not in KINDS:
        return tr("the long game")
    condition = tr(DOUBLED[option])
    return tr("{kind} ({condition} counts double)", kind=kind_name(option), condition=condition)


def _seat(pov: PlayerView, seat: int) -> Iterator[str]:
    state = pov.state
    name = upper(pov.name(seat))
    if pov.is_person(seat):
        name = tr("{who}, you", who=name)
    stones = stones_of(state, seat)
    yield tr.counted(
        "{who}: {n} points so far, {stones} of them from stones.",
        "{who}: {n} points so far, {stones} of them from stones.",
        state.scores()[seat],
        who=name,
        stones=stones,
    )
    for row in district_rows(state, seat):
        yield f"  {upper(str(fact(row)))}."
    yield from _city(city_of(state, seat))


def _city(city: City) -> Iterator[str]:
    """Yield a city row by row from north to south; levels above 1 are named."""
    for r in sorted({r for _, r in city}):
        columns = sorted(q for q, row in city if row == r)
        parts = [tr("{hex} at {place}", hex=_hex(city[q, r]), place=q) for q in columns]
        yield tr("  Row {row}: {hexes}.", row=r, hexes=", ".join(parts))


def _hex(top: Hex) -> str:
    name = top_name(top)
    return name if top.height == 1 else tr("{hex} on level {level}", hex=name, level=top.height)


def _turn(pov: PlayerView) -> Iterator[str]:
    state = pov.state
    if state.over:
        yield tr("The game is over.")
        return
    market = market_of(state.array)
    for place, tile in enumerate(market):
        printed = ", ".join(map(hex_name, printed_on(state, tile)))
        yield tr("Tile {tile}, {price}: {hexes}.", tile=tile, price=price(place), hexes=printed)
    stacks = int(state.array["stacks"])
    yield tr(
        "Stacks left: {stacks}; tiles until the next one: {tiles}.", stacks=stacks, tiles=len(market) - 1
    )
    if state.due:
        yield tr("The market will be refilled.")
        return
    seat = state.to_move
    who = tr("you, {who}", who=pov.name(seat)) if pov.is_person(seat) else pov.name(seat)
    stones = stones_of(state, seat)
    if not stones:
        yield tr("To move: {who}, with no stones.", who=who)
        return
    yield tr.counted("To move: {who}, with {n} stone.", "To move: {who}, with {n} stones.", stones, who=who)


def describe_preview(pov: PlayerView, move: Move) -> str:
    """Return the effects of a move of the seat to move: the tile, what it covers, and the change of points."""
    state = pov.state
    placement = AkropolisMove(move)
    city = city_of(state, state.to_move)
    below = [
        tr("{hex} at {place}", hex=_hex(city[space]), place=space_text(space))
        for space in placement.spaces
        if space in city
    ]
    above = zip(printed_on(state, placement.tile), placement.spaces, strict=True)
    lines = [
        tr("{hex} on {place}.", hex=upper(hex_name(printed)), place=space_text(space))
        for printed, space in above
    ]
    lines.append(tr("Covers {hexes}.", hexes=", ".join(below)) if below else tr("On the ground."))
    effect = tr("Brings {effect}.", effect=explain(state, move))
    return "\n".join([tr("Tile {tile}:", tile=placement.tile), *lines, effect])


def describe_unknown(pov: PlayerView) -> str:
    """Return what nobody can know yet: the tiles in the stacks, counted by what is printed on them."""
    state = pov.state
    unseen = int(state.array["unseen"])
    tiles = [tile for tile in range(1, MAX_TILES + 1) if unseen >> tile & 1]
    if not tiles:
        return tr("nothing is hidden: all tiles have come out")
    printed = [text for tile in tiles for text in printed_on(state, tile)]
    kinds = [
        tr(
            "{number} {kind} with {plazas} plazas",
            number=printed.count(kind),
            kind=kind_name(kind),
            plazas=printed.count(f"{kind}*"),
        )
        for kind in KINDS
    ]
    quarries = tr.counted("{n} quarry", "{n} quarries", printed.count(QUARRY))
    lines = [
        tr("no seat hides anything; the order of {n} tiles in the stacks is unknown to all", n=len(tiles)),
        tr("on them: {kinds}, {quarries}", kinds=", ".join(kinds), quarries=quarries),
        tr("their numbers: {tiles}", tiles=" ".join(map(str, tiles))),
    ]
    return "\n".join(lines)
