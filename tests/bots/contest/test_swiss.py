"""The Swiss tournament: no rematch that could be avoided, similar results at a table, and as many games for all."""

import json
import os
import subprocess
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tests.bots.cli.using import PROGRAM
from tests.bots.contest.game_results import game
from tests.bots.contest.plans import SIX, planned
from tests.bots.contest.test_formats import plan
from urbanist.bots.contest.formats.swiss import Swiss, Table, tables_of
from urbanist.bots.contest.plan_schema import PlanError
from urbanist.bots.contest.results import GameResult
from urbanist.bots.contest.run import Run
from urbanist.bots.contest.store import Store
from urbanist.bots.sqlite_schema import transaction

Pair = tuple[int, int]
#: Bots, seats and rounds: at 12 bots so many that rematches cannot always be avoided.
SIZES = [(12, 2, 12), (12, 3, 6), (12, 4, 4), (40, 2, 12), (40, 3, 8), (40, 4, 8)]


def simulated(bots: int, seats: int, rounds: int, seed: int) -> list[tuple[list[Table], set[Pair]]]:
    """Return the tables of each round, and the pairs that had met before; the bots have strengths and luck."""
    rng = np.random.default_rng(seed)
    strengths = rng.normal(size=bots)
    swiss = Swiss(plan(bots, seats, format="swiss", rounds=rounds, deals=1))
    games: list[GameResult] = []
    drawn_rounds: list[tuple[list[Table], set[Pair]]] = []
    met: set[Pair] = set()
    for number in range(1, rounds + 1):
        tables = swiss.tables(games)
        drawn_rounds.append((tables, set(met)))
        for place, table in enumerate(tables, 1):
            luck = strengths[list(table)] + rng.gumbel(size=seats)
            ranks = (-luck).argsort().argsort() + 1
            result = game(0, table, ranks.tolist(), deal=number)
            games.append(replace(result, id=f"{number}.{place}.1.1"))
        met |= pairs(tables)
    return drawn_rounds


def pairs(tables: list[Table]) -> set[Pair]:
    """Return all pairs of bots that meet at tables."""
    return {pair for table in tables for pair in combinations(sorted(table), 2)}


def fewest(bots: int, seats: int, met: set[Pair]) -> int:
    """Return the least number of rematches of any round of all bots: every way to seat them is tried."""

    @cache
    def least(left: int) -> int:
        if not left:
            return 0
        first, *others = [bot for bot in range(bots) if left >> bot & 1]
        tables = ((first, *rivals) for rivals in combinations(others, seats - 1))
        return min(
            sum(pair in met for pair in combinations(table, 2))
            + least(left & ~sum(1 << bot for bot in table))
            for table in tables
        )

    return least((1 << bots) - 1)


def without_rematch(playing: list[int], seats: int, met: set[Pair]) -> bool:
    """Tell whether these bots can play a round without a rematch: an exact cover by tables, as a linear program."""
    tables = [[bot] for bot in playing]
    for _ in range(seats - 1):
        tables = [
            [*table, bot]
            for table in tables
            for bot in playing
            if bot > table[-1] and all((other, bot) not in met for other in table)
        ]
    if not tables:
        return False
    sits = np.array([[bot in table for table in tables] for bot in playing], float)
    # Late: it takes half a second, and every process of the suite reads this file.
    from scipy.optimize import LinearConstraint, milp

    solution = milp(
        np.zeros(len(tables)), constraints=LinearConstraint(sits, 1, 1), integrality=1, bounds=(0, 1)
    )
    return bool(solution.success)


def check(bots: int, seats: int, rounds: int, seed: int) -> None:
    """Simulate a tournament, and look in each round for a better one."""
    out: Counter[int] = Counter()
    for tables, met in simulated(bots, seats, rounds, seed):
        playing = sorted(bot for table in tables for bot in table)
        assert len(playing) == len(set(playing)) == bots - bots % seats
        assert {len(table) for table in tables} == {seats}
        out.update({*range(bots)} - {*playing})
        rematches = len(pairs(tables) & met)
        if bots <= 12:
            assert rematches == fewest(bots, seats, met)
        elif rematches:
            assert not without_rematch(playing, seats, met)
    assert not bots % seats or max(out.values()) == 1


@pytest.mark.parametrize(("bots", "seats", "rounds"), SIZES)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.nightly)])
def test_no_rematch_could_be_avoided(bots: int, seats: int, rounds: int, seed: int) -> None:
    check(bots, seats, rounds, seed)


@pytest.mark.parametrize(
    "seed", [15, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in (70, 144, 155))]
)
def test_a_search_that_is_lost_begins_again_in_another_order(seed: int) -> None:
    """In these tournaments one order of the bots leads to a rematch that could be avoided, in 20,000 steps."""
    check(40, 4, 8, seed)


@pytest.mark.nightly
@pytest.mark.parametrize(("bots", "seats", "rounds"), SIZES)
def test_no_rematch_could_be_avoided_in_a_thousand_tournaments(bots: int, seats: int, rounds: int) -> None:
    for seed in range(10, 180):
        check(bots, seats, rounds, seed)


def test_a_near_rival_is_given_up_for_a_round_without_a_rematch() -> None:
    # If 0 met 2, the nearest one that it has not met, 1 and 3 would meet again.
    assert tables_of(range(4), 2, {(0, 1): 1, (1, 3): 1}) == [(0, 3), (1, 2)]


def test_one_rematch_is_better_than_two_however_often_they_met() -> None:
    met = {(0, 1): 1, (2, 3): 1, (1, 3): 5, (0, 3): 1, (1, 2): 1}
    assert tables_of(range(4), 2, met) == [(0, 2), (1, 3)]


def test_of_rematches_those_that_met_least_often_are_played() -> None:
    met = {(0, 1): 2, (2, 3): 1, (0, 2): 2, (1, 3): 2, (0, 3): 1, (1, 2): 1}
    assert tables_of(range(4), 2, met) == [(0, 3), (1, 2)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_similar_results_sit_together_while_nobody_has_met(seats: int) -> None:
    tables = tables_of(range(12), seats, {})
    assert tables == [tuple(range(first, first + seats)) for first in range(0, 12, seats)]


def test_many_bots_are_paired_by_those_near_to_them() -> None:
    met = {(bot, bot + 1): 1 for bot in range(600)}
    tables = tables_of(range(600), 2, met)
    assert len(tables) == 300
    assert all(pair not in met and pair[1] - pair[0] <= 3 for pair in tables)


def test_a_round_that_another_version_began_is_not_played_on(tmp_path: Path) -> None:
    cup = planned(tmp_path, f"format = 'swiss'\nplayers = 2\nrounds = 2\ndeals = 1\n{SIX}")
    with Store.open(cup, resume=False) as store:
        games = Run(cup, store).play()
        began = [next(games) for _ in range(8)][-1]
        games.close()
        assert began.id == "2.1.2.2"
        store._connection.execute("UPDATE games SET bots = '[5, 4]' WHERE id = '2.1.2.1'")
    with Store.open(cup, resume=True) as store:
        run = Run(cup, store)
        assert not run.ended()
        with pytest.raises(PlanError, match=r"round 2: in game 2\.1\.2\.1 others met than this version"):
            list(run.play())
        assert len(run.games) == 8


@pytest.mark.nightly
def test_a_thousand_bots_and_ten_thousand_games_fit_into_200_megabytes(tmp_path: Path) -> None:
    bots = "".join(f'[[bot]]\nplay = "random:seed={seed}"\n' for seed in range(1000))
    cup = planned(tmp_path, f"format = 'swiss'\nplayers = 2\nrounds = 10\ndeals = 1\n{bots}")
    swiss, games = cup.format(), list[GameResult]()
    with Store.open(cup, resume=False) as store, transaction(store._connection):
        for number in range(1, 11):
            for pairing in list(swiss.round(number, games)):
                better = pairing.entrants[0] < pairing.entrants[1]
                result = game(0, pairing.entrants, (1, 2) if better else (2, 1), deal=pairing.deal)
                games.append(replace(result, id=pairing.id))
                lists = (result.bots, result.points, result.ranks, result.lost, result.moves, result.seconds)
                row = (pairing.id, pairing.deal, *map(json.dumps, lists), json.dumps({"filling": "x" * 2000}))
                store._connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    assert len(games) == 10_000
    command = [*PROGRAM, "tournament", str(cup.path), "--standings"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    assert used.ru_maxrss < 200 << 10
