"""The libraries of the cluster print nothing themselves, and clients do not share games."""

import subprocess
import sys

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

with LocalCluster(n_workers=1, processes=False, protocol="tcp", dashboard_address=None) as cluster:
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
