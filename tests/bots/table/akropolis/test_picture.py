"""Cities as prisms, and pictures of them as files."""

from math import isclose
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.bots.table.playing import city_game
from urbanist.bots.table import Sight, write_picture
from urbanist.bots.table.akropolis.model.city import city_of, height
from urbanist.bots.table.kit.hexagon import HexPlan, sides
from urbanist.engine.akropolis.city_record import around
from urbanist.engine.history import History

pytest.importorskip("matplotlib")

from urbanist.bots.table.akropolis.picture.glyph import SIGNS
from urbanist.bots.table.akropolis.picture.prism import LEVEL, SLANT, fitted, top_of

NAMES = (
    "Ann",
    "$Bob_",
    "A name that is much longer than its card has room for, by far and by any measure",
    "Dee",
)
SIZES = {1: (1600, 1000), 2: (1600, 900), 3: (1600, 1100), 4: (1600, 1100)}


def drawn(history: History, path: Path, seat: int | None = None) -> bytes:
    """Return the bytes of a picture."""
    write_picture(Sight.of(history, seat, NAMES[: history.state.seats]), path)
    return path.read_bytes()


@pytest.mark.parametrize(("seats", "plies"), [(2, 10_000), (3, 0), (4, 10_000)])
def test_a_picture_of_all_cities_is_a_png_of_the_sheet(seats, plies, tmp_path):
    data = drawn(city_game(plies, seats=seats, options=("temples",)), tmp_path / "cities.PNG")
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == SIZES[seats]


def test_a_picture_of_one_city_is_an_svg_of_the_sheet(tmp_path):
    root = ElementTree.fromstring(drawn(city_game(33, seats=3), tmp_path / "city.svg", seat=2))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.attrib["viewBox"] == "0 0 1152 720"


def test_each_seats_picture_is_its_own(tmp_path):
    history = city_game(33, seats=3)
    pictures = {drawn(history, tmp_path / f"{seat}.png", seat) for seat in (None, 0, 1)}
    assert len(pictures) == 3


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_the_same_position_gives_the_same_bytes(suffix, tmp_path):
    first, second = (drawn(city_game(20), tmp_path / f"{name}.{suffix}") for name in "ab")
    assert first == second


def test_other_formats_are_refused_by_name(tmp_path):
    with pytest.raises(ValueError, match=r"\.svg or \.png file, not 'city\.gif'"):
        drawn(city_game(0), tmp_path / "city.gif")


@pytest.mark.parametrize("plies", [0, 5, 36, 10_000])
def test_a_city_fits_its_box_and_touches_two_sides_unless_it_is_small(plies):
    own = city_of(city_game(plies).state, 0)
    plan = fitted(own, (10.0, 20.0), (60.0, 30.0), 5.0)
    points = [
        point
        for space, top in own.items()
        for level in (0, top.height)
        for point in top_of(plan, space, level)
    ]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    assert left > 10 - 1e-9
    assert right < 70 + 1e-9
    assert top > 20 - 1e-9
    assert bottom < 50 + 1e-9
    assert plan.radius == 5.0 or isclose(right - left, 60) or isclose(bottom - top, 30)


def test_neighbours_share_the_side_that_faces_them():
    plan = HexPlan((3.0, 4.0), 2.0, SLANT)
    for direction, near in enumerate(around((1, -2))):
        own, other = top_of(plan, (1, -2), 1), top_of(plan, near, 1)
        for corner in sides(own)[direction]:
            assert any(isclose(corner[0], x) and isclose(corner[1], y) for x, y in other)


def test_no_hex_hides_the_middle_of_one_as_high_or_one_lower():
    plan = HexPlan((0.0, 0.0), 1.0, SLANT)
    for lower in (0, 1):
        _, middle = plan.point((0, 0), down=-LEVEL * (1 - lower))
        for space in around((0, 0))[1:3]:
            assert max(y for _, y in top_of(plan, (0, 0), 1)) > middle
            assert min(y for _, y in top_of(plan, space, 1)) > middle


def test_signs_stay_within_their_hex():
    for kind, rings in SIGNS.items():
        assert all(abs(x) <= 0.56 and abs(y) <= 0.56 for ring in rings for x, y in ring), kind


def test_an_empty_place_has_no_height():
    assert height(city_of(city_game(0).state, 0), (9, 9)) == 0
