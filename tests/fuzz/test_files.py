"""Files and arguments that users write: each command works, or says in one line what is wrong and changes nothing."""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import hypothesis.strategies as st
import pytest
from click.testing import Result
from hypothesis import given

from tests.bots.cli.using import ROOT, call
from tests.engine.tables import TABLES, Table
from tests.fuzz.claims import assert_clear, or_refused
from tests.fuzz.nearly import CHANGES, SEEDS, nearly
from tests.fuzz.pace import brief
from urbanist.bots.contest.plan import read_plan
from urbanist.bots.contest.plan_schema import PlanError
from urbanist.engine.akropolis import edition as akropolis
from urbanist.engine.akropolis import editions as akropolis_editions
from urbanist.engine.edition import Editions
from urbanist.engine.history import History
from urbanist.engine.metropolys import edition as metropolys
from urbanist.engine.metropolys import editions as metropolys_editions
from urbanist.engine.notation import CardFile, NotationError
from urbanist.engine.record import Record
from urbanist.engine.warszawa import edition as warszawa
from urbanist.engine.warszawa import editions as warszawa_editions

PLAN = """# a cup
game = "metropolys"
variant = "family"
options = ["first=0"]
players = 2
format = "sprt"
deals = 3
seatings = "all"
seed = 5
restart = true
sandbox = "none"
clock = { time = 10.0, increment = 0.1, grace = 0.5 }
anchor = "mine"
workers = 1
database = "cup.db"
notes = "times"

[sprt]
elo0 = 0
elo1 = 20.5
alpha = 0.05
model = "normalized"
batch = 10

[[bot]]
name = "mine"
play = "ismcts:nodes=20:widen=3"
clock = { move = 1.5 }

[[bot]]
command = "sed -n p"
options = { style = "bold", level = 3, quick = true, share = 0.5 }
nodes = 7
ponder = false
memory = 1024
cpu = 60
restart = false
reads = ["/usr"]
dir = "/tmp"
env = { LEVEL = "3" }
"""
ROUND_ROBIN = (
    PLAN[: PLAN.index("[sprt]")].replace('"sprt"', '"gauntlet"\nchallenger = "mine"')
    + PLAN[PLAN.index("[[bot]]") :]
)
#: The editions of a game, and a good file of one.
CARDS = {
    editions: json.dumps(json.loads(shipped.read_text(encoding="utf-8")) | {"name": "mine"}, indent=1)
    for editions, shipped in (
        (warszawa_editions.EDITIONS, warszawa.HOUSE),
        (akropolis_editions.EDITIONS, akropolis.PRINTED),
        (metropolys_editions.EDITIONS, metropolys.PRINTED),
    )
}


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Give a folder that each example uses again."""
    with TemporaryDirectory() as name:
        yield Path(name)


def written(folder: Path, name: str, text: str) -> Path:
    """Write a file in a folder that then has nothing else, and return it."""
    for left in folder.iterdir():
        left.unlink()
    path = folder / name
    path.write_bytes(text.encode(errors="surrogateescape"))
    return path


def assert_works_or_refuses(done: Result) -> None:
    """Check that a command succeeded, or failed with one clear line for each thing that is wrong."""
    errors = done.stderr.removeprefix(ROOT)
    assert "internal error" not in errors, errors
    assert done.exit_code in (0, 1, 2), done
    if done.exit_code:
        assert errors
    for line in errors.splitlines():
        assert_clear(line.removeprefix("urbanist: "))
    done.stdout.encode()


@brief(40)
@given(st.sampled_from([PLAN, ROUND_ROBIN]), SEEDS, CHANGES)
def test_a_tournament_is_planned_or_refused(folder: Path, text: str, seed: int, changes: int) -> None:
    path = written(folder, "cup.toml", nearly(text, seed, changes))
    with or_refused(PlanError, OSError):
        plan = read_plan(path)
        assert json.loads(json.dumps(plan.settings(), allow_nan=False)) == json.loads(
            json.dumps(read_plan(path).settings())
        )
    assert [path.name for path in folder.iterdir()] == ["cup.toml"]


@brief(60)
@given(st.sampled_from(list(CARDS)), SEEDS, CHANGES)
def test_a_file_of_cards_is_read_or_refused(editions: Editions[Any], seed: int, changes: int) -> None:
    content = nearly(CARDS[editions], seed, changes).encode(errors="surrogateescape")
    with or_refused(NotationError):
        assert editions.read(CardFile("mine.json", content)) == editions.form(json.loads(content))


@brief(8)
@given(st.sampled_from(["cup.toml", "book", "games.jsonl"]), SEEDS, CHANGES)
def test_commands_work_or_refuse_a_file(folder: Path, name: str, seed: int, changes: int) -> None:
    table = TABLES[seed % len(TABLES)]
    match name:
        case "cup.toml":
            path = written(folder, name, nearly(PLAN, seed, changes))
            assert_works_or_refuses(call("tournament", path, "--standings"))
        case "book":
            lines = "\n".join(History.start(table.deal(deal)).deal for deal in range(3))
            path = written(folder, name, nearly(f"# openings\n{lines}\n", seed, changes))
            plan = (
                f'game = "{table.game.name}"\ndeals = "book"\n'
                '[[bot]]\nplay = "random"\n[[bot]]\nplay = "greedy"\n'
            )
            (folder / "cup.toml").write_text(plan, encoding="utf-8")
            assert_works_or_refuses(call("tournament", folder / "cup.toml", "--standings"))
        case _:
            path = written(folder, name, nearly(record_of(table, seed % 3), seed, changes) + "\n")
            assert_works_or_refuses(call("verify", path))
            assert_works_or_refuses(call("show", path))
            seats = ",".join(["random"] * table.seats)
            asked = [table.game.name, "--seats", seats, "--games", 1, "--out", path, "--resume"]
            before = path.read_bytes()
            assert_works_or_refuses(call("match", *asked))
            assert path.read_bytes().startswith(before[: before.rfind(b"\n") + 1])


def record_of(table: Table, deal: int) -> str:
    """Return a short game as a record."""
    history = History.start(table.deal(deal))
    for _ in range(3):
        history = history.play(history.state.legal()[0])
    return Record.of(history, ("random",) * table.seats, {"seed": 1}).to_json()


@brief(20)
@given(st.sampled_from(TABLES), SEEDS, CHANGES, st.sampled_from(["legal", "show", "perft"]))
def test_commands_work_or_refuse_a_position(table: Table, seed: int, changes: int, command: str) -> None:
    history = History.start(table.deal(seed % 3))
    for _ in range(seed % 9):
        history = history.play(history.state.legal()[seed % len(history.state.legal())])
    deal = nearly(history.deal, seed, changes)
    events = nearly(" ".join(history.texts), seed + 1, changes)
    more = ["--depth", 1] if command == "perft" else ["--view", "0"] if command == "show" else []
    assert_works_or_refuses(call(command, "--deal", deal, "--events", events, *more))
