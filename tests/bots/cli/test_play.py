"""`urbanist play` in a terminal, as a person uses it."""

import contextlib
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import get_args

import pexpect
import psutil
import pyte
import pytest
from click.testing import CliRunner, Result

from tests.bots.check.faults import SOUND
from tests.bots.cli.using import PATIENCE, killed, refused
from tests.bots.hostile import HOSTILE, program
from tests.bots.scribe import scribe
from urbanist.bots.cli.play import play
from urbanist.bots.cli.shared_options import PROTECTIONS
from urbanist.bots.process.sandbox import Protection, fault
from urbanist.bots.table.session import saves

MAIN = "from urbanist.bots.cli.main import main; main()"
COMMAND = ["-c", "import sys; from urbanist.bots.cli.main import main; main(['play', *sys.argv[1:]])"]
Size = tuple[int, int]
CITIES = ["akropolis", "--seats", "human,random", "--options", "first=0,temples", "--seed", "3"]
REBUILT = ["warszawa", "--seats", "human,random,random,random", "--options", "first=0", "--seed", "7"]
PROMPT = r"your move \(help, hint, quit\): "
RANDOM = ["metropolys", "--seats", "human,random,random,random", "--options", "first=0", "--seed", "7"]
LINES = [*RANDOM, "--plain"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    unset = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "TTY_COMPATIBLE")
    kept = {key: value for key, value in os.environ.items() if key not in unset}
    return {**kept, "TERM": "xterm-256color", "XDG_DATA_HOME": str(tmp_path)}


class Terminal:
    """A pseudo-terminal that runs the command."""

    def __init__(
        self,
        arguments: list[str],
        environment: dict[str, str],
        size: Size = (40, 100),
        command: list[str] = COMMAND,
    ) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            [*command, *arguments],
            env=environment,
            dimensions=size,
            encoding="utf-8",
            timeout=PATIENCE,
        )

    def until_asked(self, prompt: str = PROMPT) -> str:
        """Return the output before the next prompt."""
        self.child.expect(prompt)
        return str(self.child.before)

    def type(self, *lines: str) -> str:
        """Type lines, each after its prompt; return the output before the next prompt."""
        for line in lines:
            self.child.sendline(line)
            shown = self.until_asked()
        return shown

    def end(self) -> tuple[str, int | None]:
        """Return the rest of the output and the exit status."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        return str(self.child.before), self.child.exitstatus


def bare(text: str) -> str:
    """Return the text without escape sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def test_a_session_with_wrong_input_undo_save_and_quit(environment, tmp_path):
    terminal = Terminal(RANDOM, {**environment, "TERM": "dumb"})  # which cannot be filled
    shown = terminal.until_asked()
    assert "Districts in play: " in shown
    assert "\x1b[" not in shown
    assert "'7@X3' is not a move of metropolys" in terminal.type("7@X3")
    assert "nobody has bid: an auction opens with a building" in terminal.type("pass")
    assert "seat 0 (human) opens with 7 on N3" in terminal.type("7@N3", "log")
    assert "back to before 7 on N3 of seat 0" in terminal.type("undo")
    assert "open with any of" in terminal.type("moves")
    file = tmp_path / "mine.jsonl"
    assert f"--resume {file}" in terminal.type("9@N3", f"save {file}").replace("\r\n", "")
    terminal.child.sendline("quit")
    words, status = terminal.end()
    assert "--resume" in words
    assert status == 0
    assert saves.read_game(file)[1].texts[0] == "9@N3"


THINKING = "metropolys --plain --seats human,ismcts:nodes=100 --options first=0 --seed 7".split()


def processor_time(opened: Terminal, seconds: float, patience: float) -> bool:
    """Return whether the process uses so many more seconds of processor time before the patience ends."""
    process = psutil.Process(opened.child.pid)
    start, until = process.cpu_times().user, time.monotonic() + patience
    while process.cpu_times().user < start + seconds and time.monotonic() < until:
        time.sleep(0.01)
    return process.cpu_times().user >= start + seconds


@pytest.mark.nightly
def test_bots_ponder_while_a_person_thinks_if_that_is_wanted(environment):
    idle, busy = Terminal(THINKING, environment), Terminal([*THINKING, "--ponder"], environment)
    for opened in (idle, busy):
        opened.until_asked()
    assert processor_time(busy, 0.3, patience=PATIENCE)
    assert not processor_time(idle, 0.3, patience=0.6)
    assert "opens with 7 on N3" in bare(busy.type("7@N3", "log"))
    assert processor_time(busy, 0.3, patience=PATIENCE)
    busy.child.sendintr()
    words, status = busy.end()
    assert status == 0
    assert "--resume" in words
    killed(idle.child)


def test_ctrl_c_ends_a_search_on_several_threads(environment, tmp_path):
    file = tmp_path / "game.jsonl"
    bots = ["--seats", "human,ismcts", "--time", "600", "--threads", "3", "--record", str(file)]
    opened = Terminal(["metropolys", *bots, "--options", "first=0", "--seed", "7", "--plain"], environment)
    opened.until_asked()
    opened.child.sendline("7@N3")
    assert processor_time(opened, 0.3, patience=PATIENCE)
    assert psutil.Process(opened.child.pid).num_threads() > 3
    opened.child.sendintr()
    words, status = opened.end()
    assert status == 0
    assert "--resume" in words
    assert saves.read_game(file)[0].seats == ("human", "ismcts:time=600:threads=3")


@pytest.mark.nightly
def test_a_program_ponders_at_the_table_too(environment, tmp_path):
    received = tmp_path / "received"
    bot = shlex.join([sys.executable, "-c", MAIN, "bot", "ismcts", "--set", "nodes=50"])
    seats = ["--seat", "human", "--seat", f"tee {received} | {bot}"]
    opened = Terminal(
        [
            "metropolys",
            "--plain",
            *seats,
            "--options",
            "first=0",
            "--seed",
            "7",
            "--ponder",
            "--threads",
            "2",
        ],
        environment,
    )
    opened.until_asked()
    opened.type("7@N3", "pass")
    opened.child.sendline("quit")
    assert opened.end()[1] == 0
    said = received.read_text(encoding="utf-8")
    assert "setoption name ponder value true" in said
    assert "setoption name threads value 2" in said


def test_threads_that_a_program_does_not_allow_are_refused(tmp_path):
    program = tmp_path / "bot.py"
    program.write_text(SOUND.read_text().replace("name level", "name threads"))
    asked = [
        "play",
        "metropolys",
        "--plain",
        "--seat",
        "human",
        "--seat",
        f"python3 {program}",
        "--threads",
        10,
    ]
    assert (
        refused(*asked)
        == f"bot 'python3 {program}': option 'threads=10': expected a whole number from 1 to 9"
    )


def run(arguments: list[str], environment: dict[str, str], given: str = "") -> Result:
    """Run the command with some input and return the result."""
    return CliRunner().invoke(play, arguments, env=environment, input=given)


def test_closed_input_ends_and_saves_the_game(environment):
    done = run(RANDOM, environment, "7@N3\n")
    assert done.exit_code == 0
    assert "--resume" in done.stdout
    assert done.stderr == ""


def test_a_bot_without_options_gets_the_limit_of_the_command(environment, tmp_path):
    file = tmp_path / "game.jsonl"
    seats = ["--seat", "human", "--seat", "ismcts", "--seat", "ismcts:seed=3", "--seat", "greedy"]
    done = run(["metropolys", *seats, "--nodes", "5", "--record", str(file), "--seed", "1"], environment)
    assert done.exit_code == 0
    assert saves.read_game(file)[0].seats == ("human", "ismcts:nodes=5", "ismcts:seed=3", "greedy")


def test_closed_output_ends_and_saves_the_game(environment, tmp_path):
    file = tmp_path / "game.jsonl"
    command = [sys.executable, *COMMAND, *RANDOM, "--record", str(file)]
    child = subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout
    child.stdout.close()
    _, errors = child.communicate(b"7@N3\nboard\n", timeout=PATIENCE)
    assert child.returncode == 0
    assert errors.decode() == f"the game is saved; continue with: urbanist play metropolys --resume {file}\n"
    assert saves.read_game(file)[1].deal


def test_bots_alone_play_the_same_game_with_the_same_seed(environment, tmp_path):
    records = []
    for name in ("one.jsonl", "two.jsonl"):
        asked = ["metropolys", "--seats", "random,random", "--seed", "3", "--record", str(tmp_path / name)]
        done = run(asked, environment)
        assert done.exit_code == 0
        records.append((tmp_path / name).read_text())
    assert records[0] == records[1]
    assert "Rank 1" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ([], 2, "no game given"),
        (["chess"], 2, "no game 'chess'"),
        (["metropolys", "--players", "5"], 2, "2, 3 or 4 players"),
        (["metropolys", "--players", "9"], 2, "2, 3 or 4 players, not 9"),
        (["metropolys", "--players", "100000000000000000000"], 2, "is not in the range"),
        (["metropolys", "--seats", "human,random", "--seat", "random"], 2, "give only one"),
        (["metropolys", "--seats", "human,nobody"], 2, "nobody"),
        (["metropolys", "--seats", "human,random", "--players", "3"], 2, "2 seats are named for 3 players"),
        (["metropolys", "--time", "1", "--nodes", "5"], 2, "--time and --nodes"),
        (["metropolys", "--variant", "easy"], 2, "no variant 'easy'"),
        (["metropolys", "--options", "moon"], 2, "no option 'moon'"),
        (["--resume", "/no/such/file"], 1, "/no/such/file"),
    ],
)
def test_wrong_use_is_one_line_and_a_status(arguments, status, message):
    assert message in refused("play", *arguments, status=status)


def against_random(command: str, folder: Path) -> list[str]:
    seats = ["--seat", command, "--seat", "random"]
    return ["metropolys", *seats, "--seed", "3", "--record", str(folder / "game")]


def test_a_program_may_think_at_the_table_without_limit(tmp_path: Path) -> None:
    command, book = scribe(tmp_path)
    done = CliRunner().invoke(play, [*against_random(command, tmp_path), "--time", "0.01"])
    assert done.exit_code == 0, done.output
    assert "go movetime 10" in book.read_text(encoding="utf-8").splitlines()
    assert saves.read_game(tmp_path / "game")[0].seats == (command, "random")


@pytest.mark.skipif(bool(fault()), reason=f"no sandbox here: {fault()}")
@pytest.mark.parametrize(("more", "seen"), [([], True), (["--sandbox", "bwrap"], False)])
def test_a_program_at_the_table_may_be_in_the_sandbox(more: list[str], seen: bool, tmp_path: Path) -> None:
    command = program(tmp_path, f"raise ValueError(os.path.exists({str(tmp_path / 'game')!r}))")
    done = CliRunner().invoke(play, [*against_random(command, tmp_path), *more])
    assert f"failed: it ended with status 1: ValueError: {seen};" in done.stderr
    assert get_args(Protection) == PROTECTIONS


def test_ctrl_c_ends_a_program_that_thinks(environment: dict[str, str], tmp_path: Path) -> None:
    code = f"open({str(tmp_path / 'thinks')!r}, 'w').close(); time.sleep(300)"
    command = program(tmp_path, code)
    opened = Terminal(
        ["metropolys", "--plain", "--seat", command, "--seat", "human", "--options", "first=0"], environment
    )
    until = time.monotonic() + PATIENCE
    while not (tmp_path / "thinks").exists():
        assert time.monotonic() < until
        time.sleep(0.02)
    opened.child.sendintr()
    words, status = opened.end()
    assert status == 0
    assert "no move was made, so no game is saved" in bare(words)
    assert "Traceback" not in words
    assert not [
        process for process in psutil.process_iter(["cmdline"]) if command.split()[-1] in str(process.info)
    ]


def test_a_program_that_fails_is_one_line_and_the_game_is_saved(tmp_path: Path) -> None:
    command = program(tmp_path, HOSTILE["raises"].code)
    done = CliRunner().invoke(play, against_random(command, tmp_path))
    assert done.exit_code == 1
    assert "failed: it ended with status 1: ValueError: no idea; the game is saved" in done.stderr
    assert "Traceback" not in done.stderr
    assert "it ended with status 4" in str(
        CliRunner().invoke(play, ["metropolys", "--seats", "exit 4,random"]).exception
    )


class Screen:
    """What a real terminal shows while the command fills it."""

    def __init__(
        self,
        arguments: list[str],
        environment: dict[str, str],
        size: Size,
        command: list[str] = COMMAND,
    ) -> None:
        self.terminal = Terminal(arguments, environment, size, command)
        self._screen = pyte.Screen(size[1], size[0])
        self._stream = pyte.Stream(self._screen)
        #: The bytes that have come so far.
        self.sent = 0

    def until(self, text: str, gone: str | None = None) -> list[str]:
        """Wait until the screen shows a text, and no longer one of the screen before; return its lines.

        A screen arrives in pieces. Whoever presses a key for the new one must know that the old one is gone.
        """
        patience = time.monotonic() + PATIENCE
        while not self._shows(text) or (gone is not None and self._shows(gone)):
            assert time.monotonic() < patience, "\n".join(self._screen.display)
            with contextlib.suppress(pexpect.TIMEOUT):
                came = self.terminal.child.read_nonblocking(1 << 16, timeout=0.1)
                self.sent += len(came.encode())
                self._stream.feed(came)
        return list(self._screen.display)

    def _shows(self, text: str) -> bool:
        return any(text in line for line in self._screen.display)

    def press(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            self.terminal.child.send(key)


#: The most bytes that an arrow key and a round of bots send.
ROUND = 10 << 10
#: For each game what its screen says before a move, about a chosen move, and after it.
FILLED = {
    "akropolis": (CITIES, "Take a tile of the market", "Here: ", "random lays"),
    "metropolys": (RANDOM, "Open an auction", "Unanswered: ", "random "),
    "warszawa": (REBUILT, "Keep one of two norms", "3 for each set of", "Send an engineer"),
}


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.nightly] * (game != "akropolis")) for game in FILLED]
)
def test_a_game_fills_a_real_terminal_and_ctrl_c_keeps_it(game, environment, tmp_path):
    file = tmp_path / "game.jsonl"
    asked, before, chosen, after = FILLED[game]
    opened = Screen([*asked, "--record", str(file)], environment, (24, 80))
    opened.until(before)
    opened.press("n")
    opened.until(chosen)
    sent = opened.sent
    opened.press("\x1b[C", "\r")
    opened.until(after)
    # A slow line bears 2 KB for an arrow key and 8 KB for a round of bots.
    assert opened.sent - sent <= ROUND
    opened.press("\x03")
    words, status = opened.terminal.end()
    assert status == 0
    assert f"--resume {file}" in words.replace("\r\n", "")
    assert saves.read_game(file)[1].events


def test_bots_alone_play_a_game_of_cities(environment, tmp_path):
    file = tmp_path / "game.jsonl"
    done = run(["akropolis", "--seats", "random,random", "--seed", "3", "--record", str(file)], environment)
    assert done.exit_code == 0
    assert "the market is refilled with" in done.stdout
    assert "Rank 1" in done.stdout
    assert saves.read_game(file)[0].ended == "played out"


#: What is typed in games of Akropolis and Warszawa, each with what is answered.
SESSIONS = {
    "akropolis": (
        [*CITIES, "--plain"],
        {
            "moves": "any of ",
            "16@9,9/0": "not touch the city",
            "list": "is not a move of akropolis",
            "16@-1,-1/1": "stacks left; tiles until",
        },
        "16@-1,-1/1",
    ),
    "warszawa": (
        [*REBUILT, "--plain"],
        {
            "norm 9": "'norm 9' is not a move of warszawa",
            "send@4": "the seat must choose a norm first",
            "norm@n07": "planning",
            "send@12": "the board has fields 1 to 10",
            "send@6": "",
            "pass": "the seat must clear hexes first",
            "clear@0,9": "0,9' is not a hex such as 1,-1",
            "hint": "takes 1 rubble",
            "clear@-1,-1": "",
            "clear@0,0": "",
            "mdm@-1,-1": "",
            "log": "lays a foundation",
            "why": "cards in the deck of stage I",
            "worth": "together: -3",
            "undo": "back to before ",
            "resign": "give up this game? (yes, no): ",
            "yes": "You resigned.",
        },
        "norm@n07",
    ),
}


@pytest.mark.parametrize("game", SESSIONS)
def test_a_session_with_right_and_wrong_input_tells_what_is_wrong_and_keeps_the_rest(
    game, environment, tmp_path
):
    asked, typed, first = SESSIONS[game]
    file = tmp_path / "game.jsonl"
    done = run([*asked, "--record", str(file)], environment, "\n".join([*typed, "quit", ""]))
    assert (done.exit_code, done.stderr) == (0, "")
    rest = " ".join(done.stdout.split())
    for answer in map(str.strip, filter(None, typed.values())):
        assert answer in rest
        rest = rest.partition(answer)[2]
    assert saves.read_game(file)[1].texts[0] == first


def test_lines_explain_a_game_with_learn(environment):
    done = run([*RANDOM, "--learn"], environment, "7@N3\nskip\nrules\nquit\n")
    rest = " ".join(done.stdout.split())
    for said in ("You want the most points", "Seat 1 (random)", "no more explanations", "## Scoring"):
        assert said in rest
        rest = rest.partition(said)[2]


def test_bots_alone_play_a_game_of_rebuilding(environment, tmp_path):
    file = tmp_path / "game.jsonl"
    done = run(
        ["warszawa", "--seats", "random,random,random", "--seed", "3", "--record", str(file)], environment
    )
    assert done.exit_code == 0
    assert "stage I is over, all hands are discarded" in done.stdout
    assert "Rank 1" in done.stdout
    assert " norm: " in done.stdout
    assert saves.read_game(file)[0].ended == "played out"


def test_clocks_run_for_people_and_wrong_ones_are_one_line(environment, tmp_path):
    shown = run([*LINES, "--clock", "10m+5s"], environment, "quit\n").stdout
    assert re.search(r"seat 0, (10:00|9:\d\d) left, your move \(help, hint, quit\): ", shown)
    assert refused("play", "metropolys", "--clock", "soon").startswith(
        "--clock 'soon': expected a clock such as"
    )
    saved = tmp_path / "saved"
    assert run([*RANDOM, "--record", str(saved)], environment, "7@N3\nquit\n").exit_code == 0
    assert "leave out variant" in refused("play", "--resume", saved, "--clock", "5m")


#: What a terminal with sixels is asked, and what it answers: what it can do, and how large a character is.
ANSWERS = {"\x1b[c": "\x1b[?62;4c", "\x1b[16t": "\x1b[6;20;10t", "shows no pictures": "i"}


def test_a_terminal_with_sixels_shows_the_picture(environment):
    opened = Terminal(CITIES, environment)
    opened.child.expect("Leave")
    opened.child.send("i")
    # On a busy machine an answer may come too late, and the key is pressed again.
    while (number := opened.child.expect_exact(["\x1bP", *ANSWERS])) > 0:
        opened.child.send(list(ANSWERS.values())[number - 1])
    opened.child.expect("Enter: back to the game")
    assert len(opened.child.before or "") > 5000
    opened.child.send("\r")
    opened.child.expect("Leave")
    killed(opened.child)


@pytest.mark.nightly
@pytest.mark.parametrize("installed", [True, False])
def test_a_line_says_why_there_is_no_picture(installed, environment, tmp_path):
    (tmp_path / "textual_image.py").write_text("raise ImportError")
    paths = (
        os.environ.get("PYTHONPATH", "") if installed else f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"
    )
    opened = Terminal(CITIES, {**environment, "PYTHONPATH": paths})
    opened.child.expect("Leave")
    opened.child.send("i")
    # Between words the colour may change.
    said = "This terminal shows no pictures" if installed else "Pictures in the terminal need: pip"
    opened.child.expect(said.replace(" ", ".*"))
    killed(opened.child)


def test_the_tab_key_completes_commands_moves_and_files_in_lines_and_ctrl_c_keeps_the_game(
    environment, tmp_path
):
    opened = Terminal(LINES, environment)
    opened.until_asked()
    opened.child.send("mov\t\r")
    assert "open with any of" in opened.until_asked()
    opened.child.send("13@n\t")
    opened.child.expect("13@N1 .*13@N3")
    opened.until_asked()
    opened.child.send("3\r")
    opened.until_asked()
    assert "opens with 13 on N3" in bare(opened.type("log"))
    (tmp_path / "folder").mkdir()
    opened.child.send(f"save {tmp_path}/fol\tmine\r")
    assert f"--resume {tmp_path}/folder/mine" in opened.until_asked().replace("\r\n", "")
    opened.child.sendintr()
    words, status = opened.end()
    assert status == 0
    file = re.sub(r"\s", "", words.partition("--resume")[2])
    assert saves.read_game(Path(file))[1].texts[0] == "13@N3"
