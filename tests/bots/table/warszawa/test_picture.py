"""What a picture of Warszawa shows, and the map's geometry."""

from math import isclose

import pytest

from tests.bots.table.drawing import NAMES, drawn, part, texts, titled
from tests.bots.table.playing import rebuilt
from urbanist.bots.table import PlayerView
from urbanist.bots.table.kit.colour import SEAT_COLOUR, hexadecimal
from urbanist.bots.table.warszawa.model.city import (
    builders,
    delegates,
    fields,
    plots,
    supply_of,
)
from urbanist.bots.table.warszawa.picture.picture import BARE, corner_point, side_ends
from urbanist.bots.table.warszawa.text.phrases import ends, several, title_on_hex
from urbanist.engine.warszawa.geography import DIRECTIONS, HEXES, METRO_SIDES, RIVER_SIDES, side_text
from urbanist.engine.warszawa.map_record import bridges, segments, tunnel


@pytest.mark.parametrize(("seats", "plies"), [(3, 0), (4, 75), (5, 10_000)])
def test_the_map_shows_each_hex_and_what_stands_on_it(seats, plies):
    history = rebuilt(plies, seats=seats)
    drawing = drawn(history)
    for plot in plots(history.state):
        q, r = plot.hexagon
        ground = part(drawing, f"q{q}r{r}")
        assert (", rubble" in (ground.findtext("title") or "")) == plot.rubble
        if plot.card and plot.seat is not None:
            shown = part(drawing, f"{'building' if plot.built else 'foundation'}-q{q}r{r}")
            title = shown.findtext("title") or ""
            assert plot.card.name in title
            assert f"of seat {plot.seat}" in title
            assert plot.type in shown.get("class", "")
            said = texts(drawing, shown)
            assert str(plot.seat) in said
            assert any(text == title_on_hex(plot.card) for text in said)


def test_the_map_shows_metro_tunnel_and_bridges_with_their_builders():
    history = next(game for seed in range(9) if (game := rebuilt(10_000, seed)).state.array["tunnel"])
    drawing, record = drawn(history), history.state.array
    by = builders(pov(history))
    for kind, sides in (
        ("metro", segments(record)),
        ("bridge", bridges(record)),
        ("tunnel", [tunnel(record)]),
    ):
        for title, side in zip(titled(drawing, kind), filter(None, sides), strict=True):
            assert title.startswith(f"Between {ends(side)}: ")
            assert (f"of seat {by[side]}" if side in by else "the tunnel") in title


def test_a_seats_picture_shows_only_its_own_cards():
    history = rebuilt(40)
    for seat in range(4):
        drawing = drawn(history, seat)
        holds = [other for other in range(4) if titled(part(drawing, f"card-{other}"), "norm")]
        assert holds == [seat]
    assert all(titled(part(drawn(history), f"card-{seat}"), "norm") for seat in range(4))


def test_a_card_shows_the_things_of_its_seat():
    history = rebuilt(75)
    drawing = drawn(history)
    for seat in range(4):
        have = supply_of(history.state, seat)
        said = texts(drawing, part(drawing, f"card-{seat}"))
        counts = (*have.cubes, have.engineers, have.markers, have.held, have.segments, have.bridges)
        titles = [one.text for one in part(drawing, f"card-{seat}").iter("title")]
        assert several(have.engineers, "free engineer") in titles
        assert {str(count) for count in counts} <= {*said}


def test_fields_show_the_engineers_that_were_sent():
    history = next(rebuilt(plies) for plies in range(20, 60) if delegates(pov(rebuilt(plies))))
    drawing = drawn(history)
    for field in fields(history.state):
        sent = delegates(pov(history)).get(field.id, [])
        uses = part(drawing, f"field-{field.id}").iter("use")
        colours = [use.attrib["fill"] for use in uses if use.attrib["href"] == "#engineer"]
        assert sorted(colours) == sorted(hexadecimal(SEAT_COLOUR[one]) for one in sent)


def pov(history):
    return PlayerView.of(history, None, NAMES[: history.state.seats])


def test_every_side_lies_between_its_two_hexes_and_is_as_long_as_they_are_wide():
    for border in (*METRO_SIDES, *RIVER_SIDES):
        (ax, ay), (bx, by) = side_ends(side_text(border))
        assert isclose(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5, BARE.radius)
        x, y = (ax + bx) / 2, (ay + by) / 2
        first, second = (BARE.point(HEXES[cell]) for cell in border.cells)
        assert isclose(x, (first[0] + second[0]) / 2)
        assert isclose(y, (first[1] + second[1]) / 2)


def test_corners_of_sides_are_corners_of_the_outlines():
    for border in METRO_SIDES:
        for corner in border.corners:
            x, y = corner_point(corner)
            for cell in border.cells:
                assert any(isclose(x, a) and isclose(y, b) for a, b in BARE.ring(HEXES[cell]))


def test_neighbours_share_a_side():
    for direction, (dq, dr) in enumerate(DIRECTIONS):
        own, other = BARE.ring((0, 0)), BARE.ring((dq, dr))
        shared = [
            point for point in own if any(isclose(point[0], x) and isclose(point[1], y) for x, y in other)
        ]
        assert len(shared) == 2, direction


def test_the_river_runs_along_its_ten_sides_and_beyond_the_map_at_both_ends():
    (river,) = (one for one in drawn(rebuilt(0)).iter("g") if one.get("class") == "river")
    for stream in river.iter("path"):
        assert stream.attrib["d"].count("M") == len(RIVER_SIDES) + 2
