"""Ctrl-C where Python drops errors."""

import time

import pytest

from urbanist.bots.cli.interrupt import never_lost


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


def test_other_errors_of_destructors_are_reported_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[type[BaseException]] = []
    monkeypatch.setattr("sys.unraisablehook", lambda told: seen.append(told.exc_type))
    with never_lost():
        Faulty()
    assert seen == [ValueError]
