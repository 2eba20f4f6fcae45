"""What seats see as numbers, and moves as actions: complete, and without what a seat cannot know."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.engine.tables import PLAIN_TABLES, SECRET_TABLES, TABLES, Table, by_day, choices, played, unchecked
from urbanist.engine import GAMES, Batch, IllegalMove, Observation, State
from urbanist.engine.features import features
from urbanist.engine.history import History
from urbanist.search.network import network_of

SEATLESS = "no seat 9; there are 2, counted from 0"


@pytest.fixture(params=by_day(TABLES))
def table(request: pytest.FixtureRequest) -> Table:
    param: Table = request.param
    return param


def sample(table: Table, step: int = 5) -> Sequence[State]:
    """Return some positions of a random game, the last one too."""
    states = played(table, 0)[0]
    return (*states[::step], states[-1])


def assert_same(one: Observation, other: Observation) -> None:
    for name, left, right in zip(Observation._fields, one, other, strict=True):
        assert (left == right).all(), name


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_each_number_has_a_name_of_its_own(game) -> None:
    for names in game.layout[:4]:
        assert len(set(names)) == len(names)
    assert game.layout.common[: len(game.common_features)] == game.common_features
    assert game.layout.seats[: len(game.seat_features)] == game.seat_features


def test_an_observation_has_a_finite_number_for_each_name(table: Table) -> None:
    layout = table.game.layout
    for state in sample(table):
        for seat in (None, *range(table.seats)):
            seen = state.observe(seat)
            assert seen.common.shape == (len(layout.common),)
            assert seen.seats.shape == (table.seats, len(layout.seats))
            assert seen.common_planes.shape == (len(layout.common_planes), *layout.plane_shape)
            assert seen.seat_planes.shape == (table.seats, len(layout.seat_planes), *layout.plane_shape)
            assert all(array.dtype == np.float32 and np.isfinite(array).all() for array in seen)


@pytest.mark.parametrize("threads", [1, 3])
def test_features_of_a_batch_are_those_in_its_observation(table: Table, threads: int) -> None:
    batch = Batch.of(sample(table))
    seats = batch.array["to_move"].astype(int)
    common, rows = batch.features(seats, threads=threads)
    seen = batch.observe(seats)
    assert common.shape == (len(batch), len(table.game.common_features))
    assert rows.shape == (len(batch), table.seats, len(table.game.seat_features))
    assert (common == seen.common[:, : common.shape[1]]).all()
    assert (rows == seen.seats[:, :, : rows.shape[2]]).all()


def test_the_logits_of_actions_are_the_priors_of_their_moves(table: Table) -> None:
    states = sample(table, 9)
    for state, logits in zip(states, Batch.of(states).prior_logits(threads=2), strict=True):
        assert (np.isfinite(logits) == state.legal_mask()).all()
        taken, priors = logits[state.actions()], state.priors()
        if len(priors) > 1 and np.ptp(priors) > 0:
            # A softmax does not know the unit of priors, and a network learns it: only their order is certain.
            assert np.corrcoef(taken, priors)[0, 1] == pytest.approx(1)
    if table.game.crop_layout is None:
        return
    batch = Batch.of(states)
    for state, logits, all_logits in zip(
        states, batch.prior_logits(cropped=True), batch.prior_logits(), strict=True
    ):
        actions, cropped = state.actions(), state.actions(cropped=True)
        assert (np.isfinite(logits) == state.legal_mask(cropped=True)).all()
        assert (logits[cropped[cropped >= 0]] == all_logits[actions[cropped >= 0]]).all()


def test_an_observation_begins_with_the_features_of_the_seat_that_sees(table: Table) -> None:
    state = sample(table)[3]
    for seat in (None, *range(table.seats)):
        common, rows = features(state, seat)
        seen = state.observe(seat)
        assert (seen.common[: len(common)] == common).all()
        assert (seen.seats[:, : rows.shape[1]] == np.roll(rows, -(seat or 0), axis=0)).all()


def test_all_numbers_in_one_row_can_be_divided_again(table: Table) -> None:
    state = sample(table)[2]
    seen, batch = state.observe(0), Batch.of([state] * 3).observe(0)
    assert seen.flat().shape == (sum(array.size for array in seen),)
    assert_same(table.game.layout.split(seen.flat(), table.seats), seen)
    assert_same(table.game.layout.split(batch.flat(), table.seats), batch)
    with pytest.raises(ValueError, match=f"^1 numbers; an observation of {table.seats} seats has "):
        table.game.layout.split(np.zeros(1, np.float32), table.seats)


def test_no_observation_depends_on_what_the_seat_cannot_know(table: Table) -> None:
    for number, state in enumerate(sample(table)):
        for seat in (None, *range(table.seats)):
            seen = state.observe(seat)
            for seed in range(3):
                assert_same(state.reshuffled(seat, 10 * number + seed).observe(seat), seen)


@pytest.mark.parametrize("table", by_day(PLAIN_TABLES))
def test_no_observation_depends_on_how_hidden_cards_came_about(table: Table) -> None:
    """The other histories have other norms, other cards to come, and the same view."""
    history = History.start(table.deal(1))
    while len(history.events) < 12:
        history = history.play(history.state.legal()[-1])
    for seat in range(table.seats):
        for other in table.contract.other_worlds(history, seat, 4):
            assert other.seen_by(seat) == history.seen_by(seat)
            assert_same(other.state.observe(seat), history.state.observe(seat))


@pytest.mark.parametrize("table", by_day(SECRET_TABLES))
def test_what_is_hidden_from_a_seat_may_be_any_bits(table: Table) -> None:
    """Random bits replace all that others hide and all that is face down, also bits that no deal allows."""
    rng = np.random.default_rng(1)
    for state in sample(table):
        for seat in range(table.seats):
            record = state.array.copy()
            for name in table.contract.hidden:
                noise = np.frombuffer(rng.bytes(record[name].nbytes), record[name].dtype)
                noise = noise.reshape(record[name].shape).copy()
                if name not in table.contract.untold:  # a row for each seat
                    noise[seat] = record[name][seat]
                record[name] = noise
            assert_same(unchecked(table.game, record).observe(seat), state.observe(seat))


def test_each_legal_move_has_an_action_of_its_own_and_back(table: Table) -> None:
    for seed in range(2):
        for number, state in enumerate(choices(table, seed)):
            moves, actions = state.moves(), state.actions()
            assert actions.dtype == np.int32
            assert len(set(actions.tolist())) == len(moves) == len(actions)
            assert actions.min() >= 0
            assert actions.max() < table.game.action_count
            assert (np.flatnonzero(state.legal_mask()) == np.sort(actions)).all()
            index = number * 7919 % len(moves)
            assert state.move_of(actions[index]) == moves[index]
            assert state.action_of(moves[index]) == actions[index]
            assert state.action_of(table.game.notation.write_move(int(moves[index]))) == actions[index]


def test_an_action_means_the_same_move_in_all_worlds_of_a_seat(table: Table) -> None:
    for number, state in enumerate(choices(table, 0)[::7]):
        other = state.reshuffled(state.to_move, number)
        assert (other.moves() == state.moves()).all()
        assert (other.actions() == state.actions()).all()


def accepts(batch: Batch, action: int, cropped: bool) -> bool:
    """Return whether a batch of one record has a legal move with an action."""
    try:
        batch.moves_of([action], cropped=cropped)
    except IllegalMove:
        return False
    return True


def test_masks_and_single_actions_agree_with_the_list_of_moves(table: Table) -> None:
    """The actions that a wrong sum of a row and a column would hit are those beside legal ones."""
    rng = np.random.default_rng(1)
    for state in sample(table, 9):
        if state.due:
            continue
        batch = Batch.of([state])
        for cropped in (False, True) if table.game.crop_layout else (False,):
            listed = batch.actions(cropped=cropped)[0]
            inside = listed[0] >= 0
            mask = batch.legal_mask(cropped=cropped)[0]
            assert (np.flatnonzero(mask) == np.sort(listed[0][inside])).all()
            bits = np.unpackbits(batch.legal_mask(cropped=cropped, packed=True)[0], bitorder="little")
            assert (bits[: len(mask)] == mask).all()
            assert not bits[len(mask) :].any()
            if state.over:
                continue
            for number in rng.choice(np.flatnonzero(inside), min(20, inside.sum()), replace=False):
                move = batch.moves_of([listed[0, number]], cropped=cropped)
                assert move == state.moves()[number]
                for action in listed[0, number] + np.array([-64, -25, -1, 1, 25, 64, 625, 4096]):
                    if 0 <= action < len(mask):
                        assert accepts(batch, int(action), cropped) == mask[action]
            for action in rng.integers(len(mask), size=20).tolist():
                assert accepts(batch, action, cropped) == mask[action]


def test_a_finished_game_has_no_legal_action(table: Table) -> None:
    end = played(table, 0)[0][-1]
    assert len(end.actions()) == 0
    assert not end.legal_mask().any()


def test_a_batch_sees_what_each_state_sees(table: Table, threads: int) -> None:
    states = sample(table)
    batch = Batch.of(states)
    seats = [i % (table.seats + 1) - 1 for i in range(len(states))]
    seen = batch.observe(seats, threads=threads)
    for i, (seat, state) in enumerate(zip(seats, states, strict=True)):
        assert_same(Observation(*(array[i] for array in seen)), state.observe(None if seat < 0 else seat))
    assert_same(batch.observe(0), batch.observe([0] * len(states)))


def test_a_batch_has_the_actions_of_each_state(table: Table, threads: int) -> None:
    states = sample(table)
    batch = Batch.of(states)
    actions, counts = batch.actions(threads=threads)
    mask = batch.legal_mask(threads=threads)
    assert mask.shape == (len(states), table.game.action_count)
    ongoing = [i for i, state in enumerate(states) if counts[i]]
    words = Batch.of([states[i] for i in ongoing]).moves_of(actions[ongoing, 0], threads=threads)
    assert words.tolist() == [int(states[i].moves()[0]) for i in ongoing]
    for state, row, count, legal in zip(states, actions, counts, mask, strict=True):
        assert row[:count].tolist() == state.actions().tolist()
        assert (row[count:] == -1).all()
        assert (legal == state.legal_mask()).all()


def test_a_batch_is_played_by_actions_and_dealt_anew(table: Table) -> None:

    def dealt(seed: int) -> Batch:
        return Batch.deal(
            table.game, 6, variant=table.variant, seats=table.seats, options=table.options, seed=seed
        )

    batch = dealt(1)
    rng = np.random.default_rng(0)
    for step in range(400):
        actions, counts = batch.actions()
        chosen = actions[np.arange(6), rng.integers(0, counts)]
        batch.apply(batch.moves_of(chosen), trusted=True)
        over = batch.array["over"] != 0
        again = batch.copy()
        assert (batch.reset(seed=step + 2, threads=2) == over).all()
        for i in range(6):
            fresh = dealt(step + 2).state(i)
            assert batch.state(i) == (fresh if over[i] else again.state(i))
        if over.any():
            return
    pytest.fail("no game ended")


def test_small_tables_in_a_batch_are_filled_up_with_zeros() -> None:
    small, large = PLAIN_TABLES[0].deal(0), PLAIN_TABLES[2].deal(0)
    seen = Batch.of([small, large]).observe(1)
    assert seen.seats.shape[:2] == seen.seat_planes.shape[:2] == (2, 4)
    assert not seen.seats[0, 2:].any()
    assert (seen.seats[0, :2] == small.observe(1).seats).all()


def test_a_network_judges_each_record_as_it_judges_its_features(table: Table) -> None:
    network = network_of(table.game)
    assert network is not None
    states = choices(table, 0)[::9]
    win_share, points = Batch.of(states).evaluate(network)
    for i, state in enumerate(states):
        expected = network.estimate(*features(state, state.to_move))
        assert win_share[i].tolist() == expected[0].tolist()
        assert points[i].tolist() == expected[1].tolist()


def test_records_that_are_over_have_no_action_and_stay() -> None:
    table = PLAIN_TABLES[0]
    end, start = played(table, 0)[0][-1], table.deal(0)
    batch = Batch.of([end, start])
    words = batch.moves_of([5, int(start.actions()[3])])
    assert words.tolist() == [0, int(start.moves()[3])]


def test_what_is_no_action_and_no_seat_gets_one_clear_line() -> None:
    table = PLAIN_TABLES[0]
    start, batch = table.deal(0), Batch.of([table.deal(0)] * 2)
    illegal = int(np.flatnonzero(~start.legal_mask())[0])
    with pytest.raises(IllegalMove, match=f"^record 0: no legal move has the action {illegal};"):
        start.move_of(illegal)
    with pytest.raises(IllegalMove, match=f"^record 1: no legal move has the action {illegal};"):
        batch.moves_of([int(start.actions()[0]), illegal])
    with pytest.raises(ValueError, match=r"^record 1: no action 716; there are 716, counted from 0"):
        batch.moves_of([0, 716])
    with pytest.raises(ValueError, match=r"actions of shape \(1,\) for a batch of 2: expected \(2,\)"):
        batch.moves_of([0])
    with pytest.raises(ValueError, match="actions must be whole numbers"):
        batch.moves_of([0.5, 1])  # type: ignore[list-item]
    with pytest.raises(IllegalMove, match="'pass' is not legal for seat 0"):
        start.action_of("pass")
    with pytest.raises(ValueError, match=SEATLESS):
        start.observe(9)
    with pytest.raises(ValueError, match=SEATLESS):
        batch.observe(9)
    with pytest.raises(
        ValueError, match=r"reset deals by the setup of Batch\.deal; this batch was made from"
    ):
        batch.reset(1)
