"""Control groups: limits for all processes of a program together, where the group above our own is ours to use.

A folder stands for the file system of the groups.
"""

from pathlib import Path

import pytest

from urbanist.bots.process import resource_limits, sandbox
from urbanist.bots.process.engine_process import EngineProcess
from urbanist.bots.process.resource_limits import ResourceLimits
from urbanist.bots.process.sandbox import Sandbox


@pytest.fixture
def groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the group of a user that systemd lets share out memory and processes; our own is in it."""
    (tmp_path / "own").write_text("1:name=systemd:/\n0::/user/terminal.scope\n")
    user = tmp_path / "user"
    (user / "terminal.scope").mkdir(parents=True)
    (user / "cgroup.subtree_control").write_text("cpu memory pids\n")
    (user / "cgroup.procs").touch()
    monkeypatch.setattr(resource_limits, "ROOT", tmp_path)
    monkeypatch.setattr(resource_limits, "OWN", tmp_path / "own")
    monkeypatch.setattr(resource_limits, "TRIES", 1)
    return user


def test_a_group_has_limits_of_memory_and_processes(groups: Path) -> None:
    made = resource_limits.limited(100, 20)
    assert made is not None
    assert made.path.parent == groups
    files = {file.name: file.read_text() for file in made.path.iterdir()}
    assert files == {
        "memory.max": str(100 << 20),
        "memory.oom.group": "1",
        "memory.swap.max": "0",
        "pids.max": "28",
    }
    made.end()
    assert (made.path / "cgroup.kill").read_text() == "1"


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("own", "4:memory:/\n"),
        ("own", "0::/elsewhere/other\n"),
        ("user/cgroup.subtree_control", "cpu pids\n"),
        ("own", None),
        ("user/cgroup.procs", None),
    ],
)
def test_where_no_group_can_be_made_there_is_none(file: str, content: str | None, groups: Path) -> None:
    path = groups.parent / file
    if content is None:
        path.unlink()
    else:
        path.write_text(content)
    assert resource_limits.limited(100, 20) is None


@pytest.mark.skipif(bool(sandbox.fault()), reason=f"no sandbox here: {sandbox.fault()}")
def test_a_program_in_the_sandbox_is_in_a_group_of_its_own(groups: Path) -> None:
    process = EngineProcess("echo here; cat", ResourceLimits(memory=300, processes=5), sandbox=Sandbox())
    assert process.read(10) == "here"
    [made] = groups.glob("urbanist-*")
    assert (made / "cgroup.procs").read_text() == "0"
    assert (made / "memory.max").read_text() == str(300 << 20)
    process.close()
    assert (made / "cgroup.kill").read_text() == "1"


def test_a_program_without_a_sandbox_needs_no_group(groups: Path) -> None:
    process = EngineProcess("echo here; cat")
    assert process.read(10) == "here"
    assert not list(groups.glob("urbanist-*"))
    process.close()
