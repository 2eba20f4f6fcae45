"""A built-in bot on standard input and output, in the bot protocol.

NAME may bring options of its own, as in ismcts:nodes=2000.
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
    """Serve until the end of the input."""
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
