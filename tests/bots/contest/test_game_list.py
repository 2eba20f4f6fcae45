"""The list of games leads to their pages and to the records, and hostile names stay text."""

from tests.bots.contest.game_results import game
from tests.bots.html_reader import read
from urbanist.bots.contest.page import game_list
from urbanist.bots.markup import element
from urbanist.bots.markup.page_frame import html_page

NAMES = ("<script>", "b")
GAMES = [game(1, (0, 1), (1, 2)), game(2, (1, 0), (1, 1)), game(3, (0, 1), (2, 1))]


def test_each_game_with_a_page_has_a_row_with_its_bots_and_points() -> None:
    pages = {game.id: f"games/{game.id}.html" for game in GAMES[:2]}
    shown = read(html_page("cup", element("main", *game_list(GAMES, NAMES, pages, "cup.jsonl"))))
    links = [value for key, value in shown.attributes if key == "href"]
    assert links == ["cup.jsonl", "games/000001.html", "games/000002.html"]
    assert shown.texts.count("<script>") == 2
    assert "script" not in shown.tags
    assert shown.tags.count("b") == 3
    assert {"35", "30", "All games as records", "seat 1"} <= set(shown.texts)


def test_without_links_there_is_no_list() -> None:
    assert game_list(GAMES, NAMES, {}, None) == []
