"""`urbanist play`: a game in the terminal between people and bots."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from urbanist.bots.cli import completers
from urbanist.bots.cli.home import PLAY, first_selection, visit
from urbanist.bots.cli.host import USUAL_BOT, USUAL_SECONDS, Host, any_seed
from urbanist.bots.cli.interrupt import dialogue
from urbanist.bots.cli.language_option import speaks
from urbanist.bots.cli.shared_options import (
    GameName,
    Real,
    failure,
    game_options,
    make_known,
    misuse,
    most_players,
    named_seats,
    only_one,
    read_clock,
    sandbox_options,
    seat_texts,
    trace_option,
)
from urbanist.bots.cli.terminal import can_ask
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.table.kit.language import reason_of
from urbanist.bots.table.kit.player_view import HUMAN, is_human
from urbanist.bots.table.session import saves
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.table.session.saves import program
from urbanist.bots.table.session.settings import read_settings
from urbanist.engine import GAMES, CardFile, NotationError
from urbanist.engine.game import Game
from urbanist.engine.history import History

#: Stands for the game that was saved last, of those that are not over.
LAST = "last"


class SavedGame(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases only
    """A parameter that names a saved game: its path, the beginning of its name in the list of saves, or `LAST`."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path of the file; `Path(LAST)` stands for the last game unless a file has this name."""
        if value == LAST:
            return Path(LAST)
        try:
            return saves.named(str(value))
        except NotationError as error:
            raise click.UsageError(f"--resume: {reason_of(error)}") from None

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names of saved games that begin with a text, the last saved first, or files."""
        named = completers.items([path.stem for path in saves.files()], incomplete)
        return named or completers.files(ctx, param, incomplete)


@click.command()
@click.argument("game", type=GameName(), required=False)
@game_options
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
    help="Time control of each person: base time and increment (10m+5s, 60+0.5), or time per move (30s/move).",
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
    record: Path | None,
    seed: int | None,
    resume: Path | None,
    pace: float | None,
    **how: Any,
) -> None:
    """Play GAME in the terminal.

    Without a game or without seats, the home asks for game, variant, players and level, and remembers your choice.

    The game fills the screen, and is played by keys and mouse: '?' in the game lists them. With --plain or without a
    terminal it is played in lines: type 'help' for a list of what you can type.

    The game is saved to a file after every move, so Ctrl-C or a closed terminal loses nothing. `urbanist play --resume`
    continues the last game, and `urbanist saves` lists all.
    """
    host = Host(cards=cards, pace=pace or 0.0, **how)
    only_one("--time", host.seconds, "--nodes", host.nodes)
    if resume is not None:
        if cards is not None:
            make_known(cards)
        resume = found_game(resume, game)
        asked = (variant, players, options, seats, seat_list, seed, host.clock, host.rated)
        history, names, notes = _resumed(resume, game, asked)
        host = replace(host, source=resume)
    named = seat_texts(players, seats, seat_list)
    asks = resume is None and not named and host.seconds is None and host.nodes is None and can_ask()
    if record is not None and record.exists() and record != resume:
        raise misuse("--record {file}: the file exists; --resume {file} continues its game", file=record)
    if asks:
        host = replace(host, pace=read_settings().pace) if pace is None else host
        visit(host, PLAY, first_selection(game, variant, players), seed=seed, record=record)
        return
    if resume is None:
        if game is None:
            raise misuse("no game given; there are {games}", games=", ".join(sorted(GAMES)))
        seed = any_seed() if seed is None else seed
        history = host.dealt(game, variant, len(named) or most_players(game, players), options, seed)
        seated = named or [HUMAN, *[USUAL_BOT] * (history.state.seats - 1)]
        session = host.new(history, seated, seed, record)
    else:
        session = host.seat(history, names, notes, resume, record)
    if host.play(session):
        visit(host, PLAY, first_selection(None, None, None))


def _resumed(
    path: Path, game: Game | None, asked: tuple[object, ...]
) -> tuple[History, tuple[str, ...], Notebook]:
    """Return a saved game with its seats and notes; exit with status 1 if the file has no game."""
    if any(asked):
        raise misuse(
            "--resume: leave out variant, players, options, seats, seed and clock; the saved game has them"
        )
    try:
        record, history = saves.read_game(path)
        for seat in record.seats:
            if not is_human(seat):
                parse_bot(seat)
    except (OSError, ValueError) as error:
        raise click.ClickException(reason_of(error)) from None
    if game is not None and game is not history.game:
        raise misuse(
            "{path} holds a game of {found}, not of {game}",
            path=path,
            found=history.game.name,
            game=game.name,
        )
    return history, record.seats, Notebook.of(record)


def found_game(path: Path, game: Game | None) -> Path:
    """Return the file of a saved game; for `LAST` that of the last one, of the named game if there is one."""
    if path != Path(LAST) or path.exists():
        return path
    save = saves.to_continue(None if game is None else game.name)
    if save is None:
        folder = saves.folder()
        if game is None:
            raise failure(
                "--resume: no game to continue in {folder}; '{program} play' begins one",
                folder=folder,
                program=program(),
            )
        raise failure(
            "--resume: no game of {game} to continue in {folder}; '{program} play' begins one",
            game=game.name,
            folder=folder,
            program=program(),
        )
    return save
