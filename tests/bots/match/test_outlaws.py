"""Programs that kill or stop their opponent, their referee or their worker: only they lose their games."""

import os
import signal
import sys
from itertools import product
from pathlib import Path

import pytest

from tests.bots.hostile import BEGINNING, program
from urbanist.bots.match.pairing import Pairing, Rules
from urbanist.bots.match.workers import completed
from urbanist.bots.process.sandbox import Sandbox, fault
from urbanist.bots.protocol.command import CommandBot

#: A program that plays the first legal move; it writes the number of its process to a file.
LISTENING = """legal = []
open(sys.argv[1], "w").write(str(os.getpid()))
for line in sys.stdin:
    if line.startswith("legal"):
        legal = line.split()[1:]
"""
PEACEFUL = (
    BEGINNING.replace("games metropolys", "option name legal type check default false\\ngames metropolys")
    .replace("for line in sys.stdin:\n", LISTENING)
    .rstrip()
    + "\n    say('bestmove ' + legal[0])\n"
)
OPPONENT = "int(open({pid!r}).read())"
TARGETS = {"opponent": OPPONENT, "worker": "os.getppid()", "referee": "{referee}"}


@pytest.mark.skipif(bool(fault()), reason=f"no sandbox here: {fault()}")
def test_a_program_that_kills_or_stops_others_disturbs_nobody(tmp_path: Path) -> None:
    peaceful = tmp_path / "peaceful.py"
    peaceful.write_text(PEACEFUL, encoding="utf-8")
    games = []
    for deal, (target, number) in enumerate(product(TARGETS, (signal.SIGKILL, signal.SIGSTOP))):
        pid = tmp_path / f"pid-{deal}"
        victim = CommandBot(f"{sys.executable} -I -S {peaceful} {pid}")
        whom = TARGETS[target].format(pid=str(pid), referee=os.getpid())
        code = f"os.kill({whom}, {int(number)}); say('bestmove none')"
        outlaw = CommandBot(program(tmp_path, code), sandbox=Sandbox())
        bots, names = (outlaw, victim), ("outlaw", "victim")
        games.append(Pairing(str(deal), Rules("metropolys", 2, 1), deal, (0, 1), bots, names))
    ended = list(completed(games, workers=2))
    assert len(ended) == len(games) == 6
    for _, played in ended:
        assert [lost["seat"] for lost in played.record.meta["forfeits"]] == [0]
        assert played.record.ranks == (2, 1)
