"""The match of levels: every neighbour is met, and the rows tell how far they are apart."""

import json
from pathlib import Path

from bench.match_levels import play, ratings, results, row
from urbanist.bots.match.pairing import Rules

PAIR = {(1, 2): {"one": [1.0, 0.0], "two": [1.0, 1.0]}, (2, 3): {"one": [0.5, 0.5]}}


def test_the_neighbours_of_a_table_meet(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    play(Rules("metropolys", 2, seed=1), range(1, 4), games=2, top=50, workers=1, out=out)
    seats = [json.loads(line)["seats"] for line in out.read_text().splitlines()]
    assert seats == [
        [f"ismcts:level={level}" for level in table] for table in ([1, 2], [2, 1], [2, 3], [3, 2])
    ]
    found = results(out)
    assert [len(deals) for deals in found.values()] == [1, 1]
    assert sorted(found) == [(1, 2), (2, 3)]


def test_the_highest_level_has_nodes_and_no_second(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    play(Rules("metropolys", 2, seed=1), range(8, 10), games=1, top=50, workers=1, out=out)
    assert json.loads(out.read_text())["seats"] == ["ismcts:level=8", "ismcts:nodes=50:level=9"]
    assert sorted(results(out)) == [(8, 9)]


def test_ratings_and_rows_tell_the_share_of_the_higher_level() -> None:
    rated = ratings(PAIR)
    assert rated[1] == 1000
    assert 180 < rated[2] - rated[1] < 195  # 3 of 4
    assert abs(rated[3] - rated[2]) < 5
    said = row(2, PAIR, rated, {"nodes": 40})
    assert said.startswith("| 2 | beginner | `nodes=40` | 75.0 [")
    assert " of 4 | +191 [" in said
    assert row(9, PAIR, rated, {"time": 1.0}) == "| 9 | master | `time=1.0` |  |  |  |"
