"""Metropolys in words: typed moves, scores row by row, reasons."""

from itertools import product

import pytest

from tests.bots.table.playing import PLAYERS, played
from urbanist.bots.table import PlayerView, table_of
from urbanist.engine import GAMES, NotationError
from urbanist.engine.history import History

TABLE = table_of("metropolys")
METROPOLYS = GAMES["metropolys"]
TABLES = list(product([2, 3, 4], ["family", "expert"]))
DEAL = (
    "game=metropolys variant=expert players=4 districts=CNESW first=0 trendy=C9,N5,N6,E1,E9,S3,S10,W8,W10 "
    "metro=C8,C10,C15,N1,N8,N10,E2,E6,W4 ruins=C1,C5,C14,E8,S4,S6,S9,W3,W6 "
    "cards=bridges+park,lakes+shopping,chains+industry,statues+housing"
)


def game(*events: str) -> History:
    return History.read(METROPOLYS, DEAL, events)


@pytest.mark.parametrize(
    ("events", "text", "said"),
    [
        ((), "foo", "'foo' is not a move of metropolys: expected one such as 7@N3 or pass"),
        ((), "7@X3", "'7@X3' is not a move"),
        ((), "14@N3", "'14@N3' is not a move"),
        ((), "pass", "nobody has bid: an auction opens"),
        (("7@N3",), "7@N4", "the last bid is 7@N3; the next must be more than 7"),
        (("7@N3",), "9@C1", "not adjacent to the last bid at N3"),
        (("7@N3",), "9@N3", "N3 has a building"),
        (("13@N3",), "13@N4", "the seat has no 13 left"),
        ((), "\x1b[31m7", "is not a move"),
        ((), "7@" + "n" * 500, "is not a move"),
    ],
)
def test_a_wrong_move_is_answered_in_one_line(events, text, said):
    with pytest.raises(NotationError, match=said) as caught:
        TABLE.read_move(text, game(*events).state)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) <= 160


def test_a_reason_names_token_skyline_and_rivals():
    said = TABLE.explain(game().state, METROPOLYS.notation.move("7@N5"))
    assert said == (
        "takes a trendy token (+3), becomes tallest in North (+5), fits the park card (+2), "
        "seats 1, 2 and 3 could outbid at C1 N1 N6 W3"
    )


def test_a_reason_names_the_group_that_is_completed():
    assert "completes a bridge pair (+4)" in TABLE.explain(
        game("13@C1").state, METROPOLYS.notation.move("12@N5")
    )


def test_an_explanation_says_that_nobody_can_outbid_a_move():
    assert TABLE.explain(game().state, METROPOLYS.notation.move("13@N3")).endswith("nobody can outbid")


def test_a_reason_to_pass_says_who_gets_what():
    said = TABLE.explain(game("7@N3", "8@N9", "9@N10").state, METROPOLYS.notation.move("pass"))
    assert said == "seat 2 builds 9 on N10 and takes a metro token unless another seat outbids it"


def test_reasons_follow_from_the_own_cards_only():
    state = played(45).state
    record = state.array.copy()
    others = [seat for seat in range(4) if seat != state.to_move]
    for card in ("area", "kind"):
        record[card][others] = record[card][others[::-1]]
    swapped = METROPOLYS.from_array(record)
    assert swapped != state
    assert [TABLE.explain(swapped, move) for move in state.legal()] == [
        TABLE.explain(state, move) for move in state.legal()
    ]


def test_the_log_describes_bids_passes_and_buildings():
    history = game("7@N5", "13@N6")
    pov = PlayerView.of(history, 0, PLAYERS)
    assert TABLE.narrate(pov, 0) == "seat 0 (human) opens with 7 on N5"
    assert TABLE.narrate(pov, 1) == (
        "seat 1 (drawn) bids 13 on N6; seat 1 builds 13 on N6 and takes a trendy token"
    )


def test_the_moves_of_an_auction_are_listed_by_place():
    listed = TABLE.list_moves(game("11@N3").state).split("\n")
    assert listed == ["N2: 12 13", "N4: 12 13", "N8: 12 13", "N9: 12 13", "pass"]
    assert TABLE.list_moves(game().state).startswith("open with any of 1 2 3")
