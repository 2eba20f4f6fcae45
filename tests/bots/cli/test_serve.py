"""`--serve` of a match and a tournament: standings and boards in a browser, over the loopback."""

import re
import signal
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest

from tests.bots.check.faults import SLOW
from tests.bots.cli.using import PATIENCE, refused
from tests.bots.contest.plans import TWO, written
from tests.bots.server.contest.test_elsewhere import side

pytest.importorskip("litestar", reason="needs an extra")


def loaded(url: str) -> str:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        text: str = answer.read().decode()
    return text


def live(url: str) -> str:
    """Return the board of a game that is being played, one that is not over before it is looked at."""
    while True:
        for board in re.findall(r'src="/(live/[^"]+)"', loaded(url)):
            with suppress(urllib.error.HTTPError):
                return loaded(url + board)
        time.sleep(0.1)


def opened(url: str) -> str:
    """Return the page of a finished game, when the list has one whose deal is not played any more."""
    while True:
        for game in reversed(re.findall(r"games/([0-9.]+)", loaded(url))):
            try:
                return loaded(f"{url}games/{game}")
            except urllib.error.HTTPError as error:
                if error.code != 403:
                    raise
        time.sleep(0.1)


BOTS = "[[bot]]\nplay = 'random'\n[[bot]]\nname = 'mine'\ncommand = '{}'\n"


@pytest.mark.parametrize("command", ["tournament", pytest.param("match", marks=pytest.mark.nightly)])
def test_a_run_is_seen_in_a_browser_and_tells_no_secret(command: str, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    mine = f"{sys.executable} -I -S {tmp_path / 'slow.py'}"
    plan = f"seed = 987654321\nplayers = 2\ndeals = 9999\n{BOTS.format(mine)}"
    asked = ["tournament", written(tmp_path, plan)]
    if command == "match":
        seats = ["--seat", mine, "--seat", "random", "--games", 9999, "--seed", 987654321]
        asked = ["match", "metropolys", *seats]
    with side(*asked, "--serve", "127.0.0.1:0") as running:
        url = running.said(r"the games are at (\S+)")[1]
        drawn = live(url)
        assert "<svg" in drawn
        shown = loaded(url)
        assert "987654321" not in shown + drawn
        assert re.search(r"[\d,]+ of [\d,]+ games", shown)
        assert "is being written" in opened(url)
        with pytest.raises(urllib.error.HTTPError, match="404"):
            loaded(f"{url}games/77.1.1.1")
        assert running.end(signal.SIGINT) == 130


def test_a_wrong_address_is_one_line(tmp_path: Path) -> None:
    for wrong in ("here", "127.0.0.1:x", "127.0.0.1:99999"):
        path = written(tmp_path, f"players = 2\n{TWO}")
        assert f"--serve {wrong}: expected HOST:PORT" in refused("tournament", path, "--serve", wrong)
