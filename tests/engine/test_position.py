"""Positions as plain JSON: nothing is lost, nothing hidden is told, and what cannot be is refused."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.engine.python_games import Pig, Tricks, position_of, registered
from tests.engine.tables import EACH, SECRET_TABLES, TABLES, Table, by_day, played
from urbanist.engine import GAMES, History, NotationError, State
from urbanist.engine.position import form_of
from urbanist.engine.position import position_of as plain

GUIDE = Path(__file__).parents[2] / "docs" / "positions.md"


@pytest.mark.parametrize("table", by_day(TABLES))
def test_a_position_comes_back_as_it_was(table: Table) -> None:
    states = played(table, 5)[0]
    for state in (*states[::9], states[-1]):
        assert table.game.from_json(state.to_json()) == state


@pytest.mark.parametrize("table", by_day(SECRET_TABLES))
def test_the_position_of_a_view_does_not_change_with_what_is_hidden(table: Table) -> None:
    history = History.start(table.deal(3))
    for step in range(6):
        for seat in range(table.seats):
            seen = history.seen_by(seat).bare_state()
            assert table.game.from_json(seen.to_json()) == seen
            for other in table.contract.other_worlds(history, seat, 5):
                assert other.seen_by(seat).bare_state().to_json() == seen.to_json()
        history = history.play(history.state.legal()[-1 - step % len(history.state.legal())])


def test_a_position_says_what_was_played() -> None:
    state = GAMES["metropolys"].deal(variant="expert", seats=2, seed=1).play("7@N3").play("8@N2").play("pass")
    told = json.loads(state.to_json())
    assert told["buildings"] == [{}, {"8": "N2"}]
    assert told["hands"][0] == [*range(1, 14)]
    assert told["cards"] == ["chains+shopping", "statues+park"]
    city = json.loads(GAMES["akropolis"].deal(seats=2, seed=1).to_json())["cities"][0]
    assert city["hexes"][0] == {"q": 0, "r": 0, "kind": "houses", "plaza": True, "height": 1}
    hands = json.loads(GAMES["warszawa"].deal(seats=3, seed=1).to_json())["hands"]
    assert [len(hand) for hand in hands] == [2, 2, 2]


def changed(state: State, **fields: Any) -> str:
    return json.dumps({**json.loads(state.to_json()), **fields})


START = {name: GAMES[name].deal(seats=3, seed=1) for name in GAMES}


@pytest.mark.parametrize(
    ("game", "fields", "said"),
    [
        ("metropolys", {"players": 7}, "no position of metropolys: 7 players"),
        ("metropolys", {"game": "akropolis"}, "no position of metropolys: it is one of akropolis"),
        ("metropolys", {"ply": "0"}, "no position of metropolys: Expected `int`, got `str` - at `$.ply`"),
        ("metropolys", {"colour": 1}, "contains unknown field `colour`"),
        ("metropolys", {"data": "nobodys"}, "data: deal token 'data=nobodys': no such set of cards"),
        ("metropolys", {"hands": [[1], [2]]}, "hands: 2 entries, expected 3"),
        ("metropolys", {"hands": [[1], [2], [99]]}, "hands: '99' is not one of 0, 1, 2"),
        ("metropolys", {"bids": [{"seat": 5, "value": 3, "place": "N3"}]}, "bids: there is no seat 5"),
        ("metropolys", {"bids": [{"seat": 0, "value": 3, "place": "Z3"}]}, "bids: 'Z3' is not one of C1"),
        ("metropolys", {"buildings": [{"9": "N3"}] * 3}, "no position of metropolys: not a state"),
        ("metropolys", {"top": -1}, "top: "),
        ("metropolys", {"cards": ["bridges+park", None, "moon"]}, "cards: 'moon' is not one of bridges"),
        ("metropolys", {"scores": [1, 0, 0]}, "scores: [1, 0, 0] does not fit the rest: expected [0, 0, 0]"),
        ("akropolis", {"cities": []}, "cities: 0 entries, expected 3"),
        ("akropolis", {"cities": [{"stones": 1, "hexes": []}] * 3}, "cities: 0 entries, expected 96"),
        ("akropolis", {"market": [*range(1, 12)]}, "market: 11 entries, expected 8"),
        ("akropolis", {"stacked": [1] * 70}, "stacked: 70 entries, expected 64"),
        ("akropolis", {"stacked": [1, 2, 3]}, "no position of akropolis: not a state"),
        ("warszawa", {"cards": {"0,0": "moon"}}, "cards: 'moon' is not one of"),
        ("warszawa", {"cards": {"9,9": "mdm"}}, "cards: '9,9' is not one of"),
        ("warszawa", {"metro": ["0,0/7"]}, "metro: '0,0/7' is not one of"),
        ("warszawa", {"decks": []}, "decks: "),
        ("warszawa", {"cubes": [{"fund": 1}] * 3}, "cubes: expected an object with fund, concrete, rubble"),
    ],
)
def test_what_is_no_position_is_refused_with_the_field(game: str, fields: dict[str, Any], said: str) -> None:
    with pytest.raises(NotationError) as error:
        GAMES[game].from_json(changed(START[game], **fields))
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["", "[]", "null", '{"game":', b"\xff"])
def test_what_is_no_json_of_a_position_is_refused(text: str | bytes) -> None:
    with pytest.raises(NotationError):
        GAMES["metropolys"].from_json(text)


@pytest.mark.parametrize("game", [Tricks(), Pig()], ids=lambda game: game.name)
def test_a_game_in_python_writes_its_state_as_deals_do(game: Any) -> None:
    with registered(game):
        state = game.deal(seats=2, seed=3)
        for _ in range(3):
            state = state.play(state.chance() or state.legal()[0])
            again = game.from_json(state.to_json())
            assert position_of(again) == position_of(state)
            assert (again.ply, again.to_move, again.due) == (state.ply, state.to_move, state.due)


def test_a_game_without_a_form_of_its_own_writes_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["metropolys"]
    monkeypatch.setattr(type(game.notation), "position", None)
    state = game.deal(variant="expert", seats=4, seed=2).play("7@N3")
    assert json.loads(state.to_json())["record"]["opener"] == int(state.array["opener"])
    assert game.from_json(state.to_json()) == state


@pytest.mark.parametrize("table", EACH, ids=str)
def test_the_guide_has_the_fields_of_each_game_as_the_schema_has_them(table: Table) -> None:
    name = table.game.name
    section = GUIDE.read_text(encoding="utf-8").split(f"\n## {name.capitalize()}\n")[1].split("\n## ")[0]
    (schema,) = msgspec.json.schema_components([form_of(table.game)])[1:]
    fields = schema[form_of(table.game).__name__]["properties"]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.MULTILINE))
    own = [*fields][7:]
    assert rows == {field: fields[field]["description"] for field in own}
    assert {*plain(table.deal(1)).__struct_fields__} == {*fields}
