"""A league whose bots connect over the loopback: real processes of three languages, which are killed and come back."""

import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPResponse
from pathlib import Path

import psutil
import pytest

from tests.bots.check.faults import SLOW
from tests.bots.cli.using import good, ids, refused, started
from tests.bots.server.served import Server
from urbanist.bots.contest.league.rating_list import anchors
from urbanist.bots.contest.league.settings import read_settings
from urbanist.bots.contest.league.store import FILE, BotVersion, LeagueStore, table_of
from urbanist.bots.contest.ratings import fit
from urbanist.bots.contest.results import GameResult
from urbanist.bots.server.contest.broadcast import Broadcast
from urbanist.bots.server.contest.contest import LeagueContest
from urbanist.bots.server.listening import listening_at
from urbanist.engine import GAMES
from urbanist.engine.record import Record

pytest.importorskip("litestar", reason="needs an extra")

EXAMPLES = Path(__file__).parents[4] / "examples"
PATIENCE = 120.0


class Side:
    """A process of ours, and the lines that it has written to standard error."""

    def __init__(self, *arguments: object, **environment: str) -> None:
        self.process = started(*arguments, env=os.environ | environment)
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr:
            for line in self.process.stderr:
                self.lines.append(line.rstrip("\n"))

    def said(self, pattern: str, after: int = 0) -> re.Match[str]:
        """Wait for a line, and return what it matches."""
        until = time.monotonic() + PATIENCE
        while True:
            for line in self.lines[after:]:
                if match := re.search(pattern, line):
                    return match
            assert time.monotonic() < until, self.lines
            assert self.process.poll() is None, self.lines
            time.sleep(0.02)

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal, wait for the end, and return the status."""
        self.process.send_signal(number)
        status = self.process.wait(PATIENCE)
        self.close()
        return status

    def close(self) -> None:
        """Read what is left."""
        self._reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def side(*arguments: object, **environment: str) -> Iterator[Side]:
    begun = Side(*arguments, **environment)
    try:
        yield begun
    finally:
        if begun.process.poll() is None:
            begun.end(signal.SIGKILL)
        begun.close()
        print(*begun.lines, sep="\n")


def served(folder: Path, *more: object, port: int = 0):
    return side("league", folder, "run", "--serve", f"127.0.0.1:{port}", *more)


def key_of(folder: Path, name: str) -> str:
    """Add a bot that connects from elsewhere, and return its key."""
    return good("league", folder, "add", name).strip().rpartition(" ")[2]


def awaited(folder: Path, games: int, *, anew: bool = False) -> None:
    """Wait for so many games, and for one that is not played on the deal of its table."""
    until, played = time.monotonic() + PATIENCE, list[tuple[str, int]]()
    while len(played) < games or (anew and all(deal == table_of(game) for game, deal in played)):
        assert time.monotonic() < until
        time.sleep(0.05)
        with closing(sqlite3.connect(folder / FILE)) as connection:
            played = connection.execute("SELECT id, deal FROM games").fetchall()


@contextmanager
def stopped(process: subprocess.Popen[str]) -> Iterator[None]:
    """Let a league rest until the block ends."""
    process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        process.send_signal(signal.SIGCONT)


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the same bot in three languages."""
    binary = tmp_path_factory.mktemp("bots") / "bot"
    subprocess.run(["cc", "-O2", "-o", binary, EXAMPLES / "bot.c"], check=True)
    return {
        "python": shlex.join([sys.executable, "-I", "-S", str(EXAMPLES / "bot.py")]),
        "c": str(binary),
        "shell": shlex.join(["sh", str(EXAMPLES / "bot.sh")]),
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a league for two."""
    place = tmp_path / "league"
    good("league", place, "new", "metropolys", "--players", 2, "--nodes", 5, "--anchors", "1")
    return place


def assert_nobody_meets_a_deal_twice(entries: list[BotVersion], games: list[GameResult]) -> None:
    """Check that each game of a bot from elsewhere, which could know a deal again, is on another one."""
    far = {entry.id for entry in entries if entry.remote}
    deals = [(game.deal, table_of(game.id)) for game in games if far & {*game.bots}]
    assert len({*deals}) == len(deals)
    assert {deal == table for deal, table in deals} == {True, False}


@pytest.mark.nightly
def test_eight_bots_of_three_languages_come_and_go_and_nothing_is_lost_or_doubled(
    folder: Path, programs: dict[str, str], tmp_path: Path
) -> None:
    for name, play in {"near": programs["c"], "rand": "random", "greedy": "greedy"}.items():
        good("league", folder, "add", name, play)
    heard = tmp_path / "heard"
    far = {name: key_of(folder, name) for name in ("python", "c", "shell", "ear")}
    commands = programs | {"ear": f"tee -a {heard} | {programs['python']}"}

    with ExitStack() as stack:
        league = stack.enter_context(served(folder, "--workers", 2))
        url = league.said(r"the league is at (\S+)")[1]
        sides = {
            name: stack.enter_context(side("connect", url, commands[name], URBANIST_KEY=key))
            for name, key in far.items()
        }
        for each in sides.values():
            each.said("connected as")
        awaited(folder, 4)

        # One that is killed in the middle of a game comes back.
        sides["c"].said(r"^game \d", after=len(sides["c"].lines))
        sides["c"].end(signal.SIGKILL)
        again = stack.enter_context(side("connect", url, commands["c"], URBANIST_KEY=far["c"]))
        again.said("connected as c")

        # A version is replaced, and a bot retires, while the league is played.
        good("league", folder, "add", "near", "random")
        good("league", folder, "retire", "rand")
        awaited(folder, 8)

        # The league itself is killed; all connect again by themselves.
        league.end(signal.SIGKILL)
        port = int(re.findall(r":(\d+)/", url)[0])
        there = ids(folder / FILE)
        second = stack.enter_context(served(folder, "--workers", 2, port=port))
        second.said("the league is at")
        again.said("the connection ended")
        ended = next(place for place, line in enumerate(again.lines) if "the connection ended" in line)
        again.said("connected as", after=ended)
        awaited(folder, len(there) + 6, anew=True)
        assert second.end(signal.SIGINT) == 130

    with LeagueStore(folder) as store:
        games, entries = list(store.games()), store.bots()
        records = [Record.from_json(line) for line in store.records()]
        unfinished = store.unfinished()
    names = {entry.id: entry.name for entry in entries}
    assert [game.id for game in games][: len(there)] != []
    assert {*there} <= {game.id for game in games}
    assert len({(game.deal, game.bots) for game in games}) == len(games)  # no seating of a table twice
    for record in records:
        record.replay(GAMES)  # by the rules
    # Disconnections are no forfeits, and nobody else lost by them. A busy machine may make anybody late.
    forfeits = [(names[game.bots[lost.seat]], lost.reason) for game in games for lost in game.lost]
    assert not [lost for lost in forfeits if lost[1] != "time"]
    # Tables have all their games, but those that were given up, and at most those that were being played.
    complete = [table_of(game.id) for game in games]
    assert_nobody_meets_a_deal_twice(entries, games)
    with closing(sqlite3.connect(folder / FILE)) as connection:
        given_up = {deal for (deal,) in connection.execute("SELECT deal FROM tables WHERE void IS NOT NULL")}
    left = {seating.deal for seating, _ in unfinished}
    assert all(complete.count(deal) == 2 for deal in {*complete} - given_up - left)
    # Who connects sees the cards of its own seat only.
    deals = re.findall(r"uginewgame seat (\d) deal .*cards=(\S+)", heard.read_text(encoding="utf-8"))
    assert deals
    for seat, cards in deals:
        assert [card == "?" for card in cards.split(",")] == [place != int(seat) for place in range(2)]
    # The list is that of the whole.
    rows = re.findall(
        r"^ *\d+ +(\S.*?)(?: \(anchor\))?(?: †)?  +(-?\d+)  ", good("league", folder), re.MULTILINE
    )
    ratings = fit(len(entries), games, anchors(entries)).ratings
    assert dict(rows) == {entry.title: f"{ratings[entry.id].value:.0f}" for entry in entries}


def fetched(url: str) -> str:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def changed(news: HTTPResponse) -> int:
    """Wait for news, and return the version of what is shown."""
    lines = iter(news.readline, b"")
    return int(next(line for line in lines if line.startswith(b"id: "))[4:])


def test_a_browser_sees_list_games_and_boards(folder: Path, tmp_path: Path) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text(SLOW, encoding="utf-8")
    good("league", folder, "add", "<b>bold</b>", f"{sys.executable} -I -S {slow}")
    good("league", folder, "run", "--games", 2)
    with served(folder) as league:
        url = league.said(r"the league is at (\S+)/$")[1]
        seen = False
        with urllib.request.urlopen(f"{url}/news", timeout=PATIENCE) as news:
            while not seen:
                version = changed(news)
                page = fetched(f"{url}/")
                assert int(re.findall(r'data-version="(\d+)"', page)[0]) >= version
                for board in re.findall(r'src="(/live/[^"]+)"', page):
                    with suppress(urllib.error.HTTPError):  # the game has ended meanwhile
                        seen = "<svg" in fetched(f"{url}{board}")
        assert "&lt;b&gt;bold" in page
        assert "<b>bold" not in page
        assert " style=" not in page  # which the policy forbids
        # The pages are those of another process, so they need no league that goes on.
        with stopped(league.process):
            assert "ismcts:level=1" in fetched(f"{url}/bots/0")
            for missing in "games/9999.1 games/..%2Fleague.sqlite live/0.0.svg bots/77 league.toml".split():
                with pytest.raises(urllib.error.HTTPError, match="404"):
                    fetched(f"{url}/{missing}")
        with urllib.request.urlopen(f"{url}/news", timeout=PATIENCE) as news:
            changed(news)
            assert league.end(signal.SIGINT) == 130
        assert not [line for line in league.lines if line.startswith(("ERROR", "Traceback", "  File"))]
    # Who serves tables shows the league, too: it looks for what has been played.
    tables = Server(tmp_path, "--league", str(folder))
    home = f"http://127.0.0.1:{tables.port}"
    assert '<a href="/league/">Metropolys</a>' in fetched(f"{home}/")
    with urllib.request.urlopen(f"{home}/league/news", timeout=PATIENCE) as news:
        first = changed(news)
        good("league", folder, "run", "--games", 1)
        assert changed(news) > first
    page = fetched(f"{home}/league/")
    assert 'href="games/' in page
    assert 'data-news="/league/news"' in page
    # The page of a game is written behind all who play.
    while "<svg" not in (page := fetched(f"{home}/league/games/1.1")):
        time.sleep(0.5)
    assert 'href="/league/">To the table' in page
    assert "ismcts:level=1" in fetched(f"{home}/league/bots/0")
    assert tables.end() == ""


def test_games_go_on_whatever_happens_to_the_league_and_the_server_of_its_pages(
    folder: Path, programs: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One and the other is killed, and started again; a bot that was connected comes back, and forfeits nothing."""
    key, program = key_of(folder, "far"), programs["c"]
    with served(folder) as league:
        url = league.said(r"the league is at (\S+)/$")[1]
        with monkeypatch.context() as guess:
            guess.setenv("URBANIST_KEY", "guess")
            assert (
                refused("connect", f"{url}/", program)
                == f"{url}/: no bot of this league plays under this key"
            )
        with side("connect", url, program, URBANIST_KEY=key) as bot:
            bot.said(r"^game \d")
            with side("connect", url, program, URBANIST_KEY=key) as second:
                second.said("this bot is connected already")
            there, told = len(ids(folder / FILE)), len(bot.lines)
            [server] = psutil.Process(league.process.pid).children()
            server.kill()
            bot.said("the connection ended", after=told)
            bot.said(r"^game \d", after=len(bot.lines))
            awaited(folder, there + 2)
            assert "level 1" in fetched(f"{url}/")
            assert not [line for line in league.lines if "Traceback" in line]
            told = len(bot.lines)
            league.end(signal.SIGKILL)
            there = len(ids(folder / FILE))
            with served(folder, port=int(url.rpartition(":")[2])) as again:
                bot.said("connected as", after=told)
                awaited(folder, there + 2)
                assert again.end(signal.SIGINT) == 130
    with LeagueStore(folder) as store:
        games, entries = list(store.games()), store.bots()
    assert len({(game.deal, game.bots) for game in games}) == len(games)  # no seating of a table twice
    assert_nobody_meets_a_deal_twice(entries, games)
    lost = [forfeit.reason for game in games for forfeit in game.lost]
    assert not [reason for reason in lost if reason != "time"]  # a busy machine may make anybody late


def test_a_game_is_secret_while_others_are_to_be_played_on_its_deal(folder: Path) -> None:
    with LeagueStore(folder) as store:
        store.enter("one", "random")
        store.make_table([0, 1])
        contest = LeagueContest(folder, read_settings(folder))
        assert contest.is_secret("1.1")
        store.give_up(1, "a bot has gone", "1.1")
        assert not contest.is_secret("1.1")


def test_a_page_of_a_broken_row_is_one_line_and_the_database_is_found_from_any_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread that plays changes the working directory, and the name of the folder may be relative."""
    monkeypatch.chdir(folder.parent)
    settings, relative = read_settings(folder), Path(folder.name)
    listening = listening_at("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listening.getsockname()[1]}/"
    with Broadcast(listening, "127.0.0.1", "", lambda _: LeagueContest(relative, settings)):
        monkeypatch.chdir("/")
        assert "level 1" in fetched(f"{url}bots/0")
        with closing(sqlite3.connect(folder / FILE)) as connection:
            connection.execute("UPDATE bots SET version = 'x'")
            connection.commit()
        with pytest.raises(urllib.error.HTTPError) as raised:
            fetched(f"{url}bots/0")
        with raised.value:
            assert raised.value.code == 503
            assert "bot 1 is broken: Expected `int`, got `str`" in raised.value.read().decode()


def test_a_program_that_crashes_forfeits_although_it_is_elsewhere(folder: Path, tmp_path: Path) -> None:
    """Its connection stands: so it is no disconnection."""
    bot = tmp_path / "bot.sh"
    bot.write_text(
        'while read word rest; do case "$word" in\n'
        'ugi) echo "id name x"; echo "id author y"; echo "games metropolys"; echo ugiok;;\n'
        "isready) echo readyok;; go) exit 3;; quit) exit;; esac; done\n",
        encoding="utf-8",
    )
    key = key_of(folder, "far")
    with served(folder, "--games", 2) as league:
        url = league.said(r"the league is at (\S+)")[1]
        with side("connect", url, f"sh {bot}", URBANIST_KEY=key):
            league.process.wait(PATIENCE)
    with LeagueStore(folder) as store:
        [first, second] = store.games()
    far = [game.bots.index(1) for game in (first, second)]
    assert [[(lost.seat, lost.reason) for lost in game.lost] for game in (first, second)] == [
        [(seat, "crash")] for seat in far
    ]
