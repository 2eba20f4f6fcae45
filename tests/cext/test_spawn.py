"""Programs in child processes that first limit themselves."""

import os
import resource
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from urbanist.cext.spawn import spawn

#: Seconds, open files, processes of the user, bytes.
LIMITS = (100, 50, 1 << 20, 1 << 32)


def ran(
    paths: Sequence[str],
    words: Sequence[str],
    *,
    folder: str = "/",
    group: str | None = None,
    limits: Sequence[int] = LIMITS,
) -> tuple[int, str]:
    """Return the status of a program and what it wrote to its output and errors."""
    out, into = os.pipe()
    pid = spawn(
        [path.encode() for path in paths],
        [word.encode() for word in words],
        [b"GREETING=good day"],
        [os.open(os.devnull, os.O_RDONLY), into, into],
        folder.encode(),
        None if group is None else group.encode(),
        limits,
        True,
    )
    os.close(into)
    _, status = os.waitpid(pid, 0)
    with os.fdopen(out) as file:
        return os.waitstatus_to_exitcode(status), file.read()


def shell(script: str, **more: Any) -> tuple[int, str]:
    """Return the status and the output of a script."""
    return ran(["/bin/sh"], ["sh", "-c", script], **more)


def test_a_program_has_its_words_environment_folder_and_streams(tmp_path: Path) -> None:
    found = shell('echo "$0 $GREETING"; pwd; cat; echo to errors >&2; exit 3', folder=str(tmp_path))
    assert found == (3, f"sh good day\n{tmp_path}\nto errors\n")


def test_it_leads_a_session_and_has_its_limits() -> None:
    assert shell('[ "$(ps -o sid= -p $$)" -eq $$ ] && ulimit -t; ulimit -n; ulimit -v; ulimit -c') == (
        0,
        "100\n50\n4194304\n0\n",
    )


def test_a_limit_that_is_lower_already_stays() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert shell("ulimit -n", limits=(100, 1 << 40, 1 << 20, 1 << 32)) == (0, f"{most}\n")


def test_the_first_of_the_paths_that_is_there_runs_also_without_a_format(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("echo it runs $1\n", encoding="utf-8")
    script.chmod(0o755)
    assert ran(["/no/such", str(script), "/bin/false"], ["x", "well"]) == (0, "it runs well\n")


@pytest.mark.parametrize(
    ("paths", "more", "said"),
    [
        (["/no/such"], {}, "No such file or directory: x\n"),
        (["/no/such", "/"], {}, "Permission denied: x\n"),
        (["/bin/sh"], {"folder": "/no/folder"}, "No such file or directory: /no/folder\n"),
        (["/bin/sh"], {"group": "/no/group"}, "No such file or directory: /no/group\n"),
    ],
)
def test_a_program_that_cannot_run_says_why(paths: list[str], more: dict[str, Any], said: str) -> None:
    assert ran(paths, ["x"], **more) == (127, said)
