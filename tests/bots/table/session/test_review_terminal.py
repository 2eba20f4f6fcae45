"""The review of a game in colour for a terminal."""

from io import StringIO
from itertools import product

import pytest
from rich.console import Console

from tests.bots.table.page.stories import GAMES, story_of
from urbanist.bots.table.session.review_terminal import drawn
from urbanist.bots.table.session.screen import Screen


def shown(game: str, columns: int, *, plies: int = 16) -> list[str]:
    """Return the lines of a review on a terminal of so many columns."""
    story = story_of(GAMES[game](plies))
    console = Console(width=columns, height=50, color_system=None)
    with console.capture() as captured:
        for part in drawn(story, columns):
            console.print(part)
    return captured.get().split("\n")


#: Each day each width at one game; at night all.
DAILY = {("metropolys", 160), ("warszawa", 60), ("akropolis", 80)}


@pytest.mark.parametrize(
    ("game", "columns"),
    [
        pytest.param(*case, marks=[pytest.mark.nightly] * (case not in DAILY))
        for case in product(GAMES, (60, 80, 160))
    ],
)
def test_it_fits_the_terminal_and_tells_of_each_event(game: str, columns: int) -> None:
    lines = shown(game, columns)
    assert max(map(len, lines)) <= min(columns, 120)
    text = "\n".join(lines)
    for event in range(1, 17):
        assert f"\n {event:5}  " in text
    for words in (
        "?! Inaccuracy: lost 5.0% of the",
        "? Mistake: lost 10.0% of the",
        "?? Blunder: lost 22.0% of the",
    ):
        assert words in text
    assert "The moves that cost most:" in text
    assert "100%" in text
    assert any("\u2800" < sign <= "\u28ff" for sign in text)


def test_the_shares_begin_with_the_deal_and_end_with_the_result() -> None:
    review = story_of(GAMES["akropolis"](1000))
    shares = review.shares
    assert len(shares) == len(review.history.events) + 1
    assert all(sum(row) == pytest.approx(1) for row in shares)
    assert shares[-1][review.history.state.ranks().index(1)] == 1


def test_a_game_without_events_has_a_review() -> None:
    assert any("0 events" in line for line in shown("metropolys", 80, plies=0))


@pytest.mark.parametrize(
    ("terminal", "encoding", "expected"),
    [(True, "utf-8", True), (True, "ascii", False), (False, "utf-8", False)],
)
def test_other_terminals_get_lines(terminal: bool, encoding: str, expected: bool) -> None:
    class Output(StringIO):
        @property
        def encoding(self) -> str:  # type: ignore[override]  # StringIO has none
            return encoding

    console = Console(file=Output(), force_terminal=terminal, _environ={"TERM": "xterm"})
    assert Screen(console).plots == expected
