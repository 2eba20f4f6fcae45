"""The libraries of the cluster print nothing themselves, clients do not share games, and no program stays."""

import json
import shlex
import subprocess
import sys
from typing import Any

import pytest

from tests.bots.check.faults import SOUND

#: What a process with a cluster of its own writes: to standard output, what the games and programs came to.
CLUSTER = """
import json, logging, sys, time
from dataclasses import dataclass
import psutil
from distributed import LocalCluster, get_worker
from urbanist.bots.match.pairing import Pairing, Rules
from urbanist.bots.players.builtin import RandomBot
from urbanist.bots.protocol.command import CommandBot
from urbanist.bots.match.workers import RunEnded
from urbanist.bots.match.cluster import completed, connected, silence_logs
from urbanist.bots.match.cluster import played as games_of

@dataclass
class Told:
    id: str
    word: str
    def play(self, arena):
        return self.word

@dataclass
class Where:
    id: str
    def play(self, arena):
        time.sleep(0.05)
        return get_worker().address

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
    # A game that was on its way may still start a program, which then ends: half a second without one counts.
    until, looks = time.monotonic() + 120, [1]
    while time.monotonic() < until and any(looks[-5:]):
        looks.append(len(programs()))
        time.sleep(0.1)
    return max(looks[-5:])

told = {"words": [], "left": []}
with LocalCluster(n_workers=1, processes=False, protocol="tcp", dashboard_address="127.0.0.1:0") as cluster:
    one, other = (
        completed([Told(str(number), word) for number in range(9)], cluster.scheduler_address, 1)
        for word in ("one", "other")
    )
    for job, word in [next(one), *other, *one]:
        told["words"].append([job.word, word])
    for count in (2, 40):
        running = completed(games[:count], cluster.scheduler_address, 1)
        pairing, played = next(running)
        assert played.record.ended == "played out" and programs()
        running.close() if count > 2 else list(running)
        told["left"].append(left())
    with connected(cluster.scheduler_address) as client:
        games = games_of(client, "far", (Where(str(number)) for number in range(10_000)))
        places = {next(games)[1]}
        cluster.scale(2)
        while len(places) < 2:
            places.add(next(games)[1])
        games.close()
        told["places"] = len(places)
        games = games_of(client, "far", (Where(str(number)) for number in range(10_000)), patience=1)
        next(games)
        cluster.scale(0)
        try:
            list(games)
        except RunEnded as lost:
            told["lost"] = str(lost)
print(json.dumps(told))

silence_logs()
for name in [*logging.root.manager.loggerDict, "distributed.batched", "asyncio", "tornado.application"]:
    if name.startswith(("asyncio", "distributed", "tornado")):
        logging.getLogger(name).critical("lost")
logging.getLogger("distributed.made.later").critical("lost")
logging.getLogger("another").critical("heard")
"""


@pytest.fixture(scope="module")
def cluster() -> "subprocess.CompletedProcess[str]":
    """Return the process of a cluster, which has ended."""
    command = f"{shlex.quote(sys.executable)} -I {shlex.quote(str(SOUND))}"
    asked = [sys.executable, "-c", CLUSTER, command]
    return subprocess.run(asked, capture_output=True, text=True, check=False)


def told(cluster: "subprocess.CompletedProcess[str]") -> Any:
    assert cluster.stdout, cluster.stderr
    return json.loads(cluster.stdout)


def test_no_logger_of_the_cluster_writes_to_standard_error(cluster) -> None:
    assert cluster.stderr == "heard\n"


def test_two_clients_of_a_scheduler_get_their_own_games(cluster) -> None:
    """Their games have the same ids, as those of two tournaments have."""
    words = told(cluster)["words"]
    assert len(words) == 18
    assert all(asked == answered for asked, answered in words)


def test_workers_do_not_keep_the_programs_of_a_tournament_that_has_ended_or_was_interrupted(cluster) -> None:
    assert told(cluster)["left"] == [0, 0]


def test_a_worker_that_joins_later_gets_games(cluster) -> None:
    assert told(cluster)["places"] == 2


def test_a_cluster_without_any_worker_is_lost_in_one_line(cluster) -> None:
    lost = "scheduler 'far': no worker for 1 seconds; finished games are saved"
    assert told(cluster)["lost"] == lost
