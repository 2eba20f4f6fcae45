"""People read names of cards, norms and tasks, not the ids of the notation."""

import asyncio
import re
from collections.abc import Iterator
from itertools import permutations

import pytest

from tests.bots.table.application.desk import Desk
from tests.bots.table.application.window import lines_of, opened
from tests.bots.table.playing import rebuilt
from urbanist.bots.table import board_of, draw_picture, table_of
from urbanist.bots.table.application.room import Room
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import tips_of
from urbanist.bots.table.page.page import page
from urbanist.bots.table.page.story import story_of
from urbanist.bots.table.session.reasons import Reasons
from urbanist.bots.table.session.review import reviewed
from urbanist.bots.table.session.review_text import costly
from urbanist.bots.table.warszawa.model.city import edition_of
from urbanist.engine.history import History
from urbanist.engine.record import Record
from urbanist.search.options import SearchOptions

TABLE = table_of("warszawa")
WHOLE = rebuilt(1000, seats=3)
#: Plies of each stage and phase: the choice of norms, planning, realisation, and the end.
PLIES = (0, 2, 9, 31, 60, 90, len(WHOLE.events) // 2, len(WHOLE.events) - 3, len(WHOLE.events))


def ids() -> re.Pattern[str]:
    """Return what finds an id: no name has one of them in small letters as a word of its own."""
    cards = "|".join(card.id for card in edition_of(WHOLE.state).cards)
    return re.compile(rf"(?<!\w)(?:[nt][0-9][0-9]|{cards})(?!\w)")


def told(history: History) -> Iterator[str]:
    """Yield what a person reads of a position: as its own seat, and as a bystander who sees all."""
    state = history.state
    seat = 0 if state.over else state.to_move
    players = tuple("human" if each == seat else "easy" for each in range(state.seats))
    for pov in (PlayerView.of(history, seat, players), PlayerView.of(history, None, players, revealed=True)):
        yield from (TABLE.describe(pov), TABLE.describe_turn(pov), TABLE.describe_unknown(pov))
        board = board_of("warszawa")
        board.show(pov, free=not state.over and not state.due)
        for columns, lines in ((80, 24), (200, 50)):
            side = board.side(columns // 2, lines)
            yield from (
                board.paint(columns, lines).text().plain,
                *(line.plain for line in side),
                *tips_of(side),
            )
        yield from (fact for row in state.score_rows(seat) for fact in map(str, [TABLE.fact(row)]))
        yield from draw_picture(pov).itertext()
    if state.over or state.due:
        return
    pov = PlayerView.of(history, seat, players)
    yield re.sub(r"\S+@\S+", "", TABLE.list_moves(state))  # but what is typed
    yield from (lesson.text for lesson in TABLE.lessons(pov))
    moves = state.legal()[:: max(1, len(state.moves()) // 30)]
    for move in moves:
        board.show(pov, free=True)
        board.propose(move)
        guide = board.guide()
        yield from (guide.now, guide.effect, board.here(), TABLE.move_name(state, move))
        yield TABLE.explain(state, move)
    reasons = Reasons.of(pov)
    for better, other in permutations(moves[:3], 2):
        yield reasons.why(better, other)


@pytest.mark.parametrize("ply", PLIES)
def test_no_id_is_read_at_the_table(ply: int) -> None:
    wrong = ids()
    assert wrong.search("mdm 0,1")
    for text in told(WHOLE.until(ply)):
        assert not wrong.search(text), text


def test_no_id_is_read_in_the_story_of_a_game_or_how_to_move() -> None:
    pov, wrong = PlayerView.of(WHOLE, None, ("",) * 3, revealed=True), ids()
    for ply in range(len(WHOLE.events)):
        assert not wrong.search(text := TABLE.narrate(pov, ply)), text


def test_no_id_is_read_on_screens() -> None:
    seen = []

    async def script(desk: Desk) -> None:
        for keys in ((), ("n",), ("e",), ("escape", "s"), ("escape", "b")):
            await desk.press(*keys)
            seen.append(desk.screen)

    for size in ((80, 24), (200, 50)):
        Desk(WHOLE.until(31), ("human",) * 3, size=size).play(script)
    wrong = ids()
    for screen in seen:
        assert not wrong.search(screen), screen


@pytest.mark.nightly
def test_no_id_is_read_in_a_review_on_its_page_and_in_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urbanist.bots.table.application.analyst.NODES", 8)
    wrong, short = ids(), WHOLE.until(16)
    record = Record.of(short, ("human", "easy", "easy"))
    review = reviewed(record, short, SearchOptions(nodes=8, seed=0))
    for decision in review.decisions:
        assert not wrong.search(text := costly(decision, review)), text
    for text in re.findall(r">([^<>{}]+)<", page(story_of(review))):
        assert not wrong.search(text), text
    room = Room(record, short, board_of("warszawa"))

    async def run() -> None:
        async with opened(room, (120, 40)) as pilot:
            while room.review is None:
                await pilot.pause(0.01)
            for key in ("home", "w", "f", "right", "m", "end"):
                await pilot.press(key)
                lines = lines_of(room)
                assert not wrong.search("\n".join(lines)), lines

    asyncio.run(run())
