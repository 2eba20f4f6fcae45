"""Bots from a user's Python file work in every command that takes bots."""

import pickle
import shlex
from pathlib import Path

import pytest

from tests.bots.cli.using import PROGRAM, call, good, refused
from tests.bots.contest.plans import written
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.clock import clock_of
from urbanist.bots.match.fingerprint import files_of
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.builtin import RandomBot
from urbanist.bots.players.python_bot import PythonBot
from urbanist.bots.players.spec import SpecError
from urbanist.bots.protocol.command import CommandBot
from urbanist.engine import GAMES
from urbanist.engine.history import History
from urbanist.engine.record import Record
from urbanist.search.limit import Limit

#: A file of bots: a class with `sit`, classes with `choose`, and classes with faults.
BOTS = """
from neighbour import last
from urbanist.bots.players.player import instant
from urbanist.bots.players.builtin import GreedyBot


class Sitting:
    def sit(self, seed):
        return GreedyBot().sit(seed)


class Choosing:
    def choose(self, view, limit=None):
        return instant(last(view.state().legal()))


class Writing:
    def __init__(self):
        self.moves = 0

    def choose(self, view, limit=None):
        self.moves += 1
        assert self.moves <= 60
        return view.state().legal()[0]


class Faulty:
    def choose(self, view, limit=None):
        {code}


class Unmade:
    def __init__(self, needed): pass
    def choose(self, view, limit=None): pass


class Nothing: pass
"""
#: The line of the code in the file.
LINE = BOTS[: BOTS.index("{code}")].count("\n") + 1


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with a file of bots and a file that it imports."""
    monkeypatch.chdir(tmp_path)
    # Each test has another neighbour, because Python caches modules by name.
    name = f"neighbour_{abs(hash(tmp_path))}"
    (tmp_path / f"{name}.py").write_text("def last(moves): return moves[-1]\n", encoding="utf-8")
    (tmp_path / "bots.py").write_text(BOTS.replace("neighbour", name).format(code="pass"), encoding="utf-8")
    return tmp_path


def ended(bot: PythonBot, controls: list[Limit] | None = None) -> tuple[str, str]:
    """Return the end of a game of a bot against a random one, and the message of a forfeit."""
    start = History.start(GAMES["metropolys"].deal(seats=2, options=("first=0",), seed=1))
    with Arena() as arena:
        record = arena.play(Pairing.of(start, [bot, RandomBot()], [1, 2], controls)).record
    record.replay(GAMES)
    [lost] = record.meta.get("forfeits") or [{"what": ""}]
    return record.ended, lost["what"]


@pytest.mark.parametrize("name", ["Sitting", "Choosing", "Writing"])
@pytest.mark.parametrize("controls", [None, [clock_of(move=5.0)] * 2])
def test_a_class_plays_whole_games(name: str, controls: list[Limit] | None) -> None:
    bot = PythonBot("bots.py", name)
    assert bot.name == f"bots.py:{name}"
    assert pickle.loads(pickle.dumps(bot)) == bot
    assert ended(bot, controls) == ended(bot, controls) == ("played out", "")


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("raise KeyError('x')", f"Faulty raised KeyError: 'x' (line {LINE})"),
        ("raise SystemExit", f"Faulty raised SystemExit (line {LINE})"),
        ("return view.state().play('1@Q1')", "Faulty raised NotationError: '1@Q1' is not a move"),
        ("return 5", "Faulty.choose returned 5; expected a Result or a move"),
        ("return None", "Faulty.choose returned None; expected a Result"),
        ("import asyncio; raise asyncio.CancelledError", f"Faulty raised CancelledError (line {LINE})"),
        ("raise GeneratorExit", f"Faulty raised GeneratorExit (line {LINE})"),
        ("raise type('Own', (BaseException,), {})('why')", f"Faulty raised Own: why (line {LINE})"),
        ("raise type('Mute', (Exception,), {'__str__': None})", "Faulty raised Mute"),
        (
            "return type('Odd', (), {'__repr__': None})()",
            "Faulty raised TypeError: 'NoneType' object is not callable",
        ),
        ("return type('Text', (str,), {'split': None, 'encode': None, '__eq__': None})('1@Q1')", "Faulty"),
        ("raise ValueError('two\\n  lines')", f"Faulty raised ValueError: two lines (line {LINE})"),
    ],
)
def test_an_exception_of_a_class_is_a_forfeit(code: str, message: str, folder: Path) -> None:
    path = folder / "bad_bots.py"
    path.write_text(BOTS.replace("from neighbour import last", "").format(code=code), encoding="utf-8")
    record, what = ended(PythonBot("bad_bots.py", "Faulty"))
    assert record == "forfeit 0 crash"
    assert what.startswith(message)


def test_an_illegal_move_is_a_forfeit(folder: Path) -> None:
    (folder / "bad_bots.py").write_text(
        BOTS.replace("from neighbour import last", "").format(code="return '99@C1'"), encoding="utf-8"
    )
    assert ended(PythonBot("bad_bots.py", "Faulty"))[0] == "forfeit 0 illegal"


def test_a_class_that_cannot_be_called_is_a_forfeit() -> None:
    record, what = ended(PythonBot("bots.py", "Unmade"))
    assert record == "forfeit 0 crash"
    assert what.startswith("Unmade raised TypeError: ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("none.py:Sitting", "no file 'none.py'"),
        (
            "bots.py:Frugal",
            "no class 'Frugal' in bots.py; there are Sitting, Choosing, Writing, Faulty, Unmade",
        ),
        ("bots.py:Nothing", "class 'Nothing' has neither 'sit' nor 'choose'"),
        ("bots.py:instant", "no class 'instant' in bots.py"),
        ("broken.py:X", "broken.py cannot be loaded: SyntaxError: "),
        ("raising.py:X", "raising.py cannot be loaded: ZeroDivisionError: division by zero (line 2)"),
        ("leaving.py:X", "leaving.py cannot be loaded: SystemExit: 3"),
        ("empty.py:X", "no class 'X' in empty.py; there is none with 'sit' or 'choose'"),
    ],
)
def test_a_class_that_cannot_be_loaded_is_one_line(text: str, message: str, folder: Path) -> None:
    for name, code in {
        "broken": "class X(",
        "raising": "\n1 / 0",
        "leaving": "raise SystemExit(3)",
        "empty": "",
    }.items():
        (folder / f"{name}.py").write_text(code, encoding="utf-8")
    with pytest.raises(SpecError) as raised:
        PythonBot(*text.split(":")).load()
    assert str(raised.value).startswith(f"no bot '{text}': {message}")
    assert "\n" not in str(raised.value)
    assert message in refused("bot", text)


def test_a_class_that_cannot_be_loaded_is_one_line_of_a_match() -> None:
    ask = "match", "metropolys", "--games", 1, "--seats"
    assert refused(*ask, "none.py:Sitting,greedy") == "no bot 'none.py:Sitting': no file 'none.py'"
    said = refused(*ask, "bots.py:Nothing,greedy")
    assert said.startswith(
        "bot 'bots.py:Nothing': it ended with status 2: urbanist: no bot 'bots.py:Nothing': class"
    )


@pytest.mark.parametrize(
    "text",
    ["python bots.py", "sh bots.py", "sh -c true:Class", "sh bot bots.py:Choosing", "sh ./bots.py:Choosing"],
)
def test_any_other_text_is_a_command(text: str) -> None:
    assert parse_bot(text) == CommandBot(text)


def test_the_name_of_a_file_may_have_spaces(folder: Path) -> None:
    (folder / "sh bots.py").write_text("class Own:\n    def choose(self, view): ...\n", encoding="utf-8")
    bot = parse_bot("sh bots.py:Own")
    assert isinstance(bot, CommandBot)
    assert (bot.name, shlex.split(bot.command)[-2:]) == ("sh bots.py:Own", ["--strict", "sh bots.py:Own"])


def test_a_class_and_a_program_that_serves_it_have_a_seat_in_every_command(folder: Path) -> None:
    served = shlex.join([*PROGRAM, "bot", "bots.py:Choosing"])
    seats = ["--seat", served, "--seat", "greedy"]
    done = call("match", "metropolys", *seats, "--games", 1, "--out", "match.jsonl")
    assert done.exit_code == 0, done.stderr
    record = Record.from_json((folder / "match.jsonl").read_text(encoding="utf-8"))
    assert (record.seats, record.ended) == ((served, "greedy"), "played out")
    seats = ["--seat", "human", "--seat", served, "--seat", "bots.py:Choosing"]
    asked = ["play", "metropolys", *seats, "--plain", "--seed", 1, "--record", "game.jsonl"]
    assert "--resume game.jsonl" in good(*asked, given="quit\n")
    assert "--resume game.jsonl" in good("play", "--plain", "--resume", "game.jsonl", given="quit\n")
    good("league", "far", "new", "metropolys", "--players", 2)
    with (folder / "far" / "league.toml").open("a", encoding="utf-8") as settings:
        settings.write('sandbox = "none"\n')
    added = call("league", "far", "add", "served", served)
    assert added.exit_code == 0, added.stderr
    assert set(files_of(CommandBot(served))) >= {Path("bots.py")}


def test_a_class_that_cannot_be_called_is_refused_before_the_first_game(folder: Path) -> None:
    output = refused("match", "metropolys", "--seats", "bots.py:Unmade,random", "--games", 1)
    assert output.startswith("bot 'bots.py:Unmade': it ended with status 1: Unmade raised TypeError")
    path = written(folder, '[[bot]]\nplay = "bots.py:Unmade"\n[[bot]]\nplay = "random"\n')
    assert "it ended with status 1: Unmade raised TypeError" in refused("tournament", path)


def test_a_class_plays_in_a_tournament(folder: Path) -> None:
    entries = '[[bot]]\nplay = "bots.py:Sitting"\n[[bot]]\nplay = "random"\n'
    path = written(folder, f"deals = 1\nplayers = 2\n{entries}")
    shown = good("tournament", path, "--records", folder / "games")
    assert "bots.py:Sitting" in shown
    assert "2 of 2 games" in shown
    assert good("verify", folder / "games") == "2 good records\n"


#: What classes do to their process, and why that is a forfeit; after a change of the folder a class plays on.
DEEDS = {
    "import os; os._exit(0)": "it ended with status 0",
    "import ctypes; ctypes.string_at(0)": "it was killed by SIGSEGV",
    "import sys; sys.stdout.close()": "it ended with status 1",
    "import os; os.chdir('/'); return view.state().legal()[0]": "",
}


@pytest.fixture
def outlaws(folder: Path) -> list[str]:
    """Give a class for each of `DEEDS`."""
    text = "class Bad{}:\n    def choose(self, view, limit=None):\n        {}\n"
    classes = "\n".join(text.format(number, deed) for number, deed in enumerate(DEEDS))
    (folder / "outlaws.py").write_text(classes, encoding="utf-8")
    return [f"outlaws.py:Bad{n}" for n in range(len(DEEDS))]


def test_what_a_class_does_to_its_process_is_its_forfeit(outlaws: list[str]) -> None:
    asked = ["match", "metropolys", "--seats", ",".join(outlaws), "--games", 1]
    done = call(*asked, "--out", "games.jsonl")
    assert done.exit_code == 0, done.stderr
    record = Record.from_json(Path("games.jsonl").read_text(encoding="utf-8"))
    lost = {lost.seat: lost.what for lost in record.lost}
    said = {bot: lost.get(seat, "") for seat, bot in enumerate(record.seats)}
    assert all(said[bot].startswith(why) for bot, why in zip(outlaws, DEEDS.values(), strict=True)), said
    assert len(lost) == 3


def test_a_class_is_checked_and_connects_as_the_program_that_it_is(folder: Path) -> None:
    asked = ["--game", "metropolys", "--only", "handshake"]
    assert good("check-bot", "bots.py:Choosing", *asked).startswith("ok   handshake")
    (folder / "key").write_text("k", encoding="utf-8")
    refusal = refused("connect", "http://127.0.0.1:1/", "bots.py:Unmade", "--key-file", "key")
    assert "Unmade raised TypeError" in refusal


def test_a_class_is_served_in_the_protocol() -> None:
    output = good("bot", "bots.py:Choosing", given="ugi\nsetoption name seed value 3\nisready\nquit\n")
    assert "id name urbanist bots.py:Choosing\n" in output
    assert output.endswith("readyok\n")
    assert "bots.py:Choosing is no built-in bot" in refused("bot", "bots.py:Choosing", "--set", "seed=3")
