"""Play games between bots at one table.

The result is mean points and win shares with 95 % confidence intervals.

Each deal is played once for every seat: from game to game each bot moves on by one seat. So the luck of the deal and of
the seat cancels out. With --fixed the bots keep their seats and every game has a new deal. Games on the same deal are
one group (a cluster), and the standard errors are between groups: Student's t for points, Jeffreys' interval for win
shares. A shared win counts as a part of a win.

With --sprt two bots play until a sequential probability ratio test is decided; --games is then the most. At a table of
more than two --players one bot has one seat and the other one the rest, in all seatings and both ways. The exit status
is 0 if H1 is accepted, 3 if H0 is, 4 if it is not decided.

Ctrl-C ends the match. Finished games are kept and counted.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from urbanist.bots.cli.interrupt import ended_alike
from urbanist.bots.cli.outputs import Outputs, output_options
from urbanist.bots.cli.programs import (
    Programs,
    notes_option,
    program_options,
    scheduler_option,
    warn_root,
)
from urbanist.bots.cli.resumption import leave, replay, replay_option, workers_option
from urbanist.bots.cli.shared_options import (
    FILE,
    SEED,
    GameName,
    game_options,
    make_known,
    option_list,
    seat_options,
    seats_of,
)
from urbanist.bots.contest.book import read_book
from urbanist.bots.contest.format import Plan
from urbanist.bots.contest.formats.sequential import SprtSection
from urbanist.bots.contest.match import Records, match_of, seed_of
from urbanist.bots.contest.plan_schema import REST_AFTER, Openings, PlanError, read_pairs
from urbanist.bots.contest.run import Run
from urbanist.bots.contest.standings import Standing, lines_of, standings
from urbanist.bots.files import FileErrors, LineFile
from urbanist.bots.match.adjudication import Agreement, Resignation, adjudication_of
from urbanist.bots.match.cluster import check_cluster
from urbanist.bots.match.intervals import points_text, share_text
from urbanist.bots.match.pairing import Rules, drawn_seed
from urbanist.bots.match.runner import GamePool
from urbanist.bots.protocol.command import check_start
from urbanist.engine import CardFile
from urbanist.engine.game import Game
from urbanist.engine.record import BEGINNING


def pairs(kind: type) -> Callable[[click.Context, click.Parameter, str | None], Any]:
    """Return a callback that parses the KEY=VALUE,... of an option into a struct; a KEY alone is true."""

    def read(context: click.Context, option: click.Parameter, text: str | None) -> Any:
        try:
            return None if text is None else read_pairs(text, kind)
        except PlanError as error:
            raise click.BadParameter(str(error), context, option) from None

    return read


class FileOfOpenings(Openings, kw_only=True, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A file of openings, and how it is read."""

    file: Path


@click.command(help=__doc__)
@click.argument("game", type=GameName())
@seat_options
@game_options
@click.option(
    "--games",
    "number",
    type=click.IntRange(1, 1_000_000_000),
    required=True,
    metavar="N",
    help="Number of games.",
)
@click.option("--out", type=FILE, metavar="FILE", help="Write the records to this new file.")
@click.option("--resume", is_flag=True, help="Continue the match whose records --out has.")
@replay_option
@workers_option()
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
    "--rest-after",
    type=click.IntRange(0),
    default=REST_AFTER,
    metavar="N",
    help="Forfeits in a row after which a bot rests; 0: never.",
)
@click.option(
    "--fixed", is_flag=True, help="Keep the seats in the given order, with a new deal for each game."
)
@click.option(
    "--openings",
    callback=pairs(FileOfOpenings),
    metavar="file=FILE,...",
    help="Play from a book of openings: deals, each with its events; order=random, start=LINE, plies=N.",
)
@click.option(
    "--sprt",
    callback=pairs(SprtSection),
    metavar="elo0=E,elo1=E,...",
    help="Play until a sequential test (SPRT) of two bots is decided; alpha, beta, model, batch.",
)
@click.option(
    "--resign",
    callback=pairs(Resignation),
    metavar="share=S,moves=N",
    help="A bot resigns that expected at most this win share in so many of its last moves.",
)
@click.option(
    "--adjudicate",
    callback=pairs(Agreement),
    metavar="share=S,moves=N,solved",
    help="Adjudicate a game whose bots agree who wins, or whose end is solved.",
)
@scheduler_option
@output_options("--pages")
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
    seed: int | None,
    resume: bool,
    replay_forfeits: bool,
    fixed: bool,
    openings: FileOfOpenings | None,
    sprt: SprtSection | None,
    resign: Resignation | None,
    adjudicate: Agreement | None,
    workers: int,
    scheduler: str | None,
    **more: Any,
) -> None:
    """Play the games and print one line for each bot."""
    outputs = Outputs.of(more, out)
    playing = Programs.of(more)
    read = [] if openings is None else [openings.file]
    bots = playing.seated(
        seats_of(game, None if sprt else players, seats, seat_list),
        [*read, *([] if out is None else [out])],
        cards,
    )
    # In a sequential test two bots fill any table.
    places = len(bots) if sprt is None else players or max(len(bots), min(game.notation.seat_counts))
    book, places = _opened(openings, game, places, cards)
    if outputs.pages is not None and out is None:
        raise click.UsageError("--pages: the pages are made from records; --out FILE keeps them")
    if replay_forfeits and not resume:
        raise click.UsageError("--replay-forfeits goes with --resume")
    seed = _seed(seed, out, resume=resume)
    rules = Rules(game.name, places, seed, variant, option_list(options), cards)
    plan = match_of(
        rules,
        bots,
        number,
        fixed=fixed,
        control=playing.control,
        sprt=sprt,
        book=book,
        shuffles=openings is not None and openings.order == "random",
        adjudication=adjudication_of(adjudicate, resign),
        pool=GamePool(workers, scheduler),
        **more,  # what is left are fields of a plan
    )
    plan.kind.check_entrants(len(bots), places)
    plan.kind.check(plan)
    if not book:
        rules.start(0)
    outputs.check(read, bots, out=out, trace=playing.trace)
    checked = check_start(bots, game.name)
    check_cluster(scheduler, bots, game.name)
    warn_root(bots)
    with _records(plan, out, resume=resume) as records, ended_alike():
        run = Run(plan, records)
        if replay_forfeits:
            replay(run)
        ended = outputs.hold(run, checked)
        if outputs.asked:
            outputs.write(run, standings(plan.names, run.games.values()))
        _print(run, fixed=fixed)
        if ended.early is None and out is not None:
            outputs.write_pages(run, records.records(out))
    leave(ended, run, "" if out is None else "\ncontinue with the same command and --resume")
    outputs.targets.conclude()
    raise click.exceptions.Exit(run.format.status(list(run.games.values())))


def _opened(
    openings: FileOfOpenings | None, game: Game, seats: int, cards: CardFile | None
) -> tuple[tuple[str, ...], int]:
    """Return the openings of a file and the seats of their tables; none, and those of the bots, without a file."""
    if openings is None:
        return (), seats
    if cards is not None:
        make_known(cards, [game.name])
    return read_book(openings.file, game.name, openings)


def _print(run: Run, *, fixed: bool) -> None:
    """Print a line for each bot, and what else is to be said of the games."""
    if not run.games:
        return
    games = list(run.games.values())
    lines = lines_of(run.plan.names, games)
    click.echo(_table(run, lines, fixed=fixed))
    if concluded := run.format.conclusion(games):
        click.echo(concluded.line)
    speeds = (f"{line.name} {line.moves_a_second or 0.0:.1f}" for line in lines)
    click.echo(f"moves/second: {', '.join(speeds)}", err=True)
    for line in _forfeits(run):
        click.echo(line, err=True)


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
    errors = FileErrors(
        there=click.UsageError(f"--out {out}: the file exists; expected the name of a new file, or --resume"),
        locked=click.ClickException(f"{out}: another process is playing this match"),
    )
    with LineFile.open(out, BEGINNING, BEGINNING, resume=resume, errors=errors) as file:
        records = Records(plan, file)
        records.read(out, file.lines())
        file.settle()
        yield records


def _table(run: Run, lines: list[Standing], *, fixed: bool) -> str:
    names = run.plan.names
    wide = max(len("bot"), *map(len, names))
    lost = any(line.forfeits for line in lines)
    rows = [f"{'bot':<{wide}}  games  {'points':>13}  {'win share':>20}{'  forfeits' * lost}"]
    for line in lines:
        assert line.win is not None  # each bot plays in each game
        row = f"{line.name:<{wide}}  {line.games:>5}  {points_text(line.points):>13}  {share_text(line.win, '%'):>20}"
        rows.append(row + f"  {line.forfeited:>8}" * lost)
    rules, deals = run.plan.rules, len({game.deal for game in run.games.values()})
    rows.append(
        f"{rules.game}, seed {rules.seed}, {'seats fixed' if fixed else 'seats rotated'}, "
        f"{deals} {'deal' if deals == 1 else 'deals'}; 95 % intervals over deals"
    )
    return "\n".join(rows)


def _forfeits(run: Run) -> Iterator[str]:
    """Yield a line for each bot that forfeited games; it names the first game."""
    lost = [(game, forfeit) for game in run.games.values() for forfeit in game.lost]
    for bot, name in enumerate(run.plan.names):
        if mine := [(game, forfeit) for game, forfeit in lost if game.bots[forfeit.seat] == bot]:
            game, forfeit = mine[0]
            first = f"game {game.title}, event {forfeit.event}: {forfeit.reason}, {forfeit.what}"
            yield f"forfeits of {name}: {len(mine)} of {len(run.games)} games, the first in {first}"
