"""The file of a league: versions of bots, keys, tables and games."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.bots.hostile import HOSTILE, program
from urbanist.bots.contest.league import rating_list
from urbanist.bots.contest.league.format import league_plan
from urbanist.bots.contest.league.settings import LeagueError, read_settings, settings_of, write_settings
from urbanist.bots.contest.league.store import FILE, LeagueStore, Seating
from urbanist.bots.contest.run import Run


@pytest.fixture
def store(tmp_path: Path):
    with LeagueStore(tmp_path) as opened:
        yield opened


def test_a_new_version_is_an_entry_of_its_own_and_takes_the_place_of_the_one_before(
    store: LeagueStore,
) -> None:
    store.enter("walrus", "greedy")
    second, _ = store.enter("walrus", "random")
    assert (second.title, second.version) == ("walrus v2", 2)
    assert [(entry.title, entry.retired is None) for entry in store.bots()] == [
        ("walrus", False),
        ("walrus v2", True),
    ]
    assert store.retire("walrus").id == second.id
    assert store.enter("walrus", "greedy")[0].version == 3


def test_the_file_has_no_key_and_nobody_else_reads_it(store: LeagueStore, tmp_path: Path) -> None:
    entry, key = store.enter("far", None)
    assert key is not None
    assert entry.remote
    assert store.owner(key) == entry
    assert store.owner(key[:-1]) is None
    for file in tmp_path.iterdir():
        assert key.encode() not in file.read_bytes()
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
    store.enter("far", None)
    assert store.owner(key) is None  # of the version before


def test_a_bot_that_does_not_play_cannot_retire(store: LeagueStore) -> None:
    store.enter("near", "greedy")
    with pytest.raises(LeagueError, match="no bot 'far' plays in this league; there is near"):
        store.retire("far")


def test_tables_without_all_games_are_found_again_until_they_are_given_up(store: LeagueStore) -> None:
    for name in ("near", "far"):
        store.enter(name, "greedy")
    tables = [store.make_table((0, 1)) for _ in range(2)]
    assert store.unfinished() == [(Seating(1, (0, 1)), set()), (Seating(2, (0, 1)), set())]
    store.give_up(1, "far", "1.1", {1})
    assert [seating for seating, _ in store.unfinished()] == tables[1:]
    assert store.disconnects(1, "2000-01-01T00:00:00Z") == 1
    assert store.disconnects(1, "2999-01-01T00:00:00Z") == 0


def test_two_processes_do_not_play_one_league(store: LeagueStore, tmp_path: Path) -> None:
    store.lock()
    with (
        LeagueStore(tmp_path) as other,
        pytest.raises(LeagueError, match="another process plays this league"),
    ):
        other.lock()


def test_another_database_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(LeagueError, match="a database, but not of a league"):
        LeagueStore(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_settings_are_read_as_they_were_written(tmp_path: Path) -> None:
    asked = settings_of({"game": "akropolis", "players": 3, "time": 0.5, "anchors": [1, 4]})
    write_settings(tmp_path, asked)
    assert read_settings(tmp_path) == asked
    with pytest.raises(LeagueError, match="exists already"):
        write_settings(tmp_path, asked)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"game": "go", "players": 2}, "no game 'go'; there are metropolys"),
        ({"game": "warszawa", "players": 2}, "warszawa is for 3, 4 or 5 players"),
        ({"game": "akropolis", "players": 2, "tme": 1}, "tme"),
        ({"game": "akropolis", "players": 2, "anchors": [10]}, "anchors"),
    ],
)
def test_a_wrong_setting_is_one_line(values: dict[str, object], said: str) -> None:
    with pytest.raises(LeagueError) as raised:
        settings_of(values)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


#: How a file of version 3 becomes one of version 2 again: bots are counted from 1, and there are no sums.
EARLIER = """
UPDATE games SET bots = (SELECT json_group_array(value + 1) FROM json_each(games.bots));
UPDATE tables SET bots = (SELECT json_group_array(value + 1) FROM json_each(tables.bots));
UPDATE bots SET id = -id - 1;
UPDATE bots SET id = -id;
UPDATE ratings SET bot = bot + 7;
UPDATE ratings SET bot = bot - 6;
UPDATE fingerprints SET bot = bot + 7;
UPDATE fingerprints SET bot = bot - 6;
DROP TABLE sums;
DROP TABLE totals;
DROP TABLE forfeits;
DROP INDEX latest;
ALTER TABLE tables DROP COLUMN played;
ALTER TABLE tables DROP COLUMN forfeited;
PRAGMA user_version = 1;
"""


def test_a_file_of_an_older_version_gets_what_it_lacks(tmp_path: Path) -> None:
    bad = program(tmp_path, HOSTILE["ends"].code)
    with LeagueStore(tmp_path) as store:
        for name, play in (("near", "greedy"), ("bad", bad)):
            store.enter(name, play)
        settings = settings_of({"game": "metropolys", "players": 2})
        games = list(Run(league_plan(tmp_path, settings, store, most=2), store).play())
        before = rating_list.listed(store)
    assert [[lost.reason for lost in game.lost] for game in games] == [["crash"]] * 2
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        for game in games:
            [lost] = game.lost
            old = f'[[{lost.seat},"{lost.reason}"]]'
            connection.execute("UPDATE games SET forfeits = ? WHERE id = ?", [old, game.id])
        connection.commit()
        connection.executescript(EARLIER)
    with LeagueStore(tmp_path) as store:
        later = list(store.games())
        assert rating_list.listed(store) == before
    assert [(game.lost, game.bots) for game in later] == [(game.lost, game.bots) for game in games]
