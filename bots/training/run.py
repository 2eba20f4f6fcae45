"""The run of a training: generation after generation, with all that an earlier run has left."""

import time
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from urbanist.bots.match import workers
from urbanist.bots.match.intervals import share_estimate
from urbanist.bots.tournament import cluster
from urbanist.bots.tournament.sprt import Verdict
from urbanist.bots.training.fitting import Measured, fit
from urbanist.bots.training.folder import Folder, Report
from urbanist.bots.training.gate import Scores, duels
from urbanist.bots.training.selfplay import missing_games


@dataclass(frozen=True, slots=True)
class Step:
    """What a training is doing: games of self-play, a fit, deals of a test; and a report when a generation ends."""

    generation: int
    doing: str
    done: int
    total: int
    report: Report | None = None


Engine = Callable[[Iterable[Any]], Generator[tuple[Any, Any], None, None]]


def engine_of(count: int, scheduler: str | None) -> Engine:
    """Return what plays games: processes of this machine, or the workers of a Dask scheduler."""
    if scheduler is not None:
        return lambda jobs: cluster.completed(jobs, scheduler, count)
    return lambda jobs: workers.completed(jobs, count)


def train(folder: Folder, generations: int, engine: Engine) -> Generator[Step, None, None]:
    """Train until the folder has so many generations; yield each step after it is saved."""
    for generation in range(len(folder.reports()), generations):
        began = time.monotonic()
        accepted = folder.accepted()
        yield from gather(folder, generation, accepted, engine)
        measured = yield from fitting(folder, generation)
        yield from test(folder, generation, accepted[-1] if accepted else None, engine)
        report = reported(folder, generation, measured, time.monotonic() - began)
        folder.finish(report)
        yield Step(generation, "done", 1, 1, report)


def gather(
    folder: Folder, generation: int, accepted: tuple[str, ...], engine: Engine
) -> Generator[Step, None, None]:
    """Play the games of a generation that are missing."""
    settings = folder.settings
    there = folder.numbers(generation)
    yield Step(generation, "games", len(there), settings.games)
    with closing(engine(missing_games(settings, generation, accepted, there))) as games:
        for job, game in games:
            folder.add(generation, job.number, game)
            there.add(job.number)
            yield Step(generation, "games", len(there), settings.games)


def fitting(folder: Folder, generation: int) -> Generator[Step, None, Measured]:
    """Fit weights to the games, and return how well they fit."""
    yield Step(generation, "fit", 0, 100)
    work = fit(folder, generation)
    while True:
        try:
            yield Step(generation, "fit", next(work), 100)
        except StopIteration as ended:
            found: Measured = ended.value
            return found


def test(folder: Folder, generation: int, best: str | None, engine: Engine) -> Generator[Step, None, None]:
    """Play the deals of a test until it has a verdict or no deal is left."""
    settings = folder.settings
    total = settings.gate_deals * len(folder.game.notation.seat_counts)
    there = folder.groups(generation)
    scores = Scores(there)
    yield Step(generation, "test", len(there), total)
    if scores.verdict is not Verdict.CONTINUE:
        return
    new = str(folder.weights(generation))
    with closing(engine(duels(settings, generation, new, best, set(there)))) as games:
        for done, (duel, score) in enumerate(games, len(there) + 1):
            folder.add_group(generation, duel.number, score)
            scores.add(duel.number, score)
            yield Step(generation, "test", done, total)
            if scores.verdict is not Verdict.CONTINUE:
                return


def reported(folder: Folder, generation: int, measured: Measured, seconds: float) -> Report:
    """Return the report of a generation that has ended."""
    scores = Scores(folder.groups(generation))
    share = share_estimate([[score] for score in scores.counted])
    return Report(
        generation=generation,
        games=len(folder.numbers(generation)),
        positions=measured.positions,
        entropy=round(measured.entropy, 4),
        error=round(measured.error, 2),
        visits=round(measured.visits, 4),
        deals=len(scores.counted),
        score=round(share.mean, 4),
        low=round(share.low or 0, 4),
        high=round(share.high or 1, 4),
        accepted=scores.passed,
        seconds=round(seconds, 1),
    )
