"""Rows of numbers on disk, for fits that have more of them than there is memory."""

import mmap
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numpy as np
import numpy.typing as npt

from urbanist.search.training.descent import Array

#: Rows that are worked on at once.
PIECE = 16384
Indices = npt.NDArray[np.intp]


class Stored(AbstractContextManager["Stored"]):
    """Rows that are added one after the other to a file without a name, and read as one array at last.

    The pages of the array that were read take memory until `release`.
    """

    def __init__(
        self, shape: tuple[int, ...], folder: Path | None, dtype: npt.DTypeLike = np.float32
    ) -> None:
        """Open the file in a folder, by default that of temporary files; it is gone when nobody uses it."""
        self._shape, self._dtype, self._rows = shape, np.dtype(dtype), 0
        self._file = TemporaryFile(dir=folder)  # noqa: SIM115 - it lives as long as the rows

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, rows: npt.ArrayLike) -> None:
        """Add rows."""
        numbers = np.ascontiguousarray(rows, self._dtype).reshape(-1, *self._shape)
        self._file.write(numbers.data)
        self._rows += len(numbers)

    def array(self) -> npt.NDArray[Any]:
        """Return all rows; none can be added then."""
        with self._file:
            if not self._rows:
                return np.zeros((0, *self._shape), self._dtype)
            self._file.flush()
            pages = mmap.mmap(self._file.fileno(), 0)
        return np.frombuffer(pages, self._dtype).reshape(self._rows, *self._shape)


def in_runs(count: int, run: int, rng: np.random.Generator) -> Indices:
    """Return the numbers of all rows: runs of rows that follow each other, in random order.

    A row alone takes as long to read as its neighbours with it.
    """
    starts = rng.permutation(-(-count // run)) * run
    order: Indices = (starts[:, None] + np.arange(run)).ravel()
    return order[order < count]


def release(array: npt.NDArray[Any]) -> None:
    """Give the pages of a stored array back; other arrays stay as they are."""
    whole: Any = array
    while isinstance(whole, np.ndarray) and whole.base is not None:
        whole = whole.base
    if isinstance(whole, memoryview):
        whole = whole.obj
    if isinstance(whole, mmap.mmap):
        whole.madvise(mmap.MADV_DONTNEED)


def pieces(array: Array) -> Iterator[Array]:
    """Yield the rows of an array in pieces; each is given back when the next one is asked for."""
    for at in range(0, len(array), PIECE):
        yield array[at : at + PIECE]
        release(array)


def mean_and_size(arrays: list[Array]) -> tuple[Array, Array]:
    """Return the mean and the standard deviation of each column; one that never changes has the size 1."""
    count = sum(len(array) for array in arrays)
    mean = sum(part.sum(0, dtype=np.float64) for array in arrays for part in pieces(array)) / count
    size = np.sqrt(sum(((part - mean) ** 2).sum(0) for array in arrays for part in pieces(array)) / count)
    return mean.astype(np.float32), np.where(size > 1e-6, size, 1).astype(np.float32)
