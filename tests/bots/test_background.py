"""Work in a thread beside: what it returns or raises, how it ends, and that it holds nothing afterwards."""

import gc
import threading
import weakref

import pytest

from urbanist.bots.background import Background


class Owner:
    """Somebody who holds work that holds its owner."""

    def __init__(self) -> None:
        self.work: Background[int] | None = None

    def count(self, enough: threading.Event) -> int:
        return 7


def test_who_began_the_work_is_free_as_soon_as_it_is_done() -> None:
    """A search holds a tree of hundreds of megabytes: it must not wait until the garbage collector looks for cycles."""
    gc.disable()
    try:
        owner = Owner()
        seen = weakref.ref(owner)
        owner.work = Background(owner.count)
        owner.work.join()
        del owner
        assert seen() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("error", [None, ValueError("no")])
def test_what_comes_out_is_told_with_the_work(error: Exception | None) -> None:
    told = []

    def work(_: threading.Event) -> int:
        if error is not None:
            raise error
        return 3

    begun = Background(work, lambda work, result: told.append((work, result)))
    begun.join()
    assert told == [(begun, error or 3)]


def test_work_hears_that_it_should_end() -> None:
    begun = Background(lambda enough: enough.wait(60), lambda _, heard: ends.append(heard))
    ends: list[bool | Exception] = []
    assert not begun.stopped
    begun.stop()
    begun.join(60)
    assert begun.stopped
    assert ends == [True]
