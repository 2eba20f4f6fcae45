"""Find the best move: puzzles of a game.

In each puzzle one move is clearly best, and is not the first that comes to mind.

Without GAME the puzzles of all games are counted, with your rating in each. With GAME the puzzles are set one after the
other; each is told why a move is best or not. The first attempt at a puzzle changes your rating (Glicko-2) and that of
the puzzle.

--find N plays games until N puzzles are found in them, and writes them to --out. --records looks through recorded games
instead. --file sets these puzzles. The same seed finds the same puzzles, on any number of workers.

--endings sets, finds and checks puzzles of the last turns, whose outcome is known exactly.

--seat BOT sets all puzzles to a bot, and tells which ones it solves.

--check proves the puzzles again: searches of 20 times as many visits as the puzzle says must choose its move, and find
all others clearly worse.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Table as Grid

from urbanist.bots.cli import completers
from urbanist.bots.cli.host import Host
from urbanist.bots.cli.interrupt import dialogue
from urbanist.bots.cli.language_option import speaks
from urbanist.bots.cli.programs import try_out, warn_root
from urbanist.bots.cli.resumption import early_end, workers_option
from urbanist.bots.cli.shared_options import FILE, SEED, GameName, Real, failure, misuse, only_one
from urbanist.bots.cli.target import check_targets
from urbanist.bots.cli.terminal import fills_screen, progress, screen
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.match.workers import in_order, signals_deferred
from urbanist.bots.players.player import Forfeit
from urbanist.bots.players.spec import bot_text, check_for
from urbanist.bots.table import board_of, has_board, table_of, word_of
from urbanist.bots.table.kit.language import marked, reason_of, tr
from urbanist.bots.table.kit.player_view import HUMAN
from urbanist.bots.table.puzzles import store
from urbanist.bots.table.puzzles.conversation import PuzzleConversation
from urbanist.bots.table.puzzles.exercise import Exercise
from urbanist.bots.table.puzzles.hunt import BotAttempt, HuntedGame, PlayedGame, Recheck
from urbanist.bots.table.puzzles.motif import by_motif
from urbanist.bots.table.puzzles.proof import CHECK_SEED, CHECKED, MARGIN, TIMES, Proof
from urbanist.bots.table.puzzles.puzzle import Puzzle
from urbanist.bots.table.puzzles.store import Collection, Head, head_of
from urbanist.bots.table.session.logbook import Logbook
from urbanist.bots.table.session.settings import logbook_file, unkept
from urbanist.engine import GAMES, NotationError
from urbanist.engine.game import Game
from urbanist.engine.record import Record, find_game, read_lines
from urbanist.engine.suggestion import suggestion

#: The seed of the self-play in which the puzzles that come with urbanist were found.
SEED_OF_PLAY = 1
HEAD = (marked("game"), marked("puzzles"), marked("tried"), marked("solved"), marked("your rating"))


@click.command(help=__doc__)
@click.argument("game", type=GameName(), required=False)
@click.option("--number", type=click.IntRange(1), metavar="N", help="Begin with this puzzle of the file.")
@click.option(
    "--motif",
    metavar="M",
    help="Only puzzles of this motif: a kind of points, such as 'temples', or 'other'.",
)
@click.option("--plain", is_flag=True, help="Lines of text instead of a full screen.")
@click.option("--file", type=FILE, metavar="FILE", help="Take the puzzles of this file.")
@click.option(
    "--endings", is_flag=True, help="Only puzzles of the last turns, whose outcome is known exactly."
)
@click.option("--check", "checking", is_flag=True, help="Prove the puzzles again.")
@click.option(
    "--seat",
    metavar="BOT",
    shell_complete=completers.seat,
    help="Set the puzzles to this bot, such as ismcts:nodes=400.",
)
@click.option(
    "--find", "wanted", type=click.IntRange(1), metavar="N", help="Look for N puzzles in self-play."
)
@click.option(
    "--records", type=FILE, multiple=True, metavar="FILE", help="Look for puzzles in these recorded games."
)
@click.option(
    "--margin",
    type=Real(0, 1, min_open=True),
    metavar="M",
    show_default=f"{MARGIN}",
    help="How much more of the win the best move must leave than any other.",
)
@click.option("--out", type=FILE, metavar="FILE", help="Write the puzzles that are found to this new file.")
@click.option("--resume", is_flag=True, help="Go on with the self-play whose puzzles --out has.")
@click.option(
    "--seed",
    type=SEED,
    show_default=f"{SEED_OF_PLAY}, or {CHECK_SEED} with --check",
    help="Seed of the self-play, of the searches of --check, or of the bot.",
)
@workers_option()
@speaks
@dialogue()
def puzzles(
    game: Game | None,
    number: int | None,
    motif: str | None,
    plain: bool,
    file: Path | None,
    endings: bool,
    checking: bool,
    seat: str | None,
    wanted: int | None,
    records: tuple[Path, ...],
    margin: float | None,
    out: Path | None,
    resume: bool,
    seed: int | None,
    workers: int,
) -> None:
    """Set, find, check or count puzzles."""
    hunting = wanted is not None or bool(records)
    _check_use(
        hunting=hunting,
        checking=checking,
        seat=seat,
        given={
            "--number": number is not None,
            "--motif": motif is not None,
            "--plain": plain,
            "--file": file is not None,
            "--margin": margin is not None,
            "--out": out is not None,
            "--resume": resume,
            "--seed": seed is not None,
            "--workers": workers > 1,
        },
    )
    if game is None:
        if hunting or checking or seat is not None or number is not None or file is not None:
            raise misuse("of which game? there are {games}", games=", ".join(sorted(GAMES)))
        _count()
        return
    if endings and not game.solves_endings:
        raise misuse(
            "--endings: those of {game} are not solved; expected {games}",
            game=game.name,
            games=", ".join(each.name for each in GAMES.values() if each.solves_endings),
        )
    if hunting:
        if out is None:
            raise misuse("--find: where to? --out FILE names a new file for the puzzles")
        check_targets({"--out": out}, records)
        look_for(game, records, wanted, margin or MARGIN, out, seed, workers, resume=resume, endings=endings)
        return
    head, puzzles = _puzzles(game, file, endings=endings)
    if checking:
        prove_again(head, puzzles, CHECK_SEED if seed is None else seed, workers)
        return
    if seat is not None:
        set_to(seat, game, puzzles, SEED_OF_PLAY if seed is None else seed, workers)
        return
    _check_number(number, game, puzzles)
    solve(game, motif, plain=plain, number=number, chosen=puzzles)


def _check_number(number: int | None, game: Game, puzzles: list[Puzzle]) -> None:
    """Raise an error if a file has no puzzle of a number."""
    if number is not None and number > len(puzzles):
        raise click.UsageError(
            tr.counted(
                "--number {number}: there is {n} puzzle of {game}, counted from 1",
                "--number {number}: there are {n} puzzles of {game}, counted from 1",
                len(puzzles),
                number=number,
                game=game.name,
            )
        )


def solve(
    game: Game,
    motif: str | None = None,
    *,
    endings: bool = False,
    plain: bool = False,
    number: int | None = None,
    chosen: list[Puzzle] | None = None,
) -> None:
    """Set puzzles of a game, those of a motif or all, or its endings, until the person leaves."""
    puzzles = _puzzles(game, None, endings=endings)[1] if chosen is None else chosen
    if motif is not None:
        motifs = by_motif(puzzles)
        if motif not in motifs:
            raise misuse(
                "no motif '{motif}'; {suggestion}", motif=motif, suggestion=suggestion(motif, [*motifs])
            )
        puzzles = motifs[motif]
    table = table_of(game.name)
    if why := unkept():
        click.echo(why, err=True)
    with Logbook(logbook_file(), copied=bool(why)) as logbook:
        exercise = Exercise(puzzles, logbook, number)
        if plain or not has_board(game.name) or not fills_screen():
            PuzzleConversation(exercise, table, screen()).run()
            return
        # Imported late because no other command waits for its library.
        from urbanist.bots.table.application.puzzles import PuzzleApplication

        while True:
            application = PuzzleApplication(exercise, table, board_of(game.name))
            application.run()
            if application.failure is not None:
                raise application.failure
            if not application.looking:
                break
            history, seat = exercise.puzzle.history(), exercise.puzzle.seat
            seats = tuple(HUMAN if each == seat else "" for each in range(history.state.seats))
            Host().look(Record.of(history, seats), history, None)
            exercise.advance()
        click.echo(exercise.conclusion)


def _check_use(*, hunting: bool, checking: bool, seat: str | None, given: dict[str, bool]) -> None:
    """Raise `UsageError` if an option was given that does not belong to what is done."""
    only_one("--find", hunting or None, "--check", checking or None)
    only_one("--seat", seat, "--check" if checking else "--find", checking or hunting or None)
    what, fitting = marked("puzzles are set"), {"--number", "--motif", "--plain", "--file"}
    if hunting:
        what = marked("puzzles are looked for")
        fitting = {"--margin", "--out", "--resume", "--seed", "--workers"}
    elif checking:
        what, fitting = marked("puzzles are checked"), {"--file", "--seed", "--workers"}
    elif seat is not None:
        what, fitting = marked("puzzles are set to a bot"), {"--file", "--seed", "--workers"}
    strange = [option for option, there in given.items() if there and option not in fitting]
    if strange:
        raise misuse("{option} does not go with this: {what}; leave it out", option=strange[0], what=what)


def _puzzles(game: Game, file: Path | None, *, endings: bool) -> tuple[store.Head, list[Puzzle]]:
    """Return the head and the puzzles of a file, or of those that come with the package."""
    path = store.shipped(game.name, endings=endings) if file is None else file
    if file is None and not path.exists():
        raise failure("no puzzles of {game} come with urbanist; --find looks for some", game=game.name)
    try:
        head, puzzles = store.read(path)
    except NotationError as error:
        raise click.ClickException(reason_of(error)) from None
    if head.game != game.name:
        raise misuse(
            "{path} has puzzles of {found}, not of {game}", path=path, found=head.game, game=game.name
        )
    if not puzzles:
        raise failure("{path} has no puzzles", path=path)
    return head, puzzles


def _count() -> None:
    """Print for each game the number of puzzles, of those that were solved, and the rating of the person."""
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate(HEAD):
        grid.add_column(tr(column), justify="right" if place else "left")
    with Logbook(logbook_file(), copied=True) as logbook:
        for name in GAMES:
            path = store.shipped(name)
            puzzles = store.read(path)[1] if path.exists() else []
            tried = logbook.attempts(name)
            known = [tried[puzzle.id] for puzzle in puzzles if puzzle.id in tried]
            solved = sum(attempt.solved for attempt in known)
            rating = str(logbook.puzzle_rating(name)) if tried else ""
            grid.add_row(word_of(name, name), str(len(puzzles)), str(len(known)), str(solved), rating)
    Console().print(grid)


def look_for(
    game: Game,
    records: Sequence[Path],
    wanted: int | None,
    margin: float,
    out: Path,
    asked: int | None,
    workers: int,
    *,
    resume: bool,
    endings: bool,
) -> None:
    """Look for puzzles in the games of files, or else in self-play, until the file has as many as wanted.

    `asked` is the seed of the self-play.
    """
    if records and resume:
        raise misuse("--resume goes on with self-play only: leave it out, and name a new file")
    seed = SEED_OF_PLAY if asked is None else asked
    recorded = list(_recorded(game, records, margin, endings=endings))
    head = head_of(game.name, margin, None if records else seed, endings=endings)
    with Collection.open(out, head, resume=resume) as collection, early_end() as ended:
        played = (PlayedGame(game.name, seed, n, margin, endings) for n in count(collection.following))
        if wanted is None or len(collection.puzzles) < wanted:
            _hunt(iter(recorded) if records else played, collection, wanted, workers)
    before = len(collection.puzzles)
    again = tr("continue with the same command and --resume")
    advice = tr("the others were not looked through") if records else again
    ended.leave(
        tr.counted(
            "interrupted with {n} puzzle; {advice}",
            "interrupted with {n} puzzles; {advice}",
            before,
            advice=advice,
        ),
        f"; {advice}",
    )
    click.echo(
        tr.counted(
            "{n} puzzle in {file}, of {games}",
            "{n} puzzles in {file}, of {games}",
            before,
            file=out,
            games=tr.counted("{n} game", "{n} games", len(recorded)),
        )
        if records
        else tr.counted("{n} puzzle in {file}", "{n} puzzles in {file}", before, file=out)
    )


def _hunt(
    jobs: Iterator[PlayedGame] | Iterator[HuntedGame],
    collection: Collection,
    wanted: int | None,
    workers: int,
) -> None:
    """Write the puzzles of games as they are found."""
    with progress(tr("puzzles"), wanted or 0, len(collection.puzzles)) as advance:
        for games, (job, puzzles) in enumerate(in_order(jobs, workers), 1):
            assert isinstance(puzzles, list)
            room = None if wanted is None else wanted - len(collection.puzzles)
            with signals_deferred():
                collection.add(puzzles[:room])
            advance.doing(
                tr.counted(
                    "{n} game looked through, the last is {id}",
                    "{n} games looked through, the last is {id}",
                    games,
                    id=job.id,
                )
            )
            advance(len(puzzles[:room]))
            if wanted is not None and len(collection.puzzles) >= wanted:
                break


def _recorded(game: Game, files: Sequence[Path], margin: float, *, endings: bool) -> Iterator[HuntedGame]:
    """Yield the games of files; those of other games are left out."""
    numbers = count()
    for path in files:
        for line, text in read_lines(path):
            try:
                record = Record.from_json(text)
                if find_game(record.deal, GAMES) is game:
                    record.replay(GAMES)
                    yield HuntedGame(record, path.name, line, next(numbers), margin, endings)
            except NotationError as error:
                raise click.ClickException(error.at(f"{path}:{line}").args[0]) from None


def prove_again(head: Head, puzzles: Sequence[Puzzle], seed: int, workers: int) -> None:
    """Prove all puzzles, print how clear they are, and exit with status 1 if one of them is not."""
    name, least = head.game, head.margin * CHECKED
    jobs = (Recheck(puzzle, seed, number, least) for number, puzzle in enumerate(puzzles, 1))
    margins = []
    with progress(tr("proofs"), len(puzzles)) as advance:
        for job, proof in in_order(jobs, workers):
            advance()
            if isinstance(proof, Proof):
                margins.append(proof.margin)
                continue
            failed = tr(
                "puzzle {number} of {game}: searches of {visits:,} visits do not find {best} clearly best",
                number=job.number,
                game=name,
                visits=TIMES * job.puzzle.nodes,
                best=table_of(name).move_name(job.puzzle.view.bare_state(), job.puzzle.moves[0]),
            )
            click.echo(failed, err=True)
    said = tr(
        "{proved} of {puzzles} puzzles of {game} are proved",
        proved=len(margins),
        puzzles=len(puzzles),
        game=name,
    )
    if margins:
        said += tr("; the smallest margin is {margin} % of the win", margin=f"{100 * min(margins):.0f}")
    click.echo(said)
    if len(margins) < len(puzzles):
        raise click.exceptions.Exit(1)


def set_to(seat: str, game: Game, puzzles: Sequence[Puzzle], seed: int, workers: int) -> None:
    """Set all puzzles to a bot, and print how many it solves, and the numbers of those that it misses."""
    bot = parse_bot(seat)
    check_for(bot, game)
    try_out([bot], game.name)
    warn_root([bot])
    jobs = (BotAttempt(puzzle, bot, seed, number) for number, puzzle in enumerate(puzzles, 1))
    missed: list[str] = []
    with progress(tr("puzzles"), len(puzzles)) as advance:
        for job, answer in in_order(jobs, workers):
            advance()
            if isinstance(answer, Forfeit):
                raise failure("puzzle {number}: {why}", number=job.number, why=answer)
            if answer != job.puzzle.moves[0]:
                missed.append(str(job.number))
    click.echo(
        tr(
            "{bot} solves {solved} of {puzzles} puzzles of {game}",
            bot=bot_text(bot),
            solved=len(puzzles) - len(missed),
            puzzles=len(puzzles),
            game=game.name,
        )
        + (tr("; not these: {numbers}", numbers=", ".join(missed)) if missed else "")
    )
