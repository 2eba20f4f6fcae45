"""256 colours: what differs on a board differs there too."""

from io import StringIO
from itertools import product
from math import degrees, pi

import pytest
from rich.color import Color as Paint
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.color import Color

from urbanist.bots.table.akropolis.model.city import KIND_COLOUR as KIND
from urbanist.bots.table.akropolis.terminal.city_board import hex_ground
from urbanist.bots.table.application.full_screen import EightBit
from urbanist.bots.table.kit.colour import FRESH, Colour, blend, paler
from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.terminal.eight_bit import (
    COLOURLESS,
    NUMBER,
    eight_bit,
    lch,
)
from urbanist.bots.table.metropolys.model.colours import LAND
from urbanist.bots.table.session.screen import Screen
from urbanist.bots.table.warszawa.model import signs
from urbanist.bots.table.warszawa.terminal import board_map as warszawa
from urbanist.engine.akropolis.city_record import Hex

BLACK = Color(0, 0, 0)


def hue_between(one: Colour, other: Colour) -> float:
    """Return how far two hues are apart, in degrees."""
    return degrees(abs((lch(one)[2] - lch(other)[2] + pi) % (2 * pi) - pi))


def test_a_kind_has_one_hue_at_all_heights_and_shades_of_256_colours() -> None:
    shown: dict[str, set[Colour]] = {}
    for kind, plaza, height, column in product(KIND, (False, True), range(1, 7), range(3)):
        before = hex_ground(Hex(kind, plaza, height), (column, 0))
        after = eight_bit(before)
        shown.setdefault(kind, set()).add(after)
        if kind != "quarry":
            assert hue_between(before, after) < 15
            assert lch(after)[1] >= COLOURLESS
    assert sum(map(len, shown.values())) == len(set().union(*shown.values()))


@pytest.mark.parametrize(
    "colours",
    [
        [ground for ground, _ in LAND.values()],
        [warszawa.URBAN, warszawa.SUBURBAN, warszawa.RIVER, warszawa.RUBBLE],
        [colour for colour, _ in signs.TYPE.values()],
        list(COLOUR),
        # Behind a page.
        [blend(colour, (18, 18, 18), 0.5) for colour in COLOUR],
        [blend(colour, (224, 224, 224), 0.5) for colour in COLOUR],
    ],
    ids=["land", "map", "types", "seats", "seats behind a page", "seats behind a light page"],
)
def test_what_differs_on_a_board_differs_in_256_colours(colours: list[Colour]) -> None:
    assert len(set(map(eight_bit, colours))) == len(set(colours))


def test_each_of_256_colours_stays_itself() -> None:
    assert [eight_bit(colour) for colour in NUMBER] == [*NUMBER]


def test_a_line_is_sent_in_256_colours() -> None:
    line = [
        Segment("b2", Style(color=Paint.from_rgb(*KIND["houses"]), bgcolor=Paint.from_rgb(*FRESH))),
        Segment("x"),
    ]
    sent = EightBit().apply(line, BLACK)
    style = sent[0].style
    assert style is not None
    assert style.color == Paint.from_ansi(NUMBER[eight_bit(KIND["houses"])])
    assert style.bgcolor == Paint.from_ansi(NUMBER[eight_bit(FRESH)])
    assert sent[1] == line[1]


def test_a_drawing_in_lines_has_the_same_256_colours() -> None:
    console = Console(color_system="256", force_terminal=True, file=StringIO(), width=20)
    pale = paler(KIND["houses"], 0.5)
    Screen(console).show(Text("b2", Style(bgcolor=Paint.from_rgb(*pale))))
    assert console.file.getvalue() == f"\x1b[48;5;{NUMBER[eight_bit(pale)]}mb2\x1b[0m\n"  # type: ignore[attr-defined]
