"""Print the legal moves of a position.

They stand one per line, sorted as text. Nothing is printed if a chance event is due or the game is over. Hidden parts
of the deal may be `?`.
"""

import click

from urbanist.bots.cli.shared_options import position, position_options, read_with


@click.command(help=__doc__)
@position_options(required=True)
@read_with
def legal(deal: str, events: str | None) -> None:
    """Print the moves."""
    for move in position(deal, events).state.legal():
        click.echo(move)
