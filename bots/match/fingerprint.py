"""The fingerprint of a bot: what identifies it, and what has changed about it when a run is resumed."""

import re
import shlex
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Self

import msgspec

from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import bot_text
from urbanist.bots.protocol.command import program_of
from urbanist.engine.notation import content_digest


class Fingerprint(msgspec.Struct, frozen=True, omit_defaults=True):
    """The text or command of a bot, its options, digests of its files by name, and its version.

    The version is the name that a program gives itself, and of a bot of ours that of this program.
    """

    text: str
    options: dict[str, str] = {}
    files: dict[str, str] = {}
    version: str = ""

    @classmethod
    def of(cls, bot: Bot, name: str = "") -> Self:
        """Return the fingerprint of a bot, whose program gives itself a name."""
        program = program_of(bot)
        options = {} if program is None else dict(program.options)
        files = {str(path): digest for path in files_of(bot) if (digest := digest_of(path))}
        return cls(bot_text(bot), options, files, name if program is not None else version("urbanist"))

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits for records; they do not depend on the folder in which the files lie."""
        told = (self.text, sorted(self.options.items()), list(self.files.values()))
        return content_digest(repr(told).encode())

    def mark(self, bot: Bot) -> str:
        """Return the digest that records have of its bot: of a program, class or file; empty for a bot of ours."""
        return self.digest if self.files or program_of(bot) else ""

    def changes(self, before: Self) -> list[str]:
        """Return in words how it differs from an earlier fingerprint."""
        changed = []
        if self.text != before.text:
            changed.append(f"its command is {self.text!r}, it was {before.text!r}")
        if self.options != before.options:
            changed.append("its options")
        for name in sorted({*self.files, *before.files}):
            if name not in self.files:
                changed.append(f"{name} is gone")
            elif self.files[name] != before.files.get(name):
                changed.append(f"{name} has changed" if name in before.files else f"{name} is new")
        if self.version != before.version:
            changed.append(f"it is {self.version or 'nameless'!r}, it was {before.version or 'nameless'!r}")
        return changed


def files_of(bot: Bot) -> Iterator[Path]:
    """Yield the files that a bot names: its program and the words after it, its class, its weights."""
    program = program_of(bot)
    folder, words = Path(), re.split("[:=]", bot_text(bot))
    if program is not None:
        folder = folder if program.working_directory is None else program.working_directory.folder
        words = [value for _, value in program.options]
        with suppress(ValueError):  # the shell may understand it
            # The program may be ours, which names a class or weights within a word.
            words += [
                part for word in shlex.split(program.command) for part in (word, *re.split("[:=]", word))
            ]
    for word in dict.fromkeys(words):
        with suppress(OSError, ValueError):  # what can be no path
            path = folder / Path(word).expanduser()
            if path.is_file():
                yield path


def digest_of(path: Path) -> str:
    """Return the `content_digest` of a file; empty if it cannot be read."""
    with suppress(OSError), path.open("rb") as file:
        return content_digest(file)
    return ""
