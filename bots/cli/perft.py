"""Count the sequences of N moves from a position (perft).

The counts check a move generator. A sequence that reaches the end of the game earlier is not counted. A sequence that
reaches a chance event earlier ends there and counts once.
"""

import click

from urbanist.bots.cli.shared_options import position, position_options, read_with
from urbanist.engine.perft import divide
from urbanist.engine.perft import perft as count

#: More moves than any game has.
DEEPEST = 1000


@click.command(help=__doc__)
@position_options(required=True)
@read_with
@click.option(
    "--depth", type=click.IntRange(0, DEEPEST), required=True, help="Length of the sequences in moves."
)
@click.option("--divide", "by_move", is_flag=True, help="Also print a line for each first move.")
def perft(deal: str, events: str | None, depth: int, by_move: bool) -> None:
    """Print the total, after the counts of the first moves if they are asked for."""
    state = position(deal, events).state
    if not by_move or depth == 0:
        click.echo(f"total {count(state, depth)}")
        return
    counts = divide(state, depth)
    for move, number in counts.items():
        click.echo(f"{move} {number}")
    click.echo(f"total {sum(counts.values())}")
