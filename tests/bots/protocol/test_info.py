"""Lines of `info`: what is believed of them, and what a program has told in the end."""

import pytest

from urbanist.bots.protocol.answer import Answer, Info, noted, read_info
from urbanist.search.result import MoveValue


@pytest.mark.parametrize(
    ("line", "found"),
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
def test_only_well_formed_values_are_believed(line: str, found: Info) -> None:
    assert read_info(line.split()) == found


def test_later_lines_add_to_earlier_ones_of_the_same_move() -> None:
    told: dict[int, Info] = {}
    for line in (
        "info nodes 10 score 0.4 pv a b belief 1 x=1",
        "info multipv 2 score 0.3 pv c",
        "info multipv 1 nodes 20 score 0.5 pv c d belief 2 y=1",
        "info multipv 2 score 0.45 pv a",
        "info string hello",
        "info multipv 999999 score 1 pv z",
    ):
        noted(told, read_info(line.split()))
    answer = Answer.of("c", None, told, 0.5)
    assert (answer.move, answer.reply, answer.nodes, answer.pv) == ("c", None, 20, ("c", "d"))
    assert answer.info.score == 0.5
    assert answer.info.belief == {1: {"x": 1.0}, 2: {"y": 1.0}}
    assert answer.info.string == "hello"
    assert answer.values == (MoveValue("c", 20, 0.5, ()), MoveValue("a", 20, 0.45, ()))


def test_a_line_of_play_that_begins_otherwise_is_not_that_of_the_answer() -> None:
    answer = Answer.of("a", "b", {1: Info(pv=("x", "y"), score=0.5, nodes=3)}, 0.0)
    assert (answer.pv, answer.reply) == (("a", "b"), "b")
    assert answer.values == (MoveValue("a", 3, 0.5, ()),)
