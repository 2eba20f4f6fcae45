"""Metropolys in the application: whole games by keys and by mouse, and what its board shows."""

import re

import pytest

from tests.bots.table.application.desk import SIZES, Desk
from tests.bots.table.application.screens import file_of, screen_of
from tests.bots.table.application.window import Size
from tests.bots.table.playing import played
from urbanist.bots.table.metropolys.model.auction import Auction, Bid
from urbanist.bots.table.metropolys.terminal.board import TOP, MapLayout
from urbanist.bots.table.session.advice import Hint
from urbanist.engine import GAMES
from urbanist.engine.history import History

PAIR = ("human", "drawn")
FOUR = ("human", "drawn", "drawn", "drawn")


def opened(seats: int = 2, seed: int = 1) -> History:
    return History.start(GAMES["metropolys"].deal(seats=seats, options=("first=0",), seed=seed))


def spot(desk: Desk, place: str) -> tuple[int, int]:
    """Return the character of the screen in the middle of a place's label."""
    layout = MapLayout.of(*desk.board.size)
    column, row = desk.board._raster(layout).labels[place]
    left, top = desk.board.content_region.offset
    return left + layout.left + column + 2, top + TOP + row


def chip(desk: Desk, value: int) -> tuple[int, int]:
    """Return the character of the screen with a building of the hand."""
    left, top = desk.board.content_region.offset
    return left + len("Buildings ") * (desk.board.size.width >= 60) + 3 * (value - 1) + 1, top


@pytest.mark.nightly
def test_a_whole_game_by_keys() -> None:
    async def script(desk: Desk) -> None:
        turns = 0
        while not desk.session.history.state.over:
            passes = "pass" in desk.session.history.state.legal() and turns % 3
            ways = (["n"], ["down"], ["tab", "plus", "right"], ["n", "n"])
            await desk.press(*(["p"] if passes else [*ways[turns % 4], "enter"]))
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
            auction = desk.board._auction
            if auction.last and turns % 3:
                await desk.click(*desk.find("p Pass"))
            else:
                place, value = auction.places[turns % len(auction.places)], auction.values[-1]
                if turns % 2 == 0:
                    await desk.click(*chip(desk, value))
                await desk.click(*spot(desk, place))
                value = value if turns % 2 == 0 else auction.values[0]
                assert str(desk.board.choice.move) == f"{value}@{place}"
                await desk.click(*spot(desk, place))
            turns += 1

    desk = Desk(opened(), PAIR, size=(80, 24)).play(script)
    assert desk.session.history.state.over == (most is None)


def test_the_bid_in_mind_shows_its_effect_and_who_could_outbid_or_the_rule_that_forbids_it() -> None:
    async def script(desk: Desk) -> None:
        assert "Open an auction" in desk.screen
        assert "Pass" not in desk.lines()[-1]
        await desk.click(*spot(desk, "N3"))
        await desk.press("7")
        assert "7 on N3 (industry)" in desk.screen
        assert "Unanswered: " in desk.screen
        assert "seats 1, 2 and 3 could outbid at N2 N4 N8 N9" in desk.screen
        await desk.press("enter")
        await desk.press("p" if "pass" in desk.session.history.state.legal() else "n")
        last, at = desk.board._auction.last, desk.board._auction.at
        if last:
            await desk.press("1")
            assert f"the last bid is {last}@{at}; the next must be more than {last}" in desk.screen
            await desk.press("enter")
            assert len(desk.session.history.events) == desk.board.pov.state.ply

    Desk(opened(4), FOUR, size=(120, 26)).play(script)


def test_two_digits_choose_a_high_building_and_keys_and_wheel_change_it() -> None:
    async def script(desk: Desk) -> None:
        def value() -> int:
            return int(desk.board.choice.value)

        for keys, expected in (("1", 1), ("2", 12), ("3", 3), ("1", 1), ("0", 10), ("1", 1), ("7", 7)):
            await desk.press(keys)
            assert value() == expected
        await desk.press("plus")
        assert value() == 8
        await desk.press("minus", "minus")
        assert value() == 6
        desk.board.on_mouse_scroll_up()
        assert value() == 7
        await desk.press("escape")
        assert desk.board.choice is None

    Desk(opened(), PAIR).play(script)


def test_hints_are_numbered_on_the_map_and_one_may_be_to_pass() -> None:
    history = played(40)
    seats = tuple("human" if seat == history.state.to_move else "drawn" for seat in range(4))

    async def script(desk: Desk) -> None:
        moves = [*history.state.legal()[:2], history.state.legal()[-1]]
        assert str(moves[-1]) == "pass"
        desk.app._advise(Hint(dict.fromkeys(moves, "good"), "", ""))
        assert desk.board._marks().hints == {
            str(move).split("@")[1]: str(n) for n, move in enumerate(moves[:-1], 1)
        }
        await desk.press(str(len(moves)))
        assert "Enter or p passes" in desk.screen
        await desk.press("1")
        assert desk.board.choice.move == moves[0]
        await desk.press("escape", "escape")
        assert not desk.board._marks().hints
        desk.app._advise(Hint(dict.fromkeys(moves, "good"), "", ""))
        await desk.press(str(len(moves)), "enter")
        assert desk.session.history.texts[len(history.texts)] == "pass"

    Desk(history, seats, size=(80, 24)).play(script)


def test_the_panel_of_what_is_hidden_names_cards_and_the_moves_that_told_them() -> None:
    history = played(60)
    seats = tuple("human" if seat == history.state.to_move else "drawn" for seat in range(4))

    async def script(desk: Desk) -> None:
        await desk.press("e")
        assert "drawn may hide" in desk.screen
        assert "% told by " in desk.screen
        assert "what your moves tell the others about you" in desk.screen

    Desk(history, seats, size=(80, 70)).play(script)


def test_a_page_covers_the_table_between_the_turns_of_two_people() -> None:
    history = opened()
    cards = [card.split("+") for card in history.deal.rpartition("=")[2].split(",")]

    async def script(desk: Desk) -> None:
        for seat in (0, 1):
            assert f"Seat {seat} (human) is to move." in desk.screen
            assert "Your cards" not in desk.screen
            assert "Buildings" not in desk.screen
            await desk.read()
            await desk.press("enter")
            own, other = cards[seat], cards[1 - seat]
            assert f"{own[0]} card" in desk.screen
            assert f"{other[0]} card" not in desk.screen
            await desk.press(str(seat + 2), "tab", "enter")
        await desk.click(*desk.find("Go on (Enter)"))
        assert desk.session.person == desk.board.pov.seat == 0
        await desk.press("u")
        assert "Seat 1 (human) is to move." in desk.screen

    Desk(history, ("human", "human")).play(script)


@pytest.mark.parametrize("plies", range(0, 120, 7))
def test_arrows_reach_every_legal_place(plies: int) -> None:
    auction = Auction(played(plies).state)
    start = Bid.start(auction, auction.at or "C10")
    known, waiting = {start.place}, [start]
    while waiting:
        bid = waiting.pop()
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            after = bid.moved(*way)
            if after.place not in known:
                known.add(after.place)
                waiting.append(after)
    assert known >= set(auction.places)


@pytest.mark.parametrize(("size", "small"), [((115, 36), False), ((114, 36), True), ((115, 35), True)])
def test_the_keys_name_the_window_of_a_larger_map_and_on_a_small_one_a_star_follows_its_place(
    size: Size, small: bool
) -> None:
    async def script(desk: Desk) -> None:
        assert "115 × 36" in dict(desk.board.KEYS)
        assert (re.search(r"[CNE]\d[a-z]★ ", desk.screen) is not None) == small

    Desk(opened(), PAIR, size=size).play(script)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_screen_at_every_size(size: Size) -> None:
    assert screen_of("metropolys", size) == file_of("metropolys", size).read_text(encoding="utf-8")
