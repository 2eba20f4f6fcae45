"""Steps of batches in memory of the caller: they do what the other methods do one after the other."""

import os
import pickle
from array import array
from typing import Any

import numpy as np
import pytest

from tests.engine.tables import DAILY_TABLES, PLAIN_TABLES, TABLES, Table, played
from urbanist.engine import GAMES, Batch, IllegalMove
from urbanist.engine.buffers import REWARDS, Buffers, Reward
from urbanist.engine.features import ALL_SEATS, features
from urbanist.engine.observation import PARTS, Observation, Parts
from urbanist.engine.record import win_shares

SIZE, STEPS = 24, 40
AKROPOLIS = next(table for table in PLAIN_TABLES if table.game.name == "akropolis")


@pytest.fixture(params=DAILY_TABLES)
def table(request: pytest.FixtureRequest) -> Table:
    param: Table = request.param
    return param


def deal(table: Table, n: int = SIZE, seed: int = 4) -> Batch:
    """Return games of which many end within some steps: they are played on to near their ends."""
    batch = Batch.deal(table.game, n, variant=table.variant, seats=table.seats, seed=seed)
    ends = batch.copy()
    ends.playout(seed)
    for turn in range(int(ends.array["ply"].min()) - 20):
        batch.apply(batch.sample(turn), trusted=True)
    return batch


def midgame(table: Table) -> Batch:
    return Batch.of([state for state in played(table, 1)[0] if not state.due])


def drawn(buffers: Buffers, rng: np.random.Generator) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return a random legal action for each record."""
    return (rng.random(buffers.bits().shape) * buffers.bits()).argmax(axis=1)


def slow_rewards(before: Batch, after: Batch, kind: Reward) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return the rewards of a move by the methods of `Batch`, as docs/observations.md describes them."""
    points = after.scores()
    if kind == "gain":
        return (points - before.scores()).astype(np.float32)
    shares = np.array([win_shares(row) for row in after.ranks().tolist()])
    others = np.array([[max(np.delete(row, seat)) for seat in range(len(row))] for row in points.tolist()])
    rewards = {"win": len(points[0]) * shares - 1, "margin": points - others, "points": points}[kind]
    return np.where(after.array["over"][:, None] != 0, rewards, 0).astype(np.float32)


def test_a_step_does_what_the_slow_calls_do(table: Table, threads: int) -> None:
    cropped = table.game.crop_layout is not None
    batch, slow = deal(table), deal(table)
    outs = [batch.buffers(reward=reward, cropped=cropped) for reward in REWARDS]
    batch.look(out=outs[0], threads=threads)
    out, rng, ended = outs[0], np.random.default_rng(1), 0
    for step in range(STEPS):
        actions, before = drawn(out, rng), slow.copy()
        out = outs[step % len(outs)]
        batch.step(actions, step, out=out, threads=threads)
        slow.apply(slow.moves_of(actions, cropped=cropped))
        paid = slow_rewards(before, slow, out.reward)
        over = slow.reset(step)
        assert batch.array.tobytes() == slow.array.tobytes()
        assert (out.rewards == paid).all()
        assert (out.over == over).all()
        assert (out.to_move == slow.array["to_move"]).all()
        assert (out.mask == slow.legal_mask(cropped=cropped)).all()
        if step % 8 == 0:
            seen = slow.observe(slow.array["to_move"].astype(int), cropped=cropped)
            assert (out.observation == seen.flat()).all()
        ended += int(over.sum())
    assert ended > 0


def test_many_games_step_alike_on_any_number_of_threads(table: Table) -> None:
    """So many records that helpers are worth their while."""
    batches = [deal(table, 700) for _ in range(2)]
    outs = [batch.buffers(parts="features") for batch in batches]
    for step in range(3):
        for batch, out, threads in zip(batches, outs, (1, 4), strict=True):
            batch.look(out=out, threads=threads)
            actions = out.mask.argmax(axis=1)
            batch.step(actions, step, out=out, threads=threads)
        assert batches[0].array.tobytes() == batches[1].array.tobytes()
        for name in ("observation", "mask", "rewards", "over", "to_move"):
            assert (getattr(outs[0], name) == getattr(outs[1], name)).all(), name


def test_an_illegal_action_names_its_record_and_nothing_is_played(threads: int) -> None:
    batch = deal(PLAIN_TABLES[0])
    out = batch.buffers()
    batch.look(out=out)
    before, observation = batch.array.tobytes(), out.observation.copy()
    actions = out.mask.argmax(axis=1)
    actions[17] = int(np.flatnonzero(~out.mask[17])[0])
    with pytest.raises(IllegalMove, match=rf"^record 17: no legal move has the action {actions[17]};"):
        batch.step(actions, 1, out=out, threads=threads)
    assert batch.array.tobytes() == before
    assert (out.observation == observation).all()


def test_records_that_are_over_before_a_step_are_dealt_anew_without_rewards() -> None:
    batch = deal(PLAIN_TABLES[0], 3)
    batch.playout(1)
    out = batch.buffers(reward="points")
    batch.step(np.zeros(3, int), 5, out=out)
    assert out.over.all()
    assert not out.rewards.any()
    dealt = Batch.deal(batch.game, 3, variant=PLAIN_TABLES[0].variant, seats=2, seed=5)
    assert batch.array.tobytes() == dealt.array.tobytes()


@pytest.mark.parametrize("parts", PARTS)
def test_parts_of_an_observation_have_the_numbers_of_their_names(table: Table, parts: Parts) -> None:
    batch = midgame(table)
    for cropped in (False, True) if table.game.crop_layout else (False,):
        whole = table.game.crop_layout if cropped else table.game.layout
        assert whole is not None
        seen, part = batch.observe(1, cropped=cropped), batch.observe(1, parts=parts, cropped=cropped)
        out = batch.buffers(parts=parts, cropped=cropped)
        names = out.layout
        for array_name, axis in (("common", 1), ("seats", 2), ("common_planes", 1), ("seat_planes", 2)):
            kept = [getattr(whole, array_name).index(name) for name in getattr(names, array_name)]
            expected = np.take(getattr(seen, array_name), kept, axis=axis)
            array = getattr(part, array_name)
            assert expected.size == array.size
            assert (expected.ravel() == array.ravel()).all()
    common, rows = batch.features(1)
    seen = batch.observe(1, parts="features")
    assert (common == seen.common).all()
    assert (rows == seen.seats).all()


def test_small_forms_of_numbers_are_those_of_the_float_ones(table: Table) -> None:
    batch = midgame(table)
    rows = batch.observe(0).flat()
    halves, scaled = batch.observe(0, dtype=np.float16), batch.observe(0, scaled=True)
    assert (halves.flat() == rows.astype(np.float16)).all()
    low, high = table.game.layout.bounds(table.seats)
    assert (rows >= low).all()
    assert (rows <= high).all()
    expected = (rows - low) / (high - low)
    assert np.allclose(scaled.flat(), expected, atol=1e-6)
    assert scaled.flat().min() >= 0
    assert scaled.flat().max() <= 1
    octets = batch.observe(0, dtype=np.uint8).flat()
    assert octets.dtype == np.uint8
    assert np.abs(octets - 255 * expected).max() <= 0.5 + 1e-4


def test_a_packed_mask_has_the_bits_of_the_mask(table: Table) -> None:
    batch = midgame(table)
    mask, bits = batch.legal_mask(), batch.legal_mask(packed=True)
    count = table.game.action_count
    assert bits.shape == (len(batch), -(-count // 8))
    assert (np.unpackbits(bits, axis=1, count=count, bitorder="little") == mask).all()
    out = batch.buffers(packed=True)
    batch.look(out=out)
    assert (out.mask == bits).all()
    assert (out.bits() == mask).all()


def test_a_record_with_action_minus_one_waits(table: Table) -> None:
    batch = deal(table, 6)
    out, before = batch.buffers(reward="gain"), batch.copy()
    batch.look(out=out)
    actions = np.where(np.arange(6) % 2, out.mask.argmax(axis=1), -1)
    batch.step(actions, 3, out=out)
    for i in range(6):
        assert (batch.state(i) == before.state(i)) == (actions[i] < 0)
    assert not out.over[::2].any()
    assert not out.rewards[::2].any()
    assert (out.mask == batch.legal_mask()).all()


def test_the_actions_of_moves_are_the_way_back(table: Table, threads: int) -> None:
    batch = midgame(table)
    moves = batch.sample(1)
    actions = batch.actions_of(moves, threads=threads)
    assert (batch.moves_of(np.maximum(actions, 0)) == moves).all()
    assert ((actions < 0) == (batch.array["over"] != 0)).all()
    moves[2] = 0xFFFF
    with pytest.raises(IllegalMove, match=r"^record 2: the move 65535 is not legal$"):
        batch.actions_of(moves)


def test_what_is_revealed_is_what_all_seats_together_see(table: Table) -> None:
    for state in played(table, 0)[0][::9]:
        shown = [state.observe(seat, revealed=True) for seat in range(table.seats)]
        common, rows = features(state, ALL_SEATS)
        width = rows.shape[1]
        assert (shown[0].common[: len(common)] == common).all()
        assert (shown[0].seats[:, :width] == rows).all()
        for seat in range(table.seats):
            own = state.observe(seat)
            # What a seat knows of itself is what all know of it.
            assert (shown[seat].seats[0, width:] == own.seats[0, width:]).all()
            assert (shown[0].seats[seat, width:] == own.seats[0, width:]).all()
            assert (shown[0].seat_planes[seat] == own.seat_planes[0]).all()


def test_cropped_planes_are_a_window_on_the_planes() -> None:
    """The window is where all hexes of the city are, and all its moves."""
    batch = midgame(AKROPOLIS)
    whole, cropped = batch.observe(0), batch.observe(0, cropped=True)
    assert (whole.common == cropped.common).all()
    assert (whole.seats == cropped.seats).all()
    for planes, window in zip(whole.seat_planes[:, 0], cropped.seat_planes[:, 0], strict=True):
        cut = planes[:, 20:45, 20:45]
        assert (cut == window).all() or planes.sum() != cut.sum()
        assert planes.sum() == window.sum()


def test_cropped_actions_are_those_of_the_moves_inside() -> None:
    long = [
        state for seed in range(3) for state in played(AKROPOLIS, seed)[0] if not state.over and not state.due
    ]
    for state in long:
        actions = state.actions(cropped=True)
        inside = actions[actions >= 0]
        assert len(inside) > 0
        assert len(set(inside.tolist())) == len(inside)
        assert (np.flatnonzero(state.legal_mask(cropped=True)) == np.sort(inside)).all()
        slots = [np.unravel_index(action, (6, 2, 3, 25, 25))[:3] for action in inside]
        wide = [np.unravel_index(action, (6, 2, 3, 64, 64))[:3] for action in state.actions()[actions >= 0]]
        assert slots == wide
        index = int(np.flatnonzero(actions >= 0)[0])
        assert state.move_of(actions[index], cropped=True) == state.moves()[index]
        assert state.action_of(int(state.moves()[index]), cropped=True) == actions[index]


@pytest.mark.parametrize("scaled", [False, True])
def test_many_long_rows_are_those_of_few(scaled: bool) -> None:
    """So many are written past the cache, and those of few records into it."""
    few = midgame(AKROPOLIS)
    many = Batch.of([few.state(i % len(few)) for i in range(250)])
    out = many.buffers(cropped=True, scaled=scaled)
    many.look(out=out, threads=2)
    seats = few.array["to_move"].astype(int)
    rows = few.observe(seats, cropped=True, scaled=scaled).flat()
    masks = few.legal_mask(cropped=True)
    assert out.observation.nbytes > 1 << 23
    assert out.mask.nbytes > 1 << 22
    for i in range(250):
        assert (out.observation[i] == rows[i % len(few)]).all()
        assert (out.mask[i] == masks[i % len(few)]).all()


def row_of_tiles(east: int) -> Any:
    """Return a record whose first city is a line of whole tiles that reaches far to the east."""
    batch = Batch.deal(AKROPOLIS.game, 1, seats=2)
    state = batch.state(0)
    while state.array["city"][0]["east"] < east and not state.over:
        best = max(
            state.moves().tolist(), key=lambda word: (word >> 2 & 127) if state.to_move == 0 else -word
        )
        state = state.play(best)
        while event := state.chance():
            state = state.play(event)
    return state


def test_a_city_that_goes_east_takes_its_window_along() -> None:
    state = row_of_tiles(17)
    city = state.array["city"][0]
    assert city["east"] >= 17
    planes, window = state.observe(0).seat_planes[0], state.observe(0, cropped=True).seat_planes[0]
    if city["east"] - city["west"] + 5 <= 25:
        assert window.sum() == planes.sum()
    assert window[0].any()


def test_callers_own_the_memory() -> None:
    batch = deal(PLAIN_TABLES[0], 8)
    rows = np.full((8, batch.buffers().encoder.size), 7, np.float32)
    seen = batch.observe(0, out=rows)
    assert np.shares_memory(seen.common, rows)
    assert (rows == batch.observe(0).flat()).all()
    words = array("I", [9] * 8)
    batch.sample(3, out=words)
    assert words.tolist() == batch.sample(3).tolist()
    mask = memoryview(bytearray(8 * batch.game.action_count)).cast("?", (8, batch.game.action_count))
    batch.legal_mask(out=mask)
    assert mask.tolist() == batch.legal_mask().tolist()

    class Lent:
        """Lends an array by DLPack alone."""

        def __init__(self, array: Any) -> None:
            self.array = array

        def __dlpack__(self, **given: Any) -> Any:
            return self.array.__dlpack__(**given)

        def __dlpack_device__(self) -> Any:
            return self.array.__dlpack_device__()

    lent = np.zeros((8, rows.shape[1]), np.float16)
    out = batch.buffers(dtype=np.float16, observation=Lent(lent), to_move=array("i", [0] * 8))
    batch.look(out=out)
    assert (lent == out.observation).all()
    assert (lent == batch.observe(batch.array["to_move"].astype(int)).flat().astype(np.float16)).all()


def test_what_cannot_be_written_gets_one_clear_line() -> None:
    class Elsewhere:
        def __dlpack__(self, **given: Any) -> Any:
            raise BufferError("no memory of the processor")

        def __dlpack_device__(self) -> Any:
            return 1, 0

    batch = deal(PLAIN_TABLES[0], 8)
    size = batch.buffers().encoder.size
    with pytest.raises(ValueError, match=rf"^out is float32 \(7, {size}\): expected float32 \(8, {size}\)$"):
        batch.observe(0, out=np.zeros((7, size), np.float32))
    with pytest.raises(ValueError, match=r"^mask is uint8 \(8, 716\): expected bool \(8, 716\)$"):
        batch.buffers(mask=np.zeros((8, 716), np.uint8))
    with pytest.raises(
        ValueError, match=r"^over is a list: expected an array, or memory by DLPack or the buffer"
    ):
        batch.buffers(over=[False] * 3)
    with pytest.raises(ValueError, match=r"^rewards: no memory of the processor$"):
        batch.buffers(rewards=Elsewhere())
    with pytest.raises(ValueError, match=r"^over must be contiguous and writable$"):
        batch.buffers(over=np.zeros(16, np.bool_)[::2])
    with pytest.raises(ValueError, match=r"^no reward 'fame'; there are win, margin, points, gain$"):
        batch.buffers(reward="fame")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^no parts 'planes'; there are all, features, details$"):
        batch.observe(0, parts="planes")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^observations of float64: there are float32, float16 and uint8$"):
        batch.buffers(dtype=np.float64)
    with pytest.raises(TypeError, match=r"^metropolys has no cropped planes$"):
        batch.observe(0, cropped=True)
    with pytest.raises(
        ValueError, match=r"^<buffers of 8 metropolys states> for a batch of 9 metropolys states$"
    ):
        deal(PLAIN_TABLES[0], 9).look(out=batch.buffers())
    with pytest.raises(
        ValueError, match=r"^step deals by the setup of Batch\.deal; this batch was made from"
    ):
        midgame(PLAIN_TABLES[0]).step([0], 1, out=batch.buffers())
    with pytest.raises(ValueError, match=r"^threads=0: at least 1$"):
        batch.sample(threads=0)


def test_a_batch_works_in_a_process_that_was_forked_from_one_with_threads() -> None:
    batch = Batch.deal(GAMES["metropolys"], 3000, seats=2)
    expected = batch.copy()
    expected.playout(1)
    batch.observe(0, threads=3)
    child = os.fork()
    if child == 0:
        batch.playout(1, threads=3)
        os._exit(0 if batch.array.tobytes() == expected.array.tobytes() else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_without_a_seed_a_batch_goes_on_from_that_of_its_deal() -> None:
    one, other = (deal(PLAIN_TABLES[0], 40) for _ in range(2))
    dealt = set()
    for _ in range(3):
        for batch in (one, other):
            batch.playout(1)
            batch.step(np.zeros(40, int), out=batch.buffers())
        dealt.add(one.array.tobytes())
        assert other.array.tobytes() == one.array.tobytes()
    assert len(dealt) == 3
    again, copied = pickle.loads(pickle.dumps(one)), one.copy()
    for batch in (one, again, copied):
        batch.playout(1)
        batch.reset()
    assert again.array.tobytes() == copied.array.tobytes() == one.array.tobytes()


def test_expected_points_of_akropolis_may_be_below_zero_and_within_their_range() -> None:
    game = GAMES["akropolis"]
    column = game.seat_features.index("expected points")
    batch, least = Batch.deal(game, 1024, seats=4, seed=1), 0.0
    for ply in range(58):
        batch.playout(ply, plies=1)
        least = min(least, float(batch.features(0)[1][:, :, column].min()))
    assert game.layout.ranges("seats")[0, column] <= least < -3


@pytest.mark.nightly
@pytest.mark.parametrize("name", sorted({table.game.name for table in PLAIN_TABLES}))
def test_numbers_stay_within_the_ranges_that_are_told(name: str) -> None:
    """Ten million rows of each game, of all its tables: of all seats, by informed and by random moves."""
    tables = [table for table in TABLES if table.game.name == name]
    for table in tables:
        cropped = table.game.crop_layout is not None
        layout = table.game.crop_layout if cropped else table.game.layout
        assert layout is not None
        batch, left, turn = deal(table, 1024), 10_000_000 / len(tables), 0
        while left > 0:
            batch.playout(turn, informed=turn % 3 > 0, plies=1)
            batch.reset()
            # The features are what is quick to write and hard to bound.
            seen = batch.observe(
                turn % table.seats, cropped=cropped, parts="features" if turn % 20 else "all"
            )
            for part in Observation._fields:
                numbers, axis = getattr(seen, part), 1 + part.startswith("seat")
                if numbers.size:
                    low, high = layout.ranges(part)[:, : numbers.shape[axis]]
                    others = tuple({*range(numbers.ndim)} - {axis})
                    assert (numbers.min(axis=others) >= low).all(), (table, part)
                    assert (numbers.max(axis=others) <= high).all(), (table, part)
            left, turn = left - len(batch), turn + 1
