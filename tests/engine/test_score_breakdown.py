"""What counts in each row of a score: it adds up to the points of the row, in every game and at every ply."""

from collections.abc import Iterator

import pytest

from tests.engine.tables import TABLES, Table, by_day
from urbanist.engine import State
from urbanist.engine.akropolis.city_record import hexes
from urbanist.engine.akropolis.editions import EDITIONS
from urbanist.engine.metropolys.notation import MetropolysNotation
from urbanist.engine.score_row import Counted

SEEDS = range(1, 4)
NOTATION = MetropolysNotation()


def positions(table: Table) -> Iterator[State]:
    """Yield every fifth position of greedy games, and the last one."""
    for seed in SEEDS:
        state = table.deal(seed)
        while not state.over:
            if state.due:
                state = state.play(state.chance() or "")
                continue
            moves = state.moves()
            state = state.play(int(moves[state.priors().argmax() if state.ply % 3 else len(moves) // 2]))
            if state.ply % 5 == 0 or state.over:
                yield state


def together(parts: tuple[Counted, ...]) -> int:
    """Return the points that parts bring together."""
    worth = sum(part.worth for part in parts if not part.factor)
    factors = [part.worth for part in parts if part.factor]
    return worth * sum(factors) if factors else worth


@pytest.mark.parametrize("table", by_day(TABLES))
def test_what_counts_adds_up_to_the_points_of_its_row(table: Table) -> None:
    met = set()
    for state in positions(table):
        for seat in range(state.seats):
            breakdown = state.game.notation.score_breakdown(state, seat)
            rows = {row.kind: row for row in state.score_rows(seat)}
            assert {*breakdown} <= {*rows}
            for what, parts in breakdown.items():
                multiplied = table.game.name == "akropolis" and not any(part.factor for part in parts)
                assert rows[what].points in (
                    0 if multiplied else together(parts),
                    -3 if not parts else together(parts),
                )
                if parts:
                    met.add(what)
    assert met or table.game.name not in ("metropolys", "akropolis", "warszawa")


@pytest.mark.parametrize("table", [table for table in TABLES if table.game.name == "metropolys"], ids=str)
def test_groups_of_a_card_never_share_a_building(table: Table) -> None:
    for state in positions(table):
        for seat in range(state.seats):
            for parts in state.game.notation.score_breakdown(state, seat).values():
                places = [place for part in parts for place in part.places]
                assert len(places) == len(set(places))


@pytest.mark.parametrize("table", [table for table in TABLES if table.game.name == "akropolis"], ids=str)
def test_districts_are_worth_their_height_or_twice_as_much_and_plazas_their_stars(table: Table) -> None:
    for state in positions(table):
        for seat in range(state.seats):
            city = {f"{q},{r}": top for (q, r), top in hexes(state.array["city"][seat]).items()}
            for kind, parts in state.game.notation.score_breakdown(state, seat).items():
                for part in parts:
                    top = city[part.places[0]]
                    assert (top.kind, top.plaza) == (kind, part.factor)
                    values = (
                        (getattr(EDITIONS.at(0).stars, kind),)
                        if part.factor
                        else (top.height, 2 * top.height)
                    )
                    assert part.worth in values


@pytest.mark.parametrize("table", [table for table in TABLES if table.game.name == "metropolys"], ids=str)
def test_only_the_buildings_of_the_seat_count(table: Table) -> None:
    for state in positions(table):
        for seat in range(state.seats):
            own = {place for _, place in NOTATION.buildings(state.array, seat)}
            for parts in state.game.notation.score_breakdown(state, seat).values():
                assert {place for part in parts for place in part.places} <= own
