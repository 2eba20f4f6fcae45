"""What a first game of Akropolis explains, and when."""

from collections.abc import Iterator

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import (
    DOUBLED,
    city_of,
    options_of,
    printed_on,
    stars_of,
    stones_of,
)
from urbanist.bots.table.akropolis.text.facts import COUNTS, COVERED, kind_name
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import Lesson, listed
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.pieces import KINDS, QUARRY
from urbanist.engine.akropolis.score_kinds import DistrictRow
from urbanist.engine.akropolis.score_rows import district_rows

#: With so many stacks left, or fewer, the end of the game is near; from so many hexes on it is worth to build higher.
FEW, MANY = 2, 12


def lessons(pov: PlayerView) -> Iterator[Lesson]:
    """Yield what can be explained now to the viewer, who is to move."""
    assert pov.seat is not None
    state, seat = pov.state, pov.seat
    yield Lesson(
        "goal",
        tr(
            "You want the most points when the tiles run out. Each kind of district gives its value times the stars "
            "of its plazas, so you need both. ? shows all the rules."
        ),
    )
    yield Lesson("take", _take(stones_of(state, seat)))
    for kind in options_of(state):
        if kind in KINDS:
            condition = DOUBLED[kind]
            doubled = tr(
                "In this game {kind} count double {condition}.", kind=kind_name(kind), condition=condition
            )
            yield Lesson(f"option {kind}", doubled)
    yield from _kinds(pov, seat)
    yield from _higher(pov, seat)
    if int(state.array["stacks"]) <= FEW:
        yield Lesson("end", _end(int(state.array["stacks"])))


def _take(stones: int) -> str:
    return tr.counted(
        "Take a tile of the market and lay it at your city. The first is free, each further one costs a stone more; "
        "you have {n} stone. What you leave, the others may take.",
        "Take a tile of the market and lay it at your city. The first is free, each further one costs a stone more; "
        "you have {n} stones. What you leave, the others may take.",
        stones,
    )


def _end(stacks: int) -> str:
    return tr.counted(
        "The end is near: {n} stack left. Look for points that count at once; each stone that you keep is worth a "
        "point.",
        "The end is near: {n} stacks left. Look for points that count at once; each stone that you keep is worth a "
        "point.",
        stacks,
    )


def _kinds(pov: PlayerView, seat: int) -> Iterator[Lesson]:
    """Yield what keeps districts and plazas from scoring."""
    state = pov.state
    market = [printed for tile in market_of(state.array) for printed in printed_on(state, tile)]
    for row in district_rows(pov.state, seat):
        kind, counts = kind_name(row.kind), COUNTS[row.kind]
        if row.idle:
            idle = tr("Some of your {kind} do not count. {counts}", kind=kind, counts=counts)
            yield Lesson(f"idle {row.kind}", idle)
        if row.count and not row.each:
            yield Lesson(
                f"plaza {row.kind}",
                _no_plaza(row, getattr(stars_of(state), row.kind), open_now=f"{row.kind}*" in market),
            )
        if row.each and not row.count:
            alone = tr(
                "You have a plaza of {kind}, but no district that counts. {counts}", kind=kind, counts=counts
            )
            yield Lesson(f"district {row.kind}", alone)


def _no_plaza(row: DistrictRow, stars: int, *, open_now: bool) -> str:
    worth = tr.counted(
        "Your {kind} are worth {value}, but without a plaza they give nothing. Its {n} star would multiply them.",
        "Your {kind} are worth {value}, but without a plaza they give nothing. Its {n} stars would multiply them.",
        stars,
        kind=kind_name(row.kind),
        value=row.count,
    )
    where = tr("The market has one now.") if open_now else tr("Look for one in the market.")
    return f"{worth} {where}"


def _higher(pov: PlayerView, seat: int) -> Iterator[Lesson]:
    """Yield why to build on top of tiles."""
    city = city_of(pov.state, seat)
    if len(city) < MANY:
        return
    quarries = sum(top.kind == QUARRY for top in city.values())
    higher = tr.counted(
        "You can build higher now: on three hexes of equal height that belong to two tiles or more. A district on "
        "level 2 is worth 2. {covered} You have {n} quarry to cover.",
        "You can build higher now: on three hexes of equal height that belong to two tiles or more. A district on "
        "level 2 is worth 2. {covered} You have {n} quarries to cover.",
        quarries,
        covered=COVERED,
    )
    yield Lesson("higher", higher)
    tops = [top.kind for top in city.values() if top.height > 1 and top.kind != QUARRY]
    if tops:
        kinds = listed(map(kind_name, dict.fromkeys(tops)))
        yield Lesson(
            "height",
            tr("Your {kinds} on higher levels count for more: a district is worth its height.", kinds=kinds),
        )
