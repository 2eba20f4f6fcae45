"""Tests of card files: a good file becomes an edition, and a bad one gives a line with the entry and the rule."""

import copy
import json
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.engine.test_editions import assert_refused
from urbanist.engine.notation import LONGEST_FILE, CardFile, NotationError
from urbanist.engine.warszawa.edition import FIXED, HOUSE, NUMBERS, edition_of
from urbanist.engine.warszawa.editions import EDITIONS

FILE: dict[str, Any] = json.loads(HOUSE.read_text(encoding="utf-8"))
Data = dict[str, Any]


def changed(change: Callable[[Data], object]) -> Data:
    data = copy.deepcopy(FILE)
    change(data)
    return data


def entry(data: Data, section: str, name: str) -> Data:
    item_of_data: Data = next(item for item in data[section] if item["id"] == name)
    return item_of_data


def without(section: str, name: str) -> Callable[[Data], None]:
    return lambda data: data[section].remove(entry(data, section, name))


class TestHouse:
    def test_it_has_what_the_rules_count(self) -> None:
        edition = EDITIONS.read(CardFile.read(HOUSE))
        assert edition.name == "house"
        kinds = Counter((card.type, card.stage) for card in edition.cards)
        assert len(kinds) == 12
        assert set(kinds.values()) == {5}
        assert Counter(card.zone for card in edition.cards) == {"urban": 29, "suburban": 12, "any": 19}
        assert sum(card.site is not None for card in edition.cards) == 4
        assert [len(edition.stage_tasks(stage)) for stage in (1, 2)] == [12, 12]
        assert len(edition.norms) == 14
        assert [len(edition.boards[players]) for players in (3, 4, 5)] == [9, 10, 11]

    def test_functions_are_as_many_as_the_rules_say(self) -> None:
        counts = Counter(card.function for card in EDITIONS.read(CardFile.read(HOUSE)).cards)
        assert counts == {
            **dict.fromkeys(("socrealism", "modernism", "fund", "concrete", "card"), 8),
            "twice": 7,
            "rubble": 5,
            "storage": 4,
            "thrift": 4,
        }

    def test_it_says_that_it_is_not_the_publishers(self) -> None:
        assert "not the publisher's" in FILE["about"]


def test_what_the_rules_fix_may_be_left_out_or_repeated() -> None:
    short = changed(lambda data: [data.pop(section) for section in (*FIXED, *NUMBERS, "about")])
    assert edition_of(short) == edition_of(FILE) == EDITIONS.read(CardFile.read(HOUSE))


def test_the_numbers_of_the_house_are_those_of_the_rule_book() -> None:
    edition = edition_of(FILE)
    limits = edition.limits
    assert (limits.store, limits.buildings, limits.metro_markers, limits.bridges) == (3, 15, 6, 4)
    assert (limits.tunnels, limits.tasks_open, limits.start_cards) == (1, 3, 2)
    assert (edition.rounds.none, edition.rounds.rounds7) == ((4, 4), (4, 3))
    assert (edition.start.fund, edition.start.concrete, edition.start.rubble) == (1, 1, 0)
    assert [edition.engineers.of(players) for players in (3, 4, 5)] == [4, 4, 3]


def test_tasks_and_norms_rise_whatever_their_order_in_the_file() -> None:
    mixed = changed(lambda data: (data["tasks"].reverse(), data["norms"].reverse()))
    assert edition_of(mixed) == edition_of(FILE)


REFUSED: list[tuple[Callable[[Data], object], str]] = [
    (lambda d: d.pop("cards"), "section 'cards': it is missing"),
    (lambda d: d.update(colour=1), "'colour' is not one of"),
    (lambda d: d.update(cards={}), "section 'cards': expected a list"),
    (lambda d: d.update(name="my set"), "the file: name: expected"),
    (lambda d: d["limits"].update(store=4), "section 'limits': store: invalid enum value 4 (expected 3)"),
    (lambda d: d["limits"].update(tunnels=2), "section 'limits': tunnels: invalid enum value 2 (expected 1)"),
    (lambda d: d["limits"].update(hands=2), "section 'limits': object contains unknown field `hands`"),
    (lambda d: d["limits"].update(buildings=0), "section 'limits': buildings: expected `int` >= 1"),
    (lambda d: d["limits"].update(bridges=11), "section 'limits': bridges: expected `int` <= 10"),
    (lambda d: d["limits"].update(start_cards=4), "section 'limits': start_cards: expected `int` <= 3"),
    (lambda d: d["limits"].update(tasks_open="3"), "section 'limits': tasks_open: expected `int`, got `str`"),
    (lambda d: d.update(limits=[3]), "section 'limits': expected `object`, got `array`"),
    (lambda d: d["rounds"].update(none=[4]), "section 'rounds': none: expected `array` of length 2, got 1"),
    (lambda d: d["rounds"].update(rounds7=[4, 0]), "section 'rounds': rounds7[1]: expected `int` >= 1"),
    (lambda d: d["start"].update(fund=4), "section 'start': fund: expected `int` <= 3"),
    (lambda d: d["engineers"].update({"4": 10}), "section 'engineers': 4: expected `int` <= 9"),
    (lambda d: d["engineers"].update({"6": 4}), "section 'engineers': object contains unknown field `6`"),
    (
        lambda d: d["rounds"].update(none=[5, 4]),
        "section 'tasks, stage 1': 12 entries, expected 15-32",
    ),
    (lambda d: d["functions"][0].update(id=[]), "section 'functions': it differs from the rules"),
    (lambda d: d["functions"].pop(), "section 'functions': it differs from the rules"),
    (lambda d: entry(d, "cards", "mdm").pop("type"), "card 'mdm': object missing required field `type`"),
    (lambda d: entry(d, "cards", "mdm").update(type="park"), "card 'mdm': type: invalid enum value 'park'"),
    (lambda d: entry(d, "cards", "mdm").update(type="park"), "expected industrial, service, residential"),
    (lambda d: entry(d, "cards", "mdm").update(stage=3), "card 'mdm': stage: invalid enum value 3"),
    (lambda d: entry(d, "cards", "mdm").update(zone="river"), "card 'mdm': zone: invalid enum value 'river'"),
    (lambda d: entry(d, "cards", "mdm").update(function="bribe"), "card 'mdm': function: invalid enum value"),
    (lambda d: entry(d, "cards", "mdm").update(points="3"), "card 'mdm': points: expected `int`, got `str`"),
    (lambda d: entry(d, "cards", "mdm").update(price=1), "card 'mdm': object contains unknown field `price`"),
    (lambda d: entry(d, "cards", "mdm").update(id="MDM"), "card 'MDM': id: expected `str` matching regex"),
    (lambda d: entry(d, "cards", "mdm").update(id="build"), "card 'build': the notation uses this id"),
    (lambda d: entry(d, "cards", "mdm").update(id="t02"), "card 't02': the notation uses this id"),
    (lambda d: entry(d, "cards", "mdm").update(id="cdt"), "'card cdt' appears twice"),
    (lambda d: d["cards"].append(7), "card no. 61: expected `object`, got `int`"),
    (
        lambda d: entry(d, "cards", "rynek").update(site=[4, 0]),
        "card 'rynek': site 4,0: it is outside the map",
    ),
    (lambda d: entry(d, "cards", "rynek").update(site=[2, 0]), "card 'rynek': site 2,0: it is not urban"),
    (lambda d: entry(d, "cards", "rynek").update(site=[0, 3]), "card 'rynek': site 0,3: it is not urban"),
    (
        lambda d: entry(d, "cards", "teatr").update(site=[0, 0]),
        "card 'teatr': site 0,0: a historic site is for",
    ),
    (lambda d: entry(d, "cards", "rynek").update(zone="suburban"), "card 'rynek': site 1,-2: a historic"),
    (lambda d: entry(d, "cards", "rynek").update(site=[1, 0]), "is already the site of card 'staszic'"),
    (
        lambda d: d.update(cards=[c for c in d["cards"] if c["stage"] == 2]),
        "section 'cards, stage 1': 0 entries, expected 10-64",
    ),
    (lambda d: d["hexes"][5].update(q=9), "hex 9,-2: it is outside the map"),
    (lambda d: d["hexes"][5].update(q=1), "'hex 1,-2' appears twice"),
    (lambda d: d["hexes"][5].update(bank="right"), "hex 0,-2: bank is left on the map"),
    (lambda d: d["hexes"][5].update(zone="suburban"), "hex 0,-2: zone is urban on the map"),
    (lambda d: d["hexes"][5].update(rubble=False), "hex 0,-2: rubble is true on the map"),
    (lambda d: d["hexes"].pop(), "hex 0,3: it is missing"),
    (lambda d: d["boards"].pop("5"), "section 'boards': expected an object with 3, 4, 5"),
    (
        lambda d: d["boards"]["4"][3].update(unlimited=True),
        "board of 4 players: unlimited: 4 entries, expected 3",
    ),
    (lambda d: d["boards"]["4"][3].update(id=9), "'board of 4 players: field 9' appears twice"),
    (lambda d: d["boards"]["4"].pop(4), "board of 4 players: ids must be 1, 2, 3"),
    (lambda d: d["boards"]["4"][3].update(effect={}), "board of 4 players: field 4: its effect is empty"),
    (lambda d: d["boards"]["4"][3]["effect"].update(gold=1), "board of 4 players: field 4: effect: object"),
    (lambda d: d["boards"]["4"][3]["effect"].update(fund=99), "field 4: effect.fund: expected `int` <= 37"),
    (without("tasks", "t05"), "section 'tasks, stage 1': 11 entries, expected 12-32"),
    (lambda d: entry(d, "tasks", "t05").update(id="t5"), "task 't5': id: expected"),
    (lambda d: entry(d, "tasks", "t05").update(id="t04"), "'task t04' appears twice"),
    (
        lambda d: entry(d, "tasks", "t05").update(beside="socrealism"),
        "task 't05': beside: invalid enum value",
    ),
    (
        lambda d: entry(d, "norms", "n05").update(objects=["metro"] * 3),
        "norm 'n05': objects: expected `array`",
    ),
    (lambda d: entry(d, "norms", "n05").update(objects=["park"] * 4), "norm 'n05': objects[0]: invalid enum"),
    (
        lambda d: d.update(cards=[c for c in d["cards"] if c["type"] != "cultural"]),
        "norm 'n02': nobody can meet it: it needs 1 cultural, the cards have 0",
    ),
    (lambda d: d.update(norms=d["norms"][:9]), "section 'norms': 9 entries, expected >= 10"),
    (lambda d: d["neutral"].pop(), "section 'neutral': 6 entries, expected 7"),
    (lambda d: d["neutral"].append("park"), "the file: neutral[7]: invalid enum value 'park'"),
]


@pytest.mark.parametrize(("change", "line"), REFUSED, ids=[line for _, line in REFUSED])
def test_what_breaks_a_rule_is_refused_in_a_line(change: Callable[[Data], object], line: str) -> None:
    assert_refused(edition_of, FILE, change, line)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"{", "the file ends too early"),
        (b"\xff", "not UTF-8 at byte 0"),
        (b"[]", "expected an object"),
        (b"[" * 100_000, "too many nested brackets"),
        (b'{"name": "\xed\xa0\x80"}', "not UTF-8 at byte "),
        (b" " * (LONGEST_FILE + 1), "too long: at most 1048576 bytes"),
        (b'{"name": "a"}', "section 'hexes': it is missing"),
    ],
)
def test_a_file_that_is_none_is_named(tmp_path: Path, content: bytes, line: str) -> None:
    path = tmp_path / "cards.json"
    path.write_bytes(content)
    with pytest.raises(NotationError) as refusal:
        EDITIONS.read(CardFile.read(path))
    assert str(refusal.value).startswith(f"{path}: ")
    assert line in str(refusal.value)


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"none\.json"):
        CardFile.read(tmp_path / "none.json")
    with pytest.raises(IsADirectoryError, match=re.escape(str(tmp_path))):
        CardFile.read(tmp_path)


def test_a_path_may_be_a_text_and_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_bytes(BOM_UTF8 + HOUSE.read_bytes())
    assert EDITIONS.read(CardFile.read(str(path))) == EDITIONS.read(CardFile.read(HOUSE))
