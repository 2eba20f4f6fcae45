"""Cities as prisms, and what a picture of them shows."""

from math import isclose

import pytest

from tests.bots.table.drawing import NAMES, drawn, part, texts
from tests.bots.table.playing import city_game
from urbanist.bots.table import PlayerView
from urbanist.bots.table.akropolis.model.city import city_of, height, pieces_of, stones_of
from urbanist.bots.table.akropolis.picture.picture import LEVEL, SLANT, SYMBOLS, fitted, top_of
from urbanist.bots.table.kit.plane import HexPlan, sides
from urbanist.engine.akropolis.city_record import around
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.score_rows import district_rows


@pytest.mark.parametrize(
    ("seats", "seat", "size"), [(2, None, "160 90"), (4, None, "160 110"), (3, 2, "160 100")]
)
def test_the_sheet_has_room_for_the_cities(seats, seat, size):
    assert drawn(city_game(33, seats=seats), seat).attrib["viewBox"] == f"0 0 {size}"


def test_each_seats_picture_is_of_its_own_city():
    history = city_game(33, seats=3)
    for seat in (0, 1):
        cards = [
            one.get("id") for one in drawn(history, seat).iter() if one.get("id", "").startswith("card-")
        ]
        assert cards == [f"card-{seat}"]


@pytest.mark.parametrize("plies", [0, 5, 36, 10_000])
def test_every_hex_of_a_city_shows_its_kind_level_and_tile(plies):
    history = city_game(plies)
    drawing = drawn(history)
    for seat in range(2):
        city = city_of(history.state, seat)
        pieces = pieces_of(PlayerView.of(history, None, NAMES[:2]), seat)
        for (q, r), top in city.items():
            shown = part(drawing, f"seat{seat}q{q}r{r}")
            assert {"hex", top.kind, f"tile-{pieces[q, r]}"} == {*shown.get("class", "").split()}
            assert texts(drawing, shown) == [str(top.height)]
            title = shown.findtext("title") or ""
            assert f"on level {top.height} at {q},{r}" in title
            assert ("plaza" in title) == top.plaza
        assert len([one for one in drawing.iter() if one.get("id", "").startswith(f"seat{seat}q")]) == len(
            city
        )


def test_the_market_shows_each_tile_with_its_price():
    history = city_game(12)
    drawing = drawn(history)
    for price, tile in enumerate(market_of(history.state.array)):
        said = texts(drawing, part(drawing, f"tile-{tile}"))
        assert said == [str(tile), str(price) if price else "free"]


def test_a_card_counts_each_kind_and_the_stones():
    history = city_game(36)
    drawing = drawn(history)
    for seat in range(2):
        card = part(drawing, f"card-{seat}")
        for row in district_rows(history.state, seat):
            (number,) = (one for one in card.iter() if one.get("class") == f"count {row.kind}")
            assert texts(drawing, number) == [str(row.points), str(row.count), f"× {row.each}"]
        (stones,) = (one for one in card.iter() if one.get("class") == "stones")
        assert texts(drawing, stones) == [str(stones_of(history.state, seat))]


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


def test_a_plaza_may_have_more_stars_than_any_printed_one():
    (stars,) = SYMBOLS("stars-5")
    assert stars.attrib["d"].count("M") == 5


def test_an_empty_place_has_no_height():
    assert height(city_of(city_game(0).state, 0), (9, 9)) == 0
