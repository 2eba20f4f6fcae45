"""Pages of the games of a run, those that it lacks, by all workers."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from urbanist.bots.cli.terminal import progress
from urbanist.bots.contest.run import Run
from urbanist.bots.files import write
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.pairing import Rules
from urbanist.bots.match.runner import GamePool
from urbanist.bots.table.kit.language import reason_of
from urbanist.engine import NotationError

#: Visits of each search of the pages of games.
VISITS = 500


def write_missing(folder: Path, run: Run, records: Iterator[str]) -> None:
    """Write a page for each game that has none yet; `records` are lines of JSON in the order of its games.

    Raise `ClickException` if some could not be written, after all others are.
    """
    told = zip(run.games, records, strict=True)
    jobs = [
        GamePage(game, run.plan.rules, record, target)
        for game, record in told
        if not (target := folder / f"{game}.html").exists()
    ]
    failed = []
    with progress("pages", len(jobs)) as advance:
        for _, reason in GamePool(run.plan.pool.workers).completed(jobs):
            failed += [reason] * bool(reason)
            advance()
    if failed:
        raise click.ClickException(
            f"{len(failed)} of {len(jobs)} pages could not be written: {failed[0]}; those that are there are kept, "
            "and the same command with --resume writes the others"
        )


@dataclass(frozen=True, slots=True)
class GamePage:
    """The page of a game that is still to be written; any worker can write it."""

    id: str
    rules: Rules
    record: str
    target: Path

    def play(self, arena: Arena) -> str:
        """Write the page and return why it could not be written, or nothing; no bot of the arena is needed."""
        # Late: few runs make pages of games.
        from urbanist.bots.table.page import page
        from urbanist.bots.table.page.story import story_of_record

        try:
            text = page(story_of_record(self.record, VISITS, self.rules.cards))
        except NotationError as error:
            return f"the record of game {self.id}: {error}"
        try:
            write(self.target, text)
        except OSError as error:
            return reason_of(error)
        return ""
