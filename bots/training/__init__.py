"""Training: self-play, a fit of the network to it, a test against the best so far, again and again.

It is stopped at any moment and goes on later. Public: `train`, `Folder`, `TrainingSettings`.
"""

from urbanist.bots.training.folder import Folder, TrainingError, TrainingSettings
from urbanist.bots.training.run import TrainingStage, train

__all__ = ["Folder", "TrainingError", "TrainingSettings", "TrainingStage", "train"]
