"""How a run of games is interrupted and resumed, and what is said then."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import click

from urbanist.bots.cli.interrupt import INTERRUPTED
from urbanist.bots.match.workers import MAX_WORKERS, RunEnded
from urbanist.bots.table.kit.language import reason_of

if TYPE_CHECKING:
    from urbanist.bots.contest.run import Run

F = TypeVar("F", bound=Callable[..., object])


def workers_option(said: str = "Number of processes.", usual: int | None = 1) -> Callable[[F], F]:
    """Return a decorator that adds `--workers`."""
    return click.option(
        "--workers", type=click.IntRange(1, MAX_WORKERS), default=usual, metavar="K", help=said
    )


#: The option to play games with forfeits again.
replay_option: Callable[[F], F] = click.option(
    "--replay-forfeits",
    is_flag=True,
    help="With --resume: play the games again that somebody forfeited; of a format with rounds, those of the last one.",
)


@dataclass(slots=True)
class EarlyEnd:
    """Why a run of games has ended early; None if it has not."""

    early: BaseException | None = None

    def leave(self, said: str, hint: str = "") -> None:
        """End the program if the run has ended early: `said` is said after Ctrl-C, the hint after any other reason."""
        if isinstance(self.early, KeyboardInterrupt):
            click.echo(said, err=True)
            raise click.exceptions.Exit(INTERRUPTED)
        if isinstance(self.early, OSError):
            # Such as a full disk.
            raise click.ClickException(f"{reason_of(self.early)}; what was saved before is kept{hint}")
        if self.early is not None:
            raise click.ClickException(f"{self.early}{hint}")


@contextmanager
def early_end() -> Iterator[EarlyEnd]:
    """Let a block of games end early, by Ctrl-C or because they cannot go on; give what tells of it."""
    end = EarlyEnd()
    try:
        yield end
    except BrokenPipeError:
        raise
    except (KeyboardInterrupt, RunEnded, OSError) as early:
        end.early = early


def leave(ended: EarlyEnd, run: "Run", hint: str) -> None:
    """End the program if a run has ended early; the hint says how it goes on."""
    said = f"interrupted after {len(run.games)} of {run.format.games()} games{hint}"
    ended.leave(said, hint.replace("\n", "; "))


def replay(run: "Run") -> None:
    """Let the games with forfeits be played again, and say how many they are."""
    number = run.replay_forfeits()
    games = "1 game with forfeits is" if number == 1 else f"{number:,} games with forfeits are"
    click.echo(f"{games} played again", err=True)
