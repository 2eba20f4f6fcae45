"""Files that are written as a whole or line by line: real files, links, devices and full disks."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from urbanist.bots.files import FileErrors, LineFile, is_temporary, whole, write

HEAD = '{"format":"x"'


def opened(path: Path, *added: str, resume: bool = True) -> list[str]:
    """Open a file of lines, add some, and return those that it had."""
    with LineFile.open(path, HEAD, "{", resume=resume) as file:
        lines = [] if file.is_new else [text for _, text in file.lines()]
        file.settle()
        for line in added:
            file.add(line)
    return lines


@pytest.mark.parametrize(
    ("content", "lines", "settled"),
    [
        (b"", [], b""),
        (b'{"form', [], b""),
        (HEAD.encode() + b',"a":1', [], b""),
        (b'{"a":1}\n{"b":2}\n', ['{"a":1}', '{"b":2}'], b'{"a":1}\n{"b":2}\n'),
        (b'{"a":1}\n{"b":2}', ['{"a":1}', '{"b":2}'], b'{"a":1}\n{"b":2}\n'),
        (b'{"a":1}\n{"b":', ['{"a":1}'], b'{"a":1}\n'),
        ('{"a":1}\n{"b":"ż'.encode()[:-1], ['{"a":1}'], b'{"a":1}\n'),
        (b'{"a":1}\nmy notes', ['{"a":1}', "my notes"], b'{"a":1}\nmy notes\n'),
        (b"my notes", ["my notes"], b"my notes\n"),
    ],
)
def test_only_a_part_of_a_line_is_cut_off_and_only_when_the_lines_are_right(
    content: bytes, lines: list[str], settled: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "lines"
    path.write_bytes(content)
    with LineFile.open(path, HEAD, "{", resume=True) as file:
        assert [text for _, text in file.lines()] == lines
        assert file.is_new == (not lines)
        assert path.read_bytes() == content
    assert opened(path, '{"c":3}') == lines
    assert path.read_bytes() == settled + b'{"c":3}\n'


def test_a_link_to_itself_is_an_error_with_its_path(tmp_path: Path) -> None:
    path = tmp_path / "loop"
    path.symlink_to(path)
    with pytest.raises(OSError, match="Too many levels of symbolic links") as raised:
        write(path, "text")
    assert raised.value.filename == str(path)
    assert path.is_symlink()


def test_a_file_with_lines_is_no_new_one(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    assert opened(path, "{}", resume=False) == []
    with pytest.raises(FileExistsError):
        opened(path, resume=False)
    with LineFile.open(path, HEAD, "{", resume=True), pytest.raises(BlockingIOError):
        opened(path)


@pytest.mark.parametrize("resume", [False, True])
def test_a_device_keeps_no_lines(resume: bool) -> None:
    errors = FileErrors(missing=ValueError("missing"), there=ValueError("there"))
    said = "missing" if resume else "there"
    with (
        pytest.raises(ValueError, match=said),
        LineFile.open(Path(os.devnull), HEAD, "{", resume=resume, errors=errors),
    ):
        pass


LIMITED = """
import resource, sys
from pathlib import Path
from tests.bots.test_files import HEAD
from urbanist.bots.files import LineFile, write
resource.setrlimit(resource.RLIMIT_FSIZE, (50, resource.RLIM_INFINITY))
path = Path(sys.argv[1])
try:
    if path.name == "lines":
        with LineFile.open(path, HEAD, "{", resume=True) as file:
            for number in range(99):
                file.add('{"number":%d}' % number)
    else:
        write(path, "new" * 100)
except OSError as error:
    print(error)
"""


@pytest.mark.parametrize("name", ["lines", "whole"])
def test_a_disk_that_is_full_leaves_what_was_there(name: str, tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk."""
    path = tmp_path / name
    path.write_bytes(b'{"number":0}\n')
    done = subprocess.run(
        [sys.executable, "-B", "-c", LIMITED, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"[Errno 27] File too large: '{path}'\n"
    lines = path.read_text().splitlines()
    assert lines == ['{"number":0}', '{"number":0}', '{"number":1}'][: 3 if name == "lines" else 1]
    assert [*tmp_path.iterdir()] == [path]


def test_a_file_that_replaces_another_keeps_its_permissions_and_owner_and_links_to_it(tmp_path: Path) -> None:
    path, link = tmp_path / "page", tmp_path / "link"
    write(path, "old")
    umask = os.umask(0o022)
    os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask
    path.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(path, 1234, 1235)
    before = path.stat()
    link.symlink_to(path)
    write(link, "new")
    after = path.stat()
    assert (path.read_text(), link.is_symlink()) == ("new", True)
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert after.st_ino != before.st_ino


def test_writers_of_one_file_do_not_meet(tmp_path: Path) -> None:
    path = tmp_path / ("ż" * 127)
    with whole(path) as first, whole(path) as second:
        first.write(b"one")
        second.write(b"another")
        drafts = [*tmp_path.iterdir()]
        assert len(drafts) == 2
        assert all(is_temporary(draft, path) for draft in drafts)
    assert path.read_bytes() == b"one"
    assert [*tmp_path.iterdir()] == [path]


def test_whoever_stops_in_the_middle_leaves_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "page"
    write(path, "old")

    def broken() -> None:
        with whole(path) as file:
            file.write(b"new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken()
    assert path.read_text() == "old"
    assert [*tmp_path.iterdir()] == [path]


def test_a_device_is_written_to_as_it_is(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("/dev/full")
    with pytest.raises(OSError, match=r"No space left on device: .*link"):
        write(link, "new")
    assert link.is_symlink()
    write(Path(os.devnull), "new")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_a_folder_that_is_not_there_is_named_by_its_file(tmp_path: Path) -> None:
    path = tmp_path / "none" / "page"
    with pytest.raises(FileNotFoundError, match=str(path)):
        write(path, "new")
