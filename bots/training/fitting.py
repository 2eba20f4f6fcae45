"""The fit of a generation: new weights from the games of the last ones, and how well they tell games held out."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

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
    measured,
    policy_loss,
    positions,
    unscaled,
)

Fitted = TypeVar("Fitted")
#: One game in so many is kept from the fit, to measure it.
HELD_OUT = 10


class Measured(NamedTuple):
    """The size of a fit, and its losses of games held out."""

    positions: int
    entropy: float  # of the win shares, in nats
    error: float  # standard error of points
    visits: float  # cross entropy of the visits of a decision, in nats


def fit(folder: Folder, generation: int) -> Generator[int, None, Measured]:
    """Fit weights to the games of the window and keep them in the folder. Yield how much is done, in percent.

    Games are read one at a time, and what is learned from lies on disk. So memory does not grow with the games.
    """
    settings, game = folder.settings, folder.game
    seen, held_out = window(folder, generation)
    learned, judged = seen or held_out, held_out or seen
    seed = derived(settings.seed, "fit", generation) % 2**32
    groups = positions(game, learned, settings.trace, folder.path)
    value, scaling = yield from percent(
        0, 50, fitted(groups, Fit(passes=settings.passes, width=settings.units), seed)
    )
    share = settings.choices / max(sum(len(play.decisions) for play in seen), 1)
    decisions = choices(game, learned, share, seed, folder.path)
    policy = yield from percent(
        50, 100, fitted_policy(decisions, settings.passes, seed, settings.policy_units)
    )
    folder.keep(generation, Network(game, unscaled(value, scaling) | policy))
    unseen = positions(game, judged, 1.0, folder.path)
    sizes = [len(group.common) for group in unseen]
    found = [measured(value, group, scaling) for group in unseen]
    entropy, error = (float(mean) for mean in np.average(found, axis=0, weights=sizes))
    visits = policy_loss(policy, choices(game, judged, share, seed, folder.path))
    return Measured(sum(len(group.common) for group in groups), entropy, error, visits)


def percent(first: int, last: int, fit: Generator[float, None, Fitted]) -> Generator[int, None, Fitted]:
    """Return what a fit returns; it is a part of the work, from `first` to `last` percent, and yields each of them."""
    done = first
    while True:
        try:
            now = int(first + (last - first) * next(fit))
        except StopIteration as ended:
            found: Fitted = ended.value
            if done < last:  # nothing to fit to, as in few games with few choices
                yield last
            return found
        if now > done:
            done = now
            yield done


@dataclass(frozen=True, slots=True)
class Games:
    """Games of some generations, which are read each time that they are gone through: those held out or the others."""

    folder: Folder
    generations: range
    held_out: bool

    def __iter__(self) -> Iterator[RecordedGame]:
        # The order of the games does not depend on when they ended.
        for generation in self.generations:
            for number, game in self.folder.games(generation):
                if (number % HELD_OUT == 0) == self.held_out:
                    yield game

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None


def window(folder: Folder, generation: int) -> tuple[Games, Games]:
    """Return the games of the newest half of the generations, at most the window: those to fit to, those held out."""
    # The first games are played by weak searches: later ones say more without them.
    count = min(generation // 2 + 1, folder.settings.window)
    newest = range(generation - count + 1, generation + 1)
    return Games(folder, newest, held_out=False), Games(folder, newest, held_out=True)
