"""Pictures of Warszawa as files, and the map's geometry."""

from itertools import pairwise
from math import isclose
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.bots.table.playing import rebuilt
from urbanist.bots.table import Sight, write_picture
from urbanist.engine.history import History
from urbanist.engine.warszawa.geography import DIRECTIONS, HEXES, METRO_SIDES, RIVER_SIDES, side_text

pytest.importorskip("matplotlib")

from urbanist.bots.table.warszawa.picture.glyph import SIGNS
from urbanist.bots.table.warszawa.picture.ground import Chart, river_course

NAMES = (
    "Ann",
    "$Bob_",
    "A name that is much longer than its card has room for, by far and by any measure",
    "Dee",
    "",
)
CHART = Chart((30.0, 20.0), 4.0)


def drawn(history: History, path: Path, seat: int | None = None) -> bytes:
    """Return the bytes of a picture."""
    write_picture(Sight.of(history, seat, NAMES[: history.state.seats], revealed=seat is None), path)
    return path.read_bytes()


@pytest.mark.parametrize(("seats", "plies"), [(3, 0), (4, 75), (5, 10_000)])
def test_a_picture_is_a_png_of_the_sheet(seats, plies, tmp_path):
    data = drawn(rebuilt(plies, seats=seats), tmp_path / "city.PNG")
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (1600, 1100)


def test_a_picture_may_be_an_svg_and_the_same_position_gives_the_same_bytes(tmp_path):
    history = next(game for seed in range(9) if (game := rebuilt(10_000, seed)).state.array["tunnel"])
    first, second = (drawn(history, tmp_path / f"{name}.svg") for name in "ab")
    assert first == second
    root = ElementTree.fromstring(first)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.attrib["viewBox"] == "0 0 1152 792"


def test_a_seats_picture_shows_only_its_own_cards(tmp_path):
    history = rebuilt(40)
    pictures = {drawn(history, tmp_path / f"{seat}.png", seat) for seat in (None, 0, 1)}
    assert len(pictures) == 3


def test_other_formats_are_refused_by_name(tmp_path):
    with pytest.raises(ValueError, match=r"\.svg or \.png file, not 'city\.gif'"):
        drawn(rebuilt(0), tmp_path / "city.gif")


def test_every_side_lies_between_its_two_hexes_and_is_as_long_as_they_are_wide():
    for border in (*METRO_SIDES, *RIVER_SIDES):
        (ax, ay), (bx, by) = CHART.side(side_text(border))
        assert isclose(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5, CHART.radius)
        x, y = CHART.halfway(side_text(border))
        first, second = (CHART.point(HEXES[cell]) for cell in border.cells)
        assert isclose(x, (first[0] + second[0]) / 2)
        assert isclose(y, (first[1] + second[1]) / 2)


def test_corners_of_sides_are_corners_of_the_outlines():
    for border in METRO_SIDES:
        for corner in border.corners:
            x, y = CHART.corner(corner)
            for cell in border.cells:
                assert any(isclose(x, a) and isclose(y, b) for a, b in CHART.ring(HEXES[cell]))


def test_neighbours_share_a_side():
    for direction, (dq, dr) in enumerate(DIRECTIONS):
        own, other = CHART.ring((0, 0)), CHART.ring((dq, dr))
        shared = [
            point for point in own if any(isclose(point[0], x) and isclose(point[1], y) for x, y in other)
        ]
        assert len(shared) == 2, direction


def test_the_river_runs_along_its_ten_sides_from_end_to_end():
    course = river_course()
    assert len(course) == len(set(course)) == 11
    steps = {frozenset(pair) for pair in pairwise(course)}
    assert steps == {frozenset(border.corners) for border in RIVER_SIDES}


def test_signs_stay_within_their_frame():
    for kind, shapes in SIGNS.items():
        assert all(
            abs(x) <= 0.56 and abs(y) <= 0.56 for shape in shapes for ring in shape for x, y in ring
        ), kind
