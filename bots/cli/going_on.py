"""How a run of games ends early, how it goes on where it was broken off, and what is said then."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from urbanist.bots.cli.interrupt import INTERRUPTED
from urbanist.bots.match.workers import RunEnded

if TYPE_CHECKING:
    from urbanist.bots.protocol.command import Audition
    from urbanist.bots.tournament.run import Run

F = TypeVar("F", bound=Callable[..., object])

#: The option to play games with forfeits again.
replay_option: Callable[[F], F] = click.option(
    "--replay-forfeits",
    is_flag=True,
    help="With --resume: play the games again that somebody forfeited; of a format with rounds, those of the last one.",
)


@dataclass(slots=True)
class Ending:
    """What has ended a run of games early; None if nothing has."""

    early: BaseException | None = None

    def leave(self, said: str, hint: str = "") -> None:
        """End the program if the run has ended early: `said` is said after Ctrl-C, the hint after any other reason."""
        if isinstance(self.early, KeyboardInterrupt):
            click.echo(said, err=True)
            raise click.exceptions.Exit(INTERRUPTED)
        if self.early is not None:
            raise click.ClickException(f"{self.early}{hint}")


@contextmanager
def ending() -> Iterator[Ending]:
    """Let a block of games end early, by Ctrl-C or because they cannot go on; give what tells of it."""
    found = Ending()
    try:
        yield found
    except (KeyboardInterrupt, RunEnded) as early:
        found.early = early


def leave(ended: Ending, run: "Run[Any]", hint: str) -> None:
    """End the program if a run has ended early; the hint says how it goes on."""
    said = f"interrupted after {len(run.games)} of {run.format.games()} games{hint}"
    ended.leave(said, hint.replace("\n", "; "))


def replay(run: "Run[Any]") -> None:
    """Let the games with forfeits be played again, and say how many they are."""
    number = run.replay_forfeits()
    games = "1 game with forfeits is" if number == 1 else f"{number:,} games with forfeits are"
    click.echo(f"{games} played again", err=True)


def tell_changes(run: "Run[Any]", heard: "Audition") -> None:
    """Print what programs say to their options, and name the bots that have changed since their last game."""
    for said in (*heard.said, *run.meet(heard.names)):
        click.echo(said, err=True)
