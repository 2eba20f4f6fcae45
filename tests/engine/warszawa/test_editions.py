"""Tests of editions beside the house edition: files load them, and deals name them."""

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.engine.warszawa.sets import FILE, added, renamed, short
from urbanist.engine import GAMES, CardFile, NotationError
from urbanist.engine.history import History
from urbanist.engine.record import Record
from urbanist.engine.warszawa import editions
from urbanist.engine.warszawa.edition import edition_of
from urbanist.engine.warszawa.editions import EDITIONS
from urbanist.search import SearchOptions, ismcts

WARSZAWA = GAMES["warszawa"]


def written(folder: Path, data: dict[str, Any]) -> CardFile:
    path = folder / f"{data['name']}.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return CardFile.read(path)


def named(name: str, **changes: object) -> dict[str, Any]:
    return {**copy.deepcopy(FILE), "name": name, **changes}


def test_a_set_that_was_loaded_is_asked_for_by_name(tmp_path: Path) -> None:
    data = renamed()
    assert EDITIONS.load(written(tmp_path, data)) == "data=renamed"
    state = WARSZAWA.deal(seats=4, options=["data=renamed"], seed=1)
    line = WARSZAWA.notation.write_deal(state.array)
    assert " data=renamed " in line
    assert WARSZAWA.notation.write_deal(WARSZAWA.read_deal(line).array) == line
    assert WARSZAWA.notation.write_deal(WARSZAWA.deal(seats=4, seed=1).array).count("data=house") == 1


def test_a_record_names_the_set_that_it_was_played_with() -> None:
    name = added(renamed())
    history = History.start(WARSZAWA.deal(seats=3, options=[f"data={name}"], seed=2))
    while not history.state.over:
        history = history.play(history.state.legal()[-1])
    record = Record.from_json(Record.of(history, ("a", "b", "c")).to_json())
    assert "data=renamed" in record.deal
    assert record.replay(GAMES).state.scores() == history.state.scores()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_game_with_other_numbers_is_a_game_like_any_other(players: int) -> None:
    """All of its positions are accepted as records; searches play it, playouts end it, and it is replayed."""
    name = added(short())
    history = History.start(WARSZAWA.deal(seats=players, options=[f"data={name}", "rounds7"], seed=players))
    ply = 0
    while not history.state.over:
        state = history.state
        assert WARSZAWA.from_array(state.array) == state
        assert state.playout(ply).over
        assert state.playout(ply, informed=True).over
        if ply % 11 == 0:
            seen = history.seen_by(state.to_move)
            move = ismcts(seen, options=SearchOptions(nodes=20)).move
        else:
            move = state.legal()[ply * 7 % len(state.moves())]
        history = history.play(move)
        ply += 1
    record = Record.from_json(Record.of(history, ("a",) * players, {}).to_json())
    assert f" data={name} " in record.deal
    assert record.replay(GAMES).state.scores() == history.state.scores()


def test_a_file_for_three_players_needs_no_cards_norms_and_fields_for_more() -> None:
    data = copy.deepcopy(FILE) | {"name": "trio", "players": [3], "norms": FILE["norms"][:6]}
    data["boards"] = {"3": FILE["boards"]["3"]}
    data["cards"] = [card for card in data["cards"] if card["stage"] == 2] + [
        card for card in data["cards"] if card["stage"] == 1
    ][:6]
    name = EDITIONS.at(EDITIONS.add(edition_of(data))).name
    state = WARSZAWA.deal(seats=3, options=[f"data={name}"], seed=1)
    assert WARSZAWA.read_deal(WARSZAWA.notation.write_deal(state.array)).to_move == state.to_move
    assert state.playout(1, informed=True).over
    with pytest.raises(NotationError, match=r"^data=trio is for 3 players, not for 4$"):
        WARSZAWA.deal(seats=4, options=[f"data={name}"], seed=1)
    for more, message in (
        ({"players": [3, 4]}, "section 'boards': expected an object with 3, 4"),
        ({"norms": FILE["norms"][:5]}, "section 'norms': 5 entries, expected >= 6"),
    ):
        with pytest.raises(NotationError, match=message):
            edition_of(data | more)


def test_a_record_beyond_the_numbers_of_its_set_is_refused() -> None:
    """One bridge, two tasks and two markers are all that there are in this set; the house has more."""
    state = WARSZAWA.deal(seats=4, options=[f"data={added(short())}"], seed=1)
    for field, value in (("tasks_open", 7), ("bridges", 3), ("round", 3)):
        record = state.array.copy()
        record[field] = value
        with pytest.raises(ValueError, match=field):
            WARSZAWA.from_array(record)
    record = state.array.copy()
    record["markers"][0] = 6
    with pytest.raises(ValueError, match="markers"):
        WARSZAWA.from_array(record)


def test_the_same_set_twice_is_one(tmp_path: Path) -> None:
    file = written(tmp_path, renamed())
    assert EDITIONS.load(file) == EDITIONS.load(file) == "data=renamed"
    assert EDITIONS.slot_of("renamed") == EDITIONS.add(edition_of(renamed()))


def test_two_sets_of_one_name_are_refused(tmp_path: Path) -> None:
    other = named("house", neutral=["transport"] * 7)
    with pytest.raises(NotationError, match=r"house\.json: name: another edition is called 'house' already"):
        EDITIONS.load(written(tmp_path, other))


def test_a_card_id_has_one_number_in_all_sets() -> None:
    added(renamed())
    for card in FILE["cards"]:
        number = editions.number_of(card["id"])
        assert number is not None
        assert editions.name_of(number) == card["id"]
    assert (
        editions.number_of("newhuta") or editions.number_of("newfso") or editions.number_of("newwislostrada")
    )
    assert editions.name_of(5000) is None


def test_there_is_room_for_eight_editions() -> None:
    """The test runs in its own process, because an added edition stays."""
    program = (
        "import json\n"
        "from urbanist.engine.warszawa.editions import EDITIONS\n"
        "from urbanist.engine.warszawa.edition import HOUSE, edition_of\n"
        "data = json.loads(HOUSE.read_text())\n"
        "for number in range(8):\n"
        "    data['name'] = f'set{number}'\n"
        "    try:\n"
        "        EDITIONS.add(edition_of(data))\n"
        "    except ValueError as error:\n"
        "        print(number, error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "7 editions: no room for more than 8 in one process\n"
