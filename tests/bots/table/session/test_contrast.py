"""Why one move is better than another: in sentences with names, from the view of the seat, and nothing hidden."""

import re

import pytest

from tests.engine.tables import PLAIN_TABLES
from tests.search.positions import EXPERT_2, whole_game
from urbanist.bots.table import table_of
from urbanist.bots.table.session.contrast import contrast, course_of
from urbanist.engine import GAMES
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.history import History
from urbanist.engine.metropolys.notation import PASS, MetropolysMove

#: What no player of a game should read: numbers of a network, and the ids of cards, norms and tasks.
UNREADABLE = re.compile(r"->|%|\b(n|t)\d\d\b|at stake|turns to wait|may build")


def told(history: History) -> list[str]:
    """Return what is said of the first and the last legal move at some decisions."""
    found = []
    for ply in range(0, len(history.events), 7):
        before = history.until(ply)
        moves = sorted(before.state.legal_moves(), key=str)
        if len(moves) > 1:
            found.append(contrast(before.seen_by(before.state.to_move), moves[0], moves[-1]))
    return list(filter(None, found))


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
def test_it_is_said_in_sentences_that_a_player_understands(table: object) -> None:
    found = told(whole_game(table, 1))  # type: ignore[arg-type]
    assert found
    for said in found:
        assert re.fullmatch(r"[A-Z0-9].*\.", said), said
        assert not UNREADABLE.search(said), said


def test_the_cards_of_others_change_nothing() -> None:
    game = whole_game(EXPERT_2, 1)
    ply = next(ply for ply in range(20, 60) if len(game.states[ply].moves()) > 5)
    before = game.until(ply)
    seat, moves = before.state.to_move, sorted(before.state.legal_moves(), key=str)
    found = set()
    for seed in range(5):
        other = History.start(game.states[0].reshuffled(seat, seed))
        for event in before.events:
            other = other.play(event)
        found.add(contrast(other.seen_by(seat), moves[0], moves[-1]))
    assert len(found) == 1


def dealt() -> tuple[History, str]:
    """Return a game of Metropolys for two before the first auction, and a place with a metro token."""
    history = History.start(GAMES["metropolys"].deal(variant="family", seats=2, seed=1))
    found = re.search(r"metro=(\w+)", history.deal)
    assert found
    return history, found[1]


def test_a_pass_is_told_by_what_it_lets_the_rival_build() -> None:
    history, place = dealt()
    first = history.state.to_move
    history = history.play(f"7@{place}")
    seat = history.state.to_move
    highest = next(move for move in history.state.legal_moves() if str(move).startswith("13@"))
    said = contrast(history.seen_by(seat), highest, PASS)
    assert said.startswith(f"A pass lets seat {first} build 7 on {place}: takes a metro token (+1)")
    # Nothing outbids 13, so it needs no word about what follows; but a pass would have kept it.
    assert "stays in the hand" not in said
    assert "13 stays in the hand." in contrast(history.seen_by(seat), PASS, highest)


def test_a_bid_is_told_by_what_is_built_and_not_by_what_it_offers() -> None:
    history, place = dealt()
    seat = history.state.to_move
    low, high = MetropolysMove.of(1, place), MetropolysMove.of(13, place)
    ends = [course_of(history.seen_by(seat), move).end for move in (low, high)]
    assert all(table_of("metropolys").settled(end, seat) for end in ends)
    # 13 is built at once, whatever the other thinks.
    said = contrast(history.seen_by(seat), low, high)
    assert f"13 on {place} is built at once: takes a metro token (+1)" in said


def test_a_tile_that_is_left_is_told_with_what_it_brings_the_rival() -> None:
    game = whole_game(
        next(table for table in PLAIN_TABLES if table.game.name == "akropolis" and table.seats == 2), 1
    )
    found = []
    for ply, state in enumerate(game.states[:-1]):
        if state.due or len(market_of(state.array)) < 2:
            continue
        view = game.until(ply).seen_by(state.to_move)
        moves = sorted(state.legal_moves(), key=str)
        first, second = (f"{tile}@" for tile in market_of(state.array)[:2])
        better, other = (next((m for m in moves if str(m).startswith(t)), None) for t in (second, first))
        if better is None or other is None:
            continue
        course = course_of(view, other)
        answers = [(before, move, after) for before, move, after in course.answers()]
        if answers and str(answers[0][1]).startswith(second):
            before, _, after = answers[0]
            rival = before.to_move
            gain = after.scores()[rival] - before.scores()[rival]
            found.append((gain, second[:-1], contrast(view, better, other)))
    leaves = [(gain, tile, said) for gain, tile, said in found if " leaves tile " in said]
    assert leaves
    assert all(
        f"leaves tile {tile} to seat" in said and f"worth {gain:+} points" in said
        for gain, tile, said in leaves
    )
