"""Tests of batches: they do the same as single positions, on any number of threads."""

import pickle
from itertools import pairwise

import numpy as np
import pytest

from tests.engine.tables import PLAIN_TABLES, Table, by_day, onward, played
from urbanist.engine import GAMES, IllegalMove, State
from urbanist.engine.batch import Batch

SIZE = 60


@pytest.fixture(params=by_day(PLAIN_TABLES))
def table(request: pytest.FixtureRequest) -> Table:
    param: Table = request.param
    return param


def deal(table: Table, n: int = SIZE, seed: int = 4, threads: int = 1) -> Batch:
    return Batch.deal(table.game, n, variant=table.variant, seats=table.seats, seed=seed, threads=threads)


def midgame(table: Table) -> Batch:
    """Return positions of random games; some are finished, and all others have a choice."""
    return Batch.of([state for seed in range(3) for state in played(table, seed)[0] if not state.due])


def states(batch: Batch) -> list[State]:
    return [batch.state(i) for i in range(len(batch))]


def test_the_array_is_the_batch_and_can_be_written_to(table: Table) -> None:
    batch = deal(table)
    assert batch.array.dtype == table.game.dtype
    assert batch.array.shape == (len(batch),) == (SIZE,)
    batch.array["ply"][7] = 5
    assert batch.state(7).ply == 5
    assert repr(batch) == f"<batch of {SIZE} {table.game.name} states>"


def test_records_are_dealt_apart_and_the_first_is_the_deal_of_the_seed(table: Table, threads: int) -> None:
    batch = deal(table, threads=threads)
    assert batch.state(0) == table.deal(4)
    assert len(set(states(batch))) == SIZE
    assert states(batch) == states(deal(table))


def test_a_batch_of_states_holds_copies_of_them(table: Table) -> None:
    given = list(played(table, 0)[0])
    batch = Batch.of(given)
    assert states(batch) == given
    batch.playout(1)
    assert given == list(played(table, 0)[0])


def test_a_copy_is_independent(table: Table) -> None:
    batch = deal(table)
    copied = batch.copy()
    copied.playout(1)
    assert states(batch) == states(deal(table))
    assert copied.array["over"].all()


def test_records_are_taken_by_their_numbers(table: Table) -> None:
    batch = deal(table)
    taken = batch.take([2, 0, 2])
    assert states(taken) == [batch.state(2), batch.state(0), batch.state(2)]
    taken.playout(1)
    assert taken.reset(3).all()
    assert not batch.array["over"].all()
    assert len(batch.take(np.zeros(0, int))) == 0
    with pytest.raises(ValueError, match=f"no record {len(batch)}; there are {len(batch)}, counted from 0"):
        batch.take([0, len(batch)])
    with pytest.raises(ValueError, match="no record -1"):
        batch.take([-1])
    with pytest.raises(ValueError, match="must be a row of whole numbers"):
        batch.take([0.5])  # type: ignore[list-item]


def test_a_batch_travels_pickled_and_deals_on(table: Table) -> None:
    for batch in (deal(table, 5), midgame(table)):
        again = pickle.loads(pickle.dumps(batch))
        assert states(again) == states(batch)
        before = batch.array.tobytes()
        again.playout(1)
        assert (again.array["over"] == 1).all()
        assert batch.array.tobytes() == before
    again = pickle.loads(pickle.dumps(deal(table, 5)))
    again.playout(1)
    assert again.reset(9).all()
    assert states(again) == states(deal(table, 5, seed=9))


def test_a_batch_is_made_from_records_that_are_positions(table: Table) -> None:
    batch = midgame(table)
    assert states(Batch.from_array(table.game, batch.array)) == states(batch)
    batch.array["to_move"][3] = 99
    with pytest.raises(
        ValueError, match=f"^record 3: not a state of {table.game.name}: 'to_move' is out of range"
    ):
        Batch.from_array(table.game, batch.array)


def test_moves_are_those_of_each_state_filled_up_with_zeros(table: Table, threads: int) -> None:
    batch = midgame(table)
    moves, counts = batch.moves(threads=threads)
    assert moves.dtype == np.uint32
    assert counts.dtype == np.int32
    assert moves.shape == (len(batch), counts.max())
    for row, count, state in zip(moves, counts, states(batch), strict=True):
        assert row[:count].tolist() == state.moves().tolist()
        assert not row[count:].any()


@pytest.mark.parametrize("trusted", [False, True])
def test_apply_plays_a_move_in_each_unfinished_record(table: Table, threads: int, trusted: bool) -> None:
    batch = midgame(table)
    moves, counts = batch.moves()
    chosen = moves[np.arange(len(batch)), np.maximum(counts - 1, 0)]
    expected = [
        state if state.over else onward(state.play(word))
        for state, word in zip(states(batch), chosen, strict=True)
    ]
    batch.apply(chosen, trusted=trusted, threads=threads)
    assert states(batch) == expected


def test_a_game_can_be_played_to_its_end_in_step(table: Table) -> None:
    batch, singles = deal(table), states(deal(table))
    while not batch.array["over"].all():
        moves, _ = batch.moves()
        batch.apply(moves[:, 0])
        singles = [state if state.over else onward(state.play(state.moves()[0])) for state in singles]
    assert states(batch) == singles


def test_an_illegal_move_names_its_record_and_nothing_is_played(table: Table, threads: int) -> None:
    batch = deal(table)
    moves, _ = batch.moves()
    chosen = moves[:, 1].copy()
    chosen[[17, 40]] = 0xFFFF
    with pytest.raises(IllegalMove, match=r"^record 17: 'word 65535' is not legal for seat \d; legal: "):
        batch.apply(chosen, threads=threads)
    assert states(batch) == states(deal(table))


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ([1] * (SIZE - 1), r"moves of shape \(59,\) for a batch of 60: expected \(60,\)"),
        ([[1]] * SIZE, r"moves of shape \(60, 1\)"),
        ([1.5] * SIZE, "whole numbers of 32 bits"),
        ([-1] * SIZE, "whole numbers of 32 bits"),
        ([2**32] * SIZE, "whole numbers of 32 bits"),
    ],
)
def test_moves_of_a_wrong_form_are_refused(moves: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        deal(PLAIN_TABLES[0]).apply(moves)


def test_reshuffle_redraws_for_one_seat_each_seat_or_a_bystander(table: Table, threads: int) -> None:
    for seats in (0, None, [i % table.seats for i in range(SIZE)], np.full(SIZE, -1)):
        batch, again = deal(table), deal(table)
        batch.reshuffle(seats, seed=9, threads=threads)
        again.reshuffle(seats, seed=9)
        assert states(batch) == states(again) != states(deal(table))
        for i, (before, after) in enumerate(zip(states(deal(table)), states(batch), strict=True)):
            seat = None if seats is None else int(np.broadcast_to(seats, SIZE)[i])
            assert table.open(after.array) == table.open(before.array)
            if seat is not None and seat >= 0:
                card = table.game.notation.card
                assert card(after.array, seat) == card(before.array, seat)


@pytest.mark.parametrize(
    ("seats", "index", "seat"), [(7, 0, 7), (-1, 0, -1), ([0] * 59 + [4], 59, 4), ([-2] * 60, 0, -2)]
)
def test_a_seat_that_is_not_there_is_refused(seats: int, index: int, seat: int) -> None:
    with pytest.raises(ValueError, match=f"record {index}: no seat {seat}; there are 2, counted from 0"):
        deal(PLAIN_TABLES[0]).reshuffle(seats)


@pytest.mark.parametrize("informed", [False, True], ids=["uniform", "informed"])
def test_playouts_end_every_record_whatever_the_threads(table: Table, threads: int, informed: bool) -> None:
    batch, again = midgame(table), midgame(table)
    batch.playout(3, informed=informed, threads=threads)
    again.playout(3, informed=informed)
    assert batch.array["over"].all()
    assert states(batch) == states(again)
    for before, after in zip(states(midgame(table)), states(batch), strict=True):
        assert after == before if before.over else after.ply > before.ply


def test_scores_and_ranks_are_those_of_each_state(table: Table, threads: int) -> None:
    batch = midgame(table)
    scores, ranks = batch.scores(threads=threads), batch.ranks(threads=threads)
    assert scores.dtype == ranks.dtype == np.int32
    assert [tuple(row) for row in scores] == [state.scores() for state in states(batch)]
    assert [tuple(row) for row in ranks] == [state.ranks() for state in states(batch)]


def test_seats_that_are_not_at_a_table_have_zeros() -> None:
    small, large = PLAIN_TABLES[0], PLAIN_TABLES[2]
    batch = Batch.of([small.deal(0), large.deal(0)])
    assert batch.ranks().tolist() == [[1, 1, 0, 0], [1, 1, 1, 1]]
    assert batch.scores().shape == (2, 4)


def test_a_batch_may_be_empty(table: Table, threads: int) -> None:
    batch = deal(table, n=0)
    moves, counts = batch.moves(threads=threads)
    batch.apply(np.zeros(0, np.uint32), threads=threads)
    batch.reshuffle(None, threads=threads)
    batch.playout(threads=threads)
    assert (moves.shape, counts.shape, batch.scores().shape) == ((0, 0), (0,), (0, 0))


def test_more_threads_than_records_do_no_harm(table: Table) -> None:
    batch = deal(table, n=2, threads=5)
    batch.playout(1, threads=5)
    assert all(state.over for state in states(batch))


def test_what_makes_no_batch_is_refused() -> None:
    game = next(iter(GAMES.values()))
    with pytest.raises(TypeError, match=r"Batch\.deal"):
        Batch()
    with pytest.raises(ValueError, match="at least one state"):
        Batch.of([])
    with pytest.raises(ValueError, match="n=-1: at least 0"):
        Batch.deal(game, -1, seats=2)
    with pytest.raises(ValueError, match="threads=0: at least 1"):
        Batch.deal(game, 1, seats=2, threads=0)
    with pytest.raises(IndexError):
        Batch.deal(game, 1, seats=2).state(1)


def test_records_draw_apart_from_each_other(table: Table) -> None:
    batch = Batch.of([table.deal(0)] * SIZE)
    batch.playout(5)
    assert all(one != other for one, other in pairwise(states(batch)))


def test_a_sample_is_legal_and_the_same_on_any_number_of_threads(table: Table, threads: int) -> None:
    batch = midgame(table)
    drawn = batch.sample(5, threads=threads)
    legal, counts = batch.moves()
    for move, row, count, over in zip(drawn, legal, counts, batch.array["over"], strict=True):
        assert over or move in row[:count]
        assert move == 0 or not over
    assert np.array_equal(drawn, batch.sample(5))
    assert not np.array_equal(drawn, batch.sample(6))


@pytest.mark.parametrize("ply", [0, 1, 9, 30])
def test_a_sample_draws_each_legal_move_equally_often(table: Table, ply: int) -> None:
    states = [state for state in played(table, 0)[0] if not state.due and not state.over]
    state = min(states[ply:], key=lambda each: len(each.moves()), default=states[-1]) if ply else states[0]
    moves, draws = state.moves(), 40_000
    drawn = Batch.of([state] * draws).sample(ply)
    counts = np.array([np.count_nonzero(drawn == move) for move in moves])
    assert counts.sum() == draws
    expected = draws / len(moves)
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    assert chi_square < len(moves) - 1 + 5 * (2 * max(1, len(moves) - 1)) ** 0.5 + 5
