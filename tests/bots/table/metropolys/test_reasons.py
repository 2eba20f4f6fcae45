"""What of the games that follow two moves is told: auctions and closed places, against the rules."""

import re
from collections import Counter
from functools import cache

import pytest

from tests.search.positions import EXPERT_2, FAMILY_2, whole_game, with_cards
from urbanist.bots.analysis.cause import MoveComparison, Played
from urbanist.bots.analysis.rollout import rollouts
from urbanist.bots.table.metropolys.model.auction import NOTATION
from urbanist.bots.table.metropolys.text.moves import settled
from urbanist.bots.table.metropolys.text.reasons import (
    AuctionDeed,
    because,
    deeds,
    groups_held,
    groups_left,
    steps,
    winning_bids,
)
from urbanist.bots.table.puzzles.store import read_shipped
from urbanist.engine import GAMES
from urbanist.engine.event import Move
from urbanist.engine.game import State
from urbanist.engine.history import History, View
from urbanist.engine.metropolys.editions import EDITIONS
from urbanist.engine.metropolys.notation import MetropolysMove, targets
from urbanist.engine.metropolys.pieces import CELLS


def played(state: State, *texts: str) -> list[Played]:
    moves = []
    for text in texts:
        move = state.game.notation.move(text)
        moves.append((state, move, after := state.play(move)))
        state = after
    return moves


def moves_of(game: History) -> list[Played]:
    return [
        (before, event, after)
        for before, event, after in zip(game.states, game.events, game.states[1:], strict=False)
        if isinstance(event, Move)
    ]


def test_the_steps_of_an_auction() -> None:
    start = GAMES["metropolys"].deal(seats=2, seed=1)
    first = start.to_move
    auction = played(start, "5@C10", "11@C9", "pass")
    over = [(1 - first, AuctionDeed(does)) for does in ("outbids", "takes over", "wins")]
    assert [*steps(auction, tallest=False)] == over
    assert [*steps(auction, tallest=True)] == [*over, (1 - first, AuctionDeed("raises", "C"))]
    assert [*steps(auction[1:], tallest=True)] == over[2:]
    assert [*deeds(start, *auction[-1])] == [
        (1 - first, AuctionDeed("building", "C9", 11)),
        (1 - first, AuctionDeed("place", "C9")),
    ]
    # The first one outbids in turn: it is not taken over.
    again = played(start, "5@C10", "11@C9", "12@C8", "pass")
    assert [*steps(again, tallest=False)] == [
        (1 - first, AuctionDeed("outbids")),
        (first, AuctionDeed("wins")),
    ]
    assert [*steps(played(start, "5@C10", "pass"), tallest=False)] == [(first, AuctionDeed("wins"))]


def test_nobody_can_outbid_on_a_closed_place() -> None:
    game = whole_game(EXPERT_2, 1)
    start, closed = game.states[0], 0
    for before, move, after in moves_of(game):
        told = [deed for _, deed in deeds(start, before, move, after) if isinstance(deed, AuctionDeed)]
        place = next((deed.place for deed in told if deed.does == "place"), "")
        if not place or MetropolysMove(move).place != place:
            continue
        by = [deed.by for deed in told if deed.does == "closed"]
        built = {name for seat in (0, 1) for _, name in NOTATION.buildings(after.array, seat)}
        assert not by or built.issuperset(by[0])
        # A bid there has no places for the next one.
        record = after.array.copy()
        record["last_value"], record["last_cell"], record["over"] = 1, MetropolysMove(move) & 0xFF, 0
        assert bool(by) == (not targets(record))
        closed += bool(by)
    assert closed > 1


def test_the_last_building_ends_the_game() -> None:
    moves = moves_of(whole_game(EXPERT_2, 1))
    # Each auction begins after a building, and these are the ends of the game in it and in the three after it.
    begins = [0, *(number for number, (_, _, after) in enumerate(moves, 1) if settled(after))]
    for later, begin in enumerate(reversed(begins[:-1])):
        told = {deed.does for _, deed in steps(moves[begin:], tallest=False)}
        assert ("ends" in told) == (later == 0)
        assert ("ends soon" in told) == (later < 4)
    assert len(begins) > 5


def test_the_winning_bid_is_the_first_building() -> None:
    start = GAMES["metropolys"].deal(seats=2, seed=1)
    auctions = played(start, "5@C10", "11@C9", "pass", "1@E1")
    assert [*winning_bids(auctions)] == [(1 - start.to_move, AuctionDeed("gets", "C9", 11))]


@pytest.mark.parametrize(
    ("area", "other", "least"), [("bridges", "lakes", 2), ("statues", "bridges", 3), ("lakes", "statues", 3)]
)
def test_a_group_of_an_area_card_is_held_with_buildings_on_its_places(
    area: str, other: str, least: int
) -> None:
    held = 0
    for seed in range(20):
        end = whole_game(EXPERT_2, seed).state
        groups = getattr(EDITIONS.of(end.array).board, area)
        state = with_cards(EXPERT_2, end, (f"{area}+park", f"{other}+housing"))
        own = {name for _, name in NOTATION.buildings(state.array, 0)}
        full = {number for number, group in enumerate(groups) if len(own.intersection(group)) >= least}
        numbers = {each.number for each in groups_held(state, 0)}
        # A building counts once: one group may take what another one needs.
        assert numbers <= full
        assert bool(numbers) == bool(full)
        held += len(numbers)
    assert held


@pytest.mark.parametrize("area", ["bridges", "statues"])
def test_a_group_is_left_until_another_seat_builds_in_it(area: str) -> None:
    game, lost = whole_game(EXPERT_2, 1), 0
    record = game.state.array
    play = {name for name, cell in CELLS.items() if int(record["play"]) >> cell & 1}
    groups = [group for group in getattr(EDITIONS.of(record).board, area) if play.issuperset(group)]
    for _, _, after in moves_of(game):
        for seat in (0, 1):
            theirs = {name for _, name in NOTATION.buildings(after.array, 1 - seat)}
            left = groups_left(after, seat, area)
            assert left == [group for group in groups if theirs.isdisjoint(group)]
            lost += len(groups) - len(left)
    assert lost


def test_a_family_card_counts_no_groups() -> None:
    for seed in range(5):
        state = whole_game(FAMILY_2, seed).state
        assert not [*groups_held(state, 0), *groups_held(state, 1)]


@cache
def told() -> list[tuple[State, tuple[list[list[Played]], ...], str]]:
    """Return sentences for some of the puzzles, each with the position and the moves of the games after both moves."""
    game, sentences = GAMES["metropolys"], []
    for puzzle in read_shipped("metropolys")[::3]:
        view = View.read(game, puzzle.seat, puzzle.deal, puzzle.events)
        worst = min(puzzle.others, key=lambda move: puzzle.others[move])
        games = [
            rollouts(view, game.notation.move(move), games=12, careful=(8, 8, 4))
            for move in (puzzle.best, worst)
        ]
        comparison = MoveComparison(puzzle.seat, *games)
        for change in comparison.changes():
            said = because(comparison, comparison.cause_of(change), lambda seat: f"seat {seat}")
            sentences += [(view.bare_state(), comparison.moves, each) for each in said]
    return sentences


def test_who_wins_the_auction_is_counted_again() -> None:
    cases = 0
    for state, games, said in told():
        match = re.match(
            r"(Then|After the other move) seat (\d) wins this auction with (\d+) on (\w+) .* in (\d+) of 10",
            said,
        )
        if match is None:
            continue
        first, seat, value, place, number = match.groups()
        won = []
        for moves in games[first != "Then"]:
            after = next(after for _, _, after in moves if settled(after))
            won.append((int(value), place) in NOTATION.buildings(after.array, int(seat)))
        assert int(number) == round(10 * sum(won) / len(won))
        # Whoever passes leaves the auction to the last bid.
        assert (int(seat) == state.to_move) == (str(games[first != "Then"][0][0][1]) != "pass")
        cases += 1
    assert cases > 2


def test_the_only_place_to_outbid_on_is_the_only_empty_one_beside_the_bid() -> None:
    """Otherwise the place is one of several."""
    cases = Counter[bool]()
    for _, games, said in told():
        match = re.match(
            r"(Then|After the other move) .*outbids? it(?:, mostly)? on (\w+)(.*beside it)?", said
        )
        if match is None:
            continue
        first, place, only = match.groups()
        start, move, _ = games[first != "Then"][0][0]
        near = {*EDITIONS.of(start.array).board.by_name[MetropolysMove(move).place].adjacent}
        # Where a bid of this auction stands nobody can bid.
        near = {name for name in near if int(start.array["empty"]) >> CELLS[name] & 1}
        assert place in near
        assert bool(only) == (len(near) == 1)
        cases[bool(only)] += 1
    assert cases[False] > 1
    assert cases[True] > 1


def test_so_many_auctions_are_left_at_most() -> None:
    cases = 0
    for _, games, said in told():
        if match := re.match(
            r"Auctions until the game is over: (\d+) at most, after the other move (\d+) at most\.", said
        ):
            for number, side in zip(match.groups(), games, strict=True):
                assert int(number) == max(sum(settled(after) for _, _, after in moves) for moves in side)
            cases += 1
    assert cases


def test_the_tall_buildings_that_are_not_built_yet_are_told() -> None:
    cases = 0
    for state, _, said in told():
        if not said.startswith("Tall buildings not built yet"):
            continue
        for seat in range(state.seats):
            built = {value for value, _ in NOTATION.buildings(state.array, seat)}
            left = ", ".join(str(value) for value in (13, 12, 11, 10) if value not in built)
            assert f"seat {seat} ({left or 'none'})" in said
            cases += 1
    assert cases > 2


def test_the_buildings_of_a_district_are_told_from_the_highest_on() -> None:
    cases = 0
    for state, _, said in told():
        if not (match := re.match(r"Built in (\w+) by now: ", said)):
            continue
        for seat in range(state.seats):
            built = NOTATION.buildings(state.array, seat)
            there = sorted((value for value, place in built if place[0] == match[1][0]), reverse=True)
            assert f"seat {seat} ({', '.join(map(str, there)) or 'none'})" in said
            cases += 1
    assert cases > 2
