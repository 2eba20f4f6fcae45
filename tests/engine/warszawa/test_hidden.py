"""Tests of hidden parts of Warszawa: views mask them, and a reshuffle is uniform over all possible worlds."""

from collections import Counter
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

from tests.engine.warszawa.sets import added, small
from tests.oracle.warszawa import Oracle
from tests.statistics import chi_square, is_plausible
from urbanist.engine import GAMES, State
from urbanist.engine.batch import Batch
from urbanist.engine.history import History
from urbanist.engine.warszawa.hidden import cards_of, hand_of, norms_of

WARSZAWA = GAMES["warszawa"]
A_WORLD = 20  # reshuffles for each possible world, on average
Hands = tuple[str, ...]


def game(players: int, seed: int, moves: int, *, options: tuple[str, ...] = ()) -> History:
    """Return a random game after some moves, or at its end."""
    rng = Random(seed)
    history = History.start(WARSZAWA.deal(seats=players, seed=seed, options=options))
    while not history.state.over and history.state.ply < moves:
        history = history.play(rng.choice(history.state.legal()))
    return history


def small_game(seed: int, moves: int) -> History:
    return game(3, seed, moves, options=(f"data={added(small())}",))


def hands(record: Any) -> Hands:
    return tuple(hand_of(record, seat) for seat in range(3))


def deck(record: Any, stage: int = 0) -> tuple[str, ...]:
    left = int(record["left"])
    return tuple(cards_of(record, 1 << int(card))[0] for card in record["deck"][stage][:left])


def drawn(state: State, seat: int | None, n: int) -> Batch:
    batch = Batch.of([state] * n)
    batch.reshuffle(seat, seed=5)
    return batch


def hands_that_fit(state: State, seat: int | None) -> list[tuple[Hands, tuple[str, ...]]]:
    """Return every distribution of the unseen cards over hands and deck, with the order of the deck."""
    record = state.array
    names = [card["id"] for card in small()["cards"] if card["stage"] == 1]
    laid = cards_of(record, int(record["laid"]))
    own = hand_of(record, seat).split("+") if seat is not None and record["held"][seat] else []
    pool = [card for card in names if card not in laid and card not in own]

    def deal(holders: list[int], left: list[str]) -> list[tuple[dict[int, str], list[str]]]:
        if not holders:
            return [({}, left)]
        cards = []
        for hand in combinations(left, int(record["held"][holders[0]])):
            rest = [card for card in left if card not in hand]
            for further, deck_cards in deal(holders[1:], rest):
                cards.append(({holders[0]: "+".join(hand) or "-", **further}, deck_cards))
        return cards

    fitting = []
    for dealt, rest in deal([holder for holder in range(3) if holder != seat], pool):
        full = {**dealt, **({} if seat is None else {seat: hand_of(record, seat)})}
        for order in permutations(rest):
            fitting.append((tuple(full[holder] for holder in range(3)), order))
    return fitting


class TestReshuffle:
    @pytest.mark.parametrize("seat", [None, 0, 1, 2])
    def test_every_order_of_cards_is_equally_likely(self, seat: int | None) -> None:
        """Ten cards: some are open, at most three are in each hand, and the rest is in the deck."""
        state = next(
            history.state
            for seed in range(400)
            for history in [small_game(seed, 14)]
            if history.state.array["stage"] == 0
            and len(hands_that_fit(history.state, seat)) in range(30, 2000)
            and not history.state.due
        )
        worlds = hands_that_fit(state, seat)
        batch = drawn(state, seat, A_WORLD * len(worlds))
        times = Counter((hands(record), deck(record)) for record in batch.array)
        assert set(times) <= set(worlds)
        counts = [times[world] for world in worlds]
        assert is_plausible(chi_square(counts, [1 / len(worlds)] * len(worlds)), len(worlds) - 1)

    @pytest.mark.parametrize("moves", [0, 2, 3])
    def test_every_choice_of_norms_is_equally_likely(self, moves: int) -> None:
        """Ten norms: three seats get two each and keep one; a seat knows both of its own norms."""
        state = small_game(3, moves).state
        seat = (state.to_move + 1) % 3
        own = [f"n{int(norm):02}" for norm in state.array["norms"][seat]]
        pool = [f"n{number:02}" for number in range(1, 11) if f"n{number:02}" not in own]
        chosen = [bool(int(state.array["chosen"]) >> holder & 1) for holder in range(3)]

        def choices(holder: int, left: list[str]) -> list[str]:
            return left if chosen[holder] else ["+".join(pair) for pair in combinations(left, 2)]

        others = [holder for holder in range(3) if holder != seat]
        worlds: Counter[tuple[str, ...]] = Counter()
        for first in choices(others[0], pool):
            for second in choices(others[1], pool):
                shown = {seat: norms_of(state.array, seat), others[0]: first, others[1]: second}
                if not set(first.split("+")) & set(second.split("+")):
                    worlds[tuple(shown[holder] for holder in range(3))] += 1
        batch = drawn(state, seat, A_WORLD * len(worlds))
        times = Counter(tuple(norms_of(record, holder) for holder in range(3)) for record in batch.array)
        assert set(times) <= set(worlds)
        counts = [times[world] for world in worlds]
        assert is_plausible(chi_square(counts, [1 / len(worlds)] * len(worlds)), len(worlds) - 1)

    def test_the_order_of_tasks_and_of_the_second_deck_is_drawn_too(self) -> None:
        state = small_game(1, 5).state
        batch = drawn(state, 0, 4000)
        for name, stage, place, options in (
            ("task_deck", 0, int(state.array["tasks_left"]) - 1, int(state.array["tasks_left"])),
            ("task_deck", 1, 11, 12),
            ("deck", 1, 9, 10),
        ):
            counts = Counter(batch.array[name][:, stage, place].tolist())
            assert len(counts) == options
            assert is_plausible(chi_square(list(counts.values()), [1 / options] * options), options - 1)

    def test_a_seat_keeps_its_cards_norms_and_all_that_is_open(self) -> None:
        for moves in (0, 3, 10, 30, 60):
            state = game(4, moves, moves).state
            for seat in range(4):
                after = state.reshuffled(seat, 1)
                assert WARSZAWA.notation.card(after.array, seat) == WARSZAWA.notation.card(state.array, seat)
                assert after.array["norms"][seat].tolist() == state.array["norms"][seat].tolist()
                assert after.reshuffled(seat, 2).array["built"].tolist() == state.array["built"].tolist()

    def test_what_all_seats_together_know_survives_a_future_drawn_anew(self) -> None:
        state = game(4, 2, 25).state
        after = state.redrawn(7)
        for name in ("hand", "norms", "kept"):
            assert after.array[name].tolist() == state.array[name].tolist()
        assert after.array["deck"].tolist() != state.array["deck"].tolist()
        assert sorted(after.array["deck"][0]) == sorted(state.array["deck"][0])


class TestViews:
    @pytest.mark.parametrize("players", [3, 4, 5])
    def test_they_hide_choices_and_draws_of_others(self, players: int) -> None:
        history = game(players, players, 10_000)
        for seat in (None, *range(players)):
            view = history.seen_by(seat)
            for event, shown, state in zip(history.texts, view.texts, history.states, strict=False):
                if state.to_move == seat or not (event.startswith("norm@") or int(state.array["due"]) == 1):
                    assert shown == event
                elif event.startswith("norm@"):
                    assert shown == "norm@?"
                else:
                    assert shown == f"!?{event.count('+') + 1}"
            assert view.deal.count("?") == 2 * (players if seat is None else players - 1)

    @pytest.mark.parametrize("players", [3, 4, 5])
    def test_a_view_replays_and_shows_the_seat_its_own_moves(self, players: int) -> None:
        history = game(players, 10 + players, 10_000)
        for seat in (None, *range(players)):
            view = history.seen_by(seat)
            seen = History.read(WARSZAWA, view.deal, view.events)
            for state, bare in zip(history.states, seen.states, strict=True):
                assert (bare.to_move, bare.due, bare.over) == (state.to_move, state.due, state.over)
                if state.to_move == seat:
                    assert bare.legal() == state.legal()
                if not state.over and not state.due:
                    assert set(bare.legal()) >= set(state.legal()) or state.array["phase"] == 0

    def test_a_masked_position_allows_what_the_oracle_allows(self) -> None:
        for players in (3, 4, 5):
            history = game(players, 20 + players, 10_000)
            for seat in (None, 0):
                view = history.seen_by(seat)
                oracle = Oracle(view.deal)
                bare = WARSZAWA.read_deal(view.deal)
                for event in view.events:
                    assert list(bare.legal()) == oracle.legal()
                    oracle.play(str(event))
                    bare = bare.play(event)
                assert list(bare.scores()) == oracle.scores()

    def test_what_a_seat_cannot_see_never_reaches_it(self) -> None:
        """Two games that differ only in what is hidden from a seat look the same to it."""
        history = game(4, 8, 4)
        for seed in range(20):
            other = history.state.reshuffled(0, seed)
            for move in ("send@1", "pass"):
                after, before = other.play(move), history.state.play(move)
                hidden = ("hand", "norms", "kept", "deck", "task_deck")
                for name in WARSZAWA.dtype.names or ():
                    if name not in hidden:
                        assert after.array[name].tolist() == before.array[name].tolist()


class TestChance:
    def test_a_dealt_game_draws_chance_events_and_a_read_one_asks_for_them(self) -> None:
        history = game(4, 1, 10_000)
        deal = WARSZAWA.notation.write_deal(history.states[0].array)
        again = History.read(WARSZAWA, deal, history.events)
        assert [state.scores() for state in again.states] == [state.scores() for state in history.states]
        place = next(place for place, event in enumerate(history.texts) if event.startswith("!"))
        waiting = History.read(WARSZAWA, deal, history.events[:place])
        assert waiting.state.due
        assert waiting.state.chance() is None
        assert waiting.redrawn(3).state.chance() is not None

    def test_an_event_puts_its_cards_on_top_and_loses_none(self) -> None:
        history = game(4, 1, 4).play("send@7")
        state = history.states[-2]
        assert state.due
        record = state.array
        left = int(record["left"])
        names = cards_of(record, sum(1 << int(card) for card in record["deck"][0][: int(record["drawing"])]))
        after = state.play("!" + "+".join(names))
        assert hand_of(after.array, state.to_move).count("+") == 2
        rest = after.array["deck"][0][: left - 1].tolist()
        assert len(set(rest)) == left - 1
        assert 255 not in rest
