"""A game needs the files that CONTRIBUTING names and no others: a toy is added to a copy of the tree in this way.

What serves all games then serves the toy: the tests that run over all games, searches, matches, the protocol and the
plain table.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TREE = Path(__file__).parent / "tree"
TOY = "hamlet"
COPIED = ("cext", "engine", "search", "testing", "bots", "start", "tests", "setup.py", "pyproject.toml")
PROGRAM = (sys.executable, "-c", "from urbanist.bots.cli.main import main; main()")

#: The tests that run over every game in GAMES: those of a day, and those of a night.
CONTRACT = ("tests/engine/test_contract.py", "tests/test_architecture.py")
FOR_ALL_GAMES = (
    "tests/engine/test_batch.py",
    "tests/engine/test_playthrough.py",
    "tests/fuzz/test_records.py",
    "tests/search/test_mcts.py",
    "tests/search/test_ismcts.py",
    "tests/bots/players/test_builtin.py",
    "tests/bots/analysis/test_decisions.py",
)

Run = Callable[..., str]

#: Runs commands of the program, each a line of JSON with its words and what is typed, in one process.
COMMANDS = """
import json, sys
from click.testing import CliRunner
from urbanist.bots.cli.main import main
for line in sys.stdin:
    words, given = json.loads(line)
    done = CliRunner().invoke(main, words, input=given)
    print(json.dumps([done.exit_code, done.stdout, done.stderr]), flush=True)
"""


def files(folder: Path) -> dict[str, bytes]:
    """Return what people wrote in a folder: the contents by path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for top in COPIED
        for path in [folder / top, *(folder / top).rglob("*")]
        if path.is_file() and path.suffix not in {".so", ".pyc", ".c", ".html"}
    }


def register(init: Path) -> None:
    """Add the toy to `GAMES`, as a developer would: a name at the end of the list."""
    text = init.read_text(encoding="utf-8")
    init.write_text(text.replace('"warszawa")', f'"warszawa", "{TOY}")'), encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the tree with the toy in it, compiled."""
    copy = tmp_path_factory.mktemp("toy") / "tree"
    copy.mkdir()
    for name in COPIED:
        if (ROOT / name).is_file():
            shutil.copy2(ROOT / name, copy / name)
        else:
            made = shutil.ignore_patterns("*.pyx", "*.c", "*.html", "__pycache__", "toy")
            shutil.copytree(ROOT / name, copy / name, ignore=made)
    shutil.copytree(TREE, copy, dirs_exist_ok=True)
    register(copy / "engine/__init__.py")
    # The other modules are compiled already, so setup.py finds the .pyx files of the toy only.
    # A checked build takes half the time of a fast one, and the tests see every index that is out of bounds.
    run_in(copy, sys.executable, "setup.py", "build_ext", "--inplace", URBANIST_CHECKED="1")
    for source in (path for top in ("cext", "engine", "search") for path in (ROOT / top).rglob("*.pyx")):
        shutil.copy2(source, copy / source.relative_to(ROOT))
    return copy


def environment(copy: Path) -> dict[str, str]:
    """Return the environment in which Python takes the modules of the copy."""
    path = os.pathsep.join(filter(None, (str(copy / "build/names"), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": path}


def run_in(copy: Path, *command: object, **variables: str) -> str:
    """Return what a command prints when it runs over the copy; it must end well."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=copy,
        env=environment(copy) | variables,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


@pytest.fixture(scope="module")
def urbanist(copy: Path) -> Iterator[Run]:
    """Give what runs a command of the program over the copy and returns what it prints."""
    command = [sys.executable, "-c", COMMANDS]
    told = environment(copy)
    with subprocess.Popen(
        command, cwd=copy, env=told, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        typed, printed = running.stdin, running.stdout

        def run(*words: object, given: str = "") -> str:
            print(json.dumps([[str(word) for word in words], given]), file=typed, flush=True)
            status, output, errors = json.loads(printed.readline())
            assert status == 0, output + errors
            return str(output)

        yield run
        typed.close()


def test_contributing_names_every_file_of_a_new_game_and_no_other(copy: Path) -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = guide.partition("## A new game\n")[2].partition("\n## ")[0]
    named = re.findall(r"^\| `([^`]+)` \| (create|touch) \|", section, re.MULTILINE)
    create, touch = ([path for path, what in named if what == word] for word in ("create", "touch"))
    before, after = files(ROOT), files(copy)
    patterns = [path.replace("GAME", TOY).replace("VARIANT", "*").replace("PLAYERS", "*") for path in create]
    new = [path for path in after if path not in before]
    assert not [path for path in new if not any(fnmatch(path, pattern) for pattern in patterns)]
    assert not [pattern for pattern in patterns if not any(fnmatch(path, pattern) for path in new)]
    assert [path for path in after if path in before and after[path] != before[path]] == touch
    assert len(touch) <= 4


@pytest.mark.parametrize(
    ("files", "least"), [(CONTRACT, 40), pytest.param(FOR_ALL_GAMES, 100, marks=pytest.mark.nightly)]
)
def test_the_tests_for_all_games_pass(copy: Path, files: tuple[str, ...], least: int) -> None:
    options = (
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-k",
        f"{TOY} or (test_architecture and not every_imported) or none_beside",
    )
    said = run_in(copy, sys.executable, "-m", "pytest", *options, *files)
    passed = re.search(r"(\d+) passed", said)
    assert passed
    assert int(passed[1]) > least


def test_searches_play_a_match_that_is_recorded_and_verified(urbanist: Run, tmp_path: Path) -> None:
    seats = "ismcts:nodes=30,mcts:nodes=30,pimc:nodes=30,greedy"
    record = tmp_path / "match.jsonl"
    said = urbanist("match", TOY, "--seats", seats, "--games", 4, "--seed", 1, "--out", record)
    assert "ismcts" in said
    assert urbanist("verify", record) == "4 good records\n"


def test_a_bot_of_ours_serves_it_in_the_protocol(urbanist: Run) -> None:
    bot = shlex.join([*PROGRAM, "bot", "ismcts:nodes=20"])
    only = [word for check in ("handshake", "games", "view/*", "game/*") for word in ("--only", check)]
    assert urbanist("check-bot", bot, "--game", TOY, "--grace", 10000, *only).splitlines() == [
        "ok   handshake",
        "ok   games",
        f"ok   view/{TOY}",
        f"ok   game/{TOY}/plain/2",
        f"ok   game/{TOY}/plain/4",
    ]


def test_a_person_plays_it_at_the_plain_table(urbanist: Run, tmp_path: Path) -> None:
    moves = "".join(f"p{number}\n" for number in range(1, 21))  # those that the bot has claimed are refused
    seats = ("--players", 2, "--seats", "human,random", "--seed", 1)
    said = urbanist("play", TOY, "--plain", *seats, "--record", tmp_path / "game.jsonl", given=moves)
    assert "free: p1 " in said
    assert re.search(r"p\d+ is not legal: p\d+ or p\d+", said)
    assert "seat 1, trade ?: " in said
    assert "\nRank 1: seat " in said
    # A game without a catalog speaks English, and the table around it speaks the language.
    spoken = urbanist(
        "play", TOY, "--plain", *seats, "--lang", "pl", "--record", tmp_path / "other.jsonl", given=moves
    )
    assert "free: p1 " in spoken
    assert re.search(r"ruch p\d+ jest niedozwolony: p\d+ lub p\d+", spoken)
    assert "\nMiejsce 1: gracz " in spoken


def test_it_is_listed_dealt_and_shown(urbanist: Run) -> None:
    assert f"\n{TOY}\n" in urbanist("games")
    deal = urbanist("deal", TOY, "--players", 2, "--seed", 1).strip()
    assert deal.startswith(f"game={TOY} players=2 ")
    assert ", p20 " in urbanist("show", "--deal", deal)


@pytest.mark.parametrize(
    ("library", "call"),
    [
        ("pettingzoo", "from urbanist.bots.adapters.pettingzoo import env; env"),
        ("pyspiel", "import pyspiel, urbanist.bots.adapters.openspiel; pyspiel.load_game"),
    ],
)
def test_a_door_says_that_its_moves_have_no_numbers(copy: Path, library: str, call: str) -> None:
    pytest.importorskip(library)
    name = TOY if library == "pettingzoo" else f"urbanist_{TOY}"
    script = f"try:\n {call}('{name}')\nexcept ValueError as error:\n print(error)"
    said = run_in(copy, sys.executable, "-c", script)
    assert said.startswith("hamlet has no fixed space of actions: ")


def test_the_rules_of_the_toy_are_what_its_engine_says(urbanist: Run) -> None:
    assert "There are twenty plots." in urbanist("rules", TOY)
