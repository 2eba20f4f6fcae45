"""A C program of `bench/c` as a game: it plays random games, as `urbanist.engine.simulate` does with ours."""

import ctypes
import subprocess
from pathlib import Path
from typing import NamedTuple

SOURCES = Path(__file__).parent / "c"
MOST_SEATS = 5
Numbers = ctypes.c_double * MOST_SEATS


class Means(NamedTuple):
    """Means over random games: the number of moves, and the points and the win share of each seat."""

    plies: float
    points: tuple[float, ...]
    win_share: tuple[float, ...]


class CGame:
    """The compiled program of a game; raises `CalledProcessError` where `cc` cannot compile it for this machine."""

    def __init__(self, name: str, folder: Path) -> None:
        library = folder / f"{name}.so"
        source = SOURCES / f"{name}.c"
        flags = [
            "-O3",
            "-march=native",
            "-Wall",
            "-Wextra",
            "-Wno-parentheses",
            "-Werror",
            "-shared",
            "-fPIC",
        ]
        subprocess.run(["cc", *flags, "-o", library, source], check=True)
        self._play = ctypes.CDLL(str(library)).play
        self._play.restype = ctypes.c_double
        self._play.argtypes = [
            ctypes.c_int,
            ctypes.c_int,
            ctypes.c_long,
            ctypes.c_uint64,
            *[ctypes.POINTER(ctypes.c_double)] * 2,
        ]

    def play(self, seats: int, variant: int, games: int, seed: int) -> Means:
        """Play random games of a variant, given by its number, and return their means."""
        points, shares = Numbers(), Numbers()
        plies = self._play(seats, variant, games, seed, points, shares)
        return Means(plies, tuple(points[:seats]), tuple(shares[:seats]))
