"""Seats in a terminal."""

from rich.text import Text

from urbanist.bots.table.kit.colour import WHITE
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.player import player_name
from urbanist.bots.table.kit.seat import COLOUR, MARK
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.canvas import style
from urbanist.bots.table.kit.wording import cut


def mark(seat: int) -> Text:
    """Return a seat's sign and number in its colour."""
    return Text(f"{MARK[seat]}{seat}", style(WHITE, COLOUR[seat], True))


def name(sight: Sight, seat: int, width: int) -> Text:
    """Return a seat's mark and player, cut to a width; a sign stands before the seat to move."""
    called = tr("you") if sight.is_person(seat) else player_name(sight.players[seat]) or tr("seat")
    turn = "▸" if sight.is_moving(seat) else " "
    return Text.assemble((turn, "bold"), mark(seat), " ", (cut(called, width), "bold"))
