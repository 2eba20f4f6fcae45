"""Tests of the oracle of Akropolis with cases solved by hand from the rule book."""

from collections import Counter
from random import Random

import pytest

from tests.engine.akropolis.building import drawn, game_of
from tests.engine.akropolis.scoring_cases import CASES, Case
from tests.oracle.akropolis import Oracle
from tests.oracle.akropolis_deal import OPTIONS, parse_deal, random_deal
from tests.oracle.akropolis_scoring import City, Hex, barracks, connected, empty_regions, gardens, temples
from tests.oracle.akropolis_tiles import SETUPS, TILES, hexes, tiles_in_play

DEAL = "game=akropolis players=2 options=houses,long first=0 market=1,2,3,4"


def pictured(text: str) -> City:
    """Return a city of gardens on level 1, one for each letter `g`; each line is half a hex right of the one above."""
    lines = text.strip("\n").split("\n")
    return {
        (q, r): Hex("gardens", 1, 1)
        for r, line in enumerate(lines)
        for q, mark in enumerate(line.split())
        if mark == "g"
    }


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_city_counts_what_the_rules_make_of_it(case: Case):
    deal, events = game_of(case.moves, case.options)
    oracle = Oracle(deal)
    for event in events:
        oracle.play(event)
    rows = {kind: row for kind, row in oracle.rows(0).items() if row != (0, 0)}
    assert (rows, oracle.stones[0], oracle.scores()[0]) == (case.rows, case.stones, case.points), case.why


def test_cases_have_names_of_their_own():
    assert max(Counter(case.name for case in CASES).values()) == 1
    assert drawn(Oracle(DEAL), 0).split("\n")[1] == "r   0, q from -1:    ..... hoza1 qury1"


class TestRegions:
    def test_lakes_within_lakes_are_lakes(self):
        city = pictured(
            """
            g g g g g g g
            g . . . . . g
            g . g g g . g
            g . g . g g g
            g . g g g . g
            g . . . . . g
            g g g g g g g
            """
        )
        outside, lakes = empty_regions(city)
        assert sorted(map(len, lakes)) == [1, 15]
        assert (3, 3) in min(lakes, key=len)
        assert (-1, -1) in outside
        assert gardens(city, option=False) == len(city)
        assert gardens(city, option=True) == 2 * len(city) - 2  # two corners are too sharp to touch water

    def test_a_gap_at_a_corner_joins_what_touches(self):
        """Hexes are not connected at corners: six hexes around one enclose it, and five do not."""
        ring = pictured(". g g\ng . g\ng g .")
        assert [len(lake) for lake in empty_regions(ring)[1]] == [1]
        del ring[1, 0]
        assert empty_regions(ring)[1] == []

    def test_parts_hang_together_by_sides(self):
        assert sorted(map(len, connected([(0, 0), (1, 0), (0, 1), (3, 3), (4, 2), (2, 1)]))) == [1, 2, 3]

    def test_barracks_with_five_open_sides_cannot_be(self):
        city = pictured("g g\ng .")
        assert barracks({**city, (0, 0): Hex("barracks", 1, 1)}, option=True) == 2
        assert temples({**city, (0, 0): Hex("temples", 1, 1)}, option=True) == 0


class TestTiles:
    def test_numbers_of_tiles(self):
        assert [len(tiles_in_play(players, False)) for players in (2, 3, 4)] == [37, 49, 61]
        for (players, long), (market, stacks, stack) in SETUPS.items():
            assert market + stacks * stack == len(tiles_in_play(players, long))
            assert (market, stack) == (players + 2, players + 1)

    def test_no_tile_has_three_equal_hexes(self):
        assert all(len(set(hexes(tile))) > 1 for tile in TILES)


class TestDeal:
    def test_a_deal_is_written_as_it_was_read(self):
        assert str(parse_deal(DEAL)) == DEAL
        for seed in range(30):
            deal = random_deal(Random(seed), 2 + seed % 3, ())
            assert parse_deal(str(deal)) == deal

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("game=akropolis", "game=metropolys"),
            ("players=2", "players=5"),
            ("players=2", "players=4"),
            ("options=houses,long", "options=long,houses"),
            ("options=houses,long", "options="),
            ("options=houses,long", "options=none"),
            ("options=houses,long", "options=none,long"),
            ("first=0", "first=2"),
            ("1,2,3,4", "1,2,3"),
            ("1,2,3,4", "1,2,3,3"),
            ("1,2,3,4", "1,2,3,62"),
            ("1,2,3,4", "1,2,3,04"),
            ("market", "site"),
        ],
    )
    def test_a_deal_against_the_rules_is_refused(self, old: str, new: str):
        assert old in DEAL
        with pytest.raises(ValueError):
            Oracle(DEAL.replace(old, new, 1))

    def test_the_options_have_an_order(self):
        assert OPTIONS == ["houses", "markets", "barracks", "temples", "gardens", "long"]


class TestGames:
    @pytest.mark.parametrize(("players", "long"), list(SETUPS))
    def test_how_long_games_last(self, players: int, long: bool):
        rng = Random(players)
        oracle = Oracle(str(random_deal(rng, players, ("long",) if long else ())))
        turns = 0
        while not oracle.over:
            if oracle.due:
                assert oracle.legal() == []
                oracle.play("!" + ",".join(map(str, oracle.hidden[: oracle.deal.setup[2]])))
                continue
            oracle.play(rng.choice(oracle.legal()[:50]))
            turns += 1
        assert turns / players == {(2, False): 18, (3, False): 16, (4, False): 15}.get(
            (players, long), 60 / players
        )
        assert oracle.hidden == []

    @pytest.mark.parametrize("event", ["!5,6,7", "1@9,9/0", "9@2,0/0", "4@2,0/0", "1@1,0/0", "1@2,0/6", "1"])
    def test_a_refused_token_raises_and_changes_nothing(self, event: str):
        oracle = Oracle(DEAL)
        with pytest.raises(ValueError):
            oracle.play(event)
        assert oracle.market == [1, 2, 3, 4]

    @pytest.mark.parametrize("event", ["!5,6", "!5,6,6", "!5,6,1", "!5,6,7,8", "!", "!5,6,62", "4@4,0/0"])
    def test_a_refill_that_does_not_fit_is_refused(self, event: str):
        oracle = Oracle(DEAL)
        for move in ("1@2,0/0", "2@2,0/0", "3@4,0/0"):
            oracle.play(move)
        with pytest.raises(ValueError):
            oracle.play(event)
        oracle.play("!5,6,7")
        assert oracle.market == [4, 5, 6, 7]
