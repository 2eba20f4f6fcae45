"""The players below the map: buildings left, tokens taken, buildings built, and the points so far."""

from rich.text import Text

from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import name
from urbanist.bots.table.kit.terminal.canvas import style
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.terminal import colours
from urbanist.bots.table.metropolys.text.names import KINDS, token_sign
from urbanist.engine.metropolys.notation import MetropolysNotation, lane_values
from urbanist.engine.metropolys.pieces import TOKEN_KINDS, VALUES

NOTATION = MetropolysNotation()
NAME_WIDTH = 20


def seats(pov: PlayerView) -> list[Text]:
    """Return a line of headings and a line for each seat."""
    head = Text(
        " " * 3 + tr("player").ljust(NAME_WIDTH + 3) + tr("buildings left  (° bid)").ljust(32), "bold"
    )
    for kind in TOKEN_KINDS:
        sign, (ground, ink) = token_sign(kind), colours.TOKEN[kind]
        head.append(f" {sign} ", style(ink, ground, True)).append(" ")
    head.append(tr("cards").ljust(14) + tr("built").rjust(6) + tr("points").rjust(8), "bold")
    return [head, *(_seat(pov, seat) for seat in range(pov.state.seats))]


def _seat(pov: PlayerView, seat: int) -> Text:
    record = pov.state.array
    line = name(pov, seat, NAME_WIDTH)
    line.pad_right(NAME_WIDTH + 6 - line.cell_len)
    line.append_text(_left(record["hands"][seat], record["bids"][seat])).append("  ")
    for number in record["taken"][seat]:
        line.append(f"{int(number):^4}")
    held = " ".join(tr(KINDS[card]) for card in ("metro", "ruins") if int(record[f"{card}_card"]) == seat)
    line.append(f"{held}{len(NOTATION.buildings(record, seat)):>{20 - len(held)}}")
    known = NOTATION.card(record, seat) != "?"
    line.append(f"{pov.state.scores()[seat]:>6}{'' if known else ' +?'}", "bold")
    return line


def _left(hand: int, bid: int) -> Text:
    """Return the values in hand, each in its place; a ring marks a bid, a dot a building on the board."""
    line = Text()
    own, offered = lane_values(hand), lane_values(bid)
    for value in VALUES:
        width = len(str(value))
        if value in own:
            line.append(f"{value} ")
        elif value in offered:
            line.append("°".rjust(width) + " ", "bold")
        else:
            line.append("·".rjust(width) + " ", "dim")
    return line
