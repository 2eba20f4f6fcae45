"""Tell designers what seats, cards, tiles, options are worth.

The numbers come from many games of one player at all seats of GAME. The games are informed playouts, which take
seconds, or those of a bot with --seat, which take minutes. Beside the playouts a search plays, as many games as two
minutes allow: what it finds a thing worth says where the playouts are not to be believed. Each setup that differs from
the asked one in one rule gets a tenth as many games on the same deals; --compare and --sweep ask for others. All
intervals are of 95 %, over games.

Worth is what one more of a thing brings a seat, against the other seats of its game. If chance alone decided who had it
("drawn"), that is what the thing itself brings; if seats chose it, those who wanted it may have been better off before.
Ctrl-C ends the games; those played are reported.
"""

import json
import time
from codecs import BOM_UTF8
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, replace
from pathlib import Path

import click

from urbanist.bots.balance import BalancePlan, BalanceReport, Ruleset, played, report_of
from urbanist.bots.balance.play import RulesetGames, Sink, raw_records
from urbanist.bots.balance.report import (
    SeatQuestion,
    SeatRow,
    Spread,
    TableRow,
    fine,
    hundredfold,
    is_certain,
)
from urbanist.bots.balance.sums import ORDER
from urbanist.bots.cli import completers
from urbanist.bots.cli.interrupt import ended_alike
from urbanist.bots.cli.programs import try_out, warn_root
from urbanist.bots.cli.resumption import EarlyEnd, early_end, workers_option
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
from urbanist.bots.files import whole
from urbanist.bots.match.intervals import Estimate, share_text
from urbanist.bots.match.pairing import drawn_seed
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.spec import check_for
from urbanist.engine import Batch, CardFile, NotationError
from urbanist.engine.edition import loaded
from urbanist.engine.game import Game

#: The numbers of games if none is asked for: of playouts, of a bot.
PLAYOUTS, BOT_GAMES = 100_000, 1_000
#: The seconds of a search beside playouts, and more games than it can play then.
SECONDS, MOST = 120, 1 << 40
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
@click.option(
    "--search",
    "search_text",
    metavar="BOT",
    default="ismcts:nodes=100",
    shell_complete=completers.seat,
    help="The search that plays beside the playouts.",
)
@click.option(
    "--search-games",
    type=click.IntRange(0),
    metavar="N",
    show_default="as many as two minutes allow; with --seat none",
    help="Its games; 0: none.",
)
@click.option(
    "--compare",
    multiple=True,
    metavar="RULE",
    help="Compare with variant=V, options=A,B or cards=FILE on the same deals; may be repeated.",
)
@click.option(
    "--sweep",
    metavar="NUMBER=A,B,...",
    help="Compare with other values of a number in the file of --cards, such as points.chains=3,5.",
)
@workers_option("Number of threads, or of processes if a bot plays.")
@click.option("--seed", type=SEED, show_default="random", help="Seed of deals and players.")
@json_option
@click.option("--html", "html_file", type=FILE, metavar="FILE", help="Write a page with plots.")
@click.option(
    "--out", type=FILE, metavar="FILE", help="Write what came of each game, a line of JSON for each."
)
def balance(
    game: Game,
    variant: str | None,
    players: int | None,
    options: str,
    cards: CardFile | None,
    number: int | None,
    seat: str | None,
    search_text: str,
    search_games: int | None,
    compare: tuple[str, ...],
    sweep: str | None,
    workers: int,
    seed: int | None,
    as_json: bool,
    html_file: Path | None,
    out: Path | None,
) -> None:
    """Play the games, and print the report."""
    bot = None if seat is None else parse_bot(seat, cards=path_of(cards))
    bots = [] if bot is None else [bot]
    seats = most_players(game, players)
    asked = option_list(options)
    setup = game.notation.setup(variant, seats, dealt(cards, game, options))
    if bot is None and search_games != 0:
        bots = [parse_bot(search_text, cards=path_of(cards))]
    for each in bots:
        check_for(each, game)
    check_targets({"--html": html_file, "--out": out}, bots=bots)
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
    rules = [*compared(game, plan, compare), *swept(game, plan, sweep)]
    if rules:
        plan = replace(plan, rules=tuple(rules))
    beside = None
    if bot is None and bots:
        beside = replace(plan, bot=bots[0], games=search_games or MOST, rules=())
    rulesets: list[RulesetGames] = []
    ended = collect(plan, beside, workers, out, rulesets, timed=search_games is None)
    by_search = rulesets.pop().sums if len(rulesets) > len(plan.rulesets()) else None
    targets = Targets()
    if rulesets and rulesets[0].sums.games:
        report = report_of(plan, rulesets, by_search, "" if beside is None else beside.player)
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


def collect(
    plan: BalancePlan,
    beside: BalancePlan | None,
    workers: int,
    out: Path | None,
    rulesets: list[RulesetGames],
    *,
    timed: bool,
) -> EarlyEnd:
    """Play the games of a plan, then those of a search beside it, if there is one; `rulesets` gets the sums of both.

    A search that is `timed` plays as many as two minutes allow. What came of each game is written to a file, if one is
    asked for, also if the games end early.
    """

    def kept(plan: BalancePlan) -> Sink | None:
        def keep(ruleset: Ruleset, begun: Batch, ends: Batch) -> None:
            assert records is not None
            records.write("".join(raw_records(plan.player, ruleset, begun, ends)).encode())

        return None if records is None else keep

    asked = plan.rulesets()
    with ExitStack() as files:
        records = None if out is None else files.enter_context(whole(out))
        with early_end() as ended, ended_alike():
            total = sum(ruleset.games for ruleset in asked)
            with closing(played(plan, workers, kept(plan))) as games, progress("games", total) as advance:
                for n, now in games:
                    rulesets[:] = now
                    advance(n)
            if beside is not None:
                search(beside, workers, kept(beside), rulesets, timed=timed)
    return ended


def search(
    plan: BalancePlan, workers: int, sink: Sink | None, rulesets: list[RulesetGames], *, timed: bool
) -> None:
    """Play the games of a search and add their sums at the end of what was found."""
    began, told, before = time.monotonic(), 0, [*rulesets]
    what, total = ("seconds of a search", SECONDS) if timed else ("games of a search", plan.games)
    with closing(played(plan, workers, sink)) as games, progress(what, total) as advance:
        for n, [now] in games:
            if now.sums.games:
                rulesets[:] = [*before, now]
            seconds = int(time.monotonic() - began)
            advance(seconds - told if timed else n)
            told = seconds
            if timed and seconds >= SECONDS:
                return


def compared(game: Game, plan: BalancePlan, rules: Sequence[str]) -> list[Ruleset]:
    """Return the rules of --compare, each with as many games as the asked ones."""
    reports = []
    for text in rules:
        name, _, value = text.partition("=")
        if name not in ("variant", "options", "cards") or (not value and name != "options"):
            raise click.UsageError(f"--compare {text}: expected variant=V, options=A,B or cards=FILE")
        asked = Ruleset(text, plan.variant, plan.options, plan.games, plan.cards)
        if name == "options":
            asked = replace(asked, options=option_list(value))
        elif name == "cards":
            asked = replace(asked, cards=CardFile.read(Path(value)))
        else:
            asked = replace(asked, variant=value)
        reports.append(asked)
    return [checked(game, plan, ruleset, "--compare") for ruleset in reports]


def swept(game: Game, plan: BalancePlan, sweep: str | None) -> list[Ruleset]:
    """Return the rules of --sweep: the cards with other values of a number."""
    if sweep is None:
        return []
    place, _, values = sweep.partition("=")
    if plan.cards is None:
        raise click.UsageError("--sweep changes a number in a file of cards: expected --cards FILE")
    rows = []
    for value in values.split(","):
        try:
            file = changed(plan.cards, place.split("."), int(value))
        except (LookupError, ValueError, TypeError):
            raise click.UsageError(
                f"--sweep {sweep}: expected the place of a whole number in {plan.cards.name}, and values: "
                "section.name=A,B"
            ) from None
        rules = Ruleset(f"{place}={value}", plan.variant, plan.options, plan.games, file)
        rows.append(checked(game, plan, rules, "--sweep"))
    return rows


def changed(file: CardFile, place: Sequence[str], value: int) -> CardFile:
    """Return a file with another number at a place, and a name of its own."""
    content = json.loads(file.content.removeprefix(BOM_UTF8))
    at, *last = content, *place
    for step in last[:-1]:
        at = at[int(step)] if isinstance(at, list) else at[step]
    key = int(last[-1]) if isinstance(at, list) else last[-1]
    if type(at[key]) is not int:
        raise TypeError
    at[key] = value
    content["name"] = f"{content['name']}-{'-'.join(place)}-{value}"[-40:].lstrip("-._")
    return CardFile(file.name, json.dumps(content).encode())


def checked(game: Game, plan: BalancePlan, rules: Ruleset, option: str) -> Ruleset:
    """Return rules that the game can be dealt with."""
    more = () if rules.cards is None else (loaded(game.notation, rules.cards),)
    try:
        game.notation.setup(rules.variant, plan.seats, (*rules.options, *more))
    except NotationError as error:
        raise click.UsageError(f"{option} {rules.name}: {error}") from None
    return rules


def text_of(report: BalanceReport) -> str:
    """Return a report as tables; a long question has its best and its worst values."""
    options = ",".join(report.options) or "none"
    title = (
        f"{report.game} {report.variant}, {report.players} players, options {options}: {report.games} games by "
        f"{report.player}, seed {report.seed}; 95 % intervals over games"
    )
    parts = [
        [title, *_warning(report)],
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
    parts += [_seat_table(question, report.searched > 0) for question in report.seats]
    parts += [_table_table(question.name, question.rows) for question in report.tables]
    if len(report.rules) > 1:
        parts.append(_change_table(report.rules))
    return "\n\n".join("\n".join(lines) for lines in parts)


def _spread(name: str, spread: Spread) -> str:
    numbers = (spread.least, spread.lower, spread.median, spread.upper, spread.greatest)
    return f"{name:<22}{fine(spread.mean):>15}  {' '.join(f'{number:>5g}' for number in numbers)}"


def _warning(report: BalanceReport) -> list[str]:
    """Return what the games of a search say of those of the playouts."""
    if not report.searched:
        return []
    differing = report.verdicts("differs")
    counts = ", ".join(
        f"{len(report.verdicts(word))} {said}"
        for word, said in (("agrees", "worths agree"), ("doubtful", "are doubtful"), ("differs", "differ"))
    )
    lines = [f"beside them {report.searched} games by {report.searcher}: {counts}"]
    if differing:
        names = f"{', '.join(differing[:SHOWN])}{', ...' if len(differing) > SHOWN else ''}"
        lines.append(f"warning: do not believe the playouts where the search differs: {names}")
    return lines


def _seat_table(question: SeatQuestion, searched: bool) -> list[str]:
    name = f"{question.name} ({'drawn' if question.drawn else 'chosen'})"
    lines = [f"{name:<34}{'seats':>9}{'win share':>21}{'worth, points':>17}{'worth, win %':>17}"]
    lines[0] += f"{'by the search':>17}" if searched else ""
    told = [row for row in question.rows if row.informative or question.name == ORDER]
    for row in _ends(told):
        if row is None:
            lines.append(f"... {len(told) - 2 * SHOWN} more: --json or --html")
            continue
        more = f"{_signed(hundredfold(row.search)):>17}  {row.verdict}".rstrip() if searched else ""
        lines.append(
            f"{row.value:<34}{row.seats:>9}{share_text(row.win, '%'):>21}{_signed(row.worth):>17}"
            f"{_signed(hundredfold(row.win_worth)):>17}{more}"
        )
    return [*lines, *_untold([row.value for row in question.rows if row not in told], "no certain worth")]


def _untold(names: list[str], said: str) -> list[str]:
    """Return a line about rows that say nothing."""
    shown = ", ".join(names[: 2 * SHOWN]) + (
        f" and {len(names) - 2 * SHOWN} more" if len(names) > 2 * SHOWN else ""
    )
    return [f"{said}: {shown}"] if names else []


def _ends(rows: Sequence[SeatRow]) -> Sequence[SeatRow | None]:
    """Return the rows of a long question from the best to the worst, with None for those in the middle."""
    if len(rows) <= 2 * SHOWN + 1:
        return rows
    ordered = sorted(rows, key=lambda row: -(row.worth.mean if row.worth else 0.0))
    return [*ordered[:SHOWN], None, *ordered[-SHOWN:]]


def _change_table(rows: Sequence[TableRow]) -> list[str]:
    """Return what other rules change, against the asked ones on the same deals."""
    heads = ("points", "lead", "moves", "win % of first")
    lines = [f"{'other rules, on the same deals':<34}{'games':>9}{''.join(f'{head:>17}' for head in heads)}"]
    untold = []
    for row in rows:
        if row.changes is None:
            continue
        changes = row.changes
        cells = (changes.points, changes.margin, changes.plies, hundredfold(changes.first))
        if not any(map(is_certain, cells)):
            untold.append(row.value)
            continue
        lines.append(f"{row.value:<34}{row.games:>9}{''.join(f'{_signed(cell):>17}' for cell in cells)}")
    return [*lines, *_untold(untold, "no certain change")]


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
