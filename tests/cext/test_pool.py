"""Pools of threads: each thing is done once, by as many threads as the work is worth."""

import gc
import threading

import numpy as np
import psutil
import pytest

from urbanist.cext import probe
from urbanist.cext.pool import Pool


@pytest.mark.parametrize("effort", [0, 3000])
@pytest.mark.parametrize("n", [0, 1, 2, 7, 100, 5000])
def test_each_thing_is_done_once(n: int, effort: int) -> None:
    pool = Pool()
    for threads in (1, 2, 5, 2):
        times, _ = probe.shared(pool, n, threads, effort)
        assert (times == 1).all()


def test_work_that_takes_long_is_divided_and_the_caller_works_too() -> None:
    pool = Pool()
    for _ in range(100):
        _, thread = probe.shared(pool, 400, 3, 200_000)
        who = set(thread.tolist())
        if len(who) == 3:
            assert threading.get_ident() in who
            return
    pytest.fail("three threads never worked together")


def test_work_that_is_done_at_once_has_one_thread() -> None:
    before = psutil.Process().num_threads()
    pool = Pool()
    for n in (1, 20, 200):
        _, thread = probe.shared(pool, n, 4, 0)
        assert (thread == threading.get_ident()).all()
    assert psutil.Process().num_threads() == before


def test_the_threads_wait_for_more_work_and_end_with_the_pool() -> None:
    before = psutil.Process().num_threads()
    pool = Pool()
    for _ in range(3):
        probe.shared(pool, 400, 3, 100_000)
        assert psutil.Process().num_threads() == before + 2
    del pool
    gc.collect()
    assert psutil.Process().num_threads() == before


def test_two_callers_at_once_do_not_disturb_each_other() -> None:
    pool, counts = Pool(), []

    def call() -> None:
        for _ in range(20):
            counts.append(bool((probe.shared(pool, 300, 3, 2000)[0] == 1).all()))

    callers = [threading.Thread(target=call) for _ in range(3)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert np.all(counts)
    assert len(counts) == 60
