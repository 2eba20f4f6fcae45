"""A saved game: a file with one record, written whole or not at all."""

import shlex
import shutil
import sys
from pathlib import Path

from urbanist.bots import files
from urbanist.engine import GAMES, NotationError
from urbanist.engine.history import History
from urbanist.engine.message import Message
from urbanist.engine.record import Record, read_lines

#: The installed program.
NAME = "urbanist"


def write(path: Path, record: Record) -> None:
    """Write the record to `path` at once: a reader finds the old or the new game, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, record.to_json() + "\n")


def read(path: Path) -> tuple[Record, History]:
    """Return the one game of a file, replayed through the rules; raise `NotationError` or `OSError` if none."""
    lines = list(read_lines(path))
    if len(lines) != 1:
        raise NotationError(
            Message("{path}: {records} records; a saved game is one", path=path, records=len(lines))
        )
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
    return f"{program()} play {history.game.name}{brought} --resume {shlex.quote(str(file))}"


def program() -> str:
    """Return what starts this program again where the person is: `urbanist`, or a path if that word would not."""
    started = Path(sys.argv[0])
    if started.name != NAME:
        return NAME
    found = shutil.which(NAME)
    known = found is not None and started.exists() and started.samefile(found)
    return NAME if known else shlex.quote(sys.argv[0])
