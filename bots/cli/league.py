"""Run a league: a lasting rating list of bots.

The league is in the folder DIR. Bots come and go while it is played.

`new GAME` makes the folder, with levels of ismcts as anchors. `add NAME [PLAY]` adds a bot, or a new version that takes
the place of the one before. PLAY is a seat text, as of a match; without it the bot connects from elsewhere, with the
key that is printed. `retire NAME` lets a bot play no more. `run` plays the most informative games until it is
interrupted; the others may be used meanwhile. `list`, which is the default, prints the ratings, and `records` all
games.

With --serve HOST:PORT, `run` shows list, games and boards in a browser, and lets bots connect.
"""

import contextlib
import shlex
import sys
from collections.abc import Mapping
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

from urbanist.bots.cli.interrupt import ended_alike
from urbanist.bots.cli.page_server import serve_options, served
from urbanist.bots.cli.programs import try_out, warn_root
from urbanist.bots.cli.resumption import early_end, workers_option
from urbanist.bots.cli.shared_options import FILE, Real
from urbanist.bots.cli.standings_table import console, fitted, listed, taken
from urbanist.bots.cli.terminal import told_each_minute
from urbanist.bots.contest.league import rating_list
from urbanist.bots.contest.league.format import ENDLESS, League, bot_of_here, league_plan
from urbanist.bots.contest.league.settings import LeagueSettings, read_settings, settings_of, write_settings
from urbanist.bots.contest.league.store import LeagueStore
from urbanist.bots.contest.ratings import Rating
from urbanist.bots.contest.run import Run
from urbanist.bots.contest.standings import Standings
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import SpecError
from urbanist.engine import GAMES
from urbanist.engine.name import check_apart, checked_name
from urbanist.engine.suggestion import suggestion

#: What can be done, how many words may follow, at least and at most, and what they are.
ACTIONS = {
    "new": (1, 1, "the name of a game"),
    "add": (1, 2, "a name, and a seat text if the bot plays here"),
    "retire": (1, 1, "the name of a bot"),
    "run": (0, 0, "nothing more"),
    "list": (0, 0, "nothing more"),
    "records": (0, 0, "nothing more"),
}
#: The settings of `new` alone.
SETTINGS = ("variant", "players", "options", "time", "nodes", "clock", "anchors")
#: Columns of the list that a narrow terminal leaves out, in this order.
LEAST_NEEDED = ("late ms", "ms a move", "games", "ahead %", "95 %")


def _numbers(_: click.Context, parameter: click.Parameter, text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    try:
        return tuple(int(word) for word in text.split(",") if word)
    except ValueError:
        raise click.BadParameter(f"expected numbers such as 2,5, not '{text}'", param=parameter) from None


@click.command(help=__doc__)
@click.argument("folder", metavar="DIR", type=FILE)
@click.argument("action", metavar="[new|add|retire|run|list|records]", default="list")
@click.argument("words", metavar="[NAME] [PLAY]", nargs=-1)
@click.option("--players", type=click.IntRange(2), help="new: Players at a table.  [default: (the fewest)]")
@click.option("--variant", help="new: Variant of the game.")
@click.option("--options", metavar="A,B", help="new: Options of the game.")
@click.option("--time", type=Real(0, min_open=True), metavar="S", help="new: Seconds for each decision.")
@click.option(
    "--nodes", type=click.IntRange(1), metavar="N", help="new: Visits of the search for each decision."
)
@click.option("--clock", metavar="C", help="new: Time control of a game: base time and increment (10m+5s).")
@click.option("--anchors", callback=_numbers, metavar="L,L", help="new: Levels of ismcts.  [default: (2,5)]")
@click.option("--games", type=click.IntRange(1), metavar="N", help="run: End after so many games.")
@workers_option("run: Number of processes.")
@serve_options("run: Show the league in a browser, and let bots connect.")
def league(
    folder: Path,
    action: str,
    words: tuple[str, ...],
    games: int | None,
    workers: int,
    serve: tuple[str, int] | None,
    origin: str,
    **given: object,
) -> None:
    """Do what is asked with the league of a folder."""
    _check(action, words, given)
    if action == "new":
        _new(folder, words[0], given)
        return
    settings = read_settings(folder)
    with LeagueStore(folder) as store:
        if action == "add":
            _add(folder, store, settings, *words)
        elif action == "retire":
            click.echo(f"{store.retire(words[0]).title} plays no more; its games stay")
        elif action == "run":
            _run(folder, settings, store, games, workers, serve, origin)
        elif action == "list":
            _show(rating_list.listed(store), settings)
        else:
            for record in store.records():
                click.echo(record)


def _check(action: str, words: tuple[str, ...], given: Mapping[str, object]) -> None:
    """Raise `UsageError` if an action does not exist, or gets what it does not take."""
    if action not in ACTIONS:
        raise click.UsageError(f"no action '{action}'; {suggestion(action, ACTIONS)}")
    least, most, takes = ACTIONS[action]
    if not least <= len(words) <= most:
        raise click.UsageError(f"{action}: expected {takes}")
    for option in SETTINGS if action != "new" else ():
        if given[option] is not None:
            raise click.UsageError(f"--{option} is for 'new'; later, change league.toml")


def _new(folder: Path, game: str, given: Mapping[str, object]) -> None:
    known = {name: value for name, value in given.items() if value is not None}
    if "options" in known:
        known["options"] = str(known["options"]).split(",")
    fewest = min(GAMES[game].notation.seat_counts) if game in GAMES else 2
    settings = settings_of({"game": game, "players": fewest, **known})
    write_settings(folder, settings)
    try:
        with LeagueStore(folder) as store:
            for level in settings.anchors:
                store.enter(f"level {level}", f"ismcts:level={level}", settings.anchor_rating(level))
    except BaseException:  # such as a full disk: half a league would be in the way of the next attempt
        for made in LeagueStore.files(folder):
            made.unlink(missing_ok=True)
        raise
    hint = f"'urbanist league {folder} add NAME PLAY' adds a bot"
    click.echo(f"{folder}: a league of {game} for {settings.players}; {hint}")


def _add(
    folder: Path, store: LeagueStore, settings: LeagueSettings, name: str, play: str | None = None
) -> None:
    check_apart([*(entry.name for entry in store.bots()), checked_name(name)])
    if play is not None:
        try_out([bot_of_here(play, Path.cwd(), folder, settings)], settings.game)
    entry, key = store.enter(name, play)
    if key is None:
        click.echo(f"{entry.title} plays from now on")
    else:
        click.echo(f"{entry.title} plays as soon as it connects with this key, which is not kept here: {key}")


def _run(
    folder: Path,
    settings: LeagueSettings,
    store: LeagueStore,
    games: int | None,
    workers: int,
    serve: tuple[str, int] | None,
    origin: str,
) -> None:

    def contest(_: Path) -> Any:
        from urbanist.bots.server.contest.contest import LeagueContest  # late: few runs are shown

        return LeagueContest(folder, settings)

    store.lock()
    with ended_alike(), served(serve, origin, "league is", contest) as broadcast:
        run = Run(league_plan(folder, settings, store, broadcast, games or ENDLESS, workers), store)
        run.watch = broadcast
        warn_root(_bots(folder, settings, store))
        with early_end() as ended:
            _play(run, store)
        ratings = rating_list.listed(store)
        _show(ratings, settings)
    goes_on = f"; 'urbanist league {folder} run' goes on"
    ended.leave(f"interrupted after {ratings.games} games{goes_on}", goes_on)


def _bots(folder: Path, settings: LeagueSettings, store: LeagueStore) -> list[Bot]:
    """Return the bots of this machine that are still there."""
    entries = []
    for entry in store.bots():
        if entry.play is not None and entry.retired is None:
            with contextlib.suppress(SpecError):
                entries.append(bot_of_here(entry.play, Path(entry.folder), folder, settings))
    return entries


def _play(run: Run, store: LeagueStore) -> None:
    """Play, and tell which bots rest, and which have changed."""
    told = set[int]()
    league = run.format
    assert isinstance(league, League)

    def tell() -> None:
        for bot in run.resting.keys() - told:
            click.echo(f"bot '{league.names[bot]}' rests until the next run: {run.resting[bot]}", err=True)
        told.update(run.resting)
        while league.changed:
            entry, changes = league.changed.popleft()
            hint = f"'add {shlex.quote(entry.name)} PLAY' makes it a version with a rating of its own"
            click.echo(f"bot '{entry.title}' has changed: {changes}; {hint}", err=True)

    with closing(run.play()) as played, told_each_minute(lambda: f"{store.counts()[0]} games"):
        try:
            for game in played:
                tell()
                if sys.stderr.isatty():
                    names = [league.names[bot] for bot in game.bots]
                    click.echo(f"{game.id}: " + ", ".join(map("{} {}".format, names, game.points)), err=True)
        finally:
            tell()  # who rests is the reason where too few are left
            league.conclude()


def _show(results: Standings, settings: LeagueSettings) -> None:
    """Print the list."""
    printer, lines = console(), results.lines
    above = [results.better(line, other) for line, other in pairwise(lines)] + [None] * bool(lines)
    columns = {
        "rating": [f"{line.rating.value:.0f}" for line in lines],
        "95 %": [interval(line.rating) for line in lines],
        "games": [str(line.games) for line in lines],
        "ahead %": [per_cent(results.ahead(line)) for line in lines],
        "better than next %": [per_cent(share) for share in above],
        "ms a move": [milliseconds(line.seconds_a_move) for line in lines],
        "late ms": [milliseconds(line.late or None) for line in lines],
        "forfeits": [str(line.forfeited or "") for line in lines],
    }
    shown = fitted(columns, LEAST_NEEDED, lambda wide: taken(results, wide) <= printer.width)
    printer.print(listed(results, list(shown.items())), markup=False)
    click.echo(f"{settings.game} for {settings.players}, {results.games} games; † plays no more")


def interval(rating: Rating) -> str:
    """Return the ends of the interval of a rating; empty if it has none."""
    return "" if rating.low is None else f"[{rating.low:.0f}, {rating.high:.0f}]"


def per_cent(share: float | None) -> str:
    """Return a share in per cent; empty for none."""
    return "" if share is None else f"{100 * share:.0f}"


def milliseconds(seconds: float | None) -> str:
    """Return a time in milliseconds; empty for none."""
    return "" if seconds is None else f"{1000 * seconds:.0f}"
