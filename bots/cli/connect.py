"""Let a program play in a remote league.

URL is the address of the league, COMMAND starts the program. The program speaks the bot protocol, and starts anew for
each game. The league's owner gives the key; it stands in the file of --key-file, or in the variable URBANIST_KEY. If
the connection breaks, it is made again.
"""

import os
from pathlib import Path

import click

from urbanist.bots.cli.interrupt import ended_alike
from urbanist.bots.files import text_of
from urbanist.bots.match.seat_text import class_program
from urbanist.bots.players.player import Forfeit
from urbanist.bots.protocol.command import CommandBot, UnusableBot, missing

VARIABLE = "URBANIST_KEY"


@click.command(help=__doc__)
@click.argument("url")
@click.argument("command")
@click.option("--key-file", type=click.Path(path_type=Path), metavar="FILE", help="The file with the key.")
def connect(url: str, command: str, key_file: Path | None) -> None:
    """Connect, and play until interrupted."""
    try:
        from urbanist.bots.contest.league.connection import play
    except ImportError as error:
        raise click.ClickException(f"connect needs {error.name}: pip install 'urbanist[league]'") from None
    key = os.environ.get(VARIABLE, "") if key_file is None else text_of(key_file)
    if not key.strip():
        raise click.UsageError(f"no key: expected --key-file FILE, or the key in {VARIABLE}")
    if (of_class := class_program(command)) is not None:
        command = of_class.command
    lacking = missing(command)
    if lacking is not None:
        raise click.UsageError(f"no program '{lacking}'")
    try:
        CommandBot(command).start().close()
    except Forfeit as error:
        raise UnusableBot(f"'{command}': {error}") from None
    with ended_alike():
        play(url, command, key.strip(), lambda said: click.echo(said, err=True))
