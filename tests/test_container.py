"""The image of the Containerfile has a sandbox, and serves a league; without podman or docker it is not built.

URBANIST_BASE names another base than that of the Containerfile, such as one made by debootstrap where no registry is.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from urbanist.bots.process.sandbox import fault
from urbanist.bots.process.system_calls import ALLOW, ERROR, LIBRARY, MISSING

ROOT = Path(__file__).parents[1]
CONTAINERFILE = (ROOT / "Containerfile").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs/container.md").read_text(encoding="utf-8")
PATIENCE = 120.0


def works(program: str) -> bool:
    """Tell whether a program is there and has what it needs: docker its daemon."""
    return (
        shutil.which(program) is not None
        and not subprocess.run([program, "info"], capture_output=True, check=False).returncode
    )


def test_the_image_has_the_extras_and_programs_that_the_guide_promises() -> None:
    assert "[league,pictures]" in CONTAINERFILE
    assert "bubblewrap" in CONTAINERFILE
    assert re.search(r"^USER player$", CONTAINERFILE, re.MULTILINE)
    assert "URBANIST_ARCH=all" in CONTAINERFILE


#: The calls by which the sandbox makes namespaces and mounts, also `setns`, which other containers need.
OF_THE_SANDBOX = {"mount", "pivot_root", "setns", "umount", "umount2", "unshare"}


def test_the_filter_of_the_container_takes_what_no_program_needs_but_the_sandbox() -> None:
    missing = {name for names in MISSING.values() for name in names.split()}
    [rule] = json.loads((ROOT / "docs/seccomp.json").read_text(encoding="utf-8"))["syscalls"]
    assert rule["names"] == sorted(missing - OF_THE_SANDBOX)


@pytest.mark.skipif(bool(fault()), reason=f"no sandbox here: {fault()}")
def test_the_sandbox_starts_under_the_filter_of_the_container() -> None:
    code = f"""
import ctypes, json, os
library = ctypes.CDLL({LIBRARY!r})
library.seccomp_init.restype = ctypes.c_void_p
made = ctypes.c_void_p(library.seccomp_init({ALLOW}))
[rule] = json.load(open("docs/seccomp.json"))["syscalls"]
for name in rule["names"]:
    number = library.seccomp_syscall_resolve_name(name.encode())
    assert number < 0 or library.seccomp_rule_add_array(made, {ERROR} | rule["errnoRet"], number, 0, None) == 0
assert library.seccomp_load(made) == 0
from urbanist.bots.process.sandbox import fault
print(fault() or "it starts", ctypes.CDLL(None).ptrace(0, 0, 0, 0))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("it starts -1\n", "")


@pytest.fixture(scope="module")
def engine() -> str:
    """Return the program that has built the image."""
    name = next((program for program in ("podman", "docker") if works(program)), None)
    if name is None:
        pytest.skip("needs podman, or docker with its daemon")
    base = os.environ.get("URBANIST_BASE") or re.findall(r"^ARG BASE=(\S+)", CONTAINERFILE, re.MULTILINE)[0]
    ways = [("image", "inspect"), ("pull", "-q")]
    if all(subprocess.run([name, *way, base], capture_output=True, check=False).returncode for way in ways):
        pytest.skip(f"no registry has {base}")
    build = [
        name,
        "build",
        "-q",
        "-f",
        "Containerfile",
        "--build-arg",
        f"BASE={base}",
        "-t",
        "urbanist-test",
        ".",
    ]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return name


def inside(engine: str, folder: Path, words: str, *permissions: str) -> str:
    folder.chmod(0o777)
    command = [
        engine,
        "run",
        "--rm",
        *permissions,
        "-v",
        f"{folder}:/data:Z",
        "urbanist-test",
        *shlex.split(words),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.nightly
def test_a_tournament_is_played_in_the_sandbox(engine: str, tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples/bot.py", tmp_path)
    (tmp_path / "cup.toml").write_text(
        'game = "metropolys"\nplayers = 2\ndeals = 1\nsandbox = "bwrap"\n'
        '[[bot]]\nplay = "greedy"\n[[bot]]\ncommand = "python3 bot.py"\n',
        encoding="utf-8",
    )
    [permissions] = re.findall(rf"^{engine} run --rm ((?:--security-opt \S+ )+)", GUIDE, re.MULTILINE)
    assert "2 of 2 games" in inside(engine, tmp_path, "tournament cup.toml", *permissions.split())


@pytest.mark.nightly
def test_a_league_is_served(engine: str, tmp_path: Path) -> None:
    inside(engine, tmp_path, "league city new metropolys --players 2 --anchors 1,2")
    name = "urbanist-test-league"
    begun = f"run -d --rm --name {name} -p 127.0.0.1:18000:8000 -v {tmp_path}:/data:Z urbanist-test"
    serve = "league city run --serve 0.0.0.0:8000"
    subprocess.run([engine, *shlex.split(begun), *shlex.split(serve)], check=True)
    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                page = urllib.request.urlopen("http://127.0.0.1:18000/", timeout=PATIENCE).read().decode()
                break
            except OSError:
                assert time.monotonic() < until
                time.sleep(0.5)
        assert "level 1" in page
    finally:
        subprocess.run([engine, "rm", "-f", name], check=False)
