"""A match that goes on: the games that its file of records already has."""

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from urbanist.bots.match.arena import Played
from urbanist.bots.match.clock import written
from urbanist.bots.match.match import Match
from urbanist.engine import GAMES, NotationError
from urbanist.engine.message import UserError
from urbanist.engine.record import Record, read_lines


class OtherMatch(UserError):
    """A file of records does not belong to a match; the message is one line."""


def seed_of(path: Path) -> int | None:
    """Return the seed of the match whose records a file has; None if its first line names none."""
    try:
        found = [Record.from_json(text).meta.get("seed") for _, text in islice(read_lines(path), 1)]
    except NotationError:
        return None
    return found[0] if found and type(found[0]) is int else None


def kept(match: Match, path: Path, lines: Iterable[tuple[int, str]]) -> list[Played]:
    """Return the games of a match in the lines of a file; raise `OtherMatch` if one of them is no game of this match.

    Records do not count moves and seconds, so those of these games are 0.
    """
    found: list[Played] = []
    clock = None if match.control is None else [written(match.control)] * len(match.bots)
    for line, text in lines:
        if len(found) == match.games:
            raise OtherMatch(
                f"{path} has more than {match.games} games; expected --games of that number or more"
            )
        try:
            record = Record.from_json(text)
            record.replay(GAMES)
        except NotationError as error:
            raise OtherMatch(f"{path}:{line}: {error}") from None
        pairing = match.pairing(len(found))
        expected = {
            "seed": (record.meta.get("seed"), match.rules.seed),
            "seats": (list(record.seats), list(pairing.names)),
            "clock": (record.meta.get("clock"), clock),
            "deal": (record.deal, match.rules.start(pairing.deal).deal),
        }
        for what, (there, here) in expected.items():
            if there != here:
                raise OtherMatch(
                    f"{path}:{line}: no game of this match: {what} {str(there)[:120]} there, {str(here)[:120]} here"
                )
        nothing = (0,) * len(match.bots)
        found.append(Played(record, nothing, tuple(map(float, nothing))))
    return found
