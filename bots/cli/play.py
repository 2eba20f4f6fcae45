"""`urbanist play`: a game in the terminal between people and bots."""

import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from urbanist.bots.cli.asking import (
    GameName,
    Real,
    game_options,
    most_players,
    named_seats,
    read_clock,
    sandbox_options,
    seat_texts,
    trace_option,
)
from urbanist.bots.cli.cards import dealt, dealt_with, make_known
from urbanist.bots.cli.interrupt import dialogue
from urbanist.bots.cli.loading import loading
from urbanist.bots.cli.saved_game import LAST, SavedGame, found_game
from urbanist.bots.cli.speaking import speaks
from urbanist.bots.cli.streams import drop
from urbanist.bots.cli.target import check_targets
from urbanist.bots.cli.terminal import can_ask, fills_screen, screen
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.level import spelled_out
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import is_builtin, options_by_name
from urbanist.bots.table import board_of, has_board, table_of
from urbanist.bots.table.kit.language import reason_of, tr
from urbanist.bots.table.kit.sight import HUMAN
from urbanist.bots.table.session import save, verdict
from urbanist.bots.table.session.folder import results_file
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.table.session.saves import new_file, played_before
from urbanist.bots.table.session.session import Failure, Session
from urbanist.bots.table.session.teacher import Teacher
from urbanist.engine import GAMES, CardFile, NotationError
from urbanist.engine.game import Game
from urbanist.engine.history import History
from urbanist.engine.printable import error_line
from urbanist.search.limit import Limit

if TYPE_CHECKING:
    from urbanist.bots.process.sandbox import Protection
    from urbanist.bots.table.session.selection import Selection

#: The default opponent, and its default thinking time.
USUAL_BOT, USUAL_SECONDS = "ismcts", 1.0


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
) -> None:
    """Play GAME in the terminal.

    Without a game or without seats, a menu asks for game, variant, players and level, and remembers your choice.

    The game fills the screen, and is played by keys and mouse: '?' in the game lists them. With --plain or without a
    terminal it is played in lines: type 'help' for a list of what you can type.

    The game is saved to a file after every move, so Ctrl-C or a closed terminal loses nothing. `urbanist play --resume`
    continues the last game, and `urbanist saves` lists all.
    """
    if seconds is not None and nodes is not None:
        raise click.UsageError(tr("--time and --nodes exclude each other: give only one"))
    limit = f"nodes={nodes}" if nodes is not None else f"time={seconds or USUAL_SECONDS:g}"
    extra = f":threads={threads}" if threads > 1 else ""
    if resume is not None:
        if cards is not None:
            make_known(cards)
        resume = found_game(resume, game)
        history, names, notes = _resumed(
            resume, game, (variant, players, options, seats, seat_list, seed, clock)
        )
    else:
        seed = random.SystemRandom().getrandbits(32) if seed is None else seed
        named = seat_texts(players, seats, seat_list)
        if not named and seconds is None and nodes is None and can_ask():
            selection = _selected(game, variant, players, plain=plain)
            game, variant, named = GAMES[selection.game], selection.variant, selection.seats
        if game is None:
            raise click.UsageError(tr("no game given; there are {games}", games=", ".join(sorted(GAMES))))
        history = _dealt(game, variant, len(named) or most_players(game, players), options, cards, seed)
        usual = [HUMAN, *[USUAL_BOT] * (history.state.seats - 1)]
        names = tuple(_limited(name, limit, extra) for name in named or usual)
        notes = Notebook.new(seed, names, clock)
    if record is not None and record.exists() and record != resume:
        raise click.UsageError(
            tr("--record {file}: the file exists; --resume {file} continues its game", file=record)
        )
    check_targets(
        {"--trace": trace},
        [record, resume, results_file()],
        [parse_bot(name) for name in names if name != HUMAN],
    )
    hire = partial(
        _hired,
        nodes=nodes,
        time=None if nodes else seconds or USUAL_SECONDS,
        options=(("threads", str(threads)),) if threads > 1 else (),
        ponder=ponder,
        walls=(sandbox, reads, [file for file in (record, resume, results_file(), trace) if file]),
        trace=trace,
    )
    tried = [name for name in names if name != HUMAN and (not is_builtin(name) or ":weights=" in name)]
    _audition([hire(name) for name in tried], history.game.name)
    seated = partial(
        Session,
        table=table_of,
        hire=hire,
        adviser=f"{USUAL_BOT}:{limit}{extra}",
        cards=None if cards is None else Path(cards.name),
        ponder=ponder,
        results_file=results_file(),
    )
    session = seated(history, names, notes=notes, file=record or resume or new_file(history.game.name))
    if record is not None:
        try:
            save.write(record, session.record())
        except OSError as error:
            raise click.UsageError(f"--record {reason_of(error)}") from None
    while _run(session, plain=plain, learn=learn):
        selection = _selected(None, None, None, plain=plain)
        seed = random.SystemRandom().getrandbits(32)
        history = _dealt(GAMES[selection.game], selection.variant, len(selection.seats), "", None, seed)
        names = tuple(_limited(name, limit, extra) for name in selection.seats)
        notes = Notebook.new(seed, names, clock)
        session = seated(history, names, notes=notes, file=new_file(history.game.name))


def _dealt(
    game: Game, variant: str | None, players: int, options: str, cards: CardFile | None, seed: int
) -> History:
    try:
        asked = dealt(cards, game, options)
        return History.start(game.deal(variant=variant, seats=players, options=asked, seed=seed))
    except NotationError as error:
        raise click.UsageError(reason_of(error)) from None


def _selected(game: Game | None, variant: str | None, players: int | None, *, plain: bool) -> "Selection":
    """Return what a person chooses in the start menu."""
    from urbanist.bots.cli.start_menu import selected  # late: a game that is named needs no menu

    return selected(game, variant, players, plain=plain)


def _audition(bots: Sequence[Bot], game: str) -> None:
    """Try each bot once, and print what programs say to their options; raise `ValueError` if one cannot play."""
    if bots:
        from urbanist.bots.protocol.command import audition  # late, as in `_hired`

        for said in audition(bots, game):
            click.echo(said, err=True)


def _limited(seat: str, limit: str, extra: str) -> str:
    """Return the seat text; the bare name of a searching bot gets the limit and what is extra, a level only this."""
    if seat != HUMAN:
        try:
            parse_bot(seat)
        except ValueError as error:
            raise click.UsageError(reason_of(error)) from None
    if seat in BOTS and limit.partition("=")[0] in options_by_name(seat):
        return f"{seat}:{limit}{extra}"
    return f"{seat}{extra}" if ":" not in seat and spelled_out(seat) != seat else seat


def _hired(
    text: str, walls: "tuple[Protection, Sequence[str], Sequence[Path]]", trace: Path | None, **settings: Any
) -> Bot:
    """Return the bot of a seat; a program gets its settings and sandbox here, a built-in bot has its text."""
    bot = parse_bot(text)
    if is_builtin(text):
        return bot
    # Late: most tables have built-in bots only, and these need no processes.
    from urbanist.bots.cli.programs import sandboxed
    from urbanist.bots.protocol.command import CommandBot, traced

    if isinstance(bot, CommandBot):
        bot = replace(bot, sandbox=sandboxed(*walls), **settings)
    return bot if trace is None else traced(bot, text, trace)


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
        record, history = save.read(path)
        for seat in record.seats:
            if seat != HUMAN:
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


def _run(session: Session, *, plain: bool, learn: bool) -> bool:
    """Play the session, and return whether the person wants another game then.

    A closed pipe ends it without an error because the game is saved.
    """
    try:
        if has_board(session.history.game.name) and not plain and fills_screen():
            another = _fill(session, learn=learn)
        else:
            # Late, as the application: a game uses one of the two.
            from urbanist.bots.table.session.conversation import Conversation

            teacher = Teacher(session.table) if learn else None
            another = Conversation(session, screen(), teacher, offers_another=can_ask()).run()
        sys.stdout.flush()
    except BrokenPipeError:
        drop(sys.stdout)
        click.echo(session.kept(), err=True)
    except Failure as error:
        raise click.ClickException(error_line(error)) from None
    else:
        if session.unsaved:
            raise click.ClickException(tr("The game is not saved: {reason}", reason=session.unsaved))
        return another
    return False


def _fill(session: Session, *, learn: bool) -> bool:
    """Play the session in the application, then say how it ended and where it is kept.

    Return whether the person wants another game.
    """
    # Imported late because neither another command nor a conversation waits for its library.
    with loading():
        from urbanist.bots.table.application.application import Application
        from urbanist.bots.table.application.full_screen import Crash

        board = board_of(session.history.game.name)
    application = Application(session, board)
    application.offers_another = True
    if learn:
        application.teacher = Teacher(session.table)
    application.first_game = not session.history.events and not played_before(session.history.game.name)
    try:
        application.run()
    except Crash:
        click.echo(session.kept(), err=True)
        raise
    if application.failure is not None:
        raise application.failure
    if session.history.state.over:
        click.echo(f"{verdict.headline(session.sight(None))}.")
    click.echo(session.kept())
    return application.another
