"""The page of a balance has all numbers, loads nothing, and hostile names stay text."""

from dataclasses import replace

from tests.bots.balance.games import GAME
from tests.bots.html_reader import read
from urbanist.bots.balance import BalancePlan, BalanceReport, played, report_of
from urbanist.bots.balance.page import page
from urbanist.bots.balance.report import SeatQuestion
from urbanist.bots.markup.page_frame import POLICY

HOSTILE = "</style><script>alert(1)</script>"


def report(game: str, seats: int, games: int, variant: str) -> BalanceReport:
    *_, (_, rulesets) = played(BalancePlan(game, seats, 3, games, variant))
    return report_of(BalancePlan(game, seats, 3, games, variant), rulesets)


def test_a_page_has_each_question_and_each_value() -> None:
    told = report("akropolis", 2, 300, "standard")
    shown = read(page(told))
    text = "".join(shown.texts)
    assert {"Balance of akropolis", "Distributions", "Rules", "Order of play", "Tile taken"} <= {*shown.texts}
    for question in told.seats:
        for row in question.rows:
            assert row.value in text
    assert shown.tags.count("svg") > len(told.seats[1].rows)
    assert ("content", POLICY) in shown.attributes
    assert not {"script", "img", "link"} & set(shown.tags)


def test_a_game_without_rows_of_the_score_and_with_one_length_has_a_page() -> None:
    told = report(GAME.name, 2, 50, "plain")
    assert not told.rows
    assert told.plies.counts == {1: 50}
    shown = read(page(told))
    assert "Where points come from" not in shown.texts
    assert "Rules" not in shown.texts
    assert {"ace", "coin", "cup"} <= {*shown.texts}


def test_names_stay_text() -> None:
    told = report(GAME.name, 2, 20, "plain")
    [first, *rest] = told.seats
    named = tuple(replace(row, value=HOSTILE) for row in first.rows)
    hostile = replace(told, player=HOSTILE, seats=(SeatQuestion(HOSTILE, True, named), *rest))
    shown = read(page(hostile))
    assert "script" not in shown.tags
    assert HOSTILE in shown.texts
