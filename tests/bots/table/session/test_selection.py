"""What was chosen before the last games, and its file."""

import json
from pathlib import Path

import pytest

from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.builtin import IsmctsBot
from urbanist.bots.table.session.selection import FIRST_LEVEL, GameChoices, GameSelection, LastChoices
from urbanist.bots.table.session.settings import config_folder
from urbanist.engine import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_first_choice_is_a_game_that_can_be_dealt(game: str, tmp_path: Path) -> None:
    selection = LastChoices(tmp_path / "none.json").selection(game)
    assert (selection.game, set(selection.levels)) == (game, {FIRST_LEVEL})
    GAMES[game].deal(variant=selection.variant, seats=selection.players, seed=1)
    assert (selection.variant, selection.players) == (
        GAMES[game].notation.variants[0],
        min(GAMES[game].notation.seat_counts),
    )
    assert selection.seats("Ann")[0] == "human:Ann"
    assert selection.seats()[0] == "human"
    assert [parse_bot(seat) for seat in selection.seats()[1:]] == [IsmctsBot(level=FIRST_LEVEL)] * (
        selection.players - 1
    )


def test_what_is_kept_comes_back_for_each_game_and_the_last_game_first(tmp_path: Path) -> None:
    file = tmp_path / "new" / "choices.json"
    cities = GameSelection("akropolis", "standard", (7,), ("temples",), "5m+3s", rated=True)
    towers = GameSelection("metropolys", "family", (1, "Ann"))
    last_choices = LastChoices(file)
    for selection in (cities, towers):
        last_choices.keep(selection)
    again = LastChoices(file)
    assert (again.problem, again.selection(), again.selection("akropolis")) == ("", towers, cities)
    assert set(again.selection("warszawa").levels) == {FIRST_LEVEL}
    assert json.loads(file.read_text())["last"] == "metropolys"
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(
    ("choices", "setup"),
    [
        (GameChoices("family", 2, 9), ("family", 2, 9)),
        (GameChoices("chess", 2, 9), ("family", 2, 9)),
        (GameChoices("family", 7, 3), ("family", 2, 3)),
        (GameChoices("family", 3, 10), ("family", 3, FIRST_LEVEL)),
        (GameChoices("family", 3, -1), ("family", 3, FIRST_LEVEL)),
        (GameChoices(), ("family", 2, FIRST_LEVEL)),
    ],
)
def test_what_the_game_does_not_know_counts_as_none(
    choices: GameChoices, setup: tuple[str, int, int]
) -> None:
    chosen = GameSelection.of("metropolys", choices)
    assert (chosen.variant, chosen.players, max(chosen.levels)) == setup


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"last": 3}', '{"last": "go", "stones": 2}', '{"games": {"go": 1}}', "\udcff"]
)
def test_a_broken_file_is_one_line_and_the_usual_choices(text: str, tmp_path: Path) -> None:
    file = tmp_path / "choices.json"
    file.write_bytes(text.encode(errors="surrogateescape"))
    last_choices = LastChoices(file)
    assert last_choices.problem.startswith(f"{file}: ")
    assert last_choices.problem.endswith("; the usual choices are used")
    assert last_choices.problem.isprintable()
    assert last_choices.selection() == LastChoices(tmp_path / "none.json").selection()
    last_choices.keep(last_choices.selection("warszawa"))
    assert LastChoices(file).problem == ""


def test_a_game_that_is_not_there_any_more_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "choices.json"
    file.write_text('{"last": "chess", "games": {"chess": {"players": 2}}}')
    assert LastChoices(file).selection().game in GAMES


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    last_choices = LastChoices(tmp_path / "file" / "choices.json")
    last_choices.keep(last_choices.selection())
    assert last_choices.problem.endswith("; the choices are not kept")


def test_the_file_is_in_the_folder_of_the_platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert config_folder() == tmp_path / "urbanist"
    assert LastChoices().file == tmp_path / "urbanist" / "last-choices.json"
