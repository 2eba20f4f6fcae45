"""`urbanist balance`: tables, JSON and a page, by playouts and by bots, whole and interrupted."""

import json
import os
import re
import signal
import time
from collections import Counter
from pathlib import Path

import psutil
import pytest

from tests.bots.cli.using import PATIENCE, call, good, refused, started
from tests.bots.hostile import HOSTILE, program
from urbanist.engine import metropolys

SHORT = ["balance", "metropolys", "--players", 2, "--seed", 1, "--search-games", 0]
COIN = """
from urbanist.engine import PythonGame


class Coin(PythonGame):
    name = "coin"
    seats = (2,)
    moves = ("toss",)

    def begin(self, seats, rng):
        return (0, rng.randrange(2))

    def to_move(self, state):
        return state[0]

    def legal(self, state):
        return [0] if state[0] == 0 else []

    def apply(self, state, move):
        return (1, state[1])

    def ranks(self, state):
        return (1, 2) if state[1] else (2, 1)
"""


def test_tables_of_the_seats_cards_and_rules() -> None:
    text = good(*SHORT, "--games", 400)
    assert text.startswith(
        "metropolys expert, 2 players, options none: 400 games by informed playouts, seed 1; 95 % intervals over games"
    )
    assert re.search(r"^points of a seat +\d+\.\d ± 0\.\d ", text, re.MULTILINE)
    assert re.search(r"^1 +400 +\d+\.\d% \[\d+\.\d, \d+\.\d\] +[+-]\d", text, re.MULTILINE)
    assert re.search(r"^bridges +\d+ ", text, re.MULTILINE)
    assert re.search(r"^variant family +40 +\+\d", text, re.MULTILINE)
    assert re.search(r"^no certain change: .*\+districts=CSW", text, re.MULTILINE)
    assert re.search(r"^area card \(drawn\) ", text, re.MULTILINE)
    assert re.search(r"^no certain worth: .*park", text, re.MULTILINE)


def test_a_search_beside_the_playouts_says_which_worths_to_believe(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    asked = [
        "balance",
        "metropolys",
        "--players",
        2,
        "--seed",
        1,
        "--games",
        300,
        "--compare",
        "variant=family",
    ]
    more = ["--search", "ismcts:nodes=4:eval=playout", "--search-games", 6, "--out", out]
    text = good(*asked, *more)
    assert re.search(r"\nbeside them 6 games by ismcts:nodes=4:eval=playout: \d+ worths agree, ", text)
    assert re.search(r"^variant=family +300 +\+\d", text, re.MULTILINE)
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert Counter((line["player"], line["rules"]) for line in lines) == {
        ("informed playouts", "as asked"): 300,
        ("informed playouts", "variant=family"): 300,
        ("ismcts:nodes=4:eval=playout", "as asked"): 6,
    }
    told = json.loads(good(*asked, *more, "--json"))
    assert told["points"]["mean"]["mean"] == pytest.approx(
        sum(sum(line["points"]) for line in lines[:300]) / 600
    )
    held = [line["area card"] for line in lines[:300]]
    [cards] = [question for question in told["seats"] if question["name"] == "area card"]
    assert {row["value"]: row["seats"] for row in cards["rows"]} == Counter(
        card for deal in held for [card] in deal
    )
    assert told["searched"] == 6


def test_a_number_is_swept_on_the_same_deals(tmp_path: Path) -> None:
    printed = json.loads((Path(metropolys.__file__).parent / "printed.json").read_text(encoding="utf-8"))
    (tmp_path / "swept.json").write_text(json.dumps(printed | {"name": "swept"}), encoding="utf-8")
    sweep = ["--cards", tmp_path / "swept.json", "--sweep", "points.trendy=3,4"]
    # In a process of its own: one has room for few sets of cards.
    running = started(*SHORT, "--games", 50, *sweep, "--json")
    rules = json.loads(running.communicate(timeout=PATIENCE)[0])["rules"]
    assert [row["value"] for row in rules] == ["as asked", "points.trendy=3", "points.trendy=4"]
    assert {change["mean"] for change in rules[1]["changes"].values()} == {0}
    assert rules[2]["changes"]["points"]["low"] > 0


def test_json_and_page_have_the_same_numbers(tmp_path: Path) -> None:
    file = tmp_path / "balance.html"
    told = json.loads(good(*SHORT, "--games", 200, "--json", "--html", file))
    assert told["games"] == sum(told["margin"]["counts"].values()) == 200
    [order, *_] = told["seats"]
    assert [row["value"] for row in order["rows"]] == ["1", "2"]
    assert sum(row["win"]["mean"] for row in order["rows"]) == pytest.approx(1)
    assert f"{100 * order['rows'][0]['win']['mean']:.1f} %" in file.read_text(encoding="utf-8")


def test_a_game_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "coin.py"
    file.write_text(COIN, encoding="utf-8")
    # In a process of its own, where no other test meets the game.
    output, errors = started(
        "balance", f"{file}:Coin", "--games", 4000, "--seed", 2, "--search-games", 0, "--json"
    ).communicate()
    assert errors == ""
    told = json.loads(output)
    first = told["seats"][0]["rows"][0]["win"]
    assert first["low"] < 0.5 < first["high"]
    assert told["shared"]["mean"] == told["tie_break"]["mean"] == 0


def test_forfeited_games_do_not_count(tmp_path: Path) -> None:
    asked = [*SHORT, "--games", 2, "--seat", program(tmp_path, HOSTILE["is killed"].code)]
    done = call(*asked)
    assert done.exit_code == 1
    assert done.stdout == ""
    assert done.stderr.endswith("urbanist: every game was forfeited; --seat names a bot that can play\n")


@pytest.mark.nightly
def test_ctrl_c_reports_the_games_so_far() -> None:
    running = started(*SHORT, "--games", 100_000_000, start_new_session=True)
    await_work(running.pid, 0.8)
    os.killpg(running.pid, signal.SIGINT)
    output, errors = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130, errors
    assert errors.endswith("interrupted\n")
    assert "Traceback" not in errors
    assert int(re.findall(r": (\d+) games by", output)[0]) > 0


def await_work(process: int, seconds: float) -> None:
    """Wait until a process has worked so long."""
    until = time.monotonic() + PATIENCE
    while psutil.Process(process).cpu_times().user < seconds:
        assert time.monotonic() < until
        time.sleep(0.1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["balance", "chess"], "no game 'chess'"),
        ([*SHORT, "--games", 1], "--games"),
        ([*SHORT, "--seat", "mctss"], "mctss"),
        (
            [*SHORT, "--sweep", "points.trendy=1"],
            "--sweep changes a number in a file of cards: expected --cards FILE",
        ),
        ([*SHORT, "--compare", "players=3"], "expected variant=V, options=A,B or cards=FILE"),
        ([*SHORT, "--compare", "variant=x"], "--compare variant=x: no variant 'x' of metropolys"),
        ([*SHORT, "--options", "districts=CC"], "districts=CC"),
        (["balance", "metropolys", "--variant", "x"], "'x'"),
        (["balance", "metropolys", "--players", 7], "7"),
    ],
)
def test_what_is_wrong_is_told_before_the_games(arguments: list[object], said: str) -> None:
    assert said in refused(*arguments)


def test_a_page_that_cannot_be_written_is_told_before_the_games() -> None:
    said = refused(*SHORT, "--html", "missing/balance.html", status=1)
    assert said == "missing/balance.html: the folder of this file does not exist"
