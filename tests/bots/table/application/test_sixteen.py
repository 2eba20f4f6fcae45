"""Sixteen colours: what differs on a board differs there too, and text can be read."""

from itertools import product

import pytest
from rich.color import Color as Paint
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from urbanist.bots.table.akropolis.model.colours import KIND
from urbanist.bots.table.application.sixteen import (
    BRIGHT,
    CONTRAST,
    DARK,
    GREYS,
    SixteenColours,
    contrast,
    legible,
    reduced,
)
from urbanist.bots.table.kit.colour import FRESH, GREY, ILLEGAL, LEGAL, WHITE, Colour, paler
from urbanist.bots.table.kit.seat import COLOUR
from urbanist.bots.table.metropolys.terminal import colours as metropolys
from urbanist.bots.table.warszawa.terminal import colours as warszawa

SIXTEEN = (*GREYS, *DARK, *BRIGHT)
BLACK = Color(0, 0, 0)


def test_the_terminal_gets_each_of_the_sixteen_as_itself() -> None:
    numbers = {Paint.from_rgb(*colour).downgrade(ColorSystem.STANDARD).number for colour in SIXTEEN}
    assert numbers == set(range(16))


@pytest.mark.parametrize("colour", list(product((0, 60, 128, 200, 255), repeat=3)), ids=str)
def test_a_colour_becomes_one_of_sixteen(colour: Colour) -> None:
    assert reduced(colour) in SIXTEEN


@pytest.mark.parametrize(
    "colours",
    [
        list(metropolys.LAND.values()),
        list(KIND.values()),
        [paler(colour, 0.5) for kind, colour in KIND.items() if kind not in ("quarry", "market")],
        [warszawa.URBAN, warszawa.SUBURBAN, warszawa.RIVER],
        [LEGAL, ILLEGAL],
        list(COLOUR),
    ],
    ids=["land", "plazas", "districts", "map", "choice", "seats"],
)
def test_what_differs_on_a_board_still_differs(colours: list[Colour]) -> None:
    assert len(set(map(reduced, colours))) == len(colours)


@pytest.mark.parametrize("grey", [GREY, WHITE, metropolys.PAPER, warszawa.URBAN], ids=str)
def test_greys_and_paper_are_without_hue(grey: Colour) -> None:
    assert reduced(grey) in GREYS


@pytest.mark.parametrize(("ink", "ground"), list(product(SIXTEEN, repeat=2)), ids=str)
def test_text_stands_out_from_its_ground(ink: Colour, ground: Colour) -> None:
    # On two middle grounds neither black nor white has more.
    assert contrast(legible(ink, ground), ground) >= min(CONTRAST, 4.5)


def test_half_cells_keep_their_colour_and_text_does_not() -> None:
    pale = Style(color=Paint.from_rgb(*FRESH), bgcolor=Paint.from_rgb(255, 255, 255))
    found = SixteenColours().apply([Segment("▀", pale), Segment("N3", pale), Segment("x")], BLACK)
    inks = [each.style and each.style.color and each.style.color.get_truecolor() for each in found]
    assert inks == [reduced(FRESH), (0, 0, 0), None]
