"""How `urbanist puzzles` looks for puzzles and proves them again, with progress on standard error."""

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

import click

from urbanist.bots.cli.interrupt import INTERRUPTED, held_back
from urbanist.bots.cli.terminal import progress
from urbanist.bots.puzzles.collection import Collection
from urbanist.bots.puzzles.hunt import PlayedGame, Recheck, RecordedGame, in_order
from urbanist.bots.puzzles.proof import Proof
from urbanist.bots.puzzles.puzzle import Puzzle
from urbanist.bots.puzzles.searching import TIMES
from urbanist.bots.puzzles.store import Head
from urbanist.bots.table.kit.wording import several
from urbanist.engine import GAMES, NotationError
from urbanist.engine.game import Game
from urbanist.engine.record import Record, find_game, read_lines

#: How much of its margin a puzzle must still have when it is proved again: two searches never agree to the last digit.
STILL = 0.5


def play_and_find(
    game: Game, wanted: int, margin: float, out: Path, seed: int, workers: int, *, resume: bool
) -> None:
    """Look for puzzles in self-play until the file has as many as wanted."""
    with Collection.open(out, Head(game=game.name, margin=margin, seed=seed), resume=resume) as collection:
        jobs = (PlayedGame(game.name, seed, number, margin) for number in count(collection.following))
        if len(collection.puzzles) < wanted:
            _hunt(jobs, collection, wanted, workers, "continue with the same command and --resume")
    click.echo(f"{several(len(collection.puzzles), 'puzzle')} in {out}")


def find_in_records(
    game: Game,
    files: Sequence[Path],
    wanted: int | None,
    margin: float,
    out: Path,
    workers: int,
    *,
    resume: bool,
) -> None:
    """Look for puzzles in the games of files, until there are as many as wanted, or in all of them."""
    if resume:
        raise click.UsageError("--resume goes on with self-play only: leave it out, and name a new file")
    jobs = list(_recorded(game, files, margin))
    with Collection.open(out, Head(game=game.name, margin=margin), resume=False) as collection:
        _hunt(iter(jobs), collection, wanted, workers, "the others were not looked through")
    found = several(len(collection.puzzles), "puzzle")
    click.echo(f"{found} in {out}, of {several(len(jobs), 'game')}")


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
        with progress("puzzles", wanted or 0, len(collection.puzzles)) as advance:
            for job, found in in_order(jobs, workers):
                assert isinstance(found, list)
                room = None if wanted is None else wanted - len(collection.puzzles)
                with held_back():
                    collection.add(found[:room])
                games += 1
                advance.doing(f"{several(games, 'game')} looked through, the last is {job.id}")
                for _ in found[:room]:
                    advance()
                if wanted is not None and len(collection.puzzles) >= wanted:
                    break
    except KeyboardInterrupt:
        known = several(len(collection.puzzles), "puzzle")
        click.echo(f"interrupted with {known}; {advice}", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None


def _recorded(game: Game, files: Sequence[Path], margin: float) -> Iterator[RecordedGame]:
    """Yield the games of files; those of other games are left out."""
    numbers = count()
    for path in files:
        for line, text in read_lines(path):
            try:
                record = Record.from_json(text)
                if find_game(record.deal, GAMES) is game:
                    record.replay(GAMES)
                    yield RecordedGame(record, path.name, line, next(numbers), margin)
            except NotationError as error:
                raise click.ClickException(f"{path}:{line}: {error}") from None


def prove_again(head: Head, puzzles: Sequence[Puzzle], seed: int, workers: int) -> None:
    """Prove all puzzles, print how clear they are, and exit with status 1 if one of them is not."""
    name, least = head.game, head.margin * STILL
    jobs = (Recheck(puzzle, seed, number, least) for number, puzzle in enumerate(puzzles, 1))
    margins = []
    with progress("proofs", len(puzzles)) as advance:
        for job, proof in in_order(jobs, workers):
            advance()
            if isinstance(proof, Proof):
                margins.append(proof.margin)
                continue
            searches, best = f"searches of {TIMES * job.puzzle.nodes} visits", job.puzzle.best
            click.echo(f"puzzle {job.number} of {name}: {searches} do not find {best} clearly best", err=True)
    said = f"{len(margins)} of {len(puzzles)} puzzles of {name} are proved"
    if margins:
        said += f"; the smallest margin is {100 * min(margins):.0f} % of the win"
    click.echo(said)
    if len(margins) < len(puzzles):
        raise click.exceptions.Exit(1)
