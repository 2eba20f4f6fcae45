"""The folder of a training: what is refused in one line, and what a failure leaves behind."""

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.bots.cli.using import PROGRAM, call, refused
from urbanist.bots.files import temporary_name
from urbanist.bots.training import Folder, TrainingError, TrainingSettings
from urbanist.engine import GAMES
from urbanist.search.network import Network, shapes_of

SMALL = TrainingSettings(game="akropolis", games=1, nodes=2, gate_deals=1, gate_nodes=2)
COMMAND = "train akropolis --games 1 --nodes 2 --generations 1 --test-deals 1 --test-nodes 2 --out".split()
KNOWN = '{"game":"akropolis","games":1,"nodes":2,"gate_deals":1,"gate_nodes":2}'


def holding(name: str, content: bytes) -> Callable[[Path], object]:
    """Return a function that makes a folder with these settings and another file."""

    def make(out: Path) -> None:
        out.mkdir()
        (out / "settings.json").write_text(KNOWN)
        (out / name).write_bytes(content)

    return make


def stopped(folder: Path) -> str:
    """Return the single error line of a training that cannot go on; before it come its stages and an empty report."""
    done = call(*COMMAND, folder)
    assert done.exit_code == 1
    assert not done.stdout or done.stdout.endswith("\nbest weights: none yet\n")
    [error] = [line for line in done.stderr.splitlines() if not line.startswith("generation ")]
    assert error.startswith("urbanist: ")
    return error


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda out: out.write_text("dear"), "out: not the folder of a training; expected a new or an empty"),
        (holding("settings.json", b"{"), "settings.json: Input data was truncated; expected the settings of"),
        (holding("settings.json", b'{"game":"\xff"}'), "settings.json: "),
        (
            holding("settings.json", KNOWN.replace("}", ',"heads":2}').encode()),
            "settings.json: Object contains unknown field `heads`; expected the settings of a training with this",
        ),
        (
            holding("settings.json", KNOWN.replace("akropolis", "chess").encode()),
            "settings.json: game = chess, and akropolis was asked for; expected the same settings, or a new folder",
        ),
        (holding("reports.jsonl", b"{}\n"), "reports.jsonl, line 1: Object missing required field"),
        (holding("games-000.jsonl", b'[0,{}]\n{"\xff"}\n'), "games-000.jsonl, line 1: Object missing"),
        (holding("test-000.jsonl", b'["2.1",0.5]\n'), "test-000.jsonl, line 1: Expected `int`, got `str`"),
        (lambda out: out.symlink_to(out), "out: "),
        (lambda out: (out / "settings.json").mkdir(parents=True), "out: not the folder of a training"),
    ],
)
def test_a_wrong_folder_is_refused_in_one_line(
    tmp_path: Path, make: Callable[[Path], object], message: str
) -> None:
    make(tmp_path / "out")
    assert message in stopped(tmp_path / "out")


@pytest.mark.parametrize(
    ("wrong", "message", "status"),
    [
        (["--scheduler", "tcp://127.0.0.1:1"], "scheduler 'tcp://127.0.0.1:1': no connection", 1),
        (["--nodes", 2**32], "Invalid value for '--nodes'", 2),
        (["--test-nodes", 2**32], "Invalid value for '--test-nodes'", 2),
        (["--trace", 1.5], "Invalid value for '--trace': 1.5 is not in the range 0<=x<=1.", 2),
        (["--trace", "nan"], "Invalid value for '--trace': nan is not in the range 0<=x<=1.", 2),
    ],
)
def test_wrong_options_make_no_folder(tmp_path: Path, wrong, message: str, status: int) -> None:
    assert message in refused(*COMMAND, tmp_path / "out", *wrong, status=status)
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_made_is_named() -> None:
    assert refused(*COMMAND, "/proc/none", status=1) == "/proc/none: No such file or directory"


def test_the_path_of_a_folder_is_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Folder.open(Path("out"), SMALL).weights(0) == tmp_path / "out/weights-000.npz"


def test_settings_that_were_never_finished_do_not_spoil_a_folder(tmp_path: Path) -> None:
    temporary_name(tmp_path / "settings.json").write_text("{")
    Folder.open(tmp_path, SMALL)
    assert (tmp_path / "settings.json").is_file()


@pytest.mark.nightly
def test_a_disk_that_is_full_gets_one_line_and_the_training_goes_on_later(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, resource.RLIM_INFINITY))

    command = [*PROGRAM, *COMMAND, str(tmp_path / "out")]
    # Python would cut off what it compiles and keeps for later at the limit, too.
    alone = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    failed = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited, env=alone)
    assert failed.returncode == 1
    # A build that counts its lines (`make cover`) cannot write its counts either.
    said = [line for line in failed.stderr.splitlines(keepends=True) if "libgcov" not in line]
    error = "".join(line for line in said if not line.startswith("generation "))
    kept = "what was saved before is kept; the same command goes on"
    assert error == f"urbanist: {tmp_path}/out/games-000.jsonl: File too large; {kept}\n"
    later = call(*COMMAND, tmp_path / "out")
    assert (later.exit_code, later.stdout.splitlines()[1].split()[:2]) == (0, ["0", "1"])


def test_a_file_that_takes_nothing_is_named(tmp_path: Path) -> None:
    holding("settings.json", KNOWN.encode())(tmp_path / "out")
    (tmp_path / "out/games-000.jsonl").symlink_to("/dev/full")
    assert "games-000.jsonl: No space left on device; what was saved before" in stopped(tmp_path / "out")


def test_weights_that_cannot_be_written_leave_no_file(tmp_path: Path) -> None:
    code = f"""
import resource
from pathlib import Path
from tests.bots.training.test_folder import SMALL, blank
from urbanist.bots.training import Folder
folder = Folder.open(Path({str(tmp_path)!r}), SMALL)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, resource.RLIM_INFINITY))
try:
    folder.keep(0, blank())
except OSError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"[Errno 27] File too large: '{tmp_path}/weights-000.npz'\n"
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


def blank() -> Network:
    """Return a network with zeros."""
    game = GAMES["akropolis"]
    return Network(game, {name: np.zeros(shape) for name, shape in shapes_of(game).items()})


def test_lines_that_a_training_did_not_write_are_named(tmp_path: Path) -> None:
    folder = Folder.open(tmp_path / "out", SMALL)
    folder.add_group(0, 0, 0.5)
    with (folder.path / "test-000.jsonl").open("ab") as file:
        file.write(b"\xff\n[2,")
    with pytest.raises(TrainingError, match=r"test-000.jsonl:2: not UTF-8.*; expected a line of a training"):
        folder.groups(0)
