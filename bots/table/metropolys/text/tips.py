"""What the things at a table of Metropolys are and do, in a sentence or two each."""

from collections.abc import Iterator

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.wording import listed, upper
from urbanist.bots.table.metropolys.model.heights import height_of
from urbanist.bots.table.metropolys.text.words import token_on
from urbanist.engine.metropolys import pieces
from urbanist.engine.metropolys.notation import MetropolysNotation, district_letters, lane_values
from urbanist.engine.score_row import ScoreRow

NOTATION = MetropolysNotation()
#: The points of a token for whoever takes it.
TOKEN_POINTS = {"trendy": 3, "metro": 1, "ruins": -1}
#: What the rows of a score mean.
ROWS = {
    "trendy tokens": "Each trendy token that this player has taken gives points.",
    "metro tokens": "Each metro token that this player has taken gives a point.",
    "metro card": "The metro card goes to the first player with a metro token, then to whoever has more of them.",
    "ruins tokens": "Each ruins token that this player has taken costs a point.",
    "ruins card": "The ruins card is with whoever took a ruins token last, and costs points.",
    "tallest building": (
        "In each district the player with the tallest building gets points. Small, medium or tall counts, not the "
        "value; the second tallest breaks a tie."
    ),
    "type card": "The secret type card gives points for each building of this player on a place of that type.",
}
#: What area cards count in the family game and in the expert game.
FAMILY = {
    "bridges": "each building beside a bridge",
    "statues": "each building around a statue",
    "lakes": "each building on the shore of a lake",
    "border": "each building on the border of the city",
}
EXPERT = {
    "bridges": "each pair of buildings at the two ends of one bridge",
    "statues": "each statue with buildings on all three places around it",
    "lakes": "each group of three buildings around one lake",
    "districts": "each district with three buildings or more",
    "chains": "each group of three buildings that are connected",
}


def row_tip(row: ScoreRow) -> str:
    """Return what a row of a score means."""
    if row.row != "area card":
        return ROWS[row.row or row.what]
    card = row.what.removesuffix(" card")
    if " buildings at " in row.how:
        return f"The secret area card gives points for {FAMILY[card]}."
    return f"The secret area card gives points for {EXPERT[card]}. A building counts in one group only."


def place_tip(sight: Sight, name: str) -> str:
    """Return a place with its type, token, surroundings, and what stands there."""
    record, space = sight.state.array, pieces.BOARD[pieces.CELLS[name]]
    said = f"{name}: a place of type {space.type} in {pieces.DISTRICT_NAMES[name[0]]}"
    if name[0] not in district_letters(record["districts"]):
        return f"{said}. This district is not in play."
    near = list(_near(name, border=space.border, dead_end=space.dead_end))
    said += f", {listed(near)}." if near else "."
    if kind := token_on(record, name):
        said += f" Whoever builds here takes the {kind} token ({TOKEN_POINTS[kind]:+})."
    return " ".join([said, *_standing(sight, name)])


def _near(name: str, *, border: bool, dead_end: bool) -> Iterator[str]:
    """Yield what a place lies beside."""
    bridges = sum(name in ends for ends in pieces.BRIDGES)
    if bridges:
        yield "beside a bridge" if bridges == 1 else f"beside {bridges} bridges"
    for what, groups in (("at a statue", pieces.STATUES), ("on the shore of a lake", pieces.LAKES)):
        if any(name in group for group in groups):
            yield what
    if border:
        yield "on the border"
    if dead_end:
        yield "in a dead end"


def _standing(sight: Sight, name: str) -> Iterator[str]:
    """Yield the building or bid on a place."""
    record = sight.state.array
    for seat in range(sight.state.seats):
        for value, place in NOTATION.buildings(record, seat):
            if place == name:
                yield f"{upper(sight.name(seat))} has built {value} here ({height_of(value)})."
    bids = NOTATION.bids(record)
    for bid in bids:
        if bid[2] == name:
            last = (
                "the last bid; the next one must be higher and adjacent"
                if bid == bids[-1]
                else "outbid by now"
            )
            yield f"{upper(sight.name(bid[0]))} bids {bid[1]} here: {last}."


def building_tip(sight: Sight, seat: int, value: int) -> str:
    """Return a building of a seat: its height, and whether it is in hand, bid or built."""
    record = sight.state.array
    said = f"Building {value}, {height_of(value)}"
    if value in lane_values(record["hands"][seat]):
        return f"{said}, in hand. A bid must be higher than the last one."
    if value in lane_values(record["bids"][seat]):
        return f"{said}, bid in this auction. It comes back if somebody outbids it."
    place = next((place for built, place in NOTATION.buildings(record, seat) if built == value), "the board")
    return f"{said}, built on {place} for good."


def seat_tip(sight: Sight, seat: int) -> str:
    """Return what a line about a seat shows."""
    record = sight.state.array
    built = len(NOTATION.buildings(record, seat))
    known = "" if NOTATION.card(record, seat) != "?" else ", without its secret cards"
    return (
        f"{upper(sight.name(seat))}: {built} of {len(pieces.VALUES)} buildings are built; tokens ★ trendy, M metro, "
        f"R ruins (* with the card); {sight.state.scores()[seat]} points{known}. "
        f"Below: the buildings left, ° bid, · built."
    )


def statue_tip(places: tuple[str, ...]) -> str:
    """Return what a statue is for."""
    return f"A statue. {listed(places)} lie around it; the statues card counts them."


def bridge_tip(ends: tuple[str, ...]) -> str:
    """Return what a bridge is for."""
    return f"A bridge: {listed(ends)} are adjacent over it; the bridges card counts buildings there."


def lake_tip(shore: tuple[str, ...]) -> str:
    """Return what a lake is for."""
    return f"A lake. Water parts places. {listed(shore)} lie on its shore; the lakes card counts buildings there."
