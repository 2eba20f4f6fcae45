"""Show the rules of a game on one page.

The page has the goal, a turn, the scoring, the words and an example.
"""

import click

from urbanist.bots.cli.language_option import speaks
from urbanist.bots.cli.shared_options import GameName
from urbanist.bots.cli.terminal import page_through, screen
from urbanist.bots.table import rules_of
from urbanist.bots.table.session import manual
from urbanist.engine.game import Game


@click.command(help=__doc__)
@click.argument("game", type=GameName())
@speaks
def rules(game: Game) -> None:
    """Print the page: through the user's pager on a terminal, else as plain lines."""
    shown, text = screen(), rules_of(game.name)
    if shown.plots:
        page_through(shown, [manual.drawn_rules(text)])
    else:
        shown.say(manual.plain_rules(text))
