"""The numbers that describe an Akropolis position, checked against the list of moves and by hand."""

import random

import pytest

from tests.engine.named_features import named_features
from tests.engine.tables import TABLES, Table, choices
from urbanist.engine import GAMES
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.city_record import hexes
from urbanist.engine.akropolis.editions import EDITIONS
from urbanist.engine.features import features, features_after

AKROPOLIS = GAMES["akropolis"]
PRINTED = EDITIONS.at(0)


@pytest.mark.parametrize("seed", range(3))
def test_sites_are_the_places_above_the_ground_that_moves_have(seed: int) -> None:
    rng = random.Random(seed)
    state = AKROPOLIS.deal(seats=2, seed=seed)
    while not state.over:
        if state.due:
            state = state.play(state.chance() or "")
            continue
        tops = hexes(state.array["city"][state.to_move])
        places = {
            (word >> 16 & 1, (word >> 9 & 127) - 64, (word >> 2 & 127) - 64)
            for word in state.moves().tolist()
        }
        sites = [0, 0, 0]
        for _, r, q in places:
            if top := tops.get((q, r)):
                sites[min(top.height, 3) - 1] += 1
        named = named_features(state, row=state.to_move)
        assert [named[f"sites on {level}"] for level in ("level 2", "level 3", "higher levels")] == sites
        assert named["free sites"] <= sum(sites)
        state = state.play(rng.choice(state.moves().tolist()))


def test_a_first_position_has_the_start_tile_and_all_other_tiles_to_come() -> None:
    state = AKROPOLIS.deal(seats=2, seed=1)
    first, second = named_features(state, row=state.to_move), named_features(state, row=1 - state.to_move)
    assert (first["to move"], second["to move"]) == (1, 0)
    assert first["stars of houses"] == second["stars of houses"] == 1
    assert first["open quarries"] == 3
    assert (first["hexes on level 1"], first["hexes on level 2"]) == (4, 0)
    assert first["points"] == state.scores()[state.to_move]
    common = named_features(state)
    assert (common["2 players"], common["3 players"], common["4 players"]) == (1, 0, 0)
    assert common["plies left"] == 36
    for kind in pieces.KINDS:
        printed = sum(PRINTED.hexes(tile).count(f"{kind}*") for tile in PRINTED.tiles_in_play(2, long=False))
        assert (
            common[f"plazas of {kind} in the market"] + common[f"plazas of {kind} in the stacks"] == printed
        )


def test_an_offer_is_what_a_tile_would_add_on_level_1_less_its_price() -> None:
    """The start tile has one star of houses, so each district of houses on a tile adds a point."""
    for seed in range(20):
        state = AKROPOLIS.deal(seats=2, seed=seed)
        tiles = [int(tile) for tile in state.array["market"][: int(state.array["market_size"])]]
        stones = int(state.array["city"][state.to_move]["stones"])
        offers = sorted(
            (PRINTED.hexes(tile).count("houses") - price for price, tile in enumerate(tiles[: stones + 1])),
            reverse=True,
        )
        named = named_features(state, row=state.to_move)
        assert named["best offer"] == offers[0]
        assert named["second offer"] == (offers[1] if len(offers) > 1 else -1)


@pytest.mark.parametrize("table", [table for table in TABLES if table.game.name == "akropolis"], ids=str)
def test_the_moves_with_a_tile_are_foreseen_together_but_for_the_last_of_the_game(table: Table) -> None:
    states = choices(table, 2)
    for state in states[:-1:5]:
        tiles = [moves[0] >> 17 for moves, *_ in features_after(state)]
        assert tiles == sorted({int(move) >> 17 for move in state.moves()})
        assert sum(len(moves) for moves, *_ in features_after(state)) == len(state.moves())
    assert features_after(states[-1]) == []


@pytest.mark.parametrize("options", [(), tuple(pieces.KINDS)], ids=["plain", "options"])
def test_a_tile_is_foreseen_in_a_compact_city_with_lakes_and_levels(options: tuple[str, ...]) -> None:
    """A city of low tiles that stay close together encloses lakes, and rises over the whole of it."""
    rng, compared = random.Random(7), 0
    state = AKROPOLIS.deal(seats=2, options=options, seed=7)
    while not state.over:
        if state.due:
            state = state.play(state.chance() or "")
            continue
        moves = state.moves()
        for words, common, rows, own in features_after(state):
            for move, row in zip(words.tolist(), own, strict=True):
                if rng.random() < 0.1:
                    rows[state.to_move] = row
                    numbers = features(state.play(move))
                    assert (common == numbers[0]).all()
                    assert (rows == numbers[1]).all(), (state, move)
                    compared += 1
        sample = rng.sample(moves.tolist(), min(12, len(moves)))
        state = state.play(
            min(sample, key=lambda word: abs((word >> 9 & 127) - 64) + abs((word >> 2 & 127) - 64))
        )
    assert compared > 300
