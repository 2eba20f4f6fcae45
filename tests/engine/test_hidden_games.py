"""Masked moves, private draws and reveals: such games play everywhere, and `check_game` finds who tells too much."""

from random import Random
from typing import Any

import pytest

from tests.engine.hidden_games import Goofspiel, GoofspielPosition, Letter, LetterPosition
from tests.engine.python_games import Tricks, registered
from urbanist.bots import parse_bot, play_game
from urbanist.engine import History, IllegalMove, NotationError, PythonGame, Record, View
from urbanist.engine.python_game import Dice
from urbanist.search import Limit, ismcts
from urbanist.testing import ContractBroken, check_game

GAMES = [Goofspiel(), Letter()]
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def history_of(game: PythonGame, seed: int) -> History:
    history, rng = History.start(game.deal(seats=2, seed=seed)), Random(seed)
    while not history.state.over:
        history = history.play(rng.choice(history.state.legal()))
    return history


@EACH
def test_it_keeps_the_contract(game: PythonGame) -> None:
    with registered(game):
        check_game(game)


def test_a_seat_is_told_its_own_bid_and_that_the_other_one_has_bid() -> None:
    history = History.start(Goofspiel().deal(seats=2, seed=1)).play("2").play("4")
    assert history.texts == ("2", "4", "!24")
    assert [history.until(2).seen_by(seat).texts for seat in (0, 1, None)] == [
        ("2", "?"),
        ("?", "4"),
        ("?", "?"),
    ]
    assert history.seen_by(0).bare_state().position == history.state.position  # type: ignore[attr-defined]


def test_a_card_is_drawn_in_private() -> None:
    history = History.start(Letter().deal(seats=2, seed=2))
    (draw,) = history.texts
    assert draw.startswith("!1")  # the draw of seat 0, before the first move
    assert history.seen_by(1).texts == ("!?",)
    assert history.seen_by(1).bare_state().legal() == ()  # of cards that it does not know
    assert history.seen_by(0).bare_state().legal() == history.state.legal()


@EACH
def test_masked_events_are_read_again(game: PythonGame) -> None:
    for seed in range(5):
        history = history_of(game, seed)
        for seat in (0, 1, None):
            view = history.seen_by(seat)
            again = View.read(game, seat, view.deal, view.texts)
            assert again.states() == view.states()


@EACH
def test_a_masked_move_is_none_of_a_whole_position(game: PythonGame) -> None:
    state = History.start(game.deal(seats=2, seed=3)).state
    with pytest.raises(IllegalMove, match=r"'\?' is not legal for seat 0; legal: "):
        state.play("?")
    with pytest.raises(NotationError, match="cannot happen here"):
        Letter().deal(seats=2, seed=3).play("!?")


@EACH
def test_bots_play_it_and_the_record_is_verified(game: PythonGame) -> None:
    with registered(game):
        start = History.start(game.deal(seats=2, seed=4))
        played = play_game(start, [parse_bot("ismcts:nodes=60"), parse_bot("greedy")], seeds=[1, 2])
        assert played.record.ended == "played out"
        assert (
            Record.from_json(played.record.to_json()).replay({game.name: game}).texts == played.record.events
        )


def test_a_search_of_goofspiel_does_not_know_the_bid() -> None:
    """Whatever the other one has bid, the answer is the same to the last visit."""
    moves = {
        bid: ismcts(
            History.start(Goofspiel().deal(seats=2, seed=1)).play(bid).seen_by(1), Limit(nodes=200)
        ).values
        for bid in "1234"
    }
    assert moves["1"] == moves["2"] == moves["3"] == moves["4"]


class ToldTheBid(Goofspiel):
    name = "told"

    def hears(self, move: int, by: int, seat: int | None) -> bool:
        return move > 10 or seat == 1


class ShownTheBid(Goofspiel):
    name = "shown"

    def mask(self, position: GoofspielPosition, seat: int | None) -> GoofspielPosition:
        return position if seat == 1 else super().mask(position, seat)


class BidsHigh(Goofspiel):
    name = "high"

    def reshuffle(self, position: GoofspielPosition, seat: int | None, rng: Dice) -> GoofspielPosition:
        one, other = (super(BidsHigh, self).reshuffle(position, seat, rng).bids for _ in range(2))
        return position._replace(bids=max(one, other, key=lambda bids: [bid or 0 for bid in bids]))


class DrawsTheTop(Letter):
    name = "top"

    def reshuffle(self, position: LetterPosition, seat: int | None, rng: Dice) -> LetterPosition:
        rest = self.unseen(position, *(() if seat is None else position.hands[seat]))
        hands = (
            hand if holder == seat else tuple(rest.pop() for _ in hand)
            for holder, hand in enumerate(position.hands)
        )
        return position._replace(hands=tuple(hands))


class ObservesAll(Tricks):
    name = "observes"

    def observe(self, state: Any, seat: int | None) -> list[float]:
        return [float(any(card in hand for hand in state[1])) for card in range(12)]


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (ToldTheBid, "seat 1 is told .*, but may see"),
        (ShownTheBid, "seat 1 is told .*, but may see"),
        (BidsHigh, "less often after a reshuffle than in games: chi-square"),
        (DrawsTheTop, "a view tells|often after a reshuffle than in games: chi-square"),
        (ObservesAll, "a bystander observes what it cannot know"),
    ],
)
def test_the_contract_finds_who_is_told_too_much_and_what_is_drawn_too_often(game: Any, said: str) -> None:
    with registered(game()) as wrong, pytest.raises(ContractBroken, match=said):
        check_game(wrong)
