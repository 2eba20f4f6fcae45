"""Lines of `info`: what is believed of them, and what a program has told in the end."""

import pytest

from urbanist.bots.players.player import Forfeit
from urbanist.bots.protocol.answer import Answer, BestMove, Info, noted, read_info
from urbanist.engine import GAMES
from urbanist.engine.event import Move
from urbanist.engine.history import History
from urbanist.search.result import MoveValue


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("info depth 3 nodes 70 nps 900 time 12", Info(depth=3, nodes=70, nps=900, time=12)),
        ("info score 0.25 points -3.5 pv a b", Info(score=0.25, points=-3.5, pv=("a", "b"))),
        ("info pv a b nodes 7 string pv x", Info(pv=("a", "b"), nodes=7, string="pv x")),
        ("info multipv 2 score .5", Info(multipv=2, score=0.5)),
        (
            "info belief 1 lakes=0.5,parks=.25 belief 2 x=1 nodes 3",
            Info(nodes=3, belief={1: {"lakes": 0.5, "parks": 0.25}, 2: {"x": 1.0}}),
        ),
        ("info score 1.01 nodes -1 depth 1.5 time x points nan", Info()),
        (f"info nodes {'9' * 5000} score {'9' * 5000} points inf", Info()),
        ("info belief 1 lakes=2 belief -1 x=1 belief 1", Info()),
        ("info belief", Info()),
        ("info nodes", Info()),
        ("info", Info()),
        ("info currmove 3@C1 nodes 5", Info(nodes=5)),
    ],
)
def test_only_well_formed_values_are_believed(line: str, known: Info) -> None:
    assert read_info(line.split()) == known


VIEW = History.start(GAMES["metropolys"].deal(seats=2, seed=1)).seen_by(0)


def move(text: str) -> Move:
    return VIEW.game.notation.move(text)


def test_later_lines_add_to_earlier_ones_of_the_same_move() -> None:
    told: dict[int, Info] = {}
    for line in (
        "info nodes 10 score 0.4 pv 1@C1 2@C2 belief 1 x=1",
        "info multipv 2 score 0.3 pv 3@C3",
        "info multipv 1 nodes 20 score 0.5 pv 3@C3 pass belief 2 y=1",
        "info multipv 2 score 0.45 pv 1@C1",
        "info string hello",
        "info multipv 999999 score 1 pv 4@C4",
    ):
        noted(told, read_info(line.split()))
    answer = Answer.of(VIEW, BestMove("3@C3", None), told, 0.5)
    assert (answer.move, answer.reply, answer.nodes) == (move("3@C3"), None, 20)
    assert answer.pv == (move("3@C3"), move("pass"))
    assert answer.info.score == 0.5
    assert answer.info.belief == {1: {"x": 1.0}, 2: {"y": 1.0}}
    assert answer.info.string == "hello"
    assert answer.values == (MoveValue(move("3@C3"), 20, 0.5, ()), MoveValue(move("1@C1"), 20, 0.45, ()))


def test_a_line_of_play_that_begins_otherwise_is_not_that_of_the_answer() -> None:
    told = {1: Info(pv=("3@C3", "pass"), score=0.5, nodes=3)}
    answer = Answer.of(VIEW, BestMove("1@C1", "pass"), told, 0.0)
    assert (answer.pv, answer.reply) == ((move("1@C1"), move("pass")), move("pass"))
    assert answer.values == (MoveValue(move("1@C1"), 3, 0.5, ()),)


def test_a_line_of_play_ends_before_what_is_no_move() -> None:
    told = {1: Info(pv=("1@C1", "2@C2", "nonsense", "pass"), score=0.5, nodes=3)}
    answer = Answer.of(VIEW, BestMove("1@C1", "nonsense"), told, 0.0)
    assert (answer.pv, answer.reply) == ((move("1@C1"), move("2@C2")), None)


def test_a_malformed_move_is_a_forfeit() -> None:
    with pytest.raises(Forfeit, match="'nonsense' is not a move of metropolys") as caught:
        Answer.of(VIEW, BestMove("nonsense", None), {}, 0.0)
    assert caught.value.reason == "illegal"
