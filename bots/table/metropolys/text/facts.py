"""What is so in a game of Metropolys, in words: names, rows of a score, tips, the position in lines, and lessons.

Types, areas, tokens, heights and variants have their names in the engine, which are texts of the catalog.
"""

from collections.abc import Iterator
from typing import Any

from urbanist.bots.table.kit.language import translated
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import ScoreFact, Stock, at_each, explained
from urbanist.bots.table.kit.wording import Lesson, lesson, listed, upper
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.auction import NOTATION, Auction, height_of, hide_others, token_on
from urbanist.engine import State
from urbanist.engine.metropolys import pieces
from urbanist.engine.metropolys.edition import Board, Place
from urbanist.engine.metropolys.editions import EDITIONS
from urbanist.engine.metropolys.notation import district_letters, lane_values, mask_names
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES, TOKEN_KINDS, TYPES, VALUES
from urbanist.engine.metropolys.score_kinds import AreaRow, MetropolysScoreKind, TallestRow
from urbanist.engine.score_row import ScoreRow


def short_type(kind: str) -> str:
    """Return the name of a type for a legend."""
    return tr.in_context("short", kind)


def letter(kind: str) -> str:
    """Return the letter of a type or a token."""
    return tr(kind[0].upper())


def district_sign(letter: str) -> str:
    """Return the name of a district as it is written on the map, in capitals."""
    name = tr.in_context("map", "Centre") if letter == "C" else translated(DISTRICT_NAMES[letter])
    return name.upper()


def token_sign(kind: str) -> str:
    """Return the character of a token: a star, or a letter."""
    return "★" if kind == "trendy" else letter(kind)


def token(kind: str) -> str:
    """Return a token as a thing, such as "metro token"; empty if there is none."""
    return tr(f"{kind} token") if kind else ""


def card_name(card: str) -> str:
    """Return a hidden card, such as `park`, or both of a seat, such as `bridges+park`."""
    return "+".join(map(tr, card.split("+")))


def fact(row: ScoreRow) -> ScoreFact:
    """Return a row of a score as people read it."""
    common = tr(str(row.kind))
    value = ", ".join(_value(row))
    if row.subject:
        return ScoreFact(tr(f"{row.subject} card"), row.points, value, _tip(row), common)
    return ScoreFact(common, row.points, value, _tip(row))


def narrow_label(row: ScoreRow) -> str:
    """Return the name of a row in a narrow column."""
    if row.kind == MetropolysScoreKind.TALLEST:
        return tr("tallest")
    if row.kind == MetropolysScoreKind.TYPE_CARD:
        short = tr("admin") if row.subject == "administration" else short_type(row.subject)
        return tr("{kind} card", kind=short)
    return fact(row).label


def _value(row: ScoreRow) -> Iterator[str]:
    """Yield how the points come about; nothing for a card that a seat holds or not."""
    if isinstance(row, TallestRow):
        yield from [translated(DISTRICT_NAMES[letter]) for letter in row.districts] or [tr("in no district")]
    elif isinstance(row, AreaRow):
        counts = {"number": row.count, "each": row.each}
        said = tr("{number} buildings at {each}", **counts)
        yield tr.named("groups", row.subject, **counts) if row.groups else said
    elif row.kind not in (MetropolysScoreKind.METRO_CARD, MetropolysScoreKind.RUINS_CARD):
        yield at_each(row)


def _tip(row: ScoreRow) -> str:
    if not isinstance(row, AreaRow):
        return tr.named("tip", row.kind)
    what = tr.named("expert" if row.groups else "family", row.subject)
    if not row.groups:
        return tr("The secret area card gives points for {what}.", what=what)
    return tr("The secret area card gives points for {what}. A building counts in one group only.", what=what)


def place_tip(pov: PlayerView, name: str) -> str:
    """Return a place with its type, token, surroundings, and what stands there."""
    record = pov.state.array
    said = ground_tip(name, district_letters(record["districts"]), EDITIONS.of(record).board)
    return " ".join([said, *_token_here(record, name), *_standing(pov, name)])


def ground_tip(name: str, districts: str, board: Board) -> str:
    """Return a place with its type and surroundings, on a board with some districts in play."""
    space = board.by_name[name]
    district = pieces.DISTRICT_NAMES[name[0]]
    kind = tr(space.type)
    said = tr("{name}: a place of type {type} in {district}", name=name, type=kind, district=district)
    if name[0] not in districts:
        absent = tr("This district is not in play.")
        return f"{said}. {absent}"
    return ", ".join([said, *_near(space, board)]) + "."


def _near(space: Place, board: Board) -> Iterator[str]:
    """Yield what a place lies beside."""
    name = space.name
    bridges = sum(name in ends for ends in board.bridges)
    if bridges:
        yield tr("beside a bridge") if bridges == 1 else tr("beside {bridges} bridges", bridges=bridges)
    if any(name in group for group in board.statues):
        yield tr("at a statue")
    if any(name in group for group in board.lakes):
        yield tr("on the shore of a lake")
    if space.border:
        yield tr("on the border")
    if space.dead_end:
        yield tr("in a dead end")


def _token_here(record: Any, name: str) -> Iterator[str]:
    """Yield what is to be said about the token on a place."""
    if kind := token_on(record, name):
        points = getattr(EDITIONS.of(record).points, kind)
        yield tr("Whoever builds here takes the {token} ({points:+}).", token=token(kind), points=points)


def _standing(pov: PlayerView, name: str) -> Iterator[str]:
    """Yield the building or bid on a place."""
    record = pov.state.array
    for seat in range(pov.state.seats):
        for value, place in NOTATION.buildings(record, seat):
            if place == name:
                said = {"who": upper(pov.name(seat)), "value": value, "height": tr(height_of(value))}
                yield tr("{who} has built {value} here ({height}).", **said)
    bids = NOTATION.bids(record)
    for seat, value, place in bids:
        if place == name:
            is_last = value == bids[-1][1]
            yield tr.named("bid", "last" if is_last else "outbid", who=upper(pov.name(seat)), value=value)


def building_tip(pov: PlayerView, seat: int, value: int) -> str:
    """Return a building of a seat: its height, and whether it is in hand, bid or built."""
    record = pov.state.array
    where = next((lane for lane in ("hands", "bids") if value in lane_values(record[lane][seat])), "built")
    place = dict(NOTATION.buildings(record, seat)).get(value)
    return tr.named("building", where, value=value, height=tr(height_of(value)), place=place)


def seat_tip(pov: PlayerView, seat: int) -> str:
    """Return what a line about a seat shows."""
    record = pov.state.array
    said = tr(
        "{who}: {built} of {all} buildings are built; tokens: {tokens}; * with the card.",
        who=pov.heading(seat),
        built=len(NOTATION.buildings(record, seat)),
        all=len(pieces.VALUES),
        tokens=explained(tokens(record, seat)),
    )
    return " ".join([said, _points(pov, seat), tr("Below: the buildings left, ° bid, · built.")])


def landmark_tip(kind: str, places: tuple[str, ...]) -> str:
    """Return what a statue, a bridge or a lake between some places is for."""
    return tr.named("landmark", kind, places=listed(places))


def describe(pov: PlayerView) -> str:
    """Return the position: the board, each seat, the viewer's own cards, and last the running auction."""
    lines = [*_board(pov)]
    for seat in range(pov.state.seats):
        lines += _seat(pov, seat)
    return "\n".join([*lines, *_own(pov), *_turn(pov)])


def _board(pov: PlayerView) -> Iterator[str]:
    record = pov.state.array
    names = (translated(DISTRICT_NAMES[letter]) for letter in district_letters(record["districts"]))
    yield tr("Districts in play: {districts}.", districts=", ".join(names))
    for kind, mask in zip(TOKEN_KINDS, record["tokens"], strict=True):
        places = ", ".join(mask_names(mask)) or tr("none")
        yield tr("On the board, {token}: {places}.", token=token(kind), places=places)
    spaces = EDITIONS.of(record).board.by_name
    for kind in TYPES:
        free = [place for place in mask_names(record["empty"]) if spaces[place].type == kind]
        yield tr("Empty {type}: {places}.", type=tr(kind), places=", ".join(free) or tr("none"))


def _seat(pov: PlayerView, seat: int) -> Iterator[str]:
    record = pov.state.array
    built = ", ".join(
        tr("{value} on {place}", value=value, place=place)
        for value, place in NOTATION.buildings(record, seat)
    )
    yield tr("{who}: built {buildings}.", who=pov.heading(seat), buildings=built or tr("nothing"))
    left = ", ".join(map(str, lane_values(record["hands"][seat])))
    yield tr("  Buildings left: {values}.", values=left or tr("none"))
    cards = {"metro": tr("the metro card"), "ruins": tr("the ruins card")}
    held = [card for kind, card in cards.items() if int(record[f"{kind}_card"]) == seat]
    yield tr("  Tokens: {tokens}.", tokens=", ".join([*(each.said for each in tokens(record, seat)), *held]))
    yield f"  {_points(pov, seat)}"


def tokens(record: Any, seat: int) -> tuple[Stock, ...]:
    """Return the tokens that a seat took, by kind."""
    return tuple(
        Stock(int(number), f"{tr(kind)} {int(number)}", token_sign(kind), f"token-{kind}")
        for kind, number in zip(TOKEN_KINDS, record["taken"][seat], strict=True)
    )


def _points(pov: PlayerView, seat: int) -> str:
    """Return the points of a seat and its cards."""
    card, points = NOTATION.card(pov.state.array, seat), pov.state.scores()[seat]
    if card == "?":
        return tr("Points so far: {points}, and a hidden card.", points=points)
    return tr("Points so far: {points}, with the card {card}.", points=points, card=_cards(card))


def _cards(card: str) -> str:
    """Return the cards of a seat in words."""
    area, _, kind = card.partition("+")
    return tr("{area} and {type}", area=tr(area), type=tr(kind)) if kind else tr(area)


def _own(pov: PlayerView) -> Iterator[str]:
    if pov.seat is None or NOTATION.card(pov.state.array, pov.seat) == "?":
        return
    yield tr("Your cards: {cards}.", cards=_cards(NOTATION.card(pov.state.array, pov.seat)))
    for row in pov.state.score_rows(pov.seat):
        if row.points or row.subject:
            yield f"  {upper(str(fact(row)))}."


def describe_turn(pov: PlayerView) -> str:
    """Return the viewer's own buildings and cards, the bids, the places for the next bid, and the seat to move."""
    if pov.seat is None or pov.state.over:
        return "\n".join(_turn(pov))
    left = ", ".join(map(str, lane_values(pov.state.array["hands"][pov.seat])))
    held = tr("{who}: buildings left: {values}.", who=pov.heading(pov.seat), values=left or tr("none"))
    return "\n".join([held, *_own(pov), *_turn(pov)])


def _turn(pov: PlayerView) -> Iterator[str]:
    if pov.state.over:
        yield pov.turn()
        return
    auction = Auction(pov.state)
    bids = [
        tr("seat {seat} {value} on {place}", seat=seat, value=value, place=place)
        for seat, value, place in auction.bids
    ]
    if bids:
        yield tr("Bids, rising: {bids}.", bids=", ".join(bids))
        near = ", ".join(auction.places)
        yield tr("The next bid may stand on: {places}.", places=near or tr("nowhere"))
    else:
        yield tr("No bids yet: a new auction is to be opened.")
    yield pov.turn()


def describe_place(state: State, place: str) -> str:
    """Return a neighbourhood with its type, and its token if it has one."""
    record = state.array
    said = [short_type(EDITIONS.of(record).board.by_name[place].type), token(token_on(record, place))]
    return f"{place} ({', '.join(filter(None, said))})"


#: With so many buildings left, or fewer, the end of the game is near.
FEW = 4


def lessons(pov: PlayerView) -> Iterator[Lesson]:
    """Yield what can be explained now to the viewer, who is to move."""
    assert pov.seat is not None
    record, seat = pov.state.array, pov.seat
    yield lesson(tr, "goal", all=len(VALUES))
    for row in hide_others(pov.state, seat).score_rows(seat):
        if row.subject:
            card = fact(row)
            yield lesson(tr, "card", row.kind, card=card.label, tip=card.tip)
    yield from _auction_lessons(pov)
    hand = lane_values(record["hands"][seat])
    high = [value for value in hand if value > 10]
    if high and len(hand) <= len(VALUES) - 2:
        yield lesson(tr, "high", values=listed(high))
    fewest = min(len(lane_values(record["hands"][other])) for other in range(pov.state.seats))
    if fewest <= FEW:
        yield lesson(tr, "end", number=fewest)


def _auction_lessons(pov: PlayerView) -> Iterator[Lesson]:
    """Yield what concerns the running auction, or the one to open."""
    record, seat, auction = pov.state.array, pov.seat, Auction(pov.state)
    if not auction.bids:
        yield lesson(tr, "open")
        return
    place = auction.at
    near = listed(auction.places) if auction.places else tr("there is none")
    yield lesson(tr, "bid", value=auction.last, place=describe_place(pov.state, place), near=near)
    kind = token_on(record, place)
    if kind:
        points = getattr(EDITIONS.of(record).points, kind)
        said = {"place": place, "token": token(kind), "points": points}
        yield lesson(tr, "bad-token" if points < 0 else "token", kind, **said)
    if lane_values(record["bids"][int(seat or 0)]):
        yield lesson(tr, "outbid")
