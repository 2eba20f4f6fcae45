"""The games in OpenSpiel: its own tests, what states tell each seat, and its searches."""

import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

pytest.importorskip(
    "urbanist.bots.adapters.openspiel", reason="needs urbanist[openspiel]", exc_type=ImportError
)

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from open_spiel.python.observation import make_observation

from urbanist.bots.adapters.openspiel import PlayoutEvaluator
from urbanist.bots.adapters.table import rewards
from urbanist.engine import GAMES

#: Each variant with the fewest and the most seats; the largest tables take long.
TABLES = [
    pytest.param(
        f"urbanist_{game}(variant={variant},players={seats})",
        marks=[pytest.mark.nightly] if seats > 3 else [],
    )
    for game in GAMES
    for variant in GAMES[game].notation.variants
    for seats in (min(GAMES[game].notation.seat_counts), max(GAMES[game].notation.seat_counts))
]
NAMES = [f"urbanist_{game}" for game in GAMES]

#: The end of a game, so small that its tree can be walked.
TINY = "urbanist_metropolys(variant=family,seed=22,plies=67,deals=8)"

UNIFORM = pyspiel.UniformProbabilitySampler(0.0, 1.0)


def played(name: str, moves: int, seed: int = 3) -> Any:
    """Return a state after a deal and random moves."""
    rng = np.random.default_rng(seed)
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(seed)
    for _ in range(moves):
        if not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def hidden(state: Any, seat: int) -> str:
    """Return what a seat hides."""
    return str(state.playthrough.state.game.notation.card(state.playthrough.state.array, seat))


def seen_by(observation: Any, state: Any, seat: int) -> tuple[bytes, str]:
    """Return all that an observer shows of a state; nothing is empty."""
    observation.set_from(state, seat)
    tensor = observation.tensor
    # The names of parts, and the number of the seat, tell nothing.
    text = "\n".join(line.partition(": ")[2] for line in observation.string_from(state, seat).split("\n"))
    told = observation.string_from(state, seat).partition("\n")[2] if tensor is None else text.strip()
    return (b"" if tensor is None or not tensor.any() else tensor.tobytes()), told


@pytest.mark.parametrize("name", TABLES)
def test_the_simulations_of_openspiel_pass(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_states_survive_as_text(name: str) -> None:
    state = played(name, 9)
    game, again = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )
    assert str(game) == str(state.get_game())
    assert again.history() == state.history()
    assert str(again) == str(state)
    assert again.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("name", TABLES)
def test_the_simulations_with_pickles_of_openspiel_pass(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    # Late: it imports most of scipy, and every process of the suite reads this file.
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    GamesSimTest().sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", NAMES)
def test_games_and_states_travel_pickled(name: str) -> None:
    state = played(name, 9)
    resampled = state.resample_from_infostate(0, UNIFORM)
    copies = pickle.loads(pickle.dumps([state.get_game(), played(name, 0), state, resampled]))
    assert [str(one) for one in copies] == [
        str(one) for one in (state.get_game(), played(name, 0), state, resampled)
    ]
    assert type(copies[0]) is type(state.get_game())
    for one, other in zip(copies[2:], (state, resampled), strict=True):
        assert one.playthrough == other.playthrough
        assert one.legal_actions() == other.legal_actions()
        one.apply_action(one.legal_actions()[0])
    # A process that has not imported the games reads them too.
    script = "import pickle, sys; print(pickle.load(sys.stdin.buffer).history())"
    done = subprocess.run(
        [sys.executable, "-c", script], input=pickle.dumps(state), capture_output=True, check=True
    )
    assert done.stdout.decode().strip() == str(state.history())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("recalls", [False, True])
@pytest.mark.parametrize("public", [False, True])
@pytest.mark.parametrize("private", ["NONE", "SINGLE_PLAYER"])
def test_no_observer_shows_what_its_kind_hides(name: str, recalls: bool, public: bool, private: str) -> None:
    kind = pyspiel.IIGObservationType(
        public_info=public, perfect_recall=recalls, private_info=getattr(pyspiel.PrivateInfoType, private)
    )
    for moves in (0, 7, 13):
        state = played(name, moves)
        observation = make_observation(state.get_game(), kind)
        other = state.clone()
        for seat in range(state.num_players()):
            shown = seen_by(observation, state, seat)
            assert any(shown) == (public or (private != "NONE" and bool(hidden(state, seat))))
            for seed in range(6):
                other.playthrough = state.playthrough.imagined(None if private == "NONE" else seat, seed)
                assert seen_by(observation, other, seat) == shown


def test_an_observer_of_all_cards_is_refused() -> None:
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match=r"^an observer sees the private information of one seat or of none"):
        make_observation(pyspiel.load_game(TINY), kind)


def test_a_playthrough_is_written() -> None:
    from open_spiel.python.algorithms import generate_playthrough  # late, as above

    text = generate_playthrough.playthrough(TINY, action_sequence=None, seed=1)
    assert 'GameType.short_name = "urbanist_metropolys"' in text
    assert "GameType.utility = Utility.ZERO_SUM" in text
    assert "IsTerminal() = True" in text


@pytest.mark.parametrize("name", NAMES)
def test_tensors_are_what_the_seat_sees(name: str) -> None:
    state = played(name, 7)
    observation = make_observation(state.get_game())
    for seat in range(state.num_players()):
        expected = state.playthrough.state.observe(seat)
        observation.set_from(state, seat)
        assert (observation.tensor == expected.flat()).all()
        assert (observation.dict["seats"] == expected.seats).all()
        assert np.array_equal(np.float32(state.observation_tensor(seat)), expected.flat())
        assert "points=" in state.observation_string(seat) or not state.playthrough.state.scores()[seat]


@pytest.mark.parametrize("name", NAMES)
def test_a_state_is_a_move_and_its_chance_events_further(name: str) -> None:
    state = played(name, 0)
    position = state.playthrough.state
    for _ in range(30):
        action = state.legal_actions()[len(state.history()) % len(state.legal_actions())]
        assert state.action_to_string(action) == position.game.notation.write_move(position.move_of(action))
        position = position.play(position.move_of(action))
        while event := position.chance():
            position = position.play(event)
        state.apply_action(action)
        assert state.playthrough.state == position
        if state.is_terminal():
            return


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_state_is_one_that_the_seat_cannot_distinguish(name: str) -> None:
    state = played(name, 13)
    for seat in range(state.num_players()):
        drawn = [state.resample_from_infostate(seat, UNIFORM) for _ in range(8)]
        for other in drawn:
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.history() == state.history()
            assert other.current_player() == state.current_player()
        assert len({other.playthrough.state for other in drawn}) > 1
    assert state.playthrough.state == played(name, 13).playthrough.state


@pytest.mark.parametrize("name", NAMES)
def test_information_states_tell_nothing_that_is_hidden(name: str) -> None:
    state = played(name, 13)
    notation = state.playthrough.state.game.notation
    cards = [notation.card(state.playthrough.state.array, seat) for seat in range(state.num_players())]
    for seat in range(state.num_players()):
        told = state.information_state_string(seat)
        assert not [card for other, card in enumerate(cards) if other != seat and card and card in told]
        assert told.startswith(f"{seat}:\n")


def test_returns_add_up_to_nothing() -> None:
    state = played("urbanist_metropolys(players=3)", 10_000)
    assert state.is_terminal()
    assert state.returns() == rewards(state.playthrough.state, "win")
    assert sum(state.returns()) == pytest.approx(0)
    assert played("urbanist_metropolys(players=3)", 4).returns() == [0, 0, 0]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("own", [False, True], ids=["rollouts of OpenSpiel", "playouts of urbanist"])
def test_the_ismcts_of_openspiel_finds_a_legal_move(name: str, own: bool) -> None:
    state, random = played(name, 6), np.random.RandomState(1)
    judge = PlayoutEvaluator(informed=True) if own else mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        evaluator=judge,
        uct_c=2.0,
        max_simulations=30 if own else 3,
        random_state=random,
        allow_inconsistent_action_sets=True,
    )
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", NAMES)
def test_the_mcts_of_openspiel_finds_a_legal_move(name: str) -> None:
    state = played(name, 6)
    bot = mcts.MCTSBot(state.get_game(), 2.0, 30, PlayoutEvaluator(2), random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def test_cfr_comes_closer_to_an_equilibrium_of_a_tiny_game() -> None:
    game = pyspiel.load_game(TINY)
    solver = cfr.CFRSolver(game)
    distances = []
    for _ in range(2):
        solver.evaluate_and_update_policy()
        distances.append(exploitability.nash_conv(game, solver.average_policy()))
        for _ in range(4):
            solver.evaluate_and_update_policy()
    assert distances[1] < distances[0]


def test_wrong_parameters_get_one_clear_line() -> None:
    for text, line in (
        ("deals=0", "deals=0, plies=0: at least 1 deal and 0 plies"),
        ("plies=500", "the random game of seed 0 has only"),
        ("variant=chess", "no variant 'chess'"),
        ("players=9", "not 9"),
    ):
        with pytest.raises(Exception, match=line):
            pyspiel.load_game(f"urbanist_metropolys({text})")
