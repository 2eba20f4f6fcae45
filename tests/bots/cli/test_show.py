"""`urbanist show`: positions as text and as pictures."""

import builtins
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.bots.cli.using import DEAL, GAMES_FILE, good, refused


def test_a_deal_with_events_as_text() -> None:
    output = good("show", "--deal", DEAL, "--events", "8@N2")
    assert "Bids, rising: seat 0 8 on N2." in output
    assert "To move: seat 1.\n" in output
    assert "with the card statues" in output
    assert "\x1b" not in output


def test_a_view_is_shown_as_a_view() -> None:
    output = good("show", "--deal", DEAL.rpartition("=")[0] + "=?,?")
    assert output.count("a hidden card") == 2


def test_a_position_as_json_shows_what_the_view_allows() -> None:
    whole = json.loads(good("show", "--deal", DEAL, "--events", "8@N2", "--json"))
    assert (whole["ply"], whole["bids"]) == (1, [{"seat": 0, "value": 8, "place": "N2"}])
    assert None not in whole["cards"]
    own = json.loads(good("show", "--deal", DEAL, "--view", 1, "--json"))
    assert own["cards"] == [None, whole["cards"][1]]
    assert "--json and --svg exclude each other" in refused(
        "show", "--deal", DEAL, "--json", "--svg", "a.svg"
    )


CITIES = "game=akropolis players=3 options=none first=0 market=16,57,60,41,15"


def test_a_deal_of_cities_as_text() -> None:
    output = good("show", "--deal", CITIES, "--events", "16@-1,-1/1")
    assert "Row -1: barracks at -1, quarry at 0." in output
    assert "Tile 57 (quarry, house, temple plaza): free." in output
    assert output.endswith("To move: seat 1, with 2 stones.\n")


REBUILT = (
    "game=warszawa variant=advanced players=4 options=none data=house first=2 neutral=none tasks=t06,t08,t10 "
    "norms=n03+n08,n01+n02,n04+n05,n06+n07 hands=lampy+mariensztat,mdm+kolo,fso+dsp,gus+pkin"
)


def test_a_deal_of_rebuilding_shows_the_hands_and_norms_that_the_view_allows() -> None:
    whole = good("show", "--deal", REBUILT)
    assert whole.count(" Card in hand: ") == 8
    assert whole.count(" to choose: ") == 8
    assert whole.endswith("To move: seat 2.\n")
    own = good("show", "--deal", REBUILT, "--view", 1)
    assert "Card in hand: Marszałkowska Dzielnica Mieszkaniowa, " in own
    assert own.count("Card in hand: ") == own.count(" to choose: ") == 2
    assert good("show", "--deal", REBUILT, "--view", "public").count("Card in hand: ") == 0


def test_a_picture_of_rebuilding(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    assert good("show", "--deal", REBUILT, "--events", "norm@n04", "--png", tmp_path / "a.png") == ""
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_a_view_hides_the_cards_of_other_seats() -> None:
    output = good("show", "--deal", DEAL, "--view", 1)
    assert "with the card lakes" in output
    assert output.count("a hidden card") == 1
    assert good("show", "--deal", DEAL, "--view", "public").count("a hidden card") == 2


def test_a_seats_picture_is_of_its_own_city(tmp_path: Path) -> None:
    pictures = set()
    for number, view in enumerate([[], ["--view", "0"], ["--view", "1"]]):
        path = tmp_path / f"{number}.svg"
        assert good("show", "--deal", CITIES, "--events", "16@-1,-1/1", *view, "--svg", path) == ""
        pictures.add(path.read_bytes())
    assert len(pictures) == 3


def test_a_recorded_game_from_start_to_end() -> None:
    assert "No bids yet" in good("show", GAMES_FILE, "--ply", 0)
    assert "seat 0 8 on N2" in good("show", GAMES_FILE, "--ply", 1)
    assert "The game is over." in good("show", GAMES_FILE)
    assert good("show", f"{GAMES_FILE}:1") == good("show", GAMES_FILE)
    assert good("show", f"{GAMES_FILE}:2") != good("show", GAMES_FILE)


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_picture(kind: str, tmp_path: Path) -> None:
    if kind == "png":
        pytest.importorskip("resvg_py")
    first, second = tmp_path / f"a.{kind}", tmp_path / f"b.{kind}"
    assert good("show", "--deal", DEAL, "--events", "8@N2", f"--{kind}", first) == ""
    assert good("show", GAMES_FILE, "--ply", 30, f"--{kind}", second) == ""
    assert first.read_bytes()[:5] in (b"<?xml", b"\x89PNG\r")
    assert first.read_bytes() != second.read_bytes()


def test_a_png_needs_resvg_and_an_svg_does_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    imported = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name == "resvg_py":
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)
        return imported(name, *rest, **named)

    monkeypatch.delitem(sys.modules, "resvg_py", raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    assert good("show", "--deal", DEAL, "--svg", tmp_path / "a.svg") == ""
    output = refused("show", "--deal", DEAL, "--png", tmp_path / "a.png", status=1)
    assert output == "--png needs resvg_py: pip install 'urbanist[pictures]'; --svg works without it"


def test_a_game_without_a_picture_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("urbanist.bots.table.find_spec", lambda name: None)
    assert "metropolys has no picture" in refused("show", "--deal", DEAL, "--svg", tmp_path / "a.svg")


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ([], 2, "either --deal D [--events E] or FILE[:GAME]"),
        ([GAMES_FILE, "--deal", DEAL], 2, "either --deal D [--events E] or FILE[:GAME]"),
        ([GAMES_FILE, "--events", "pass"], 2, "--events needs --deal"),
        ([GAMES_FILE, "--ply", 10000], 2, "--ply 10000: the game has "),
        ([f"{GAMES_FILE}:999"], 1, "no game 999; it holds "),
        ([f"{GAMES_FILE}:0"], 1, "no game 0"),
        (["/no/such/file"], 1, "/no/such/file: No such file or directory"),
        (["/"], 1, "/: Is a directory"),
        ([__file__], 1, "test_show.py:1: not a line of JSON"),
        (["--deal", DEAL, "--events", "8@N2 pass", "--ply", 3], 2, "--ply 3: the game has 2 events"),
        (["--deal", DEAL, "--view", "2"], 2, "--view 2: expected a seat, 0 to 1, or public"),
        (
            ["--deal", DEAL, "--svg", "a.svg", "--png", "a.png"],
            2,
            "--svg and --png exclude each other: give only one",
        ),
        (["--deal", DEAL, "--svg", "a.png"], 2, "--svg a.png: expected a name that ends in .svg"),
        (
            ["--deal", DEAL, "--png", "/no/such/folder/a.png"],
            1,
            "/no/such/folder/a.png: the folder of this file does not exist",
        ),
        (["--deal", DEAL, "--events", "8@N2 8@N3"], 2, "event 2: '8@N3' is not legal"),
    ],
)
def test_wrong_use_is_one_line(arguments: list[object], status: int, message: str) -> None:
    assert message in refused("show", *arguments, status=status)
