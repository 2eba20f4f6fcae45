"""What a picture of Metropolys shows."""

import re

import pytest

from tests.bots.table.drawing import NAMES, drawn, part, texts, titled
from tests.bots.table.playing import played
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.metropolys.model.maps import load_map
from urbanist.engine.metropolys.notation import (
    MetropolysNotation,
    district_letters,
    lane_values,
    mask_names,
)
from urbanist.engine.metropolys.pieces import TOKEN_KINDS

NOTATION = MetropolysNotation()
#: The first move, a running auction and the end, for a bystander and for a seat.
SIGHTS = {
    "first move": (0, 4, None),
    "auction": (30, 3, 1),
    "end": (10_000, 2, 0),
}


@pytest.mark.parametrize(("plies", "seats", "looker"), SIGHTS.values(), ids=SIGHTS)
def test_a_picture_shows_every_neighbourhood_building_bid_and_token(plies, seats, looker) -> None:
    history = played(plies, seats=seats)
    drawing, record = drawn(history, looker), history.state.array
    letters = district_letters(record["districts"])
    said = texts(drawing)
    for name, space in load_map().neighbourhoods.items():
        title = part(drawing, name).findtext("title") or ""
        assert title.startswith(f"{name}: a place of type {space.type} in ")
        assert ("not in play" in title) == (name[0] not in letters)
        assert name in said
    ids = {
        (one.get("id"), title, *texts(drawing, one))
        for one in drawing.iter("g")
        if re.match(r"(?:building|bid)-", one.get("id", ""))
        for title in re.findall(r"\. ([^.]+ (?:has built|bids) \d+ here)", one.findtext("title") or "")
    }
    standing = {
        (f"building-{name}", f"{upper(who(seat))} has built {value} here", str(value))
        for seat in range(seats)
        for value, name in NOTATION.buildings(record, seat)
    }
    bids = {
        (f"bid-{name}", f"{upper(who(seat))} bids {value} here", str(value))
        for seat, value, name in NOTATION.bids(record)
    }
    assert ids == standing | bids
    tokens = zip(TOKEN_KINDS, record["tokens"], strict=True)
    titles = {title.partition(":")[0]: title for title in titled(drawing, "token")}
    kinds = {name: kind for kind, mask in tokens for name in mask_names(mask)}
    assert titles.keys() == kinds.keys()
    assert all(f"takes the {kind} token" in titles[name] for name, kind in kinds.items())


def test_a_card_counts_what_is_left_bid_and_built() -> None:
    history = played(30, seats=3)
    drawing, record = drawn(history), history.state.array
    for seat in range(3):
        card = part(drawing, f"card-{seat}")
        left, bid = lane_values(record["hands"][seat]), lane_values(record["bids"][seat])
        rest = [value for value in range(1, 14) if value not in (*left, *bid)]
        for kind, values in (("left", left), ("bid", bid), ("spent", rest)):
            shown = [text for one in card.iter() if one.get("class") == kind for text in texts(drawing, one)]
            assert shown == [str(value) for value in values]
        assert f"{len(NOTATION.buildings(record, seat))} built" in texts(drawing, card)


def test_the_auction_is_listed_in_its_order() -> None:
    history = played(30, seats=3)
    drawing = drawn(history)
    rows = [
        one
        for one in drawing.iter()
        if one.get("class") == "bid" and one.findtext("title", "").startswith("seat")
    ]
    assert [texts(drawing, row)[:2] for row in rows] == [
        [str(value), name] for _, value, name in NOTATION.bids(history.state.array)
    ]


def test_a_name_of_twelve_letters_fits_on_the_card_of_the_seat_to_move() -> None:
    names = ("Konstantynow", "Wladyslawowo", "Moszczenica1", "Zimnowodnica")
    for plies in range(4):
        drawing = drawn(played(plies), names=names)
        said = texts(drawing)
        assert "to move" in said
        assert {*names} <= {*said}
        assert not [text for text in said if text.endswith("…")]


def who(seat: int) -> str:
    return f"seat {seat} ({NAMES[seat]})" if NAMES[seat] else f"seat {seat}"
