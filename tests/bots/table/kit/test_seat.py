"""Seats look alike in all games and media: a number from 0 on, a shape and a colour."""

import re
from xml.etree.ElementTree import tostring

import pytest
from rich.color import Color
from rich.style import Style

from tests.bots.table.drawing import part, symbol, texts
from tests.bots.table.playing import lines_of, somewhat_greedy
from urbanist.bots.table import PlayerView, draw_board, draw_picture
from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.colour import SEAT_MARK as MARK
from urbanist.bots.table.kit.colour import SEAT_SHAPE as SHAPE
from urbanist.bots.table.kit.colour import hexadecimal
from urbanist.bots.table.kit.terminal.block import mark
from urbanist.engine import GAMES

#: The element of SVG and its corners for each shape of a terminal.
CORNERS = {"●": 0, "■": 4, "▲": 3, "◆": 4, "▼": 3}
PLAYERS = ("Ann", "Bob", "Cy", "Dee", "Eve")


def pov_of(game: str) -> PlayerView:
    """Return the first position of a game with the most players."""
    seats = max(GAMES[game].notation.seat_counts)
    return PlayerView.of(somewhat_greedy(game, 0, 1, seats, (), 0.0), None, PLAYERS[:seats])


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_seats_card_shows_its_number_on_its_shape_in_its_colour(game) -> None:
    pov = pov_of(game)
    drawing = draw_picture(pov)
    for seat in range(pov.state.seats):
        uses = list(part(drawing, f"card-{seat}").iter("use"))
        badge = symbol(drawing, next(use for use in uses if use.attrib["href"] == f"#seat-{seat}"))
        assert texts(drawing, badge) == [str(seat)]
        (shape,) = (one for one in badge if one.tag in ("path", "circle"))
        assert shape.attrib["fill"] == hexadecimal(COLOUR[seat])
        corners = CORNERS[MARK[seat]]
        assert shape.tag == ("path" if corners else "circle")
        assert len(re.findall(r"-?[\d.]+", shape.get("d", ""))) >= 2 * corners


@pytest.mark.parametrize("game", sorted(GAMES))
def test_badges_are_the_same_in_every_game(game) -> None:
    drawing, first = draw_picture(pov_of(game)), draw_picture(pov_of(min(GAMES)))
    for seat in range(2):
        own, other = (part(one, f"seat-{seat}") for one in (drawing, first))
        assert tostring(own) == tostring(other)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_terminal_shows_each_seats_number_beside_its_shape(game) -> None:
    pov = pov_of(game)
    shown = "\n".join(lines_of(draw_board(pov, 160, 50), 160))
    assert all(f"{MARK[seat]}{seat}" in shown for seat in range(pov.state.seats))


@pytest.mark.parametrize("seat", range(len(MARK)))
def test_a_mark_in_a_terminal_has_the_seats_colour(seat) -> None:
    style = mark(seat).style
    assert isinstance(style, Style)
    assert style.bgcolor == Color.from_rgb(*COLOUR[seat])
    assert mark(seat).plain == f"{MARK[seat]}{seat}"
    assert CORNERS[MARK[seat]] == SHAPE[seat].corners
