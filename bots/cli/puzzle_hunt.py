"""How `urbanist puzzles` looks for puzzles and proves them again, with progress on standard error."""

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

import click

from urbanist.bots.cli.interrupt import INTERRUPTED
from urbanist.bots.cli.terminal import progress
from urbanist.bots.match.workers import held_back, in_order
from urbanist.bots.puzzles.collection import Collection
from urbanist.bots.puzzles.finder import CHECKED
from urbanist.bots.puzzles.hunt import PlayedGame, Recheck, RecordedGame
from urbanist.bots.puzzles.proof import Proof
from urbanist.bots.puzzles.puzzle import Puzzle
from urbanist.bots.puzzles.searching import TIMES
from urbanist.bots.puzzles.store import Head, head_of
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.language import tr
from urbanist.engine import GAMES, NotationError
from urbanist.engine.game import Game
from urbanist.engine.record import Record, find_game, read_lines


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
                best=table_of(name).move_name(job.puzzle.view.bare_state(), job.puzzle.best),
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
