"""The journal of a tuning: a file of JSON, the settings in its first line and each iteration in a line of its own."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from msgspec import DecodeError, Struct, ValidationError, to_builtins
from msgspec.json import decode

from urbanist.bots.tournament.form import PlanError
from urbanist.bots.tuning.tuning import Tuning
from urbanist.engine.printable import BYTE_ORDER_MARK

FORMAT = "urbanist-tuning/1"
#: How each file begins.
BEGINNING = f'{{"format": "{FORMAT}"'.encode()


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One iteration, counted from 0: its variants, the score of `plus` (0 to 1), forfeits, and the values after it."""

    iteration: int
    plus: dict[str, str]
    minus: dict[str, str]
    score: float
    games: int
    forfeits: int
    values: dict[str, float]


class Journal:
    """The open file of a tuning; each step that it has added is on the disk."""

    def __init__(self, file: TextIO, seed: int, steps: list[Step]) -> None:
        self._file = file
        self.seed, self.steps = seed, steps

    @classmethod
    @contextmanager
    def open(cls, tuning: Tuning, *, resume: bool) -> Iterator["Journal"]:
        """Give the journal of a tuning: a new file, or with `resume` the existing one; an empty file is a new one.

        Raise `PlanError` if a new file exists already, if there is none to resume, if it is of another tuning, or if
        another process writes to it.
        """
        path = tuning.journal
        if resume and not path.is_file():
            raise PlanError(
                f"{path}: no such file, so there is no tuning to resume; start it without --resume"
            )
        try:
            with path.open("r+" if resume or is_empty(path) else "x", encoding="utf-8") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise PlanError(f"{path}: another process is playing this tuning") from None
                new = is_empty(path)
                yield cls(file, *(_begun(file, tuning) if new else _read(file, path, tuning)))
        except FileExistsError:
            raise PlanError(f"{path} exists already; --resume continues the tuning in it") from None

    def add(self, step: Step) -> None:
        """Add an iteration; raise `OSError` if it cannot be written."""
        self.steps.append(step)
        _write(self._file, to_builtins(step))


def is_empty(path: Path) -> bool:
    """Return whether a file has not even its first line, as a full disk or a killed process leaves it."""
    if not path.is_file():
        return False
    found = path.read_bytes()
    return b"\n" not in found and found.startswith(BEGINNING[: len(found)])


def _begun(file: TextIO, tuning: Tuning) -> tuple[int, list[Step]]:
    seed = tuning.rules.seed
    file.truncate(0)
    _write(file, {"format": FORMAT, "seed": seed, "settings": tuning.settings()})
    return seed, []


def _write(file: TextIO, line: dict[str, Any]) -> None:
    file.write(json.dumps(line, ensure_ascii=False) + "\n")
    file.flush()
    os.fsync(file.fileno())


def _read(file: TextIO, path: Path, tuning: Tuning) -> tuple[int, list[Step]]:
    """Return the seed and the steps of a file, and cut off what follows its last whole line."""
    text = file.read()
    whole = text[: text.rfind("\n") + 1]
    first, *lines = whole.splitlines() or [""]
    try:
        head = json.loads(first.removeprefix(BYTE_ORDER_MARK))
        seed, settings = int(head["seed"]), head["settings"]
        if head["format"] != FORMAT:
            raise KeyError(FORMAT)
        steps = [decode(line, type=Step) for line in lines]
    except (ValueError, TypeError, KeyError, DecodeError, ValidationError):
        raise PlanError(f"{path}: not the journal of a tuning") from None
    asked = json.loads(json.dumps(tuning.settings()))
    if tuning.keys.seed is not None:
        settings, asked = {**settings, "seed": seed}, {**asked, "seed": tuning.keys.seed}
    other = next((key for key in sorted({*settings, *asked}) if settings.get(key) != asked.get(key)), None)
    if other is not None:
        there, here = (json.dumps(found.get(other, "not given"))[:120] for found in (settings, asked))
        raise PlanError(f"{path} belongs to another tuning: {other} is {there} there, {here} here")
    file.seek(0)
    file.truncate(len(whole.encode()))
    file.seek(0, os.SEEK_END)
    return seed, steps
