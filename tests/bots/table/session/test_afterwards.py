"""What comes after the end of a game in lines."""

import re
from pathlib import Path

import pytest

from tests.bots.table.playing import city_game, played
from tests.bots.table.session.test_session import Desk, opened_by_0
from urbanist.bots.table.session import conversation, saves

PAIR = ("human", "drawn")
WHAT = "what next? (back, again, picture, quit): "


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "NODES", 20)


def test_after_the_end_a_person_is_asked_what_next_and_bots_alone_are_not():
    for answer in ("", "q", "quit", "exit"):
        desk = Desk([answer, "never"], city_game(1000), PAIR)
        desk.run()
        assert desk.typist.prompts == [WHAT]
    alone = Desk([], city_game(1000), ("drawn", "drawn"))
    alone.run()
    assert alone.typist.prompts == []


def test_the_same_again_is_a_new_deal_in_a_new_file(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    file = tmp_path / "game.jsonl"
    desk = Desk(["resign", "yes", "again", "quit"], opened_by_0(), file=file)
    desk.run()
    record, history = saves.read_game(file)
    assert record.meta["resigned"] == 0
    assert desk.session.history.deal != history.deal
    assert desk.session.players == record.seats
    assert not desk.session.ended
    assert desk.session.file is not None
    assert desk.session.file.parent == tmp_path / "urbanist" / "saves"


def test_who_gives_up_is_last_whatever_the_points():
    out = Desk(["resign", "yes", "quit"], opened_by_0()).run()
    assert out.count("Rank 1: ") == 3
    assert "Rank 4: seat 0 (human), 0 points." in out
    assert "You resigned." in out


def test_looking_back_tells_what_one_could_expect_and_a_number_plays_on_from_there():
    end = played(1000, seats=3)
    desk = Desk(["back", "1", "quit"], end, ("human", "drawn", "drawn"))
    out = desk.run()
    assert re.search(
        r"what seat 0 \(human\) could expect of the win: \d+% after event 0, .* after event \d+", out
    )
    match = re.search(r"1  event (\d+): seat 0", out)
    assert match is not None
    assert desk.events == end.texts[: int(match[1]) - 1]
    assert desk.session.notes.replayed
    assert not desk.session.ended
    assert desk.session.person == 0


def test_a_picture_is_saved_to_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    assert "The picture: " in Desk(["picture"], city_game(1000), PAIR).run()
    assert [path.name for path in tmp_path.iterdir()] == ["akropolis.png"]


@pytest.mark.parametrize("answer", ["1", "list", "resign", "7@N3", "\x1b[2J"])
def test_another_answer_is_one_line(answer):
    silent, asked = Desk([], city_game(1000), PAIR), Desk([answer], city_game(1000), PAIR)
    said = asked.run()
    assert said.count("\n") == silent.run().count("\n") + 1
    assert "is no answer: type back, again, picture, quit" in said
    assert "\x1b" not in said
