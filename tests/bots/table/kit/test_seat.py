"""Seats look alike in all games and media: a number from 0 on, a shape and a colour."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.color import Color
from rich.style import Style

from tests.bots.table.playing import lines_of, somewhat_greedy
from urbanist.bots.table import Sight, table_of, write_picture
from urbanist.bots.table.kit.seat import COLOUR, MARK, SHAPE
from urbanist.bots.table.kit.terminal.seat_mark import mark
from urbanist.engine import GAMES

SVG = "{http://www.w3.org/2000/svg}"
#: The commands of an SVG path for each shape of a terminal.
PATHS = {"●": "MCCCCCCCCz", "■": "MLLLz", "▲": "MLLz", "◆": "MLLLz", "▼": "MLLz"}
PLAYERS = ("Ann", "Bob", "Cy", "Dee", "Eve")

Box = tuple[float, float, float, float]


def sight_of(game: str) -> Sight:
    """Return the first position of a game with the most players."""
    seats = max(GAMES[game].notation.seat_counts)
    return Sight.of(somewhat_greedy(game, 0, 1, seats, (), 0.0), None, PLAYERS[:seats])


def shapes(root: ElementTree.Element, colour: str) -> list[tuple[str, Box]]:
    """Return the paths of a picture that are filled with a colour: their commands, and the boxes around them."""
    found = []
    for path in root.iter(f"{SVG}path"):
        if f"fill: {colour}" in path.get("style", ""):
            numbers = list(map(float, re.findall(r"-?[0-9.]+", path.attrib["d"])))
            box = (min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2]))
            found.append((re.sub(r"[^A-Za-z]", "", path.attrib["d"]), box))
    return found


def texts(svg: str) -> list[tuple[str, float, float]]:
    """Return the texts of a picture, and where each begins."""
    found = re.findall(r'<!-- (.*?) -->\s*<g[^>]*transform="translate\((\S+) (\S+)\)', svg)
    return [(text, float(x), float(y)) for text, x, y in found]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_seats_card_shows_its_number_on_its_shape_in_its_colour(game, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    sight = sight_of(game)
    write_picture(sight, tmp_path / "a.svg")
    svg = (tmp_path / "a.svg").read_text()
    root = ElementTree.fromstring(svg)
    for seat in range(sight.state.seats):
        colour = "#{:02x}{:02x}{:02x}".format(*COLOUR[seat])
        boxes = [box for commands, box in shapes(root, colour) if commands == PATHS[MARK[seat]]]
        inside = [
            text
            for text, x, y in texts(svg)
            for left, top, right, bottom in boxes
            if left < x < right and top < y < bottom
        ]
        assert str(seat) in inside, (seat, inside)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_terminal_shows_each_seats_number_beside_its_shape(game) -> None:
    sight = sight_of(game)
    shown = "\n".join(lines_of(table_of(game).draw(sight, 160, 50), 160))
    assert all(f"{MARK[seat]}{seat}" in shown for seat in range(sight.state.seats))


@pytest.mark.parametrize("seat", range(len(MARK)))
def test_a_mark_in_a_terminal_has_the_seats_colour(seat) -> None:
    style = mark(seat).style
    assert isinstance(style, Style)
    assert style.bgcolor == Color.from_rgb(*COLOUR[seat])
    assert mark(seat).plain == f"{MARK[seat]}{seat}"
    assert {"●": 0, "■": 4, "▲": 3, "◆": 4, "▼": 3}[MARK[seat]] == SHAPE[seat].corners
