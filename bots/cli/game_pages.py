"""Pages of the games of a tournament, in one folder."""

import errno
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from urbanist.bots.cli.terminal import progress
from urbanist.bots.files import write
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.pairing import Rules
from urbanist.bots.match.workers import completed
from urbanist.bots.table.kit.language import reason_of
from urbanist.bots.table.page import page
from urbanist.bots.table.page.story import story_of
from urbanist.bots.table.session.reviewing import reviewed
from urbanist.engine import GAMES
from urbanist.engine.record import Record
from urbanist.search.options import SearchOptions

#: Visits of each search of these pages: they are many, and made all at once.
VISITS = 500


@dataclass(frozen=True, slots=True)
class GamePage:
    """The page of a game that is still to be written; any worker can write it."""

    id: str
    rules: Rules
    record: str
    target: Path

    def play(self, arena: Arena) -> str:
        """Write the page and return why it could not be written, or nothing; no bot of the arena is needed."""
        record = Record.from_json(self.record)
        self.rules.opened(record.deal)  # from now on the cards of the deal are known here
        review = reviewed(record, record.replay(GAMES), SearchOptions(nodes=VISITS))
        try:
            write(self.target, page(story_of(review)))
        except OSError as error:
            return reason_of(error)
        return ""


def check_folder(folder: Path | None) -> None:
    """Make the folder of pages, unless it is there; raise `OSError` if that is impossible."""
    if folder is not None:
        if folder.exists() and not folder.is_dir():
            raise NotADirectoryError(
                errno.ENOTDIR, "this is a file; expected the name of a folder", str(folder)
            )
        folder.mkdir(parents=True, exist_ok=True)


def page_file(folder: Path, game: str) -> Path:
    """Return the file of the page of a game, by its id."""
    return folder / f"{game}.html"


def write_pages(rules: Rules, records: Mapping[str, str], folder: Path, workers: int) -> None:
    """Write a page for each game that has none yet; `records` are lines of JSON by the ids of the games.

    Raise `ClickException` if some could not be written, after all others are.
    """
    wanted = {game: page_file(folder, game) for game in records}
    jobs = [
        GamePage(game, rules, records[game], target) for game, target in wanted.items() if not target.exists()
    ]
    failed = []
    with progress("pages", len(jobs)) as advance:
        for _, reason in completed(jobs, workers):
            failed += [reason] * bool(reason)
            advance()
    if failed:
        raise click.ClickException(f"{len(failed)} of {len(jobs)} pages could not be written: {failed[0]}")
