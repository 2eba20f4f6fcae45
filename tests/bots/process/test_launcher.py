"""The script that starts programs, and a referee that goes away."""

import os
import socket
import subprocess
import sys

import pytest

from urbanist.bots.process.launcher import NUMBER, STREAMS
from urbanist.bots.process.nursery import LAUNCHER
from urbanist.cext import spawn

#: Seconds in which a launcher ends, on a busy machine too.
PATIENCE = 60


@pytest.mark.parametrize(
    "part", [b"", NUMBER.pack(100)[:2], NUMBER.pack(100), NUMBER.pack(100) + b'{"words"']
)
def test_it_ends_with_a_referee_that_is_killed_while_it_asks(part: bytes) -> None:
    ours, its = socket.socketpair()
    words = [sys.executable, "-I", "-S", str(LAUNCHER), str(its.fileno()), spawn.__file__]
    with subprocess.Popen(words, pass_fds=[its.fileno()]) as launcher:
        its.close()
        if part:
            streams = [os.open(os.devnull, os.O_RDWR) for _ in range(STREAMS)]
            socket.send_fds(ours, [part], streams)
            for stream in streams:
                os.close(stream)
        ours.close()
        try:
            assert launcher.wait(PATIENCE) == 0
        finally:
            launcher.kill()
