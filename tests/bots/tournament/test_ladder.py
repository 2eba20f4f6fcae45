"""The ladder: who meets whom, how the order changes, and a tournament that is interrupted."""

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from tests.bots.tournament.plans import TWO, planned
from tests.bots.tournament.test_formats import all_rounds, plan, tables, won_by_the_first
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.tournament.format import Format
from urbanist.bots.tournament.results import GameResult
from urbanist.bots.tournament.run import Run
from urbanist.bots.tournament.store import Store

#: Four bots, the strongest last: with two seats it needs three rounds to the first rung.
CLIMB = f"""format = "ladder"
players = 2
deals = 3
rounds = 4
[[bot]]
play = "random:seed=1"
{TWO.replace("greedy", "random:seed=2")}
[[bot]]
play = "ismcts:nodes=120"
"""


def won_by_the_last(pairing: Pairing) -> GameResult:
    """Return the result of a game in which a bot with a higher number comes in ahead."""
    found = won_by_the_first(pairing)
    points = tuple(100 - points for points in found.points)
    return replace(found, points=points, ranks=tuple(len(points) + 1 - rank for rank in found.ranks))


def climbed(form: Format) -> tuple[list[list[tuple[int, ...]]], list[GameResult]]:
    """Return the tables of each round, and all games, of a ladder in which the later bot always wins."""
    met: list[list[tuple[int, ...]]] = []
    games: list[GameResult] = []
    while pairings := list(form.round(len(met) + 1, games)):
        met.append(tables(pairings))
        games += map(won_by_the_last, pairings)
    return met, games


def test_the_first_bots_of_the_file_stay_first_while_they_win() -> None:
    rounds = all_rounds(plan(5, 2, deals=1, format="ladder", rounds=3).format())
    assert [tables(games) for games in rounds] == [[(0, 1), (2, 3)], [(1, 2), (3, 4)], [(0, 1), (2, 3)]]


def test_a_winner_moves_up_a_rung_and_meets_the_next_one() -> None:
    form = plan(4, 2, deals=2, format="ladder", rounds=4).format()
    met, games = climbed(form)
    # 0123, then 1032, 1302, 3120, and 3210 at the end.
    assert met == [[(0, 1), (2, 3)], [(0, 3)], [(1, 3), (0, 2)], [(1, 2)]]
    assert form.conclusion(games).values["order"] == [f"random:seed={bot}" for bot in (3, 2, 1, 0)]


@pytest.mark.parametrize(("seats", "below"), [(3, [0, 1, 2, 0]), (4, [0, 2, 0, 2])])
def test_tables_begin_half_a_table_lower_in_each_round(seats: int, below: list[int]) -> None:
    rounds = all_rounds(plan(6, seats, deals=1, format="ladder", rounds=4).format())
    assert [min(bot for table in tables(games) for bot in table) for games in rounds] == below


@pytest.mark.parametrize(("points_of_the_first", "order"), [(40, [1, 0]), (39, [1, 0]), (41, [0, 1])])
def test_bots_with_equal_wins_stand_by_points_or_else_as_they_stood(
    points_of_the_first: int, order: list[int]
) -> None:
    form = plan(2, 2, deals=1, format="ladder", rounds=2).format()
    games = list(map(won_by_the_last, form.round(1, [])))
    for won, pairing in zip((won_by_the_first, won_by_the_last), form.round(2, games), strict=True):
        points = tuple(points_of_the_first if bot == 0 else 40 for bot in pairing.entrants)
        games.append(replace(won(pairing), points=points))
    assert form.conclusion(games).values["order"] == [f"random:seed={bot}" for bot in order]


def test_the_conclusion_is_the_order_after_the_last_finished_round() -> None:
    form = plan(4, 2, deals=1, format="ladder", rounds=2).format()
    _, games = climbed(form)
    assert not form.conclusion(games[:3])
    assert form.conclusion(games[:-1]).values == {
        "rounds": 1,
        "order": [f"random:seed={bot}" for bot in (1, 0, 3, 2)],
    }


def test_the_number_of_games_of_many_rounds_comes_at_once() -> None:
    assert plan(4, 2, deals=1, format="ladder", rounds=10**18).format().games() == 3 * 10**18


def test_an_interrupted_ladder_ends_as_an_uninterrupted_one(tmp_path: Path) -> None:
    whole, broken = planned(folder(tmp_path, "whole"), CLIMB), planned(folder(tmp_path, "broken"), CLIMB)
    records = []
    with Store.open(whole, resume=False) as store:
        run = Run(whole, store)
        assert len(list(run.play())) == run.format.games() == 3 * 2 * (2 + 1 + 2 + 1)
        said = run.format.conclusion(list(run.games.values()))
        records.append(list(store.records()))
    with Store.open(broken, resume=False) as store:
        assert len(list(islice(Run(broken, store).play(), 15))) == 15
    with Store.open(broken, resume=True) as store:
        run = Run(broken, store)
        assert len(list(run.play())) == 36 - 15
        assert run.format.conclusion(list(run.games.values())) == said
        records.append(list(store.records()))
    assert records[0] == records[1]
    assert said.line.startswith("ladder: after 4 of 4 rounds ismcts:nodes=120, ")
    assert said.rows[0] == ("1", "ismcts:nodes=120")


def folder(parent: Path, name: str) -> Path:
    """Make a folder and return it."""
    (parent / name).mkdir()
    return parent / name
