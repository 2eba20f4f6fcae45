"""Files that commands write: never onto a file that they need, and one that cannot be written ends nothing."""

import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from tests.bots.cli.test_resuming import TRAIN
from tests.bots.cli.using import DEAL, GAMES_FILE, PROGRAM, call, ids, once_over, refused
from tests.bots.contest.plans import TWO, written
from tests.engine.warszawa.sets import small
from urbanist.bots.cli.home import first_selection
from urbanist.bots.cli.host import Host
from urbanist.bots.table.session.settings import logbook_file

BOT = "class Mine:\n    def choose(self, view):\n        return view.legal()[0]\n"
CUP = f"""players = 2
deals = 'book.txt'
{TWO}[[bot]]
play = "mine.py:Mine"
"""
#: Each output option of each command, in a folder with the files of `folder`, and the files that the command needs.
OUTPUTS = {
    **{
        f"tournament cup.toml {option}": ("cup.toml", "cup.sqlite", "cup.sqlite-wal", "book.txt", "mine.py")
        for option in ("--json", "--csv", "--html", "--records", "--trace")
    },
    "tournament cup.toml --standings --html": ("cup.sqlite", "cup.toml"),
    "analyse games:1 --nodes 2 --html": ("games",),
    f"show --deal '{DEAL}' --cards cards.svg --svg": ("cards.svg",),
    "show games.svg --svg": ("games.svg",),
    "play metropolys --plain --record new --trace": ("new",),
    "play --plain --resume save --trace": ("save",),
    "play metropolys --plain --seats mine.py:Mine,human --trace": ("mine.py",),
    "match metropolys --seats mine.py:Mine,random --games 1 --trace": ("mine.py",),
    "match metropolys --seats random,random --games 1 --out out --trace": ("out",),
    "match metropolys --seat 'sh mine.py' --seat random --games 1 --trace": ("mine.py",),
    "check-bot 'sh mine.py' --trace": ("mine.py",),
    "puzzles metropolys --records games --out": ("games",),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with files that commands need."""
    record = GAMES_FILE.read_text(encoding="utf-8").splitlines()[0]
    texts = {"games": f"{record}\n", "games.svg": f"{record}\n", "save": record, "mine.py": BOT}
    texts |= {"book.txt": f"{DEAL}\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "cards.svg").write_text(json.dumps(small()))
    written(tmp_path, CUP)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes()
        for path in sorted(folder.iterdir())
        if path.is_file() and path.stat().st_size
    }


@pytest.mark.parametrize(("words", "needed"), OUTPUTS.items(), ids=OUTPUTS)
def test_no_output_is_a_file_that_the_command_needs(
    words: str, needed: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    before = contents(folder)
    for name in needed:
        hard, soft = (Path(f"{kind}{Path(name).suffix}") for kind in ("hard", "soft"))
        soft.symlink_to(name)
        if Path(name).exists():
            hard.hardlink_to(name)
        for target in (name, f"../{folder.name}/{name}", soft, *([hard] if hard.exists() else [])):
            line = refused(*shlex.split(words), target)
            assert "needs this file itself" in line or "names the same file" in line or "exists" in line
        soft.unlink()
        hard.unlink(missing_ok=True)
    assert contents(folder) == before


def test_a_link_to_itself_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    Path("loop").symlink_to("loop")
    assert refused("show", "loop", status=1) == "loop: Too many levels of symbolic links"


def test_two_outputs_are_two_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    before = contents(folder)
    asked = ["tournament", "cup.toml", "--json", "one", "--csv"]
    assert refused(*asked, "./one") == "--csv one: --json names the same file; expected a file for each"
    assert contents(folder) == before
    assert not Path("one").exists()
    # A device has room for all of them.
    written(folder, f"deals = 1\nplayers = 2\n{TWO}")
    assert call("tournament", "cup.toml", "--json", os.devnull, "--csv", os.devnull).exit_code == 0


def test_a_page_that_cannot_be_written_does_not_end_a_tournament(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (folder / "page").symlink_to("/dev/full")
    written(folder, f"deals = 3\nplayers = 2\n{TWO}")
    done = call("tournament", "cup.toml", "--json", "table", "--html", "page")
    assert done.exit_code == 1
    assert done.stdout.strip()
    assert {*done.stderr.splitlines()} == {"urbanist: page: No space left on device"}
    assert len(ids(folder / "cup.sqlite")) == 6
    assert (folder / "table").read_text(encoding="utf-8").startswith("{")


def test_a_report_that_cannot_be_written_does_not_end_a_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    once_over(tmp_path)
    assert call(*TRAIN).exit_code == 0
    report = tmp_path / "out" / "report.html"
    report.unlink()
    report.symlink_to("/dev/full")
    more = [
        "2" if before == "--generations" else word for before, word in zip(["", *TRAIN], TRAIN, strict=False)
    ]
    done = call(*more)
    said = [line for line in done.stderr.splitlines() if not line.startswith("generation ")]
    assert (done.exit_code, said) == (1, [f"urbanist: {report}: No space left on device"])
    assert done.stdout.splitlines()[-1].startswith("best weights: ")
    assert len((tmp_path / "out" / "reports.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_a_file_that_nobody_may_write_to_is_refused_at_the_start(folder: Path) -> None:
    if os.geteuid() == 0 and shutil.which("setpriv") is None:
        pytest.skip("root may write to any file")
    lesser = (
        ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"] if os.geteuid() == 0 else []
    )
    (folder / "page").write_text("mine")
    (folder / "page").chmod(0o444)
    asked = [*lesser, *PROGRAM, "tournament", "cup.toml", "--html", "page"]
    done = subprocess.run(asked, cwd=folder, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "urbanist: page: Permission denied\n")
    assert (folder / "page").read_text() == "mine"
    assert not (folder / "cup.sqlite").exists()


def test_a_game_that_is_chosen_in_the_home_is_not_traced_into_what_it_keeps(tmp_path: Path) -> None:
    """The deal goes on in a new file: the saved game before is kept and hidden from programs, too."""
    saved = tmp_path / "saved.jsonl"
    logbook_file().parent.mkdir(parents=True, exist_ok=True)
    for host in (Host(plain=True, trace=logbook_file()), Host(plain=True, trace=saved, source=saved)):
        command = click.Context(click.Command("play"))
        with command, pytest.raises(click.UsageError, match="the command needs this file itself"):
            host.begin(first_selection(None, None, None), seed=1)
