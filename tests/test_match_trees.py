"""The match of two trees: where they play alike their games are alike, and the lines tell what is not."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from bench.match_trees import Deal, deals_of, main, told
from urbanist.engine.record import Record


def game(scores: tuple[int, int], of: tuple[int, int], *events: str) -> Record:
    """Return a game with this end, the tree of each seat, and events."""
    ranks = (1, 2) if scores[0] > scores[1] else (2, 1)
    return Record("", ("", ""), events, scores, ranks, meta={"of": of})


def test_the_lines_about_games_are_those_worked_out_by_hand() -> None:
    alike = Deal([game((9, 1), (0, 1), "a", "b"), game((9, 1), (1, 0), "a", "b")])
    ends_alike = Deal([game((9, 1), (0, 1), "a", "b"), game((9, 1), (1, 0), "a", "c", "d")])
    won = Deal([game((9, 1), (0, 1), "a", "b"), game((1, 9), (1, 0), "a", "c")])
    unfinished = Deal([game((9, 1), (0, 1), "a", "b")])
    assert [deal.last_events for deal in (alike, ends_alike, won)] == [0, 2, 1]
    lines = list(told([alike, ends_alike, won, unfinished]))
    assert lines[:2] == [
        "3 deals, 2 games each: 1 alike, 2 with the same points",
        "last events that differ, and deals: 0: 1, 1: 1, 2: 1",
    ]
    assert lines[2].startswith("share of this tree: 66.7 %")
    assert lines[3] == "scores of deals: {0.5: 2, 1.0: 1}"
    assert "after 3 groups" in lines[4]


def test_a_tree_plays_like_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "games.jsonl"
    words = ["akropolis", "--players", "2", "--nodes", "3", "--deals", "1", "--seed", "4", "--out", str(out)]
    monkeypatch.setattr(
        sys,
        "argv",
        ["", f"{shlex.quote(sys.executable)} -c 'from urbanist.bots.cli.main import main; main()'", *words],
    )
    main()
    assert "1 deals, 2 games each: 1 alike, 1 with the same points" in capsys.readouterr().out
    assert [json.loads(line)["meta"]["of"] for line in out.read_text().splitlines()] == [[0, 1], [1, 0]]
    assert [deal.last_events for deal in deals_of(out)] == [0]
