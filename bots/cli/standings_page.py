"""The pages of a tournament: that of its standings, at its end and while it runs, and those of its games."""

import errno
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from urbanist.bots.cli.target import Targets
from urbanist.bots.cli.terminal import progress
from urbanist.bots.files import write
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.pairing import Rules
from urbanist.bots.match.workers import completed
from urbanist.bots.table.kit.language import reason_of
from urbanist.bots.tournament.page import Links, clock_text, forfeit_list, game_list, page, settings_list
from urbanist.bots.tournament.plan import Plan
from urbanist.bots.tournament.results import GameResult
from urbanist.bots.tournament.run import Run
from urbanist.bots.tournament.standings import Standings, standings
from urbanist.engine import GAMES, NotationError
from urbanist.engine.notation import loaded
from urbanist.engine.record import Record
from urbanist.search.options import SearchOptions

#: Seconds between two pages while games are played, at least, and the share of the time that they may take.
REFRESH, SHARE = 10.0, 0.05


@dataclass(slots=True)
class StandingsPage:
    """The page of a run in a file, with links to pages of `games` and to `records`, if there are such."""

    file: Path
    run: Run[Any]
    targets: Targets
    games: Path | None = None
    records: Path | None = None
    _next: float = field(default=0.0, init=False)

    def refresh(self, _: GameResult | None = None) -> None:
        """Write the present standings, but not too often; a browser that shows them loads them again."""
        if time.monotonic() < self._next:
            return
        began = time.thread_time()
        run = self.run
        found = standings(run.plan.names, run.games.values(), run.plan.anchor)
        self._write(found, Links(), max(round(REFRESH), 1))
        self._next = time.monotonic() + max(REFRESH, (time.thread_time() - began) / SHARE)

    def write(self, found: Standings) -> None:
        """Write the standings at the end of the command; only if the tournament has ended too, they tell its seed."""
        self._write(found, self._links(), None)

    def _write(self, found: Standings, links: Links, again: int | None) -> None:
        run = self.run
        results = list(run.games.values())
        names = run.plan.names
        parts = [
            settings_list(run.plan),
            *forfeit_list(list(run.store.lost_games()), names),
            *game_list(results, names, links),
        ]
        now = ("Date", datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"))
        # Before the end nobody must learn the seed from a page: it tells all deals.
        last = (
            ("Seed", str(run.plan.rules.seed))
            if again is None and run.ended()
            else ("Played", f"{len(results):,} of {run.format.games():,} games")
        )
        told = [*facts(run.plan), now, last]
        text = page(found, run.plan.name, told, run.format.conclusion(results), parts, again)
        self.targets.write(self.file, [text], last=again is None)

    def _links(self) -> Links:
        """Return where the pages of the games and the records are, seen from the page of standings."""
        here = self.file.resolve().parent

        def address(target: Path) -> str:
            return quote(Path(os.path.relpath(target.resolve(), here)).as_posix())

        folder = self.games
        pages = {} if folder is None else {game: address(page_file(folder, game)) for game in self.run.games}
        return Links(pages, None if self.records is None else address(self.records))


def facts(plan: Plan) -> list[tuple[str, str]]:
    """Return the facts that the page shows beside the standings."""
    rules = plan.rules
    found = [("Game", rules.game), ("Format", plan.kind.name), ("Seats", str(rules.seats))]
    if rules.variant is not None:
        found.append(("Variant", rules.variant))
    if rules.options:
        found.append(("Options", ", ".join(rules.options)))
    if plan.clock is not None:
        found.append(("Clock", clock_text(plan.clock)))
    return found


#: Visits of each search of these pages: they are many, and made all at once.
VISITS = 500
#: Visits of each search of a page for which somebody waits.
AWAITED = 50


@dataclass(frozen=True, slots=True)
class GamePage:
    """The page of a game that is still to be written; any worker can write it."""

    id: str
    rules: Rules
    record: str
    target: Path

    def play(self, arena: Arena) -> str:
        """Write the page and return why it could not be written, or nothing; no bot of the arena is needed."""
        try:
            if self.rules.cards is not None:  # this process must know them to read the record
                loaded(GAMES[self.rules.game].notation, self.rules.cards)
            text = page_of(self.record, VISITS)
        except NotationError as error:
            return f"the record of game {self.id}: {error}"
        try:
            write(self.target, text)
        except OSError as error:
            return reason_of(error)
        return ""


def page_of(record: str, visits: int) -> str:
    """Return the page of a recorded game, from searches of so many visits; raise `NotationError` for a bad record."""
    # Late: few runs make pages of games.
    from urbanist.bots.table.page import page as game_page
    from urbanist.bots.table.page.story import story_of
    from urbanist.bots.table.session.review import reviewed

    found = Record.from_json(record)
    return game_page(story_of(reviewed(found, found.replay(GAMES), SearchOptions(nodes=visits))))


def quick_page(record: str) -> str:
    """Return the page of a recorded game for somebody who waits for it."""
    return page_of(record, AWAITED)


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
