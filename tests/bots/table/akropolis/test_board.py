"""Akropolis in the application: whole games by keys and by mouse, and what its board shows."""

import re
from collections import deque
from itertools import product

import pytest

from tests.bots.table.application.desk import SIZES, Desk
from tests.bots.table.application.screens import file_of, screen_of
from tests.bots.table.application.window import Size
from tests.bots.table.playing import city_game
from urbanist.bots.table.akropolis.model.hand import Hand, Site
from urbanist.bots.table.kit.player_view import best_first
from urbanist.engine import GAMES
from urbanist.engine.akropolis.notation import AkropolisMove
from urbanist.engine.history import History

PAIR = ("human", "drawn")
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))
START = "game=akropolis players=2 options=none first=0 market=16,57,60,41"


def opened(*events: str) -> History:
    return History.read(GAMES["akropolis"], START, events)


def middle(desk: Desk, space: tuple[int, int]) -> tuple[int, int]:
    """Return a character of the screen in the middle of a hex of the city."""
    board = desk.board
    area = board._area(*board.size)
    left, top = board.content_region.offset
    cells = [(x, y) for y in range(area.top, area.top + area.lines) for x in range(area.columns)]
    cells_there = [(x, y) for x, y in cells if board._camera.space(area, x, y) == space]
    x, y = (
        sum(x for x, _ in cells_there) / len(cells_there),
        sum(y for _, y in cells_there) / len(cells_there),
    )
    return left + int(x), top + int(y)


@pytest.mark.nightly
def test_a_whole_game_by_keys() -> None:
    async def script(desk: Desk) -> None:
        turns = 0
        while not desk.session.history.state.over:
            await desk.press(
                *(["tab", "shift+right", "r", "n", "enter"] if turns % 4 == 0 else ["n", "enter"])
            )
            turns += 1
        assert "points for" in desk.screen
        assert re.search("You win with|wins with|share the win", desk.screen)

    desk = Desk(opened(), PAIR, size=(80, 24)).play(script)
    assert desk.session.history.state.over


#: Turns by mouse: enough for every phase and every click; each night the whole game.
TURNS = [12, pytest.param(None, marks=pytest.mark.nightly)]


@pytest.mark.parametrize("most", TURNS)
def test_a_game_by_mouse(most: int | None) -> None:
    async def script(desk: Desk) -> None:
        turns = 0
        while not desk.session.history.state.over and turns != most:
            site = desk.board._site
            cost = len(site.payable) - 1
            column, line = desk.find(f"{site.payable[-1]} {f'{cost}◆' if cost else 'free'}")
            await desk.click(column, line + 1)
            held = desk.board.choice
            assert held.tile == site.payable[-1]
            if turns % 4 == 0:
                spots = [spot for spot in site.fits if spot[2] == held.spot[2]]
                seen = desk.board._camera.window(desk.board._area(*desk.board.size))
                q, r, k = min(spot for spot in spots if spot[:2] not in held.spaces and seen.sees(spot[:2]))
                await desk.click(*middle(desk, (q, r)))
                assert desk.board.choice.spot == (q, r, k)
                await desk.click(*middle(desk, (q, r)), button=3)
                assert desk.board.choice.spot == (q, r, (k + 1) % 6)
                await desk.click(*desk.find("n Next"))
            await desk.click(*middle(desk, desk.board.choice.spaces[0]))
            turns += 1

    desk = Desk(opened(), PAIR, size=(90, 30)).play(script)
    assert desk.session.history.state.over == (most is None)


def test_the_tile_in_hand_shows_its_points_or_the_rule_that_forbids_it() -> None:
    async def script(desk: Desk) -> None:
        assert "Take a tile of the market" in desk.screen
        await desk.press("tab", "n")
        move = desk.board.choice.placement
        before, after = desk.session.history.state, desk.session.history.state.play(move)
        assert re.search(f"together +{before.scores()[0]} +→ +{after.scores()[0]}", desk.screen)
        assert f"Here: {after.scores()[0] - before.scores()[0]:+} point" in desk.screen
        await desk.click(*middle(desk, (0, 0)))
        assert "Not here: it would overlap the city" in desk.screen
        await desk.press("enter")
        assert not desk.session.history.events

    Desk(opened(), PAIR).play(script)


def test_a_tile_that_is_too_dear_can_be_taken_but_not_laid() -> None:
    async def script(desk: Desk) -> None:
        await desk.click(*desk.find("41 3◆"))
        assert "tile 41 costs 3 stones and the seat has 1" in desk.screen
        await desk.press("tab")
        assert desk.board.choice.tile == 16

    Desk(opened(), PAIR).play(script)


def test_keys_and_clicks_show_the_cities_of_all_seats() -> None:
    async def script(desk: Desk) -> None:
        for seat in (1, 2, 0):
            await desk.press(str(seat + 1))
            assert desk.board._seat == seat
        await desk.click(*desk.find("■1 drawn"))
        assert desk.board._seat == 1
        await desk.press("tab")
        assert desk.board._seat == 0

    history = History.start(GAMES["akropolis"].deal(seats=3, options=("first=0",), seed=1))
    Desk(history, ("human", "drawn", "drawn"), size=(160, 44)).play(script)


def test_a_city_scrolls_and_changes_its_size() -> None:
    async def script(desk: Desk) -> None:
        camera = desk.board._camera
        size, window = camera.mesh, camera.window(desk.board._area(*desk.board.size))
        await desk.press("down", "right")
        assert camera.window(desk.board._area(*desk.board.size)).north == window.north + 1
        await desk.press("minus")
        assert camera.mesh.wide < size.wide
        await desk.press("plus", "plus")
        assert camera.mesh.wide > size.wide

    Desk(opened(), PAIR).play(script)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_screen_at_every_size(size: Size) -> None:
    assert screen_of("akropolis", size) == file_of("akropolis", size).read_text(encoding="utf-8")


def keys_to(site: Site, goal: AkropolisMove, *, promising: bool) -> int:
    """Return the fewest keys that play a move: those that take the tile, move it, and Enter."""
    place, tiles = site.payable.index(goal.tile), len(site.payable)
    first = Hand.take(site, goal.tile)
    known, waiting = {first.spot: min(place + 1, tiles - place) + 1}, deque([first])
    while goal.spot not in known:
        hand = waiting.popleft()
        steps = [step(*way) for way in WAYS for step in (hand.moved, hand.jumped)]
        steps += [hand.turned(1), hand.turned(-1), *([hand.next_best(1)] if promising else [])]
        for after in steps:
            if after.spot not in known:
                known[after.spot] = known[hand.spot] + 1
                waiting.append(after)
    return known[goal.spot]


@pytest.mark.parametrize("promising", [False, True])
def test_the_best_move_takes_at_most_12_keys(promising: bool) -> None:
    for seats, plies in product((2, 4), (0, 21, 42)):
        state = city_game(plies, seats=seats, greed=0.9).state
        best = AkropolisMove(next(best_first(state)))
        assert keys_to(Site(state), best, promising=promising) <= 12
