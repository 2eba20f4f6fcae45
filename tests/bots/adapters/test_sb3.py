"""The games in Stable-Baselines3: its checks, its way to tell of ends and of masks, and a learner of its own."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs urbanist[sb3]", exc_type=ImportError)

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import VecCheckNan, VecMonitor

from urbanist.bots.adapters.gymnasium import Environment, VectorEnvironment
from urbanist.bots.adapters.sb3 import MaskedVector
from urbanist.bots.adapters.table import WORST


def test_its_checker_passes_one_seat() -> None:
    check_env(Environment("metropolys", opponents="random", variant="family"), warn=False)


@pytest.mark.parametrize("game", ["metropolys", "akropolis"])
def test_it_does_what_the_vector_of_gymnasium_does(game: str) -> None:
    how: Any = {"opponents": "random", "cropped": game == "akropolis", "seats": 3, "reward": "margin"}
    envs, other = MaskedVector(game, 9, **how), VectorEnvironment(game, 9, **how)
    assert is_masking_supported(envs)
    envs.seed(4)
    seen, (expected, told) = envs.reset(), other.reset(seed=4)
    rng, ended = np.random.default_rng(4), 0
    for step in range(70):
        mask = get_action_masks(envs)
        assert (seen == expected).all()
        assert (mask == told["action_mask"]).all()
        assert (envs.env_method("action_masks", indices=[8, 1])[0] == mask[8]).all()
        actions = (rng.random(mask.shape) * mask).argmax(axis=1)
        if step == 5:
            actions[3] = mask[3].argmin()
        kept, before = seen, seen.copy()
        seen, rewards, over, infos = envs.step(actions)
        expected, wanted, ends, _, told = other.step(actions)
        assert (kept == before).all()  # a learner keeps what it saw before
        assert (rewards == wanted).all()
        assert (over == ends).all()
        assert [info["illegal"] for info in infos] == told["illegal"].tolist()
        assert not any(info["TimeLimit.truncated"] for info in infos)
        for row, info in enumerate(infos):
            assert ("terminal_observation" in info) == over[row]
            if over[row]:
                assert (info["terminal_observation"] == told["final_obs"][row]).all()
        if step == 5:
            assert infos[3]["illegal"]
            assert rewards[3] == WORST["margin"]
        ended += over.sum()
    assert ended > 9


def test_its_learner_learns_with_masks() -> None:
    envs = VecMonitor(VecCheckNan(MaskedVector("metropolys", 8, variant="family", scaled=True), True))
    learned = []
    for _ in range(2):
        model = MaskablePPO("MlpPolicy", envs, n_steps=32, batch_size=64, n_epochs=1, seed=3)
        model.learn(256)
        assert model.num_timesteps == 256
        assert len(model.ep_info_buffer) > 0
        learned.append(model.policy.state_dict())
    assert all((one == learned[1][name]).all() for name, one in learned[0].items())
    reward, _ = evaluate_policy(model, envs, 8)
    assert -1 <= reward <= 1  # no move was illegal


def test_what_it_cannot_do_gets_one_clear_line() -> None:
    envs = MaskedVector("metropolys", 2)
    with pytest.raises(AttributeError, match=r"^render: games of one batch have one method, action_masks$"):
        envs.env_method("render")
    with pytest.raises(AttributeError, match=r"^seat: games of one batch have no attributes of their own$"):
        envs.set_attr("seat", 1)
    with pytest.raises(AttributeError):
        envs.get_attr("gamma")
    with pytest.raises(ValueError, match=r"^num_envs=0: at least 1$"):
        MaskedVector("metropolys", 0)
    with pytest.raises(TypeError, match=r"^opponents=None: expected a bot as text, such as 'level=3'$"):
        MaskedVector("metropolys", 2, opponents=None)  # type: ignore[arg-type]
