"""Tests that every game keeps the interface, for each game, variant and number of players."""

import copy
import pickle
from collections import Counter

import numpy as np
import pytest

from tests.engine.contract import contract_of
from tests.engine.tables import CONTRACTS, EACH, TABLES, Table, by_day, played
from tests.statistics import chi_square, is_plausible
from urbanist.engine import GAMES, Game, IllegalMove, State
from urbanist.engine.batch import Batch
from urbanist.engine.history import History
from urbanist.testing.check import check_table

SEEDS = range(3)
A_WORLD = 10  # reshuffles for each possible world, on average


@pytest.fixture(params=by_day(TABLES))
def table(request: pytest.FixtureRequest) -> Table:
    param: Table = request.param
    return param


def positions(table: Table) -> list[State]:
    return [state for seed in SEEDS for state in played(table, seed)[0]]


def unfinished(table: Table) -> list[State]:
    return [state for state in positions(table) if not state.over]


def seats_and_bystander(state: State) -> list[int | None]:
    return [None, *range(state.seats)]


def history_of(table: Table, seed: int) -> History:
    return History.read(
        table.game, table.game.notation.write_deal(table.deal(seed).array), played(table, seed)[1]
    )


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(table, id=str(table), marks=[pytest.mark.nightly] * (table not in EACH))
        for table in TABLES
    ],
)
def test_it_keeps_the_public_contract(table: Table) -> None:
    """By day without options, with which the other tests here play, and for the most players."""
    check_table(table.game, table.variant, table.seats, table.options)


class TestMoves:
    @pytest.mark.parametrize("word", [63, 0xFFFF, 0xFFFFFF3F, 0xFFFFFFFF])
    def test_a_word_that_is_no_move_is_refused_too(self, table: Table, word: int) -> None:
        with pytest.raises(IllegalMove, match="is not legal for seat"):
            table.deal(0).play(word)


class TestScoreRows:
    def test_a_row_says_what_it_is_for_once(self, table: Table) -> None:
        for state in positions(table)[::9]:
            for seat in range(state.seats):
                kinds = [row.kind for row in state.score_rows(seat)]
                assert len(set(kinds)) == len(kinds)
                assert all(kinds)

    @pytest.mark.parametrize("seat", [-1, 5])
    def test_there_are_no_rows_for_a_seat_that_is_not_there(self, table: Table, seat: int) -> None:
        with pytest.raises(ValueError, match=f"no seat {seat}; there are {table.seats}, counted from 0"):
            table.deal(0).score_rows(seat)


class TestText:
    def test_a_deal_is_read_as_it_was_written(self, table: Table) -> None:
        for seed in range(20):
            state = table.deal(seed)
            line = table.game.notation.write_deal(state.array)
            assert table.told(table.game.read_deal(line).array) == table.told(state.array)
            assert table.game.notation.write_deal(table.game.read_deal(line).array) == line

    def test_deal_and_moves_are_the_whole_game(self, table: Table) -> None:
        for seed in SEEDS:
            states, moves = played(table, seed)
            history = history_of(table, seed)
            told = [table.told(state.array) for state in states]
            assert [table.told(state.array) for state in history.states] == told
            assert [state.scores() for state in history.states] == [state.scores() for state in states]
            assert table.told(history.until(2).state.array) == told[2]
            assert table.told(history.until(2).play(moves[2]).state.array) == told[3]


class TestMemory:
    def test_the_array_is_the_state_itself_and_cannot_be_written_to(self, table: Table) -> None:
        state = table.deal(0)
        assert state.array.dtype == table.game.dtype
        assert np.shares_memory(state.array, state.array)
        assert not np.shares_memory(state.array, state.play(state.legal()[0]).array)
        with pytest.raises(ValueError, match="read-only"):
            state.array["ply"] = 1
        assert state.ply == 0

    def test_the_dtype_has_the_values_of_the_struct(self, table: Table) -> None:
        for state in positions(table):
            record = state.array
            told = tuple(int(record[name]) for name in ("ply", "seats", "to_move", "over"))
            assert told == (state.ply, state.seats, state.to_move, state.over)

    def test_fields_do_not_overlap_and_nothing_lies_between_them(self, table: Table) -> None:
        covered = np.zeros(table.game.dtype.itemsize, int)
        for form, offset in (value[:2] for value in (table.game.dtype.fields or {}).values()):
            covered[offset : offset + form.itemsize] += 1
        assert covered.max() == 1
        ends = [
            state.playout(seed, informed=seed % 2 == 1) for seed, state in enumerate(positions(table)[::7])
        ]
        for state in positions(table) + ends:
            assert not np.frombuffer(state.array.tobytes(), np.uint8)[covered == 0].any()

    def test_padding_of_numpy_records_never_reaches_a_state(self, table: Table) -> None:
        for state in played(table, 0)[0][::9]:
            poisoned = np.full(table.game.dtype.itemsize, 0xAB, np.uint8).view(table.game.dtype)
            for name in table.game.dtype.names or ():
                poisoned[name] = state.array[name]
            assert table.game.from_array(poisoned[0]) == state
            assert table.game.from_array(poisoned).key == state.key

    def test_states_travel_pickled_and_copied(self, table: Table) -> None:
        for state in positions(table)[::5]:
            assert pickle.loads(pickle.dumps(state)) == state
            assert copy.deepcopy(state).key == state.key
            assert table.game.from_array(state.array) == state

    def test_a_record_that_is_no_position_is_refused_with_the_name_of_a_field(self, table: Table) -> None:
        record = table.deal(0).array.copy()
        for name, value in (("seats", 200), ("to_move", table.seats), ("over", 2), ("score", 1), ("due", 77)):
            wrong = record.copy()
            wrong[name] = value
            with pytest.raises(ValueError, match=f"^not a state of {table.game.name}: .*{name}"):
                table.game.from_array(wrong)
        with pytest.raises(ValueError, match=f"^2 records: a state of {table.game.name} is made from one$"):
            table.game.from_array(np.array([record, record]))

    def test_a_game_travels_by_its_name(self, table: Table) -> None:
        assert pickle.loads(pickle.dumps(table.game)) is table.game

    def test_states_and_games_are_not_made_by_hand(self) -> None:
        with pytest.raises(TypeError, match=r"Game\.deal"):
            State()
        with pytest.raises(TypeError, match="GAMES"):
            Game()


class TestScores:
    def test_they_do_not_depend_on_the_way_there(self, table: Table) -> None:
        states, moves = played(table, 1)
        again = states[0]
        for move in moves:
            again = pickle.loads(pickle.dumps(again)).play(move)
        assert again.standing() == states[-1].standing()


class TestReshuffle:
    def test_it_does_not_change_what_the_seat_knows(self, table: Table) -> None:
        card = table.game.notation.card
        for number, state in enumerate(unfinished(table)[::6]):
            for seat in seats_and_bystander(state):
                after = state.reshuffled(seat, number)
                assert table.open(after.array) == table.open(state.array)
                if seat == state.to_move or not table.contract.closed:
                    assert after.legal() == state.legal()
                if seat is not None:
                    assert card(after.array, seat) == card(state.array, seat)

    def test_the_view_stays_the_same_text(self, table: Table) -> None:
        notation = table.game.notation
        for number, state in enumerate(table.deal(seed) for seed in range(10)):
            for seat in seats_and_bystander(state):
                line = notation.mask_deal(notation.write_deal(state.array), seat)
                after = state.reshuffled(seat, number)
                assert notation.mask_deal(notation.write_deal(after.array), seat) == line

    def test_it_reaches_every_world_that_fits_equally_often(self, table: Table) -> None:
        state = table.contract.mysterious(played(table, 0)[0])
        for seat in seats_and_bystander(state):
            expected = table.contract.worlds(table.game, state.array, seat)
            counts = self.worlds_reached(table, state, seat, A_WORLD * len(expected))
            assert set(counts) <= set(expected)
            times = [counts[world] for world in expected]
            assert is_plausible(
                chi_square(times, [1 / len(expected)] * len(expected)), max(len(expected) - 1, 1)
            )

    @staticmethod
    def worlds_reached(table: Table, state: State, seat: int | None, n: int) -> Counter[tuple[str, ...]]:
        batch = Batch.of([state] * n)
        batch.reshuffle(seat, seed=11)
        data, size = batch.array.tobytes(), batch.array.itemsize
        drawn = Counter(data[at : at + size] for at in range(0, len(data), size))
        reached: Counter[tuple[str, ...]] = Counter()
        for record, count in zip(
            np.frombuffer(b"".join(drawn), batch.array.dtype), drawn.values(), strict=True
        ):
            reached[table.contract.world(table.game, record)] += count
        return reached

    def test_the_same_seed_draws_the_same(self, table: Table) -> None:
        state = table.deal(0)
        assert state.reshuffled(0, 5) == state.reshuffled(0, 5)
        draws = {state.reshuffled(None, seed) for seed in range(20)}
        assert (len(draws) > 1) == bool(table.contract.hidden)

    @pytest.mark.parametrize("seat", [-1, 9])
    def test_a_seat_that_is_not_there_is_refused(self, table: Table, seat: int) -> None:
        with pytest.raises(ValueError, match=f"no seat {seat}; there are {table.seats}, counted from 0"):
            table.deal(0).reshuffled(seat, 0)


class TestHiding:
    def test_a_view_holds_the_own_card_and_nobody_elses(self, table: Table) -> None:
        notation = table.game.notation
        for seed in range(10):
            state = table.deal(seed)
            cards = [notation.card(state.array, seat) for seat in range(state.seats)]
            for seat in seats_and_bystander(state):
                line = notation.mask_deal(notation.write_deal(state.array), seat)
                bare = table.game.read_deal(line)
                shown = [notation.card(bare.array, holder) for holder in range(state.seats)]
                masked = ["?" if card else "" for card in cards]
                assert shown == [
                    (card if holder == seat else masked[holder]) for holder, card in enumerate(cards)
                ]
                assert not any(card and card in line for holder, card in enumerate(cards) if holder != seat)

    def test_a_view_makes_positions_that_fit_it(self, table: Table) -> None:
        history, card = history_of(table, 0), table.game.notation.card
        for seat in seats_and_bystander(history.state):
            for ply in (0, 1, len(history.events) // 2, len(history.events) - 1):
                view, state = history.until(ply).seen_by(seat), history.states[ply]
                drawn = view.state(seed=3)
                assert (
                    table.open(view.bare_state().array) == table.open(drawn.array) == table.open(state.array)
                )
                assert "?" not in [card(drawn.array, holder) for holder in range(state.seats)]
                assert seat is None or card(drawn.array, seat) == card(state.array, seat)

    def test_a_position_drawn_after_the_end_has_the_scores_of_the_cards_drawn(self, table: Table) -> None:
        history = history_of(table, 0)
        for seat in seats_and_bystander(history.state):
            for drawn in (history.state.reshuffled(seat, 1), history.seen_by(seat).state(seed=2)):
                assert drawn.over
                assert drawn.array["score"][: drawn.seats].tolist() == list(drawn.scores())

    def test_a_prior_tells_nothing_that_the_seat_to_move_cannot_know(self, table: Table) -> None:
        for number, state in enumerate(unfinished(table)[::6]):
            prior = state.priors()
            assert prior.dtype == np.float32
            assert len(prior) == len(state.moves())
            assert np.isfinite(prior).all()
            assert (state.reshuffled(state.to_move, number).priors() == prior).all()
        assert len(played(table, 0)[0][-1].priors()) == 0

    def test_a_shortlist_is_of_legal_moves_and_tells_nothing_that_the_seat_cannot_know(
        self, table: Table
    ) -> None:
        for number, state in enumerate(unfinished(table)[::6]):
            moves, prior = state.shortlist()
            assert len(moves) == len(prior)
            assert bool(len(moves)) != state.due
            assert set(moves) <= set(state.moves())
            assert (np.diff(moves.astype(np.int64)) > 0).all()
            assert np.isfinite(prior).all()
            again = state.reshuffled(state.to_move, number).shortlist()
            assert (again[0] == moves).all()
            assert (again[1] == prior).all()
        assert len(played(table, 0)[0][-1].shortlist()[0]) == 0


@pytest.mark.parametrize("informed", [False, True], ids=["uniform", "informed"])
class TestPlayout:
    def test_the_same_seed_plays_the_same_game(self, table: Table, informed: bool) -> None:
        state = table.deal(0)
        assert state.playout(7, informed=informed) == state.playout(7, informed=informed)
        assert len({state.playout(seed, informed=informed) for seed in range(20)}) == 20
        assert state.ply == 0


class TestDeal:
    def test_the_same_seed_deals_the_same(self, table: Table) -> None:
        assert table.deal(3) == table.deal(3)
        assert len({table.deal(seed) for seed in range(50)}) == 50


def test_every_game_is_at_the_table_with_and_without_options() -> None:
    assert {table.game.name for table in TABLES} == set(GAMES) == set(CONTRACTS)
    for name, contract in CONTRACTS.items():
        offers = GAMES[name].notation.option_help != ""
        assert set(contract.options) == (set(GAMES[name].notation.seat_counts) if offers else set())


def test_a_game_without_a_contract_gets_an_error_with_the_file_to_write() -> None:
    with pytest.raises(LookupError, match=r"^write tests/engine/chess/contract\.py: it defines CONTRACT"):
        contract_of("chess")
