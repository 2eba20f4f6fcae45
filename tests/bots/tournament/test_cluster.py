"""The libraries of the cluster print nothing themselves."""

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
