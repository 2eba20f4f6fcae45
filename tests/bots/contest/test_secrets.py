"""What a program can learn of hidden cards by the ways that the arena opens: nothing in the sandbox."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bots.contest.plans import planned
from tests.bots.contest.spies import (
    WAYS,
    each,
    number_of,
    python,
    remove_left,
    signalling,
    spy,
    tournament,
)
from urbanist.bots.contest.plan_schema import PlanError
from urbanist.bots.contest.run import Run
from urbanist.bots.contest.store import Store
from urbanist.bots.process import sandbox
from urbanist.bots.protocol.command import CommandBot

LINUX = sys.platform == "linux"
LINUX_ONLY = pytest.mark.skipif(not LINUX, reason="the ways are those of Linux")
BWRAP = pytest.mark.skipif(bool(sandbox.fault()), reason=f"no sandbox here: {sandbox.fault()}")


def reported(folder: Path, text: str) -> str:
    """Return what the program of a tournament writes to its log; it plays all its games without a fault."""
    for name in ("cup.toml~", ".cup.toml.swp", "#cup.toml#", "other.sqlite", "records.jsonl", "neighbour.py"):
        (folder / name).write_text("what others must not read")
    plan = planned(folder, text, seeded=False).traced(folder / "cup.trace")
    with Store.open(plan, resume=False) as store:
        for game in Run(plan, store).play():
            assert not game.lost
    log = folder / "cup.logs" / "bot-2.log"
    return log.read_text(encoding="utf-8") if log.exists() else ""


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a variable into the environment of the arena."""
    monkeypatch.setenv("SECRET_OF_TEST", "1")


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Listen where a program that leaves the sandbox could connect, and return the port."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local:
        if LINUX:
            local.bind(f"\0spy-{number_of(tmp_path)}")
            local.listen()
        yield server.getsockname()[1]
    if LINUX:
        remove_left(tmp_path)


@BWRAP
def test_a_program_in_the_sandbox_learns_nothing(port: int, tmp_path: Path) -> None:
    said = reported(tmp_path, tournament(spy(tmp_path, each(WAYS), port), 'sandbox = "bwrap"'))
    assert said.count("who is logged in FileNotFoundError") == 2, "it has tried all of them in both games"
    assert ways_found(said) == set()


@LINUX_ONLY
def test_without_the_sandbox_these_ways_are_open(port: int, tmp_path: Path) -> None:
    """Otherwise the test of the sandbox would show nothing."""
    ways = {name for name, way in WAYS.items() if way.open}
    assert ways_found(reported(tmp_path, tournament(spy(tmp_path, each(ways), port)))) == ways


def ways_found(said: str) -> set[str]:
    """Return by which ways a program has found something."""
    return {name for name in WAYS if f"FOUND {name} " in said}


def test_the_seed_is_on_no_command_line_and_in_no_environment(tmp_path: Path) -> None:
    code = "[found(text) for name in ('cmdline', 'environ') for _, text in words_of(name)]; found(os.environ)"
    plan = planned(tmp_path, tournament(spy(tmp_path, code)), seeded=False)
    with Store.open(plan, resume=False) as store:
        list(Run(plan, store).play())
        seed = str(store.seed)
    log = (tmp_path / "cup.logs" / "bot-2.log").read_text(encoding="utf-8")
    assert "FOUND" in log
    assert seed not in log
    assert seed not in (tmp_path / "cup.toml").read_text(encoding="utf-8")


def test_a_sandbox_that_is_missing_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("sh", "python3", "greedy"):
        if program := shutil.which(name):
            (tmp_path / name).symlink_to(program)
    monkeypatch.setenv("PATH", str(tmp_path))
    sandbox.fault.cache_clear()
    command = spy(tmp_path, "pass")
    line = f"bot '{command}': no sandbox: no program 'bwrap'; install the package bubblewrap"
    try:
        with pytest.raises(PlanError) as refused:
            planned(tmp_path, tournament(command, 'sandbox = "bwrap"')).check_start()
        assert str(refused.value) == f"{tmp_path / 'cup.toml'}: {line}"
        planned(tmp_path, tournament(command, 'sandbox = "auto"')).check_start()
        (tmp_path / "bwrap").write_text("#!/bin/sh\necho bwrap: No permissions >&2\nexit 1\n")
        (tmp_path / "bwrap").chmod(0o755)
        sandbox.fault.cache_clear()
        assert sandbox.fault() == "bwrap: No permissions"
    finally:
        sandbox.fault.cache_clear()


@pytest.mark.parametrize("walls", [pytest.param("bwrap", marks=BWRAP), "none"])
def test_the_page_cache_tells_the_next_process_nothing(walls: str, tmp_path: Path) -> None:
    """Without the sandbox the way is open on a disk; where files lie in memory there is nothing to see."""
    told = reported(tmp_path, tournament(signalling(tmp_path), f'sandbox = "{walls}"'))
    assert "bits 0x" in told
    if walls == "bwrap":
        assert "FOUND" not in told
    elif on_disk(tmp_path):
        assert "FOUND it what an earlier process left" in told


def on_disk(folder: Path) -> bool:
    """Return whether the system can drop the pages of a file in a folder."""
    lines = [line.split() for line in Path("/proc/mounts").read_text().splitlines()] if LINUX else []
    above = [(len(place), kind) for _, place, kind, *_ in lines if folder.is_relative_to(place)]
    return bool(above) and max(above)[1] in ("ext4", "xfs", "btrfs")


@BWRAP
def test_the_log_of_a_linked_database_is_not_seen(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "cup.sqlite").symlink_to(tmp_path / "data" / "real.sqlite")
    code = f"[found(name) for name in os.listdir({str(tmp_path / 'data')!r}) if 'real' in name]"
    told = reported(tmp_path, tournament(spy(tmp_path / "data", code), 'sandbox = "bwrap"'))
    assert (tmp_path / "data" / "real.sqlite").exists()
    assert "FOUND" not in told


def test_only_its_owner_reads_a_database(tmp_path: Path) -> None:
    with Store.open(planned(tmp_path, tournament("true")), resume=False):
        assert {path.stat().st_mode & 0o777 for path in tmp_path.glob("cup.sqlite*")} == {0o600}


@BWRAP
def test_a_folder_that_holds_files_of_the_tournament_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "cup.sqlite").touch()
    begun = tournament(spy(tmp_path, "pass"), 'sandbox = "bwrap"')
    for given in (tmp_path, tmp_path / "cup.sqlite"):
        text = f"{begun}reads = ['{given}']\n"
        with pytest.raises(
            PlanError, match=r"reads: '.*' holds '.*cup\.(toml|sqlite)', which programs must not see"
        ):
            planned(tmp_path, text)


@BWRAP
def test_a_program_that_lacks_a_file_in_the_sandbox_is_told_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("")
    command = spy(tmp_path, "pass").replace(" -I ", " ")
    program = tmp_path / "spy.py"
    program.write_text(f"import helper\n{program.read_text()}")
    planned(tmp_path, tournament(command)).check_start()
    with pytest.raises(PlanError) as refused:
        planned(tmp_path, tournament(command, 'sandbox = "bwrap"')).check_start()
    assert "No module named 'helper'; the sandbox shows it the system and " in str(refused.value)
    assert f"{program}; 'reads' names what else it needs" in str(refused.value)
    text = tournament(command, 'sandbox = "bwrap"')
    planned(tmp_path, f"{text}reads = ['{tmp_path / 'helper.py'}']\n").check_start()


@BWRAP
@pytest.mark.parametrize("way", ["in the home", "by its first line", "by env", "from another folder"])
def test_a_program_starts_in_the_sandbox_wherever_it_and_its_interpreter_lie(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its interpreter is that of the tests, which lies in a virtual environment."""
    home, tools = tmp_path / "home", tmp_path / "tools" / "bin"
    home.mkdir()
    tools.mkdir(parents=True)
    (tools / "python-of-test").symlink_to(sys.executable)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path if way == "from another folder" else home)
    spy(home, "found(os.listdir(os.path.expanduser('~')))")
    program = home / "spy.py"
    first = {"by its first line": f"#!{sys.executable}", "by env": "#!/usr/bin/env python-of-test"}.get(
        way, ""
    )
    program.write_text(f"{first}\n{program.read_text()}")
    program.chmod(0o755)
    command = {
        "in the home": f"{sys.executable} spy.py",
        "from another folder": f"{sys.executable} home/spy.py",
    }.get(way, "./spy.py")
    planned(tmp_path, tournament(command, 'sandbox = "bwrap"')).check_start()


@BWRAP
def test_of_a_folder_only_the_files_that_the_command_names_are_shown(tmp_path: Path) -> None:
    """Beside the program lie that of another, a key that its owner alone may read, and what it names."""
    bots = tmp_path / "bots"
    (bots / "bin").mkdir(parents=True)
    (bots / "lib").mkdir()
    for name in ("rival.py", "key", "lib/rival.so", "bin/rival", "book", "part"):
        (bots / name).write_text("here")
    (bots / "key").chmod(0o600)
    code = "found(sorted(os.listdir(os.path.dirname(sys.argv[0]))))"
    command = spy(bots, code) + " --book=bots/book bots/part:0"
    with contextlib.chdir(tmp_path):
        told = reported(tmp_path, tournament(command, 'sandbox = "bwrap"'))
    assert "FOUND it ['book', 'part', 'spy.py']" in told


@BWRAP
def test_of_a_folder_of_programs_only_what_belongs_to_an_environment_is_shown(tmp_path: Path) -> None:
    for name in ("bin", "lib", "src"):
        (tmp_path / "its" / name).mkdir(parents=True)
        (tmp_path / "its" / name / "other").write_text("here")
    program = tmp_path / "its" / "bin" / "spy"
    command = f"{python()} -I {program}"
    spy(tmp_path, "found(sorted(os.walk(os.path.dirname(os.path.dirname(sys.argv[0])))))")
    (tmp_path / "spy.py").rename(program)
    program.chmod(0o755)
    told = reported(tmp_path, tournament(command, 'sandbox = "bwrap"'))
    assert "FOUND" in told
    assert "['other']" in told
    assert "['spy']" in told
    assert "src" not in told


@BWRAP
def test_the_settings_of_the_system_that_programs_need_can_be_read(tmp_path: Path) -> None:
    settings = Path("/etc/ssl/openssl.cnf")
    code = (
        f"found(os.listdir('/etc')); os.path.exists('{settings}') and found(len(open('{settings}').read()))"
    )
    told = reported(tmp_path, tournament(spy(tmp_path, code), 'sandbox = "bwrap"'))
    assert "FOUND it ['" in told
    if settings.exists():
        assert f"FOUND it {len(settings.read_text(encoding='utf-8'))}" in told


#: An interpreter that every user may run, with the packages of the tests: those of an environment may lie in a home.
SYSTEM_PYTHON = Path(f"/usr/bin/python3.{sys.version_info.minor}")
NOBODY = 65534


@pytest.mark.nightly
@BWRAP
@pytest.mark.skipif(
    os.geteuid() != 0 or not SYSTEM_PYTHON.exists(), reason="only root can become another user"
)
def test_all_this_holds_for_an_ordinary_user_too() -> None:
    tests = Path(__file__).parents[3]
    if any(
        folder.stat().st_mode & 0o005 != 0o005
        for folder in (tests, *tests.parents, Path(sysconfig.get_path("purelib")))
    ):
        pytest.skip("others cannot read this folder")
    code = f"""
import os, site, sys
[site.addsitedir(path) for path in {[path for path in sys.path if path.endswith("site-packages")]}]
sys.path.insert(0, {str(tests)!r})
import pytest
sys.exit(pytest.main({["-p", "no:cacheprovider", "-p", "no:xdist", "-q", "-rs", __file__, "-k", "in_the_sandbox"]}))
"""
    words = [
        "setpriv",
        f"--reuid={NOBODY}",
        f"--regid={NOBODY}",
        "--clear-groups",
        str(SYSTEM_PYTHON),
        "-c",
        code,
    ]
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    with tempfile.TemporaryDirectory() as home:
        os.chown(home, NOBODY, NOBODY)
        done = subprocess.run(
            words,
            cwd=tests,
            env={**kept, "HOME": home, "TMPDIR": home},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    if "no sandbox here" in done.stdout:
        pytest.skip("ordinary users have no sandbox here")
    assert " passed" in done.stdout


@BWRAP
def test_a_program_in_the_sandbox_reads_what_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "book").write_text("openings")
    (tmp_path / "here").mkdir()
    code = f"found(open({str(tmp_path / 'other' / 'book')!r}).read())"
    text = tournament(spy(tmp_path / "here", code), 'sandbox = "bwrap"')
    assert "FOUND" not in reported(tmp_path / "here", text)
    (tmp_path / "here" / "cup.sqlite").unlink()
    assert "FOUND it openings" in reported(tmp_path / "here", f"{text}reads = ['{tmp_path / 'other'}']\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "sandbox = 'box'\n[[bot]]\nplay = 'greedy'\n",
            "sandbox: expected one of none, auto, bwrap, not 'box'",
        ),
        (
            "[[bot]]\nplay = 'greedy'\nsandbox = 'box'\n",
            "bot 1, sandbox: expected one of none, auto, bwrap, not 'box'",
        ),
        ("[[bot]]\nplay = 'greedy'\nsandbox = 'bwrap'\n", "bot 1: sandbox is only for programs"),
        ("[[bot]]\ncommand = 'true'\nreads = ['/nowhere']\n", "bot 1: reads: no file or folder '/nowhere'"),
    ],
)
def test_a_wrong_sandbox_is_one_line(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=r"cup\.toml: ") as refused:
        planned(tmp_path, text)
    assert message in str(refused.value)


@BWRAP
def test_a_class_is_a_program_that_the_sandbox_holds(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("class Mine:\n    def choose(self, view, limit=None): ...\n")
    plan = planned(tmp_path, f"sandbox = 'bwrap'\n[[bot]]\nplay = '{path}:Mine'\n[[bot]]\nplay = 'greedy'\n")
    bot = plan.bots[0]
    assert isinstance(bot, CommandBot)
    assert bot.command.endswith(f"bot --strict {path}:Mine")
    assert bot.sandbox is not None
    assert path in bot.sandbox.shows(bot.command, tmp_path)
