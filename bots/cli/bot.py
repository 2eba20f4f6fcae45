"""Run a built-in bot that speaks the bot protocol on standard input and output.

NAME may have options, as in ismcts:nodes=2000.
"""

import sys

import click

from urbanist.bots.cli.cards import read_with
from urbanist.bots.players.spec import parse_builtin, with_option
from urbanist.bots.protocol.service import Service
from urbanist.bots.protocol.wire import read_lines


@click.command(help=__doc__)
@click.argument("name")
@read_with
@click.option(
    "--set", "options", multiple=True, metavar="OPTION=V", help="An option of the bot; may be repeated."
)
def bot(name: str, options: tuple[str, ...]) -> None:
    """Answer commands until the input ends."""
    served = parse_builtin(name)
    for option in options:
        key, sign, value = option.partition("=")
        if not sign:
            raise click.UsageError(f"--set {option}: expected OPTION=V")
        served = with_option(served, key, value)
    out = sys.stdout.buffer

    def write(line: str) -> None:
        out.write(f"{line}\n".encode())
        out.flush()

    Service(served, write).serve(read_lines(sys.stdin.buffer))
