"""Akropolis in words: the rules that forbid placements, events."""

import re

import pytest

from tests.bots.table.playing import city_game
from tests.oracle.akropolis import Oracle, fits, triangle
from urbanist.bots.table import PlayerView, table_of
from urbanist.engine import GAMES, NotationError
from urbanist.engine.history import History

TABLE = table_of("akropolis")
MOVE = GAMES["akropolis"].notation.move
DEAL = "game=akropolis players=2 options=none first=0 market=16,57,60,41"
PLAYERS = ("human", "drawn")


def game(*events: str) -> History:
    return History.read(GAMES["akropolis"], DEAL, events)


#: Seat 0 has laid tile 16 at -1,-1/1: barracks on -1,-1, a temple on -1,0, a house on -2,0; seat 1 tile 57 far off.
LAID = ("16@-1,-1/1", "57@3,-2/1")
#: Then seat 0 tile 60 on -1,-1 0,-1 and -1,0.
RAISED = (*LAID, "60@-1,-1/0", "!2,5,6", "41@4,-1/4")


@pytest.mark.parametrize(
    ("events", "text", "said"),
    [
        ((), "foo", "'foo' is not a move of akropolis: expected one such as"),
        ((), "\x1b[31m7", "is not a move of akropolis"),
        ((), "16@" + "9" * 500, "is not a move of akropolis"),
        ((), "16 -1 -1 1", "is not a move of akropolis"),
        ((), "16@63,0/0", "no city reaches as far as 63,0"),
        ((), "17@-1,-1/1", "tile 17 is not in the market; there are 16 57 60 41"),
        ((), "60@-1,-1/1", "tile 60 costs 2 stones and the seat has 1, enough for 16 57"),
        ((), "16@5,5/0", "it would not touch the city: 5,5 6,5 5,6 are not adjacent to it"),
        ((), "16@0,0/0", "it would overlap the city: built on: 0,0 1,0; empty: 0,1"),
        (LAID, "60@-1,-1/1", "it would lie on one tile only"),
        (RAISED, "2@-1,-1/1", "it would not lie flat: their heights: -1,-1: 2, -1,0: 2, -2,0: 1"),
    ],
)
def test_a_wrong_move_is_answered_in_one_line_that_names_the_rule(events, text, said):
    with pytest.raises(NotationError, match=said) as caught:
        TABLE.read_move(text, game(*events).state)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) <= 180


def test_a_move_after_the_end_or_before_a_refill_is_refused_with_the_reason():
    over = city_game(10_000).state
    due = game(*LAID, "60@-1,-1/0").state
    assert due.due
    for state, said in ((over, "the game is over"), (due, "a chance event .* is due")):
        with pytest.raises(NotationError, match=said):
            TABLE.read_move("16@-1,-1/1", state)


def test_each_objection_is_the_rule_that_the_oracle_finds_broken():
    history = city_game(26, seed=4)
    state = history.state
    own = Oracle(history.deal)
    for event in history.events:
        own.play(str(event))
    city = own.cities[state.to_move]
    tile = own.market[0]
    for q, r, k in [(q, r, k) for q in range(-9, 10) for r in range(-9, 10) for k in range(6)]:
        spaces = triangle(q, r, k)
        if fits(city, spaces):
            continue
        levels = [city[space].height if space in city else 0 for space in spaces]
        said = state.illegal_reason(f"{tile}@{q},{r}/{k}")
        if len(set(levels)) == 1:
            assert ("on one tile only" if levels[0] else "not touch the city") in said
        else:
            assert ("not lie flat" if all(levels) else "overlap") in said


def test_the_moves_listed_are_the_legal_ones():
    state = city_game(26, seed=4).state
    tiles, *levels, _ = TABLE.list_moves(state).split("\n")
    payable = [int(tile) for tile in re.findall(r"(\d+) \(", tiles)]
    listed = set()
    for number, line in enumerate(levels, 1):
        assert line.startswith(f"on level {number}: ")
        for q, r, k in re.findall(r"(-?\d+),(-?\d+)/([01])", line):
            spaces = triangle(int(q), int(r), int(k))
            for turn, (x, y) in enumerate(spaces):
                listed |= {f"{tile}@{x},{y}/{(int(k) + 2 * turn) % 6}" for tile in payable}
    assert listed == {*map(str, state.legal())}


def test_after_the_end_there_are_no_moves():
    assert TABLE.list_moves(city_game(10_000).state) == "none: the game is over"


def test_a_reason_names_the_change_kind_by_kind_the_price_and_the_quarries():
    state = game(*LAID).state
    assert TABLE.explain(state, MOVE("60@-1,-1/0")) == (
        "+3 points on level 2, houses 3 x 1 star (+2), barracks 2 x 0 stars, covers 1 quarry"
    )
    assert TABLE.explain(game().state, MOVE("57@-1,-2/5")).endswith("costs 1 stone")


def test_the_log_describes_tiles_and_refills():
    pov = PlayerView.of(game(*LAID, "60@-1,-1/0", "!2,5,6"), 0, PLAYERS)
    assert TABLE.narrate(pov, 0) == (
        "seat 0 (human) lays 16 (barracks, temple, house) at -1,-1↘: "
        "+1 point, houses 1 x 1 star (+1), barracks 1 x 0 stars"
    )
    assert TABLE.narrate(pov, 3) == "the market is refilled with 2, 5, 6"


def test_unknown_tiles_are_counted_by_kind():
    said = TABLE.describe_unknown(PlayerView.of(game(), 0, PLAYERS))
    assert "33 tiles in the stacks" in said
    numbers = {int(tile) for tile in said.rpartition(": ")[2].split()}
    assert len(numbers) == 33
    assert not numbers & {16, 57, 60, 41}
    assert TABLE.describe_unknown(PlayerView.of(city_game(10_000), 0, PLAYERS)).startswith(
        "nothing is hidden"
    )
