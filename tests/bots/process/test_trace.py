"""A trace: whole lines in columns, whoever else adds to the file."""

import re
import threading
from pathlib import Path

import pytest

from urbanist.bots.process.engine_process import EngineProcess
from urbanist.bots.process.log import FROM, TO, LineTrace, TraceWriter

COLUMNS = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z\t\d+\t[^\t]+\t[^\t]+\t[^\t]+\t[<>] .*")


def test_a_line_has_time_process_program_game_seat_and_direction(tmp_path: Path) -> None:
    file = tmp_path / "trace"
    process = EngineProcess("cat", trace=LineTrace(file, "my cat"))
    process.send("one", "two \x1b[2J\t\u202e")
    assert process.read(10) == "one"
    process.plays("1.1.1.1", "0")
    process.send("three")
    assert [process.read(10) for _ in range(2)] == ["two \x1b[2J\t\u202e", "three"]
    process.close()
    lines = file.read_text(encoding="utf-8").splitlines()
    assert all(COLUMNS.fullmatch(line) for line in lines), lines
    assert [line.split("\t")[1:] for line in lines] == [
        [str(process.pid), "my cat", *what]
        for what in (
            ["-", "-", "> one"],
            ["-", "-", r"> two \x1b[2J\t\u202e"],
            ["-", "-", "< one"],
            ["-", "-", r"< two \x1b[2J\t\u202e"],
            ["1.1.1.1", "0", "> three"],
            ["1.1.1.1", "0", "< three"],
            ["1.1.1.1", "0", "> quit"],
            ["1.1.1.1", "0", "< quit"],
        )
    ]


def test_lines_of_several_writers_do_not_mix(tmp_path: Path) -> None:
    trace = LineTrace(tmp_path / "trace", "bot")

    def write(direction: str) -> None:
        writer = TraceWriter(trace)
        for length in range(100):
            writer.add(direction, ["x" * 500 * length])
        writer.close()

    threads = [threading.Thread(target=write, args=[direction]) for direction in (TO, FROM)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = trace.path.read_text(encoding="utf-8").splitlines()
    for direction in (TO, FROM):
        sent = [line.split("\t")[5] for line in lines if line.split("\t")[5][0] == direction]
        assert sent == [f"{direction} {'x' * 500 * length}" for length in range(100)]


def test_a_file_that_cannot_be_written_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        EngineProcess("cat", trace=LineTrace(tmp_path, "bot"))
    process = EngineProcess("cat", trace=LineTrace(Path("/dev/full"), "bot"))
    with pytest.raises(OSError, match=r"No space left on device: '/dev/full'"):
        process.send("one")
    process.kill()
