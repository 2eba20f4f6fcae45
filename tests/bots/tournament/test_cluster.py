"""The libraries of the cluster print nothing themselves, and clients do not share games."""

import shlex
import subprocess
import sys

from tests.bots.check.faults import SOUND

LOGS_OF_ALL = """
import logging
import distributed
from urbanist.bots.tournament.cluster import silence_logs

silence_logs()
for name in [*logging.root.manager.loggerDict, "distributed.batched", "asyncio", "tornado.application"]:
    if name.startswith(("asyncio", "distributed", "tornado")):
        logging.getLogger(name).critical("lost")
logging.getLogger("distributed.made.later").critical("lost")
logging.getLogger("another").critical("heard")
"""


def test_no_logger_of_the_cluster_writes_to_standard_error() -> None:
    done = subprocess.run([sys.executable, "-c", LOGS_OF_ALL], capture_output=True, text=True, check=True)
    assert done.stdout + done.stderr == "heard\n"


TWO_CLIENTS = """
from dataclasses import dataclass
from distributed import LocalCluster
from urbanist.bots.tournament.cluster import completed

@dataclass
class Told:
    id: str
    word: str
    def play(self, arena):
        return self.word

with LocalCluster(n_workers=1, processes=False, protocol="tcp", dashboard_address="127.0.0.1:0") as cluster:
    one, other = (
        completed([Told(str(number), word) for number in range(9)], cluster.scheduler_address, 1)
        for word in ("one", "other")
    )
    for job, word in [next(one), *other, *one]:
        print(job.word == word)
"""


def test_two_clients_of_a_scheduler_get_their_own_games() -> None:
    """Their games have the same ids, as those of two tournaments have."""
    done = subprocess.run([sys.executable, "-c", TWO_CLIENTS], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True"] * 18


PROGRAMS = """
import sys, time
import psutil
from distributed import LocalCluster
from urbanist.bots.match.pairing import Pairing, Rules
from urbanist.bots.players.random_bot import RandomBot
from urbanist.bots.protocol.command import CommandBot
from urbanist.bots.tournament.cluster import completed

bots, rules = (CommandBot(sys.argv[1]), RandomBot()), Rules("metropolys", 2, 1)
names = ("one", "other")
games = [Pairing(str(number), rules, number, (0, 1), bots, names, restart=False) for number in range(40)]

def is_program(child):
    try:
        return "sound.py" in " ".join(child.cmdline())
    except psutil.NoSuchProcess:  # it has ended meanwhile
        return False

def programs():
    return [child for child in psutil.Process().children(recursive=True) if is_program(child)]

def left():
    until = time.monotonic() + 20
    while programs() and time.monotonic() < until:
        time.sleep(0.1)
    return len(programs())

with LocalCluster(n_workers=1, processes=False, protocol="tcp", dashboard_address="127.0.0.1:0") as cluster:
    for count in (2, 40):
        running = completed(games[:count], cluster.scheduler_address, 1)
        pairing, played = next(running)
        assert played.record.ended == "played out" and programs()
        running.close() if count > 2 else list(running)
        print(left())
"""


def test_workers_do_not_keep_the_programs_of_a_tournament_that_has_ended_or_was_interrupted() -> None:
    command = f"{shlex.quote(sys.executable)} -I {shlex.quote(str(SOUND))}"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAMS, command], capture_output=True, text=True, check=False
    )
    assert (done.stdout.split(), done.stderr) == (["0", "0"], "")
