"""What is kept of the standard error of programs: never more than two files a bot, however much they write."""

import gzip
import sys
from pathlib import Path

import pytest

from urbanist.bots.process.engine_process import EngineProcess
from urbanist.bots.process.log import ErrorLog
from urbanist.bots.process.resource_limits import LONGEST_LOG
from urbanist.bots.process.transport import StreamClosed

#: Bytes that a program writes at once, a line.
PIECE = 1 << 16
PIECES = 3 * LONGEST_LOG // PIECE + 10


def lines(first: int, last: int) -> bytes:
    """Return lines that tell their number."""
    return b"".join(f"{number:>{PIECE - 1}}\n".encode() for number in range(first, last))


def test_all_processes_of_a_bot_share_two_files(tmp_path: Path) -> None:
    """A full log is packed in the place of the one before: what was written last is all there."""
    path = tmp_path / "logs" / "bot.log"
    logs = [ErrorLog(path), ErrorLog(path)]
    for number in range(PIECES):
        logs[number % 2].add(lines(number, number + 1))
    assert sorted(file.name for file in path.parent.iterdir()) == ["bot.log", "bot.log.gz"]
    full = LONGEST_LOG // PIECE
    last = PIECES // full * full
    assert path.read_bytes() == lines(last, PIECES)
    assert gzip.decompress((tmp_path / "logs" / "bot.log.gz").read_bytes()) == lines(last - full, last)
    assert logs[0].bytes + logs[1].bytes == PIECES * PIECE
    assert logs[1].last_line() == str(PIECES - 1)


def test_a_program_that_floods_its_error_fills_no_disk(tmp_path: Path) -> None:
    code = f"import os\nfor n in range({PIECES}): os.write(2, str(n).encode().rjust({PIECE - 1}) + b'\\n')"
    (tmp_path / "bot.py").write_text(code)
    process = EngineProcess(f"{sys.executable} -I {tmp_path / 'bot.py'}", log=tmp_path / "bot.log")
    with pytest.raises(StreamClosed, match=f"it ended with status 0: {PIECES - 1}$"):
        process.read(60)
    process.kill()
    assert sum(file.stat().st_size for file in tmp_path.glob("bot.log*")) <= 2 * LONGEST_LOG


def test_a_full_disk_ends_no_game() -> None:
    log = ErrorLog(Path("/dev/full"))
    log.add(b"it thinks\n")
    assert log.last_line() == "it thinks"
