"""The fit of a generation: new weights from the games of the last ones, and how well they tell games held out."""

from typing import NamedTuple

import numpy as np

from urbanist.bots.match.pairing import derived
from urbanist.bots.training.folder import Folder
from urbanist.search.network import Network
from urbanist.search.training import (
    Fit,
    RecordedGame,
    choices,
    fitted,
    fitted_policy,
    forward,
    losses,
    policy_loss,
    positions,
    scaled,
    unscaled,
)

#: One game in so many is kept from the fit, to measure it.
HELD_OUT = 10


class Measured(NamedTuple):
    """The size of a fit, and its losses of games held out."""

    positions: int
    entropy: float  # of the win shares, in nats
    error: float  # standard error of points
    visits: float  # cross entropy of the visits of a decision, in nats


def fit(folder: Folder, generation: int) -> Measured:
    """Fit weights to the games of the window and keep them in the folder."""
    settings = folder.settings
    seen, held_out = window(folder, generation)
    seed = derived(settings.seed, "fit", generation) % 2**32
    groups = positions(folder.game, seen or held_out, settings.trace)
    value, scaling = fitted(groups, Fit(passes=settings.passes), seed)
    share = settings.choices / max(sum(len(game.decisions) for game in seen), 1)
    policy = fitted_policy(choices(folder.game, seen or held_out, share, seed), settings.passes, seed)
    folder.keep(generation, Network(folder.game, unscaled(value, scaling) | policy))
    unseen = positions(folder.game, held_out or seen, trace=1.0)
    measured = [losses(forward(value, scaled(group, scaling)), group) for group in unseen]
    sizes = [len(group.common) for group in unseen]
    entropy, error = (float(mean) for mean in np.average(measured, axis=0, weights=sizes))
    visits = policy_loss(policy, choices(folder.game, held_out or seen, share, seed))
    return Measured(sum(len(group.common) for group in groups), entropy, error, visits)


def window(folder: Folder, generation: int) -> tuple[list[RecordedGame], list[RecordedGame]]:
    """Return the games of the newest half of the generations, at most the window: those to fit to, those held out."""
    seen: list[RecordedGame] = []
    held_out: list[RecordedGame] = []
    # The first games are played by weak searches: later ones say more without them.
    count = min(generation // 2 + 1, folder.settings.window)
    for recent in range(generation - count + 1, generation + 1):
        # The order of the games does not depend on when they ended.
        for number, game in sorted(folder.games(recent).items()):
            (seen if number % HELD_OUT else held_out).append(game)
    return seen, held_out
