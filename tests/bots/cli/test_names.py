"""Names of strangers: on every way in they follow one rule, and on every way out they do nothing."""

import json
import shutil
from pathlib import Path

import pytest

from tests.bots.cli.using import call, good, refused
from urbanist.bots.table.session import saves

#: A name that would paint a terminal, begin a line anew, change the direction, be invisible, and be a formula.
BAD = "=\x1b]0;x\x07\x9b31m\rA\u202e\u3164"
HARM = set("\x1b\x07\x9b\r\u202e\u3164")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def spoiled(value: object) -> object:
    """Return a value of a record in which each text is a bad one."""
    if isinstance(value, dict):
        return {key: spoiled(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [spoiled(inner) for inner in value]
    return BAD if isinstance(value, str) else value


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return a saved game of two seats that is over, whose free texts are all bad, but the one of a person."""
    done = call("play", "metropolys", "--seats", "human,random", "--seed", 1, given="resign\nyes\nquit\n")
    assert done.exit_code == 0, done.output
    [path] = saves.files()
    told = json.loads(path.read_text(encoding="utf-8"))
    told["seats"] = [f"human:{BAD}", BAD]
    told["meta"] = {
        key: value if key in {"played", "date"} else spoiled(value) for key, value in told["meta"].items()
    } | {"forfeits": [{"seat": 1, "reason": "crash", "event": 1, "what": BAD}]}
    path.write_text(json.dumps(told) + "\n", encoding="utf-8")
    shutil.copy(path, tmp_path / "game.jsonl")
    return tmp_path / "game.jsonl"


@pytest.mark.parametrize("command", ["show FILE", "analyse FILE --nodes 20", "saves", "stats", "verify FILE"])
def test_a_record_of_strangers_sends_nothing_to_the_terminal(command: str, record: Path) -> None:
    done = call(*[str(record) if word == "FILE" else word for word in command.split()])
    assert not HARM & set(done.output), done.output
    assert done.exit_code == 0, done.output
    if command.startswith(("show", "analyse")):
        assert r"\x3d\x1b]0;x\x07\x9b31m A\u202e\u3164" in done.output


def test_a_game_of_strangers_that_goes_on_sends_nothing_to_the_terminal(record: Path) -> None:
    done = call("play", "--resume", record, given="board\nlog\nquit\n")
    assert not HARM & set(done.output), done.output


def test_a_page_of_a_record_of_strangers_escapes_its_names(record: Path, tmp_path: Path) -> None:
    good("analyse", record, "--nodes", 20, "--html", tmp_path / "page.html")
    assert not HARM & set((tmp_path / "page.html").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["Ann\x1b[31m", "=1+1", "Ann\u3164", "\u0410nn", "\u202eAnn", "n" * 41])
def test_a_name_at_the_command_line_follows_the_rule(name: str, tmp_path: Path) -> None:
    done = call("play", "metropolys", "--seats", f"human:{name},random", given="")
    assert done.exit_code == 2
    assert done.stderr.startswith("urbanist: name '")
    assert done.stderr.count("\n") == 1
    assert not HARM & set(done.output)
    good("league", tmp_path / "league", "new", "metropolys")
    assert refused("league", tmp_path / "league", "add", name, "random").startswith("name '")


def test_a_bot_of_a_league_has_a_name_that_looks_like_no_other(tmp_path: Path) -> None:
    good("league", tmp_path, "new", "metropolys")
    good("league", tmp_path, "add", "cop", "random")
    good("league", tmp_path, "add", "cop", "greedy")
    said = refused("league", tmp_path, "add", "\u0441\u043e\u0440", "random")
    assert said == "names 'cop' and '\u0441\u043e\u0440' look alike"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("=cmd", "b"), "name '=cmd': expected a letter or a digit at its beginning"),
        (("a ", "b"), "name 'a ': expected signs that can be seen"),
        (("Bot", "bot"), "names 'Bot' and 'bot' look alike"),
    ],
)
def test_the_names_of_a_plan_follow_the_rule(names: tuple[str, str], said: str, tmp_path: Path) -> None:
    bots = "".join(f'[[bot]]\nname = "{name}"\nplay = "random"\n' for name in names)
    (tmp_path / "plan.toml").write_text(f'game = "metropolys"\n{bots}', encoding="utf-8")
    assert said in refused("tournament", tmp_path / "plan.toml")
