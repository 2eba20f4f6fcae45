"""Tests of the oracle of Metropolys with cases solved by hand from the rule book."""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.engine.metropolys.scoring_cases import CASES, SCORING, TWO, Case, family
from tests.oracle.metropolys import (
    Oracle,
    best_bridges,
    best_chains,
    best_lakes,
    best_statues,
    count_beside,
    full_districts,
    tallest,
)
from tests.oracle.metropolys_board import (
    ADJACENT,
    BORDER,
    BRIDGES,
    DEAD_ENDS,
    DISTRICTS,
    LAKES,
    NAMES,
    PRINTED,
    STATUES,
    TYPES,
)
from tests.oracle.metropolys_deal import DISTRICTS_IN_PLAY, parse_deal, random_deal

GAMES = Path(__file__).parent / "data" / "games.jsonl"
PLAIN_DEAL = family(TWO, "bridges,statues")


def replayed(deal: str, events: list[str]) -> Oracle:
    oracle = Oracle(deal)
    for token in events:
        oracle.play(token)
    return oracle


def seen(oracle: Oracle, key: str, expected: Any) -> Any:
    """Return the oracle's value for a key of `Case.then`, limited to the expected seats or tokens."""
    match key:
        case "legal":
            return oracle.legal()
        case "choices":
            return len(oracle.legal())
        case "allows":
            return [token for token in expected if token in oracle.legal()]
        case "refuses":
            return [token for token in expected if token not in oracle.legal()]
        case "scores" | "ranks" | "bids":
            return getattr(oracle, key)()
        case "built" | "hand":
            return {seat: getattr(oracle, key)(seat) for seat in expected}
        case "tokens":
            return {seat: tuple(oracle.tokens(seat).values()) for seat in expected}
        case "to_move" | "over" | "metro_card" | "ruins_card":
            return getattr(oracle, key)
    raise KeyError(key)


class TestBoard:
    def test_districts_and_types_have_their_sizes(self):
        sizes = {district: len(names) for district, names in DISTRICTS.items()}
        assert sizes == {"C": 15, "N": 10, "E": 10, "S": 10, "W": 10}
        assert [len(names) for names in TYPES.values()] == [11] * 5
        assert sorted(name for names in TYPES.values() for name in names) == sorted(NAMES)

    def test_every_outer_district_has_two_of_each_type_and_the_centre_three(self):
        for district, names in DISTRICTS.items():
            for of_type in TYPES.values():
                assert len(set(names) & set(of_type)) == (3 if district == "C" else 2)

    def test_counts_of_bridges_lakes_statues_and_border(self):
        assert (len(BRIDGES), len(LAKES), len(STATUES), len(BORDER)) == (21, 6, 11, 20)

    def test_adjacency_is_mutual(self):
        assert list(ADJACENT) == NAMES
        for name, neighbours in ADJACENT.items():
            assert name not in neighbours
            assert len(set(neighbours)) == len(neighbours)
            assert all(name in ADJACENT[neighbour] for neighbour in neighbours)

    def test_bridges_are_just_the_adjacent_pairs_across_the_river(self):
        across = {frozenset((a, b)) for a in NAMES for b in ADJACENT[a] if a[0] != b[0]}
        assert {frozenset(bridge) for bridge in BRIDGES} == across
        assert len(BRIDGES) == len(across)

    def test_three_around_a_statue_are_adjacent_to_each_other(self):
        for statue in STATUES:
            assert len(set(statue)) == 3
            assert all(b in ADJACENT[a] for a, b in combinations(statue, 2))

    def test_lakes_lie_in_one_district_and_have_no_name_twice(self):
        assert [len(lake) for lake in LAKES] == [6, 6, 5, 5, 4, 5]
        for lake in LAKES:
            assert len({name[0] for name in lake}) == 1
            assert len(set(lake)) == len(lake)

    def test_dead_ends_have_one_neighbour_and_nothing_else_has(self):
        assert sorted(name for name in NAMES if len(ADJACENT[name]) == 1) == sorted(DEAD_ENDS)
        assert [name[0] for name in DEAD_ENDS] == ["C", "N", "E", "S"]

    def test_the_centre_is_nowhere_on_the_border(self):
        assert not set(BORDER) & set(DISTRICTS["C"])

    @pytest.mark.parametrize("districts", [d for allowed in DISTRICTS_IN_PLAY.values() for d in allowed])
    def test_the_city_in_play_hangs_together(self, districts):
        reached, frontier = {"C1"}, ["C1"]
        while frontier:
            for name in ADJACENT[frontier.pop()]:
                if name[0] in districts and name not in reached:
                    reached.add(name)
                    frontier.append(name)
        assert reached == {name for name in NAMES if name[0] in districts}


class TestDeal:
    def test_a_deal_is_written_as_it_was_read(self):
        assert str(parse_deal(PLAIN_DEAL)) == PLAIN_DEAL

    @pytest.mark.parametrize("variant", ["family", "expert"])
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_random_deals_are_allowed(self, variant, players):
        for seed in range(20):
            deal = random_deal(Random(seed), variant, players)
            assert parse_deal(str(deal)) == deal

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("game=metropolys", "game=akropolis"),
            ("variant=family", "variant=long"),
            ("players=2", "players=5"),
            ("players=2", "players=3"),
            ("districts=CNE", "districts=CNS"),
            ("districts=CNE", "districts=CEN"),
            ("districts=CNE", "districts=CSW"),
            ("first=0", "first=2"),
            ("trendy=C1,C5", "trendy=C5,C1"),
            ("trendy=C1,C5", "trendy=C1"),
            ("trendy=C1,C5", "trendy=C1,C6"),
            ("trendy=C1,C5", "trendy=C1,N2"),
            ("trendy=C1", "trendy=C12"),
            ("metro=", "subway="),
            ("cards=bridges,statues", "cards=bridges,bridges"),
            ("cards=bridges,statues", "cards=bridges,border"),
            ("cards=bridges,statues", "cards=bridges,?"),
            ("cards=bridges,statues", "cards=bridges+park,statues+housing"),
            ("cards=bridges,statues", "cards=bridges"),
            (" first", "  first"),
            ("cards=bridges,statues", "cards=bridges,statues "),
        ],
    )
    def test_a_deal_against_the_rules_is_refused(self, old, new):
        assert old in PLAIN_DEAL
        with pytest.raises(ValueError):
            Oracle(PLAIN_DEAL.replace(old, new, 1))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case_of_the_rule_book(case: Case):
    oracle = replayed(case.deal, case.events.split())
    assert {key: seen(oracle, key, expected) for key, expected in case.then.items()} == case.then


def test_cases_have_names_of_their_own():
    assert max(Counter(case.name for case in CASES).values()) == 1
    assert all("scores" in case.then for case in SCORING)


def test_a_refused_token_raises_and_changes_nothing():
    oracle = replayed(PLAIN_DEAL, ["11@N3"])
    before = oracle.legal(), oracle.bids(), oracle.to_move
    for token in ("11@N2", "12@N1", "pass ", "nonsense", "12@N2@N2"):
        with pytest.raises(ValueError):
            oracle.play(token)
    assert (oracle.legal(), oracle.bids(), oracle.to_move) == before


def test_points_and_buildings_decide_while_the_game_runs_too():
    assert Oracle(PLAIN_DEAL).ranks() == [1, 1]
    assert replayed(PLAIN_DEAL, ["13@C3"]).ranks() == [1, 2]
    assert replayed(PLAIN_DEAL, ["13@N8"]).scores() == [0, 0]
    assert replayed(PLAIN_DEAL, ["13@N8", "12@C13", "pass"]).scores() == [2, 0]


class TestGroups:
    @pytest.mark.parametrize(
        ("names", "bridges"),
        [
            ("", 0),
            ("C1", 0),
            ("C1 C3", 0),
            ("C1 N5", 1),
            ("C1 N5 N8", 1),
            ("C1 N5 W3", 1),
            ("N8 C1 N5 W3", 2),
            ("C15 E9 S5", 1),
            ("C15 E9 S5 S9", 2),
            ("C13 S2 W8 W10 C8", 2),
            ("C13 S2 W10 C8", 1),
        ],
    )
    def test_bridges(self, names, bridges):
        assert best_bridges(names.split()) == bridges

    @pytest.mark.parametrize(
        ("names", "statues"),
        [
            ("", 0),
            ("C1 C3", 0),
            ("C1 C3 C4", 1),
            ("C1 C3 C4 C5 C10", 1),
            ("W1 W2 W3 W4", 1),
            ("E6 E7 E8 E9 E10", 1),
            ("C1 C3 C4 C11 C14 C15 W7 W8 W10", 3),
        ],
    )
    def test_statues(self, names, statues):
        assert best_statues(names.split()) == statues

    @pytest.mark.parametrize(
        ("names", "lakes"),
        [
            ("", 0),
            ("N1 N2", 0),
            ("N1 N2 N7", 1),
            ("N1 N2 N5 N6 N7", 1),
            ("C2 C3 C4 C8 C9 C10", 2),
            ("C2 C3 C8 C9 C10 C14", 2),
            ("C2 C3 C11 C13", 0),
            ("C2 C3 C4 C8 C9 C10 C11 C13 C14", 3),
            ("C8 C9 C10 C2 C11", 1),
            ("S3 S4 S7 S8 W3 W4 W5 W7 W8", 2),
        ],
    )
    def test_lakes(self, names, lakes):
        assert best_lakes(names.split()) == lakes

    @pytest.mark.parametrize(
        ("names", "chains"),
        [
            ("", 0),
            ("N7 N6", 0),
            ("N7 N6 N5", 1),
            ("N7 N5 N2", 0),
            ("N6 N2 N5 N7 N8", 1),
            ("C11 C6 C10 C12 C14 C15", 1),
            ("C11 C12 C14 C15 C13 C8", 2),
            ("S1 S2 C13 S3 S7 S6", 2),
            ("C2 C3 C4 C10 C9 C8", 2),
            ("C2 C3 C1 N5 N1 N2 N3 N4 E2", 3),
        ],
    )
    def test_chains(self, names, chains):
        assert best_chains(names.split()) == chains

    def test_districts(self):
        assert full_districts("C1 C2 N1 N2".split()) == 0
        assert full_districts("C1 C2 C3 C4 C5 C6".split()) == 1
        assert full_districts("C1 C2 C3 N1 N2 N3 W1 W2".split()) == 2

    def test_beside(self):
        assert count_beside("bridges", "C1 C2 C3".split()) == 2
        assert count_beside("statues", "C4 C2 W3".split()) == 2
        assert count_beside("lakes", "C8 C1 N7".split()) == 2
        assert count_beside("border", "N1 N5 S6".split()) == 2

    def test_tallest_compares_height_after_height(self):
        tall, medium, small = {13: "N1"}, {9: "N2"}, {5: "N3"}
        assert tallest([tall, medium, small], "N") == [0]
        assert tallest([tall, medium, small], "C") == []
        assert tallest([{12: "N4"}, tall, small], "N") == [0, 1]
        assert tallest([{10: "N4", 1: "N5"}, tall], "N") == [0]
        assert tallest([{10: "N4", 1: "N5"}, {13: "N1", 6: "N6"}], "N") == [1]
        assert tallest([{10: "N4", 1: "C5"}, tall], "N") == [0, 1]

    def test_the_lists_of_groups_are_complete(self):
        assert len(PRINTED.groups("bridges")) == 21
        assert len(PRINTED.groups("statues")) == 11
        assert (
            len(PRINTED.groups("lakes"))
            == len(set(PRINTED.groups("lakes"))) + 1
            == 20 + 20 + 10 + 10 + 4 + 10
        )
        paths = {frozenset((a, b, c)) for b in NAMES for a, c in combinations(ADJACENT[b], 2)}
        assert set(PRINTED.groups("chains")) == paths

    @pytest.mark.parametrize(
        ("best", "groups"),
        [
            (best_bridges, PRINTED.groups("bridges")),
            (best_statues, PRINTED.groups("statues")),
            (best_lakes, PRINTED.groups("lakes")),
            (best_chains, PRINTED.groups("chains")),
        ],
    )
    def test_best_is_the_largest_set_of_groups_that_share_nothing(self, best, groups):
        rng = Random(1)
        pool = DISTRICTS["C"] + DISTRICTS["N"]
        for _ in range(100):
            names = rng.sample(pool, 8)
            mine = [group for group in set(groups) if group <= set(names)]
            most = 0
            for count in range(1, 5):
                for choice in combinations(mine, count):
                    if len(frozenset().union(*choice)) == sum(len(group) for group in choice):
                        most = count
            assert best(names) == most


class TestRandomGames:
    @pytest.mark.parametrize("variant", ["family", "expert"])
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_what_holds_throughout_a_game(self, variant, players):
        rng = Random(players)
        deal = random_deal(rng, variant, players)
        oracle = Oracle(str(deal))
        auctions = 0
        while not oracle.over:
            legal = oracle.legal()
            opening = not oracle.bids()
            assert legal == sorted(set(legal))
            assert ("pass" in legal) != opening
            assert len(legal) >= 2 or opening
            oracle.play(rng.choice(legal))
            self.check_buildings(oracle)
            self.check_tokens(oracle)
            if not oracle.bids():
                auctions += 1
            assert sum(len(oracle.built(seat)) for seat in oracle.seats) == auctions
        assert oracle.legal() == []
        assert oracle.bids() == []
        assert sorted(len(oracle.built(seat)) for seat in oracle.seats)[-2:] != [13, 13]
        with pytest.raises(ValueError):
            oracle.play("pass")

    def check_buildings(self, oracle: Oracle) -> None:
        occupied = [name for seat in oracle.seats for name in oracle.built(seat).values()]
        occupied += [name for _, _, name in oracle.bids()]
        assert len(occupied) == len(set(occupied))
        assert all(name in oracle.deal.in_play() for name in occupied)
        values = [value for _, value, _ in oracle.bids()]
        assert values == sorted(set(values))
        for seat in oracle.seats:
            placed = {value for bidder, value, _ in oracle.bids() if bidder == seat}
            piles = [*oracle.hand(seat), *oracle.built(seat), *placed]
            assert sorted(piles) == list(range(1, 14))

    def check_tokens(self, oracle: Oracle) -> None:
        for seat in oracle.seats:
            kinds = Counter(oracle.deal.token_kind(name) for name in oracle.built(seat).values())
            assert oracle.tokens(seat) == {kind: kinds[kind] for kind in ("trendy", "metro", "ruins")}
        metro = [oracle.tokens(seat)["metro"] for seat in oracle.seats]
        ruins = [oracle.tokens(seat)["ruins"] for seat in oracle.seats]
        assert (oracle.metro_card is None) == (sum(metro) == 0)
        assert (oracle.ruins_card is None) == (sum(ruins) == 0)
        if oracle.metro_card is not None:
            assert metro[oracle.metro_card] == max(metro)
        if oracle.ruins_card is not None:
            assert ruins[oracle.ruins_card] > 0


class TestRecords:
    RECORDS = [json.loads(line) for line in GAMES.read_text(encoding="utf-8").splitlines()]

    def test_two_games_for_each_variant_and_number_of_players(self):
        deals = [parse_deal(record["deal"]) for record in self.RECORDS]
        kinds = Counter((deal.variant, deal.players) for deal in deals)
        assert kinds == {(variant, players): 2 for variant in ("family", "expert") for players in (2, 3, 4)}

    @pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"seed-{record['meta']['seed']}")
    def test_a_recorded_game_replays(self, record):
        oracle = replayed(record["deal"], record["events"])
        assert record["format"] == "urbanist-record/1"
        assert record["ended"] == "played out"
        assert oracle.over
        assert len(record["seats"]) == len(oracle.seats)
        assert oracle.scores() == record["scores"]
        assert oracle.ranks() == record["ranks"]
