"""Tests of editions beside the printed one: files load them, deals name them, and games with them follow the rules."""

import subprocess
import sys
from collections.abc import Callable
from random import Random

import pytest

from tests.engine.metropolys.sets import FILE, added, mine, north, odd
from tests.engine.metropolys.test_rules import TABLES, compare_game, points_of
from tests.engine.test_editions import Data, assert_refused, file_of
from tests.oracle.metropolys_deal import parse_deal, random_deal
from tests.oracle.metropolys_numbers import PRINTED, Numbers
from urbanist.bots.balance import BalancePlan
from urbanist.engine import GAMES, NotationError
from urbanist.engine.batch import Batch
from urbanist.engine.features import features
from urbanist.engine.history import History
from urbanist.engine.metropolys.edition import edition_of
from urbanist.engine.metropolys.editions import EDITIONS
from urbanist.engine.record import Record
from urbanist.search import SearchOptions, ismcts
from urbanist.search.training import Setups

METROPOLYS = GAMES["metropolys"]
SETS = {"mine": mine, "odd": odd}


@pytest.fixture(params=SETS)
def name(request: pytest.FixtureRequest) -> str:
    """Return the name of an added edition."""
    return added(SETS[request.param]())


def test_the_printed_numbers_are_those_of_the_oracle() -> None:
    assert Numbers.read(FILE) == PRINTED


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_games_agree_with_the_oracle(name: str, variant: str, players: int) -> None:
    for seed in range(2):
        compare_game(f"{name} {variant} {players} {seed}", variant, players, every=1, data=name)


@pytest.mark.parametrize("informed", [False, True], ids=["uniform", "informed"])
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_playouts_count_what_the_rules_count(name: str, variant: str, players: int, informed: bool) -> None:
    """Also those of many games at once."""
    options = [f"data={name}", "districts=drawn"]
    for seed in range(8):
        start = METROPOLYS.deal(variant=variant, seats=players, options=options, seed=seed)
        deal = parse_deal(METROPOLYS.notation.write_deal(start.array))
        end = start.playout(seed, informed=informed)
        assert METROPOLYS.from_array(end.array) == end
        assert list(end.scores()) == [points_of(deal, end, seat) for seat in range(players)]
    batch = Batch.of([start] * 40)
    batch.playout(1)
    for row in range(0, 40, 13):
        end = batch.state(row)
        assert list(end.scores()) == [points_of(deal, end, seat) for seat in range(players)]


def test_features_count_by_the_numbers_of_the_file() -> None:
    """The points of a seat as it sees them itself are its score."""
    name = added(odd())
    state = METROPOLYS.deal(seats=3, options=[f"data={name}"], seed=1).playout(3)
    place = METROPOLYS.seat_features.index("points")
    for seat, points in enumerate(state.scores()):
        assert features(state, seat)[1][seat][place] == points


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_with_other_data_is_a_game_like_any_other(name: str, players: int) -> None:
    """All of its positions are accepted as records; searches play it, and it is replayed."""
    state = METROPOLYS.deal(seats=players, options=[f"data={name}"], seed=players)
    line = METROPOLYS.notation.write_deal(state.array)
    assert f" data={name} " in line
    assert METROPOLYS.notation.write_deal(METROPOLYS.read_deal(line).array) == line
    history, ply = History.start(state), 0
    while not history.state.over:
        state = history.state
        assert METROPOLYS.from_array(state.array) == state
        move = state.legal()[ply * 7 % len(state.moves())]
        if ply % 9 == 0:
            move = ismcts(history.seen_by(state.to_move), options=SearchOptions(nodes=30)).move
        history, ply = history.play(move), ply + 1
    record = Record.from_json(Record.of(history, ("a",) * players, {}).to_json())
    assert record.replay(GAMES).state.scores() == history.state.scores()


@pytest.mark.parametrize("variant", ["family", "expert"])
def test_a_file_for_two_players_needs_no_places_of_other_districts(variant: str) -> None:
    data = added(north())
    for seed in range(2):
        compare_game(f"north {seed}", variant, 2, every=4, data=data, districts="CNE")
    options = [f"data={data}"]
    for chosen in ([], ["districts=CNE"]):
        deal = METROPOLYS.notation.write_deal(
            METROPOLYS.deal(seats=2, options=[*options, *chosen], seed=1).array
        )
        assert " districts=CNE " in deal
    for wrong, message in ((2, "districts=CNW"), (2, "districts=drawn"), (3, "first=0")):
        with pytest.raises(NotationError) as error:
            METROPOLYS.deal(seats=wrong, options=[*options, message], seed=1)
        expected = (
            f"deal token '{message}': expected districts=CNE"
            if wrong == 2
            else f"data={data} is for 2 players, not for 3"
        )
        assert str(error.value) == expected
    with pytest.raises(NotationError, match="expected districts=CNE"):
        METROPOLYS.read_deal(deal.replace("=CNE", "=CSW"))
    for players in (3, 4):
        refused = r"section 'board': \d players need the districts "
        with pytest.raises(NotationError, match=refused):
            edition_of(north() | {"players": [2, players]})
    plan = BalancePlan("metropolys", 2, 1, 10, variant, cards=file_of(north()))
    assert [rules.name for rules in plan.rulesets()[1:]] == [
        f"variant {METROPOLYS.notation.variants[variant == 'family']}"
    ]
    assert Setups.of(METROPOLYS, always=(f"data={data}",)).seat_counts == (2,)


def test_a_record_beyond_its_data_is_refused() -> None:
    state = METROPOLYS.deal(seats=2, options=[f"data={added(odd())}"], seed=1)
    for value in (0, 3, 200):
        record = state.array.copy()
        record["slot"] = value
        with pytest.raises(ValueError, match=r"slot|tokens"):
            METROPOLYS.from_array(record)


def test_the_same_file_twice_is_one_and_the_printed_may_be_named() -> None:
    assert EDITIONS.load(file_of(mine())) == EDITIONS.load(file_of(mine())) == "data=mine"
    for same in (FILE, {"game": "metropolys", "name": "printed"}):
        assert EDITIONS.load(file_of(same)) == "data=printed"
    state = METROPOLYS.deal(seats=2, options=["data=printed"], seed=1)
    assert state == METROPOLYS.deal(seats=2, seed=1)
    assert "data=" not in METROPOLYS.notation.write_deal(state.array)


def test_a_deal_is_read_with_the_tokens_of_its_data() -> None:
    deal = str(random_deal(Random(1), "expert", 3, data=added(odd())))
    assert METROPOLYS.notation.write_deal(METROPOLYS.read_deal(deal).array) == deal
    with pytest.raises(NotationError, match="20 entries, expected 8"):
        METROPOLYS.read_deal(deal.replace(" data=odd", ""))


BAD: list[tuple[Callable[[Data], object], str]] = [
    (lambda data: data.pop("name"), "section 'name': it is missing"),
    (lambda data: data.update(game="akropolis"), "section 'game': it differs from the rules: metropolys"),
    (lambda data: data.update(map=[]), "'map' is not one of game, name, players, points, tokens, board"),
    (lambda data: data.update(players=[]), "section 'players': expected some of [2, 3, 4]"),
    (lambda data: data.update(players=[2, 5]), "section 'players': expected some of [2, 3, 4]"),
    (lambda data: data.update(players=2), "section 'players': expected some of [2, 3, 4]"),
    (lambda data: data.update(players=[[]]), "section 'players': expected some of [2, 3, 4]"),
    (lambda data: data["points"].update(trendy=10), "section 'points': trendy: expected `int` <= 9"),
    (lambda data: data["points"].update(ruins=1), "section 'points': ruins: expected `int` <= 0"),
    (lambda data: data["points"].update(chains=0), "section 'points': chains: expected `int` >= 1"),
    (lambda data: data["points"].update(parks=1), "section 'points': object contains unknown field `parks`"),
    (lambda data: data["tokens"].update(centre=15), "section 'tokens': 2 players have 17 tokens, but 25 places: 15 in"),
    (lambda data: data["tokens"].update(outer=4), "section 'tokens': 2 players have 17 tokens, but 15 places: 7 in"),
    (lambda data: data.update(tokens=3), "section 'tokens': expected `object`, got `int`"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), BAD, ids=[message for _, message in BAD])
def test_a_bad_file_is_one_line_with_the_entry_and_the_rule(
    change: Callable[[Data], object], message: str
) -> None:
    assert_refused(edition_of, FILE, change, message)


def place(data: Data, name: str) -> Data:
    """Return the entry of a place."""
    item: Data = next(entry for entry in data["board"]["places"] if entry["name"] == name)
    return item


def without(data: Data, *names: str) -> None:
    """Take places off a board, with all that names them."""
    board = data["board"]
    board["places"] = [entry for entry in board["places"] if entry["name"] not in names]
    for entry in board["places"]:
        entry["adjacent"] = [other for other in entry["adjacent"] if other not in names] or ["C11"]
    for kind in ("bridges", "statues", "lakes"):
        board[kind] = [group for group in board[kind] if not {*group} & {*names}]


BAD_BOARDS: list[tuple[Callable[[Data], object], str]] = [
    (lambda data: data.update(board=[]), "section 'board': expected an object with places: [...]"),
    (lambda data: data["board"].pop("lakes"), "section 'board': object missing required field `lakes`"),
    (lambda data: data["board"].update(parks=[]), "section 'board': object contains unknown field `parks`"),
    (lambda data: place(data, "C1").update(type="zoo"), "place 'C1': type: invalid enum value 'zoo' (expected"),
    (lambda data: place(data, "C1").update(name="C16"), "place 'C16': expected a name from C1 to C15, or N, E"),
    (lambda data: place(data, "C2").update(name="C1"), "'place C1' appears twice"),
    (lambda data: place(data, "C1").update(x=101), "place 'C1': x: expected `float` <= 100.0"),
    (lambda data: place(data, "C1").update(adjacent=[]), "place 'C1': adjacent: expected `array` of length >= 1"),
    (lambda data: place(data, "C1")["adjacent"].append("C1"), "place 'C1': 'C1' appears twice"),
    (lambda data: place(data, "C1")["adjacent"].append("C2"), "place 'C1': 'C2' does not name it as a neighbour"),
    (lambda data: place(data, "C1")["adjacent"].append("X1"), "place 'C1': X1 is not on the board"),
    (lambda data: place(data, "C2").update(x=42.4, y=28.0), "places 'C1' and 'C2' lie at the same point"),
    (lambda data: data["board"]["bridges"].append(["C1", "C2"]), "bridge C1 C2: C1 and C2 are not adjacent"),
    (lambda data: data["board"]["statues"].append(["C1", "C3", "C3"]), "statue C1 C3 C3: 'C3' appears twice"),
    (lambda data: data["board"]["statues"].append(["C1", "C3", "C2"]), "statue C1 C3 C2: C1 and C2 are not adjacent"),
    (lambda data: data["board"]["lakes"].append(["C1", "C3"]), "lakes[6]: expected `array` of length >= 3"),
    (
        lambda data: data["board"]["lakes"].append(["C1", "C2", "C3", "N1"]),
        "15 places hang together by lakes, the most are 10: C1 C2 C3",
    ),
    (
        lambda data: without(data, "N1", "N2", "N4", "N3", "N9", "N10"),
        "district N has 3 places without dead ends, but 5 tokens",
    ),
    (
        lambda data: without(data, "C2", "C7", "N1", "N4", "W2", "W4", "S6"),
        "the districts CNESW have 48 places, but 4 players need 49",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), BAD_BOARDS, ids=[message for _, message in BAD_BOARDS])
def test_a_bad_board_is_one_line_with_the_entry_and_the_rule(
    change: Callable[[Data], object], message: str
) -> None:
    assert_refused(edition_of, FILE, change, message)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(2, 12))
def test_games_on_drawn_boards_agree_with_the_oracle(seed: int) -> None:
    """In a process of their own, as a process has room for three editions beside the printed one."""
    command = [sys.executable, "-m", "tests.engine.metropolys.boards", str(seed)]
    assert subprocess.run(command, capture_output=True, text=True, check=False).stderr == ""
