"""Deals, moves, chance events and records that are nearly right, of all games."""

import json

import hypothesis.strategies as st
from hypothesis import given
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.engine.tables import TABLES, Table, played
from tests.fuzz.claims import or_refused
from tests.fuzz.nearly import CHANGES, SEEDS, nearly
from tests.fuzz.pace import brief
from tests.fuzz.playing import played_on
from urbanist.engine import GAMES, IllegalMove, NotationError
from urbanist.engine.history import History, View
from urbanist.engine.move_stats import move_stats
from urbanist.engine.record import Record, find_game

AT = st.sampled_from(TABLES)
#: Different games of a table that the tests begin with.
DEALS = st.integers(0, 3)


@brief(30)
@given(AT, DEALS, SEEDS, CHANGES)
def test_a_deal_is_read_and_written_alike_or_refused(
    table: Table, deal: int, seed: int, changes: int
) -> None:
    text = nearly(History.start(table.deal(deal)).deal, seed, changes)
    with or_refused(NotationError):
        game = find_game(text, GAMES)
        history = History.read(game, text)
        if "?" not in text:
            assert History.start(history.state).deal == text
        for view in map(history.seen_by, range(history.state.seats)):
            assert view.state(seed).playout(seed).over


@brief(30)
@given(AT, DEALS, SEEDS, CHANGES, st.integers(0, 4))
def test_the_deal_that_a_seat_sees_is_read_and_drawn_or_refused(
    table: Table, deal: int, seed: int, changes: int, seat: int
) -> None:
    start = History.start(table.deal(deal))
    text = nearly(start.seen_by(seat % table.seats).deal, seed, changes)
    with or_refused(NotationError):
        game = find_game(text, GAMES)
        for seen in (None, *range(game.read_deal(text).seats)):
            state = View(game, seen, text, ()).state(seed)
            assert state.playout(seed).over


@brief(30)
@given(AT, DEALS, SEEDS, CHANGES)
def test_a_record_is_read_and_written_alike_or_refused(
    table: Table, deal: int, seed: int, changes: int
) -> None:
    states, _ = played(table, deal)
    history = History.start(states[0])
    while not history.state.over:
        history = history.play(history.state.legal()[deal % len(history.state.legal())])
    meta = {"seed": 1, "moves": {"seconds": [0.5] * len(history.events)}}
    text = nearly(Record.of(history, tuple("abcde"[: table.seats]), meta).to_json(), seed, changes)
    with or_refused(NotationError):
        record = Record.from_json(text)
        assert Record.from_json(record.to_json()) == record or "NaN" in text
        record.to_json().encode()
        move_stats(record)
        again = record.replay(GAMES)
        assert again.texts == record.events


class Game(RuleBasedStateMachine):
    """A game in which moves are played that are legal, nearly right, or none at all."""

    @initialize(table=AT, deal=DEALS)
    def start(self, table: Table, deal: int) -> None:
        self.history = History.start(table.deal(deal))

    @precondition(lambda self: not self.history.state.over)
    @rule(number=st.integers(0, 500), times=st.integers(1, 8))
    def play(self, number: int, times: int) -> None:
        self.history = played_on(self.history, number, times)

    @precondition(lambda self: not self.history.state.over)
    @rule(number=st.integers(0, 500), seed=SEEDS, changes=CHANGES)
    def play_something_like_it(self, number: int, seed: int, changes: int) -> None:
        state = self.history.state
        text = nearly(str(state.legal()[number % len(state.legal())]), seed, changes)
        with or_refused(NotationError, IllegalMove):
            self.history = self.history.play(text)
            assert text in state.legal()

    @rule(place=st.integers(0, 500), seed=SEEDS, changes=CHANGES)
    def read_something_like_it(self, place: int, seed: int, changes: int) -> None:
        events = list(self.history.texts)
        if not events:
            return
        place %= len(events)
        events[place] = nearly(events[place], seed, changes)
        with or_refused(NotationError):
            history = History.read(self.history.game, self.history.deal, events)
            assert history.state.over or history.state.due or history.state.legal()
            if "?" not in events[place]:
                record = Record.of(history, ("x",) * history.state.seats)
                assert Record.from_json(record.to_json()).replay(GAMES).events == history.events

    @rule(seat=st.integers(-1, 4), place=st.integers(0, 500), seed=SEEDS, changes=CHANGES)
    def see_something_like_it(self, seat: int, place: int, seed: int, changes: int) -> None:
        view = self.history.seen_by(seat if 0 <= seat < self.history.state.seats else None)
        events = list(view.texts)
        if events:
            place %= len(events)
            events[place] = nearly(events[place], seed, changes)
        with or_refused(NotationError):
            state = View.read(view.game, view.seat, view.deal, events).state(seed)
            assert state.playout(seed).over

    @rule(count=st.integers(0, 500))
    def undo(self, count: int) -> None:
        self.history = self.history.until(count % (len(self.history.events) + 1))
        if self.history.state.due:
            self.history = self.history.until(0)

    @invariant()
    def all_texts_are_read_back(self) -> None:
        history = self.history
        again = History.read(history.game, history.deal, history.events)
        assert again.state.over == history.state.over
        assert again.state.scores() == history.state.scores()
        assert again.state.legal() == history.state.legal()
        for seat in (None, *range(history.state.seats)):
            seen = history.seen_by(seat)
            if not history.state.over and not history.state.due:
                assert seen.bare_state().to_move == history.state.to_move
            if seat == history.state.to_move:
                assert seen.bare_state().legal() == history.state.legal()
        assert json.loads(Record.of(history, ("x",) * history.state.seats).to_json())["deal"] == history.deal


TestGame = Game.TestCase
TestGame.settings = brief(6, 15)
