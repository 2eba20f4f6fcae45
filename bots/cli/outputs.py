"""The outputs of a match and a tournament beside their table: standings in several formats, and the games."""

import errno
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

import click

from urbanist.bots.cli.resumption import EarlyEnd
from urbanist.bots.cli.shared_options import FILE, F, together
from urbanist.bots.cli.standings_table import hold
from urbanist.bots.cli.target import Targets, check_targets
from urbanist.bots.cli.terminal import progress
from urbanist.bots.contest.export import to_csv, to_json
from urbanist.bots.contest.format import Plan
from urbanist.bots.contest.page import clock_text, forfeit_list, game_list, page, settings_list
from urbanist.bots.contest.run import Run
from urbanist.bots.contest.standings import Standings, standings
from urbanist.bots.files import write
from urbanist.bots.markup import Element
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.pairing import Rules
from urbanist.bots.match.runner import GamePool
from urbanist.bots.players.player import Bot
from urbanist.bots.protocol.command import StartCheck
from urbanist.bots.table.kit.language import reason_of
from urbanist.engine import GAMES, NotationError
from urbanist.engine.edition import loaded
from urbanist.engine.record import Record
from urbanist.search.options import SearchOptions

#: Seconds between two pages while games are played, at least, and the share of the time that they may take.
REFRESH, SHARE = 10.0, 0.05
#: Visits of each search of the pages of games: of those made all at once, and of one for which somebody waits.
VISITS, AWAITED = 500, 50


def _place(_: click.Context, option: click.Parameter, text: str | None) -> tuple[str, int] | None:
    """Return the host and the port of a text; without a host it is this machine."""
    if text is None:
        return None
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65535:
        raise click.UsageError(f"{option.opts[0]} {text}: expected HOST:PORT, such as 127.0.0.1:8000")
    return host or "127.0.0.1", int(port)


def serve_option(explained: str) -> Callable[[F], F]:
    """Return a decorator that adds the option."""
    return click.option("--serve", callback=_place, metavar="HOST:PORT", help=explained)


@contextmanager
def served(serve: tuple[str, int] | None, what: str, pages: Callable[[Any], Any]) -> Iterator[Any]:
    """Serve the pages of a hub until the block ends, if that is asked for, and say where; give the hub, or None.

    Raise `ClickException` if the extra is not installed.
    """
    if serve is None:
        yield None
        return
    try:
        from urbanist.bots.contest.league.server import serving
    except ImportError as error:
        raise click.ClickException(f"--serve needs {error.name}: pip install 'urbanist[league]'") from None
    with serving(pages, *serve) as (hub, address):
        click.echo(f"the {what} at {address}", err=True)
        yield hub


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
    records: Path | None = None
    targets: Targets = field(default_factory=Targets)
    #: When the page of standings may be written again.
    _next: float = field(default=0.0, init=False)

    @classmethod
    def of(cls, options: dict[str, Any], records: Path | None) -> Self:
        """Return the outputs that options of a command ask for, and take these out of them."""
        files = {kind: options.pop(f"{kind}_file") for kind in KINDS}
        return cls(files, options.pop("pages"), options.pop("serve"), records)

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

        def pages(hub: Any) -> Any:
            from urbanist.bots.contest.league.server import Contest  # late: the extra may not be there

            return Contest(run, hub, page_of)

        with served(self.serve, "games are", pages):
            ended = hold(run, self.refresh)
        run.recount()
        return ended

    def refresh(self, run: Run) -> None:
        """Write the present standings as a page, but not too often; a browser that shows them loads them again."""
        if self.files["html"] is not None and time.monotonic() >= self._next:
            began = time.thread_time()
            found = standings(run.plan.names, run.games.values(), run.plan.anchor)
            self._write_page(self.files["html"], run, found, max(round(REFRESH), 1))
            self._next = time.monotonic() + max(REFRESH, (time.thread_time() - began) / SHARE)

    def write(self, run: Run, found: Standings) -> None:
        """Write the files but the pages of games; one that cannot be written is named."""
        games, write = list(run.games.values()), self.targets.write
        concluded = run.format.conclusion(games)
        # Only if it is asked for: of a thousand bots the comparisons take 100 MB.
        if self.files["json"] is not None:
            write(self.files["json"], [to_json(found, concluded)])
        if self.files["csv"] is not None:
            write(self.files["csv"], [to_csv(found)])
        if self.files["html"] is not None:
            self._write_page(self.files["html"], run, found, None)

    def _write_page(self, file: Path, run: Run, found: Standings, again: int | None) -> None:
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
        told = [*facts(run.plan), now, last]
        text = page(found, run.plan.name, told, run.format.conclusion(results), parts, again)
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
        """Write a page for each game that has none yet, if pages are asked for; `records` are lines of JSON.

        Raise `ClickException` if some could not be written, after all others are.
        """
        if self.pages is None:
            return
        told = zip(run.games, records, strict=True)
        jobs = [
            GamePage(game, run.plan.rules, record, target)
            for game, record in told
            if not (target := self.pages / f"{game}.html").exists()
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


def page_of(record: str, visits: int = AWAITED) -> str:
    """Return the page of a recorded game, from searches of `visits`; raise `NotationError` for a bad record."""
    # Late: few runs make pages of games.
    from urbanist.bots.table.page import page as game_page
    from urbanist.bots.table.page.story import story_of
    from urbanist.bots.table.session.review import reviewed

    found = Record.from_json(record)
    return game_page(story_of(reviewed(found, found.replay(GAMES), SearchOptions(nodes=visits))))


def output_options(pages: str) -> Callable[[F], F]:
    """Return a decorator that adds the options of `Outputs`; `pages` is the name of that for the pages of games."""
    made = f"Write a page of each game that has none there, from searches of {VISITS} visits."
    return together(
        *(
            click.option(f"--{kind}", f"{kind}_file", type=FILE, metavar="FILE", help=f"Write {what}.")
            for kind, what in KINDS.items()
        ),
        click.option(pages, "pages", type=FILE, metavar="DIR", help=made),
        serve_option("Show standings and boards in a browser while games are played."),
    )
