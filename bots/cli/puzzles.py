"""Find the best move: puzzles of a game, each with one move that is clearly best and not the first that comes to mind.

Without GAME the puzzles of all games are counted, with your rating in each. With GAME the puzzles are set one after
the other; each is told why a move is best or not. The first attempt at a puzzle changes your rating (Glicko-2) and
that of the puzzle.

--find N plays games until N puzzles are found in them, and writes them to --out. --records looks through recorded games
instead. --file sets these puzzles. The same seed finds the same puzzles, on any number of workers.

--endings sets, finds and checks puzzles of the last turns, if the game solves them exactly.

--check proves the puzzles again: searches of 20 times as many visits as the puzzle says must choose its move, and
find all others clearly worse.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Table as Grid

from urbanist.bots.cli.host import Host
from urbanist.bots.cli.interrupt import INTERRUPTED, dialogue
from urbanist.bots.cli.language_option import speaks
from urbanist.bots.cli.shared_options import FILE, SEED, GameName, Real
from urbanist.bots.cli.target import check_targets
from urbanist.bots.cli.terminal import fills_screen, progress, screen
from urbanist.bots.match.workers import MAX_WORKERS, held_back, in_order
from urbanist.bots.puzzles import store
from urbanist.bots.puzzles.conversation import Conversation
from urbanist.bots.puzzles.exercise import Exercise, by_theme
from urbanist.bots.puzzles.hunt import PlayedGame, Recheck, RecordedGame
from urbanist.bots.puzzles.logbook import Logbook, usual_path
from urbanist.bots.puzzles.proof import CHECK_SEED, CHECKED, MARGIN, TIMES, Proof
from urbanist.bots.puzzles.puzzle import Puzzle
from urbanist.bots.puzzles.store import Collection, Head, head_of
from urbanist.bots.table import board_of, has_board, table_of, word_of
from urbanist.bots.table.kit.language import marked, reason_of, tr
from urbanist.bots.table.kit.player_view import HUMAN
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
@click.option("--theme", metavar="T", help="Only puzzles of this part of a game: beginning, middle or end.")
@click.option("--plain", is_flag=True, help="Lines of text instead of a full screen.")
@click.option("--file", type=FILE, metavar="FILE", help="Take the puzzles of this file.")
@click.option(
    "--endings", is_flag=True, help="Only puzzles of the last turns, whose outcome is known exactly."
)
@click.option("--check", "checking", is_flag=True, help="Prove the puzzles again.")
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
    help="Seed of the self-play, or of the searches of --check.",
)
@click.option(
    "--workers", type=click.IntRange(1, MAX_WORKERS), default=1, metavar="K", help="Number of processes."
)
@speaks
@dialogue()
def puzzles(
    game: Game | None,
    number: int | None,
    theme: str | None,
    plain: bool,
    file: Path | None,
    endings: bool,
    checking: bool,
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
        given={
            "--number": number is not None,
            "--theme": theme is not None,
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
        if hunting or checking or number is not None or file is not None:
            raise click.UsageError(tr("of which game? there are {games}", games=", ".join(sorted(GAMES))))
        _count()
        return
    if endings and not game.solves_endings:
        raise click.UsageError(
            tr(
                "--endings: {game} solves no endings; {games} does",
                game=game.name,
                games=", ".join(each.name for each in GAMES.values() if each.solves_endings),
            )
        )
    if hunting:
        if out is None:
            raise click.UsageError(tr("--find: where to? --out FILE names a new file for the puzzles"))
        check_targets({"--out": out}, records)
        if records:
            find_in_records(
                game, records, wanted, margin or MARGIN, out, workers, resume=resume, endings=endings
            )
        elif wanted is not None:
            play_and_find(
                game,
                wanted,
                margin or MARGIN,
                out,
                SEED_OF_PLAY if seed is None else seed,
                workers,
                resume=resume,
                endings=endings,
            )
        return
    head, found = _puzzles(game, file, endings=endings)
    if checking:
        prove_again(head, found, CHECK_SEED if seed is None else seed, workers)
        return
    if number is not None and number > len(found):
        raise click.UsageError(
            tr.counted(
                "--number {number}: there is {n} puzzle of {game}, counted from 1",
                "--number {number}: there are {n} puzzles of {game}, counted from 1",
                len(found),
                number=number,
                game=game.name,
            )
        )
    solve(game, theme, plain=plain, number=number, found=found)


def solve(
    game: Game,
    theme: str | None = None,
    *,
    plain: bool = False,
    number: int | None = None,
    found: list[Puzzle] | None = None,
) -> None:
    """Set puzzles of a game, those of a theme or all, until the person leaves."""
    puzzles = _puzzles(game, None, endings=False)[1] if found is None else found
    if theme is not None:
        themes = {str(known): part for known, part in by_theme(puzzles).items()}
        if theme not in themes:
            raise click.UsageError(
                tr("no theme '{theme}'; {suggestion}", theme=theme, suggestion=suggestion(theme, [*themes]))
            )
        puzzles = themes[theme]
    with Logbook.open(usual_path()) as logbook:
        _solve(Exercise(puzzles, logbook, number), game, plain=plain)


def _check_use(*, hunting: bool, checking: bool, given: dict[str, bool]) -> None:
    """Raise `UsageError` if an option was given that does not belong to what is done."""
    if hunting and checking:
        raise click.UsageError(tr("--find and --check exclude each other: give only one"))
    what, fitting = marked("puzzles are set"), {"--number", "--theme", "--plain", "--file"}
    if hunting:
        what = marked("puzzles are looked for")
        fitting = {"--margin", "--out", "--resume", "--seed", "--workers"}
    elif checking:
        what, fitting = marked("puzzles are checked"), {"--file", "--seed", "--workers"}
    strange = [option for option, there in given.items() if there and option not in fitting]
    if strange:
        raise click.UsageError(
            tr("{option} does not go with this: {what}; leave it out", option=strange[0], what=what)
        )


def _puzzles(game: Game, file: Path | None, *, endings: bool) -> tuple[store.Head, list[Puzzle]]:
    """Return the head and the puzzles of a file, or of those that come with the package."""
    path = store.shipped(game.name, endings=endings) if file is None else file
    if file is None and not path.exists():
        raise click.ClickException(
            tr("no puzzles of {game} come with urbanist; --find looks for some", game=game.name)
        )
    try:
        head, found = store.read(path)
    except NotationError as error:
        raise click.ClickException(reason_of(error)) from None
    if head.game != game.name:
        raise click.UsageError(
            tr("{path} has puzzles of {found}, not of {game}", path=path, found=head.game, game=game.name)
        )
    if not found:
        raise click.ClickException(tr("{path} has no puzzles", path=path))
    return head, found


def _solve(exercise: Exercise, game: Game, *, plain: bool) -> None:
    """Set puzzles until the person leaves."""
    table = table_of(game.name)
    if plain or not has_board(game.name) or not fills_screen():
        Conversation(exercise, table, screen()).run()
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
        history = exercise.puzzle.history()
        seats = tuple(HUMAN if seat == exercise.puzzle.seat else "" for seat in range(history.state.seats))
        Host().look(Record.of(history, seats), history, None)
        exercise.advance()
    click.echo(exercise.conclusion)


def _count() -> None:
    """Print for each game the number of puzzles, of those that were solved, and the rating of the person."""
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate(HEAD):
        grid.add_column(tr(column), justify="right" if place else "left")
    with Logbook.open(usual_path()) as logbook:
        for name in GAMES:
            path = store.shipped(name)
            found = store.read(path)[1] if path.exists() else []
            tried = logbook.attempts(name)
            known = [tried[puzzle.id] for puzzle in found if puzzle.id in tried]
            solved = sum(attempt.solved for attempt in known)
            rating = str(logbook.rating(name)) if tried else ""
            grid.add_row(word_of(name, name), str(len(found)), str(len(known)), str(solved), rating)
    Console().print(grid)


def play_and_find(
    game: Game, wanted: int, margin: float, out: Path, seed: int, workers: int, *, resume: bool, endings: bool
) -> None:
    """Look for puzzles in self-play until the file has as many as wanted."""
    head = head_of(game.name, margin, seed, endings=endings)
    with Collection.open(out, head, resume=resume) as collection:
        jobs = (
            PlayedGame(game.name, seed, number, margin, endings) for number in count(collection.following)
        )
        if len(collection.puzzles) < wanted:
            _hunt(jobs, collection, wanted, workers, tr("continue with the same command and --resume"))
    found = len(collection.puzzles)
    click.echo(tr.counted("{n} puzzle in {file}", "{n} puzzles in {file}", found, file=out))


def find_in_records(
    game: Game,
    files: Sequence[Path],
    wanted: int | None,
    margin: float,
    out: Path,
    workers: int,
    *,
    resume: bool,
    endings: bool,
) -> None:
    """Look for puzzles in the games of files, until there are as many as wanted, or in all of them."""
    if resume:
        raise click.UsageError(tr("--resume goes on with self-play only: leave it out, and name a new file"))
    jobs = list(_recorded(game, files, margin, endings=endings))
    head = head_of(game.name, margin, endings=endings)
    with Collection.open(out, head, resume=False) as collection:
        _hunt(iter(jobs), collection, wanted, workers, tr("the others were not looked through"))
    click.echo(
        tr.counted(
            "{n} puzzle in {file}, of {games}",
            "{n} puzzles in {file}, of {games}",
            len(collection.puzzles),
            file=out,
            games=tr.counted("{n} game", "{n} games", len(jobs)),
        )
    )


def _hunt(
    jobs: Iterator[PlayedGame] | Iterator[RecordedGame],
    collection: Collection,
    wanted: int | None,
    workers: int,
    advice: str,
) -> None:
    """Write the puzzles of games as they are found; Ctrl-C ends the program and keeps them."""
    games = 0
    try:
        with progress(tr("puzzles"), wanted or 0, len(collection.puzzles)) as advance:
            for job, found in in_order(jobs, workers):
                assert isinstance(found, list)
                room = None if wanted is None else wanted - len(collection.puzzles)
                with held_back():
                    collection.add(found[:room])
                games += 1
                advance.doing(
                    tr.counted(
                        "{n} game looked through, the last is {id}",
                        "{n} games looked through, the last is {id}",
                        games,
                        id=job.id,
                    )
                )
                for _ in found[:room]:
                    advance()
                if wanted is not None and len(collection.puzzles) >= wanted:
                    break
    except KeyboardInterrupt:
        said = tr.counted(
            "interrupted with {n} puzzle; {advice}",
            "interrupted with {n} puzzles; {advice}",
            len(collection.puzzles),
            advice=advice,
        )
        click.echo(said, err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None


def _recorded(game: Game, files: Sequence[Path], margin: float, *, endings: bool) -> Iterator[RecordedGame]:
    """Yield the games of files; those of other games are left out."""
    numbers = count()
    for path in files:
        for line, text in read_lines(path):
            try:
                record = Record.from_json(text)
                if find_game(record.deal, GAMES) is game:
                    record.replay(GAMES)
                    yield RecordedGame(record, path.name, line, next(numbers), margin, endings)
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
