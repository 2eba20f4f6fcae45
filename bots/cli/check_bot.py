"""Check that a program follows the bot protocol.

The shell runs COMMAND. Each check prints one line, which begins with 'ok', 'FAIL' or 'skip'. After 'FAIL' the line says
what the program was sent and what was wrong with its answer. 'skip' means that the check does not apply.
"""

from contextlib import closing
from fnmatch import fnmatchcase
from pathlib import Path

import click

from urbanist.bots.check.candidate import FAIL, Candidate, Conditions
from urbanist.bots.check.suite import checks, results
from urbanist.bots.cli.programs import sandboxed
from urbanist.bots.cli.shared_options import (
    SEED,
    GameName,
    Real,
    dealt_with,
    make_known,
    path_of,
    sandbox_options,
    trace_option,
)
from urbanist.bots.cli.target import check_targets
from urbanist.bots.match.seat_text import class_program
from urbanist.bots.process.log import LineTrace
from urbanist.bots.process.sandbox import Protection
from urbanist.bots.protocol.command import CommandBot, missing
from urbanist.engine import GAMES, CardFile
from urbanist.engine.game import Game


@click.command(help=__doc__)
@click.argument("command", required=False)
@click.option(
    "--game",
    "games",
    type=GameName(),
    multiple=True,
    show_default="all games",
    help="A game to play; may be repeated.",
)
@dealt_with
@click.option(
    "--only",
    multiple=True,
    metavar="NAME",
    help="Run only this check, or a pattern such as 'game/*'; may be repeated.",
)
@click.option("--list", "listed", is_flag=True, help="Print the names of all checks.")
@click.option("--seed", type=SEED, default=0, help="Seed of deals and opponents.")
@click.option(
    "--grace",
    type=Real(0, 60_000),
    default=250,
    metavar="MS",
    help="How late an answer may be.",
)
@click.option(
    "--movetime",
    type=Real(1, 60_000),
    default=10,
    metavar="MS",
    help="Time for each move in whole games.",
)
@sandbox_options
@trace_option
@click.option(
    "--patience",
    type=Real(0.001, 3600),
    metavar="S",
    show_default="as in a match, 20 for the handshake and 10",
    help="Seconds to wait for the handshake, and for an answer that has no clock.",
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
    patience: float | None,
    sandbox: Protection,
    reads: tuple[str, ...],
    trace: Path | None,
) -> None:
    """Print each verdict as soon as it is known."""
    if listed:
        click.echo("\n".join(checks()))
        return
    if command is None:
        raise click.UsageError(
            "the command of a program is missing; expected for example: check-bot 'python bot.py'"
        )
    if (of_class := class_program(command, path_of(cards))) is not None:
        command = of_class.command
    lacking = missing(command)
    if lacking is not None:
        raise click.UsageError(f"no program '{lacking}'")
    asked = tuple(game.name for game in games) or tuple(GAMES)
    for pattern in only:
        if not any(fnmatchcase(name, pattern) for name in checks(asked)):
            raise click.UsageError(f"--only {pattern}: no such check; --list names them")
    check_targets({"--trace": trace}, bots=[CommandBot(command)])
    if cards is not None:
        make_known(cards, asked)
    conditions = Conditions(
        grace / 1000,
        patience,
        movetime / 1000,
        seed,
        cards,
        trace=None if trace is None else LineTrace(trace, command),
        sandbox=sandboxed(sandbox, reads, [] if trace is None else [trace]),
    )
    candidate = Candidate(command, conditions, asked)
    failed = False
    with closing(results(candidate, only or ("*",))) as checked:
        for result in checked:
            click.echo(result)
            failed |= result.outcome == FAIL
    context.exit(1 if failed else 0)
