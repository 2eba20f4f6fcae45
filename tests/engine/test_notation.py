"""Tests of notation: each wrong token raises its own one-line message with the token and the expected form."""

import pytest

from urbanist.engine import GAMES, NotationError

METROPOLYS = GAMES["metropolys"]
TOKENS = "trendy=C1,C5,N1,E1,E9 metro=C6,C7,C11,N5,N6,E2 ruins=C13,C15,N8,N10,E5,E10"
FAMILY = f"game=metropolys variant=family players=2 districts=CNE first=0 {TOKENS} cards=bridges,statues"
EXPERT = FAMILY.replace("family", "expert").replace("bridges,statues", "lakes+park,chains+housing")
THREE = (
    "game=metropolys variant=family players=3 districts=CNES first=0 trendy=C1,C5,N1,E1,E9,S5,S6,S8 "
    "metro=C6,C7,C11,N5,N6,E2,S9 ruins=C13,C15,N8,N10,E5,E10,S10 cards=bridges,statues,border"
)

#: A part of a good deal, its wrong replacement, and the whole message.
BAD_DEALS = [
    ("game=metropolys", "game=akropolis", "deal token 'game=akropolis': expected game=metropolys"),
    ("game=metropolys", "Game=metropolys", "deal token 'Game=metropolys': expected 'game=...'"),
    ("game=metropolys ", "", "deal token 'variant=family': expected 'game=...'"),
    ("variant=family", "variant=long", "deal token 'variant=long': expected variant=family or expert"),
    ("variant=family", "variant=", "deal token 'variant=': expected 'variant=...'"),
    ("variant=family", "variant", "deal token 'variant': expected 'variant=...'"),
    ("variant=family", "variant=?", "deal token 'variant=?': expected variant=family or expert"),
    ("players=2", "players=5", "deal token 'players=5': expected players=2 or 3 or 4"),
    ("players=2", "players=02", "deal token 'players=02': expected players=2 or 3 or 4"),
    ("players=2", "players=²", "deal token 'players=²': expected players=2 or 3 or 4"),
    ("players=2 ", "", "deal token 'districts=CNE': expected 'players=...'"),
    ("players=2", "players=3", "deal token 'districts=CNE': expected districts=CNES or CNEW or CNSW or CESW"),
    ("=CNE ", "=CNS ", "deal token 'districts=CNS': expected districts=CNE or CNW or CES or CSW"),
    ("=CNE ", "=CEN ", "deal token 'districts=CEN': expected districts=CNE or CNW or CES or CSW"),
    ("=CNE ", "=cne ", "deal token 'districts=cne': expected districts=CNE or CNW or CES or CSW"),
    ("=CNE ", "=? ", "deal token 'districts=?': expected districts=CNE or CNW or CES or CSW"),
    ("first=0", "first=2", "deal token 'first=2': expected first=0 or 1"),
    ("first=0", "first=-1", "deal token 'first=-1': expected first=0 or 1"),
    ("first=0", "first=?", "deal token 'first=?': expected first=0 or 1"),
    ("first=0", "first=0 second=1", "deal token 'second=1': expected 'trendy=...'"),
    (" first", "  first", "deal token '': expected 'first=...'"),
    ("first=0", "first=0\t", "deal token 'first=0\\t': expected first=0 or 1"),
    ("metro=", "subway=", "deal token 'subway=C6,C7,C11,N5,N6,E2': expected 'metro=...'"),
    ("C1,C5", "C5,C1", "deal key 'trendy': 'C1' is out of order (C1 ... W10)"),
    ("C1,C5", "C1,C1", "deal key 'trendy': 'C1' appears twice"),
    ("C1,C5", "C1,C16", "deal key 'trendy': 'C16' is not one of C1 ... W10"),
    ("C1,C5", "C1,c5", "deal key 'trendy': 'c5' is not one of C1 ... W10"),
    ("C1,C5", "C1,,C5", "deal key 'trendy': '' is not one of C1 ... W10"),
    ("C1,C5", "C1,C05", "deal key 'trendy': 'C05' is not one of C1 ... W10"),
    ("C1,C5,N1,E1,E9", "?", "deal key 'trendy': '?' is not one of C1 ... W10"),
    ("C1,C5,N1,E1,E9", "?,?,?,?,?", "deal key 'trendy': '?' is not one of C1 ... W10"),
    ("C1,C5", "C1,C6", "deal key 'metro': C6 has a token already (trendy)"),
    ("C1,C5", "C1,C5,C8", "deal key 'trendy': 6 entries, expected 5"),
    ("C1,C5", "C1", "deal key 'trendy': 4 entries, expected 5"),
    ("C13,C15", "C15", "deal key 'ruins': 5 entries, expected 6"),
    ("C11,N5", "C12,N5", "deal key 'metro': C12 is a dead end, which never has a token"),
    ("N1,E1", "N7,E1", "deal key 'trendy': N7 is a dead end, which never has a token"),
    ("E2 ", "E4 ", "deal key 'metro': E4 is a dead end, which never has a token"),
    ("E9 ", "S9 ", "deal key 'trendy': S9 is in a district not in play (CNE)"),
    ("E9 ", "W9 ", "deal key 'trendy': W9 is in a district not in play (CNE)"),
    ("C5,N1", "N1,N2", "6 tokens in district C, expected 7"),
    ("N1,E1", "E1,E3", "4 tokens in district N, expected 5"),
    ("bridges,statues", "bridges", "deal key 'cards': 1 entries, expected 2"),
    ("bridges,statues", "bridges,statues,lakes", "deal key 'cards': 3 entries, expected 2"),
    ("bridges,statues", "bridges,", "deal key 'cards': '' is not one of bridges, statues, lakes, ?"),
    (
        "bridges,statues",
        "bridges,bridges",
        "deal key 'cards': 'bridges' appears twice",
    ),
    (
        "bridges,statues",
        "bridges,border",
        "deal key 'cards': 'border' is not one of bridges, statues, lakes, ?",
    ),
    (
        "bridges,statues",
        "bridges,chains",
        "deal key 'cards': 'chains' is not one of bridges, statues, lakes, ?",
    ),
    (
        "bridges,statues",
        "bridges,lakes+park",
        "deal key 'cards': 'lakes+park' is not one of bridges, statues, lakes, ?",
    ),
    ("bridges,statues", "bridges,??", "deal key 'cards': '??' is not one of bridges, statues, lakes, ?"),
    (" cards=bridges,statues", "", "the deal ends after 'ruins=C13,C15,N8,N10,E5,E10': expected 'cards=...'"),
    ("bridges,statues", "bridges,statues ", "deal token '': nothing may follow 'cards=...'"),
    ("bridges,statues", "bridges,statues seed=1", "deal token 'seed=1': nothing may follow 'cards=...'"),
    (
        "bridges,statues",
        "bridges,statues\n",
        "deal key 'cards': 'statues\\n' is not one of bridges, statues, lakes, ?",
    ),
]

AREA_AND_TYPE = (
    "is not one of (bridges|statues|lakes|districts|chains)+"
    "(industry|park|housing|shopping|administration), ?"
)
BAD_EXPERT_CARDS = [
    ("lakes,chains+housing", f"deal key 'cards': 'lakes' {AREA_AND_TYPE}"),
    ("lakes+?,chains+housing", f"deal key 'cards': 'lakes+?' {AREA_AND_TYPE}"),
    ("border+park,chains+housing", f"deal key 'cards': 'border+park' {AREA_AND_TYPE}"),
    ("park+lakes,chains+housing", f"deal key 'cards': 'park+lakes' {AREA_AND_TYPE}"),
    ("lakes+park+park,chains+housing", f"deal key 'cards': 'lakes+park+park' {AREA_AND_TYPE}"),
    (
        "lakes+park,lakes+housing",
        "deal key 'cards': 'lakes' appears twice",
    ),
    ("lakes+park,chains+park", "deal key 'cards': 'park' appears twice"),
]

BAD_MOVES = [
    "", "Pass", "PASS", " pass", "pass ", "pass\n", "7", "@", "7@", "@N3", "7@N3 ", " 7@N3", "7@N3\n",
    "7 @N3", "7@n3", "7@N", "7@N11", "7@N0", "7@N03", "7@C16", "7@X1", "07@N3", "0@N3", "14@N3", "-1@N3",
    "+7@N3", "7.0@N3", "7@N3@N4", "7@3N", "?", "7@?", "!7", "7\uff20N3", "\uff17@N3", "7@N³",
]  # fmt: skip


def test_the_deals_to_be_spoilt_are_good_ones() -> None:
    for deal in (FAMILY, EXPERT, THREE):
        assert METROPOLYS.notation.write_deal(METROPOLYS.read_deal(deal).array) == deal


@pytest.mark.parametrize(("good", "bad", "message"), BAD_DEALS)
def test_a_bad_deal_is_refused_by_name(good: str, bad: str, message: str) -> None:
    assert FAMILY.count(good) == 1
    with pytest.raises(NotationError) as refusal:
        METROPOLYS.read_deal(FAMILY.replace(good, bad))
    assert str(refusal.value) == message


@pytest.mark.parametrize(("cards", "message"), BAD_EXPERT_CARDS)
def test_a_bad_expert_card_is_refused_by_name(cards: str, message: str) -> None:
    with pytest.raises(NotationError) as refusal:
        METROPOLYS.read_deal(EXPERT.replace("lakes+park,chains+housing", cards))
    assert str(refusal.value) == message


@pytest.mark.parametrize("text", ["", " ", "metropolys", "=", "game=metropolys"])
def test_a_line_that_is_no_deal_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"expected '(game|variant)=\.\.\.'"):
        METROPOLYS.read_deal(text)


@pytest.mark.parametrize("good", [FAMILY, EXPERT, THREE], ids=["family", "expert", "three"])
def test_every_line_that_lacks_or_repeats_a_token_is_refused(good: str) -> None:
    tokens = good.split(" ")
    for i, token in enumerate(tokens):
        for bad in (tokens[:i] + tokens[i + 1 :], [*tokens[:i], token, token, *tokens[i + 1 :]], tokens[:i]):
            with pytest.raises(NotationError):
                METROPOLYS.read_deal(" ".join(bad))


@pytest.mark.parametrize(("cards", "shown"), [("?,statues", ["?", "statues"]), ("?,?", ["?", "?"])])
def test_a_question_mark_stands_for_a_hidden_card_only(cards: str, shown: list[str]) -> None:
    state = METROPOLYS.read_deal(FAMILY.replace("bridges,statues", cards))
    assert [METROPOLYS.notation.card(state.array, seat) for seat in (0, 1)] == shown


@pytest.mark.parametrize("text", ["7@\n", "\x1b[2J", "\u2028", "\ud800", "\x00"])
def test_a_message_is_one_line_of_what_can_be_printed(text: str) -> None:
    for refuse in (METROPOLYS.notation.read_move, METROPOLYS.read_deal):
        with pytest.raises(NotationError) as refusal:
            refuse(text)
        assert str(refusal.value).isprintable()


@pytest.mark.parametrize("text", BAD_MOVES)
def test_a_bad_move_is_refused_by_name(text: str) -> None:
    shown = text.replace("\n", "\\n")
    message = f"'{shown}' is not a move of metropolys: expected one such as 7@N3 or pass"
    with pytest.raises(NotationError) as refusal:
        METROPOLYS.notation.read_move(text)
    assert str(refusal.value) == message
    with pytest.raises(NotationError) as refusal:
        METROPOLYS.read_deal(FAMILY).play(text)
    assert str(refusal.value) == message


def test_every_move_there_is_has_one_text_and_one_word() -> None:
    notation = METROPOLYS.notation
    places = [
        letter + str(n)
        for letter, size in zip("CNESW", (15, 10, 10, 10, 10), strict=True)
        for n in range(1, size + 1)
    ]
    texts = ["pass", *(f"{value}@{place}" for value in range(1, 14) for place in places)]
    words = [notation.read_move(text) for text in texts]
    assert len(set(words)) == len(texts) == 1 + 13 * 55
    assert [notation.write_move(word) for word in words] == texts


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["districts=CNE", "long"], "no option 'long' of metropolys; there are districts="),
        (["districts"], "deal token 'districts=': expected districts=CNE or CNW or CES or CSW"),
        (["districts=CNES"], "deal token 'districts=CNES': expected districts=CNE or CNW or CES or CSW"),
        (["first=2"], "deal token 'first=2': expected first=0 or 1"),
        (["first="], "deal token 'first=': expected first=0 or 1"),
        (["First=1"], "no option 'First=1' of metropolys"),
    ],
)
def test_a_bad_option_is_refused_by_name(options: list[str], message: str) -> None:
    with pytest.raises(NotationError) as refusal:
        METROPOLYS.deal(seats=2, options=options)
    assert str(refusal.value).startswith(message)


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 255])
def test_a_number_of_players_that_the_game_is_not_for_is_refused(seats: int) -> None:
    with pytest.raises(NotationError, match=f"^metropolys is for 2, 3 or 4 players, not {seats}$"):
        METROPOLYS.deal(seats=seats)
