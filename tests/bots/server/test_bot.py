"""The bot that the guide shows plays on the real server."""

import re
import subprocess
import sys
from pathlib import Path

from tests.bots.server.served import Server

GUIDE = Path(__file__).parents[3] / "docs" / "serve.md"


def test_the_bot_of_the_guide_plays_a_game(server: Server, tmp_path: Path) -> None:
    shown = re.findall(
        r"^```python\n# (\S+)\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    [(name, code)] = shown
    (tmp_path / name).write_text(code)
    command = [sys.executable, tmp_path / name, f"http://127.0.0.1:{server.port}/", "metropolys"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"points: \d+ \d+ rank: [12]\n", done.stdout)
