"""Ctrl-C where Python drops errors."""

import signal
import time

import pytest

from urbanist.bots.cli.interrupt import AGAIN, never_lost
from urbanist.bots.match.workers import signals_deferred


class Interrupted:
    """An object during whose end Ctrl-C is pressed."""

    def __del__(self) -> None:
        raise KeyboardInterrupt


class Faulty:
    """An object whose end fails."""

    def __del__(self) -> None:
        raise ValueError


def test_ctrl_c_in_a_destructor_comes_again() -> None:
    def pressed() -> None:
        with never_lost():
            Interrupted()
            time.sleep(60)

    with pytest.raises(KeyboardInterrupt):
        pressed()


def test_ctrl_c_comes_again_after_the_hook_that_noticed_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the time until it comes again can pass while the hook runs."""
    armed: list[float] = []
    real = signal.setitimer

    def slow(timer: int, seconds: float) -> None:
        real(timer, seconds)
        armed.append(seconds)
        if len(armed) == 1:
            time.sleep(0.1)

    monkeypatch.setattr(signal, "setitimer", slow)
    test_ctrl_c_in_a_destructor_comes_again()
    assert armed.count(AGAIN) > 1


def test_other_errors_of_destructors_are_reported_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[type[BaseException]] = []
    monkeypatch.setattr("sys.unraisablehook", lambda told: seen.append(told.exc_type))
    with never_lost():
        Faulty()
    assert seen == [ValueError]


def test_a_block_is_done_to_its_end_before_ctrl_c() -> None:
    done: list[str] = []

    def pressed() -> None:
        with signals_deferred():
            signal.raise_signal(signal.SIGINT)
            done.append("the rest")
        done.append("what follows")

    with pytest.raises(KeyboardInterrupt):
        pressed()
    assert done == ["the rest"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
