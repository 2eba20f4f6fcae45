"""The programs, commands and numbers in docs/write-a-bot.md are right."""

import re
import subprocess
import sys
from pathlib import Path

from tests.test_docs import ROOT, blocks, run
from urbanist.bots.match.clock import clock_of
from urbanist.bots.process import transport
from urbanist.bots.process.resource_limits import ResourceLimits
from urbanist.bots.process.transport import LONGEST_LINE
from urbanist.bots.protocol.client import Timeouts

DOCUMENT = ROOT / "docs" / "write-a-bot.md"
EXAMPLES = ROOT / "examples"


def test_the_guide_shows_the_bots_of_the_folder() -> None:
    quick, *pieces = blocks(DOCUMENT, "py")
    assert quick == (EXAMPLES / "quick.py").read_text()
    assert "\n\n".join(pieces) == (EXAMPLES / "bot.py").read_text()
    for language in ("c", "sh"):
        shown = [block for block in blocks(DOCUMENT, language) if not block.startswith("urbanist")]
        assert len(shown) == 1
        assert shown[0] in (EXAMPLES / f"bot.{language}").read_text()


def test_the_bot_answers_as_in_the_guide() -> None:
    shown = next(block for block in blocks(DOCUMENT, "text") if block.startswith("> ugi"))
    lines = {
        sign: "".join(f"{line[2:]}\n" for line in shown.splitlines() if line[0] == sign) for sign in "><"
    }
    bot = [sys.executable, str(EXAMPLES / "bot.py")]
    done = subprocess.run(bot, input=lines[">"], capture_output=True, text=True, check=True)
    assert done.stdout == lines["<"]


def test_check_bot_prints_the_lines_of_the_guide() -> None:
    shown = next(block for block in blocks(DOCUMENT, "text") if "check-bot" in block)
    command, _, expected = shown.removeprefix("$ ").partition("\n")
    assert unmeasured(run(f"{command} --grace 10000 --patience 60", ROOT)) == unmeasured(expected)


def unmeasured(printed: str) -> str:
    """Return an output without the times and sizes that were measured."""
    return re.sub(r"\d+ (ms|MiB)", r"N \1", printed)


def test_the_match_of_the_guide_runs() -> None:
    command, _ = [block.strip() for block in blocks(DOCUMENT, "sh") if block.startswith("urbanist")]
    assert "python examples/quick.py" in run(command.replace("--games 10", "--games 2"), ROOT)


def test_the_class_of_the_guide_plays_and_passes_checks(tmp_path: Path) -> None:
    [shown] = blocks(DOCUMENT, "python")
    (tmp_path / "mybots.py").write_text(shown, encoding="utf-8")
    _, shell = [block for block in blocks(DOCUMENT, "sh") if block.startswith("urbanist")]
    match, check = shell.splitlines()
    assert "mybots.py:Frugal" in run(match.replace("--games 10", "--games 2"), tmp_path)
    patient = check.replace(
        "check-bot", "check-bot --grace 10000 --patience 60 --only game/metropolys/family/2 --only clock"
    )
    assert (
        unmeasured(run(patient, tmp_path))
        == "ok   game/metropolys/family/2\nok   clock: at most N ms late, of N ms\n"
    )


def test_the_numbers_of_the_guide_are_those_of_the_program() -> None:
    text = " ".join(DOCUMENT.read_text(encoding="utf-8").split())
    limits = ResourceLimits()
    for statement in (
        f"{clock_of().grace * 1000:.0f} milliseconds",
        f"{Timeouts().move:.0f} seconds for a move",
        f"{Timeouts().handshake:.0f} for the handshake and {Timeouts().ready:.0f} to get ready for a game",
        f"{limits.memory // 1024} GiB of memory",
        f"{limits.files} open files and {limits.processes} processes",
        f"{transport.MAX_OUTPUT >> 20} MiB between two commands",
        f"in lines of at most {LONGEST_LINE >> 20} MiB",
    ):
        assert statement in text
    assert (limits.cpu, transport.LEAVING) == (3600, 1.0)
