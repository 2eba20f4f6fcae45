"""The standard streams of the program, which may be closed or full when it starts."""

import os
import sys
from contextlib import suppress
from typing import TextIO

import click


def fill_gaps() -> None:
    """Open the standard streams that are closed; raise `ClickException` if the output is one of them.

    Else the next file that is opened would get the number of the stream, and all that is written to the stream. The
    input cannot be read then, and errors are dropped.
    """
    closed = sys.stdout is None
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            there = os.open(os.devnull, os.O_WRONLY)
            if there != number:
                os.dup2(there, number)
                os.close(there)
            setattr(sys, name, open(number, "w" if number else "r", closefd=False))  # noqa: SIM115
    if closed:
        raise click.ClickException("standard output is closed; expected a terminal, a file or a pipe")


def unreadable(error: OSError) -> click.ClickException:
    """Return the error of a command that cannot read its input: it was closed, or its terminal is gone."""
    from urbanist.bots.table.kit.language import reason_of, tr  # late: most programs can read their input

    reason = reason_of(error)
    return click.ClickException(
        tr("standard input: {reason}; expected a terminal, a file or a pipe", reason=reason)
    )


def say_error(line: str) -> None:
    """Print a line to standard error; nothing if that is full."""
    try:
        click.echo(line, err=True)
    except OSError:
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Discard what is still to be written to a stream."""
    # A stream without a file descriptor, as in a test, has nothing left to write.
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
