"""`urbanist play`: a game in the terminal, with people and bots at the table."""

import contextlib
import io
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from rich.console import Console

from urbanist.bots.spec import parse_bot
from urbanist.bots.table import save, table_of
from urbanist.bots.table.screen import Screen
from urbanist.bots.table.session import HUMAN, Failure, Session, shown
from urbanist.engine import GAMES, NotationError
from urbanist.engine.game import Game
from urbanist.engine.history import History

#: Who sits at the table, and how long a bot thinks, unless said.
USUAL_BOT, USUAL_SECONDS = "ismcts", 1.0
#: Terminals that call themselves so show 256 colours, though their name does not say it.
COLOURFUL = ("xterm", "screen", "tmux", "rxvt", "konsole", "alacritty", "foot", "vte")


class _Terminal(Console):
    """A console that tells its caller of a closed pipe instead of ending the program."""

    def on_broken_pipe(self) -> None:
        """Raise what a write to a closed pipe raises."""
        raise BrokenPipeError


@click.command()
@click.argument("game", required=False)
@click.option("--variant", help="Variant of the game.")
@click.option("--players", type=click.IntRange(2, 5), help="How many play.")
@click.option("--options", default="", metavar="A,B", help="Options; 'urbanist games' lists them.")
@click.option("--seats", metavar="A,B,...", help="Who plays: human or a bot; human,ismcts,... unless said.")
@click.option("--seat", "seat_list", multiple=True, metavar="BOT", help="The same, one seat at a time.")
@click.option("--time", "seconds", type=click.FloatRange(0, min_open=True), help="Seconds a bot thinks (1).")
@click.option("--nodes", type=click.IntRange(1), help="Iterations of a bot, instead of --time.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Where the game is kept.")
@click.option("--seed", type=int, help="Seed of the deal and the bots.")
@click.option("--plain", is_flag=True, help="Lines of text instead of the map, fit for ears.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a saved game.")
def play(
    game: str | None,
    variant: str | None,
    players: int | None,
    options: str,
    seats: str | None,
    seat_list: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    record: Path | None,
    seed: int | None,
    plain: bool,
    resume: Path | None,
) -> None:
    """Play GAME in the terminal.

    The game is kept in a file after every move: leaving it, Ctrl-C or a closed terminal lose nothing, and
    `urbanist play --resume FILE` goes on with it. Type 'help' in the game for all it understands.
    """
    if seconds is not None and nodes is not None:
        raise click.UsageError("--time and --nodes: give one of them")
    if record is not None and record.exists() and record != resume:
        raise click.UsageError(f"--record {record}: the file exists; --resume {record} goes on with its game")
    limit = f"nodes={nodes}" if nodes is not None else f"time={seconds or USUAL_SECONDS:g}"
    if resume is not None:
        history, names, seed = _resumed(resume, game, (variant, players, options, seats, seat_list, seed))
    else:
        found = _game(game)
        seed = random.SystemRandom().getrandbits(32) if seed is None else seed
        names = _seats(found, players, seats, seat_list, limit)
        history = _dealt(found, variant, len(names), options, seed)
    file = record or resume or _save_file(history.game.name)
    session = Session(
        history,
        names,
        table=table_of,
        hire=parse_bot,
        screen=_screen(plain),
        file=file,
        adviser=f"{USUAL_BOT}:{limit}",
        seed=seed,
    )
    _run(session, record)


def _game(name: str | None) -> Game:
    known = ", ".join(sorted(GAMES))
    if name is None:
        raise click.UsageError(f"which game? There are {known}")
    if name not in GAMES:
        raise click.UsageError(f"no game '{name}'; there are {known}")
    return GAMES[name]


def _dealt(game: Game, variant: str | None, players: int, options: str, seed: int) -> History:
    asked = tuple(option for option in options.split(",") if option)
    try:
        return History.start(game.deal(variant=variant, seats=players, options=asked, seed=seed))
    except NotationError as error:
        raise click.UsageError(shown(error)) from None


def _seats(
    game: Game, players: int | None, seats: str | None, seat_list: Sequence[str], limit: str
) -> tuple[str, ...]:
    """Return who plays, by seat, every bot with its limit; `UsageError` for what cannot be."""
    if seats is not None and seat_list:
        raise click.UsageError("--seats and --seat: give one of them")
    names = [name.strip() for name in seats.split(",")] if seats is not None else list(seat_list)
    if not names:
        number = max(game.notation.seat_counts) if players is None else players
        names = [HUMAN, *[USUAL_BOT] * (number - 1)]
    if players is not None and players != len(names):
        raise click.UsageError(f"{len(names)} seats are named for {players} players")
    return tuple(_limited(name, limit) for name in names)


def _limited(name: str, limit: str) -> str:
    """Return a seat with the limit added, if it is a bot that takes one and has none."""
    if name == HUMAN:
        return name
    try:
        plain_name = parse_bot(name).name == name
    except ValueError as error:
        raise click.UsageError(shown(error)) from None
    if not plain_name:
        return name
    try:
        parse_bot(f"{name}:{limit}")
    except ValueError:
        return name
    return f"{name}:{limit}"


def _resumed(path: Path, game: str | None, asked: tuple[object, ...]) -> tuple[History, tuple[str, ...], int]:
    """Return a saved game with its seats and seed; exit with status 1 if the file holds none."""
    if any(asked):
        raise click.UsageError("--resume: the saved game settles variant, players, options, seats and seed")
    try:
        record, history = save.read(path)
        for seat in record.seats:
            if seat != HUMAN:
                parse_bot(seat)
    except (OSError, ValueError) as error:
        raise click.ClickException(shown(error)) from None
    if game is not None and game != history.game.name:
        raise click.UsageError(f"{path} holds a game of {history.game.name}, not of {game}")
    seed = record.meta.get("seed", 0)
    return history, record.seats, seed if isinstance(seed, int) else 0


def _save_file(game: str) -> Path:
    """Return a file of its own for a new game."""
    folder = Path(click.get_app_dir("urbanist")) / "saves"
    name = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    fresh = folder / f"{name}.jsonl"
    return folder / f"{name}-{os.getpid()}.jsonl" if fresh.exists() else fresh


def _screen(plain: bool) -> Screen:
    if sys.stdout is None:
        sys.stdout = io.StringIO()
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    console = _Terminal()
    if console.color_system == "standard" and os.environ.get("TERM", "").startswith(COLOURFUL):
        console = _Terminal(color_system="256")
    return Screen(console, _typed(console), plain=plain)


def _typed(console: Console) -> Callable[[str], str]:
    """Return how a line is asked for: at a terminal with editing, else echoed to the transcript."""
    if sys.stdin is not None and sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # makes input() edit
        return input

    def read(prompt: str) -> str:
        console.print(prompt, end="", markup=False, highlight=False, soft_wrap=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        console.print(line.rstrip("\r\n"), markup=False, highlight=False, soft_wrap=True)
        return line

    return read


def _run(session: Session, record: Path | None) -> None:
    """Play the session; a closed pipe ends it quietly, as the game is kept."""
    if record is not None:
        try:
            save.write(record, session.record())
        except OSError as error:
            raise click.UsageError(f"--record {shown(error)}") from None
    try:
        session.run()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        click.echo(session.kept(), err=True)
    except Failure as error:
        raise click.ClickException(shown(error)) from None
