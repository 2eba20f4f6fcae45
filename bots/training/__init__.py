"""Training: self-play, a fit of the network to it, a test against the best so far, again and again.

It is stopped at any moment and goes on later. Public: `train`, `Folder`, `Settings`.
"""

from urbanist.bots.training.folder import Folder, Settings, TrainingError
from urbanist.bots.training.run import Stage, train

__all__ = ["Folder", "Settings", "Stage", "TrainingError", "train"]
