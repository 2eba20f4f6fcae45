"""What a first game of Metropolys explains, and when; and the first game in small steps, for two players."""

from collections.abc import Iterator

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import FirstGame, Lesson, Step, listed
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


def lessons(pov: PlayerView) -> Iterator[Lesson]:
    """Yield what can be explained now to the viewer, who is to move."""
    assert pov.seat is not None
    record, seat = pov.state.array, pov.seat
    yield Lesson(
        "goal",
        tr(
            "You want the most points when somebody has built the last of {all} buildings. Points come from tokens "
            "and from your secret cards, so build where these pay. ? shows all the rules.",
            all=len(VALUES),
        ),
    )
    for row in hide_others(pov.state, seat).score_rows(seat):
        if row.subject:
            card = fact(row)
            yield Lesson(row.kind, tr("You hold the {card}. {tip}", card=card.label, tip=card.tip))
    yield from _auction(pov)
    hand = lane_values(record["hands"][seat])
    high = [value for value in hand if value > 10]
    if high and len(hand) <= len(VALUES) - 2:
        yield Lesson(
            "high",
            tr(
                "You still have {values}. A high building wins an auction for sure, but only once: keep it for a "
                "place that matters much, and use low ones where few can answer.",
                values=listed(high),
            ),
        )
    fewest = min(len(lane_values(record["hands"][other])) for other in range(pov.state.seats))
    if fewest <= FEW:
        yield Lesson(
            "end",
            tr(
                "The end is near: somebody has only {number} buildings left, and the game ends with the last one. "
                "Now take sure points before places for your cards.",
                number=fewest,
            ),
        )


def _auction(pov: PlayerView) -> Iterator[Lesson]:
    """Yield what concerns the running auction, or the one to open."""
    record, seat = pov.state.array, pov.seat
    if not int(record["last_value"]):
        yield Lesson(
            "open",
            tr(
                "You open an auction: choose any empty place and any building. Whoever bids next must place a higher "
                "building beside yours, so you also choose where the auction goes. In a dead end or between "
                "buildings few can answer."
            ),
        )
        return
    value, place = int(record["last_value"]), NAMES[int(record["last_cell"])]
    near = targets(record)
    yield Lesson(
        "bid",
        tr(
            "The last bid is {value} on {place}. You may place a higher building on an adjacent place ({near}), or "
            "pass. The last building stays, all others come back, so a bid costs nothing unless it wins.",
            value=value,
            place=describe_place(pov.state, place),
            near=listed(near) if near else tr("there is none"),
        ),
    )
    kind = token_on(record, place)
    if kind:
        points = getattr(edition_of(record).points, kind)
        template = LET_TAKE if points < 0 else GO_ON
        said = tr(template, place=place, token=token(kind), points=points)
        yield Lesson(f"token {kind}", said)
    if lane_values(record["bids"][int(seat or 0)]):
        yield Lesson(
            "outbid",
            tr("You were outbid in this auction. If you do not win, your building comes back to your hand."),
        )


FIRST_GAME = FirstGame(
    deal=(
        "game=metropolys variant=family players=2 districts=CNE first=0 trendy=C6,C14,N4,N5,E9 "
        "metro=C9,C15,N8,E1,E3,E8 ruins=C1,C2,C10,N6,N10,E2 cards=lakes,statues"
    ),
    steps=(
        Step(
            marked("A star ★ is a *token*: it brings 3 *points*. Put *building* 5 on N4."),
            move="5@N4",
            hint=marked("Try building 5 on N4: a star lies there, and it brings 3 points."),
        ),
        Step(marked("Most points win. You have 13 buildings, 1 to 13, in the first line.")),
        Step(
            marked("You began an *auction*. Now the other player may answer."),
            events=("7@E2",),
        ),
        Step(
            marked("The other player made a higher *bid*: 7, on a place beside your 5."),
            places=("E2",),
        ),
        Step(
            marked("A red R costs a point. Let the other player have it: *pass* with p."),
            move="pass",
            hint=marked("Do not bid here: the winner gets the R, and it costs a point. Pass."),
            events=("4@C8",),
        ),
        Step(
            marked("Your secret *card* shows lakes: each building beside a lake brings 3 points."),
            places=("C8", "C9", "C10", "E4", "N7"),
        ),
        Step(
            marked("C9 lies beside two lakes and has an M for 1 point. Bid your 9 there."),
            move="9@C9",
            hint=marked("Bid 9 on C9: the lake brings 3 points, and a high number is hard to beat."),
            events=("pass",),
        ),
        Step(
            marked("Nobody bid more, so your 9 stays for ever. You win what lies there."),
            places=("C9",),
        ),
        Step(marked("All other buildings came back. So a bid costs nothing unless it wins.")),
        Step(
            marked("The winner begins again. Put your 12 on the star at E9: few can beat it."),
            move="12@E9",
            hint=marked("Try 12 on E9: it has a star, and hardly anybody can go higher."),
            events=("pass",),
        ),
        Step(marked("The game ends when someone has built all 13 buildings. Then the points count.")),
    ),
    onward=marked("Now play on alone. n shows a good move, h gives a hint, and ? shows the rules."),
    say=tr,
)
