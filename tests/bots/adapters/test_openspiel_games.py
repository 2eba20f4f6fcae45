"""Games of OpenSpiel as games of urbanist."""

import pickle
from typing import Any

import pytest

pytest.importorskip("pyspiel")

import pyspiel

from tests.engine.python_games import position_of, registered
from urbanist.bots.adapters import from_openspiel
from urbanist.bots.adapters.openspiel_games import deviation, options_for
from urbanist.bots.match.arena import play_game
from urbanist.bots.match.seat_text import parse_bot
from urbanist.engine import GAMES, History, State
from urbanist.engine.deferred_error import GameFault
from urbanist.engine.python_game import Dice
from urbanist.search import SearchOptions, TreeSearch
from urbanist.testing import check_game

#: Without secrets; with secrets from the deal alone; with chance events later.
SOME = ("tic_tac_toe", "kuhn_poker", "leduc_poker", "euchre", "oh_hell", "pig(players=2,winscore=15)")


@pytest.fixture(params=SOME)
def game(request: pytest.FixtureRequest) -> Any:
    return from_openspiel(request.param)


def test_it_keeps_the_public_contract(game: Any) -> None:
    with registered(game):
        check_game(game, games=1)


def test_a_game_is_what_openspiel_plays(game: Any) -> None:
    history = History.start(game.deal(seats=game.seats[0], seed=4))
    while not history.state.over:
        state, theirs = history.state, position_of(history.state).state
        if event := state.chance():
            history = history.play(event)
            continue
        assert state.to_move == theirs.current_player()
        assert state.moves().tolist() == theirs.legal_actions()
        history = history.play(state.legal()[state.ply % len(state.legal())])
    end = position_of(history.state).state
    assert end.is_terminal()
    assert list(history.state.scores()) == [round(value) for value in end.returns()]


def test_bots_play_a_match_game_without_seeing_what_is_hidden() -> None:
    game = from_openspiel("euchre")
    with registered(game):
        start = History.start(game.deal(seats=4, seed=1))
        hidden = position_of(start.seen_by(0).bare_state()).state
        assert hidden.information_state_string(0) == position_of(start.state).state.information_state_string(
            0
        )
        assert hidden.history() != position_of(start.state).state.history()
        bots = [parse_bot(text) for text in ("ismcts:nodes=30", "random", "mcts:nodes=30", "pimc:nodes=30")]
        played = play_game(start, bots, [1, 2, 3, 4])
        assert played.record.ended == "played out"
        assert played.record.replay(GAMES).state.over


def test_a_search_finds_the_winning_move() -> None:
    game = from_openspiel("tic_tac_toe")
    state: State = game.deal(seats=2)
    for move in ("0", "3", "1", "4"):
        state = state.play(move)
    assert str(TreeSearch(game, SearchOptions(nodes=200)).think(state).move) == "2"


def test_the_same_game_is_one_object_and_travels_pickled() -> None:
    game = from_openspiel("euchre")
    assert from_openspiel(pyspiel.load_game("euchre")) is game
    assert pickle.loads(pickle.dumps(game)) is game
    state = game.deal(seats=4, seed=1)
    assert pickle.loads(pickle.dumps(state)) == state


def test_options_suit_the_returns() -> None:
    game, larger = from_openspiel("euchre"), from_openspiel("euchre", unit=100)
    assert deviation(larger) == pytest.approx(100 * deviation(game))
    options = options_for(game, SearchOptions(nodes=7))
    assert (options.nodes, options.utility) == (7, "points")
    assert options_for(larger).explore == pytest.approx(100 * (options.explore or 0))


def test_every_game_has_a_word_as_its_name() -> None:
    assert from_openspiel("2048").name == "game_2048"


def test_what_cannot_be_played_is_told() -> None:
    with pytest.raises(ValueError, match="goofspiel: seats move at the same time"):
        from_openspiel("goofspiel")
    with pytest.raises(ValueError, match="10 players; there may be 5 at most"):
        from_openspiel("leduc_poker(players=10)")
    for text in ("dark_chess", "liars_dice", "phantom_ttt"):
        with pytest.raises(
            ValueError, match=f"^{text}: OpenSpiel cannot draw again what a player does not know: "
        ):
            from_openspiel(text)


def test_a_resampling_that_fails_in_the_midst_of_a_game_is_told_as_a_fault_of_openspiel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = from_openspiel("hearts")
    state: State = game.deal(seats=4, seed=1)

    class Failing:
        def resample_from_infostate(self, *_: object) -> None:
            raise pyspiel.SpielError("legal_actions is empty")

        def is_terminal(self) -> bool:
            return False

        def history(self) -> list[int]:
            return [1, 2]

    position = position_of(state)
    monkeypatch.setattr(position, "state", Failing())
    with pytest.raises(GameFault, match="a fault of OpenSpiel, not of the game here: after 2 actions"):
        game.reshuffle(position, 0, Dice(1))


@pytest.mark.parametrize("name", ["leduc_poker", "euchre", "hearts"])
def test_a_seat_observes_the_tensor_of_openspiel(name: str) -> None:
    game = from_openspiel(name)
    state = game.deal(seats=game.seats[0], seed=2)
    theirs = position_of(state).state
    tensor = theirs.observation_tensor if name == "leduc_poker" else theirs.information_state_tensor
    for seat in range(state.seats):
        assert state.observe(seat).common.tolist() == pytest.approx(tensor(seat))
    assert not state.observe(None).common.any()
