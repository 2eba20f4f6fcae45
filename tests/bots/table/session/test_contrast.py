"""Why one move is better than another: in sentences with names, from the view of the seat, and nothing hidden."""

import re

import pytest

from tests.bots.table.playing import city_game, rebuilt
from tests.bots.table.playing import played as auction_game
from tests.engine.tables import PLAIN_TABLES, by_day
from tests.search.positions import EXPERT_2, whole_game
from urbanist.bots.table import table_of
from urbanist.bots.table.session.advice import Hint, contrast, expected_line_of
from urbanist.bots.table.warszawa.model.city import edition_of, supply_of
from urbanist.engine import GAMES
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.event import Move
from urbanist.engine.history import History
from urbanist.engine.metropolys.notation import PASS, MetropolysMove
from urbanist.search.result import MoveValue, Result

#: What no player of a game should read: numbers of a network, and the ids of cards, norms and tasks.
UNREADABLE = re.compile(r"->|%|\b(n|t)\d\d\b|at stake|turns to wait|may build")


def metropolys(*moves: str) -> list[Move]:
    return list(map(GAMES["metropolys"].notation.move, moves))


def warszawa(*moves: str) -> list[Move]:
    return list(map(GAMES["warszawa"].notation.move, moves))


def told(history: History) -> list[str]:
    """Return what is said of the first and the last legal move at some decisions."""
    found = []
    for ply in range(0, len(history.events), 7):
        before = history.until(ply)
        moves = before.state.legal()
        if len(moves) > 1:
            found.append(contrast(before.seen_by(before.state.to_move), moves[0], moves[-1]))
    return list(filter(None, found))


@pytest.mark.parametrize("table", by_day(PLAIN_TABLES))
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
    seat, moves = before.state.to_move, before.state.legal()
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
    highest = next(move for move in history.state.legal() if str(move).startswith("13@"))
    said = contrast(history.seen_by(seat), highest, PASS)
    assert said.startswith(f"A pass lets seat {first} build 7 on {place}: takes a metro token (+1)")
    # Nothing outbids 13, so it needs no word about what follows; but a pass would have kept it.
    assert "stays in the hand" not in said
    assert "13 stays in the hand." in contrast(history.seen_by(seat), PASS, highest)


def test_a_bid_is_told_by_what_is_built_and_not_by_what_it_offers() -> None:
    history, place = dealt()
    seat = history.state.to_move
    low, high = MetropolysMove.of(1, place), MetropolysMove.of(13, place)
    ends = [expected_line_of(history.seen_by(seat), move).end for move in (low, high)]
    assert not any(end.array["last_value"] for end in ends)
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
        moves = state.legal()
        first, second = (f"{tile}@" for tile in market_of(state.array)[:2])
        better, other = (next((m for m in moves if str(m).startswith(t)), None) for t in (second, first))
        if better is None or other is None:
            continue
        line = expected_line_of(view, other)
        answers = [(before, move, after) for before, move, after in line.answers()]
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


def test_what_can_be_laid_next_is_told_if_it_brings_much_more() -> None:
    game = city_game(22, seed=2)
    seat, moves = game.state.to_move, game.state.legal()
    view, better, other = game.seen_by(seat), moves[0], moves[-1]
    found = re.search(
        r"Seat (\d) can then lay tile (\d+) at (\S+) on level (\d) for \+(\d+) points, "
        r"rather than tile (\d+) at (\S+) on level \d for \+(\d+)\.",
        contrast(view, better, other),
    )
    assert found
    told, tile, place, level, points, instead, worse, less = found.groups()
    assert int(told) == seat
    # Both tiles lie open, and the city gives what is told.
    assert {int(tile), int(instead)} <= set(market_of(game.state.array)) - {
        int(str(better).partition("@")[0])
    }
    for move, next_move, brought in (
        (better, f"{tile}@{place}", points),
        (other, f"{instead}@{worse}", less),
    ):
        line = expected_line_of(view, move)
        assert str(line.next_move) == next_move
        before, after = line.states[line.length : line.length + 2]
        assert after.scores()[seat] - before.scores()[seat] == int(brought)
    assert int(level) == 2
    assert int(points) >= int(less) + 4


def test_an_opening_that_nobody_could_outbid_is_told_with_its_place() -> None:
    game = auction_game(45, seats=2)
    seat = game.state.to_move
    said = contrast(game.seen_by(seat), *metropolys("5@N9", "1@C12"))
    found = re.search(rf"Seat {seat} opens the next auction, and nobody could outbid on (.*?)\.", said)
    assert found
    places = re.findall(r"([CNESW]\d+) \(", found[1])
    assert places
    end = expected_line_of(game.seen_by(seat), *metropolys("5@N9")).end
    assert end.to_move == seat
    # Whoever opens there with the lowest building builds it at once.
    lowest = min(int(str(move).partition("@")[0]) for move in end.legal())
    assert all(not end.play(f"{lowest}@{place}").array["last_value"] for place in places)


def test_what_a_better_move_gives_up_at_once_is_told() -> None:
    game = auction_game(17, seed=2, seats=2)
    seat, view = game.state.to_move, game.seen_by(game.state.to_move)
    ends = [expected_line_of(view, move).end.scores()[seat] for move in metropolys("10@C11", "12@C11")]
    assert f"That gives up {ends[0] - ends[1]} points for now." in contrast(
        view, *metropolys("12@C11", "10@C11")
    )
    assert "gives up" not in contrast(view, *metropolys("10@C11", "12@C11"))


def test_moves_of_a_turn_with_several_are_compared_when_the_turn_is_over() -> None:
    game = rebuilt(22, seats=3)
    view = game.seen_by(game.state.to_move)
    assert {"use@stadion", "send@1"} <= {*map(str, game.state.legal())}
    # The function of Stadion gives a second placement: nothing has happened as long as the seat is to move.
    line = expected_line_of(view, *warszawa("use@stadion"))
    own = [move for _, move in line.own()]
    assert str(own[0]) == "use@stadion"
    assert len(own) > 1
    movers = {state.to_move for state in line.states[1 : line.length] if not state.due}
    assert len(movers) > 1 or line.end.array["phase"] != line.before.array["phase"]
    said = contrast(view, *warszawa("use@stadion", "send@1"))
    assert said.startswith("What is likely to follow: ")


def test_cards_that_are_drawn_in_one_world_are_not_told_as_facts() -> None:
    game = rebuilt(22, seats=3)
    assert {"send@7", "send@1"} <= {*map(str, game.state.legal())}
    said = contrast(game.seen_by(game.state.to_move), *warszawa("send@7", "send@1"))
    hand = {card.name for card in supply_of(game.state, game.state.to_move).hand}
    assert "cards in hand: " in said
    assert "best card" not in said
    assert not any(card.name in said for card in edition_of(game.state).cards if card.name not in hand)


def hint(game: History, *found: tuple[Move, int], solved: bool = False) -> Hint:
    """Return the hint of a search that visited these moves so often."""
    seats = game.state.seats
    values = tuple(MoveValue(move, visits, 0.5, (0.0,) * seats) for move, visits in found)
    result = Result(found[0][0], values, (0.5,) * seats, (), (), 1000, 0.0, solved=solved)
    return Hint.of(result, game.seen_by(game.state.to_move), table_of(game.game.name), str)


def test_a_hint_of_one_move_says_why_it_is_better_than_what_was_searched_next() -> None:
    game = auction_game(45, seats=2)
    best, other = metropolys("5@N9", "1@C12")
    told = hint(game, (best, 900), (other, 20))
    assert list(told.moves) == [best]
    assert (
        told.after
        == f"5 on N9 rather than 1 on C12: {contrast(game.seen_by(game.state.to_move), best, other)}"
    )


def test_where_two_moves_of_a_hint_differ_in_nothing_a_third_one_is_compared() -> None:
    """It is not one of the hint: those are about as good."""
    game = rebuilt(22, seats=3)
    best, other = warszawa("send@7", "send@1")
    said = hint(game, (best, 500), (best, 400), (other, 9)).after
    assert "(field 7) rather than an engineer to Treasury (field 1): " in said


def test_of_solved_moves_that_are_all_best_none_is_said_to_be_better() -> None:
    best, other = metropolys("5@N9", "1@C12")
    assert not hint(auction_game(45, seats=2), (best, 900), (other, 20), solved=True).after
