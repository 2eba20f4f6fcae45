"""Bots think on a real scheduler with a real worker, which then dies."""

import signal
from pathlib import Path

import psutil
import pytest

from tests.bots.cli.test_tournament_cluster import scheduler_in, worker_of
from tests.bots.cli.using import killed
from tests.bots.server.served import Server


@pytest.mark.nightly
def test_bots_think_on_a_cluster_and_at_home_when_it_is_lost(tmp_path: Path) -> None:
    far = tmp_path / "far"
    far.mkdir()
    scheduler, address = scheduler_in(far)
    nanny = worker_of(address, far)
    server = Server(tmp_path / "tables", "--cluster", address)
    try:
        table, [key, _] = server.open("metropolys", seats=["human", "level=5"], seed=1)
        with server.news(f"{table}/news?key={key}") as views:
            view = next(view for view in views if view["legal"])
            worker = max(
                psutil.Process(nanny.pid).children(recursive=True), key=lambda each: each.memory_info().rss
            )
            before = sum(worker.cpu_times()[:2])
            server.post(f"{table}/moves", key=key, ply=view["ply"], move=view["legal"][0])
            ply = view["ply"]
            view = next(view for view in views if view["legal"] and view["ply"] > ply)
            assert sum(worker.cpu_times()[:2]) > before
            scheduler.kill(signal.SIGKILL)
            server.post(f"{table}/moves", key=key, ply=view["ply"], move=view["legal"][0])
            ply = view["ply"]
            assert next(view for view in views if view["legal"] and view["ply"] > ply)
    finally:
        for process in (nanny, scheduler):
            killed(process)
        said = server.end()
    assert said == ""
