"""The file of a tournament: its content, and the files that it refuses."""

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.bots.cli.using import call, good, refused
from tests.bots.contest.plans import TWO, planned
from tests.bots.hostile import HOSTILE, program
from urbanist.bots import sqlite_schema
from urbanist.bots.contest.plan_schema import PlanError
from urbanist.bots.contest.run import Run
from urbanist.bots.contest.store import Store
from urbanist.bots.match.workers import RunEnded
from urbanist.engine import GAMES
from urbanist.engine.record import Record

PLAN = f"deals = 3\n{TWO}"


def test_a_game_is_read_back_as_it_was_saved(tmp_path: Path) -> None:
    plan = planned(tmp_path, PLAN)
    with Store.open(plan, resume=False) as store:
        run = Run(plan, store)
        games = list(run.play())
        assert sorted(store.games(), key=lambda game: game.id) == sorted(games, key=lambda game: game.id)
        records = [Record.from_json(line) for line in store.records()]
    assert len(games) == len(records) == 6
    assert all(record.replay(GAMES).state.over for record in records)
    assert {tuple(record.seats) for record in records} == {("greedy", "random"), ("random", "greedy")}


def test_a_resumed_tournament_plays_no_game_again(tmp_path: Path) -> None:
    plan = planned(tmp_path, PLAN)
    with Store.open(plan, resume=False) as store:
        games = Run(plan, store).play()
        first = [next(games), next(games)]
        games.close()
    with Store.open(plan, resume=True) as store:
        rest = list(Run(plan, store).play())
        assert len({game.id for game in [*first, *rest]}) == 6 == len(first) + len(rest)


def test_other_processes_may_read_the_file_while_games_are_added(tmp_path: Path) -> None:
    plan = planned(tmp_path, PLAN)
    with Store.open(plan, resume=False) as store:
        for count, _ in enumerate(Run(plan, store).play(), 1):
            reader = sqlite3.connect(plan.database)
            assert reader.execute("SELECT count(*) FROM games").fetchone() == (count,)
            reader.close()


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        ("DROP TABLE games; PRAGMA application_id = 3", "a database, but not of a tournament"),
        ("PRAGMA user_version = 7", "version 7 of the file; this program reads version 3"),
    ],
)
def test_a_foreign_database_is_refused(spoil: str, message: str, tmp_path: Path) -> None:
    plan = planned(tmp_path, PLAN)
    Store.open(plan, resume=False).__exit__()
    connection = sqlite3.connect(plan.database)
    connection.executescript(spoil)
    connection.close()
    before = plan.database.read_bytes()
    with pytest.raises(PlanError, match=message):
        Store.open(plan, resume=True)
    assert plan.database.read_bytes() == before


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        ("UPDATE games SET id = '../x'", "game '../x' is broken: expected an id of four numbers"),
        ("UPDATE games SET id = '1.1.1'", "expected an id of four numbers"),
        ("UPDATE games SET id = '1.1.1.' || char(0x661)", "expected an id of four numbers"),
        ("UPDATE games SET id = x'00ff'", "expected an id of four numbers"),
        ("UPDATE games SET deal = 'x'", "game '1.1.1.1' is broken: expected texts and the number of a deal"),
        ("UPDATE games SET bots = '[0, 9]'", "a bot 10; there are 2"),
        ("UPDATE games SET bots = '[0]'", "expected numbers of 2 seats"),
        ("UPDATE games SET bots = '{'", "is broken: "),
        ("UPDATE games SET moves = '[1, \"a\"]'", r"Expected `int`, got `str` - at `\$\[1\]`"),
        ("UPDATE games SET seconds = x'00'", "expected texts"),
        ("UPDATE games SET seconds = '[1e300, 0]'", "is broken: "),
        ("UPDATE games SET points = '[1e10, 0]'", "is broken: "),
        ("UPDATE games SET points = 'null'", "Expected `array`"),
        ("UPDATE games SET ranks = '[2, 2]'", "no ranks: 2, 2"),
        ("UPDATE games SET forfeits = '[{}]'", "missing required"),
        ("UPDATE games SET forfeits = '3'", "Expected `array`"),
        (
            """UPDATE games SET forfeits = '[{"seat": 2, "reason": "time", "event": 1, "what": ""}]'""",
            "a forfeit of a seat that nobody has",
        ),
        ("UPDATE tournament SET settings = '['", "the settings of the tournament are broken"),
        ("UPDATE tournament SET settings = '[]'", "the settings of the tournament are broken"),
        ("UPDATE tournament SET settings = json_set(settings, '$.seed', 'x')", "the settings"),
        (
            "UPDATE tournament SET settings = json_set(settings, '$.grown', json('[9]'))",
            "numbers of bots that it never had",
        ),
        ("DELETE FROM tournament", "the settings of the tournament are broken"),
    ],
)
def test_a_broken_row_is_one_line(spoil: str, message: str, tmp_path: Path) -> None:
    plan = planned(tmp_path, PLAN.replace("deals = 3", "deals = 1"))
    with Store.open(plan, resume=False) as store:
        next(games := Run(plan, store).play())
        games.close()
    with closing(sqlite3.connect(plan.database)) as connection:
        connection.executescript(spoil)
    arguments = ["--standings", "--games", tmp_path / "pages", "--html", tmp_path / "cup.html"]
    for line in (
        refused("tournament", plan.path, "--resume"),
        refused("tournament", plan.path, *arguments),
    ):
        assert str(plan.database) in line
        assert re.search(message, line)
    assert sorted(path.suffix for path in tmp_path.rglob("*.html")) == []


def test_a_broken_record_matters_only_to_who_reads_it(tmp_path: Path) -> None:
    plan = planned(tmp_path, PLAN.replace("deals = 3", "deals = 1"))
    good("tournament", plan.path)
    before = good("tournament", plan.path, "--standings")
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "1.1.1.2.html").touch()  # pages that are there stay
    for spoil, message in (
        ("UPDATE games SET record = json_set(record, '$.events[0]', 'x')", ": event 1: "),
        ("UPDATE games SET record = 'x'", "not a line of JSON"),
    ):
        with closing(sqlite3.connect(plan.database)) as connection:
            connection.executescript(f"{spoil} WHERE id = '1.1.1.1'")
        assert good("tournament", plan.path, "--standings") == before
        done = call("tournament", plan.path, "--standings", "--games", pages)
        assert (done.exit_code, done.stdout) == (1, before)
        lost = "urbanist: 1 of 1 pages could not be written: the record of game 1.1.1.1: "
        assert done.stderr.startswith(lost)
        assert message in done.stderr
        assert done.stderr.count("\n") == 1


def made_old(database: Path) -> None:
    """Write a database as version 0.1.0 wrote it: without the results beside the records."""
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(
            """
            CREATE TABLE old (id TEXT PRIMARY KEY, deal INTEGER NOT NULL, bots TEXT NOT NULL, record TEXT NOT NULL,
                moves TEXT NOT NULL, seconds TEXT NOT NULL) WITHOUT ROWID;
            INSERT INTO old SELECT id, deal, bots, record, moves, seconds FROM games;
            DROP TABLE games;
            ALTER TABLE old RENAME TO games;
            PRAGMA journal_mode = DELETE;
            PRAGMA user_version = 1;
            """
        )


def test_a_database_of_an_older_version_is_read_as_it_is_and_played_on(tmp_path: Path) -> None:
    bad = json.dumps(program(tmp_path, HOSTILE["makes a move up"].code))
    plan = planned(tmp_path, f"players = 2\ndeals = 1\n{TWO}[[bot]]\ncommand = {bad}\n")
    with Store.open(plan, resume=False) as store:
        list(Run(plan, store).play())
        games, records = list(store.games()), list(store.records())
    assert sum(len(game.lost) for game in games) == 4
    shown = good("tournament", plan.path, "--standings")
    made_old(plan.database)
    old = plan.database.read_bytes()
    assert good("tournament", plan.path, "--standings") == shown
    assert plan.database.read_bytes() == old
    with closing(sqlite3.connect(plan.database)) as connection:
        connection.executescript("DELETE FROM games WHERE id = '1.1.1.2'")
    with Store.open(plan, resume=True) as store:
        assert [game.id for game in Run(plan, store).play()] == ["1.1.1.2"]
        assert [replace(game, seconds=()) for game in store.games()] == [
            replace(game, seconds=()) for game in games
        ]
        assert list(store.records()) == records
    assert good("tournament", plan.path, "--standings").splitlines()[-1] == shown.splitlines()[-1]


def test_an_old_database_with_a_broken_record_is_one_line_and_not_changed(tmp_path: Path) -> None:
    plan = planned(tmp_path, PLAN)
    good("tournament", plan.path)
    made_old(plan.database)
    with closing(sqlite3.connect(plan.database)) as connection:
        connection.executescript("UPDATE games SET record = 'x' WHERE id = '1.1.1.1'")
    old = plan.database.read_bytes()
    for asked in ("--standings", "--resume"):
        assert refused("tournament", plan.path, asked).startswith(f"{plan.database}: malformed JSON")
        assert plan.database.read_bytes() == old


def test_a_file_that_is_no_database_is_refused_and_not_changed(tmp_path: Path) -> None:
    plan = planned(tmp_path, PLAN)
    plan.database.write_text("dear diary\n" * 1000, encoding="utf-8")
    with pytest.raises(PlanError, match="not a database of a tournament: file is not a database"):
        Store.open(plan, resume=True)
    assert plan.database.read_text(encoding="utf-8") == "dear diary\n" * 1000


def test_the_database_of_another_tournament_is_refused_with_the_difference(tmp_path: Path) -> None:
    Store.open(planned(tmp_path, PLAN), resume=False).__exit__()
    other = planned(tmp_path, PLAN.replace("deals = 3", "deals = 4"))
    with pytest.raises(PlanError, match=r"belongs to another tournament: deals is 3 there, 4 here"):
        Store.open(other, resume=True)
    with pytest.raises(PlanError, match=r"bot is \[.* there, \[.* here"):
        Store.open(planned(tmp_path, f'{PLAN}[[bot]]\nplay = "mcts"\n'), resume=True)


def test_an_existing_file_is_not_overwritten_and_a_missing_one_not_resumed(tmp_path: Path) -> None:
    plan = planned(tmp_path, PLAN)
    with pytest.raises(PlanError, match="there is no tournament to resume"):
        Store.open(plan, resume=True)
    assert not plan.database.exists()
    Store.open(plan, resume=False).__exit__()
    with pytest.raises(PlanError, match="exists already; --resume continues the tournament"):
        Store.open(plan, resume=False)


def test_a_path_that_cannot_be_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=r"none/cup\.sqlite: there is no folder"):
        Store.open(planned(tmp_path, f'database = "none/cup.sqlite"\n{PLAN}'), resume=False)
    for resume in (False, True):
        with pytest.raises(PlanError, match="not a regular file; expected the path of a database"):
            Store.open(planned(tmp_path, f'database = "."\n{PLAN}'), resume=resume)


@pytest.mark.parametrize("how", ["full", "locked", "deleted", "replaced"])
def test_a_game_that_cannot_be_saved_ends_the_tournament_and_no_other_is_lost(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = planned(tmp_path, PLAN.replace("deals = 3", "deals = 20"))
    with Store.open(plan, resume=False) as store:
        games = Run(plan, store).play()
        next(games)
        other = sqlite3.connect(plan.database, isolation_level=None)
        if how == "full":
            store._connection.execute("PRAGMA max_page_count = 12")
        elif how == "locked":
            store._connection.execute("PRAGMA busy_timeout = 0")
            monkeypatch.setattr(sqlite_schema, "PATIENCE", 0.0)
            other.execute("BEGIN IMMEDIATE")
        else:
            plan.database.rename(tmp_path / "elsewhere")
            if how == "replaced":
                plan.database.touch()
        with pytest.raises((RunEnded, OSError), match=r"No space left|locked|was moved or deleted"):
            list(games)
        kept = {game.id for game in store.games()}
        other.close()
    if how in {"full", "locked"}:
        with Store.open(plan, resume=True) as store:
            rest = {game.id for game in Run(plan, store).play()}
            assert len(kept | rest) == len(kept) + len(rest) == 40


def test_the_database_keeps_the_seed_that_was_drawn(tmp_path: Path) -> None:
    seeds = []
    for name in ("one", "other"):
        plan = planned(tmp_path, f'database = "{name}"\n{PLAN}', seeded=False)
        with Store.open(plan, resume=False) as store:
            first = next(Run(plan, store).play())
            seeds.append(store.seed)
        again = planned(tmp_path, f'database = "{name}"\n{PLAN}', seeded=False)
        assert again.rules.seed != seeds[-1]
        with Store.open(again, resume=True) as store:
            run = Run(again, store)
            assert (run.plan.rules.seed, len(list(run.play()))) == (seeds[-1], 5)
            deals = [Record.from_json(line).deal for line in store.records()]
        assert deals[0] == deals[1] == run.plan.rules.start(0).deal
        assert first.id == "1.1.1.1"
    assert seeds[0] != seeds[1]


def test_a_database_without_a_seed_was_played_with_seed_0(tmp_path: Path) -> None:
    plan = planned(tmp_path, f"seed = 0\n{PLAN}")
    Store.open(plan, resume=False).__exit__()
    connection = sqlite3.connect(plan.database)
    settings = plan.settings()
    del settings["seed"]
    with connection:
        connection.execute("UPDATE tournament SET settings = ?", [json.dumps(settings)])
    connection.close()
    for again in (plan, planned(tmp_path, PLAN, seeded=False)):
        with Store.open(again, resume=True) as store:
            assert store.seed == 0


def test_a_huge_round_begins_at_once(tmp_path: Path) -> None:
    plan = planned(tmp_path, PLAN.replace("deals = 3", "deals = 1000000000"))
    with Store.open(plan, resume=False) as store:
        run = Run(plan, store)
        games = run.play()
        assert next(games).id == "1.1.1.1"
        games.close()
        assert run.format.games() == 2 * 10**9


def test_an_empty_file_is_a_new_tournament(tmp_path: Path) -> None:
    plan = planned(tmp_path, PLAN)
    plan.database.touch()
    with Store.open(plan, resume=True) as store:
        assert not list(store.games())


def test_the_file_holds_the_settings(tmp_path: Path) -> None:
    plan = planned(tmp_path, PLAN)
    Store.open(plan, resume=False).__exit__()
    connection = sqlite3.connect(plan.database)
    (settings,) = connection.execute("SELECT settings FROM tournament").fetchone()
    connection.close()
    assert json.loads(settings) == plan.settings()


def test_only_one_process_at_a_time_plays_a_tournament(tmp_path: Path) -> None:
    plan = planned(tmp_path, PLAN)
    with Store.open(plan, resume=False):
        for resume in (False, True):
            with pytest.raises(PlanError, match=r"cup\.sqlite: another process is playing this tournament"):
                Store.open(plan, resume=resume)
        with Store.read(plan) as reader:
            assert not list(reader.games())
    Store.open(plan, resume=True).__exit__()


def test_what_is_no_tournament_is_not_read_and_not_changed(tmp_path: Path) -> None:
    plan = planned(tmp_path, PLAN)
    for content in (None, ""):
        if content is not None:
            plan.database.write_text(content)
        with pytest.raises(PlanError, match="no tournament has begun in this file"):
            Store.read(plan)
        assert plan.database.exists() is (content is not None)
