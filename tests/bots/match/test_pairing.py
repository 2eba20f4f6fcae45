"""Pairings: their seats and seeds."""

from itertools import permutations

import pytest

from urbanist.bots.match.pairing import derived, rotations, seatings


def test_seeds_depend_on_every_part() -> None:
    parts = [(seed, what, number) for seed in range(3) for what in ("deal", "seat") for number in range(50)]
    assert len({derived(*part) for part in parts}) == len(parts)
    assert all(0 <= derived(*part) < 2**63 for part in parts)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_bot_has_each_seat_once_on_a_deal(seats: int) -> None:
    for deal in range(30):
        by_seat = zip(*seatings(seats, deal), strict=True)
        assert all(sorted(entrants) == list(range(seats)) for entrants in by_seat)


@pytest.mark.parametrize(("seats", "orders"), [(2, 1), (3, 2), (4, 6), (5, 24)])
def test_deals_use_all_orders_around_a_table(seats: int, orders: int) -> None:
    tables = {frozenset(seatings(seats, deal)) for deal in range(orders)}
    assert len(tables) == orders
    assert tables == {frozenset(rotations(order)) for order in permutations(range(seats))}


def test_all_orders_of_seats_can_be_asked_for() -> None:
    assert seatings(4, 7, every=True) == list(permutations(range(4)))
