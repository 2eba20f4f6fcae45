"""The page of a game has all that is known of it, loads nothing, stays small, and hostile names cannot change it."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.bots.html_reader import Reader, read
from tests.bots.table.page.stories import ALL, GAMES, PLAYERS, page_of, story_of, story_until
from tests.bots.table.playing import typed_words
from tests.bots.table.spoken import DAILY_LANGUAGES
from tests.pseudo import untranslated
from urbanist.bots.analysis.decisions import GRADES
from urbanist.bots.markup import Element
from urbanist.bots.table import NoPicture, PlayerView
from urbanist.bots.table.page import frames, page
from urbanist.bots.table.page.frames import PLACES
from urbanist.bots.table.session.notebook import AnalysisNotes
from urbanist.engine import GAMES as RULES
from urbanist.engine.history import History

HOSTILE = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror='alert(1)'>",
    "</style></title><svg onload=a>",
    "\u202e\x00<!--",
)
#: The names of keys.
KEYS = {"Home", "End", "Shift"}
#: The largest size of a page, in bytes.
LARGEST = 2_000_000


def frames_in(text: str) -> dict[str, Any]:
    """Return what the script gets."""
    match = re.search(r'<script type="application/json" id="frames">(.*?)</script>', text, re.DOTALL)
    assert match is not None
    return dict(json.loads(match[1]))


def ids(text: str) -> list[str | None]:
    return [value for key, value in read(text).attributes if key == "id"]


@pytest.mark.parametrize(
    ("game", "events"),
    [("akropolis", 12), *(pytest.param(game, ALL, marks=pytest.mark.nightly) for game in GAMES)],
)
def test_the_page_of_a_game_is_small_and_has_every_position(game: str, events: int) -> None:
    story, text = story_until(game, events), page_of(game, events)
    assert story.history.state.over == (events == ALL)
    assert len(text.encode()) < LARGEST
    frames = frames_in(text)
    assert frames["tracks"][0] == [str(count) for count in range(story.events + 1)]
    assert len(frames["tracks"]) == 1 + len(story.lines)
    assert {name for track in frames["tracks"] for name in track} == frames["frames"].keys()
    assert all(len(frame) == len(PLACES) for frame in frames["frames"].values())
    assert len(frames["frames"]) == story.positions


@pytest.mark.parametrize("game", GAMES)
def test_all_symbols_and_all_links_have_their_target(game: str) -> None:
    text = page_of(game, 12)
    frames = frames_in(text)
    used = {node[1]["href"].removeprefix("#") for node in frames["nodes"] if node[0] == "use"}
    assert used
    assert used <= {*ids(text)}
    links = set(re.findall(r'<a [^>]*href="#([^"]+)"', text))
    assert len(links) >= 12
    assert links <= frames["frames"].keys()


@pytest.mark.parametrize("game", GAMES)
def test_no_id_is_there_twice(game: str) -> None:
    names = ids(page_of(game, 12))
    assert len(names) == len(set(names))


def test_the_page_tells_of_every_event_and_judgement() -> None:
    story, shown = story_until("metropolys", 12), read(page_of("metropolys", 12))
    text = " ".join(shown.texts)
    for event, move in enumerate(story.history.texts, 1):
        assert str(event) in shown.texts
        assert move == "pass" or move.replace("@", " on ") in text
    for grade in GRADES:
        if grade != "good":
            assert f"{grade.capitalize()}: lost " in text
    for posterior in story.posteriors[-1]:
        assert posterior.card in shown.texts
    assert {"Win shares", "Moves", "Hidden cards", "The costliest moves", "Accuracy", "The better line"} <= {
        *shown.texts
    }


def test_the_page_loads_nothing_and_runs_its_own_script_only() -> None:
    text = page_of("akropolis", 12)
    shown = read(text)
    outside = text.replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/1999/xhtml", "")
    assert not re.search(r"https?:|url\(|@import|<link|src=|innerHTML|eval\(", outside)
    [policy] = [value for key, value in shown.attributes if key == "content" and "default-src" in str(value)]
    assert re.fullmatch(
        r"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[^']+'", str(policy)
    )
    assert shown.tags.count("script") == 2
    assert not [key for key, _ in shown.attributes if key.startswith("on")]


def test_names_stay_text() -> None:
    text = page(story_of(GAMES["metropolys"](3), HOSTILE))
    shown: Reader = read(text)
    assert "img" not in shown.tags
    assert shown.tags.count("script") == 2
    assert text.count("<") == text.count("</") + len(shown.tags) + 1
    assert HOSTILE[0] in shown.texts
    assert "\u202e" not in text
    assert "\x00" not in text


def test_the_same_story_gives_the_same_page() -> None:
    history = GAMES["metropolys"](3)
    assert page(story_of(history)) == page(story_of(history))


def test_a_game_without_events_has_a_page() -> None:
    history = History.start(RULES["metropolys"].deal(seats=3, seed=1))
    shown = read(page(story_of(history)))
    assert "Before the first event." in shown.texts
    assert "The costliest moves" not in shown.texts


def test_a_game_without_pictures_is_read_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_picture(_: PlayerView) -> Element:
        raise NoPicture

    monkeypatch.setattr(frames, "draw_picture", no_picture)
    story = story_until("metropolys", 3)
    shown = read(page(story))
    assert shown.tags.count("pre") == 1
    assert story.table.describe(story.pov.until(3)) in shown.texts


def test_every_position_is_counted_while_the_page_is_made() -> None:
    story, counted = story_until("akropolis", 3), []
    page(story, lambda: counted.append(1))
    assert len(counted) == story.positions


def test_a_page_is_in_the_language(speak: Callable[[str], None]) -> None:
    story = story_of(GAMES["akropolis"](4))
    speak("pl")
    text = page(story)
    shown = read(text)
    assert '<html lang="pl">' in text
    assert {"Udziały w wygranej", "Ruchy", "Dokładność"} <= {*shown.texts}
    assert ("title", "Odtwórz grę") in shown.attributes
    assert frames_in(text)["labels"] == {"play": "Odtwórz grę", "pause": "Pauza"}


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_spaces_in_numbers_are_no_escapes(language: str, speak: Callable[[str], None]) -> None:
    story = story_of(GAMES["akropolis"](4))
    speak(language)
    text = page(story)
    assert not re.findall(
        r".{10}\\x.{5}|.{10}\\u.{5}", re.sub("<(script|style).*?</", "", text, flags=re.DOTALL)
    )
    assert language == "pl" or "100\u00a0%" in text


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("game", GAMES)
def test_no_word_of_a_page_stays_english(game: str) -> None:
    story = story_of(GAMES[game](5))
    text = page(story)
    frames, shown = frames_in(text), read(re.sub(r"<(style|script).*?</\1>", "", text, flags=re.DOTALL))
    said = [text for node in frames["nodes"] for text in node[2:] if isinstance(text, str)]
    named = [node[1].get("aria-label", "") for node in frames["nodes"]]
    titles = [str(value) for key, value in shown.attributes if key in ("aria-label", "title", "data-column")]
    known = typed_words(story.history) | {*untranslated(" ".join(PLAYERS))} | KEYS
    known |= {word for _, line in story.lines for word in typed_words(line)}
    left = {*untranslated(" ".join((*shown.texts, *said, *named, *titles)))} - known
    assert not left


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.nightly] * (game != "metropolys")) for game in GAMES]
)
def test_branches_and_comments_of_the_record_stand_on_the_page_as_text(game: str) -> None:
    history = GAMES[game](8)
    story = story_of(history)
    ply = next(p for p in range(len(history.events) - 1, 0, -1) if len(history.states[p].legal()) > 1)
    other = next(move for move in history.states[ply].legal() if move != history.texts[ply])
    line = history.until(ply).redrawn(1).play(other)
    notes = AnalysisNotes(comments={1: HOSTILE[0]})
    notes.add(history, line)
    noted = replace(story, record=notes.noted(story.record))
    text = page(noted)
    assert "Branches" in text
    assert HOSTILE[0] not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    told = story.said(ply + 1, PlayerView.of(line, None, story.record.seats, revealed=True))
    assert told in read(text).texts
    assert "Branches" not in page(story)
