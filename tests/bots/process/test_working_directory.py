"""The folder and the environment of a program."""

from pathlib import Path

import pytest

from urbanist.bots.process.engine_process import EngineProcess
from urbanist.bots.process.sandbox import Sandbox, fault
from urbanist.bots.process.working_directory import WorkingDirectory
from urbanist.bots.protocol.command import missing


@pytest.mark.parametrize(
    "sandbox",
    [
        None,
        pytest.param(Sandbox(), marks=pytest.mark.skipif(bool(fault()), reason=f"no sandbox: {fault()}")),
    ],
)
@pytest.mark.parametrize("command", ["./tell.sh", "./tell.sh && true"])
def test_a_program_starts_in_its_folder_with_its_variables(
    command: str, sandbox: Sandbox | None, tmp_path: Path
) -> None:
    program = tmp_path / "tell.sh"
    program.write_text('#!/bin/sh\necho "$PWD $STYLE"\n')
    program.chmod(0o755)
    assert missing("./tell.sh") == "./tell.sh"
    assert missing("./tell.sh", tmp_path) is None
    place = WorkingDirectory(tmp_path, (("STYLE", "bold and calm"),))
    process = EngineProcess(command, sandbox=sandbox, working_directory=place)
    try:
        assert process.read(10) == f"{tmp_path} bold and calm"
    finally:
        process.kill()


@pytest.mark.parametrize(
    ("folder", "name", "value", "complaint"),
    [
        ("none", "A", "1", "dir: no folder '"),
        ("", "A-B", "1", "env: 'A-B' cannot be the name of a variable"),
        ("", "", "1", "env: '' cannot be the name of a variable"),
        ("", "URBANIST_BOT", "1", "env: 'URBANIST_BOT' cannot be the name of a variable"),
        ("", "A", "x\0y", "env: A: expected a text without null characters"),
    ],
)
def test_a_wrong_place_is_refused(folder: str, name: str, value: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^(dir|env)") as refused:
        WorkingDirectory(tmp_path / folder, ((name, value),))
    assert complaint in str(refused.value)
