"""The page of standings is complete, loads nothing, and hostile names cannot change it."""

import random
import re

import pytest

from tests.bots.contest.game_results import drawn, game
from tests.bots.html_reader import read
from urbanist.bots.contest.page import page
from urbanist.bots.contest.standings import WIDEST, Standings, standings
from urbanist.bots.markup.page_frame import POLICY

NAMES = ("ismcts:nodes=2000", "greedy", "random")
HOSTILE = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror='alert(1)'>",
    "</style></title><svg onload=alert(1)>",
    "&lt;b&gt; \u202e\x00 " + "python3 /a/very/long/way/to/a/bot.py --option " * 40,
)


def results(names: tuple[str, ...] = NAMES, deals: int = 30, anchor: str | None = None) -> Standings:
    strengths = [1.0 - bot for bot in range(len(names))]
    games = drawn(strengths, seats=min(3, len(names)), deals=deals, seed=9) if deals else []
    return standings(names, games, anchor, resamples=30)


def test_all_standings_are_on_the_page() -> None:
    shown = read(page(results(), "Summer cup", [("game", "a game"), ("seed", "7")]))
    text = "".join(shown.texts)
    assert {"Summer cup", "a game", "seed", "games", "30", "Standings", "Ratings"} <= set(shown.texts)
    for line in results().lines:
        assert text.count(line.name) >= 4
        assert f"{line.rating.value:.0f}" in shown.texts
        assert line.win is not None
        assert f"{100 * line.win.mean:.1f} %" in shown.texts
    assert shown.tags.count("svg") == 4  # a row for each bot, and the axis


def test_of_very_many_bots_a_page_has_no_table_of_all_comparisons() -> None:
    games = drawn([0.0] * (WIDEST + 1), seats=2, deals=5, seed=9)
    names = [f"bot {number}" for number in range(WIDEST + 1)]
    for bots, shown in ((WIDEST, True), (WIDEST + 1, False)):
        results = standings(names[:bots], [one for one in games if max(one.bots) < bots], resamples=0)
        assert ("Comparisons of two bots" in page(results, "cup")) is shown


def test_cells_show_shares_above_and_below_one_half() -> None:
    shown = read(page(results(), "cup"))
    kinds = [str(value).split()[0] for key, value in shown.attributes if key == "class"]
    assert (kinds.count("ahead"), kinds.count("behind"), kinds.count("none")) == (3, 3, 3)


def test_names_stay_text() -> None:
    text = page(results(HOSTILE), HOSTILE[0], [(HOSTILE[1], HOSTILE[2])])
    shown = read(text)
    assert not {"script", "img"} & set(shown.tags)
    assert text.count("<") == text.count("</") + len(shown.tags) + 1
    assert shown.tags.count("style") == shown.tags.count("title") == 1
    assert not [key for key, _ in shown.attributes if key.startswith("on") or key == "src"]
    assert HOSTILE[0] in shown.texts
    assert "\u202e" not in text
    assert "\x00" not in text
    assert "\\u202e\\x00" in text


def test_the_page_loads_nothing() -> None:
    text = page(results(), "cup")
    assert not re.search(r"https?:|url\(|@import|<script|<link|src=", text)
    assert ("content", POLICY) in read(text).attributes
    assert "prefers-color-scheme: dark" in text


def test_the_table_has_a_column_of_forfeits_if_there_are_any() -> None:
    assert "forfeits" not in read(page(results(), "cup")).texts
    games = [game(number, (0, 1), (1, 2), forfeits=((1, "time"),)) for number in range(3)]
    shown = read(page(standings(NAMES, games, resamples=5), "cup"))
    assert {"forfeits", "3 time"} <= set(shown.texts)


def test_there_are_no_charts_before_the_first_game() -> None:
    shown = read(page(results(deals=0), "cup"))
    assert "svg" not in shown.tags
    assert not {"Ratings"} & set(shown.texts)


def test_the_footer_says_what_fixes_the_scale() -> None:
    assert any("Their mean is 1500." in text for text in read(page(results(), "cup")).texts)
    assert "fixed" in read(page(results(anchor="greedy"), "cup")).texts
    assert any(
        "greedy is the anchor, at 1500." in text for text in read(page(results(anchor="greedy"), "cup")).texts
    )


@pytest.mark.parametrize(("names", "deals"), [(NAMES, 0), (NAMES, 1), (NAMES[:2], 2), ((), 0)])
def test_a_page_with_few_games_or_bots_can_be_drawn(names: tuple[str, ...], deals: int) -> None:
    assert "Standings" in read(page(results(names, deals), "cup")).texts


def test_the_order_of_games_does_not_change_the_page() -> None:
    games = drawn([0, 1, 2], seats=3, deals=12, seed=3)
    mixed = random.Random(1).sample(games, len(games))
    one, other = (page(standings(NAMES, order, resamples=20), "cup") for order in (games, mixed))
    assert one == other
