"""`urbanist bench`: the measured speeds and the signature."""

import json
import re
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.bots.cli.using import good, refused
from urbanist.cext.variant import LEVEL

#: What `urbanist bench --signature --json` printed when play changed last; that command writes it anew.
SIGNATURES = Path(__file__).parents[2] / "data" / "signatures.json"


def test_json_is_one_object_with_all_speeds() -> None:
    asked = ["metropolys", "--players", 2, "--variant", "family"]
    told = json.loads(good("bench", *asked, "--seconds", 0.1, "--json"))
    settled = [told[key] for key in ("game", "variant", "players", "threads")]
    assert settled == ["metropolys", "family", 2, 1]
    speeds = [told["playouts_per_second"], told["moves_per_second"], told["move_lists_per_second"]]
    assert all(speed > 0 for speed in speeds)
    assert {"ismcts", "mcts"} <= told["iterations_per_second"].keys()
    assert all(speed > 0 for speed in told["iterations_per_second"].values())


def test_the_signature_does_not_depend_on_the_time() -> None:
    one, other = (json.loads(good("bench", "--seconds", seconds, "--json")) for seconds in (0.05, 0.2))
    assert one["signature"] == other["signature"]
    three = json.loads(good("bench", "--seconds", 0.05, "--players", 3, "--json"))
    assert one["signature"] != three["signature"]


def test_json_names_the_machine_the_compiler_and_the_commit() -> None:
    machine = json.loads(good("bench", "--seconds", 0.05, "--json"))["machine"]
    assert machine["processor"]
    assert machine["cores"] >= 1
    assert re.match(r"(gcc|clang) \d+", machine["compiler"])
    assert machine["arch"] == LEVEL
    assert machine["version"] == version("urbanist")
    assert machine["commit"] is None or re.fullmatch(r"[0-9a-f]{10,}(-dirty)?", machine["commit"])


def test_the_signature_of_all_games_is_that_of_their_parts() -> None:
    told = json.loads(good("bench", "--signature", "--json"))
    expected = json.loads(SIGNATURES.read_text())
    assert told == expected, "play changed; write the file anew if it is meant"
    assert good("bench", "--signature") == f"{expected['signature']}\n"


def test_the_signature_of_a_game_has_its_parts_alone() -> None:
    told = json.loads(good("bench", "akropolis", "--signature", "--json"))
    parts = json.loads(SIGNATURES.read_text())["parts"]
    assert told["parts"] == {name: part for name, part in parts.items() if name.startswith("akropolis ")}


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
        (["metropolys", "--players", 2, "--signature"], "--signature is of all variants, players and cards"),
    ],
)
def test_wrong_use_is_one_line(arguments: list[object], message: str) -> None:
    assert message in refused("bench", *arguments)
