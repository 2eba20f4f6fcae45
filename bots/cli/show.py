"""Show a position as text, picture or JSON.

The position comes from a deal line and events, or from a recorded game: FILE:GAME is a record file and the number of a
game in it, counted from 1.
"""

from pathlib import Path

import click

from urbanist.bots.cli import terminal
from urbanist.bots.cli.completers import files
from urbanist.bots.cli.language_option import speaks
from urbanist.bots.cli.shared_options import (
    FILE,
    failure,
    misuse,
    only_one,
    position,
    position_options,
    read_with,
    record_file,
    recorded,
    viewer,
)
from urbanist.bots.cli.target import check_targets
from urbanist.bots.table import (
    NoPicture,
    PlayerView,
    board_of,
    draw_board,
    has_board,
    table_of,
    write_picture,
)
from urbanist.bots.table.kit.language import marked, reason_of, tr
from urbanist.bots.table.kit.terminal.block import joined
from urbanist.engine.history import History

NO_RESVG = marked("--png needs resvg_py: pip install 'urbanist[pictures]'; --svg works without it")


@click.command(help=__doc__)
@click.argument("record", required=False, metavar="[FILE[:GAME]]", shell_complete=files)
@position_options(required=False)
@read_with
@click.option("--ply", type=click.IntRange(0), help="Show the position after this number of events.")
@click.option(
    "--view",
    metavar="SEAT|public",
    help="Show only what this seat, or the public, can see.",
)
@click.option("--svg", type=FILE, metavar="FILE", help="Write a picture as SVG.")
@click.option("--png", type=FILE, metavar="FILE", help="Write a picture as PNG.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print the position as JSON; docs/positions.md explains it."
)
@speaks
def show(
    record: str | None,
    deal: str | None,
    events: str | None,
    ply: int | None,
    view: str | None,
    svg: Path | None,
    png: Path | None,
    as_json: bool,
) -> None:
    """Print the position or write its picture."""
    target = _target(svg, png)
    only_one("--json", as_json or None, "--svg", svg)
    only_one("--json", as_json or None, "--png", png)
    check_targets({"--svg": svg, "--png": png}, [] if record is None else [record_file(record)])
    history, players = _game(record, deal, events)
    looks = None if view is None else viewer(view, history.state.seats)
    history = _cut(history, ply)
    if as_json:
        click.echo((history.state if view is None else history.seen_by(looks).bare_state()).to_json())
        return
    pov = PlayerView.of(history, looks, players, revealed=view is None)
    if target is not None:
        _paint(pov, target)
        return
    screen, game = terminal.screen(), history.game.name
    if screen.draws and has_board(game) and screen.fits(*board_of(game).LEAST):
        screen.show(joined(draw_board(pov, screen.console.width, screen.console.height - 1)))
    else:
        click.echo(table_of(game).describe(pov))


def _game(record: str | None, deal: str | None, events: str | None) -> tuple[History, tuple[str, ...]]:
    """Return the game and the names of its seats, which are empty if they are not known."""
    if (record is None) == (deal is None):
        raise misuse("expected a position: either --deal D [--events E] or FILE[:GAME]")
    if record is not None:
        if events is not None:
            raise misuse("--events needs --deal; use --ply N for a position of a recorded game")
        read, history = recorded(record)
        return history, read.seats
    history = position(deal or "", events)
    return history, ("",) * history.state.seats


def _cut(history: History, ply: int | None) -> History:
    if ply is None:
        return history
    if ply > len(history.events):
        raise click.UsageError(
            tr(
                "--ply {ply}: the game has {events}",
                ply=ply,
                events=tr.counted("{n} event", "{n} events", len(history.events)),
            )
        )
    return history.until(ply)


def _target(svg: Path | None, png: Path | None) -> Path | None:
    """Return the file of the picture, or None if no picture is asked for."""
    only_one("--svg", svg, "--png", png)
    for path, suffix in ((svg, ".svg"), (png, ".png")):
        if path is not None and path.suffix.lower() != suffix:
            raise misuse(
                "--{option} {path}: expected a name that ends in {suffix}",
                option=suffix[1:],
                path=path,
                suffix=suffix,
            )
    return svg or png


def _paint(pov: PlayerView, target: Path) -> None:
    try:
        write_picture(pov, target)
    except NoPicture as error:
        raise click.UsageError(reason_of(error)) from None
    except ImportError as error:
        if error.name != "resvg_py":
            raise
        raise failure(NO_RESVG) from None
