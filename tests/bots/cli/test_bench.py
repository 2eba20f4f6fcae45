"""`urbanist bench`: the measured speeds and the signature."""

import json

import pytest

from tests.bots.cli.using import good, refused


def test_json_is_one_object_with_all_speeds() -> None:
    asked = ["metropolys", "--players", 2, "--variant", "family"]
    found = json.loads(good("bench", *asked, "--seconds", 0.1, "--json"))
    settled = [found[key] for key in ("game", "variant", "players", "threads")]
    assert settled == ["metropolys", "family", 2, 1]
    speeds = [found["playouts_per_second"], found["moves_per_second"], found["move_lists_per_second"]]
    assert all(speed > 0 for speed in speeds)
    assert {"ismcts", "mcts"} <= found["iterations_per_second"].keys()
    assert all(speed > 0 for speed in found["iterations_per_second"].values())


def test_the_signature_does_not_depend_on_the_time() -> None:
    one, other = (json.loads(good("bench", "--seconds", seconds, "--json")) for seconds in (0.05, 0.2))
    assert one["signature"] == other["signature"]
    three = json.loads(good("bench", "--seconds", 0.05, "--players", 3, "--json"))
    assert one["signature"] != three["signature"]


def test_lines_for_people() -> None:
    output = good("bench", "--seconds", 0.05)
    assert output.startswith("metropolys expert, 4 players, one thread\n")
    assert all(word in output for word in ("games/s", "moves/s", "lists/s", "iterations/s", "signature"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "no game 'chess'"),
        (["metropolys", "--seconds", 0], "0.0 is not in the range"),
        (["metropolys", "--players", 7], "2, 3 or 4 players, not 7"),
        (["metropolys", "--variant", "easy"], "no variant 'easy'"),
    ],
)
def test_wrong_use_is_one_line(arguments: list[object], message: str) -> None:
    assert message in refused("bench", *arguments)
