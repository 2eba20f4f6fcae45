"""Seeds, counts and seats may be numbers of numpy; what is no whole number is refused in one line."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from urbanist.engine import GAMES, Batch, History
from urbanist.engine.features import features
from urbanist.engine.perft import perft
from urbanist.engine.simulate import simulate

METROPOLYS = GAMES["metropolys"]
STATE = METROPOLYS.deal(seats=4, seed=1)
BATCH = Batch.of([STATE] * 3)

#: What takes a whole number, by the name that an error gives it.
TAKERS: dict[str, tuple[str, Callable[[Any], object]]] = {
    "deal, seats": ("seats", lambda n: METROPOLYS.deal(seats=n)),
    "deal, seed": ("seed", lambda n: METROPOLYS.deal(seats=2, seed=n)),
    "deal_again": ("seed", lambda n: History.start(STATE).dealt_again(n).state),
    "redrawn": ("seed", lambda n: History.start(STATE).redrawn(n).state),
    "view": ("seed", lambda n: History.start(STATE).seen_by(1).state(n)),
    "reshuffled, seat": ("seat", lambda n: STATE.reshuffled(n, 1)),
    "reshuffled, seed": ("seed", lambda n: STATE.reshuffled(1, n)),
    "playout": ("seed", STATE.playout),
    "score_rows": ("seat", STATE.score_rows),
    "play": ("move", lambda n: STATE.play(int(STATE.moves()[0]) if n == 2 else n)),
    "features": ("seat", lambda n: [part.tobytes() for part in features(STATE, n)]),
    "observe": ("seats", lambda n: STATE.observe(n).flat().tobytes()),
    "perft": ("depth", lambda n: perft(STATE.play(STATE.legal()[0]), n)),
    "simulate": ("games", lambda n: simulate(METROPOLYS, n, seats=2)),
    "batch, n": ("n", lambda n: Batch.deal(METROPOLYS, n, seats=2).array.tobytes()),
    "batch, seats": ("seats", lambda n: Batch.deal(METROPOLYS, 3, seats=n).array.tobytes()),
    "batch, seed": ("seed", lambda n: Batch.deal(METROPOLYS, 3, seats=2, seed=n).array.tobytes()),
    "batch, threads": ("threads", lambda n: BATCH.moves(threads=n)[1].tobytes()),
    "batch, sample": ("seed", lambda n: BATCH.sample(n).tobytes()),
    "batch, state": ("index", BATCH.state),
    "batch, observe": ("seats", lambda n: BATCH.observe(n).common.tobytes()),
}


@pytest.mark.parametrize("taker", TAKERS)
def test_a_number_of_numpy_counts_as_one_of_python(taker: str) -> None:
    _, take = TAKERS[taker]
    for kind in (np.int64, np.uint8, np.int16):
        assert take(kind(2)) == take(2)


@pytest.mark.parametrize("value", [True, np.True_, 2.0, np.float64(2), "2"])
def test_what_is_no_whole_number_is_refused_by_its_name(value: object) -> None:
    for taker, (name, take) in TAKERS.items():
        if taker == "play" and value == "2":
            continue  # a text is a move in notation
        neither = "is neither a move nor a chance event: expected one of "
        expected = neither if taker == "play" else rf"^{name}.* whole number"
        with pytest.raises((TypeError, ValueError), match=expected) as refused:
            take(value if taker != "play" else type(value)(3))  # type: ignore[call-arg]
        assert "\n" not in str(refused.value)


def test_seeds_count_by_their_lowest_64_bits() -> None:
    most: Any = np.uint64((1 << 64) - 1)
    assert METROPOLYS.deal(seats=2, seed=-1) == METROPOLYS.deal(seats=2, seed=most)
