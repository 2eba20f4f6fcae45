"""Tell designers what seats, cards, tiles, options are worth.

The numbers come from many games of one player at all seats of GAME. The games are informed playouts, which take
seconds, or those of a bot with --seat, which take minutes. Each setup that differs from the asked one in one rule gets
a tenth as many games. All intervals are of 95 %, over games.

Worth is what one more of a thing brings a seat, against the other seats of its game. If chance alone decided who had it
("drawn"), that is what the thing itself brings; if seats chose it, those who wanted it may have been better off before.
Ctrl-C ends the games; those played are reported.
"""

import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import click

from urbanist.bots.balance import BalancePlan, BalanceReport, played, report_of
from urbanist.bots.balance.report import SeatQuestion, SeatRow, Spread, TableRow, fine, hundredfold
from urbanist.bots.cli import completers
from urbanist.bots.cli.interrupt import ended_alike
from urbanist.bots.cli.programs import try_out, warn_root
from urbanist.bots.cli.resumption import early_end, workers_option
from urbanist.bots.cli.shared_options import (
    FILE,
    SEED,
    GameName,
    dealt,
    game_options,
    json_option,
    most_players,
    option_list,
    path_of,
)
from urbanist.bots.cli.target import Targets, check_targets
from urbanist.bots.cli.terminal import progress
from urbanist.bots.match.intervals import Estimate, share_text
from urbanist.bots.match.pairing import drawn_seed
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.spec import check_for
from urbanist.engine import CardFile
from urbanist.engine.game import Game

#: The numbers of games if none is asked for: of playouts, of a bot.
PLAYOUTS, BOT_GAMES = 100_000, 1_000
#: How many of the best values of a question a table in the terminal has, and how many of the worst.
SHOWN = 8


@click.command(help=__doc__)
@click.argument("game", type=GameName())
@game_options
@click.option(
    "--games",
    "number",
    type=click.IntRange(2),
    metavar="N",
    show_default=f"{PLAYOUTS}, with --seat {BOT_GAMES}",
    help="Number of games with the setup that is asked for.",
)
@click.option(
    "--seat",
    metavar="BOT",
    shell_complete=completers.seat,
    show_default="none: informed playouts",
    help="The bot that plays at all seats.",
)
@workers_option("Number of threads, or of processes if a bot plays.")
@click.option("--seed", type=SEED, show_default="random", help="Seed of deals and players.")
@json_option
@click.option("--html", "html_file", type=FILE, metavar="FILE", help="Write a page with plots.")
def balance(
    game: Game,
    variant: str | None,
    players: int | None,
    options: str,
    cards: CardFile | None,
    number: int | None,
    seat: str | None,
    workers: int,
    seed: int | None,
    as_json: bool,
    html_file: Path | None,
) -> None:
    """Play the games, and print the report."""
    bot = None if seat is None else parse_bot(seat, cards=path_of(cards))
    bots = [] if bot is None else [bot]
    seats = most_players(game, players)
    asked = option_list(options)
    setup = game.notation.setup(variant, seats, dealt(cards, game, options))
    if bot is not None:
        check_for(bot, game)
    check_targets({"--html": html_file}, bots=bots)
    try_out(bots, game.name)
    warn_root(bots)
    plan = BalancePlan(
        game=game.name,
        seats=seats,
        seed=drawn_seed() if seed is None else seed,
        games=number or (PLAYOUTS if bot is None else BOT_GAMES),
        variant=game.notation.variants[setup.variant],
        options=asked,
        cards=cards,
        bot=bot,
    )
    found = []
    with (
        early_end() as ended,
        closing(played(plan, workers)) as games,
        progress("games", sum(ruleset.games for ruleset in plan.rulesets())) as advance,
        ended_alike(),
    ):
        for n, now in games:
            found = now
            advance(n)
    targets = Targets()
    if found and found[0].sums.games:
        report = report_of(plan, found)
        click.echo(json.dumps(asdict(report)) if as_json else text_of(report))
        if html_file is not None:
            from urbanist.bots.balance.page import page  # late: most calls write none

            targets.write(html_file, [page(report)])
        if report.forfeited:
            click.echo(f"{report.forfeited} games were forfeited and do not count", err=True)
    elif ended.early is None:
        raise click.ClickException("every game was forfeited; --seat names a bot that can play")
    ended.leave("interrupted")
    targets.conclude()


def text_of(report: BalanceReport) -> str:
    """Return a report as tables; a long question has its best and its worst values."""
    options = ",".join(report.options) or "none"
    title = (
        f"{report.game} {report.variant}, {report.players} players, options {options}: {report.games} games by "
        f"{report.player}, seed {report.seed}; 95 % intervals over games"
    )
    parts = [
        [title],
        [
            f"{'':<22}{'mean':>15}  {'from':>5} {'1/4':>5} {'1/2':>5} {'3/4':>5} {'to':>5}",
            _spread("points of a seat", report.points),
            _spread("lead of the winner", report.margin),
            _spread("moves of a game", report.plies),
            f"{'shared wins':<22}{share_text(report.shared, '%')}",
            f"{'decided by tie-break':<22}{share_text(report.tie_break, '%')}",
        ],
    ]
    if report.rows:
        parts.append(
            [f"{f'rows of the score ({report.scored} games)':<34}{'points':>15}{'lead of winners':>18}"]
        )
        parts[-1] += [f"{row.name:<34}{fine(row.points):>15}{fine(row.lead):>18}" for row in report.rows]
    parts += [_seat_table(question) for question in report.seats]
    parts += [_table_table(question.name, question.rows) for question in report.tables]
    if len(report.rules) > 1:
        parts.append(_table_table("rules", report.rules))
    return "\n\n".join("\n".join(lines) for lines in parts)


def _spread(name: str, spread: Spread) -> str:
    numbers = (spread.least, spread.lower, spread.median, spread.upper, spread.greatest)
    return f"{name:<22}{fine(spread.mean):>15}  {' '.join(f'{number:>5g}' for number in numbers)}"


def _seat_table(question: SeatQuestion) -> list[str]:
    name = f"{question.name} ({'drawn' if question.drawn else 'chosen'})"
    lines = [f"{name:<34}{'seats':>9}{'win share':>21}{'worth, points':>17}{'worth, win %':>17}"]
    for row in _ends(question):
        if row is None:
            lines.append(f"... {len(question.rows) - 2 * SHOWN} more: --json or --html")
            continue
        lines.append(
            f"{row.value:<34}{row.seats:>9}{share_text(row.win, '%'):>21}{_signed(row.worth):>17}"
            f"{_signed(hundredfold(row.win_worth)):>17}"
        )
    return lines


def _ends(question: SeatQuestion) -> Sequence[SeatRow | None]:
    """Return the rows of a long question from the best to the worst, with None for those in the middle."""
    if len(question.rows) <= 2 * SHOWN + 1:
        return question.rows
    ordered = sorted(question.rows, key=lambda row: -(row.worth.mean if row.worth else 0.0))
    return [*ordered[:SHOWN], None, *ordered[-SHOWN:]]


def _table_table(name: str, rows: Sequence[TableRow]) -> list[str]:
    return [
        f"{name:<34}{'games':>9}{'points':>15}{'lead':>15}{'moves':>15}{'win of the first':>21}",
        *(
            f"{row.value:<34}{row.games:>9}{fine(row.points):>15}{fine(row.margin):>15}"
            f"{fine(row.plies):>15}{share_text(row.first, '%'):>21}"
            for row in rows
        ),
    ]


def _signed(estimate: Estimate | None) -> str:
    """Return a difference with its sign and margin, as `+1.5 ± 0.1`; `-` if there is none."""
    return f"{'+' if estimate is not None and estimate.mean >= 0 else ''}{fine(estimate)}"
