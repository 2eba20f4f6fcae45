"""How a run of games goes on where it was broken off, and what is said then: in a match and in a tournament."""

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import click

from urbanist.bots.cli.interrupt import INTERRUPTED
from urbanist.bots.protocol.command import Audition
from urbanist.bots.tournament.run import Run

F = TypeVar("F", bound=Callable[..., object])

#: The option to play games with forfeits again.
replay_option: Callable[[F], F] = click.option(
    "--replay-forfeits",
    is_flag=True,
    help="With --resume: play the games again that somebody forfeited; of a format with rounds, those of the last one.",
)


def tell_replayed(number: int) -> None:
    """Say how many games are played again."""
    games = "1 game with forfeits is" if number == 1 else f"{number:,} games with forfeits are"
    click.echo(f"{games} played again", err=True)


def tell_changes(run: Run[Any], heard: Audition) -> None:
    """Print what programs say to their options, and name the bots that have changed since their last game."""
    for said in (*heard.said, *run.meet(heard.names)):
        click.echo(said, err=True)


def leave(ended: BaseException, run: Run[Any], hint: str = "") -> NoReturn:
    """End the program after a run that has ended early; the hint says how it goes on."""
    if isinstance(ended, KeyboardInterrupt):
        click.echo(f"interrupted after {len(run.games)} of {run.format.games()} games{hint}", err=True)
        raise click.exceptions.Exit(INTERRUPTED)
    raise click.ClickException(str(ended) + hint.replace("\n", "; "))
