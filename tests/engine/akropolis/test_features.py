"""The numbers that describe an Akropolis position, checked against the list of moves and by hand."""

import random

import pytest

from tests.engine.named_features import named_features
from urbanist.engine import GAMES
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.city_record import hexes

AKROPOLIS = GAMES["akropolis"]


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
        found = named_features(state, row=state.to_move)
        assert [found[f"sites on {level}"] for level in ("level 2", "level 3", "higher levels")] == sites
        assert found["free sites"] <= sum(sites)
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
        printed = sum(
            pieces.TILES[tile].hexes.count(f"{kind}*") for tile in pieces.tiles_in_play(2, long=False)
        )
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
            (
                pieces.TILES[tile].hexes.count("houses") - price
                for price, tile in enumerate(tiles[: stones + 1])
            ),
            reverse=True,
        )
        found = named_features(state, row=state.to_move)
        assert found["best offer"] == offers[0]
        assert found["second offer"] == (offers[1] if len(offers) > 1 else -1)
