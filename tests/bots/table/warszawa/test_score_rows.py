"""The score rows and things of a seat in Warszawa, compared with the engine."""

import pytest

from tests.bots.table.playing import rebuilt
from urbanist.bots.table import PlayerView
from urbanist.bots.table.kit.score import score_changes
from urbanist.bots.table.warszawa.model.city import (
    builders,
    cell_of,
    delegates,
    fields,
    free_for,
    plots,
    supply_of,
    tunnel_builder,
)
from urbanist.bots.table.warszawa.text.phrases import functions, title_on_hex
from urbanist.engine import GAMES
from urbanist.engine.history import History
from urbanist.engine.warszawa.geography import hex_text
from urbanist.engine.warszawa.map_record import bridges, segments, tunnel
from urbanist.engine.warszawa.score_rows import if_built, norm_objects, norm_row, objects_built

PLAYERS = ("human", "drawn", "drawn", "drawn", "drawn")
TABLES = [(3, 1), (3, 2), (4, 3), (4, 4), (5, 5), (5, 6)]


def pov(history: History, seat: int | None = None) -> PlayerView:
    return PlayerView.of(history, seat, PLAYERS[: history.state.seats], revealed=seat is None)


def test_a_norm_that_is_hidden_or_not_chosen_has_no_row():
    history = rebuilt(60)
    assert [row.kind for row in pov(history, 1).state.score_rows(1)][6] == "norm"
    for state in (pov(history, 1).state, rebuilt(0).state):
        assert not any(row.kind == "norm" for row in state.score_rows(0))


def test_the_end_shows_every_norm_in_one_row_of_the_table():
    rows = [rebuilt(10_000).state.score_rows(seat) for seat in range(4)]
    assert [sum(row.kind == "norm" for row in seat) for seat in rows] == [1, 1, 1, 1]


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_a_foundation_promises_what_it_scores_when_it_is_built(seats, seed):
    history = rebuilt(10_000, seed, seats)
    built = [ply for ply, event in enumerate(history.texts) if event.startswith("build@")]
    assert built
    for ply in built:
        before, after = history.states[ply], history.states[ply + 1]
        place = history.texts[ply].removeprefix("build@").rpartition("/")[0]
        promised = if_built(before, before.to_move, cell_of(place))
        assert promised.scores() == after.scores()
        assert score_changes(before, promised, before.to_move) == score_changes(before, after, before.to_move)


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_hexes_are_those_of_the_engines_description(seats, seed):
    history = rebuilt(90, seed, seats)
    said = history.game.notation.describe(history.state.array)
    everywhere = plots(history.state)
    assert len(everywhere) == 37
    rubble = " ".join(hex_text(plot.cell) for plot in everywhere if plot.rubble)
    assert f"rubble: {rubble or 'none left'}\n" in said
    assert (
        f"metro: {' '.join(segments(history.state.array)) or 'none'}; tunnel {tunnel(history.state.array) or 'none'}"
        in said
    )
    assert f"bridges: {' '.join(bridges(history.state.array)) or 'none'}" in said
    for plot in everywhere:
        if plot.card:
            assert f"{plot.card.id}@{hex_text(plot.cell)}" in said


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_everything_on_the_sides_has_its_builder(seats, seed):
    history = rebuilt(10_000, seed, seats)
    by = builders(pov(history))
    state = history.state
    assert set(by) == {*segments(state.array), *bridges(state.array)}
    assert (tunnel_builder(pov(history)) is None) == (tunnel(state.array) is None)
    for seat in range(seats):
        have = supply_of(state, seat)
        assert sum(by[side] == seat for side in segments(state.array)) == have.segments
        assert sum(by[side] == seat for side in bridges(state.array)) == have.bridges


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_free_hexes_of_a_card_are_where_it_may_be_laid(seats, seed):
    history = rebuilt(10_000, seed, seats)
    seen = 0
    for state in history.states[::3]:
        legal = [*map(str, state.legal())]
        if "pass" not in legal:
            continue
        for card in supply_of(state, state.to_move).hand:
            places = {hex_text(plot.cell) for plot in free_for(state, card)}
            assert {f"{card.id}@{place}" for place in places} == {
                move for move in legal if move.startswith(f"{card.id}@")
            }
            seen += 1
    assert seen


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_engineers_are_on_fields_foundations_or_free(seats, seed):
    history = rebuilt(10_000, seed, seats)
    for ply in range(seats, len(history.events), 7):
        part = history.until(ply)
        there = delegates(pov(part))
        for seat in range(seats):
            founded = sum(plot.seat == seat and plot.founded for plot in plots(part.state))
            away = sum(owners.count(seat) for owners in there.values())
            assert founded + away + supply_of(part.state, seat).engineers == (3 if seats == 5 else 4)
        for field in fields(part.state):
            assert field.unlimited or len(there.get(field.id, ())) <= 1


def test_a_supply_says_how_many_buildings_it_can_pay_for():
    state = GAMES["warszawa"].deal(seats=4, options=("first=0",), seed=3)
    for cubes, payable in {(1, 1, 0): 1, (3, 0, 3): 1, (2, 3, 3): 2, (0, 3, 3): 0, (3, 1, 2): 2}.items():
        record = state.array.copy()
        record["cubes"][0] = cubes
        assert supply_of(state.game.from_array(record), 0).affordable == payable


def test_with_five_players_the_last_object_of_a_norm_is_ignored():
    for seats, number in ((3, 4), (4, 4), (5, 3)):
        state = rebuilt(10_000, 5, seats).state
        (norm,) = supply_of(state, 0).norms
        wanted, built = norm_objects(state, norm.id), objects_built(state, 0)
        assert len(wanted) == number
        assert norm_row(state, 0, norm.id).points == (3 * min(built[kind] for kind in wanted) or -3)


def test_functions_at_work_are_those_of_the_buildings_and_left_to_use_are_named():
    state = rebuilt(10_000, 2).state
    for seat in range(4):
        said = functions(state, seat)
        for card in supply_of(state, seat).ready:
            assert f"{card.function} once ({title_on_hex(card)})" in said
        assert not any("none" in part for part in said)
