"""The things of Metropolys in words: their names and letters, the rows of a score, and what a pointer explains.

Types, areas, tokens, heights and variants have their names in the engine, which are texts of the catalog.
"""

from collections.abc import Iterator
from typing import Any

from urbanist.bots.table.kit.language import marked, translated
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import Fact, at_each
from urbanist.bots.table.kit.wording import listed, upper
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.auction import height_of, token_on
from urbanist.engine.metropolys import pieces
from urbanist.engine.metropolys.editions import edition_of
from urbanist.engine.metropolys.notation import MetropolysNotation, district_letters, lane_values
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES
from urbanist.engine.metropolys.score_kinds import AreaRow, ScoreKind, TallestRow
from urbanist.engine.score_row import ScoreRow


def short_type(kind: str) -> str:
    """Return the name of a type for a legend."""
    return tr.in_context("short", kind)


def narrow_type(kind: str) -> str:
    """Return the name of a type in eight letters or less."""
    return tr("admin") if kind == "administration" else short_type(kind)


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


#: What the groups of an Area card of the expert game are.
GROUPS = {
    "bridges": marked("{number} bridge pairs at {each}"),
    "statues": marked("{number} statues at {each}"),
    "lakes": marked("{number} lake groups at {each}"),
    "districts": marked("{number} districts of 3 at {each}"),
    "chains": marked("{number} chains of 3 at {each}"),
}
#: What the rows mean.
TIPS = {
    ScoreKind.TRENDY_TOKENS: marked("Each trendy token that this player has taken gives points."),
    ScoreKind.METRO_TOKENS: marked("Each metro token that this player has taken gives points."),
    ScoreKind.METRO_CARD: marked(
        "The metro card goes to the first player with a metro token, then to whoever has more of them."
    ),
    ScoreKind.RUINS_TOKENS: marked("Each ruins token that this player has taken costs points."),
    ScoreKind.RUINS_CARD: marked("The ruins card is with whoever took a ruins token last, and costs points."),
    ScoreKind.TALLEST: marked(
        "In each district the player with the tallest building gets points. Small, medium or tall counts, not the "
        "value; the second tallest breaks a tie."
    ),
    ScoreKind.TYPE_CARD: marked(
        "The secret type card gives points for each building of this player on a place of that type."
    ),
}
#: What Area cards count in the family game and in the expert game.
FAMILY = {
    "bridges": marked("each building beside a bridge"),
    "statues": marked("each building around a statue"),
    "lakes": marked("each building on the shore of a lake"),
    "border": marked("each building on the border of the city"),
}
EXPERT = {
    "bridges": marked("each pair of buildings at the two ends of one bridge"),
    "statues": marked("each statue with buildings on all three places around it"),
    "lakes": marked("each group of three buildings around one lake"),
    "districts": marked("each district with three buildings or more"),
    "chains": marked("each group of three buildings that are connected"),
}


def fact(row: ScoreRow) -> Fact:
    """Return a row of a score as people read it."""
    common = tr(str(row.kind))
    value = ", ".join(_value(row))
    if row.subject:
        return Fact(tr(f"{row.subject} card"), row.points, value, _tip(row), common)
    return Fact(common, row.points, value, _tip(row))


def narrow_label(row: ScoreRow) -> str:
    """Return the name of a row in a narrow column."""
    if row.kind == ScoreKind.TALLEST:
        return tr("tallest")
    if row.kind == ScoreKind.TYPE_CARD:
        return tr("{kind} card", kind=narrow_type(row.subject))
    return fact(row).label


def _value(row: ScoreRow) -> Iterator[str]:
    """Yield how the points come about; nothing for a card that a seat holds or not."""
    if isinstance(row, TallestRow):
        yield from [translated(DISTRICT_NAMES[letter]) for letter in row.districts] or [tr("in no district")]
    elif isinstance(row, AreaRow):
        template = GROUPS[row.subject] if row.groups else marked("{number} buildings at {each}")
        yield tr(template, number=row.count, each=row.each)
    elif row.kind not in (ScoreKind.METRO_CARD, ScoreKind.RUINS_CARD):
        yield at_each(row)


def _tip(row: ScoreRow) -> str:
    if not isinstance(row, AreaRow):
        return tr(TIPS[ScoreKind(row.kind)])
    if not row.groups:
        return tr("The secret area card gives points for {what}.", what=FAMILY[row.subject])
    return tr(
        "The secret area card gives points for {what}. A building counts in one group only.",
        what=EXPERT[row.subject],
    )


NOTATION = MetropolysNotation()
LAST_BID = marked("{who} bids {value} here: the last bid; the next one must be higher and adjacent.")
OUTBID = marked("{who} bids {value} here: outbid by now.")
SEAT = marked(
    "{who}: {built} of {all} buildings are built; tokens ★ trendy, M metro, R ruins (* with the card); "
    "{points} points. Below: the buildings left, ° bid, · built."
)
SEAT_WITHOUT_CARDS = marked(
    "{who}: {built} of {all} buildings are built; tokens ★ trendy, M metro, R ruins (* with the card); "
    "{points} points, without its secret cards. Below: the buildings left, ° bid, · built."
)


def place_tip(pov: PlayerView, name: str) -> str:
    """Return a place with its type, token, surroundings, and what stands there."""
    record = pov.state.array
    said = ground_tip(name, district_letters(record["districts"]))
    return " ".join([said, *_token_here(record, name), *_standing(pov, name)])


def ground_tip(name: str, districts: str) -> str:
    """Return a place with its type and surroundings, on a board with some districts in play."""
    space = pieces.BOARD[pieces.CELLS[name]]
    facts = {"name": name, "type": tr(space.type), "district": pieces.DISTRICT_NAMES[name[0]]}
    if name[0] not in districts:
        return tr("{name}: a place of type {type} in {district}. This district is not in play.", **facts)
    near = list(_near(name, border=space.border, dead_end=space.dead_end))
    if near:
        return tr("{name}: a place of type {type} in {district}, {near}.", near=listed(near), **facts)
    return tr("{name}: a place of type {type} in {district}.", **facts)


def _near(name: str, *, border: bool, dead_end: bool) -> Iterator[str]:
    """Yield what a place lies beside."""
    bridges = sum(name in ends for ends in pieces.BRIDGES)
    if bridges:
        yield tr("beside a bridge") if bridges == 1 else tr("beside {bridges} bridges", bridges=bridges)
    if any(name in group for group in pieces.STATUES):
        yield tr("at a statue")
    if any(name in group for group in pieces.LAKES):
        yield tr("on the shore of a lake")
    if border:
        yield tr("on the border")
    if dead_end:
        yield tr("in a dead end")


def _token_here(record: Any, name: str) -> Iterator[str]:
    """Yield what is to be said about the token on a place."""
    if kind := token_on(record, name):
        yield tr(
            "Whoever builds here takes the {token} ({points:+}).",
            token=token(kind),
            points=getattr(edition_of(record).points, kind),
        )


def _standing(pov: PlayerView, name: str) -> Iterator[str]:
    """Yield the building or bid on a place."""
    record = pov.state.array
    for seat in range(pov.state.seats):
        for value, place in NOTATION.buildings(record, seat):
            if place == name:
                yield tr(
                    "{who} has built {value} here ({height}).",
                    who=upper(pov.name(seat)),
                    value=value,
                    height=tr(height_of(value)),
                )
    bids = NOTATION.bids(record)
    for bid in bids:
        if bid[2] == name:
            template = LAST_BID if bid == bids[-1] else OUTBID
            yield tr(template, who=upper(pov.name(bid[0])), value=bid[1])


def building_tip(pov: PlayerView, seat: int, value: int) -> str:
    """Return a building of a seat: its height, and whether it is in hand, bid or built."""
    record = pov.state.array
    facts = {"value": value, "height": tr(height_of(value))}
    if value in lane_values(record["hands"][seat]):
        return tr("Building {value}, {height}, in hand. A bid must be higher than the last one.", **facts)
    if value in lane_values(record["bids"][seat]):
        return tr(
            "Building {value}, {height}, bid in this auction. It comes back if somebody outbids it.", **facts
        )
    place = next(place for built, place in NOTATION.buildings(record, seat) if built == value)
    return tr("Building {value}, {height}, built on {place} for good.", place=place, **facts)


def seat_tip(pov: PlayerView, seat: int) -> str:
    """Return what a line about a seat shows."""
    record = pov.state.array
    template = SEAT if NOTATION.card(record, seat) != "?" else SEAT_WITHOUT_CARDS
    return tr(
        template,
        who=upper(pov.name(seat)),
        built=len(NOTATION.buildings(record, seat)),
        all=len(pieces.VALUES),
        points=pov.state.scores()[seat],
    )


def statue_tip(places: tuple[str, ...]) -> str:
    """Return what a statue is for."""
    return tr("A statue. {places} lie around it; the statues card counts them.", places=listed(places))


def bridge_tip(ends: tuple[str, ...]) -> str:
    """Return what a bridge is for."""
    return tr(
        "A bridge: {places} are adjacent over it; the bridges card counts buildings there.",
        places=listed(ends),
    )


def lake_tip(shore: tuple[str, ...]) -> str:
    """Return what a lake is for."""
    return tr(
        "A lake. Water parts places. {places} lie on its shore; the lakes card counts buildings there.",
        places=listed(shore),
    )
