"""What a first game of Akropolis explains, and when."""

from collections.abc import Iterator

from urbanist.bots.table.akropolis.model import score_rows
from urbanist.bots.table.akropolis.model.city import city_of
from urbanist.bots.table.akropolis.text.tips import COUNTS, COVERED
from urbanist.bots.table.kit.lesson import Lesson
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.wording import listed, several
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.pieces import KINDS, QUARRY, STARS, TILES
from urbanist.engine.akropolis.score_rows import kind_counts

#: With so many stacks left, or fewer, the end of the game is near; from so many hexes on it is worth to build higher.
FEW, MANY = 2, 12


def lessons(sight: Sight) -> Iterator[Lesson]:
    """Yield what can be explained now to the viewer, who is to move."""
    assert sight.seat is not None
    state, seat = sight.state, sight.seat
    yield Lesson(
        "goal",
        "You want the most points when the tiles run out. Each kind of district gives its value times the "
        "stars of its "
        "plazas, so you need both. ? shows all the rules.",
    )
    stones = score_rows.stones_of(state, seat)
    yield Lesson(
        "take",
        "Take a tile of the market and lay it at your city. The first is free, each further one costs a "
        "stone more; you "
        f"have {several(stones, 'stone')}. What you leave, the others may take.",
    )
    for kind in score_rows.options_of(state):
        if kind in KINDS:
            yield Lesson(f"option {kind}", f"In this game {kind} count double {score_rows.DOUBLED[kind]}.")
    yield from _kinds(sight, seat)
    yield from _higher(sight, seat)
    if int(state.array["stacks"]) <= FEW:
        yield Lesson(
            "end",
            f"The end is near: {several(int(state.array['stacks']), 'stack')} left. Look for points that "
            "count at once; each "
            "stone that you keep is worth a point.",
        )


def _kinds(sight: Sight, seat: int) -> Iterator[Lesson]:
    """Yield what keeps districts and plazas from scoring."""
    market = [printed for tile in market_of(sight.state.array) for printed in TILES[tile].hexes]
    for count in kind_counts(sight.state, seat):
        if count.idle:
            yield Lesson(
                f"idle {count.kind}", f"Some of your {count.kind} do not count. {COUNTS[count.kind]}"
            )
        if count.value and not count.stars:
            open_now = f"{count.kind}*" in market
            where = "The market has one now." if open_now else "Look for one in the market."
            yield Lesson(
                f"plaza {count.kind}",
                f"Your {count.kind} are worth {count.value}, but without a plaza they give nothing. Its "
                f"{several(STARS[count.kind], 'star')} would multiply them. {where}",
            )
        if count.stars and not count.value:
            yield Lesson(
                f"district {count.kind}",
                f"You have a plaza of {count.kind}, but no district that counts. {COUNTS[count.kind]}",
            )


def _higher(sight: Sight, seat: int) -> Iterator[Lesson]:
    """Yield why to build on top of tiles."""
    city = city_of(sight.state, seat)
    if len(city) < MANY:
        return
    quarries = sum(top.kind == QUARRY for top in city.values())
    yield Lesson(
        "higher",
        "You can build higher now: on three hexes of equal height that belong to two tiles or more. A "
        "district on level 2 is "
        f"worth 2. {COVERED} You have {several(quarries, 'quarry')} to cover.",
    )
    tops = [top for top in city.values() if top.height > 1]
    kinds = listed(dict.fromkeys(top.kind for top in tops if top.kind != QUARRY)) if tops else ""
    if kinds:
        yield Lesson(
            "height", f"Your {kinds} on higher levels count for more: a district is worth its height."
        )
