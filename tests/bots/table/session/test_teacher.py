"""A first game that explains itself: what is told, when, and that nothing hidden is told."""

from functools import cache
from itertools import product
from textwrap import wrap

import pytest

from tests.bots.table.application.desk import Desk as Table
from tests.bots.table.playing import PLAYERS, city_game, played, rebuilt
from tests.bots.table.session.test_session import Desk
from urbanist.bots.table import PlayerView, table_of
from urbanist.bots.table.session.conversation import Conversation
from urbanist.bots.table.session.teacher import Teacher

GAMES = {
    "family": played(120, variant="family"),
    "expert": played(160),
    "akropolis": city_game(60, options=("temples",)),
    "warszawa": rebuilt(220),
}


@cache
def pages(name: str, seat: int = 0, *, brief: bool = False) -> list[tuple[int, list[str]]]:
    """Return the ply and the page of each decision of a seat in one of the games."""
    history = GAMES[name]
    teacher = Teacher(table_of(history.game.name))
    shown = []
    for ply, state in enumerate(history.states[:-1]):
        if not state.due and state.to_move == seat:
            pov = PlayerView.of(history.until(ply), seat, PLAYERS[: state.seats])
            shown.append((ply, teacher.page(pov, brief=brief)))
    return shown


@pytest.mark.parametrize("name", GAMES)
def test_a_game_begins_with_its_goal_and_explains_each_thing_once(name: str) -> None:
    told = pages(name)
    first = " ".join(told[0][1])
    assert "You want the most points" in first
    lessons = [
        text for _, page in told for text in page if not text.startswith(("Your move", "Your score", "Seat"))
    ]
    assert len(lessons) == len(set(lessons)) >= 8
    assert all(
        text[0].isupper() and text.endswith(".") and ".." not in text for _, page in told for text in page
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_brief_page_tells_two_things_and_keeps_the_other_lessons_for_later(name: str) -> None:
    told = pages(name, brief=True)
    assert all(len(page) <= 2 for _, page in told)
    # A window of 80 x 24 has 19 lines of 31 columns beside the board.
    assert all(sum(len(wrap(text, 31)) + 1 for text in page) <= 20 for _, page in told)
    assert "You want the most points" in " ".join(told[0][1])
    lessons, brief = ({text for _, page in lesson for text in page} for lesson in (pages(name), told))
    assert len(lessons & brief) >= 8


@pytest.mark.parametrize("name", GAMES)
def test_a_move_of_the_person_is_followed_by_what_it_changed(name: str) -> None:
    history = GAMES[name]
    for ply, page in pages(name)[1:]:
        own = [at for at in range(ply) if not history.states[at].due and history.states[at].to_move == 0][-1]
        pov = PlayerView.of(history.until(ply), 0, PLAYERS[: history.state.seats])
        before, after = (sum(row.points for row in pov.states[at].score_rows(0)) for at in (own, own + 1))
        changed = [text for text in page if text.startswith("Your move changed")]
        if before != after:
            assert len(changed) == 1
            numbers = [
                int(part.rpartition(" ")[2]) for part in changed[0].partition(": ")[2].rstrip(".").split(", ")
            ]
            assert sum(numbers) == after - before


@pytest.mark.parametrize("name", GAMES)
def test_every_other_seat_that_moved_is_told_with_a_reason_and_without_secrets(name: str) -> None:
    history, reasons = GAMES[name], 0
    for ply, page in pages(name):
        own = [at for at in range(ply) if not history.states[at].due and history.states[at].to_move == 0]
        since = range(own[-1] + 1 if own else 0, ply)
        movers = {history.states[at].to_move for at in since if not history.states[at].due}
        told = [text for text in page if text.startswith("Seat ")]
        masked = PlayerView.of(history.until(ply), 0, PLAYERS[: history.state.seats]).view.events
        seen = {
            history.states[at].to_move for at in since if not history.states[at].due and not masked[at].hidden
        }
        assert len(told) == len(seen) <= len(movers)
        reasons += sum("Why: " in text for text in told)
        assert not any(" you " in text or "your " in text.partition("Why:")[2] for text in told)
    assert reasons > 5 or name == "akropolis"  # where a move is told with its effect


def test_a_teacher_can_be_sent_away_and_teaches_each_person_alone() -> None:
    history = GAMES["akropolis"]
    teacher = Teacher(table_of("akropolis"))
    assert teacher.page(PlayerView.of(history.until(0), 0, PLAYERS[:2]))
    assert "You want the most points" in " ".join(
        teacher.page(PlayerView.of(history.until(1), 1, PLAYERS[:2]))
    )
    teacher.teaches = False
    assert teacher.page(PlayerView.of(history.until(0), 0, PLAYERS[:2])) == []


def test_lines_explain_before_each_move_until_they_are_skipped() -> None:
    desk = Desk(["7@N3", "skip", "skip", "quit"])
    Conversation(desk.session, desk.screen, Teacher(table_of("metropolys"))).run()
    said = desk.out.getvalue()
    assert said.count("(skip ends these explanations)") >= 1
    assert "You want the most points" in said
    assert "no more explanations" in said.partition("You want")[2]
    assert "nothing is explained: play --learn" in said


#: Each day each game at one size, and each size with two games; at night all.
DAILY = {("family", (80, 24)), ("expert", (120, 40)), ("akropolis", (120, 40)), ("warszawa", (80, 24))}


@pytest.mark.parametrize(
    ("name", "size"),
    [
        pytest.param(*case, marks=[pytest.mark.nightly] * (case not in DAILY))
        for case in product(GAMES, [(80, 24), (120, 40)])
    ],
)
def test_lessons_stand_beside_the_board_and_can_be_closed_opened_and_ended(
    name: str, size: tuple[int, int]
) -> None:
    history = GAMES[name].until(12 if name == "warszawa" else 0)
    while history.state.due:
        history = history.play(history.state.chance() or "")
    person = history.state.to_move
    seats = tuple("human" if seat == person else "drawn" for seat in range(history.state.seats))

    async def script(desk: Table) -> None:
        app = desk.app
        assert not app.lesson_is_open
        await desk.press("t")
        assert app.lesson_is_open
        assert "Lesson: t turns the page" in desk.screen
        assert "most" in desk.screen
        for _ in range(12):
            if not app.lesson_is_open:
                break
            await desk.press("t")
        assert not app.lesson_is_open
        await desk.press("t")
        assert app.lesson_is_open
        await desk.press("escape")
        assert not app.lesson_is_open
        await desk.press("t", "T")
        assert "No more lessons" in desk.screen
        assert not app.lesson_is_open

    Table(history, seats, size=size).play(script)


def test_a_lesson_comes_with_each_turn_and_a_first_game_is_told_that_there_are_lessons() -> None:
    history = GAMES["akropolis"].until(0)

    async def script(desk: Table) -> None:
        assert "Your first game of Akropolis? Press t" in desk.screen
        await desk.press("t")
        assert "You want the most points" in " ".join(desk.app._lesson or ())
        await desk.press("escape", "n", "enter")
        assert desk.app.lesson_is_open
        assert "Seat 1 (drawn) lays" in " ".join(desk.app._lesson or ())

    desk = Table(history, ("human", "drawn"), size=(120, 40))
    desk.app.first_game = True
    desk.play(script)
