"""`urbanist play`: a game in the terminal between people and bots."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from urbanist.bots.cli.home import PLAY, first_selection, visit
from urbanist.bots.cli.host import USUAL_BOT, USUAL_SECONDS, Host, any_seed, begin_record
from urbanist.bots.cli.interrupt import dialogue
from urbanist.bots.cli.language_option import speaks
from urbanist.bots.cli.saved_game import LAST, SavedGame, found_game
from urbanist.bots.cli.shared_options import (
    GameName,
    Real,
    dealt_with,
    game_options,
    make_known,
    most_players,
    named_seats,
    read_clock,
    sandbox_options,
    seat_texts,
    trace_option,
)
from urbanist.bots.cli.terminal import can_ask
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.table.kit.language import reason_of, tr
from urbanist.bots.table.kit.player_view import HUMAN, is_human
from urbanist.bots.table.session import saves
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.table.session.saves import new_file
from urbanist.bots.table.session.settings import read_settings
from urbanist.engine import GAMES, CardFile
from urbanist.engine.game import Game
from urbanist.engine.history import History
from urbanist.search.limit import Limit

if TYPE_CHECKING:
    from urbanist.bots.process.sandbox import Protection


@click.command()
@click.argument("game", type=GameName(), required=False)
@game_options
@dealt_with
@named_seats("Each seat is human or a bot.", f"{HUMAN},{USUAL_BOT},...")
@click.option(
    "--time",
    "seconds",
    type=Real(0, min_open=True),
    show_default=f"{USUAL_SECONDS:g}",
    help="Seconds per move of a bot.",
)
@click.option("--nodes", type=click.IntRange(1), help="Visits of a bot per move, instead of --time.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Save the game to this file.")
@click.option("--seed", type=int, show_default="random", help="Seed of the deal and the bots.")
@click.option(
    "--plain", is_flag=True, help="Lines of text instead of a full screen, for screen readers and pipes."
)
@click.option("--learn", is_flag=True, help="Let the game explain itself as it goes; t or 'skip' ends that.")
@click.option("--threads", type=click.IntRange(1, 64), default=1, help="Threads of a bot.")
@click.option(
    "--clock",
    metavar="C",
    callback=read_clock,
    help="Time of each person: a game and the increment of a move (10m+5s, 60+0.5), or of each move (30s/move).",
)
@click.option("--ponder", is_flag=True, help="Let the bots think while you do.")
@sandbox_options
@click.option(
    "--pace",
    type=Real(0, 60),
    metavar="S",
    help="Seconds that a move of a bot can be seen at least before the next one.",
)
@click.option(
    "--rated", is_flag=True, help="Count the game for your rating: no hints, and nothing is taken back."
)
@trace_option
@click.option(
    "--resume",
    type=SavedGame(),
    is_flag=False,
    flag_value=LAST,
    metavar="[FILE|NAME]",
    help="Continue a saved game: of a file, of a name that 'urbanist saves' lists, or the last one.",
)
@speaks
@dialogue()
def play(
    game: Game | None,
    variant: str | None,
    players: int | None,
    options: str,
    cards: CardFile | None,
    seats: str | None,
    seat_list: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    record: Path | None,
    seed: int | None,
    plain: bool,
    learn: bool,
    threads: int,
    clock: Limit | None,
    ponder: bool,
    sandbox: "Protection",
    reads: tuple[str, ...],
    trace: Path | None,
    resume: Path | None,
    pace: float | None,
    rated: bool,
) -> None:
    """Play GAME in the terminal.

    Without a game or without seats, the home asks for game, variant, players and level, and remembers your choice.

    The game fills the screen, and is played by keys and mouse: '?' in the game lists them. With --plain or without a
    terminal it is played in lines: type 'help' for a list of what you can type.

    The game is saved to a file after every move, so Ctrl-C or a closed terminal loses nothing. `urbanist play --resume`
    continues the last game, and `urbanist saves` lists all.
    """
    if seconds is not None and nodes is not None:
        raise click.UsageError(tr("--time and --nodes exclude each other: give only one"))
    host = Host(
        seconds=seconds,
        nodes=nodes,
        threads=threads,
        clock=clock,
        ponder=ponder,
        sandbox=sandbox,
        reads=reads,
        trace=trace,
        cards=cards,
        plain=plain,
        learn=learn,
        rated=rated,
        pace=0.0 if pace is None else pace,
    )
    if resume is not None:
        if cards is not None:
            make_known(cards)
        resume = found_game(resume, game)
        asked = (variant, players, options, seats, seat_list, seed, clock, rated)
        history, names, notes = _resumed(resume, game, asked)
        host = replace(host, source=resume)
    named = seat_texts(players, seats, seat_list)
    asks = resume is None and not named and seconds is None and nodes is None and can_ask()
    _refuse_to_replace(record, resume)
    if asks:
        host = replace(host, pace=read_settings().pace) if pace is None else host
        visit(host, PLAY, first_selection(game, variant, players), seed=seed, record=record)
        return
    if resume is None:
        if game is None:
            raise click.UsageError(tr("no game given; there are {games}", games=", ".join(sorted(GAMES))))
        seed = any_seed() if seed is None else seed
        history = host.dealt(game, variant, len(named) or most_players(game, players), options, seed)
        names = tuple(map(host.limited, named or [HUMAN, *[USUAL_BOT] * (history.state.seats - 1)]))
        notes = Notebook.new(seed, names, clock, rated=rated)
    session = host.seat(history, names, notes, record or resume or new_file(history.game.name))
    begin_record(record, session)
    if host.play(session):
        visit(host, PLAY, first_selection(None, None, None))


def _refuse_to_replace(record: Path | None, resume: Path | None) -> None:
    """Raise `UsageError` if a new game would replace a file."""
    if record is not None and record.exists() and record != resume:
        raise click.UsageError(
            tr("--record {file}: the file exists; --resume {file} continues its game", file=record)
        )


def _resumed(
    path: Path, game: Game | None, asked: tuple[object, ...]
) -> tuple[History, tuple[str, ...], Notebook]:
    """Return a saved game with its seats and notes; exit with status 1 if the file has no game."""
    if any(asked):
        raise click.UsageError(
            tr(
                "--resume: leave out variant, players, options, seats, seed and clock; the saved game has them"
            )
        )
    try:
        record, history = saves.read_game(path)
        for seat in record.seats:
            if not is_human(seat):
                parse_bot(seat)
    except (OSError, ValueError) as error:
        raise click.ClickException(reason_of(error)) from None
    if game is not None and game is not history.game:
        raise click.UsageError(
            tr(
                "{path} holds a game of {found}, not of {game}",
                path=path,
                found=history.game.name,
                game=game.name,
            )
        )
    return history, record.seats, Notebook.of(record)
