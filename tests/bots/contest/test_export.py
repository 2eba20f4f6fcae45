"""Standings as JSON and CSV."""

import csv
import io
import json

import pytest

from tests.bots.contest.game_results import drawn, game
from urbanist.bots.contest import export
from urbanist.bots.contest.export import COLUMNS, FORMAT, to_csv, to_json
from urbanist.bots.contest.standings import Conclusion, Standings, standings
from urbanist.engine.name import shown_name

NAMES = ('bot "one", with a comma', "=1+1\nlines", "drei ü")


def results(games: int = 12) -> Standings:
    played = drawn([1, 0, -1], seats=3, deals=games, seed=4)
    forfeited = game(10**5, (0, 1), (1, 2), forfeits=((1, "crash"),))
    return standings(NAMES, [*played, forfeited] if games else [], resamples=50)


def test_json_holds_all_standings() -> None:
    exported, stands = json.loads(to_json(results())), results()
    assert (exported["format"], exported["games"], exported["deals"], exported["anchor"]) == (
        FORMAT,
        13,
        13,
        None,
    )
    assert [bot["name"] for bot in exported["bots"]] == [line.name for line in stands.lines]
    assert [bot["rank"] for bot in exported["bots"]] == [1, 2, 3]
    for bot, line in zip(exported["bots"], stands.lines, strict=True):
        assert bot["rating"] == {
            "value": line.rating.value,
            "low": line.rating.low,
            "high": line.rating.high,
        }
        assert bot["forfeits"] == dict(line.forfeits)
        assert line.win is not None
        assert line.win.low is not None
        assert line.win.high is not None
        ends = (line.win.low, line.win.high)
        assert (bot["win_share"]["low"], bot["win_share"]["high"]) == tuple(round(end, 6) for end in ends)
        assert bot["win_share"]["mean"] == round(line.win.mean, 6)
        assert bot["points"]["high"] - bot["points"]["mean"] == pytest.approx(
            bot["points"]["margin"], abs=2e-6
        )
    one, other = stands.lines[:2]
    assert exported["met"][0][1] == stands.met(one, other)
    assert exported["ahead"][0][1] / exported["met"][0][1] == stands.share(one, other)


def test_json_of_very_many_bots_lists_the_pairs_that_met(monkeypatch: pytest.MonkeyPatch) -> None:
    matrices = json.loads(to_json(results()))
    monkeypatch.setattr(export, "WIDEST", 2)
    exported = json.loads(to_json(results()))
    assert {"ahead", "met"}.isdisjoint(exported)
    assert exported["pairs"] == [
        [place, beside, matrices["ahead"][place][beside], matrices["met"][place][beside]]
        for place, beside in ((0, 1), (0, 2), (1, 2))
    ]


def test_json_holds_the_conclusion_or_null() -> None:
    assert json.loads(to_json(results()))["conclusion"] is None
    concluded = Conclusion("ann wins", (("winner", "ann"),), {"winner": "ann"})
    assert json.loads(to_json(results(), concluded))["conclusion"] == {"text": "ann wins", "winner": "ann"}


def test_csv_has_a_row_for_each_bot_with_any_name() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(results()))))
    exported = json.loads(to_json(results()))["bots"]
    assert [row["name"] for row in rows] == [shown_name(bot["name"]) for bot in exported]
    assert "\\x3d1+1 lines" in [row["name"] for row in rows]
    assert [float(row["rating_low"]) for row in rows] == [bot["rating"]["low"] for bot in exported]
    assert [float(row["points"]) for row in rows] == [bot["points"]["mean"] for bot in exported]
    assert [float(row["win_share_high"]) for row in rows] == [bot["win_share"]["high"] for bot in exported]
    assert sorted(row["forfeits"] for row in rows) == ["0", "0", "1"]
    assert list(rows[0]) == COLUMNS


def test_unknown_values_are_null_or_empty() -> None:
    bot = json.loads(to_json(results(games=0)))["bots"][0]
    assert bot["points"] is bot["win_share"] is bot["rating"]["low"] is bot["moves_a_second"] is None
    row = next(csv.DictReader(io.StringIO(to_csv(results(games=0)))))
    assert row["points"] == row["rating_low"] == row["win_share_margin"] == ""
    assert row["rating"] == "1500.0"
