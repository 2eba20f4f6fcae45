"""What was chosen before the last games, and its file."""

import json
from pathlib import Path

import pytest

from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.builtin import IsmctsBot
from urbanist.bots.table.session.selection import FIRST_LEVEL, Memory, Selection, Wish
from urbanist.bots.table.session.settings import config_folder
from urbanist.engine import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_first_choice_is_a_game_that_can_be_dealt(game: str, tmp_path: Path) -> None:
    found = Memory(tmp_path / "none.json").selection(game)
    assert (found.game, set(found.levels)) == (game, {FIRST_LEVEL})
    GAMES[game].deal(variant=found.variant, seats=found.players, seed=1)
    assert (found.variant, found.players) == (
        GAMES[game].notation.variants[0],
        min(GAMES[game].notation.seat_counts),
    )
    assert found.seats("Ann")[0] == "human:Ann"
    assert found.seats()[0] == "human"
    assert [parse_bot(seat) for seat in found.seats()[1:]] == [IsmctsBot(level=FIRST_LEVEL)] * (
        found.players - 1
    )


def test_what_is_kept_comes_back_for_each_game_and_the_last_game_first(tmp_path: Path) -> None:
    file = tmp_path / "new" / "choices.json"
    cities = Selection("akropolis", "standard", (7,), ("temples",), "5m+3s", rated=True)
    towers = Selection("metropolys", "family", (1, "Ann"))
    memory = Memory(file)
    for selection in (cities, towers):
        memory.keep(selection)
    again = Memory(file)
    assert (again.problem, again.selection(), again.selection("akropolis")) == ("", towers, cities)
    assert set(again.selection("warszawa").levels) == {FIRST_LEVEL}
    assert json.loads(file.read_text())["last"] == "metropolys"
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        (Wish("family", 2, 9), ("family", 2, 9)),
        (Wish("chess", 2, 9), ("family", 2, 9)),
        (Wish("family", 7, 3), ("family", 2, 3)),
        (Wish("family", 3, 10), ("family", 3, FIRST_LEVEL)),
        (Wish("family", 3, -1), ("family", 3, FIRST_LEVEL)),
        (Wish(), ("family", 2, FIRST_LEVEL)),
    ],
)
def test_what_the_game_does_not_know_counts_as_none(wish: Wish, found: tuple[str, int, int]) -> None:
    chosen = Selection.of("metropolys", wish)
    assert (chosen.variant, chosen.players, max(chosen.levels)) == found


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"last": 3}', '{"last": "go", "stones": 2}', '{"games": {"go": 1}}', "\udcff"]
)
def test_a_broken_file_is_one_line_and_the_usual_choices(text: str, tmp_path: Path) -> None:
    file = tmp_path / "choices.json"
    file.write_bytes(text.encode(errors="surrogateescape"))
    memory = Memory(file)
    assert memory.problem.startswith(f"{file}: ")
    assert memory.problem.endswith("; the usual choices are used")
    assert memory.problem.isprintable()
    assert memory.selection() == Memory(tmp_path / "none.json").selection()
    memory.keep(memory.selection("warszawa"))
    assert Memory(file).problem == ""


def test_a_game_that_is_not_there_any_more_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "choices.json"
    file.write_text('{"last": "chess", "games": {"chess": {"players": 2}}}')
    assert Memory(file).selection().game in GAMES


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    memory = Memory(tmp_path / "file" / "choices.json")
    memory.keep(memory.selection())
    assert memory.problem.endswith("; the choices are not kept")


def test_the_file_is_in_the_folder_of_the_platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert config_folder() == tmp_path / "urbanist"
    assert Memory().file == tmp_path / "urbanist" / "last-choices.json"
