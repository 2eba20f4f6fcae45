"""The games in Gymnasium: its own checks, seats against bots, and many games at once."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="needs urbanist[gymnasium]", exc_type=ImportError)

import gymnasium
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from tests.engine.metropolys import sets
from urbanist.bots.adapters.gymnasium import Environment, VectorEnvironment
from urbanist.bots.adapters.table import WORST, rewards
from urbanist.bots.players.spec import SpecError
from urbanist.engine import GAMES, Batch


def made(game: str, **given: Any) -> Any:
    return gymnasium.make(f"urbanist/{game.capitalize()}-v0", **given)


def played_out(env: Any, seed: int | None) -> tuple[float, int]:
    """Play a game with random actions; return the reward and the number of actions."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed or 0)
    actions, over, reward = 0, False, 0.0
    while not over:
        assert (env.unwrapped.action_masks() == info["action_mask"]).all()
        seen, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        assert env.observation_space.contains(seen)
        actions += 1
    return reward, actions


@pytest.mark.parametrize("cropped", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_the_checks_of_gymnasium_pass(game: str, cropped: bool, capsys: pytest.CaptureFixture[str]) -> None:
    if cropped <= (GAMES[game].crop_layout is not None):
        check_env(made(game, opponents="random", cropped=cropped, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("parts", ["features", "details"])
def test_an_observation_has_the_parts_that_one_asks_for(parts: Any) -> None:
    env = made("akropolis", opponents="random", cropped=True, parts=parts)
    check_env(env.unwrapped, skip_render_check=True)
    seen, _ = env.reset(seed=3)
    state, seat = env.unwrapped.table.history.state, env.unwrapped.seat
    assert (seen == state.observe(seat, parts=parts, cropped=True).flat()).all()
    assert len(env.unwrapped.layout.seats) == len(state.observe(seat, parts=parts, cropped=True).seats[0])
    with pytest.raises(ValueError, match=r"^no parts 'planes'; there are all, features, details$"):
        made("akropolis", parts="planes")


@pytest.mark.parametrize("opponents", ["random", "greedy", "level=1", "ismcts:nodes=20"])
def test_a_seat_plays_against_bots_to_the_end(opponents: str) -> None:
    env = made("metropolys", opponents=opponents, seats=3, variant="family")
    for seat in range(3):
        reward, actions = played_out(env, 5 if seat == 0 else None)
        assert env.unwrapped.seat == seat
        assert reward == rewards(env.unwrapped.table.history.state, "win")[seat]
        assert 0 < actions < env.unwrapped.table.history.state.ply


def test_the_same_seed_is_the_same_game_with_the_same_opponents() -> None:
    games = []
    for _ in range(2):
        env = made("akropolis", opponents="random", cropped=True)
        played_out(env, 4)
        played_out(env, None)
        games.append(env.unwrapped.table.history)
    assert games[0] == games[1]


def test_an_illegal_action_ends_the_game_and_costs_the_most() -> None:
    env = made("metropolys", opponents="random", seat=0, reward="points")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(illegal)
    assert (reward, over, info["illegal"]) == (WORST["points"], True, True)


def test_what_cannot_be_gets_one_clear_line() -> None:
    with pytest.raises(SpecError, match=r"^no bot 'mtcs'; did you mean 'mcts'"):
        made("metropolys", opponents="mtcs")
    with pytest.raises(ValueError, match=r"^no seat 2; there are 2, counted from 0$"):
        Environment("metropolys", seat=2)
    with pytest.raises(ValueError, match=r"^metropolys has no cropped planes$"):
        Environment("metropolys", cropped=True)
    with pytest.raises(ValueError, match=r"^no game 'chess'; there are"):
        VectorEnvironment("chess")
    with pytest.raises(ValueError, match=r"^num_envs=0: at least 1$"):
        VectorEnvironment("metropolys", 0)
    with pytest.raises(TypeError, match=r"^opponents=3: expected a bot as text, such as 'level=3'$"):
        Environment("metropolys", opponents=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_a_vector_without_opponents_does_what_steps_of_a_batch_do(game: str) -> None:
    cropped = GAMES[game].crop_layout is not None
    envs = gymnasium.make_vec(
        f"urbanist/{game.capitalize()}-v0", 12, "vector_entry_point", reward="gain", cropped=cropped
    )
    seats = min(GAMES[game].notation.seat_counts)
    seen, infos = envs.reset(seed=3)
    rng = np.random.default_rng(3)
    batch = Batch.deal(GAMES[game], 12, seats=seats, seed=int(rng.integers(2**63)))
    out = batch.buffers(reward="gain", cropped=cropped)
    batch.look(out=out)
    assert envs.observation_space.contains(seen)
    for _ in range(25):
        assert (seen == out.observation).all()
        assert (infos["action_mask"] == out.mask).all()
        actions, movers = out.mask.argmax(axis=1), out.to_move.copy()
        seen, reward, over, _, infos = envs.step(actions)
        batch.step(actions, int(rng.integers(2**63)), out=out)
        assert (reward == out.rewards[np.arange(12), movers]).all()
        assert (infos["rewards"] == out.rewards).all()
        assert (over == out.over).all()
    assert envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP


@pytest.mark.parametrize("opponents", ["random", "greedy", "ismcts:nodes=8"])
def test_a_vector_with_opponents_waits_for_its_seats(opponents: str) -> None:
    envs: Any = VectorEnvironment("metropolys", 7, opponents=opponents, seats=3, variant="family")
    envs = RecordEpisodeStatistics(envs)
    seen, infos = envs.reset(seed=1)
    rng, ended = np.random.default_rng(1), 0
    for _ in range(40 if opponents != "random" else 80):
        assert (infos["to_move"] == np.arange(7) % 3).all()
        mask = infos["action_mask"]
        assert mask.any(axis=1).all()
        last = seen
        seen, reward, over, cut, infos = envs.step((rng.random(mask.shape) * mask).argmax(axis=1))
        assert not cut.any()
        assert not reward[~over].any()
        assert last is not seen
        ended += int(over.sum())
        assert set(reward[over].tolist()) <= {-1.0, 0.0, 0.5, 2.0}
    assert ended > 0


def test_a_vector_is_the_same_for_the_same_seed_and_any_threads() -> None:
    steps = []
    for threads in (1, 3):
        envs = VectorEnvironment("warszawa", 6, opponents="greedy", threads=threads)
        _, infos = envs.reset(seed=2)
        for _ in range(12):
            seen, *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
        steps.append(seen.tobytes() + envs.batch.array.tobytes())
    assert steps[0] == steps[1]


@pytest.mark.parametrize("opponents", [None, "random"])
def test_an_illegal_action_of_a_vector_ends_its_game_and_costs_the_most(opponents: str | None) -> None:
    envs = VectorEnvironment("metropolys", 4, opponents=opponents, reward="margin")
    _, infos = envs.reset(seed=1)
    seats = infos["to_move"]
    actions = infos["action_mask"].argmax(axis=1)
    actions[1:] = 0, -1, 716  # pass before any bid, and what is no action
    _, reward, over, _, infos = envs.step(actions)
    wrong = [False, True, True, True]
    assert infos["illegal"].tolist() == over.tolist() == wrong
    assert reward.tolist() == [0, *[WORST["margin"]] * 3]
    assert infos["rewards"].sum() == 3 * WORST["margin"]
    assert (infos["rewards"][range(4), seats] == reward).all()
    assert (envs.batch.array["ply"][1:] <= 1).all()
    assert not envs.step(infos["action_mask"].argmax(axis=1))[4]["illegal"].any()


@pytest.mark.parametrize("actions", [np.zeros(3, np.int64), np.zeros(4), np.zeros((4, 1), np.int64)])
def test_what_are_no_actions_of_a_vector_gets_one_clear_line(actions: Any) -> None:
    envs = VectorEnvironment("metropolys", 4)
    envs.reset(seed=1)
    with pytest.raises(ValueError, match=r"^actions "):
        envs.step(actions)


@pytest.mark.parametrize("opponents", [None, "random"])
def test_a_vector_tells_how_a_game_ended(opponents: str | None) -> None:
    """Where seats of the caller make the last move, all that led to it is known here."""
    envs = VectorEnvironment("metropolys", 8, opponents=opponents, variant="family", reward="margin")
    _, infos = envs.reset(seed=2)
    compared = 0
    for _ in range(90):
        states, seats = [envs.batch.state(row) for row in range(8)], infos["to_move"]
        actions = infos["action_mask"].argmax(axis=1)
        _, reward, over, _, infos = envs.step(actions)
        assert ("final_obs" in infos) == over.any()
        assert (infos["rewards"][range(8), seats] == reward).all()
        assert (infos["rewards"].sum(axis=1) == 0).all()
        for row in np.flatnonzero(over):
            assert infos["_final_obs"][row]
            assert envs.single_observation_space.contains(infos["final_obs"][row])
            end = states[row].play(int(states[row].move_of(int(actions[row]))))
            if end.over:
                compared += 1
                assert (infos["final_obs"][row] == end.observe(int(seats[row])).flat()).all()
                assert reward[row] == rewards(end, "margin")[seats[row]]
        if over.any():
            assert all((seen is None) != ended for seen, ended in zip(infos["final_obs"], over, strict=True))
    assert compared > 5


def test_what_a_vector_returns_stays_as_it_is_unless_copies_are_not_wanted() -> None:
    for copy in (True, False):
        envs = VectorEnvironment("metropolys", 4, copy=copy)
        first, infos = envs.reset(seed=1)
        kept, mask = first.copy(), infos["action_mask"]
        envs.step(mask.argmax(axis=1))
        assert (first == kept).all() == copy
        assert np.shares_memory(mask, envs.buffers.mask) != copy


def test_one_seat_of_a_vector_can_be_chosen() -> None:
    envs = VectorEnvironment("warszawa", 5, opponents="random", seat=2)
    _, infos = envs.reset(seed=1)
    assert (infos["to_move"] == 2).all()
    with pytest.raises(ValueError, match=r"^no seat 3; there are 3, counted from 0$"):
        VectorEnvironment("warszawa", 5, opponents="random", seat=3)
    with pytest.raises(ValueError, match=r"^seat=1: without opponents you play all seats$"):
        VectorEnvironment("warszawa", 5, seat=1)


@pytest.mark.parametrize(
    ("how", "space"), [({"dtype": np.uint8}, 255), ({"scaled": True}, 1), ({"dtype": np.float16}, None)]
)
def test_the_space_of_a_vector_has_the_form_of_its_numbers(how: dict[str, Any], space: int | None) -> None:
    envs = VectorEnvironment("akropolis", 2, cropped=True, **how)
    seen, _ = envs.reset(seed=1)
    assert envs.observation_space.contains(seen)
    assert seen.dtype == envs.single_observation_space.dtype
    if space is not None:
        assert envs.single_observation_space.high.max() == space


def test_numbers_of_ones_own_rules_have_no_bounds() -> None:
    """A token of 9 points brings more points than any bound of the printed game."""
    options = [f"data={sets.added(sets.mine())}"]
    env = made("metropolys", opponents="random", options=options)
    scaled = VectorEnvironment("metropolys", 2, options=options, scaled=True)
    small = VectorEnvironment("metropolys", 2, options=options, dtype=np.uint8)
    assert np.isinf(env.observation_space.high).all()
    assert np.isinf(scaled.single_observation_space.low).all()
    assert (small.single_observation_space.high == 255).all()
    for each in (env, scaled, small):
        assert each.observation_space.contains(each.reset(seed=1)[0])


@pytest.mark.filterwarnings("ignore")  # those of TorchRL, about its own parts and the versions of others
@pytest.mark.parametrize("game", GAMES)
def test_the_checks_of_torchrl_pass(game: str) -> None:
    """Of one seat in Gymnasium, of many games there, and of all seats in PettingZoo."""
    pytest.importorskip("torchrl", reason="needs torchrl", exc_type=ImportError)
    from torchrl.envs import GymWrapper, PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

    from urbanist.bots.adapters.pettingzoo import env

    cropped = GAMES[game].crop_layout is not None
    check_env_specs(GymWrapper(made(game, opponents="random", cropped=cropped)))
    for opponents in (None, "random"):
        envs = VectorEnvironment(game, 3, opponents=opponents, cropped=cropped)
        check_env_specs(GymWrapper(envs))
    check_env_specs(PettingZooWrapper(env(game, cropped=cropped), use_mask=True))
