"""Tests of Akropolis notation: each wrong token raises its own one-line message with the token and the rule."""

import pytest

from urbanist.engine import GAMES, IllegalMove, NotationError
from urbanist.engine.history import History

AKROPOLIS = GAMES["akropolis"]
TWO = "game=akropolis players=2 options=none first=0 market=1,2,3,5"
FOUR = "game=akropolis players=4 options=houses,gardens first=3 market=61,60,59,1,2,4"
LONG = "game=akropolis players=3 options=markets,barracks,temples,long first=1 market=1,2,61,4,11"

KINDS = "houses, markets, barracks, temples, gardens, long"

#: A part of a good deal, its wrong replacement, and the whole message.
BAD_DEALS = [
    ("game=akropolis", "game=metropolys", "deal token 'game=metropolys': expected game=akropolis"),
    ("game=akropolis ", "", "deal token 'players=2': expected 'game=...'"),
    ("players=2", "players=1", "deal token 'players=1': expected players=2 or 3 or 4"),
    ("players=2", "variant=standard players=2", "deal token 'variant=standard': expected 'players=...'"),
    ("options=none", "options=", "deal token 'options=': expected 'options=...'"),
    ("options=none", "options=all", f"deal key 'options': 'all' is not one of {KINDS}, none"),
    ("options=none", "options=houses,none", f"deal key 'options': 'none' is not one of {KINDS}, none"),
    ("options=none", "options=Houses", f"deal key 'options': 'Houses' is not one of {KINDS}, none"),
    (
        "options=none",
        "options=gardens,houses",
        f"deal key 'options': 'houses' is out of order ({KINDS}, none)",
    ),
    (
        "options=none",
        "options=long,gardens",
        f"deal key 'options': 'gardens' is out of order ({KINDS}, none)",
    ),
    ("options=none", "options=houses,houses", "deal key 'options': 'houses' appears twice"),
    ("first=0", "first=2", "deal token 'first=2': expected first=0 or 1"),
    ("1,2,3,5", "1,2,3", "deal key 'market': 3 entries, expected 4"),
    ("1,2,3,5", "1,2,3,5,6", "deal key 'market': 5 entries, expected 4"),
    ("1,2,3,5", "1,2,3,2", "deal key 'market': '2' appears twice"),
    ("1,2,3,5", "1,2,3,4", "deal key 'market': tile 4 is for 3 players or the long game"),
    ("1,2,3,5", "1,2,3,11", "deal key 'market': tile 11 is for 4 players or the long game"),
    ("1,2,3,5", "1,2,3,62", "deal key 'market': '62' is not one of 1 ... 61"),
    ("1,2,3,5", "1,2,3,0", "deal key 'market': '0' is not one of 1 ... 61"),
    ("1,2,3,5", "1,2,3,05", "deal key 'market': '05' is not one of 1 ... 61"),
    ("1,2,3,5", "1,2,3,?", "deal key 'market': '?' is not one of 1 ... 61"),
    ("1,2,3,5", "1,2,,5", "deal key 'market': '' is not one of 1 ... 61"),
    ("1,2,3,5", "1,2,3,5 stacks=11", "deal token 'stacks=11': nothing may follow 'market=...'"),
    ("1,2,3,5", "1,2,3,\u0665", "deal key 'market': '\u0665' is not one of 1 ... 61"),
]

BAD_MOVES = [
    "", "17", "17@", "17@3,-2", "17@3,-2/", "17@3,-2/6", "17@3,-2/-1", "17@3,-02/4", "17@+3,-2/4", "017@3,-2/4",
    "17@3,-2/4 ", " 17@3,-2/4", "17@3,-2/4\n", "17@-0,2/4", "17@3-2/4", "17@3.0,-2/4", "62@3,-2/4", "0@3,-2/4",
    "pass", "?", "17@100,0/1", "17@\u0663,0/1",
]  # fmt: skip


@pytest.mark.parametrize("deal", [TWO, FOUR, LONG])
def test_the_deals_to_be_spoilt_are_good_ones(deal: str) -> None:
    assert AKROPOLIS.notation.write_deal(AKROPOLIS.read_deal(deal).array) == deal


@pytest.mark.parametrize(("old", "new", "message"), BAD_DEALS)
def test_a_bad_deal_is_refused_with_its_reason(old: str, new: str, message: str) -> None:
    assert old in TWO
    with pytest.raises(NotationError) as refusal:
        AKROPOLIS.read_deal(TWO.replace(old, new, 1))
    assert str(refusal.value) == message


def test_four_players_have_no_long_game() -> None:
    for read in (
        lambda: AKROPOLIS.read_deal(FOUR.replace("gardens", "gardens,long")),
        lambda: AKROPOLIS.deal(seats=4, options=["long"]),
    ):
        with pytest.raises(NotationError, match="'long': 4 players use all tiles anyway"):
            read()


@pytest.mark.parametrize("move", BAD_MOVES)
def test_a_malformed_move_is_refused(move: str) -> None:
    with pytest.raises(NotationError, match=r"is not a move of akropolis: expected one such as 17@3,-2/4"):
        AKROPOLIS.notation.read_move(move)


def test_no_city_reaches_beyond_its_tiles() -> None:
    assert AKROPOLIS.notation.read_move("17@62,-62/4")
    with pytest.raises(NotationError, match="no city reaches as far as 63,0"):
        AKROPOLIS.notation.read_move("17@63,0/4")


def test_every_place_has_one_word_and_every_word_one_text() -> None:
    notation = AKROPOLIS.notation
    texts = [f"61@{q},{r}/{k}" for q in range(-62, 63, 4) for r in range(-62, 63, 3) for k in range(6)]
    words = [notation.read_move(text) for text in texts]
    assert len(set(words)) == len(words)
    assert [notation.write_move(word) for word in words] == texts


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("{other}@1,0/0", "tile {other} is not in the market; there are {market}"),
        ("{last}@1,0/0", "tile {last} costs 2 stones and the seat has 1, enough for {payable}"),
        (
            "{first}@9,9/0",
            "it would not touch the city: 9,9 10,9 9,10 are not adjacent to it",
        ),
        (
            "{first}@60,-2/0",
            "it would not touch the city: 60,-2 61,-2 60,-1 are not adjacent to it",
        ),
        (
            "{first}@2,0/0",
            "it would lie on one tile only; a higher level rests on two different tiles or more",
        ),
        (
            "{first}@3,0/0",
            (
                "it would overlap the city: built on: 3,0; empty: 4,0 3,1; "
                "a tile lies on three empty spaces or on top of tiles"
            ),
        ),
        (
            "{first}@1,0/5",
            (
                "it would overlap the city: built on: 1,0 2,0; empty: 2,-1; "
                "a tile lies on three empty spaces or on top of tiles"
            ),
        ),
    ],
)
def test_a_forbidden_move_is_refused_with_the_rule(move: str, reason: str) -> None:
    state = AKROPOLIS.read_deal(TWO).play("1@2,0/0").play("2@2,0/0").play("3@1,1/1")
    state = state.play("!6,7,8").play("6@0,1/1")
    market = [int(tile) for tile in state.array["market"] if tile]
    names = {
        "other": 9,
        "last": market[2],
        "first": market[0],
        "market": " ".join(map(str, market)),
        "payable": " ".join(map(str, market[:2])),
    }
    assert state.to_move == 0
    with pytest.raises(IllegalMove) as refusal:
        state.play(move.format(**names))
    assert f"is not legal for seat 0 ({reason.format(**names)}); legal: " in str(refusal.value)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ("!6,7", "'!6,7' is not a refill: expected ! and 3 tiles, joined by commas"),
        ("!6,7,8,9", "'!6,7,8,9' is not a refill: expected ! and 3 tiles, joined by commas"),
        ("!", "'!' is not a refill: expected ! and 3 tiles, joined by commas"),
        ("!6,7,08", "'!6,7,08' is not a refill: expected ! and 3 tiles, joined by commas"),
        ("!6,7,?", "'!6,7,?' is not a refill: expected ! and 3 tiles, joined by commas"),
        ("!6,7,7", "'!6,7,7': '7' appears twice"),
        ("!6,7,5", "'!6,7,5': '5' cannot come now"),
        ("!6,7,1", "'!6,7,1': '1' cannot come now"),
        ("!6,7,4", "'!6,7,4': '4' cannot come now"),
        ("!6,7,62", "'!6,7,62': '62' cannot come now"),
        ("!6,7,99", "'!6,7,99': '99' cannot come now"),
        ("5@1,1/1", "'5@1,1/1' cannot be played: a chance event (!...) is due"),
    ],
)
def test_a_refill_that_does_not_fit_is_refused(event: str, message: str) -> None:
    moves = ["1@2,0/0", "2@2,0/0", "3@1,1/1"]
    with pytest.raises(NotationError) as refusal:
        History.read(AKROPOLIS, TWO, [*moves, event])
    assert str(refusal.value) == f"event 4: {message}"


def test_a_refill_out_of_turn_is_refused() -> None:
    with pytest.raises(NotationError, match=r"^event 2: '!6,7,8' cannot be played: no chance event is due$"):
        History.read(AKROPOLIS, TWO, ["1@2,0/0", "!6,7,8"])


def test_a_view_is_the_whole_text() -> None:
    history = History.start(AKROPOLIS.deal(seats=3, seed=4))
    for _ in range(9):
        history = history.play(history.state.legal()[3])
    assert sum(event.startswith("!") for event in history.texts) == 2
    for seat in (None, 0, 2):
        view = history.seen_by(seat)
        assert (view.deal, view.events) == (history.deal, history.events)
        assert view.bare_state().legal() == view.state(5).legal() == history.state.legal()
        assert not view.bare_state().array["stacked"].any()
        assert view.state(5).array["stacked"].any()
