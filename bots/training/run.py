"""The run of a training: generation after generation, with all that an earlier run has left.

The fit of a generation makes new weights from the games of the last ones; its losses are those of a validation set.
"""

import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

import numpy as np

from urbanist.bots.contest.sprt import Verdict
from urbanist.bots.match.intervals import share_estimate
from urbanist.bots.match.pairing import derived
from urbanist.bots.match.runner import GamePool, run
from urbanist.bots.training.folder import Folder, GenerationReport
from urbanist.bots.training.games import GamePair, Scores, SelfPlay, game_pairs, missing_games
from urbanist.search.network import Network
from urbanist.search.training import (
    NUMPY,
    Curve,
    Fit,
    FittedValue,
    Positions,
    RecordedGame,
    Schedule,
    bootstrapped,
    choices,
    fitted,
    fitted_policy,
    found_device,
    measured,
    policy_loss,
    positions,
    unscaled,
)

Fitted = TypeVar("Fitted")
#: One game in ten is in the validation set.
HELD_OUT = 10
#: The percent of a fit that are those of the value.
VALUE = 60


class FitLosses(NamedTuple):
    """The size of a fit, its validation losses, and the losses of each pass."""

    positions: int
    entropy: float  # of the win shares, in nats
    error: float  # standard error of points
    visits: float  # cross entropy of the visits of a decision, in nats
    value_curve: Curve
    policy_curve: Curve


@dataclass(frozen=True, slots=True)
class TrainingStage:
    """A stage and its progress: games of self-play, a fit, deals of a test; the report of a finished generation."""

    generation: int
    doing: str
    done: int
    total: int
    report: GenerationReport | None = None


def train(
    folder: Folder, generations: int, pool: GamePool, device: str | None = NUMPY
) -> Generator[TrainingStage, None, None]:
    """Train until the folder has `generations`; yield the stage after each step that is saved.

    Weights are fitted by numpy, or on a device of PyTorch; None: on a GPU if PyTorch finds one.
    """
    for generation in range(len(folder.reports()), generations):
        began = time.monotonic()
        accepted = folder.accepted()
        yield from gather(folder, generation, accepted, pool)
        losses = yield from fit(folder, generation, found_device() if device is None else device)
        yield from test(folder, generation, accepted[-1] if accepted else None, pool)
        report = reported(folder, generation, losses, time.monotonic() - began)
        folder.finish(report)
        yield TrainingStage(generation, "done", 1, 1, report)


def gather(
    folder: Folder, generation: int, accepted: tuple[str, ...], pool: GamePool
) -> Generator[TrainingStage, None, None]:
    """Play the games of a generation that are missing."""
    settings = folder.settings
    there = folder.numbers(generation)

    def keep(job: SelfPlay, game: RecordedGame) -> None:
        folder.add(generation, job.number, game)
        there.add(job.number)

    yield TrainingStage(generation, "games", len(there), settings.games)
    with closing(run(missing_games(settings, generation, accepted, there), pool, keep)) as games:
        for _ in games:
            yield TrainingStage(generation, "games", len(there), settings.games)


def fit(folder: Folder, generation: int, device: str) -> Generator[TrainingStage, None, FitLosses]:
    """Fit weights to the games of the window and keep them in the folder. Yield how much is done, in percent.

    Games are read one at a time, and what is learned from lies on disk. So memory does not grow with the games.
    """
    now = TrainingStage(generation, "fit" if device == NUMPY else f"fit on {device}", 0, 100)
    yield now
    settings, game = folder.settings, folder.game
    seen, held_out = window(folder, generation)
    learned, judged = seen or held_out, held_out or seen
    seed = derived(settings.seed, "fit", generation) % 2**32
    groups = positions(game, learned, settings.trace, folder.path)
    unseen = positions(game, judged, 1.0, folder.path)
    how = Fit(settings.schedule, batch=settings.batch, width=settings.units, device=device)
    value = yield from fit_value(now, folder, learned, groups, unseen, how, seed)
    searched = sum(bool(decision.visits) for play in seen for decision in play.decisions)
    share = settings.choices / max(searched, 1)
    decisions, others = (choices(game, games, share, seed, folder.path) for games in (learned, judged))
    policy, policy_curve = yield from percent(
        now,
        VALUE,
        100,
        fitted_policy(decisions, others, settings.schedule, seed, settings.policy_units, device),
    )
    folder.keep(generation, Network(game, unscaled(value.weights, value.scaling) | policy))
    sizes = [len(group.common) for group in unseen]
    losses = [measured(value.weights, group, value.scaling) for group in unseen]
    entropy, error = (float(mean) for mean in np.average(losses, axis=0, weights=sizes))
    count = sum(len(group.common) for group in groups)
    return FitLosses(count, entropy, error, policy_loss(policy, others), value.curve, policy_curve)


def fit_value(
    now: TrainingStage,
    folder: Folder,
    games: Iterable[RecordedGame],
    groups: list[Positions],
    unseen: list[Positions],
    how: Fit,
    seed: int,
) -> Generator[TrainingStage, None, FittedValue]:
    """Fit the value to what the searches of the games expected, then on to what it expects itself.

    Each such bootstrap is a third as long, with half of the rate.
    """
    settings = folder.settings
    shorter = Schedule(max(settings.passes // 3, 1), settings.rate / 2)
    begin, end = 0, VALUE * 3 // (3 + settings.bootstraps)
    value = yield from percent(now, begin, end, fitted(groups, unseen, how, seed))
    for number in range(1, settings.bootstraps + 1):
        told = bootstrapped(groups, games, value.expected, settings.bootstrap_trace, folder.path)
        begin, end = end, VALUE * (3 + number) // (3 + settings.bootstraps)
        on = fitted(told, unseen, replace(how, schedule=shorter), seed, value)
        value = yield from percent(now, begin, end, on)
    return value


def percent(
    stage: TrainingStage, first: int, last: int, work: Generator[float, None, Fitted]
) -> Generator[TrainingStage, None, Fitted]:
    """Run a fit as a part of the work: yield its progress from `first` to `last` percent, return its result."""
    done = first
    while True:
        try:
            now = int(first + (last - first) * next(work))
        except StopIteration as ended:
            fitted: Fitted = ended.value
            if done < last:  # nothing to fit to, as in few games with few choices
                yield replace(stage, done=last)
            return fitted
        if now > done:
            done = now
            yield replace(stage, done=done)


def test(
    folder: Folder, generation: int, best: str | None, pool: GamePool
) -> Generator[TrainingStage, None, None]:
    """Play the deals of a test until it has a verdict or no deal is left."""
    settings = folder.settings
    total = settings.gate_deals * len(settings.setups().seat_counts)
    there = folder.groups(generation)
    scores = Scores(there)
    yield TrainingStage(generation, "test", len(there), total)
    if scores.verdict is not Verdict.CONTINUE:
        return
    new = str(folder.weights(generation))

    def keep(pair: GamePair, score: float) -> None:
        folder.add_group(generation, pair.number, score)
        scores.add(pair.number, score)

    with closing(run(game_pairs(settings, generation, new, best, set(there)), pool, keep)) as games:
        for done, _ in enumerate(games, len(there) + 1):
            yield TrainingStage(generation, "test", done, total)
            if scores.verdict is not Verdict.CONTINUE:
                return


def reported(folder: Folder, generation: int, losses: FitLosses, seconds: float) -> GenerationReport:
    """Return the report of a generation that has ended."""
    scores = Scores(folder.groups(generation))
    share = share_estimate([[score] for score in scores.counted])
    return GenerationReport(
        generation=generation,
        games=len(folder.numbers(generation)),
        positions=losses.positions,
        entropy=round(losses.entropy, 4),
        error=round(losses.error, 2),
        visits=round(losses.visits, 4),
        deals=len(scores.counted),
        score=round(share.mean, 4),
        low=round(share.low or 0, 4),
        high=round(share.high or 1, 4),
        accepted=scores.passed,
        seconds=round(seconds, 1),
        value_curve=losses.value_curve,
        policy_curve=losses.policy_curve,
    )


@dataclass(frozen=True, slots=True)
class GenerationGames:
    """Games of some generations, read anew by each iteration: the training set or the validation set."""

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


def window(folder: Folder, generation: int) -> tuple[GenerationGames, GenerationGames]:
    """Return the training and the validation set: games of the newest half of the generations, at most the window."""
    # The first games are played by weak searches: later ones say more without them.
    count = min(generation // 2 + 1, folder.settings.window)
    newest = range(generation - count + 1, generation + 1)
    return GenerationGames(folder, newest, held_out=False), GenerationGames(folder, newest, held_out=True)
