"""What a first game of Metropolys explains, and when."""

from collections.abc import Iterator

from urbanist.bots.table.kit.lesson import Lesson
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.wording import listed
from urbanist.bots.table.metropolys.text.tips import TOKEN_POINTS, row_tip
from urbanist.bots.table.metropolys.text.words import describe_place, hide_others, token_on
from urbanist.engine.metropolys.notation import MetropolysNotation, lane_values, targets
from urbanist.engine.metropolys.pieces import NAMES, VALUES

NOTATION = MetropolysNotation()
#: With so many buildings left, or fewer, the end of the game is near.
FEW = 4


def lessons(sight: Sight) -> Iterator[Lesson]:
    """Yield what can be explained now to the viewer, who is to move."""
    assert sight.seat is not None
    record, seat = sight.state.array, sight.seat
    yield Lesson(
        "goal",
        f"You want the most points when somebody has built the last of {len(VALUES)} buildings. Points "
        "come from tokens and "
        "from your secret cards, so build where these pay. ? shows all the rules.",
    )
    for row in hide_others(sight.state, seat).score_rows(seat):
        if row.row:
            yield Lesson(row.row, f"You hold the {row.what}. {row_tip(row)}")
    yield from _auction(sight)
    hand = lane_values(record["hands"][seat])
    high = [value for value in hand if value > 10]
    if high and len(hand) <= len(VALUES) - 2:
        yield Lesson(
            "high",
            f"You still have {listed(high)}. A high building wins an auction for sure, but only once: keep "
            "it for a place "
            "that matters much, and use low ones where few can answer.",
        )
    fewest = min(len(lane_values(record["hands"][other])) for other in range(sight.state.seats))
    if fewest <= FEW:
        yield Lesson(
            "end",
            f"The end is near: somebody has only {fewest} buildings left, and the game ends with the last "
            "one. Now take sure "
            "points before places for your cards.",
        )


def _auction(sight: Sight) -> Iterator[Lesson]:
    """Yield what concerns the running auction, or the one to open."""
    record, seat = sight.state.array, sight.seat
    if not int(record["last_value"]):
        yield Lesson(
            "open",
            "You open an auction: choose any empty place and any building. Whoever bids next must place a "
            "higher building "
            "beside yours, so you also choose where the auction goes. In a dead end or between buildings "
            "few can answer.",
        )
        return
    value, place = int(record["last_value"]), NAMES[int(record["last_cell"])]
    yield Lesson(
        "bid",
        f"The last bid is {value} on {describe_place(sight.state, place)}. You may place a higher building "
        "on an adjacent "
        f"place ({listed(targets(record)) if targets(record) else 'there is none'}), or pass. The last "
        "building stays, all "
        "others come back, so a bid costs nothing unless it wins.",
    )
    kind = token_on(record, place)
    if kind:
        advice = "let others take it" if kind == "ruins" else "outbid if you can go on from a good place"
        yield Lesson(
            f"token {kind}",
            f"Whoever wins on {place} gets its {kind} token ({TOKEN_POINTS[kind]:+}): {advice}.",
        )
    if lane_values(record["bids"][int(seat or 0)]):
        yield Lesson(
            "outbid",
            "You were outbid in this auction. If you do not win, your building comes back to your hand.",
        )
