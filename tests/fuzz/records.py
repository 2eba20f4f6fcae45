"""Records of real positions in which a few bytes were changed: each is refused in one line, or played to its end.

python -m tests.fuzz.records GAME SEED TRIES

The number of each try is written before it is made, so that a crash or a hang tells where it happened.
"""

import pickle
import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random

import numpy as np

from tests.engine.tables import TABLES, played
from tests.fuzz.claims import assert_clear
from urbanist.engine import GAMES, State
from urbanist.engine.batch import Batch

#: One of so many accepted records is looked at in all ways; the others are only played to their ends.
LOOKED_AT = 10


@cache
def real(game: str) -> tuple[bytes, ...]:
    """Return the records of positions of a few games at each table: those that were played, and what one seat knows."""
    states: list[State] = []
    for table in TABLES:
        if table.game.name == game:
            states += [state for seed in range(2) for state in played(table, seed)[0]]
            notation, first = table.game.notation, table.deal(5)
            states.append(table.game.read_deal(notation.mask_deal(notation.write_deal(first.array), 0)))
            states += [first.playout(seed) for seed in range(2)]
    states += [state for option in others(game) for state in played_with(game, option)]
    return tuple(state.array.tobytes() for state in states)


def others(game: str) -> list[str]:
    """Return the options that deal other data than the shipped ones."""
    if find_spec(f"tests.engine.{game}.sets") is None:
        return []
    sets = import_module(f"tests.engine.{game}.sets")
    return [f"data={sets.added(data())}" for data in sets.OTHERS]


def played_with(game: str, option: str) -> list[State]:
    """Return the positions of a random game of three."""
    batch = Batch.of([GAMES[game].deal(seats=3, options=[option], seed=1)])
    states = [batch.state(0)]
    while not states[-1].over:
        batch.apply(batch.sample(len(states)))
        states.append(batch.state(0))
    return states


def changed(record: bytes, rng: Random) -> bytes:
    """Return a record with one to three other bytes; often they are small numbers or single bits."""
    content = bytearray(record)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        place = rng.randrange(len(content))
        content[place] = rng.choice(
            (
                rng.randrange(256),
                rng.randrange(8),
                content[place] ^ 1 << rng.randrange(8),
                content[place] + 1 & 255,
            )
        )
    return bytes(content)


def look(state: State, seed: int) -> None:
    """Use all that a state tells."""
    state.legal()
    state.score_rows(seed % state.seats)
    state.game.notation.describe(state.array)
    state.game.notation.score_breakdown(state, seed % state.seats)
    state.shortlist()
    state.key, state.chance(), state.ranks()
    for seat in (None, *range(state.seats)):
        state.observe(seat)
        drawn = state.reshuffled(seat, seed)
        assert pickle.loads(pickle.dumps(drawn)) == drawn
    if state.game.action_count:
        state.legal_mask()


def step(state: State, seed: int) -> None:
    """Play random moves one by one to the end, and look at some positions."""
    batch, ply = Batch.of([state]), 0
    while not batch.array["over"][0]:
        batch.apply(batch.sample(seed + ply))
        ply += 1
        if ply % 16 == 0:
            look(batch.state(0), seed)


def attempt(game: str, seed: int) -> bool:
    """Make one try; return whether the record was accepted."""
    rng = Random(seed)
    kind = GAMES[game]
    record = np.frombuffer(changed(rng.choice(real(game)), rng), kind.dtype)
    try:
        state = kind.from_array(record)
    except ValueError as error:
        assert_clear(str(error))
        return False
    assert kind.from_array(state.array) == state
    assert state.playout(seed).over
    assert state.playout(seed, informed=True).over
    if seed % LOOKED_AT == 0:
        look(state, seed)
        if state.due:
            state = state.reshuffled(None, seed)
            Batch.of([state]).playout()
        else:
            step(state, seed)
    return True


def main() -> None:
    """Make so many tries from a seed on; say how many records were accepted."""
    game, first, tries = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    accepted = 0
    for seed in range(first, first + tries):
        print(seed, flush=True)
        accepted += attempt(game, seed)
    print(f"{accepted} of {tries} accepted", flush=True)


if __name__ == "__main__":
    main()
