"""Readers of texts under atheris, which changes its input until it reaches new lines of them.

    pip install atheris
    python -m tests.fuzz.guided FOLDER -max_total_time=3600

FOLDER keeps the inputs that reached something new. atheris has wheels for Linux and some versions of Python only.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["urbanist"]):
    from tests.fuzz.claims import or_refused
    from tests.fuzz.test_files import CARDS, PLAN
    from tests.fuzz.test_program import HELLO, INFO, START
    from urbanist.bots.contest.plan_schema import PlanError, PlanFile, read_struct
    from urbanist.bots.players.spec import parse_builtin
    from urbanist.bots.protocol.answer import read_info
    from urbanist.bots.protocol.handshake import read_declaration
    from urbanist.engine import GAMES, NotationError
    from urbanist.engine.history import History
    from urbanist.engine.notation import CardFile
    from urbanist.engine.record import Record, find_game


def deal(text: str) -> None:
    """Read a deal and, in further lines, events."""
    first, *events = text.split("\n")
    with or_refused(NotationError):
        history = History.read(find_game(first, GAMES), first, events)
        assert history.state.reshuffled(None, 1).playout(1).over


def record(text: str) -> None:
    """Read a record and replay it."""
    with or_refused(NotationError):
        Record.from_json(text).replay(GAMES)


def lines(text: str) -> None:
    """Read what a program may write."""
    for line in text.split("\n"):
        read_info(line.split())
        declared = read_declaration(line)
        for value in declared.extremes:
            declared.allows(value)


def toml(text: str) -> None:
    """Read the form of a tournament."""
    path = Path(f"{sys.argv[1]}.toml")
    path.write_bytes(text.encode(errors="surrogateescape"))
    with or_refused(PlanError):
        read_struct(path, PlanFile)


def cards(text: str) -> None:
    """Read a file of cards."""
    for editions in CARDS:
        with or_refused(NotationError):
            editions.read(CardFile("mine.json", text.encode(errors="surrogateescape")))


def seat(text: str) -> None:
    """Read a built-in bot with its options."""
    with or_refused(ValueError):
        parse_builtin(text)


#: The readers, by the first byte of the input.
READERS: tuple[Callable[[str], None], ...] = (deal, record, lines, toml, cards, seat)
GOOD = (
    (0, START.deal),
    *((0, History.start(game.deal(seats=3, seed=1)).deal) for game in GAMES.values()),
    (1, Record.of(START, ("a", "b")).to_json()),
    (2, HELLO),
    (2, INFO),
    (3, PLAN),
    *((4, text) for text in CARDS.values()),
    (5, "ismcts:nodes=2000:seed=7:widen=3"),
)


def one(data: bytes) -> None:
    """Give an input to the reader that its first byte names."""
    if data:
        READERS[data[0] % len(READERS)](data[1:].decode(errors="surrogateescape"))


def main() -> None:
    """Begin with good texts, and go on until the time is over or something is found."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for number, (reader, text) in enumerate(GOOD):
        (folder / f"good-{number}").write_bytes(bytes([reader]) + text.encode())
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
