"""Warszawa in the application: whole games by keys and by mouse, and what its board shows."""

import re

import pytest
from textual.widgets import Static

from tests.bots.table.application.desk import SIZES, Desk
from tests.bots.table.application.screens import file_of, screen_of
from tests.bots.table.application.window import Size
from tests.bots.table.playing import Idle, rebuilt
from urbanist.bots.table.kit.plane import middle
from urbanist.bots.table.kit.player_view import best_first
from urbanist.bots.table.session.advice import Hint
from urbanist.bots.table.warszawa.model.city import card_named, phase_of, supply_of
from urbanist.bots.table.warszawa.model.partial_move import (
    LegalOptions,
    PartialMove,
    place_of,
    point_of,
    subject_of,
)
from urbanist.bots.table.warszawa.terminal.board_map import at
from urbanist.bots.table.warszawa.text.phrases import card_name
from urbanist.engine import GAMES
from urbanist.engine.history import History

THREE = ("human", "idle", "idle")
CHOOSING, PLANNING, REALISATION = range(3)


def opened(seed: int = 1) -> History:
    return History.start(GAMES["warszawa"].deal(seats=3, options=("first=0", "rounds7"), seed=seed))


def at_turn(phase: int, verb: str, plies: int = 0) -> History:
    """Return a position of a phase in which a move of a kind is legal."""
    for count in range(plies, 400):
        history = rebuilt(count)
        state = history.state
        fits = not state.due and phase_of(state) == phase and not state.over
        if fits and any(subject_of(move).startswith(verb) for move in state.legal()):
            return history
    raise AssertionError(verb)


def desk_at(history: History, size: Size = (120, 40)) -> Desk:
    person = history.state.to_move
    seats = tuple("human" if seat == person else "idle" for seat in range(history.state.seats))
    return Desk(history, seats, hire=lambda _: Idle(), size=size)


def spot(desk: Desk, place: str) -> tuple[int, int]:
    """Return the character of the screen in the middle of a hex or a side."""
    mesh, left, top = desk.board._plan(*desk.board.size)
    x, y = at(mesh, point_of(place))
    corner = desk.board.content_region.offset
    return corner[0] + left + int(x), corner[1] + top + int(y)


@pytest.mark.nightly
def test_a_whole_game_by_keys() -> None:
    async def script(desk: Desk) -> None:
        turns = 0
        while not desk.session.history.state.over:
            phase = phase_of(desk.session.history.state)
            subjects = desk.board._options.subjects
            if phase == CHOOSING:
                await desk.press("2", "enter")
            elif turns % 4 == 3 and {"pass", "done"} & set(subjects):
                await desk.press("p")
            elif turns % 2 and any(subject.startswith("card ") for subject in subjects):
                await desk.press("c", "down", "right", "enter")
            else:
                await desk.press(*(["1", "enter"] if "field 1" in subjects and turns % 3 else ["n", "enter"]))
            turns += 1
        assert "points for" in desk.screen
        assert re.search("You win with|wins with|share the win", desk.screen)

    Desk(opened(), THREE, hire=lambda _: Idle(), size=(80, 24)).play(script)


#: Turns by mouse: enough for every phase and every click; each night the whole game.
TURNS = [12, pytest.param(None, marks=pytest.mark.nightly)]


@pytest.mark.parametrize("most", TURNS)
def test_a_game_by_mouse(most: int | None) -> None:
    async def script(desk: Desk) -> None:
        turns = 0
        while not desk.session.history.state.over and turns != most:
            options = desk.board._options
            ends = [move for move in options.legal if str(move) in ("pass", "done")]
            before = len(desk.session.history.events)
            if ends and turns % 2:
                await desk.click(*desk.find("p Pass"))
            else:
                move = next(move for move in reversed(tuple(best_first(options.state))) if move not in ends)
                place, subject = place_of(move), subject_of(move)
                if subject != "clear":
                    await desk.click(*place_of_subject(desk, subject))
                if not place:
                    await desk.click(*place_of_subject(desk, subject))
                else:
                    await desk.click(*spot(desk, place))
                    if len(desk.session.history.events) == before:
                        await desk.click(*spot(desk, place))
            assert len(desk.session.history.events) > before, desk.screen
            turns += 1

    desk = Desk(opened(), THREE, hire=lambda _: Idle(), size=(80, 24)).play(script)
    assert desk.session.history.state.over == (most is None)


def place_of_subject(desk: Desk, subject: str) -> tuple[int, int]:
    """Return the character of the screen on which a field, a card, a norm or an action is clicked."""
    for line, strip in enumerate(desk.app.screen._compositor.render_strips()):
        column = 0
        for segment in strip:
            meta = segment.style.meta if segment.style is not None else {}
            if meta.get("@click") == f"app.point({subject!r})":
                return column, line
            column += segment.cell_length
    raise AssertionError(f"{subject} is not on the screen:\n{desk.screen}")


def test_a_card_shows_its_text_its_places_and_what_it_would_bring() -> None:
    history = rebuilt(40)
    moves = history.state.legal()
    legal = next(move for move in moves if subject_of(move).startswith("card "))
    card, place = card_named(history.state, str(legal).partition("@")[0]), place_of(legal)
    assert len(PartialMove(LegalOptions(history.state, free=True), f"card {card.id}").places) > 1

    async def script(desk: Desk) -> None:
        await desk.click(*place_of_subject(desk, f"card {card.id}"))
        assert card_name(card)[:60] in desk.screen
        assert "A building costs 1 fund and 1 concrete" in " ".join(desk.screen.split())
        assert set(desk.board._marks().places) == set(
            PartialMove(LegalOptions(history.state, free=True), f"card {card.id}").places
        )
        await desk.click(*spot(desk, place))
        assert f"{card.name} on {place}: Enter plays it." in desk.screen
        assert "built now " in desk.screen
        await desk.press("enter")
        assert desk.session.history.events[len(history.events)] == legal

    desk_at(history, (160, 44)).play(script)


def test_what_is_not_possible_is_refused_with_the_rule() -> None:
    history = at_turn(PLANNING, "field ", 20)
    taken = next(
        n for n in range(1, 11) if f"field {n}" not in LegalOptions(history.state, free=True).subjects
    )

    async def script(desk: Desk) -> None:
        for key in str(taken):
            await desk.press(key)
        assert "holds an engineer already" in desk.screen
        await desk.press("enter")
        assert desk.session.history.events == history.events

    desk_at(history).play(script)


def test_a_building_is_paid_in_another_way_by_a_key() -> None:
    history = at_turn(REALISATION, "build", 60)
    for count in range(60, 300):
        state = rebuilt(count).state
        paid = [move for move in state.legal() if str(move).startswith("build@")]
        if not state.due and len({place_of(move) for move in paid}) == 1 and len(paid) == 2:
            history = rebuilt(count)
            break

    async def script(desk: Desk) -> None:
        await desk.click(*spot(desk, place_of(paid[0])))
        assert desk.board._partial.move == paid[0]
        assert "v: another way (2)" in desk.screen
        await desk.press("v")
        assert desk.board._partial.move == paid[1]

    desk_at(history).play(script)


def test_a_page_covers_hands_between_the_turns_of_two_people() -> None:
    history = opened()
    norms = history.deal.partition(" norms=")[2].partition(" ")[0].split(",")

    async def script(desk: Desk) -> None:
        for seat in (0, 1):
            assert f"Seat {seat} (human) is to move." in desk.screen
            assert "norm " not in desk.screen
            await desk.read()
            await desk.press("enter")
            held = [norm.id for norm in supply_of(desk.board.pov.state, seat).norms]
            assert held == norms[seat].split("+")
            assert not supply_of(desk.board.pov.state, 1 - seat).norms
            assert desk.screen.count("norm 1 ") == desk.screen.count("norm 2 ") == 1
            await desk.press("1", "enter")

    Desk(history, ("human", "human", "idle"), hire=lambda _: Idle()).play(script)


def test_hints_are_numbered_on_the_map_and_beside_it() -> None:
    async def script(desk: Desk) -> None:
        moves = desk.session.history.state.legal()[:2]
        desk.app._advise(Hint(dict.fromkeys(moves, "good"), "", ""))
        assert desk.board._partial.move == moves[0]
        await desk.press("2")
        assert desk.board._partial.move == moves[1]
        await desk.press("enter")
        assert desk.session.history.events[-1] != desk.session.history.events[0]

    desk_at(at_turn(PLANNING, "card ", 20)).play(script)


def test_a_lesson_leaves_the_cubes_the_tasks_and_the_hand_where_lines_are_few() -> None:
    history = opened()

    async def script(desk: Desk) -> None:
        kept = [line.plain for line in desk.app.board.essentials(desk.app._frame.beside)]
        assert len(kept) == 7  # a heading and the seat, three tasks, and two cards
        for key in ("t", "escape"):
            await desk.press(key)
            lines = desk.lines()
            assert not [each for each in kept if not any(each.strip() in line for line in lines)]
            assert (" 1 f " in desk.screen) == (key == "escape")  # the fields

    Desk(history, ("human", *["random"] * (history.state.seats - 1)), size=(80, 24)).play(script)


@pytest.mark.parametrize("history", [opened(), rebuilt(10**6)], ids=["begin", "end"])
def test_what_stands_beside_the_map_is_as_full_as_the_window_allows_from_the_first(history: History) -> None:
    async def script(desk: Desk) -> None:
        def scores() -> str:
            return str(desk.app.query_one("#scores", Static).content)

        first = scores()
        desk.app.redraw()
        await desk.pilot.pause()
        assert scores() == first
        assert "\n\n" in first
        await desk.pilot.resize_terminal(80, 24)
        await desk.pilot.pause()
        low = scores()
        assert low != first
        await desk.pilot.resize_terminal(120, 40)
        await desk.pilot.pause()
        assert scores() == first

    seats = ("human", *["idle"] * (history.state.seats - 1))
    Desk(history, seats, hire=lambda _: Idle(), size=(120, 40)).play(script)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_click_on_every_hex_means_this_hex(size: Size) -> None:
    history = at_turn(PLANNING, "card ", 20)

    async def script(desk: Desk) -> None:
        corner = desk.board.content_region.offset
        for place in ("0,0", "-3,0", "3,0", "0,-3", "0,3", "2,-1"):
            x, y = spot(desk, place)
            assert desk.board._place_at(x - corner[0], y - corner[1]) == place
        assert middle((0, 0)) == point_of("0,0")

    desk_at(history, size).play(script)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_screen_at_every_size(size: Size) -> None:
    assert screen_of("warszawa", size) == file_of("warszawa", size).read_text(encoding="utf-8")
