"""A better line begins with the best move, keeps to the rules and is the same each time."""

from dataclasses import replace

import pytest

from tests.engine.tables import PLAIN_TABLES, Table, by_day
from tests.search.positions import whole_game
from urbanist.bots.analysis.decisions import Decision, choices, judge
from urbanist.bots.analysis.line import LONG, better_line
from urbanist.engine.history import History
from urbanist.search.options import SearchOptions

FEW = SearchOptions(nodes=20)


@pytest.mark.parametrize("table", by_day(PLAIN_TABLES))
def test_a_line_goes_on_from_the_best_move(table: Table) -> None:
    whole = whole_game(table, 2)
    game = History.read(table.game, whole.deal, whole.events)
    plies = choices(game)
    for ply in (plies[0], plies[len(plies) // 2], plies[-1]):
        decision = judge(game, ply, FEW)
        line = better_line(game, decision, FEW)
        assert line.events[:ply] == game.events[:ply]
        assert line.events[ply] == decision.best.move
        assert line.state.over or sum(not event.startswith("!") for event in line.texts[ply:]) == LONG
        assert History.read(table.game, line.deal, line.events).events == line.events
        assert better_line(game, decision, FEW) == line


def test_what_comes_after_the_decision_changes_nothing() -> None:
    table = PLAIN_TABLES[0]
    whole = whole_game(table, 2)
    game = History.read(table.game, whole.deal, whole.events)
    decision: Decision = judge(game, 3, FEW)
    assert better_line(game, decision, FEW) == better_line(game.until(4), decision, FEW)
    assert better_line(game, replace(decision, best=decision.played), FEW, 1).events == game.events[:4]
