"""A file of deals for a tournament: one full deal line each, as a book of openings."""

from pathlib import Path

from urbanist.bots.tournament.form import PlanError
from urbanist.engine import GAMES, NotationError
from urbanist.engine.history import History
from urbanist.engine.record import find_game

#: The longest file, in bytes.
LONGEST = 1 << 26
#: Begins a line that is no deal.
COMMENT = "#"


def read_book(path: Path, game: str) -> tuple[tuple[str, ...], int]:
    """Return the deals of a file and the number of their seats; raise `PlanError` with the line of the first error.

    Lines that are empty or begin with `#` are no deals.
    """
    if path.is_file() and path.stat().st_size > LONGEST:
        raise PlanError(f"{path}: more than {LONGEST:,} bytes: not a file of deals")
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise PlanError(f"{path}: not UTF-8 at byte {error.start}: not a file of deals") from None
    found: list[str] = []
    known: dict[str, int] = {}
    seats = 0
    for number, line in enumerate(map(str.strip, lines), 1):
        if not line or line.startswith(COMMENT):
            continue
        start = _start(line, game, f"{path}:{number}")
        here = start.state.seats
        if found and here != seats:
            raise PlanError(f"{path}:{number}: a deal for {here} players after deals for {seats}")
        seats = here
        before = known.setdefault(start.deal, number)
        if before != number:
            # Games on one deal depend on each other, and all intervals take different deals for independent ones.
            raise PlanError(f"{path}:{number}: the deal of line {before} again; expected each deal once")
        found.append(line)
    if not found:
        raise PlanError(f"{path}: no deal; 'urbanist deal {game} --seed 1' prints one")
    return tuple(found), seats


def _start(line: str, game: str, where: str) -> History:
    """Return a deal as a game without a move."""
    try:
        if find_game(line, GAMES).name != game:
            raise PlanError(f"{where}: a deal of another game; expected game={game}")
        if "?" in line:
            raise PlanError(f"{where}: a view, which hides something; expected a full deal, without '?'")
        return History.read(GAMES[game], line, ())
    except NotationError as error:
        raise PlanError(f"{where}: {error}") from None
