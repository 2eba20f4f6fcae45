"""Saved games: files with one record each, written whole or not at all, and a list of those in the data folder."""

import os
import shlex
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from urbanist.bots.files import write
from urbanist.bots.table.kit.player_view import is_human
from urbanist.bots.table.session.notebook import RESIGNED, Notebook
from urbanist.bots.table.session.settings import data_folder
from urbanist.bots.timestamp import timestamp
from urbanist.engine import GAMES, NotationError
from urbanist.engine.history import History
from urbanist.engine.message import Message
from urbanist.engine.record import ABORTED, PLAYED_OUT, Record, read_lines

#: The installed program.
PROGRAM = "urbanist"


def write_game(path: Path, record: Record) -> None:
    """Write the record to `path` at once: a reader finds the old or the new game, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, record.to_json() + "\n")


def read_game(path: Path) -> tuple[Record, History]:
    """Return the one game of a file, replayed through the rules; raise `NotationError` or `OSError` if none."""
    lines = list(read_lines(path))
    if len(lines) != 1:
        raise NotationError("{path}: {records} records; a saved game is one", path=path, records=len(lines))
    number, text = lines[0]
    try:
        record = Record.from_json(text)
        return record, record.replay(GAMES)
    except NotationError as error:
        raise error.at(f"{path}:{number}") from None


def resuming(history: History, file: Path, cards: Path | None = None) -> str:
    """Return the command that resumes a game from its file, with the file of its cards if it has one."""
    brought = (
        "" if cards is None or history.game.notation.load is None else f" --cards {shlex.quote(str(cards))}"
    )
    game = shlex.quote(GAMES.spelled(history.game.name))
    return f"{program()} play {game}{brought} --resume {shlex.quote(str(file))}"


def program() -> str:
    """Return what starts this program again where the person is: `urbanist`, or a path if that word would not."""
    started = Path(sys.argv[0])
    if started.name != PROGRAM:
        return PROGRAM
    path = shutil.which(PROGRAM)
    known = path is not None and started.exists() and started.samefile(path)
    return PROGRAM if known else shlex.quote(sys.argv[0])


SUFFIX = ".jsonl"
#: How many names an error lists.
LISTED = 8


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved game: `turn` is the number of its moves, `date` when it was saved last, in UTC.

    `ended` is empty if the game can be continued. `rank` is that of the only person in a game that was played out.
    `step` is how many steps of the guided game `lesson` are done; None in any other game.
    """

    file: Path
    game: str
    players: tuple[str, ...]
    turn: int
    date: str
    ended: str
    rank: int | None
    step: int | None
    lesson: str

    @property
    def name(self) -> str:
        """What names the game on the command line."""
        return self.file.stem

    @property
    def opponents(self) -> tuple[str, ...]:
        """The players who are no people, each once, in seat order."""
        return tuple(dict.fromkeys(player for player in self.players if not is_human(player)))


def folder() -> Path:
    """Return the folder of saved games, which may not exist yet."""
    return data_folder() / "saves"


def new_file(game: str) -> Path:
    """Return the path of a file for a new game; two programs that begin at the same time get different ones."""
    return folder() / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{os.urandom(2).hex()}{SUFFIX}"


def files() -> list[Path]:
    """Return the files of saved games, the last saved first."""
    paths = [path for path in folder().glob(f"*{SUFFIX}") if path.is_file()]
    return sorted(paths, key=lambda path: (-path.stat().st_mtime, path.name))


def played_before(game: str) -> bool:
    """Return whether a game of a kind is kept here."""
    return any(path.name.startswith(f"{game}-") for path in files())


def named(name: str) -> Path:
    """Return the file that a text means: a path, or what the name of only one saved game begins with.

    Raise `NotationError` if several names begin with it and none is it.
    """
    path = Path(name).expanduser()
    if path.exists() or path.name != name:
        return path
    paths = [file for file in files() if file.stem.startswith(name)]
    exact = [file for file in paths if file.stem == name]
    if not exact and len(paths) > 1:
        names = ", ".join(file.stem for file in paths[:LISTED])
        rest = len(paths) - LISTED
        several = Message("{some} and {more} more", some=names, more=rest) if rest > 0 else names
        raise NotationError("'{name}' begins several names of saved games: {names}", name=name, names=several)
    return next(iter(exact or paths), path)


def read(path: Path) -> Saved:
    """Return what is listed of a saved game; raise `NotationError` or `OSError` if the file holds none."""
    record, history = read_game(path)
    saved, notes = datetime.fromtimestamp(path.stat().st_mtime, UTC), Notebook.of(record)
    return Saved(
        file=path,
        game=history.game.name,
        players=record.seats,
        turn=history.state.ply,
        date=timestamp(saved),
        ended=ended(record, history),
        rank=_rank(record),
        step=notes.step,
        lesson=notes.lesson,
    )


def ended(record: Record, history: History) -> str:
    """Return how a game ended; empty if it can be continued."""
    if Notebook.of(record).resigned is not None:
        return RESIGNED
    return record.ended if history.state.over or record.ended != ABORTED else ""


def _rank(record: Record) -> int | None:
    people = [seat for seat, player in enumerate(record.seats) if is_human(player)]
    known = record.ended == PLAYED_OUT and record.ranks is not None and len(people) == 1
    return record.ranks[people[0]] if known and record.ranks is not None else None


def to_continue(game: str | None = None) -> Path | None:
    """Return the file that was saved last among the games that are not over, of one game if it is named."""
    return next(
        (save.file for save in readable(files()) if not save.ended and game in (None, save.game)), None
    )


def readable(paths: Sequence[Path]) -> Iterator[Saved]:
    """Yield what is listed of the files that hold a game; `urbanist saves` names the others."""
    for path in paths:
        try:
            yield read(path)
        except (OSError, ValueError):
            continue
