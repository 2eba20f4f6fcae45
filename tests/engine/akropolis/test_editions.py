"""Tests of editions beside the printed one: files load them, deals name them, and games with them follow the rules."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.engine.akropolis.endings import GREEDY, played, plies_left, young
from tests.engine.akropolis.sets import FILE, added, mine, odd
from tests.engine.akropolis.test_ending import assert_agrees_with_next_ply, assert_solved, by_verbs
from tests.engine.akropolis.test_rules import TABLES, built, compare_game
from tests.engine.test_editions import Data, assert_refused, file_of
from tests.oracle.akropolis_scoring import City, Hex, points
from tests.oracle.akropolis_tiles import DATA
from urbanist.engine import GAMES, CardFile, NotationError
from urbanist.engine.akropolis.edition import edition_of
from urbanist.engine.akropolis.editions import EDITIONS
from urbanist.engine.batch import Batch
from urbanist.engine.history import History
from urbanist.engine.record import Record
from urbanist.search import SearchOptions, ismcts
from urbanist.search.ending import solve

AKROPOLIS = GAMES["akropolis"]
KINDS = ("houses", "markets", "barracks", "temples", "gardens")
SETS = {"mine": mine, "odd": odd}


@pytest.fixture(params=SETS)
def name(request: pytest.FixtureRequest) -> str:
    """Return the name of an added edition."""
    return added(SETS[request.param]())


@pytest.mark.parametrize(("players", "long"), TABLES)
def test_games_agree_with_the_oracle(name: str, players: int, long: bool) -> None:
    compare_game(f"{name} {players} {long}", players, long, name)


@pytest.mark.nightly
@pytest.mark.parametrize(("players", "long"), TABLES)
def test_many_games_agree_with_the_oracle(name: str, players: int, long: bool) -> None:
    for seed in range(100):
        compare_game(f"{name} {players} {long} {seed}", players, long, name)


@pytest.mark.parametrize(("players", "long"), TABLES)
@pytest.mark.parametrize("informed", [False, True], ids=["uniform", "informed"])
def test_playouts_count_what_the_rules_count(name: str, players: int, long: bool, informed: bool) -> None:
    options = [*KINDS[:players], *(["long"] if long else []), f"data={name}"]
    for seed in range(8):
        end = AKROPOLIS.deal(seats=players, options=options, seed=seed).playout(seed, informed=informed)
        assert end.over
        assert AKROPOLIS.from_array(end.array) == end
        for seat in range(players):
            city: City = {space: Hex(*top, 0) for space, top in built(end, seat).items()}
            stones = int(end.array["city"][seat]["stones"])
            assert end.scores()[seat] == points(city, options, DATA[name]) + stones


def test_numbers_of_the_rules_are_those_of_the_file() -> None:
    """By hand: `odd` deals 2, 6 and 3 open tiles, and 0, 9, 4 and 1 stones from the first seat on."""
    name = added(odd())
    for players, market, stacks in ((2, 2, 29), (3, 6, 8), (4, 3, 29)):
        record = AKROPOLIS.deal(seats=players, options=[f"data={name}", "first=1"], seed=1).array
        assert (int(record["market_size"]), int(record["stacks"])) == (market, stacks)
        stones = record["city"]["stones"][:players].tolist()
        assert stones == ([0, 9, 4, 1][:players] * 2)[players - 1 : 2 * players - 1]
    state = AKROPOLIS.deal(seats=2, options=[f"data={name}"], seed=1)
    assert state.scores() == ((0, 9) if state.to_move == 0 else (9, 0))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_with_other_data_is_a_game_like_any_other(name: str, players: int) -> None:
    """All of its positions are accepted as records; searches and playouts play it; observations show it."""
    state = AKROPOLIS.deal(seats=players, options=[f"data={name}", "barracks"], seed=players)
    line = AKROPOLIS.notation.write_deal(state.array)
    assert f" data={name} " in line
    assert AKROPOLIS.notation.write_deal(AKROPOLIS.read_deal(line).array) == line
    history, ply = History.start(state), 0
    while not history.state.over:
        state = history.state
        assert AKROPOLIS.from_array(state.array) == state
        if state.due:
            history = history.play(state.chance() or "")
            continue
        if ply % 7 == 0:
            move = ismcts(history.seen_by(state.to_move), options=SearchOptions(nodes=30)).move
        else:
            move = state.legal()[ply * 7 % len(state.moves())]
        history, ply = history.play(move), ply + 1
    record = Record.from_json(Record.of(history, ("a",) * players, {}).to_json())
    assert record.replay(GAMES).state.scores() == history.state.scores()


def test_a_batch_plays_other_data_beside_the_printed() -> None:
    """Records of three editions in one batch come out as each of them alone."""
    names = [added(mine()), added(odd())]
    states = [
        AKROPOLIS.deal(seats=2, options=options, seed=3)
        for options in ([], [f"data={names[0]}"], [f"data={names[1]}"])
    ]
    batch = Batch.of(states)
    ply = 0
    while not batch.array["over"].all():
        batch.apply(batch.sample(ply))
        ply += 1
    for row, data in enumerate((DATA["printed"], DATA[names[0]], DATA[names[1]])):
        state = batch.state(row)
        assert AKROPOLIS.from_array(state.array) == state
        for seat in range(2):
            city: City = {space: Hex(*top, 0) for space, top in built(state, seat).items()}
            assert state.scores()[seat] == points(city, (), data) + int(state.array["city"][seat]["stones"])


@pytest.mark.parametrize("players", [2, 3])
def test_endings_agree_with_the_slow_oracle(players: int) -> None:
    name = added(mine())
    rng = Random(players)
    start = AKROPOLIS.deal(seats=players, options=[f"data={name}", "houses", "markets"], seed=players)
    state = played(start, players, rng, GREEDY)
    while not state.over:
        assert_solved(state, by_verbs)
        state = played(state, plies_left(state) - 1, rng, GREEDY)


@pytest.mark.parametrize("seed", [1, 3])
def test_endings_of_three_turns_agree_with_the_positions_one_ply_later(seed: int) -> None:
    rng = Random(seed)
    start = AKROPOLIS.deal(seats=2, options=[f"data={added(mine())}", "houses"], seed=seed)
    state = played(young(played(start, plies_left(start) - 6, rng, 4), 1, 2), 5, rng, 4)
    assert_agrees_with_next_ply(state, [*map(str, state.legal())][::40])


def test_endings_whose_points_are_too_many_are_not_solved() -> None:
    """The solver keeps points in 16 bits; the sum of the stars of a kind tells that they may not fit."""
    name = added(odd())
    state = played(AKROPOLIS.deal(seats=2, options=[f"data={name}"], seed=1), 1, Random(1), 4)
    assert solve(state) is None


def test_a_record_beyond_its_data_is_refused() -> None:
    state = AKROPOLIS.deal(seats=2, options=[f"data={added(mine())}"], seed=1)
    for field, value in (("stacks", 11), ("options", 192), ("options", 0)):
        record = state.array.copy()
        record[field] = value
        with pytest.raises(ValueError, match=r"stacks|options|market_size|unseen"):
            AKROPOLIS.from_array(record)
    record = state.array.copy()
    record["city"][0]["top"][0] = 1 | 8 | 1 << 4
    record["city"][0]["stones"] = 9
    with pytest.raises(ValueError, match="city"):
        AKROPOLIS.from_array(record)


def test_the_same_file_twice_is_one_and_the_printed_may_be_named() -> None:
    assert EDITIONS.load(file_of(mine())) == EDITIONS.load(file_of(mine())) == "data=mine"
    assert EDITIONS.load(file_of(FILE)) == "data=printed"
    state = AKROPOLIS.deal(seats=2, options=["data=printed"], seed=1)
    assert state == AKROPOLIS.deal(seats=2, seed=1)
    assert "data=" not in AKROPOLIS.notation.write_deal(state.array)


def test_there_is_room_for_four_editions() -> None:
    """The test runs in its own process, because an added edition stays."""
    program = (
        "import json\n"
        "from urbanist.engine.akropolis.edition import PRINTED, edition_of\n"
        "from urbanist.engine.akropolis.editions import EDITIONS\n"
        "data = json.loads(PRINTED.read_text())\n"
        "for number in range(4):\n"
        "    data['name'] = f'set{number}'\n"
        "    try:\n"
        "        EDITIONS.add(edition_of(data))\n"
        "    except ValueError as error:\n"
        "        print(number, error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "3 editions: no room for more than 4 in one process\n"


BAD: list[tuple[Callable[[Data], object], str]] = [
    (lambda data: data.pop("tiles"), "section 'tiles': it is missing"),
    (lambda data: data.pop("game"), "section 'game': it is missing"),
    (lambda data: data.update(game="warszawa"), "section 'game': it differs from the rules: akropolis"),
    (lambda data: data.update(colour="red"), "'colour' is not one of game, name, tiles, stars,"),
    (lambda data: data.update(name="my set"), "name: expected `str` matching regex"),
    (lambda data: data["stars"].update(houses=6), "section 'stars': houses: expected `int` <= 5"),
    (lambda data: data["stars"].update(walls=1), "section 'stars': object contains unknown field `walls`"),
    (lambda data: data.update(stones=[1, 2, 3]), "stones: expected `array` of length 4, got 3"),
    (lambda data: data.update(stones=[1, 2, 3, -1]), "stones[3]: expected `int` >= 0"),
    (lambda data: data["tiles"][4].update(hexes=["gardens", "quarry"]), "tile 5: hexes: expected `array` of length 3"),
    (lambda data: data["tiles"][4]["hexes"].__setitem__(0, "park"), "tile 5: hexes[0]: invalid enum value 'park'"),
    (lambda data: data["tiles"][4].update(id=4), "'tile 4' appears twice"),
    (lambda data: data["tiles"].pop(4), "section 'tiles': ids must be 1, 2, 3, ..., at most 61"),
    (lambda data: data["tiles"][4].update(players=3), "11 stacks of 3 are 37 tiles, but 36 are in play"),
    (lambda data: data["setups"].clear(), "setups: expected `array` of length >= 1"),
    (lambda data: data["setups"].append(data["setups"][0]), "setup of 2 players, long false: 2 entries, expected 1"),
    (lambda data: data["setups"][0].update(market=7), "setup no. 1: market: expected `int` <= 6"),
    (lambda data: data["setups"].append({"players": 4, "long": True, "market": 6, "stacks": 11}),
     "setup of 4 players, long true: 4 players use all tiles anyway"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), BAD, ids=[message for _, message in BAD])
def test_a_bad_file_is_one_line_with_the_entry_and_the_rule(
    change: Callable[[Data], object], message: str
) -> None:
    assert_refused(edition_of, FILE, change, message)


def test_a_file_may_be_for_one_number_of_players(tmp_path: Path) -> None:
    """Thirteen tiles: four open ones, and three stacks of three."""
    tiles = [tile | {"players": 2} for tile in FILE["tiles"][:13]]
    setups = [{"players": 2, "long": False, "market": 4, "stacks": 3}]
    (tmp_path / "mine.json").write_text(
        json.dumps({"game": "akropolis", "name": "thirteen", "setups": setups, "tiles": tiles}),
        encoding="utf-8",
    )
    option = EDITIONS.load(CardFile.read(tmp_path / "mine.json"))
    state = GAMES["akropolis"].deal(seats=2, options=[option], seed=1)
    assert state.playout(1).ply == 12
    for seats, options, table in ((3, (), "3 players, long false"), (2, ("long",), "2 players, long true")):
        with pytest.raises(NotationError, match=f"^setup of {table}: 0 entries, expected 1$"):
            GAMES["akropolis"].deal(seats=seats, options=[option, *options], seed=1)


def test_what_a_file_leaves_out_is_printed(tmp_path: Path) -> None:
    short = {key: FILE[key] for key in ("game", "name", "tiles")}
    assert edition_of(short) == edition_of(FILE)
    (tmp_path / "mine.json").write_text(json.dumps(short), encoding="utf-8")
    assert EDITIONS.load(CardFile.read(tmp_path / "mine.json")) == "data=printed"
