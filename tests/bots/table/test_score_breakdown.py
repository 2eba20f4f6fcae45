"""What counts in each row of a score, on the boards: labels, marks by keys and clicks, and in lines."""

import pytest

from tests.bots.table.application.desk import Desk
from tests.bots.table.playing import PLAYERS, city_game, played, rebuilt
from urbanist.bots.table import PlayerView, table_of
from urbanist.bots.table.kit.colour import COUNTED
from urbanist.bots.table.session.verdict import labels, listed
from urbanist.engine.history import History
from urbanist.engine.score_row import Counted

GAMES = {
    "family": played(300, variant="family"),
    "expert": played(300),
    "akropolis": city_game(45, options=("temples", "houses"), greed=0.8),
    "warszawa": rebuilt(260),
}


@pytest.mark.parametrize("plies", [20, 60, 1000])
@pytest.mark.parametrize("name", GAMES)
def test_what_counts_on_a_board_adds_up_to_the_rows_of_the_score(name: str, plies: int) -> None:
    whole = GAMES[name]
    history = whole.until(min(plies, len(whole.events)))
    pov = PlayerView.of(history, None, PLAYERS[: history.state.seats], revealed=True)
    breakdown = table_of(history.game.name).score_breakdown
    for seat in range(history.state.seats):
        counted = breakdown(pov, seat)
        for row in history.state.score_rows(seat):
            parts = counted.get(row.kind, ())
            worth = sum(part.worth for part in parts if not part.factor)
            factors = sum(part.worth for part in parts if part.factor)
            if history.game.name == "akropolis" and row.kind != "stones":
                assert row.points == worth * factors
            elif row.kind not in ("stones", "norm"):
                assert row.points == worth, row
            elif parts:
                assert row.points == worth


def test_labels_tell_points_factors_and_groups_apart() -> None:
    parts = [
        Counted(("N3",), 2),
        Counted(("C1", "C2"), 4),
        Counted(("S1",), 3, True),
        Counted(("W1", "W2"), 4),
    ]
    assert labels(parts) == {"N3": "+2", "C1": "a+4", "C2": "a+4", "S1": "×3", "W1": "b+4", "W2": "b+4"}
    assert listed(parts) == "N3 +2; C1 and C2 +4; S1 ×3; W1 and W2 +4"
    assert (labels([]), listed([])) == ({}, "")


def seats(history: History) -> tuple[str, ...]:
    person = history.state.to_move
    return tuple("human" if seat == person else "drawn" for seat in range(history.state.seats))


@pytest.fixture(autouse=True)
def _all_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the application show all colours, so that the tests find those of marks."""
    monkeypatch.setenv("COLORTERM", "truecolor")


def marked(desk: Desk) -> int:
    """Return how many characters of the screen stand on the colour of what counts."""
    strips = desk.app.screen._compositor.render_strips()
    styles = [(segment.text, segment.style) for strip in strips for segment in strip if segment.style]
    places = [
        len(text)
        for text, style in styles
        if style.bgcolor is not None
        and style.bgcolor.triplet is not None
        and tuple(style.bgcolor.triplet) == COUNTED
    ]
    return sum(places)


@pytest.mark.parametrize(
    ("name", "size"),
    [("family", (80, 24)), ("akropolis", (80, 24)), ("warszawa", (120, 40))],
)
def test_keys_mark_every_row_of_every_seat_and_esc_ends_it(name: str, size: tuple[int, int]) -> None:
    whole = GAMES[name]
    history = whole.until(len(whole.events) * 3 // 4)

    async def script(desk: Desk) -> None:
        score_marker, state = desk.app.score_marker, desk.session.history.state
        assert not marked(desk)
        met = []
        for _ in range(state.seats):
            kinds = [
                row.kind
                for row in score_marker.rows(
                    state.to_move if score_marker.seat is None else score_marker.seat
                )
            ]
            for _ in range(max(1, len(kinds))):
                await desk.press("b")
                met.append((score_marker.seat, score_marker.kind))
                assert marked(desk) >= len(desk.board.counted)
                assert f"seat {score_marker.seat} " in desk.screen.lower()
            await desk.press("a")
        assert {seat for seat, _ in met} == {*range(state.seats)}
        assert all((seat, row.kind) in met for seat in range(state.seats) for row in score_marker.rows(seat))
        was = score_marker.kind
        await desk.press("b", "B")
        assert score_marker.kind == was
        await desk.press("escape")
        assert not marked(desk)
        assert score_marker.seat is None

    Desk(history, seats(history), size=size).play(script)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.nightly] * (name not in ("expert", "warszawa")))
        for name in GAMES
    ],
)
def test_a_click_on_the_scores_marks_what_counts(name: str) -> None:
    whole = GAMES[name]
    history = whole.until(len(whole.events) * 3 // 4)

    async def script(desk: Desk) -> None:
        await desk.press("s")
        _, line = desk.find("points for")
        column = desk.lines()[line - 1].index("seat 0") + len("seat 0") - 1
        rows = range(line + 2, line + 8)
        await desk.click(column, next(row for row in rows if desk.lines()[row][column].isdigit()))
        assert desk.app.score_marker.seat == 0
        assert "Esc: enough" in desk.screen
        assert marked(desk) >= len(desk.board.counted)

    Desk(history, seats(history), size=(160, 45)).play(script)


def test_a_new_position_forgets_what_was_marked() -> None:
    history = GAMES["akropolis"].until(20)

    async def script(desk: Desk) -> None:
        await desk.press("b")
        assert desk.board.counted
        await desk.press("n", "enter")
        assert not desk.board.counted

    Desk(history, seats(history), size=(120, 40)).play(script)
