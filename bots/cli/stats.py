"""Print your own results by game, opponents and seat.

A game counts when it ends, once, if one person played against bots. A game that was resigned or lost on time is lost. A
game that began in the middle of another one does not count.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict

import click

from urbanist.bots.cli.language_option import speaks
from urbanist.bots.cli.saves import opponents
from urbanist.bots.cli.shared_options import json_option
from urbanist.bots.cli.terminal import print_table
from urbanist.bots.players.level import spelled_out
from urbanist.bots.table import word_of
from urbanist.bots.table.kit.language import marked, number_text, tr
from urbanist.bots.table.kit.player import player_name
from urbanist.bots.table.session.logbook import Logbook, Sums
from urbanist.bots.table.session.settings import logbook_file
from urbanist.engine import GAMES

LEVEL = re.compile(r"(?:^|:)level=([0-9])(?=:|$)")
SUMS = (
    marked("games"),
    marked("won"),
    marked("win %"),
    marked("rank"),
    marked("points"),
    marked("best"),
)


@click.command(help=__doc__)
@json_option
@speaks
def stats(as_json: bool) -> None:
    """Print two tables, or the same as an object."""
    with Logbook(logbook_file(), copied=True) as logbook:
        against, seats = logbook.sums("opponents"), logbook.sums("seat")
    if as_json:
        statistics = {
            "games": sum(each.games for each in seats),
            "by_opponents": [{**_object(each), "level": level(each.opponents or ())} for each in against],
            "by_seat": [_object(each) for each in seats],
        }
        click.echo(json.dumps(statistics))
    elif not seats:
        click.echo(tr("No game has ended yet."))
    else:
        _show(marked("opponents"), [(each, _named(each.opponents or ())) for each in against])
        click.echo()
        _show(marked("seat"), [(each, str(each.seat)) for each in seats])


def level(players: Sequence[str]) -> int | None:
    """Return the level of opponents; None if one has no level or another one."""
    levels = {match[1] if (match := LEVEL.search(spelled_out(player))) else None for player in players}
    only = levels.pop() if len(levels) == 1 else None
    return None if only is None else int(only)


def _named(players: Sequence[str]) -> str:
    """Return opponents by the name of their level, else by their own names."""
    known = level(players)
    return opponents(players) if known is None else player_name(f"level={known}")


def _object(sums: Sums) -> dict[str, object]:
    return {name: value for name, value in asdict(sums).items() if value is not None}


def _show(by: str, rows: list[tuple[Sums, str]]) -> None:
    """Print a table; numbers stand to the right."""
    head = (marked("game"), by, *SUMS)
    right = {place: {"justify": "right"} for place, name in enumerate(head) if name in SUMS}
    cells = [_row(sums, group) for sums, group in rows]
    print_table(cells, [tr(name) for name in head], plain_head=True, columns=right)


def _row(sums: Sums, group: str) -> tuple[str, ...]:
    only = sums.game in GAMES and len(GAMES[sums.game].notation.variants) == 1
    named = [
        word_of(sums.game, sums.game),
        *([] if only else [word_of(sums.game, sums.variant)]),
        tr.counted("{n} players", "{n} players", sums.players),
    ]
    return (
        ", ".join(named),
        group,
        str(sums.games),
        number_text(sums.wins, "g"),
        f"{100 * sums.wins / sums.games:.0f}",
        number_text(sums.rank, ".1f"),
        "" if sums.score is None else number_text(sums.score, ".1f"),
        "" if sums.best is None else str(sums.best),
    )
