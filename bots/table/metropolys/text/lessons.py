"""What a first game of Metropolys explains, and when."""

from collections.abc import Iterator

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import Lesson, listed
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.auction import token_on
from urbanist.bots.table.metropolys.text.facts import fact, token
from urbanist.bots.table.metropolys.text.words import describe_place, hide_others
from urbanist.engine.metropolys.editions import edition_of
from urbanist.engine.metropolys.notation import MetropolysNotation, lane_values, targets
from urbanist.engine.metropolys.pieces import NAMES, VALUES

NOTATION = MetropolysNotation()
#: What to do about a token where the last bid stands.
LET_TAKE = marked("Whoever wins on {place} gets its {token} ({points:+}): let others take it.")
GO_ON = marked(
    "Whoever wins on {place} gets its {token} ({points:+}): outbid if you can go on from a good place."
)
#: With so many buildings left, or fewer, the end of the game is near.
FEW = 4


#: What is explained, by the names of lessons.
TEXTS = {
    "goal": marked(
        "You want the most points when somebody has built the last of {all} buildings. Points come from "
        "tokens and from your secret cards, so build where these pay. ? shows all the rules."
    ),
    "bid": marked(
        "The last bid is {value} on {place}. You may place a higher building on an adjacent place ({near}), "
        "or pass. The last building stays, all others come back, so a bid costs nothing unless it wins."
    ),
    "high": marked(
        "You still have {values}. A high building wins an auction for sure, but only once: keep it for a "
        "place that matters much, and use low ones where few can answer."
    ),
    "end": marked(
        "The end is near: somebody has only {number} buildings left, and the game ends with the last one. "
        "Now take sure points before places for your cards."
    ),
    "open": marked(
        "You open an auction: choose any empty place and any building. Whoever bids next must place a higher "
        "building beside yours, so you also choose where the auction goes. In a dead end or between "
        "buildings few can answer."
    ),
    "outbid": marked(
        "You were outbid in this auction. If you do not win, your building comes back to your hand."
    ),
}


def lessons(pov: PlayerView) -> Iterator[Lesson]:
    """Yield what can be explained now to the viewer, who is to move."""
    assert pov.seat is not None
    record, seat = pov.state.array, pov.seat
    yield _lesson("goal", all=len(VALUES))
    for row in hide_others(pov.state, seat).score_rows(seat):
        if row.subject:
            card = fact(row)
            yield Lesson(row.kind, tr("You hold the {card}. {tip}", card=card.label, tip=card.tip))
    yield from _auction(pov)
    hand = lane_values(record["hands"][seat])
    high = [value for value in hand if value > 10]
    if high and len(hand) <= len(VALUES) - 2:
        yield _lesson("high", values=listed(high))
    fewest = min(len(lane_values(record["hands"][other])) for other in range(pov.state.seats))
    if fewest <= FEW:
        yield _lesson("end", number=fewest)


def _auction(pov: PlayerView) -> Iterator[Lesson]:
    """Yield what concerns the running auction, or the one to open."""
    record, seat = pov.state.array, pov.seat
    if not int(record["last_value"]):
        yield _lesson("open")
        return
    value, place = int(record["last_value"]), NAMES[int(record["last_cell"])]
    near = targets(record)
    yield _lesson(
        "bid",
        value=value,
        place=describe_place(pov.state, place),
        near=listed(near) if near else tr("there is none"),
    )
    kind = token_on(record, place)
    if kind:
        points = getattr(edition_of(record).points, kind)
        template = LET_TAKE if points < 0 else GO_ON
        said = tr(template, place=place, token=token(kind), points=points)
        yield Lesson(f"token {kind}", said)
    if lane_values(record["bids"][int(seat or 0)]):
        yield _lesson("outbid")


def _lesson(name: str, **values: object) -> Lesson:
    return Lesson(name, tr(TEXTS[name], **values))
