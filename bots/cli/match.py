"""Play games between bots at one table; print mean points and win shares with 95 % intervals.

Each deal is played once for every seat: from game to game each bot moves on by one seat. So the luck of the deal and
of the seat is the same for all bots. With --fixed the bots keep their seats and every game has a new deal. Games on
the same deal count as one group, and the intervals come from the differences between groups:
Student's t for points, an interval of Jeffreys' kind for win shares. A shared win counts as a part of a win.

Ctrl-C ends the match. Finished games are kept and counted.
"""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import click

from urbanist.bots.cli.asking import (
    SEED,
    GameName,
    game_options,
    option_list,
    seat_options,
    seats_of,
)
from urbanist.bots.cli.cards import dealt_with
from urbanist.bots.cli.interrupt import INTERRUPTED, ended_alike, held_back
from urbanist.bots.cli.programs import Programs, notes_option, program_options, warn_root
from urbanist.bots.cli.target import check_targets
from urbanist.bots.cli.terminal import progress
from urbanist.bots.files import LineFile
from urbanist.bots.match.intervals import points_text, share_text
from urbanist.bots.match.match import Match, played
from urbanist.bots.match.notes import Noting
from urbanist.bots.match.pairing import Rules, drawn_seed
from urbanist.bots.match.resuming import kept, seed_of
from urbanist.bots.match.scoreboard import Scoreboard
from urbanist.bots.match.workers import MOST_WORKERS, WorkerDied
from urbanist.bots.protocol.command import audition
from urbanist.engine import CardFile
from urbanist.engine.game import Game
from urbanist.engine.record import BEGINNING


@click.command(help=__doc__)
@click.argument("game", type=GameName())
@seat_options
@game_options
@dealt_with
@click.option(
    "--games", "number", type=click.IntRange(1), required=True, metavar="N", help="Number of games."
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the records to this new file."
)
@click.option("--resume", is_flag=True, help="Continue the match whose records --out has.")
@click.option(
    "--workers", type=click.IntRange(1, MOST_WORKERS), default=1, metavar="K", help="Number of processes."
)
@click.option("--seed", type=SEED, show_default="random", help="Seed of deals and bots.")
@program_options
@click.option(
    "--restart/--no-restart",
    default=None,
    show_default="where deals repeat and something is hidden",
    help="Start programs anew for each game.",
)
@notes_option
@click.option(
    "--fixed", is_flag=True, help="Keep the seats in the given order, with a new deal for each game."
)
def match(
    game: Game,
    seats: str | None,
    seat_list: tuple[str, ...],
    variant: str | None,
    players: int | None,
    options: str,
    cards: CardFile | None,
    number: int,
    out: Path | None,
    workers: int,
    seed: int | None,
    resume: bool,
    restart: bool | None,
    noting: Noting | None,
    fixed: bool,
    **programs: Any,
) -> None:
    """Play the games and print one line for each bot."""
    playing = Programs(**programs)
    bots = playing.seated(seats_of(game, players, seats, seat_list), [] if out is None else [out])
    seed = _seed(seed, out, resume=resume)
    rules = Rules(game.name, len(bots), seed, variant, option_list(options), cards)
    rules.start(0)
    check_targets({"--out": out, "--trace": playing.trace}, bots=bots)
    for said in audition(bots, game.name):
        click.echo(said, err=True)
    asked = Match(rules, bots, number, fixed, restart, noting, playing.control)
    board = Scoreboard(asked)
    warn_root(bots)
    with _records(out, resume=resume) as file, ended_alike():
        if file is not None and out is not None:
            for earlier in kept(asked, out, file.lines()):
                board.add(earlier)
            file.settle()
        failure = _play(asked, workers, board, file)
    if board.games:
        click.echo(_table(board))
        click.echo(_speeds(board), err=True)
        for line in _forfeits(board):
            click.echo(line, err=True)
    if isinstance(failure, KeyboardInterrupt):
        click.echo(f"interrupted after {board.games} of {number} games", err=True)
        if out is not None:
            click.echo("continue with the same command and --resume", err=True)
        raise click.exceptions.Exit(INTERRUPTED)
    if failure is not None:
        raise click.ClickException(str(failure))


def _seed(asked: int | None, out: Path | None, *, resume: bool) -> int:
    """Return the seed that is asked for, or that of the match which goes on, or a new one."""
    if resume and out is None:
        raise click.UsageError("--resume: which match? --out FILE names its records")
    if resume and out is not None and not out.is_file():
        raise click.UsageError(
            f"--out {out}: no such file, so there is no match to resume; start it without --resume"
        )
    known = seed_of(out) if resume and out is not None and asked is None else asked
    return drawn_seed() if known is None else known


def _play(asked: Match, workers: int, board: Scoreboard, file: LineFile | None) -> BaseException | None:
    """Play the games, count and write each; return the exception that ended the match early, if there was one."""
    try:
        with (
            closing(played(asked, workers, board.games)) as games,
            progress("games", asked.games, board.games) as advance,
        ):
            for found in games:
                with held_back():
                    if file is not None:
                        # To wait for the disk after each game would cost more time than short games do.
                        file.add(found.record.to_json(), safe=False)
                    board.add(found)
                advance()
    except (KeyboardInterrupt, WorkerDied) as failure:
        return failure
    return None


@contextmanager
def _records(out: Path | None, *, resume: bool) -> Iterator[LineFile | None]:
    """Yield the file for the records, a new one unless the match goes on; None if no file is asked for."""
    if out is None:
        yield None
        return
    with ExitStack() as held:
        try:
            file = held.enter_context(LineFile.open(out, BEGINNING, BEGINNING, resume=resume))
        except FileExistsError:
            raise click.UsageError(
                f"--out {out}: the file exists; expected the name of a new file, or --resume"
            ) from None
        except BlockingIOError:
            raise click.ClickException(f"{out}: another process is playing this match") from None
        yield file


def _table(board: Scoreboard) -> str:
    lines = board.lines()
    wide = max(len("bot"), *map(len, board.match.names))
    rows = [f"{'bot':<{wide}}  games  {'points':>13}  {'win share':>20}"]
    for bot, found in zip(board.match.names, lines, strict=True):
        rows.append(
            f"{bot:<{wide}}  {found.games:>5}  {points_text(found.points):>13}  {share_text(found.win, '%'):>20}"
        )
    said = board.match
    rows.append(
        f"{said.rules.game}, seed {said.rules.seed}, {'seats fixed' if said.fixed else 'seats rotated'}, "
        f"{board.deals} {'deal' if board.deals == 1 else 'deals'}; 95 % intervals over deals"
    )
    return "\n".join(rows)


def _speeds(board: Scoreboard) -> str:
    found = zip(board.match.names, board.speeds(), strict=True)
    return "moves/second: " + ", ".join(f"{bot} {speed:.1f}" for bot, speed in found)


def _forfeits(board: Scoreboard) -> list[str]:
    """Return a line for each bot that forfeited games; it names the first game."""
    return [
        f"forfeits of {bot}: {len(lost)} of {board.games} games, the first in {lost[0]}"
        for bot, lost in zip(board.match.names, board.forfeits, strict=True)
        if lost
    ]
