"""Run a bot that speaks the bot protocol.

It reads commands on standard input and answers on standard output.

NAME is a built-in bot, with options if you like, as in ismcts:nodes=2000, or a class of a Python file, as in
mybots.py:Frugal.
"""

import sys

import click

from urbanist.bots.cli import completers
from urbanist.bots.cli.shared_options import read_with
from urbanist.bots.match.seat_text import parse_named
from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.spec import bot_names, with_option
from urbanist.bots.protocol.service import Service, read_lines, writer
from urbanist.engine.suggestion import suggestion


@click.command(help=__doc__)
@click.argument("name", shell_complete=completers.seat)
@read_with
@click.option(
    "--set",
    "options",
    multiple=True,
    metavar="OPTION=V",
    shell_complete=completers.settings,
    help="An option of the bot; may be repeated.",
)
def bot(name: str, options: tuple[str, ...]) -> None:
    """Answer commands until the input ends."""
    served = parse_named(name)
    if served is None:
        raise click.UsageError(
            f"no bot '{name}'; {suggestion(name.partition(':')[0], bot_names(), 'or a class as FILE.py:CLASS')}"
        )
    for option in options:
        key, sign, value = option.partition("=")
        if not sign:
            raise click.UsageError(f"--set {option}: expected OPTION=V")
        if served.name not in BOTS:
            raise click.UsageError(f"--set {option}: {served.name} is no built-in bot and has no options")
        served = with_option(served, key, value)
    Service(served, writer(sys.stdout.buffer)).serve(read_lines(sys.stdin.buffer))
