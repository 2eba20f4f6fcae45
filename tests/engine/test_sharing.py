"""Tests of work that is divided among threads."""

import threading

import pytest

from urbanist.engine.sharing import share


@pytest.mark.parametrize("n", [0, 1, 2, 7, 100])
def test_slices_cover_everything_once(n: int, threads: int) -> None:
    slices: list[tuple[int, int]] = []
    share(lambda start, stop: slices.append((start, stop)), n, threads)
    assert len(slices) == threads
    assert sorted(i for start, stop in slices for i in range(start, stop)) == list(range(n))


def test_each_slice_has_a_thread_and_the_caller_works_too() -> None:
    together = threading.Barrier(3)
    names: list[str] = []

    def part(start: int, stop: int) -> None:
        together.wait(timeout=10)
        names.append(threading.current_thread().name)

    share(part, 3, 3)
    assert len(set(names)) == 3
    assert threading.current_thread().name in names


@pytest.mark.parametrize("failing", [0, 1, 2])
def test_what_a_slice_raises_is_raised(failing: int) -> None:
    done = []

    def part(start: int, stop: int) -> None:
        if start == failing:
            raise MemoryError(f"slice {start}")
        done.append(start)

    with pytest.raises(MemoryError, match=f"slice {failing}"):
        share(part, 3, 3)
    assert sorted(done) == [i for i in range(3) if i != failing]
