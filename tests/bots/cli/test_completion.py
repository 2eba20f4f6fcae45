"""Completion: in a real bash, in the scripts for all shells, and of lines at the table."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pexpect
import pytest
from click.shell_completion import ShellComplete

from tests.bots.cli.using import PATIENCE, good, killed, refused
from urbanist.bots.cli.completion import SHELLS, VARIABLE
from urbanist.bots.cli.main import COMMANDS, main

SAVED = "metropolys-20260101-100000-abcd"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a file, and with a saved game where saved games are."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    saves = tmp_path / "data" / "urbanist" / "saves"
    saves.mkdir(parents=True)
    (saves / f"{SAVED}.jsonl").write_text("")
    (tmp_path / "mygames.jsonl").write_text("")
    return tmp_path


def completed(*words: str) -> list[str]:
    """Return what the last word may become."""
    *before, start = words
    items = ShellComplete(main, {}, "urbanist", VARIABLE).get_completions(before, start)
    return [item.value if item.type == "plain" else item.type for item in items]


CASES = [
    (["pl"], ["play"]),
    (["check"], ["check-bot"]),
    (["play", "a"], ["akropolis"]),
    (["play", "metropolys", "--variant", ""], ["family", "expert"]),
    (["play", "akropolis", "--options", "tem"], ["temples"]),
    (["play", "akropolis", "--options", "temples,ma"], ["temples,markets"]),
    (["play", "akropolis", "--seats", "hu"], ["human"]),
    (["play", "akropolis", "--seats", "human,isw"], []),
    (["play", "akropolis", "--seats", "human,ism"], ["human,ismcts"]),
    (["match", "akropolis", "--seats", "hu"], []),
    (["match", "akropolis", "--seat", "gre"], ["greedy"]),
    (["match", "akropolis", "--seat", "./"], ["file"]),
    (["play", "--resume", "metro"], [SAVED]),
    (["play", "--resume", "./"], ["file"]),
    (["play", "--record", "my"], ["file"]),
    (["play", "--cards", "my"], ["file"]),
    (["play", "--res"], ["--resume"]),
    (["saves", "--j"], ["--json"]),
    (["show", "my"], ["file"]),
    (["analyse", "my"], ["file"]),
    (["verify", "my"], ["file"]),
    (["tournament", "my"], ["file"]),
    (["bot", "pi"], ["pimc"]),
    (["bot", "ismcts", "--set", "nod"], ["nodes="]),
    (["bot", "ismcts", "--set", "selection=p"], ["selection=puct"]),
    (["bot", "ismcts", "--set", "eval="], [f"eval={word}" for word in ("auto", "playout", "net", "mixed")]),
    (["bot", "ismcts", "--set", "nodes=1"], []),
    (["bot", "./bot.py", "--set", "nod"], []),
    (["rules", "w"], ["warszawa"]),
    (["completion", ""], ["bash", "zsh", "fish"]),
]


@pytest.mark.parametrize(("words", "expected"), CASES, ids=" ".join)
def test_a_word_is_completed(words: list[str], expected: list[str]) -> None:
    assert completed(*words) == expected


def test_every_command_and_option_is_completed() -> None:
    assert completed("") == list(COMMANDS)
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        known = {
            word for option in command.params if isinstance(option, click.Option) for word in option.opts
        }
        assert known <= {*completed(name, "--"), *completed(name, "-")}, name


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_each_shell_is_read_by_it(shell: str) -> None:
    script = good("completion", shell)
    assert VARIABLE in script
    assert "urbanist" in script
    if (program := shutil.which(shell)) is not None:
        read = subprocess.run([program, "-n"], input=script, capture_output=True, text=True, timeout=PATIENCE)
        assert (read.returncode, read.stderr) == (0, "")


def test_an_unknown_shell_is_one_line() -> None:
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in refused("completion", "tcsh")


@pytest.fixture
def bash(folder: Path) -> Iterator["pexpect.spawn[str]"]:
    """Yield a bash in which the program is called `urbanist` and can be completed."""
    program = folder / "urbanist"
    program.write_text(f"#!{sys.executable}\nfrom urbanist.bots.cli.main import main\nmain()\n")
    program.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "TERM": "dumb",
        "PS1": "> ",
    }
    child = pexpect.spawn(
        "bash", ["--norc", "--noprofile"], env=environment, cwd=folder, encoding="utf-8", timeout=PATIENCE
    )
    child.sendline('eval "$(urbanist completion bash)"; echo rea""dy')
    child.expect("ready")
    yield child
    killed(child)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        pytest.param("urbanist pla\t", "urbanist play ", marks=pytest.mark.nightly),
        pytest.param("urbanist play akr\t", "urbanist play akropolis ", marks=pytest.mark.nightly),
        ("urbanist show myg\t", r"urbanist show mygames\.jsonl "),
    ],
)
def test_a_real_bash_completes_with_the_tab_key(
    bash: "pexpect.spawn[str]", typed: str, expected: str
) -> None:
    bash.send(typed)
    bash.expect(expected)
