"""List saved games, the last one first.

A row has the game, the opponents, the turn and the date.

`urbanist play --resume NAME` continues a game; the beginning of a name is enough if no other name has it. `urbanist
play --resume` continues the last that is not over.
"""

import json
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import click

from urbanist.bots.cli.language_option import speaks
from urbanist.bots.cli.shared_options import read_with
from urbanist.bots.cli.terminal import print_table
from urbanist.bots.table import word_of
from urbanist.bots.table.kit.language import marked, reason_of, tr
from urbanist.bots.table.kit.player import player_name
from urbanist.bots.table.kit.player_view import is_human
from urbanist.bots.table.session import saves as kept
from urbanist.bots.table.session.notebook import RESIGNED
from urbanist.bots.table.session.review_text import ending_text
from urbanist.bots.table.session.saves import Saved


def opponents(players: Sequence[str]) -> str:
    """Return the players of a table beside one person, each once with its number."""
    people = sum(map(is_human, players))
    counted = Counter(player_name(player) for player in players if not is_human(player))
    named = [f"{number} × {name}" if number > 1 else name for name, number in counted.items()]
    return ", ".join([*([tr.counted("{n} people", "{n} people", people)] if people > 1 else []), *named])


HEAD = (
    marked("name"),
    marked("game"),
    marked("opponents"),
    marked("turn"),
    marked("saved"),
    marked("state"),
)


@click.command(help=__doc__)
@read_with
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@speaks
def saves(as_json: bool) -> None:
    """Print a row for each game; a file that holds no game gets a line on standard error."""
    saves = []
    for path in kept.files():
        try:
            saves.append(kept.read(path))
        except (OSError, ValueError) as error:
            click.echo(f"urbanist: {reason_of(error)}", err=True)
    if as_json:
        click.echo(json.dumps([_object(each) for each in saves]))
    elif not saves:
        click.echo(tr("No games are kept in {folder}.", folder=kept.folder()))
    else:
        # The name is typed to continue a game: other cells are folded before it.
        columns: dict[int, dict[str, Any]] = {place: {"overflow": "fold"} for place in range(len(HEAD))}
        columns[0]["min_width"] = max(len(each.name) for each in saves)
        print_table([_row(each) for each in saves], [tr(name) for name in HEAD], columns=columns)


def _object(saved: Saved) -> dict[str, object]:
    """Return a game as an object for JSON."""
    return {
        "name": saved.name,
        "file": str(saved.file),
        "game": saved.game,
        "players": saved.players,
        "turn": saved.turn,
        "date": saved.date,
        "ended": saved.ended or None,
        "rank": saved.rank,
    }


def _row(saved: Saved) -> tuple[str, ...]:
    local = datetime.fromisoformat(saved.date).astimezone()
    return (
        saved.name,
        word_of(saved.game, saved.game),
        opponents(saved.players),
        str(saved.turn),
        f"{local:%Y-%m-%d %H:%M}",
        _state(saved),
    )


def _state(saved: Saved) -> str:
    if not saved.ended:
        return tr("goes on")
    if saved.ended == RESIGNED or saved.rank is None:
        return tr("over: {how}", how=ending_text(saved.ended))
    if saved.rank == 1:
        return tr("over: won")
    return tr("over: rank {rank} of {players}", rank=saved.rank, players=len(saved.players))
