"""`urbanist league`: a rating list that lasts."""

import json
import shlex
import shutil
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.bots.check.faults import SOUND
from tests.bots.cli.using import awaited, call, good, ids, refused, started
from urbanist.bots.contest.league import format as league_format
from urbanist.bots.contest.league.store import FILE, LeagueStore

#: Seconds to wait for games on a busy machine.
PATIENCE = 600.0
#: A bot in a file.
BOT = "class Mine:\n    def choose(self, view, limit=None):\n        return view.state().legal()[0]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "league"
    few = ("--nodes", 5)
    good("league", place, "new", "metropolys", "--variant", "family", "--players", 3, "--anchors", "1", *few)
    good("league", place, "add", "greedy", "greedy")
    good("league", place, "add", "rand", "random")
    return place


def test_a_league_is_played_and_listed(folder: Path) -> None:
    played = good("league", folder, "run", "--games", 6)
    assert "level 1 (anchor)" in played
    assert played.endswith("metropolys for 3, 6 games; † plays no more\n")
    assert good("league", folder) == good("league", folder, "list") == played
    records = good("league", folder, "records")
    assert records.count("\n") == 6
    (folder / "all.jsonl").write_text(records, encoding="utf-8")
    assert good("verify", folder / "all.jsonl") == "6 good records\n"


def test_every_table_has_each_bot_on_each_seat(folder: Path) -> None:
    good("league", folder, "run", "--games", 9)
    with LeagueStore(folder) as store:
        games = list(store.games())
    for deal in {game.deal for game in games}:
        seatings = [game.bots for game in games if game.deal == deal]
        assert sorted(map(sorted, zip(*seatings, strict=True))) == [[0, 1, 2]] * 3


def test_a_clock_runs_for_a_whole_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that takes 0.04 s a move has not enough of 0.2 s."""
    monkeypatch.chdir(tmp_path)
    good("league", "city", "new", "metropolys", "--players", 2, "--anchors", "1", "--clock", "0.2+0.01")
    slow = SOUND.read_text(encoding="utf-8").replace(
        "    move =", "    __import__('time').sleep(0.04)\n    move ="
    )
    Path("slow.py").write_text(slow, encoding="utf-8")
    settings = Path("city/league.toml")
    assert 'clock = "0.2+0.01"' in settings.read_text(encoding="utf-8")
    settings.write_text(settings.read_text(encoding="utf-8") + "grace = 0.0\n", encoding="utf-8")
    good("league", "city", "add", "slow", f"{sys.executable} -I -S slow.py")
    good("league", "city", "run", "--games", 2)
    with LeagueStore(Path("city")) as store:
        [slow_bot] = [entry.id for entry in store.bots() if entry.name == "slow"]
        # On a busy machine the other one may be late too.
        lost = [(game.bots[each.seat], each.reason) for game in store.games() for each in game.lost]
    assert [reason for bot, reason in lost if bot == slow_bot] == ["time", "time"]
    assert "expected a clock such as" in refused("league", "x", "new", "metropolys", "--clock", "soon")


def test_bots_are_replaced_and_retired_while_their_games_stay(folder: Path) -> None:
    good("league", folder, "run", "--games", 3)
    assert good("league", folder, "add", "rand", "greedy") == "rand v2 plays from now on\n"
    assert good("league", folder, "retire", "greedy") == "greedy plays no more; its games stay\n"
    assert "there are fewer; add some" in refused("league", folder, "run")
    good("league", folder, "add", "third", "random")
    listed = good("league", folder, "run", "--games", 3)
    assert "rand v2" in listed
    assert "rand †" in listed
    assert "greedy †" in listed


def test_a_league_that_was_killed_goes_on_and_loses_nothing(folder: Path) -> None:
    """The games after a kill complete the tables that it has left."""
    for more in (4, 8):
        playing = started("league", folder, "run", "--workers", 2)
        awaited(folder / FILE, more)
        playing.send_signal(signal.SIGKILL)
        playing.communicate()
    before = ids(folder / FILE)
    with LeagueStore(folder) as store:
        left = sum(len(seating.bots) - len(there) for seating, there in store.unfinished())
    good("league", folder, "run", "--games", max(left, 1))
    assert {*before} < {*ids(folder / FILE)}
    with LeagueStore(folder) as store:
        games = list(store.games())
        assert len({(game.deal, game.bots) for game in games}) == len(games)
        deals = [game.deal for game in games]
        assert all(deals.count(deal) == 3 for deal in range(1, max(deals)))


def test_a_bot_whose_file_has_gone_rests_and_the_league_goes_on(
    folder: Path, tmp_path: Path, monkeypatch
) -> None:
    """It was added from its own folder, and the league is played from another one.

    Only three bots are there when its file goes, so that it has a seat at the next game.
    """
    home = tmp_path / "home"
    home.mkdir()
    (home / "mine.py").write_text(BOT, encoding="utf-8")
    with monkeypatch.context() as there:
        there.chdir(home)
        good("league", folder, "add", "mine", "mine.py:Mine")
    good("league", folder, "retire", "rand")
    assert "mine" in good("league", folder, "run", "--games", 3)
    (home / "mine.py").unlink()
    done = call("league", folder, "run", "--games", 3)  # a new table
    assert done.exit_code == 2, done.output
    assert "bot 'mine' rests until the next run" in done.stderr
    assert done.stderr.endswith("3 bots play at a table, and there are fewer; add some\n")
    (home / "mine.py").write_text(BOT, encoding="utf-8")
    good("league", folder, "run", "--games", 1)
    (home / "mine.py").unlink()
    good("league", folder, "add", "third", "random")
    done = call("league", folder, "run", "--games", 4)  # the rest of that table, and others after it
    assert done.exit_code == 0, done.output
    assert "bot 'mine' rests until the next run" in done.stderr
    assert done.stdout.endswith("8 games; † plays no more\n")


def test_records_have_a_digest_of_each_program_and_a_change_of_it_is_told(
    folder: Path, tmp_path: Path
) -> None:
    """A bot of ours has none. The rest of the run is of the changed file.

    Three bots are there, so that each plays at every table: which of four sits out is a matter of the results' order.
    """
    program = tmp_path / "mine.py"
    program.write_text(SOUND.read_text(encoding="utf-8"), encoding="utf-8")
    good("league", folder, "add", "mine", shlex.join([sys.executable, "-I", "-S", str(program)]))
    good("league", folder, "retire", "rand")

    def digests() -> dict[str, set[str | None]]:
        by_bot: dict[str, set[str | None]] = {}
        for line in good("league", folder, "records").splitlines():
            record = json.loads(line)
            for name, mark in zip(record["seats"], record["meta"].get("bots", (None,) * 3), strict=True):
                by_bot.setdefault(name, set()).add(mark)
        return by_bot

    assert "has changed" not in call("league", folder, "run", "--games", 1).stderr
    before = digests()
    first = before.pop("mine")
    assert [type(mark) for mark in first] == [str]
    assert before == {"greedy": {None}, "level 1": {None}}

    with program.open("a", encoding="utf-8") as file:
        file.write("# another\n")
    said = call("league", folder, "run", "--games", 2).stderr
    assert said.count("bot 'mine' has changed") == 1
    assert f"bot 'mine' has changed: {program} has changed; 'add mine PLAY' makes it a version" in said
    assert len(digests()["mine"]) == 2
    assert "has changed" not in call("league", folder, "run", "--games", 1).stderr


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a league with two games of a table for three, of which one is missing."""
    place = tmp_path_factory.mktemp("broken") / "league"
    good("league", place, "new", "metropolys", "--variant", "family", "--players", 3, "--anchors", "1")
    good("league", place, "add", "a", "greedy")
    good("league", place, "add", "b", "random")
    good("league", place, "run", "--games", 2)
    return place


#: The forfeit of a seat that no table has.
NOBODY = '[{"seat": 9, "reason": "time", "event": 1, "what": ""}]'


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        ("UPDATE league SET seed = 'x'", "the seed of the league is broken"),
        ("UPDATE league SET seed = -1", "the seed of the league is broken"),
        ("DELETE FROM league", "the seed of the league is broken"),
        ("UPDATE bots SET name = x'00ff' WHERE id = 1", "bot 2 is broken: Expected `str`, got `bytes`"),
        ("UPDATE bots SET version = 'x' WHERE id = 1", "bot 2 is broken: Expected `int`, got `str`"),
        ("UPDATE bots SET known = 9e999 WHERE id = 0", "bot 1 is broken: "),
        ("UPDATE bots SET folder = x'05'", "bot 1 is broken: Expected `str`, got "),
        ("DELETE FROM bots WHERE id = 2", "broken: a bot 3; there are 2"),
        ("UPDATE tables SET bots = '{'", "table 1 is broken: "),
        ("UPDATE tables SET bots = '[]'", "table 1 is broken: "),
        ("UPDATE tables SET bots = '[0, 8, 1]'", "table 1 is broken: a bot 9; there are 3"),
        ("UPDATE tables SET bots = x'ff'", "table 1 is broken: "),
        ("UPDATE games SET id = '../' || id", "game '../1.1' is broken: expected an id of two numbers"),
        ("UPDATE games SET deal = 7", "game '1.1' is broken: it is of deal 7"),
        ("UPDATE games SET bots = '[0, 8, 1]'", "the row of game '1.1' is broken: a bot 9; there are 3"),
        ("UPDATE games SET bots = '[1]'", "game '1.1' is broken: expected numbers of 1 seats"),
        ("UPDATE games SET points = 'x'", "game '1.1' is broken: "),
        ("UPDATE games SET ranks = '[2, 2, 2]'", "game '1.1' is broken: no ranks: 2, 2, 2"),
        (f"UPDATE games SET forfeits = '{NOBODY}'", "a forfeit of a seat that nobody has"),
        ("UPDATE games SET forfeits = '[3]'", "game '1.1' is broken: "),
        ("UPDATE games SET moves = x'00'", "game '1.1' is broken: expected texts"),
        ("UPDATE games SET seconds = '[1e300, 0, 0]'", "game '1.1' is broken: "),
    ],
)
def test_a_broken_row_is_one_line(spoil: str, message: str, played: Path, tmp_path: Path) -> None:
    shutil.copytree(played, tmp_path / "league")
    with closing(sqlite3.connect(tmp_path / "league" / FILE)) as connection:
        connection.executescript(spoil)
    # The list is one of sums: it reads no games.
    for action in ["list"] * ("bots" in spoil.split()[1:3]) + ["run"]:
        line = refused("league", tmp_path / "league", action)
        assert message in line
        assert str(tmp_path / "league" / FILE) in line
        assert line.strip().endswith("; use a copy of the file")


def test_a_bot_that_always_forfeits_rests(folder: Path, tmp_path: Path, monkeypatch) -> None:
    program = tmp_path / "bot.sh"
    program.write_text(
        'while read word rest; do case "$word" in\n'
        'ugi) echo "id name x"; echo "id author y"; echo "games metropolys"; echo ugiok;;\n'
        "isready) echo readyok;; go) exit 3;; quit) exit;; esac; done\n",
        encoding="utf-8",
    )
    call("league", folder, "add", "broken", f"sh {program}")
    monkeypatch.setattr(league_format, "MAX_FAULTS", 3)
    done = call("league", folder, "run", "--games", 12)
    assert "bot 'broken' rests until the next run" in done.stderr
    with LeagueStore(folder) as store:
        assert 3 <= sum(len(game.lost) for game in store.games()) <= 6


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("no/such",), "no/such: no league; 'urbanist league no/such new GAME' makes one"),
        (("x", "new", "go"), "no game 'go'"),
        (("x", "new", "metropolys", "--players", "7"), "metropolys is for"),
        (("x", "new", "metropolys", "--players", "9"), "metropolys is for 2, 3 or 4 players, not 9"),
        (("x", "new", "metropolys", "--anchors", "12"), "anchors 1: expected a whole number <= 9"),
        (("x", "new", "metropolys", "--anchors", "one"), "expected numbers such as 2,5"),
        (("x", "plya"), "no action 'plya'; did you mean play"),
        (("x", "add"), "add: expected a name"),
        (("x", "list", "--nodes", "5"), "--nodes is for 'new'"),
    ],
)
def test_wrong_use_is_one_line(words: tuple[str, ...], said: str) -> None:
    if said.startswith("no action"):
        said = said.partition(";")[0]
    assert said in refused("league", *words)


def test_a_wrong_file_of_settings_is_one_line_that_names_it(tmp_path: Path) -> None:
    file, settings = tmp_path / "file", tmp_path / "league.toml"
    file.touch()
    assert refused("league", file) == f"{file}: not a folder; expected that of a league"
    for text, said in (
        ("players = 2\n", "'game' is missing"),
        ('game = "metropolys"\nplayers = "2"\n', "players: expected a whole number, got a text"),
        ('game = "metropolys"\nplayers = 2\nplayer = 2\n', "unknown key 'player'; did you mean 'players'?"),
        ('game = "metropolys"\nplayers = 9\n', "metropolys is for 2, 3 or 4 players, not 9"),
    ):
        settings.write_text(text, encoding="utf-8")
        assert refused("league", tmp_path) == f"{settings}: {said}"


def test_level_0_is_an_anchor_below_the_others(tmp_path: Path) -> None:
    good("league", tmp_path / "x", "new", "metropolys", "--anchors", "0,1")
    with LeagueStore(tmp_path / "x") as store:
        below, first = (bot.known for bot in store.bots())
    assert below is not None
    assert first is not None
    assert below < first


def test_a_bot_that_cannot_play_is_not_added(folder: Path) -> None:
    assert "no bot 'gredy'" in refused("league", folder, "add", "x", "gredy")
    assert "'false'" in refused("league", folder, "add", "x", "false")
    assert "expected 1 to 40 characters" in refused("league", folder, "add", "x" * 41, "greedy")
    assert "no bot 'x' plays in this league" in refused("league", folder, "retire", "x")
    assert "expected HOST:PORT" in refused("league", folder, "run", "--serve", "here")
    assert call("league", folder, "new", "metropolys").exit_code == 2


def test_connect_needs_a_key_and_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("URBANIST_KEY", raising=False)
    assert "no key" in refused("connect", "http://127.0.0.1:1/", "true")
    (tmp_path / "key").write_text("k\n", encoding="utf-8")
    given = ("--key-file", tmp_path / "key")
    (tmp_path / "bytes").write_bytes(b"\xff")
    wrong = refused("connect", "http://127.0.0.1:1/", "true", "--key-file", tmp_path / "bytes")
    assert wrong.endswith("bytes: not UTF-8 at byte 0: expected a file of text")
    assert "no program 'nosuch'" in refused("connect", "http://127.0.0.1:1/", "nosuch", *given)
    assert "'true'" in refused("connect", "http://127.0.0.1:1/", "true", *given)
