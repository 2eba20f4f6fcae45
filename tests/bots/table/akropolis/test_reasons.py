"""The reasons of Akropolis: each sentence is a fact of the position or a count of the games that follow."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from urbanist.bots.analysis.cause import Cause, MoveComparison, RowChange
from urbanist.bots.analysis.rollout import Rollout
from urbanist.bots.table.akropolis.text.reasons import because
from urbanist.engine import GAMES
from urbanist.engine.akropolis.score_kinds import AkropolisScoreKind
from urbanist.engine.history import View

AKROPOLIS = GAMES["akropolis"]
PLAZA = (
    "players=2 options=none first=1 market=39,2,5,12",
    (
        "2@0,1/0 12@-1,2/5 39@-1,2/2 !16,9,37 5@-1,2/4 16@1,1/3 9@2,-1/3 !27,41,7 7@1,-1/4 27@1,-2/4 37@-2,2/5 "
        "!3,26,22 3@0,-2/2 41@-1,-2/5 22@1,-4/2 !14,40,6 14@2,-1/5 26@0,-1/3 6@-2,-1/0 !61,24,21 24@0,-3/5 40@4,-4/1 "
        "21@1,-1/0 !1,60,28 61@-1,-1/4 1@-1,3/0 28@1,-1/3 !57,25,46 25@-2,-3/0 57@4,-3/2 46@-2,3/1 !48,13,35"
    ),
)
STONES = (
    "players=2 options=none first=0 market=48,28,6,61",
    (
        "48@-1,0/2 6@2,-1/3 28@0,-2/2 !25,12,57 25@-2,0/0 12@-1,2/5 61@-1,-1/4 !3,60,32 57@0,-2/1 3@1,-2/4 60@-2,3/3 "
        "!24,52,22"
    ),
)
PLACE = (
    "players=2 options=none first=1 market=52,16,57,35",
    (
        "52@0,1/0 16@-1,0/2 57@-2,2/0 !6,24,49 6@2,-2/1 24@0,1/5 35@2,1/3 !2,27,25 49@1,-1/4 2@-1,2/5 25@-1,1/1 "
        "!9,23,21 27@0,1/2 9@2,-1/5 21@2,0/3 !37,26,39 23@2,-1/4 26@3,-1/0 37@0,-1/5 !61,46,40 46@0,-2/2 61@-2,4/2 "
        "39@1,-2/4 !13,1,50 13@-4,4/1 1@-3,2/0 40@2,1/4 !5,48,41 5@-2,1/1 50@1,3/3 41@-2,0/5 !14,3,36 3@4,0/4 "
        "14@1,2/0 36@-4,4/0 !20,7,22 20@1,-2/2 22@-1,4/0 7@3,-4/3 !60,12,28"
    ),
)


def told(
    position: tuple[str, str],
    better: Sequence[str],
    other: Sequence[str],
    kind: AkropolisScoreKind,
    *,
    own: float = 9.0,
    called: str = "",
) -> list[str]:
    """Return the sentences of seat 1 for a cause, from the games that follow two moves, each its first moves."""
    deal, events = position
    view = View.read(AKROPOLIS, 1, f"game=akropolis {deal}", events.split())

    def games(lines: Sequence[str]) -> list[Rollout]:
        after = []
        for number, line in enumerate(lines):
            words = tuple(int(AKROPOLIS.notation.move(text)) for text in line.split())
            begun = Rollout(view.state(number), words, view.state(number))
            *_, (_, _, end) = begun.moves()
            after.append(replace(begun, end=end))
        return after

    comparison = MoveComparison(1, games(better), games(other))
    changes = [RowChange(seat, None, points) for seat, points in ((1, own), (0, -9.0)) if points]
    cause = Cause(kind, tuple(changes), 9.0)
    return list(because(comparison, cause, lambda seat: called if seat == 1 else "Ann"))


def test_who_takes_the_tile_otherwise_and_what_its_plaza_brings_there() -> None:
    better = ["13@-2,4/5 60@-1,-4/4 35@0,-1/4"] * 4
    other = ["60@1,-2/2 13@0,4/5 35@0,1/2"] * 3 + ["60@1,-2/2 48@-2,2/2 13@-2,4/5"]
    assert told(PLAZA, better, other, AkropolisScoreKind.GARDENS) == [
        "At once the other move brings 13 points more.",
        "At once, gardens are 1 x 6 stars, after the other move 1 x 0 stars; no plaza.",
        "The other move builds over: garden plaza on level 2.",
        "After the other move Ann takes this tile next for 1 stone, in 8 of 10 games.",
        "With its plaza the gardens of Ann are 7 x 6 stars rather than 7 x 3 stars.",
    ]
    # Tile 13 has nothing to do with barracks.
    assert not told(PLAZA, better, other, AkropolisScoreKind.BARRACKS)
    # In less than half of the games Ann takes it.
    assert not told(PLAZA, better, other[2:3] + other[3:] * 3, AkropolisScoreKind.GARDENS)


@pytest.mark.parametrize("called", ["", "Bob"])
def test_stones_pay_for_the_next_tile(called: str) -> None:
    better = ["32@1,-1/0 24@1,-2/4 22@0,0/2"]
    other = ["32@0,-3/4 24@-1,2/2 52@0,-2/0 22@1,1/5"]
    who, takes, has = (called, "takes", "has") if called else ("you", "take", "have")
    tile = "tile 22 (quarry, house, garden plaza)"
    assert told(STONES, better, other, AkropolisScoreKind.GARDENS, called=called) == [
        f"Then {who} {takes} {tile} next in 10 of 10 games, after the other move in none.",
        f"It costs 1 stone, and after the other move {who} {has} fewer.",
        "After the other move Ann takes that one, in 10 of 10 games.",
        "Stones left: 2, after the other move 0.",
    ]


def test_a_place_is_kept_for_districts_as_a_plaza_gains_nothing_from_height() -> None:
    better = ["12@2,2/5 28@2,-3/4 60@1,2/0 53@-2,2/4 32@3,0/0"]
    other = ["12@3,0/5 28@2,-4/0 60@1,4/1 53@-2,2/4 32@0,4/0"]
    # The barracks of tile 32 lie on level 2, over the quarries that the other move would cover.
    assert told(PLACE, better, other, AkropolisScoreKind.BARRACKS)[1:3] == [
        "The place of the other move stays free: barracks go there on level 2, in 10 of 10 games.",
        "Plazas and quarries gain nothing from height.",
    ]
    assert not told(PLACE, other, other, AkropolisScoreKind.BARRACKS)


def test_after_the_last_move_there_is_what_it_brings_at_once() -> None:
    # A plaza of two stars for barracks of 7, for 2 stones; the other tile has nothing that counts.
    assert told(PLACE, ["12@2,2/5"], ["48@2,2/5"], AkropolisScoreKind.BARRACKS) == [
        "At once this move brings 12 points more.",
        "At once, barracks are 7 x 4 stars, after the other move 7 x 2 stars.",
    ]
