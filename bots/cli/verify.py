"""Check record files: replay each game through the rules.

Standard error names the first error of each bad record as `FILE:LINE: event K: ...`; the exit status is then 1. The
number of good records is printed.
"""

from pathlib import Path

import click

from urbanist.bots.cli.shared_options import read_with
from urbanist.engine import GAMES, NotationError
from urbanist.engine.printable import error_line
from urbanist.engine.record import Record, read_lines


@click.command(help=__doc__)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@read_with
@click.pass_context
def verify(context: click.Context, files: tuple[Path, ...]) -> None:
    """Check all files, also after a bad one."""
    lines = [_verified(path) for path in files]
    good, bad = sum(good for good, _ in lines), sum(bad for _, bad in lines)
    click.echo(f"{good} good {'record' if good == 1 else 'records'}" + (f", {bad} bad" if bad else ""))
    context.exit(1 if bad else 0)


def _verified(path: Path) -> tuple[int, int]:
    """Return the numbers of good records and of errors, and print each error."""
    good = bad = 0
    try:
        for line, text in read_lines(path):
            problem = _problem(text)
            good, bad = (good, bad + 1) if problem else (good + 1, bad)
            if problem:
                click.echo(error_line(f"{path}:{line}: {problem}"), err=True)
        if not good and not bad:
            raise NotationError("the file has no record; expected one per line").at(str(path))
    except (OSError, NotationError) as error:
        click.echo(error_line(error), err=True)
        bad += 1
    return good, bad


def _problem(text: str) -> str:
    """Return the first error of a record; empty if there is none."""
    try:
        Record.from_json(text).replay(GAMES)
    except NotationError as error:
        return str(error)
    return ""
