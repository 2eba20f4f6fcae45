"""A game in Python in the adapters to other libraries."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.engine.python_games import Tricks, registered

#: The game must be there before the adapter registers all games.
SCRIPT = """
import pyspiel
from tests.engine.python_games import Tricks
from urbanist.engine import GAMES
GAMES.register(Tricks())
import urbanist.bots.adapters.openspiel
game = pyspiel.load_game("urbanist_tricks(players=2)")
state = game.new_initial_state()
state.apply_action(3)
world = state.resample_from_infostate(0, lambda: 0.7)
while not state.is_terminal():
    state.apply_action(state.legal_actions()[0])
print(sum(state.returns()), world.legal_actions() == game.new_initial_state().child(3).legal_actions())
"""


def test_pettingzoo_plays_it() -> None:
    adapter = pytest.importorskip("urbanist.bots.adapters.pettingzoo", exc_type=ImportError)
    with registered(Tricks()):
        env = adapter.env("tricks", seats=2)
        env.reset(seed=1)
        for agent in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            assert (
                np.flatnonzero(seen["observation"]).tolist() == np.flatnonzero(seen["action_mask"]).tolist()
            )
            env.step(int(seen["action_mask"].argmax()))
            assert agent in env.possible_agents


def test_openspiel_plays_it() -> None:
    pytest.importorskip("pyspiel")
    path = os.pathsep.join([str(Path.cwd()), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "0.0 True\n"
