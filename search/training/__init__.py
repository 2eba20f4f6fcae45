"""How the weights of a network come about: games of self-play, their positions, and the fit to them.

It needs no library for learning; PyTorch, where it is, computes fits on a GPU. What repeats these steps and tests the
results stands in `urbanist.bots.training`.
"""

from urbanist.search.training.decisions import choices
from urbanist.search.training.descent import Curve, PassLosses, Schedule
from urbanist.search.training.policy import fitted_policy, policy_loss
from urbanist.search.training.positions import bootstrapped, positions
from urbanist.search.training.selfplay import (
    DealtTable,
    Exploration,
    RecordedGame,
    Setups,
    chosen,
    play,
    states,
)
from urbanist.search.training.torch_descent import NUMPY, check_device, found_device
from urbanist.search.training.value import Fit, FittedValue, Positions, fitted, measured, unscaled

__all__ = [
    "NUMPY",
    "Curve",
    "DealtTable",
    "Exploration",
    "Fit",
    "FittedValue",
    "PassLosses",
    "Positions",
    "RecordedGame",
    "Schedule",
    "Setups",
    "bootstrapped",
    "check_device",
    "choices",
    "chosen",
    "fitted",
    "fitted_policy",
    "found_device",
    "measured",
    "play",
    "policy_loss",
    "positions",
    "states",
    "unscaled",
]
