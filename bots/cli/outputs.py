"""The outputs of a match and a tournament beside their table: standings in several formats, games, and a server."""

import errno
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

import click

from urbanist.bots.cli.game_pages import VISITS, write_missing
from urbanist.bots.cli.page_server import serve_options, served
from urbanist.bots.cli.resumption import EarlyEnd
from urbanist.bots.cli.shared_options import FILE, F, together
from urbanist.bots.cli.standings_table import hold
from urbanist.bots.cli.target import Targets, check_targets
from urbanist.bots.contest.export import to_csv, to_json
from urbanist.bots.contest.page import forfeit_list, game_list, page, plan_facts, settings_list
from urbanist.bots.contest.run import Run
from urbanist.bots.contest.standings import Standings, standings
from urbanist.bots.markup import Element
from urbanist.bots.players.player import Bot
from urbanist.bots.protocol.command import StartCheck

#: Seconds between two pages while games are played, at least, and the share of the time that they may take.
REFRESH, SHARE = 10.0, 0.05


#: The files that can be written of a run.
KINDS = {
    "json": "the standings as JSON",
    "csv": "the standings as CSV",
    "html": "the standings as a page with plots",
}


@dataclass(slots=True)
class Outputs:
    """What is asked for: files by kind, the folder of pages of games, and where to serve.

    `records` has the games for the page to link.
    """

    files: dict[str, Path | None]
    pages: Path | None
    serve: tuple[str, int] | None = None
    origin: str = ""
    records: Path | None = None
    targets: Targets = field(default_factory=Targets)
    #: When the page of standings may be written again.
    _next: float = field(default=0.0, init=False)

    @classmethod
    def of(cls, options: dict[str, Any], records: Path | None) -> Self:
        """Return the outputs that options of a command ask for, and take these out of them."""
        files = {kind: options.pop(f"{kind}_file") for kind in KINDS}
        return cls(files, options.pop("pages"), options.pop("serve"), options.pop("origin"), records)

    @property
    def asked(self) -> bool:
        """Whether a file is to be written that needs standings."""
        return any(file is not None for file in self.files.values())

    def check(self, needed: Iterable[Path | None], bots: Sequence[Bot], **more: Path | None) -> None:
        """Raise `UsageError` or `OSError` if a file cannot be written; `more` are others, by option."""
        check_targets({f"--{name}": file for name, file in (self.files | more).items()}, needed, bots)
        if self.pages is not None:
            if self.pages.exists() and not self.pages.is_dir():
                said = "this is a file; expected the name of a folder"
                raise NotADirectoryError(errno.ENOTDIR, said, str(self.pages))
            self.pages.mkdir(parents=True, exist_ok=True)

    def hold(self, run: Run, checked: StartCheck | None) -> EarlyEnd:
        """Play, and show the games in the terminal, on the page and in a browser, as `standings_table.hold` does.

        Before that print what programs say to their options, and name the bots that have changed since their last game.
        """
        if checked is not None:
            for said in (*checked.said, *run.check_fingerprints(checked.names)):
                click.echo(said, err=True)

        def contest(folder: Path) -> Any:
            from urbanist.bots.server.contest.contest import RunContest  # late: few runs are shown

            return RunContest.of(run, folder)

        with served(self.serve, self.origin, "games are", contest) as run.watch:
            ended = hold(run, self.refresh)
        run.recount()
        return ended

    def refresh(self, run: Run) -> None:
        """Write the present standings as a page, but not too often; a browser that shows them loads them again."""
        if self.files["html"] is not None and time.monotonic() >= self._next:
            began = time.thread_time()
            results = standings(run.plan.names, run.games.values(), run.plan.anchor)
            self._write_page(self.files["html"], run, results, max(round(REFRESH), 1))
            self._next = time.monotonic() + max(REFRESH, (time.thread_time() - began) / SHARE)

    def write(self, run: Run, results: Standings) -> None:
        """Write the files but the pages of games; one that cannot be written is named."""
        games, write = list(run.games.values()), self.targets.write
        concluded = run.format.conclusion(games)
        # Only if it is asked for: of a thousand bots the comparisons take 100 MB.
        if self.files["json"] is not None:
            write(self.files["json"], [to_json(results, concluded)])
        if self.files["csv"] is not None:
            write(self.files["csv"], [to_csv(results)])
        if self.files["html"] is not None:
            self._write_page(self.files["html"], run, results, None)

    def _write_page(self, file: Path, run: Run, standing: Standings, again: int | None) -> None:
        """Write the page of standings, which a browser loads `again` while games are played."""
        results, names = list(run.games.values()), run.plan.names
        parts = [
            settings_list(run.plan),
            *forfeit_list(results, names),
            *(self._links(file, run) if again is None else []),
        ]
        now = ("Date", datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"))
        # Before the end nobody must learn the seed from a page: it tells all deals.
        last = (
            ("Seed", str(run.plan.rules.seed))
            if again is None and run.ended()
            else ("Played", f"{len(results):,} of {run.format.games():,} games")
        )
        told = [*plan_facts(run.plan), now, last]
        text = page(standing, run.plan.name, told, run.format.conclusion(results), parts, again)
        self.targets.write(file, [text], last=again is None)

    def _links(self, file: Path, run: Run) -> list[Element]:
        """Return the part of the page of standings that leads to the pages of the games and to the records."""
        here = file.resolve().parent

        def address(target: Path) -> str:
            return quote(Path(os.path.relpath(target.resolve(), here)).as_posix())

        folder = self.pages
        pages = {} if folder is None else {game: address(folder / f"{game}.html") for game in run.games}
        records = None if self.records is None else address(self.records)
        return game_list(list(run.games.values()), run.plan.names, pages, records)

    def write_pages(self, run: Run, records: Iterator[str]) -> None:
        """Write a page for each game that has none yet, if pages are asked for; `records` are lines of JSON."""
        if self.pages is not None:
            write_missing(self.pages, run, records)


def output_options(pages: str) -> Callable[[F], F]:
    """Return a decorator that adds the options of `Outputs`; `pages` is the name of that for the pages of games."""
    made = f"Write a page of each game that has none there, from searches of {VISITS} visits."
    return together(
        *(
            click.option(f"--{kind}", f"{kind}_file", type=FILE, metavar="FILE", help=f"Write {what}.")
            for kind, what in KINDS.items()
        ),
        click.option(pages, "pages", type=FILE, metavar="DIR", help=made),
        serve_options("Show standings and boards in a browser while games are played."),
    )
