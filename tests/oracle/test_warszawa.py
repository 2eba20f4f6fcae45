"""Tests of the oracle of Warszawa with cases solved by hand from the rule text."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.oracle.warszawa import Oracle
from tests.oracle.warszawa_deal import HOUSE, Deal, parse_deal, random_deal
from tests.oracle.warszawa_map import (
    HEXES,
    LAND,
    LEFT_BANK,
    RIGHT_BANK,
    RIVER,
    SIDES,
    SITES,
    SUBURBAN,
    URBAN,
    corners_of,
    neighbours,
    on_river,
    read_hex,
    read_side,
    side_text,
)
from tests.oracle.warszawa_metro import Metro, land_side
from tests.oracle.warszawa_scoring import Building, neighbour_points, norm_points, style_points

NORMS = (("n01", "n02"), ("n03", "n04"), ("n05", "n06"), ("n07", "n08"), ("n09", "n10"))
HANDS = (("fso", "zeran"), ("cdt", "mdm"), ("muranow", "kolo"), ("gus", "rynek"), ("pkin", "trasawz"))
TYPES = "industrial service residential representative cultural transport".split()
PAIRS = {"fc", "fr", "cf", "cr", "rf", "rc"}


def dealt(players: int = 4, first: int = 0, options: str = "none", tasks: tuple[str, ...] = ()) -> Oracle:
    """Return a game with known hands and norms."""
    neutral = tuple(HOUSE["neutral"]) if players == 3 else ()
    tasks = tasks or ("t01", "t04", "t10")
    return Oracle(
        str(Deal(players, options, "house", first, neutral, tasks, NORMS[:players], HANDS[:players]))
    )


def planning(players: int = 4, **settings: Any) -> Oracle:
    """Return a game in which every seat has kept its first norm."""
    oracle = dealt(players, **settings)
    while oracle.phase == "norms":
        oracle.play(oracle.legal()[0])
    return oracle


def realising(players: int = 4, fund: int = 3, concrete: int = 3, rubble: int = 3, **settings: Any) -> Oracle:
    """Return a game in which seat 0 realises next and has these cubes; the others have none."""
    oracle = planning(players, **settings)
    for cubes in oracle.cubes:
        cubes.update(fund=0, concrete=0, rubble=0)
    oracle.cubes[0].update(fund=fund, concrete=concrete, rubble=rubble)
    oracle.passed = set(oracle.seats) - {0}
    return oracle


def founded(oracle: Oracle, *foundations: str) -> Oracle:
    """Give seat 0 foundations without checks, and begin its realisation."""
    for foundation in foundations:
        card, _, where = foundation.partition("@")
        space = read_hex(where)
        oracle.rubble = [other for other in oracle.rubble if other != space]
        oracle.foundations[space] = (0, card)
        oracle.engineers[0] -= 1
    oracle.play("pass")
    return oracle


def stand(oracle: Oracle, kind: str, where: str, owner: int | None = 1, card: str = "") -> None:
    """Put a building on a hex without checks; without `card` it takes one of its type with a used function."""
    space = read_hex(where)
    oracle.rubble = [other for other in oracle.rubble if other != space]
    name = card or [name for name, entry in oracle.cards.items() if entry["type"] == kind][-1]
    if not card:
        oracle.used.append(name)
    function = oracle.cards[name]["function"]
    style = function if function in ("socrealism", "modernism") else ""
    oracle.buildings[space] = Building(owner, kind, style, name)


def moves(oracle: Oracle, verb: str) -> list[str]:
    return [move for move in oracle.legal() if move.startswith(f"{verb}@")]


def play(oracle: Oracle, *tokens: str) -> Oracle:
    for token in tokens:
        oracle.play(token)
    return oracle


def anything(oracle: Oracle, rng: Random) -> str:
    """Return a random move or event."""
    if oracle.due_tasks:
        return "!" + "+".join(sorted(rng.sample(oracle.unseen_tasks, oracle.due_tasks)))
    if oracle.due_cards:
        unseen = oracle.unseen()
        drawn = rng.sample(unseen, oracle.due_cards)
        return "!" + "+".join(card for card in unseen if card in drawn)
    return rng.choice(oracle.legal())


def masked(token: str, by: int, seat: int | None) -> str:
    """Return a token masked for a seat."""
    if by == seat:
        return token
    if token.startswith("norm@"):
        return "norm@?"
    if token.startswith("!") and not token.startswith("!t0") and not token.startswith(("!t1", "!t2")):
        return f"!?{token.count('+') + 1}"
    return token


class TestMap:
    def test_hexes_banks_zones_and_sites_are_those_of_the_data(self):
        assert [(entry["q"], entry["r"]) for entry in HOUSE["hexes"]] == HEXES
        for entry in HOUSE["hexes"]:
            space = entry["q"], entry["r"]
            assert entry["bank"] == ("right" if space in RIGHT_BANK else "left")
            assert entry["zone"] == ("urban" if space in URBAN else "suburban")
            assert entry["rubble"] == (space in URBAN)
        assert sorted(tuple(card["site"]) for card in HOUSE["cards"] if "site" in card) == sorted(SITES)

    def test_counts_are_those_of_the_rule_book(self):
        assert (len(HEXES), len(URBAN), len(SUBURBAN)) == (37, 19, 18)
        assert (len(LEFT_BANK), len(RIGHT_BANK)) == (30, 7)
        assert len(set(URBAN) & set(LEFT_BANK)) == 16

    def test_ten_of_ninety_sides_are_river(self):
        assert (len(SIDES), len(RIVER), len(LAND)) == (90, 10, 80)
        assert len(Metro(3).sides()) == 69

    def test_banks_are_adjacent_only_over_a_bridge(self):
        assert (2, -1) not in neighbours((1, -1), [])
        assert (2, -1) in neighbours((1, -1), [(1, -1, 0)])
        assert (1, -1) in neighbours((2, -1), [(1, -1, 0)])
        assert (2, -2) not in neighbours((1, -1), [(1, -1, 0)])
        assert len(neighbours((0, 0), [])) == 6

    def test_the_tunnel_fits_six_river_sides(self):
        corners = {corner for side in RIVER for corner in corners_of(side)}
        assert len([corner for corner in corners if land_side(corner)]) == 9
        banks = {}
        for side in RIVER:
            lands = [land_side(corner) for corner in corners_of(side)]
            banks[side] = None not in lands and len({land[:2] in RIGHT_BANK for land in lands if land}) == 2
        assert sum(banks.values()) == 6


class TestMetroAlone:
    @pytest.mark.parametrize(
        ("players", "stage", "expected"),
        [
            (4, 1, [83, 294, 1020, 3428]),
            (4, 2, [83, 294, 1308, 6900]),
            (3, 1, [69, 240, 816, 2752]),
            (3, 2, [69, 240, 1056, 5608]),
        ],
    )
    def test_sequences_are_as_many_as_the_rules_say(self, players, stage, expected):
        def sequences(laid: list[tuple[Any, Any]], depth: int) -> int:
            metro = Metro(players)
            for side, tunnel in laid:
                metro.lay(side, tunnel)
            names = metro.moves(stage)
            if depth == 1:
                return len(names)
            return sum(sequences([*laid, move], depth - 1) for move in names)

        depths = range(1, 5) if (players, stage) == (4, 1) else range(1, 4)
        assert [sequences([], depth) for depth in depths] == expected[: len(depths)]

    def test_a_choice_of_tunnels_is_where_the_rules_name_it(self):
        choices = [side_text(side) for side in LAND if len(Metro(4).tunnels(side)) == 2]
        assert sorted(choices) == sorted(["2,-2/1", "1,-1/1", "2,-1/1"])

    def test_there_is_always_room_for_the_tunnel(self):
        for side in LAND:
            rivers = [corner for corner in corners_of(side) if on_river(corner)]
            assert (Metro(4).tunnels(side) != [None]) == bool(rivers)
            assert Metro(3).tunnels(side) == [None]

    def test_a_line_crosses_the_river_only_by_the_tunnel(self):
        metro = Metro(4)
        side, tunnel = next((s, t) for s, t in metro.moves(1) if t and s[:2] in LEFT_BANK)
        metro.lay(side, tunnel)
        beyond = [other for other, _ in metro.moves(1) if other[:2] in RIGHT_BANK]
        assert len(beyond) == 1
        for other, laid in metro.moves(1):
            assert laid is None
            assert not set(corners_of(other)) & set(corners_of(tunnel)) or other in beyond

    def test_an_end_at_the_rim_is_closed(self):
        metro = Metro(4)
        metro.lay((0, -3, 0), None)  # from the rim inwards
        assert {side for side, _ in metro.moves(2)} == {(0, -3, 1), (1, -3, 2)}

    def test_a_line_never_meets_itself(self):
        metro = Metro(4)
        around = [(0, 0, 0), (0, 0, 1), (0, 0, 2), (-1, 0, 0), (0, -1, 1)]
        for side in around:
            assert side in [free for free, _ in metro.moves(1) if free]
            metro.lay(side, None)
        assert (1, -1, 2) not in [side for side, _ in metro.moves(2)]

    def test_a_line_branches_in_stage_two_and_once(self):
        metro = Metro(4)
        for side in ((0, 0, 0), (0, 0, 1), (0, 0, 2)):
            metro.lay(side, None)
        branch = {(0, 1, 0), (-1, 1, 0)} & {side for side, _ in metro.moves(2)}
        assert branch
        assert not branch & {side for side, _ in metro.moves(1)}
        metro.lay(min(branch), None)
        assert metro.branched
        ends = {side for side, _ in metro.moves(2)}
        assert not branch & ends
        assert len(ends) == 6


class TestSetup:
    def test_a_deal_is_written_as_it_was_read(self):
        for players in (3, 4, 5):
            for seed in range(20):
                line = str(random_deal(Random(seed), players))
                assert str(parse_deal(line, HOUSE)) == line

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("game=warszawa", "game=metropolys"),
            ("variant=advanced", "variant=basic"),
            ("players=4", "players=2"),
            ("players=4", "players=3"),
            ("options=none", "options=rounds8"),
            ("data=house", "data=printed"),
            ("first=0", "first=4"),
            ("neutral=none", "neutral=transport"),
            ("t01,t04,t10", "t01,t04"),
            ("t01,t04,t10", "t04,t01,t10"),
            ("t01,t04,t10", "t01,t04,t13"),
            ("n01+n02", "n02+n01"),
            ("n01+n02", "n01+n03"),
            ("n01+n02", "n01"),
            ("fso+zeran", "zeran+fso"),
            ("fso+zeran", "fso+mdm"),
            ("fso+zeran", "fso+huta"),
        ],
    )
    def test_a_deal_against_the_rules_is_refused(self, old, new):
        line = str(dealt().deal)
        assert old in line
        with pytest.raises(ValueError):
            Oracle(line.replace(old, new, 1))

    def test_rubble_lies_on_urban_hexes_without_a_building(self):
        assert (len(planning(3).rubble), len(planning(4).rubble)) == (16, 19)

    def test_neutral_buildings_stand_on_the_right_bank_in_board_order(self):
        oracle = dealt(3)
        assert [oracle.buildings[space].type for space in RIGHT_BANK] == HOUSE["neutral"]
        assert all(building.owner is None for building in oracle.buildings.values())
        assert [len(oracle.buildings_of(seat)) for seat in oracle.seats] == [0, 0, 0]

    def test_each_seat_keeps_one_of_two_norms_from_the_first_player_on(self):
        oracle = dealt(first=2)
        assert oracle.legal() == ["norm@n05", "norm@n06"]
        play(oracle, "norm@n06", "norm@n07")
        assert (oracle.to_move, oracle.legal()) == (0, ["norm@n01", "norm@n02"])
        play(oracle, "norm@n01", "norm@n04")
        assert oracle.kept == ["n01", "n04", "n06", "n07"]
        assert (oracle.to_move, oracle.phase) == (2, "planning")

    @pytest.mark.parametrize(("players", "choices"), [(3, 13), (4, 14), (5, 15)])
    def test_a_first_turn_has_as_many_choices_as_the_rules_count(self, players, choices):
        oracle = planning(players)
        oracle.hands[0] = []
        oracle.cubes[0].update(fund=1, concrete=1, rubble=0)
        assert len(oracle.legal()) == choices
        oracle.hands[0] = ["dsp", "cdt", "fso"]
        free = 14 if players == 3 else 18
        assert len(oracle.legal()) == choices + 2 * free


class TestDelegation:
    def test_a_field_holds_one_engineer_but_for_the_unlimited(self):
        oracle = play(planning(), "send@4", "send@1")
        assert "send@4" not in oracle.legal()
        assert "send@1" in oracle.legal()

    @pytest.mark.parametrize(
        ("field", "before", "after"),
        [
            ("send@1", (1, 1, 0), (2, 1, 0)),
            ("send@1", (3, 1, 0), (3, 1, 0)),
            ("send@2", (1, 1, 0), (1, 2, 0)),
            ("send@4", (0, 1, 0), (2, 1, 0)),
            ("send@4", (2, 1, 0), (3, 1, 0)),
            ("send@5", (0, 0, 0), (0, 2, 0)),
            ("send@8:fc", (1, 1, 0), (0, 3, 0)),
            ("send@8:fr", (1, 1, 2), (0, 1, 3)),
            ("send@8:rf", (0, 0, 1), (2, 0, 0)),
        ],
    )
    def test_what_a_field_gives_above_the_store_is_lost(self, field, before, after):
        oracle = planning()
        oracle.cubes[0] = dict(zip(("fund", "concrete", "rubble"), before, strict=True))
        play(oracle, field)
        assert tuple(oracle.cubes[0].values()) == after
        assert oracle.engineers[0] == 3

    def test_barter_needs_a_cube_to_give_and_room_to_take(self):
        oracle = planning()
        for cubes, pairs in [
            ((0, 0, 0), set()),
            ((1, 0, 0), {"fc", "fr"}),
            ((1, 3, 0), {"fr", "cf", "cr"}),
            ((3, 3, 3), set()),
            ((3, 3, 2), {"fr", "cr"}),
            ((1, 1, 1), PAIRS),
        ]:
            oracle.cubes[0] = dict(zip(("fund", "concrete", "rubble"), cubes, strict=True))
            assert {move.partition(":")[2] for move in moves(oracle, "send") if ":" in move} == pairs
            assert "send@8" not in oracle.legal()

    def test_cards_are_drawn_as_far_as_there_is_room_and_a_deck(self):
        oracle = play(planning(), "send@7")
        assert (oracle.due_cards, oracle.legal(), oracle.to_move) == (1, [], 0)
        for wrong in ("!cdt", "!huta", "!dsp+kasprzak", "!?2", "!t02"):
            with pytest.raises(ValueError):
                oracle.play(wrong)
        play(oracle, "!dsp")
        assert (oracle.hands[0], oracle.to_move) == (["fso", "zeran", "dsp"], 1)
        oracle.hands[1] = []
        oracle.drawn = len(oracle.stage_cards()) - 1
        play(oracle, "send@9")
        assert oracle.due_cards == 1
        play(oracle, "!?1", "send@3")
        assert (oracle.hands[1], oracle.due, oracle.to_move) == (["?"], False, 3)

    def test_two_cards_come_in_data_order(self):
        oracle = planning()
        oracle.hands[0] = []
        play(oracle, "send@7")
        with pytest.raises(ValueError):
            oracle.play("!kasprzak+dsp")
        assert play(oracle, "!dsp+kasprzak").hands[0] == ["dsp", "kasprzak"]

    def test_the_marker_passes_on_at_the_end_of_the_round(self):
        oracle = play(planning(), "send@1", "send@9", "!dsp")
        assert (oracle.holder, oracle.next_holder) == (0, 1)
        while oracle.round == 1:
            play(oracle, "pass" if "pass" in oracle.legal() else "done")
        assert (oracle.holder, oracle.to_move, oracle.phase) == (1, 1, "planning")

    def test_clearing_two_hexes_is_two_moves_each_with_its_rubble(self):
        oracle = play(planning(), "send@6")
        assert len(moves(oracle, "clear")) == len(oracle.legal()) == 19
        play(oracle, "clear@0,0")
        assert (oracle.to_move, oracle.cubes[0]["rubble"], len(oracle.legal())) == (0, 1, 18)
        play(oracle, "clear@1,-1")
        assert (oracle.to_move, oracle.cubes[0]["rubble"], len(oracle.rubble)) == (1, 2, 17)

    def test_rubble_beyond_the_store_is_gone_and_the_last_hex_is_still_a_move(self):
        oracle = planning()
        oracle.rubble = [(0, 0)]
        oracle.cubes[0]["rubble"] = 3
        play(oracle, "send@6")
        assert oracle.legal() == ["clear@0,0"]
        play(oracle, "clear@0,0")
        assert (oracle.cubes[0]["rubble"], oracle.rubble, oracle.to_move) == (3, [], 1)
        play(oracle, "send@10")
        assert oracle.to_move == 2

    def test_a_field_that_gives_and_clears_gives_first(self):
        oracle = play(planning(), "send@10")
        assert (oracle.cubes[0]["fund"], oracle.clearing) == (2, 1)
        oracle = play(planning(5), "send@11")
        assert (oracle.cubes[0]["concrete"], oracle.clearing) == (2, 1)


class TestFoundations:
    def test_a_card_fits_its_zone_without_rubble_and_nothing_else(self):
        oracle = planning()
        oracle.hands[0] = ["fso", "dsp", "cdt"]
        oracle.rubble = [space for space in URBAN if space != (0, 0)]
        assert len(moves(oracle, "fso")) == 18
        assert len(moves(oracle, "dsp")) == 19
        assert moves(oracle, "cdt") == ["cdt@0,0"]
        play(oracle, "cdt@0,0")
        oracle.hands[1] = ["mdm"]
        assert moves(oracle, "mdm") == []
        assert (oracle.foundations, oracle.engineers[0]) == ({(0, 0): (0, "cdt")}, 3)

    def test_in_stage_one_a_site_takes_only_its_own_card(self):
        oracle = planning()
        oracle.hands[0] = ["rynek", "cdt"]
        oracle.rubble = []
        assert moves(oracle, "rynek") == ["rynek@1,-2"]
        assert len(moves(oracle, "cdt")) == 15
        oracle.stage = 2
        oracle.hands[0] = ["teatr"]
        assert len(moves(oracle, "teatr")) == 19

    def test_fifteen_buildings_are_all_foundations_among_them(self):
        oracle = planning()
        for space in LEFT_BANK[:14]:
            oracle.buildings[space] = Building(0, "transport", "", "okecie")
        assert moves(oracle, "fso")
        oracle.foundations[LEFT_BANK[14]] = (0, "dsp")
        assert not moves(oracle, "fso")

    def test_nobody_builds_among_the_neutral_buildings(self):
        oracle = planning(3)
        oracle.rubble = []
        oracle.hands[0] = ["dsp"]
        assert len(moves(oracle, "dsp")) == 30 - 4

    def test_an_unknown_hand_may_hold_any_unseen_card(self):
        oracle = Oracle(str(dealt().deal.seen_by(1)))
        for token in ("norm@?", "norm@n03", "norm@?", "norm@?"):
            play(oracle, token)
        assert moves(oracle, "fso")
        assert not moves(oracle, "mdm")
        play(oracle, "fso@0,-3")
        assert oracle.hands[0] == ["?"]
        play(oracle, "send@3", "!dsp", "send@3", "!?1")
        assert (oracle.hands[1], oracle.hands[2]) == (["cdt", "mdm", "dsp"], ["?", "?", "?"])


class TestPlanningTurns:
    def test_passing_is_for_the_round_and_planning_ends_when_all_have(self):
        oracle = play(planning(), "pass", "send@1", "pass", "pass", "send@1")
        assert oracle.to_move == 1
        play(oracle, "send@1", "send@1")  # the last engineer
        assert (oracle.round, oracle.phase) == (1, "realisation")
        assert oracle.engineers == [4, 4, 4, 4]

    def test_engineers_on_foundations_stay(self):
        oracle = play(planning(), "fso@0,-3", *["pass"] * 3, "send@1", "pass")
        assert (oracle.engineers[0], oracle.phase) == (3, "realisation")

    def test_who_has_no_engineer_is_out_of_planning(self):
        oracle = planning()
        oracle.engineers[1] = 0
        assert play(oracle, "pass").to_move == 2


class TestRealisation:
    @pytest.mark.parametrize(
        ("cubes", "prices"),
        [
            ((1, 1, 0), "c"),
            ((1, 0, 2), "r"),
            ((1, 0, 1), ""),
            ((0, 3, 3), ""),
            ((1, 1, 2), "cr"),
        ],
    )
    def test_a_building_costs_a_fund_and_concrete_or_rubble(self, cubes, prices):
        oracle = founded(realising(4, *cubes), "gus@0,0")
        builds = [move for move in oracle.legal() if move.startswith("build")]
        assert builds == [f"build@0,0/{price}" for price in prices]
        for price in prices:
            after = founded(realising(4, *cubes), "gus@0,0")
            play(after, f"build@0,0/{price}")
            paid = [1, 1, 0] if price == "c" else [1, 0, 2]
            assert list(after.cubes[0].values()) == [n - m for n, m in zip(cubes, paid, strict=True)]
            assert (after.points[0], after.engineers[0]) == (4, 4)

    def test_thrift_builds_with_one_rubble_once_it_stands(self):
        oracle = founded(realising(4, 3, 0, 3), "gus@0,0", "dsp@0,3")
        play(oracle, "build@0,0/r")
        assert oracle.cubes[0] == {"fund": 2, "concrete": 0, "rubble": 1}
        play(oracle, "build@0,3/r")
        assert oracle.cubes[0] == {"fund": 1, "concrete": 0, "rubble": 0}

    def test_storage_makes_room_for_four_cards_too(self):
        oracle = founded(realising(), "glowna@0,0")
        assert oracle.store(0) == 3
        play(oracle, "build@0,0/c")
        assert (oracle.store(0), oracle.store(1)) == (4, 3)
        stand(oracle, "cultural", "0,1", 0, "wilanow")
        assert oracle.store(0) == 4
        oracle.phase = "planning"
        oracle.hands[0] = ["a", "b", "c"]
        assert oracle.cards_to_draw(0, 2) == 1

    @pytest.mark.parametrize(
        ("cubes", "prices"),
        [
            ((1, 1, 1), ["cr"]),
            ((1, 2, 0), ["cc"]),
            ((1, 0, 3), ["rrr"]),
            ((1, 2, 3), ["cc", "cr", "rrr"]),
            ((1, 1, 0), []),
            ((0, 3, 3), []),
        ],
    )
    def test_a_bridge_costs_a_fund_a_marker_and_one_of_three_prices(self, cubes, prices):
        oracle = founded(realising(4, *cubes), "gus@0,0")
        bridges = [move for move in oracle.legal() if move.startswith("bridge@1,-1/0")]
        assert bridges == [f"bridge@1,-1/0/{price}" for price in prices]
        if prices:
            play(oracle, bridges[0])
            assert (oracle.points[0], oracle.markers[0], oracle.cubes[0]["fund"]) == (4, 5, 0)
            assert oracle.bridges == {(1, -1, 0): 0}

    def test_four_bridges_are_all_and_a_side_takes_one(self):
        oracle = realising()
        oracle.bridges = dict.fromkeys(RIVER[:3], 1)
        founded(oracle)
        assert len(moves(oracle, "bridge")) == 3 * 7
        oracle.bridges[RIVER[3]] = 1
        assert moves(oracle, "bridge") == []

    def test_markers_limit_metro_and_bridges_together(self):
        oracle = realising()
        oracle.markers[0] = 1
        founded(oracle)
        play(oracle, "metro@0,0/0")
        assert (oracle.phase, oracle.round, oracle.points[0], oracle.markers[0]) == ("planning", 2, 1, 0)

    def test_a_bridge_may_share_its_side_with_the_tunnel(self):
        oracle = founded(realising())
        tunnel = next(move for move in moves(oracle, "metro") if ":" in move)
        play(oracle, tunnel)
        assert oracle.points[0] == 1
        assert any(move.startswith(f"bridge@{tunnel.split(':')[1]}/") for move in oracle.legal())

    def test_an_industrial_building_counts_adjacent_unbuilt_hexes(self):
        for bridges, points in ((False, 2 + 2), (True, 2 + 3)):
            oracle = realising(tasks=("t01", "t02", "t03"))
            stand(oracle, "transport", "0,0")
            stand(oracle, "service", "1,-1")
            if bridges:
                oracle.bridges = {read_side("1,0/0"): 1}
            founded(
                oracle, "dsp@1,0", "gus@0,1"
            )  # beside 0,0 and 1,-1, 0,1 (a foundation), 1,1; beyond it 2,-1 and 2,0
            play(oracle, "build@1,0/c")
            assert oracle.points[0] == points

    def test_a_turn_ends_by_itself_when_nothing_is_left(self):
        oracle = founded(realising(4, 1, 1, 0), "gus@0,0")
        play(oracle, "build@0,0/c")
        assert oracle.round == 2

    def test_who_could_only_be_done_is_skipped(self):
        oracle = realising(4, 0, 3, 3)
        oracle.cubes[2]["fund"] = 1
        founded(oracle)
        assert (oracle.to_move, oracle.phase) == (2, "realisation")
        assert play(oracle, "done").round == 2

    def test_a_foundation_may_wait(self):
        oracle = founded(realising(), "gus@0,0")
        play(oracle, "done")
        assert (oracle.foundations, oracle.engineers[0]) == ({(0, 0): (0, "gus")}, 3)


class TestTasks:
    def test_the_later_building_fulfils_beside_anybodys(self):
        oracle = realising(tasks=("t01", "t04", "t10"))
        stand(oracle, "service", "0,1", 2)
        founded(oracle, "kolo@0,0")
        play(oracle, "build@0,0/c")
        assert (oracle.points[0], oracle.open_tasks) == (3 + 2, ["t04", "t10"])

    def test_the_other_way_round_fulfils_nothing(self):
        oracle = realising(tasks=("t01", "t04", "t10"))
        stand(oracle, "residential", "0,1", 2)
        founded(oracle, "pdtwola@0,0")
        assert play(oracle, "build@0,0/c").points[0] == 4

    def test_one_building_may_fulfil_several_and_style_counts(self):
        oracle = realising(tasks=("t01", "t10", "t11"))
        stand(oracle, "service", "0,1")
        stand(oracle, "residential", "1,0")
        founded(oracle, "mdm@0,0")
        play(oracle, "build@0,0/c")
        assert (oracle.points[0], oracle.open_tasks) == (3 + 2 + 3 + 3, [])

    def test_a_foundation_or_a_far_bank_is_not_beside(self):
        oracle = realising(tasks=("t01", "t04", "t10"))
        stand(oracle, "service", "2,-1")
        founded(oracle, "kolo@1,-1", "pdtwola@0,0")
        assert play(oracle, "build@1,-1/c").points[0] == 3

    def test_a_bridge_makes_it_beside(self):
        oracle = realising(tasks=("t01", "t04", "t10"))
        stand(oracle, "service", "2,-1")
        founded(oracle, "kolo@1,-1")
        play(oracle, "bridge@1,-1/0/cc", "build@1,-1/c")
        assert oracle.points[0] == 4 + 3 + 2

    def test_neutral_buildings_count(self):
        oracle = realising(3, tasks=("t01", "t04", "t10"))
        where = next(space for space, b in oracle.buildings.items() if b.type == "service")
        oracle.bridges = dict.fromkeys(RIVER, 1)
        beside = next(s for s in neighbours(where, list(oracle.bridges)) if s in LEFT_BANK)
        oracle.bridges = {s: 1 for s in RIVER if {s[:2]} & {beside, where}}
        founded(oracle, f"kolo@{beside[0]},{beside[1]}")
        play(oracle, f"build@{beside[0]},{beside[1]}/c")
        assert "t01" not in oracle.open_tasks

    def test_the_gap_is_filled_next_round(self):
        oracle = realising(tasks=("t01", "t04", "t10"))
        stand(oracle, "service", "0,1", 2)
        founded(oracle, "kolo@0,0")
        play(oracle, "build@0,0/c", "done")
        assert (oracle.due_tasks, oracle.legal()) == (1, [])
        for wrong in ("!t01", "!t13", "!t02+t03", "!?1"):
            with pytest.raises(ValueError):
                oracle.play(wrong)
        assert play(oracle, "!t02").open_tasks == ["t02", "t04", "t10"]


class TestFunctions:
    @pytest.mark.parametrize(
        ("card", "gain"), [("zeran", "fund"), ("srednica", "concrete"), ("praga1", "rubble")]
    )
    def test_a_cube_from_the_bank_once(self, card, gain):
        oracle = planning()
        stand(oracle, oracle.cards[card]["type"], "0,0", 0, card)
        before = oracle.cubes[0][gain]
        play(oracle, f"use@{card}")
        assert (oracle.cubes[0][gain], oracle.to_move) == (before + 1, 0)
        assert moves(oracle, "use") == []

    def test_only_when_it_gives_something(self):
        oracle = planning()
        for card, where in (("zeran", "0,3"), ("dsp", "0,0"), ("fso", "-1,0")):
            stand(oracle, "industrial", where, 0, card)
        oracle.hands[0] = ["kolo", "mdm"]
        assert set(moves(oracle, "use")) == {"use@zeran", "use@dsp", "use@fso"}
        oracle.cubes[0]["fund"] = 3
        oracle.hands[0] = ["kolo", "mdm", "cdt"]
        oracle.engineers[0] = 1
        assert moves(oracle, "use") == []
        oracle.hands[0], oracle.drawn = [], 30
        assert moves(oracle, "use") == []

    def test_a_card_is_drawn_and_the_turn_goes_on(self):
        oracle = planning()
        stand(oracle, "industrial", "0,0", 0, "dsp")
        play(oracle, "use@dsp")
        assert (oracle.due_cards, oracle.legal()) == (1, [])
        play(oracle, "!kasprzak")
        assert (oracle.to_move, oracle.hands[0]) == (0, ["fso", "zeran", "kasprzak"])

    def test_one_off_functions_work_in_realisation_too_but_for_twice(self):
        oracle = realising(4, 0, 0, 0)
        for card, where in (("dsp", "0,0"), ("fso", "-1,0")):
            stand(oracle, "industrial", where, 0, card)
        founded(oracle)
        assert oracle.legal() == ["done", "use@dsp"]
        play(oracle, "use@dsp")
        assert (oracle.to_move, oracle.round) == (0, 1)
        play(oracle, "!kasprzak")
        assert oracle.round == 2

    def test_twice_gives_another_placement_and_is_spent_by_a_pass(self):
        oracle = planning()
        stand(oracle, "industrial", "0,0", 0, "fso")
        play(oracle, "use@fso", "send@1")
        assert oracle.to_move == 0
        assert play(oracle, "send@1").to_move == 1
        oracle = planning()
        stand(oracle, "industrial", "0,0", 0, "fso")
        play(oracle, "use@fso", "pass")
        assert (oracle.to_move, oracle.more_placements) == (1, 0)

    def test_each_twice_needs_one_engineer_more(self):
        oracle = planning()
        for card, where in (("fso", "0,0"), ("mariensztat", "-1,0"), ("stadion", "0,1")):
            stand(oracle, oracle.cards[card]["type"], where, 0, card)
        oracle.engineers[0] = 3
        play(oracle, "use@fso", "use@stadion")
        assert moves(oracle, "use") == []
        play(oracle, "send@6", "clear@0,-1", "clear@0,-2")
        assert oracle.to_move == 0
        play(oracle, "send@1")
        assert (oracle.to_move, oracle.engineers[0]) == (0, 1)
        assert play(oracle, "send@1").to_move == 1

    def test_not_between_a_send_and_its_clearings(self):
        oracle = planning()
        stand(oracle, "industrial", "0,0", 0, "zeran")
        play(oracle, "send@6")
        assert moves(oracle, "use") == []

    def test_a_function_of_stage_one_outlives_it(self):
        oracle = planning()
        stand(oracle, "industrial", "0,0", 0, "zeran")
        oracle.stage = 2
        assert moves(oracle, "use") == ["use@zeran"]


class TestEnds:
    @staticmethod
    def passed_through(oracle: Oracle, rounds: int) -> Oracle:
        for _ in range(rounds):
            before = oracle.stage, oracle.round
            while (oracle.stage, oracle.round) == before and not oracle.over:
                oracle.play("pass" if oracle.phase == "planning" else "done")
        return oracle

    def test_the_stage_changes_after_round_four(self):
        oracle = planning()
        play(oracle, "fso@0,-3")
        self.passed_through(oracle, 3)
        assert (oracle.stage, oracle.round, oracle.hands[1]) == (1, 4, ["cdt", "mdm"])
        self.passed_through(oracle, 1)
        assert (oracle.stage, oracle.round, oracle.hands) == (2, 1, [[]] * 4)
        assert (oracle.open_tasks, oracle.due_tasks, oracle.deck()) == ([], 3, 30)
        play(oracle, "!t13+t14+t24", "send@3")
        assert (oracle.foundations, oracle.unseen()[0]) == ({(0, -3): (0, "fso")}, "huta")
        assert oracle.engineers[0] == 2

    @pytest.mark.parametrize(("options", "rounds"), [("none", 8), ("rounds7", 7)])
    def test_the_game_ends_after_its_rounds(self, options, rounds):
        oracle = planning(options=options)
        self.passed_through(oracle, 4)
        play(oracle, "!t13+t14+t24")
        self.passed_through(oracle, rounds - 5)
        assert not oracle.over
        self.passed_through(oracle, 1)
        assert oracle.over
        assert oracle.legal() == []

    def test_the_game_ends_with_the_round_of_the_last_hex(self):
        oracle = realising(tasks=("t01", "t02", "t03"))
        for space in HEXES[:-1]:
            stand(oracle, "transport", f"{space[0]},{space[1]}")
        founded(oracle, "gus@0,3")
        play(oracle, "build@0,3/c")
        assert not oracle.over
        play(oracle, "done")
        assert (oracle.over, oracle.stage, oracle.round) == (True, 1, 1)


class TestScoring:
    @pytest.mark.parametrize(
        ("kind", "beside", "points"),
        [
            ("service", "residential", 1),
            ("service", "service", 0),
            ("service", "transport", 0),
            ("residential", "service", 1),
            ("residential", "transport", 1),
            ("residential", "residential", 0),
            ("representative", "cultural", 1),
            ("representative", "representative", 0),
            ("cultural", "representative", 1),
            ("cultural", "residential", 0),
            ("transport", "residential", 0),
            ("industrial", "industrial", 5),
        ],
    )
    def test_neighbours(self, kind, beside, points):
        city = {(0, 0): Building(0, kind), (1, 0): Building(None, beside)}
        assert neighbour_points((0, 0), city, []) == points

    def test_neighbours_add_up_over_a_bridge_too(self):
        city = {(1, -1): Building(0, "residential"), (2, -1): Building(1, "service")}
        assert neighbour_points((1, -1), city, []) == 0
        assert neighbour_points((1, -1), city, [(1, -1, 0)]) == 1
        city[0, -1] = Building(2, "transport")
        city[0, 0] = Building(0, "service")
        assert neighbour_points((1, -1), city, [(1, -1, 0)]) == 3

    def test_a_segment_on_a_side_counts_once_a_building_and_a_corner_not(self):
        oracle = planning()
        stand(oracle, "transport", "0,0", 0, "okecie")
        oracle.metro.segments = [(0, 0, 0), (0, 0, 1)]
        oracle.kept = [None] * 4
        assert oracle.scores()[0] == 1
        oracle.metro.segments = [(0, -1, 0)]  # ends at a corner of 0,0
        assert oracle.scores()[0] == 0
        oracle.metro.segments, oracle.metro.tunnel = [], (1, -1, 0)
        stand(oracle, "transport", "1,-1", 0, "wschodni")
        assert oracle.scores()[0] == 0

    @pytest.mark.parametrize(
        ("objects", "owned", "points"),
        [
            ("a b c d", {"a": 1, "b": 1, "c": 1, "d": 1}, 3),
            ("a b c d", {"a": 1, "b": 1, "c": 1}, -3),
            ("a b c d", {"a": 2, "b": 3, "c": 2, "d": 2}, 6),
            ("a a b c", {"a": 3, "b": 2, "c": 2}, 3),
            ("a a b c", {"a": 4, "b": 2, "c": 2}, 6),
            ("a a b c", {"a": 1, "b": 2, "c": 2}, -3),
            ("a a a a", {"a": 7}, 3),
        ],
    )
    def test_a_norm_counts_complete_sets_that_share_no_object(self, objects, owned, points):
        assert norm_points(objects.split(), Counter(owned)) == points

    def test_five_players_ignore_the_last_object_and_metro_and_bridges_are_objects(self):
        for players, points in ((4, -3), (5, 3)):
            oracle = planning(players)  # seat 3 keeps n07: industrial, transport, service, bridge
            for kind, where in (("industrial", "0,0"), ("transport", "0,2"), ("service", "0,-2")):
                stand(oracle, kind, where, 3)
            assert oracle.norm_score(3) == points
            oracle.bridges = {RIVER[0]: 3}
            assert oracle.norm_score(3) == 3
        oracle = planning()
        for kind, where in (("residential", "0,0"), ("transport", "0,2"), ("service", "0,-2")):
            stand(oracle, kind, where, 0)
        oracle.metro.segments, oracle.segment_owners = [(0, 0, 0)], [1]
        assert oracle.norm_score(0) == -3
        oracle.segment_owners = [0]
        assert oracle.norm_score(0) == 3

    def test_an_unchosen_norm_counts_nothing(self):
        assert dealt().scores() == [0, 0, 0, 0]
        assert planning().scores() == [-3, -3, -3, -3]

    @pytest.mark.parametrize(
        ("built", "points"),
        [
            ([0, 0, 0], [0, 0, 0]),
            ([1, 0, 0], [5, 0, 0]),
            ([2, 2, 1], [3, 3, 0]),
            ([1, 1, 1], [3, 3, 3]),
        ],
    )
    def test_styles(self, built, points):
        city: dict[tuple[int, int], Building] = {}
        for seat, n in enumerate(built):
            for _ in range(n):
                city[HEXES[len(city)]] = Building(seat, "service", "modernism")
        assert style_points(city, 3) == points

    def test_foundations_give_nothing(self):
        oracle = planning()
        oracle.foundations = {(0, 0): (0, "cdt")}
        stand(oracle, "residential", "0,1", 1)
        assert oracle.scores()[:2] == [-3, -3]

    def test_most_points_then_most_buildings_then_shared(self):
        oracle = planning()
        oracle.points = [3, 3, 3, 5]
        assert oracle.ranks() == [2, 2, 2, 1]
        stand(oracle, "transport", "0,0", 1, "okecie")
        assert oracle.ranks() == [3, 2, 3, 1]


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("options", ["none", "rounds7"])
def test_random_games_end_and_never_lack_a_move(players, options):
    for seed in range(5):
        rng = Random(f"{players} {options} {seed}")
        oracle = Oracle(str(random_deal(rng, players, options)))
        while not oracle.over:
            assert oracle.due or oracle.legal() == sorted(set(oracle.legal())) != []
            oracle.play(anything(oracle, rng))
        assert not oracle.legal()
        assert sorted(oracle.engineers) >= [0] * players


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_view_takes_all_that_happens_and_shows_the_seat_its_own_moves(players):
    rng = Random(players)
    deal = random_deal(rng, players)
    oracle = Oracle(str(deal))
    views = {seat: Oracle(str(deal.seen_by(seat))) for seat in (None, *range(players))}
    while not oracle.over:
        by, token = oracle.to_move, anything(oracle, rng)
        for seat, view in views.items():
            assert (view.to_move, view.due, view.cubes) == (by, oracle.due, oracle.cubes)
            if seat == by:
                assert view.legal() == oracle.legal()
            view.play(masked(token, by, seat))
        oracle.play(token)
    for view in views.values():
        assert (view.over, view.points) == (True, oracle.points)
