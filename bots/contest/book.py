"""A book of openings: a file of deals, each with the events after which its games begin."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from urbanist.bots.contest.plan_schema import Openings, PlanError
from urbanist.bots.match.pairing import MOVES, derived
from urbanist.engine import GAMES, NotationError
from urbanist.engine.history import History
from urbanist.engine.notation import HIDDEN, content_digest
from urbanist.engine.record import Record, find_game

#: The longest file, in bytes; what begins a line that is no opening, and one that is a record.
LONGEST, COMMENT, RECORD = 1 << 26, "#", "{"


def read_book(path: Path, game: str, how: Openings) -> tuple[tuple[str, ...], int]:
    """Return the openings of a file as lines, from where they are to start, and the number of their seats.

    Raise `PlanError` with the line of the first error. Lines that are empty or begin with `#` are no openings.
    """
    numbers: dict[str, int] = {}
    seats = 0
    for number, line in _lines(path):
        where = f"{path}:{number}"
        opening = _opening(line, game, how.plies, where)
        here = opening.state.seats
        if numbers and here != seats:
            raise PlanError(f"{where}: a deal for {here} players after deals for {seats}")
        seats = here
        text = MOVES.join([opening.deal, *[" ".join(opening.texts)] * bool(opening.events)])
        before = numbers.setdefault(text, number)
        if before != number:
            # Games on one deal depend on each other, and all intervals take different deals for independent ones.
            what = "opening" if opening.events else "deal"
            raise PlanError(f"{where}: the {what} of line {before} again; expected each {what} once")
    if not numbers:
        raise PlanError(f"{path}: no deal; 'urbanist deal {game} --seed 1' prints one")
    if how.start > len(numbers):
        raise PlanError(f"openings: start = {how.start}: {path} has {len(numbers)}")
    lines = list(numbers)
    return (*lines[how.start - 1 :], *lines[: how.start - 1]), seats


def shuffled(book: Sequence[str], seed: int) -> tuple[str, ...]:
    """Return the lines of a book in an order that depends on the seed."""
    lines = list(book)
    Random(derived(seed, "book")).shuffle(lines)
    return tuple(lines)


def digest_of(book: Sequence[str]) -> str:
    """Return the `content_digest` of a book."""
    return content_digest("\n".join(book).encode())


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    with path.open("rb") as file:
        content = file.read(LONGEST + 1)  # a device may never end
    if len(content) > LONGEST:
        raise PlanError(f"{path}: more than {LONGEST:,} bytes: not a file of deals")
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise PlanError(f"{path}: not UTF-8 at byte {error.start}: not a file of deals") from None
    for number, line in enumerate(map(str.strip, lines), 1):
        if line and not line.startswith(COMMENT):
            yield number, line


def _opening(line: str, game: str, plies: int | None, where: str) -> History:
    """Return the opening of a line, of at most `plies` events."""
    try:
        if line.startswith(RECORD):
            record = Record.from_json(line)
            deal, events = record.deal, record.events
        else:
            deal, _, text = line.partition(MOVES)
            events = tuple(text.split())
        if find_game(deal, GAMES).name != game:
            raise PlanError(f"{where}: a deal of another game; expected game={game}")
        if HIDDEN in deal or any(HIDDEN in event for event in events):
            raise PlanError(
                f"{where}: a view, which hides something; expected a full deal, without '{HIDDEN}'"
            )
        history = History.read(GAMES[game], deal, events if plies is None else events[:plies])
    except NotationError as error:
        raise PlanError(f"{where}: {error}") from None
    if history.state.over:
        raise PlanError(
            f"{where}: the game is over after {len(history.events)} events; "
            "[openings] plies = N begins after so many of them"
        )
    return history
