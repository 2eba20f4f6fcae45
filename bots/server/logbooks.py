"""The logbooks of the people who solve puzzles in a browser: a file each, found by a key that a cookie keeps."""

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from time import time

from urbanist.bots.server.table import TableError
from urbanist.bots.table.session.settings import logbook_file, tables_folder

#: The cookie with the key of a person, the folder of the logbooks, the most of them, and the seconds for which one is
#: kept that nobody uses.
PERSON, FOLDER, PEOPLE, KEPT = "person", "people", 10_000, 90 * 86400.0


class Logbooks:
    """The logbooks of a server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER
        # Who serves from the usual folder has one logbook for the terminal and the browser.
        self._own = logbook_file() if folder == tables_folder() else folder / logbook_file().name

    def of(self, key: str | None, address: str) -> Path | None:
        """Return the file of a person, which may not exist yet; None for somebody elsewhere without a key."""
        if key is None:
            return None if address else self._own
        return self._folder / f"{sha256(key.encode()).hexdigest()[:32]}.sqlite"

    def make_room(self, file: Path) -> None:
        """Remove logbooks that nobody has used for long before a new one; raise 429 if there are too many."""
        if file == self._own or file.exists():
            return
        for old in self._folder.glob("*.sqlite"):
            with suppress(FileNotFoundError):
                if old.stat().st_mtime < time() - KEPT:
                    old.unlink()
        if len([*self._folder.glob("*.sqlite")]) >= PEOPLE:
            raise TableError(429, "this server has the logbooks of {n} people: no more are begun", n=PEOPLE)
