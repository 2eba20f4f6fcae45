"""What is so in a game of Akropolis, in words: names, rows of a score, tips, the position in lines, and lessons."""

from collections.abc import Iterator, Sequence

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import (
    START_TILE,
    City,
    city_of,
    options_of,
    pieces_of,
    printed_on,
    stars_of,
    stones_of,
)
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import ScoreFact, Stock, explained
from urbanist.bots.table.kit.wording import Lesson, lesson, listed, upper
from urbanist.engine import State
from urbanist.engine.akropolis.city_record import Hex, Space
from urbanist.engine.akropolis.edition import MAX_TILES
from urbanist.engine.akropolis.illegal_move_reasons import price
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.pieces import KINDS, QUARRY
from urbanist.engine.akropolis.score_kinds import AkropolisScoreKind, DistrictRow
from urbanist.engine.akropolis.score_rows import district_rows
from urbanist.engine.score_row import ScoreRow


def letter(kind: str) -> str:
    """Return the letter of a kind on a board."""
    return tr(kind[0])


def hex_name(printed: str) -> str:
    """Return a printed hex; a plaza ends with `*`."""
    [one] = tr.words["one"][printed.rstrip("*")]
    return tr(f"{one} plaza") if printed.endswith("*") else tr(one)


def top_name(top: Hex) -> str:
    """Return a hex of a city without its level."""
    return hex_name(f"{top.kind}*" if top.plaza else top.kind)


def hex_title(space: Space, top: Hex, piece: int | None) -> str:
    """Return a hex of a city: its kind, level and place, and the tile that it belongs to."""
    said = {"hex": top_name(top), "level": top.height, "place": f"{space[0]},{space[1]}"}
    if piece == START_TILE:
        return tr("{hex} on level {level} at {place}, the start tile", **said)
    return tr("{hex} on level {level} at {place}, tile {tile}", tile=piece, **said)


def tile_name(tile: int, printed: Sequence[str]) -> str:
    """Return a tile with what is printed on it."""
    return f"{tile} ({', '.join(map(hex_name, printed))})"


def fact(row: ScoreRow) -> ScoreFact:
    """Return a row of a score as people read it."""
    if not isinstance(row, DistrictRow):
        return ScoreFact(tr("stones"), row.points, tip=tr.named("tip", row.kind))
    missing = ", ".join(_missing(row))
    value = tr("{product}; {missing}", product=product(row), missing=missing) if missing else product(row)
    tip = tr(
        "{counts} The heights of those that count, times the stars of the plazas of this kind.",
        counts=tr.named("counts", row.kind),
    )
    return ScoreFact(tr(row.kind), row.points, value, tip)


def product(row: DistrictRow) -> str:
    """Return the value times the stars."""
    return tr.counted("{value} x {n} star", "{value} x {n} stars", row.each, value=row.count)


def _missing(row: DistrictRow) -> Iterator[str]:
    """Yield what prevents more points: a factor that is 0 while the other is not, and districts that do not count."""
    if row.count and not row.each:
        yield tr("no plaza")
    if row.each and not row.count:
        yield tr("no district that counts")
    if row.idle:
        yield tr.named("idle", row.kind, n=row.idle)


def hex_tip(pov: PlayerView, seat: int, space: Space, city: City | None = None) -> str:
    """Return what lies on a place of a seat's city."""
    city = city_of(pov.state, seat) if city is None else city
    if space not in city:
        return tr.named("tip", "empty")
    top = city[space]
    said = f"{upper(hex_title(space, top, pieces_of(pov, seat).get(space)))}."
    if top.kind == QUARRY:
        return f"{said} {tr.named('tip', QUARRY)}"
    if top.plaza:
        stars, kind = getattr(stars_of(pov.state), top.kind), tr(top.kind)
        multiplies = tr("{stars} ★ to multiply the value of all {kind} that count.", stars=stars, kind=kind)
        return f"{said} {multiplies}"
    counts = [_counted(pov, seat, space, top.kind), tr.named("counts", top.kind)]
    if top.kind in options_of(pov.state):
        counts.append(tr("It counts double {condition}.", condition=tr.named("doubled", top.kind)))
    return " ".join([said, *counts])


def _counted(pov: PlayerView, seat: int, space: Space, kind: str) -> str:
    """Return what a district counts for now."""
    breakdown = pov.view.game.notation.score_breakdown(pov.state, seat)[AkropolisScoreKind(kind)]
    place = f"{space[0]},{space[1]}"
    worth = next((part.worth for part in breakdown if part.places == (place,)), 0)
    return tr("It counts for {worth} now.", worth=worth) if worth else tr("It does not count now.")


def tile_tip(pov: PlayerView, tile: int) -> str:
    """Return a tile of the market with its price."""
    place = market_of(pov.state.array).index(tile)
    said = {"tile": tile_name(tile, printed_on(pov.state, tile)), "price": price(place)}
    if pov.state.over or place <= stones_of(pov.state, pov.state.to_move):
        return tr("Tile {tile}: {price}.", **said)
    who = pov.name(pov.state.to_move)
    return tr("Tile {tile}: {price}, more than the stones of {who}.", who=who, **said)


def seat_tip(pov: PlayerView, seat: int) -> str:
    """Return what a line about a seat shows."""
    look = tr("{key} or a click shows this city.", key=seat + 1)
    return f"{_points(pov, seat, explained([stones(pov.state, seat)]))} {look}"


def stones(state: State, seat: int) -> Stock:
    """Return the stones of a seat."""
    number = stones_of(state, seat)
    return Stock(number, tr.counted("{n} stone", "{n} stones", number), "◆", "stone")


def stacks_left(state: State) -> str:
    """Return the number of stacks that are left."""
    return tr.counted("{n} stack left", "{n} stacks left", int(state.array["stacks"]))


def _points(pov: PlayerView, seat: int, held: str) -> str:
    """Return the points of a seat, with the stones among them."""
    return tr.counted(
        "{who}: {n} point so far, {stones} among them.",
        "{who}: {n} points so far, {stones} among them.",
        pov.state.scores()[seat],
        who=pov.heading(seat),
        stones=held,
    )


def describe(pov: PlayerView) -> str:
    """Return the position: options, score and city of each seat (the viewer's last), market and turn."""
    lines = [_options(pov)]
    seats = sorted(range(pov.state.seats), key=lambda seat: (seat == pov.seat, seat))
    for seat in seats:
        lines += [*_seat(pov, seat)]
    return "\n".join([*lines, *_turn(pov)])


def describe_turn(pov: PlayerView) -> str:
    """Return what the viewer has, the market with prices, what the seat to move can pay, and the seat to move."""
    seat = pov.seat
    own = [] if seat is None else [_points(pov, seat, stones(pov.state, seat).said)]
    return "\n".join([*own, *_turn(pov)])


def _options(pov: PlayerView) -> str:
    named = [
        tr("{kind} ({condition} counts double)", kind=tr(option), condition=tr.named("doubled", option))
        if option in KINDS
        else tr("the long game")
        for option in options_of(pov.state)
    ]
    return tr("Options: {options}.", options=", ".join(named)) if named else tr("Options: none.")


def _seat(pov: PlayerView, seat: int) -> Iterator[str]:
    state = pov.state
    yield _points(pov, seat, stones(state, seat).said)
    for row in district_rows(state, seat):
        yield f"  {upper(str(fact(row)))}."
    yield from _city(city_of(state, seat))


def _city(city: City) -> Iterator[str]:
    """Yield a city row by row from north to south; levels above 1 are named."""
    for r in sorted({r for _, r in city}):
        columns = sorted(q for q, row in city if row == r)
        parts = [tr("{hex} at {place}", hex=hex_on_level(city[q, r]), place=q) for q in columns]
        yield tr("  Row {row}: {hexes}.", row=r, hexes=", ".join(parts))


def hex_on_level(top: Hex) -> str:
    """Return a hex of a city, with its level if that is higher than 1."""
    name = top_name(top)
    return name if top.height == 1 else tr("{hex} on level {level}", hex=name, level=top.height)


def _turn(pov: PlayerView) -> Iterator[str]:
    state = pov.state
    if state.over:
        yield pov.turn()
        return
    market = market_of(state.array)
    yield from (tile_tip(pov, tile) for tile in market)
    yield tr(
        "{stacks}; tiles until the next one: {tiles}.",
        stacks=upper(stacks_left(state)),
        tiles=len(market) - 1,
    )
    if state.due:
        yield tr("The market will be refilled.")
        return
    yield pov.turn(tr.counted("with {n} stone", "with {n} stones", stones_of(state, state.to_move)))


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
            kind=tr(kind),
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


#: With so many stacks left, or fewer, the end of the game is near; from so many hexes on it is worth to build higher.
FEW, MANY = 2, 12


def lessons(pov: PlayerView) -> Iterator[Lesson]:
    """Yield what can be explained now to the viewer, who is to move."""
    assert pov.seat is not None
    state, seat = pov.state, pov.seat
    yield lesson(tr, "goal")
    yield lesson(tr, "take", stones=stones(state, seat).said)
    for kind in options_of(state):
        if kind in KINDS:
            yield lesson(tr, "option", kind, kind=tr(kind), condition=tr.named("doubled", kind))
    yield from _kinds(pov, seat)
    yield from _higher(pov, seat)
    if int(state.array["stacks"]) <= FEW:
        yield lesson(tr, "end", stacks=stacks_left(state))


def _kinds(pov: PlayerView, seat: int) -> Iterator[Lesson]:
    """Yield what keeps districts and plazas from scoring."""
    state = pov.state
    market = [printed for tile in market_of(state.array) for printed in printed_on(state, tile)]
    for row in district_rows(pov.state, seat):
        kind, counts = tr(row.kind), tr.named("counts", row.kind)
        if row.idle:
            yield lesson(tr, "idle", row.kind, kind=kind, counts=counts)
        if row.count and not row.each:
            open_now = f"{row.kind}*" in market
            where = tr("The market has one now.") if open_now else tr("Look for one in the market.")
            yield lesson(tr, "plaza", row.kind, kind=kind, value=row.count, where=where)
        if row.each and not row.count:
            yield lesson(tr, "district", row.kind, kind=kind, counts=counts)


def _higher(pov: PlayerView, seat: int) -> Iterator[Lesson]:
    """Yield why to build on top of tiles."""
    city = city_of(pov.state, seat)
    if len(city) < MANY:
        return
    quarries = sum(top.kind == QUARRY for top in city.values())
    yield lesson(tr, "higher", covered=tr.named("tip", QUARRY), quarries=quarries)
    tops = [top.kind for top in city.values() if top.height > 1 and top.kind != QUARRY]
    if tops:
        kinds = listed(map(tr, dict.fromkeys(tops)))
        yield lesson(tr, "height", kinds=kinds)
