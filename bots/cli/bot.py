"""Run a bot that speaks the bot protocol.

It reads commands on standard input and answers on standard output.

NAME is a built-in bot, with options if you like, as in ismcts:nodes=2000, or a class of a Python file, as in
mybots.py:Frugal.
"""

import sys

import click

from urbanist.bots.cli import completers
from urbanist.bots.cli.shared_options import read_with
from urbanist.bots.players.builtin import BOTS
from urbanist.bots.players.python_bot import PythonBot, StrictClass, named_class
from urbanist.bots.players.spec import bot_names, is_builtin, parse_builtin, with_option
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
@click.option(
    "--strict",
    is_flag=True,
    help="End at the first fault of a class of a file, as in a tournament, instead of playing any legal move.",
)
def bot(name: str, options: tuple[str, ...], *, strict: bool) -> None:
    """Answer commands until the input ends."""
    served = parse_builtin(name) if is_builtin(name) else named_class(name)
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
    if isinstance(served, PythonBot):
        served.load()
    output = sys.stdout.buffer
    if strict and isinstance(served, PythonBot):
        # What the class prints is none of its answers.
        sys.stdout = sys.stderr
        served = StrictClass(served.file, served.class_name)
        served.sit(0)
    Service(served, writer(output)).serve(read_lines(sys.stdin.buffer))
