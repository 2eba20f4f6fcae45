"""Files that a command writes: none of them is a file that it needs, and one that cannot be written ends nothing."""

import os
from collections.abc import Iterable, Iterator, Mapping
from errno import EACCES, EISDIR, ENOENT
from pathlib import Path

import click

from urbanist.bots.cli.shared_options import cards_read
from urbanist.bots.files import whole
from urbanist.bots.players.player import Bot
from urbanist.bots.table.kit.language import reason_of, tr


def check_targets(
    targets: Mapping[str, Path | None], needed: Iterable[Path | None] = (), bots: Iterable[Bot] = ()
) -> None:
    """Check the files that a command is to write, by its options, before it begins.

    Raise `OSError` if one cannot be written, and `UsageError` if one is a file that the command reads or keeps, by
    whatever name, or if two of them are one. The cards that were read are needed, and what the texts of bots name.
    """
    taken = {_identity(path): "" for path in (*needed, *cards_read()) if path is not None}
    taken.update({_identity(path): "" for bot in bots for path in _files_of(bot)})
    for option, target in targets.items():
        if target is None:
            continue
        _check_writable(target)
        if target.exists() and not target.is_file():
            continue  # a device or a pipe takes whatever is written to it
        other = taken.setdefault(_identity(target), option)
        if other != option:
            raise click.UsageError(
                tr(
                    "{option} {file}: {other} names the same file; expected a file for each",
                    option=option,
                    file=target,
                    other=other,
                )
                if other
                else tr(
                    "{option} {file}: the command needs this file itself; expected the name of another file",
                    option=option,
                    file=target,
                )
            )


def _files_of(bot: Bot) -> Iterator[Path]:
    """Yield the files that a bot names, and its log if it has one."""
    # Late: commands without bots need no processes.
    from urbanist.bots.match.fingerprint import files_of
    from urbanist.bots.protocol.command import program_of

    yield from files_of(bot)
    program = program_of(bot)
    if program is not None and program.log is not None:
        yield program.log


def _identity(path: Path) -> object:
    """Return the identity of a file, the same for all its names, also if it does not exist yet."""
    try:
        stat = path.stat()
    except OSError:
        return os.path.realpath(path)  # unlike `resolve`, also of a link to itself
    return stat.st_dev, stat.st_ino


def _check_writable(target: Path) -> None:
    if target.is_dir():
        raise IsADirectoryError(EISDIR, tr("this is a folder; expected the name of a file"), str(target))
    if not target.parent.is_dir():
        raise FileNotFoundError(ENOENT, tr("the folder of this file does not exist"), str(target))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), str(target))


class Targets:
    """The files of a long command: one that cannot be written is named, and all goes on without it."""

    def __init__(self) -> None:
        #: Those that could not be written when it was tried last.
        self.failed: set[Path] = set()

    def write(self, target: Path | None, parts: Iterable[str], *, last: bool = True) -> None:
        """Write a file, if one is asked for; name it if that fails, and only once unless it is the `last` time."""
        if target is None:
            return
        try:
            with whole(target) as file:
                for part in parts:
                    file.write(part.encode())
        except OSError as error:
            if last or target not in self.failed:
                click.echo(f"urbanist: {reason_of(error)}", err=True)
            self.failed.add(target)
        else:
            self.failed.discard(target)

    def conclude(self) -> None:
        """End the program with status 1 if a file could not be written."""
        if self.failed:
            raise click.exceptions.Exit(1)
