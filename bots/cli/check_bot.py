"""Does a program keep to the bot protocol: one line a check.

COMMAND is run by the shell. A line begins with 'ok', or with 'FAIL' and then tells what the program was sent,
what was expected and what was received, or with 'skip' where a check does not apply.
"""

from contextlib import closing
from fnmatch import fnmatchcase

import click

from urbanist.bots.check.candidate import Candidate, Conditions
from urbanist.bots.check.suite import checks, verdicts
from urbanist.bots.check.verdict import FAIL
from urbanist.bots.cli.asking import SEED, GameName
from urbanist.bots.cli.cards import dealt_with, make_known
from urbanist.bots.protocol.command import missing
from urbanist.engine import GAMES, CardFile
from urbanist.engine.game import Game


@click.command(help=__doc__)
@click.argument("command", required=False)
@click.option(
    "--game", "games", type=GameName(), multiple=True, help="A game to play; all of them unless said."
)
@dealt_with
@click.option(
    "--only", multiple=True, metavar="NAME", help="A check to make, or many as 'game/*'; may be repeated."
)
@click.option("--list", "listed", is_flag=True, help="Print the names of all checks.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of deals and opponents.")
@click.option(
    "--grace",
    type=click.FloatRange(0, 60_000),
    default=250,
    show_default=True,
    metavar="MS",
    help="By how much an answer may be late.",
)
@click.option(
    "--movetime",
    type=click.FloatRange(1, 60_000),
    default=10,
    show_default=True,
    metavar="MS",
    help="Time of a move in whole games.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0.001, 3600),
    default=10,
    show_default=True,
    metavar="S",
    help="Seconds to wait where no clock runs.",
)
@click.pass_context
def check_bot(
    context: click.Context,
    command: str | None,
    games: tuple[Game, ...],
    cards: CardFile | None,
    only: tuple[str, ...],
    listed: bool,
    seed: int,
    grace: float,
    movetime: float,
    patience: float,
) -> None:
    """Print verdicts as they come."""
    if listed:
        click.echo("\n".join(checks()))
        return
    if command is None:
        raise click.UsageError("which program? Its command is missing, as in check-bot 'python bot.py'")
    lacking = missing(command)
    if lacking is not None:
        raise click.UsageError(f"no program '{lacking}'")
    asked = tuple(game.name for game in games) or tuple(GAMES)
    for pattern in only:
        if not any(fnmatchcase(name, pattern) for name in checks(asked)):
            raise click.UsageError(f"--only {pattern}: no such check; --list names them")
    if cards is not None:
        make_known(cards, asked)
    candidate = Candidate(command, Conditions(grace / 1000, patience, movetime / 1000, seed, cards), asked)
    failed = False
    with closing(verdicts(candidate, only or ("*",))) as found:
        for verdict in found:
            click.echo(verdict)
            failed |= verdict.outcome == FAIL
    context.exit(1 if failed else 0)
