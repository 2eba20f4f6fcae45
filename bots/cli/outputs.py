"""What a match and a tournament write beside their table: standings in several forms, and the games."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, TypeVar

import click

from urbanist.bots.cli.going_on import Ending
from urbanist.bots.cli.shared_options import FILE, together
from urbanist.bots.cli.standings_page import VISITS, StandingsPage, check_folder, quick_page, write_pages
from urbanist.bots.cli.standings_table import hold
from urbanist.bots.cli.target import Targets, check_targets
from urbanist.bots.players.player import Bot
from urbanist.bots.tournament.export import to_csv, to_json, to_junit, to_pgn
from urbanist.bots.tournament.run import Run
from urbanist.bots.tournament.standings import Standings
from urbanist.engine.message import UserError

F = TypeVar("F", bound=Callable[..., object])


class Place(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases only
    """A parameter HOST:PORT that turns into both; without a host it is this machine."""

    name = "place"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """Return the host and the port; a `UsageError` says what was expected."""
        if isinstance(value, tuple):
            return value
        host, colon, port = value.rpartition(":")
        if not colon or not port.isdecimal() or int(port) > 65535:
            raise click.UsageError(f"--serve {value}: expected HOST:PORT, such as 127.0.0.1:8000")
        return host or "127.0.0.1", int(port)


def serve_option(explained: str) -> Callable[[F], F]:
    """Return what adds the option."""
    return click.option("--serve", type=Place(), metavar="HOST:PORT", help=explained)


@contextmanager
def served(serve: tuple[str, int] | None, what: str, pages: Callable[[Any], Any]) -> Iterator[Any]:
    """Serve the pages of a hub until the block ends, if that is asked for, and say where; give the hub, or None.

    Raise `ClickException` if the extra is not installed.
    """
    if serve is None:
        yield None
        return
    try:
        from urbanist.bots.league.server import serving
    except ImportError as error:
        raise click.ClickException(f"--serve needs {error.name}: pip install 'urbanist[league]'") from None
    with serving(pages, *serve) as (hub, address):
        click.echo(f"the {what} at {address}", err=True)
        yield hub


#: The files that can be written of a run.
KINDS = {
    "json": "the standings as JSON",
    "csv": "the standings as CSV",
    "html": "the standings as a page with plots",
    "junit": "a report for a build server, in the form of JUnit",
    "pgn": "the results of games for two for Ordo and BayesElo",
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
    _shown: StandingsPage | None = None

    @classmethod
    def of(cls, options: dict[str, Any], records: Path | None) -> Self:
        """Return the outputs that options of a command ask for, and take these out of them."""
        files = {kind: options.pop(f"{kind}_file") for kind in KINDS}
        return cls(files, options.pop("pages"), options.pop("serve"), records)

    @property
    def asked(self) -> bool:
        """Whether a file is to be written that needs standings."""
        return any(file is not None for file in self.files.values())

    def check(
        self, seats: int, needed: Iterable[Path | None], bots: Sequence[Bot], **more: Path | None
    ) -> None:
        """Raise `UsageError`, `UserError` or `OSError` if a file cannot be written; `more` are others, by option."""
        if self.files["pgn"] is not None and seats != 2:
            raise UserError(f"--pgn: tables of {seats} seats; rating programs know games of two")
        check_targets({f"--{name}": file for name, file in (self.files | more).items()}, needed, bots)
        check_folder(self.pages)

    def hold(self, run: Run[Any]) -> Ending:
        """Play, and show the games in the terminal, on the page and in a browser, as `standings_table.hold` does."""

        def pages(hub: Any) -> Any:
            from urbanist.bots.league.live import Contest  # late: the extra may not be there

            return Contest(run, hub, quick_page)

        shown = self.shown(run)
        with served(self.serve, "games are", pages):
            return hold(run, *([] if shown is None else [shown.refresh]))

    def shown(self, run: Run[Any]) -> StandingsPage | None:
        """Return the page of a run, if there is to be one."""
        if (file := self.files["html"]) is not None and self._shown is None:
            self._shown = StandingsPage(file, run, self.targets, self.pages, self.records)
        return self._shown

    def write(self, run: Run[Any], found: Standings) -> None:
        """Write the files but the pages of games; one that cannot be written is named."""
        games, write = list(run.games.values()), self.targets.write
        concluded = run.format.conclusion(games)
        # Only if it is asked for: of a thousand bots the comparisons take 100 MB.
        if self.files["json"] is not None:
            write(self.files["json"], [to_json(found, concluded)])
        if self.files["csv"] is not None:
            write(self.files["csv"], [to_csv(found)])
        if (shown := self.shown(run)) is not None:
            shown.write(found)
        write(self.files["pgn"], to_pgn(run.plan.name, games, run.plan.names))
        if self.files["junit"] is not None:
            missing = 0 if run.ended() else run.format.games() - len(games)
            report = to_junit(run.plan.name, found, concluded, run.format.status(games), missing)
            write(self.files["junit"], [report])

    def write_pages(self, run: Run[Any], records: Iterator[str]) -> None:
        """Write the pages of the games, if they are asked for."""
        if self.pages is not None:
            told = dict(zip(run.games, records, strict=True))
            write_pages(run.plan.rules, told, self.pages, run.plan.workers)


def output_options(pages: str) -> Callable[[F], F]:
    """Return what adds the options of `Outputs`; `pages` is the name of that for the pages of games."""
    made = f"Write a page of each game that has none there, from searches of {VISITS} visits."
    return together(
        *(
            click.option(f"--{kind}", f"{kind}_file", type=FILE, metavar="FILE", help=f"Write {what}.")
            for kind, what in KINDS.items()
        ),
        click.option(pages, "pages", type=FILE, metavar="DIR", help=made),
        serve_option("Show standings and boards in a browser while games are played."),
    )
