"""What callers give for each record of a batch, as arrays that the kernel reads; `ValueError` if it is wrong."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Numbers = Sequence[int] | npt.NDArray[np.integer]


def as_words(moves: Numbers, n: int) -> npt.NDArray[np.uint32]:
    """Return moves as an array of uint32 [n]."""
    given = np.asarray(moves)
    if given.shape != (n,):
        raise ValueError(f"moves of shape {given.shape} for a batch of {n}: expected ({n},)")
    words = given.astype(np.uint32)
    if n and (given.dtype.kind not in "iu" or (words != given).any()):
        raise ValueError("moves must be whole numbers of 32 bits, as `Batch.moves` returns them")
    return np.ascontiguousarray(words)


def as_actions(actions: Numbers, n: int, count: int, least: int = 0) -> npt.NDArray[np.int32]:
    """Return actions as an array of int32 [n]; each is from `least` on, and below `count`."""
    given = np.asarray(actions)
    if given.shape != (n,):
        raise ValueError(f"actions of shape {given.shape} for a batch of {n}: expected ({n},)")
    if n and given.dtype.kind not in "iu":
        raise ValueError("actions must be whole numbers")
    wrong = (given < least) | (given >= count)
    if wrong.any():
        index = int(wrong.argmax())
        raise ValueError(f"record {index}: no action {given[index]}; there are {count}, counted from 0")
    return np.ascontiguousarray(given, np.int32)


def as_rows(rows: Numbers, n: int) -> npt.NDArray[np.int64]:
    """Return numbers of records as an array of int64 [m]; each is below n."""
    given = np.asarray(rows)
    if given.ndim != 1 or (given.dtype.kind not in "iu" and given.size):
        raise ValueError("the numbers of records must be a row of whole numbers")
    wrong = (given < 0) | (given >= n)
    if wrong.any():
        raise ValueError(f"no record {given[wrong][0]}; there are {n}, counted from 0")
    return np.ascontiguousarray(given, np.int64)


def as_seats(at_table: npt.NDArray[np.uint8], seats: int | Numbers | None) -> npt.NDArray[np.int32]:
    """Return a seat for each record, int32 [N], -1 for a bystander; `at_table` has their numbers of seats."""
    given = np.asarray(-1 if seats is None else seats)
    if given.dtype.kind not in "iu" and given.size:
        raise ValueError("seats must be whole numbers, or None for a bystander")
    wanted = np.broadcast_to(given.astype(np.int32), at_table.shape)
    least = 0 if np.ndim(seats if seats is not None else [0]) == 0 else -1
    wrong = (wanted >= at_table) | (wanted < least)
    if wrong.any():
        index = int(wrong.argmax())
        seat, there = wanted[index], at_table[index]
        raise ValueError(f"record {index}: no seat {seat}; there are {there}, counted from 0")
    return np.array(wanted)


def as_out(name: str, given: object, shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Return the memory of a caller as an array, without a copy; `ValueError` if numbers cannot be written there.

    It may be an array of numpy, or anything with the buffer protocol or DLPack in the memory of the processor.
    """
    array = _shared(name, given)
    wanted = np.dtype(dtype)
    if array.shape != shape or array.dtype != wanted:
        raise ValueError(f"{name} is {array.dtype} {array.shape}: expected {wanted} {shape}")
    if not (array.flags.c_contiguous and array.flags.writeable):
        raise ValueError(f"{name} must be contiguous and writable")
    return array


def _shared(name: str, given: object) -> npt.NDArray[Any]:
    """Return an array in the memory of a caller; `ValueError` if there is none that numpy can see."""
    if isinstance(given, np.ndarray):
        return given
    try:
        if hasattr(given, "__dlpack__"):
            return np.from_dlpack(given)
        return np.asarray(memoryview(given))  # type: ignore[arg-type]
    except TypeError:
        kind = type(given).__name__
        raise ValueError(
            f"{name} is a {kind}: expected an array, or memory by DLPack or the buffer protocol"
        ) from None
    except (BufferError, RuntimeError) as error:  # such as a tensor on a GPU, or one with a gradient
        raise ValueError(f"{name}: {error}") from None
