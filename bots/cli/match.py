"""Play games between bots at one table; print mean points and win shares with 95 % intervals.

Each deal is played once for every seat: from game to game each bot moves on by one seat. So the luck of the deal and
of the seat is the same for all bots. With --fixed the bots keep their seats and every game has a new deal. Games on
the same deal count as one group, and the intervals come from the differences between groups:
Student's t for points, an interval of Jeffreys' kind for win shares. A shared win counts as a part of a win.

Ctrl-C ends the match. Finished games are kept and counted.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import click

from urbanist.bots.cli.cards import dealt_with
from urbanist.bots.cli.interrupt import INTERRUPTED, ended_alike
from urbanist.bots.cli.programs import Programs, notes_option, program_options, warn_root
from urbanist.bots.cli.shared_options import (
    SEED,
    GameName,
    game_options,
    option_list,
    seat_options,
    seats_of,
)
from urbanist.bots.cli.standings_table import hold
from urbanist.bots.cli.target import check_targets
from urbanist.bots.files import LineFile
from urbanist.bots.match.intervals import points_text, share_text
from urbanist.bots.match.notes import Noting
from urbanist.bots.match.pairing import Rules, drawn_seed
from urbanist.bots.match.workers import MAX_WORKERS
from urbanist.bots.protocol.command import audition
from urbanist.bots.tournament.match import Records, match_of, seed_of
from urbanist.bots.tournament.plan import Plan
from urbanist.bots.tournament.run import Run
from urbanist.bots.tournament.standings import Standing, lines_of
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
    "--workers", type=click.IntRange(1, MAX_WORKERS), default=1, metavar="K", help="Number of processes."
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
    plan = match_of(
        rules,
        bots,
        number,
        fixed=fixed,
        control=playing.control,
        restart=restart,
        noting=noting,
        workers=workers,
    )
    warn_root(bots)
    with _records(plan, out, resume=resume) as records, ended_alike():
        run = Run(plan, records)
        ended = hold(run)
        run.recount()
    if run.games:
        lines = lines_of(plan.names, run.games.values())
        click.echo(_table(run, lines, fixed=fixed))
        click.echo(_speeds(lines), err=True)
        for line in _forfeits(run):
            click.echo(line, err=True)
    if isinstance(ended, KeyboardInterrupt):
        click.echo(f"interrupted after {len(run.games)} of {number} games", err=True)
        if out is not None:
            click.echo("continue with the same command and --resume", err=True)
        raise click.exceptions.Exit(INTERRUPTED)
    if ended is not None:
        raise click.ClickException(str(ended))


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


@contextmanager
def _records(plan: Plan, out: Path | None, *, resume: bool) -> Iterator[Records]:
    """Yield the store of the games, with a file of records if one is asked for: a new one unless the match goes on."""
    if out is None:
        yield Records(plan)
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
        records = Records(plan, file)
        records.read(out, file.lines())
        file.settle()
        yield records


def _table(run: Run[Plan], lines: list[Standing], *, fixed: bool) -> str:
    names = run.plan.names
    wide = max(len("bot"), *map(len, names))
    rows = [f"{'bot':<{wide}}  games  {'points':>13}  {'win share':>20}"]
    for line in lines:
        assert line.win is not None  # each bot plays in each game
        rows.append(
            f"{line.name:<{wide}}  {line.games:>5}  {points_text(line.points):>13}  {share_text(line.win, '%'):>20}"
        )
    rules, deals = run.plan.rules, len({game.deal for game in run.games.values()})
    rows.append(
        f"{rules.game}, seed {rules.seed}, {'seats fixed' if fixed else 'seats rotated'}, "
        f"{deals} {'deal' if deals == 1 else 'deals'}; 95 % intervals over deals"
    )
    return "\n".join(rows)


def _speeds(lines: list[Standing]) -> str:
    return "moves/second: " + ", ".join(f"{line.name} {line.moves_a_second or 0.0:.1f}" for line in lines)


def _forfeits(run: Run[Plan]) -> Iterator[str]:
    """Yield a line for each bot that forfeited games; it names the first game."""
    lost = list(run.store.lost_games())
    for bot, name in enumerate(run.plan.names):
        if mine := [found for found in lost if found.bot == bot]:
            first = f"game {mine[0].game}, event {mine[0].event}: {mine[0].reason}, {mine[0].what}"
            yield f"forfeits of {name}: {len(mine)} of {len(run.games)} games, the first in {first}"
