"""The mistakes of a game are played better one by one: by the best move, or by one that is as good."""

from functools import cache

import pytest
from msgspec.structs import replace

from tests.bots.table.playing import played
from urbanist.bots.analysis.decisions import GRADES, Decision, choices, judge
from urbanist.bots.table import table_of
from urbanist.bots.table.puzzles.answer import PuzzleAnswer, share_after, told, verdict
from urbanist.bots.table.puzzles.mistakes import Mistakes, mistakes_in
from urbanist.bots.table.puzzles.puzzle import AS_GOOD, Puzzle
from urbanist.engine.history import History
from urbanist.search.options import SearchOptions

TABLE = table_of("metropolys")
GAME = played(40, variant="family", seats=2)


@cache
def decisions() -> list[Decision]:
    """Return the decisions of a game of random moves, as a short look judges them."""
    return [judge(GAME, ply, SearchOptions(nodes=100)) for ply in choices(GAME)[:8]]


@cache
def puzzles() -> list[Puzzle]:
    return mistakes_in(GAME, reversed(decisions()))


def test_mistakes_are_those_of_the_game_in_its_order_as_a_longer_look_confirms_them() -> None:
    events = [puzzle.source.event for puzzle in puzzles()]
    assert events == sorted(events)
    assert {*events} <= {each.event for each in decisions() if each.lost >= GRADES["inaccuracy"]}
    assert len(events) >= 2
    for puzzle in puzzles():
        puzzle.check()
        assert list(puzzle.others) == [GAME.texts[puzzle.source.event - 1]]
        assert puzzle.margin >= GRADES["inaccuracy"]
        # A seat sees no more than in the game.
        assert puzzle.view == GAME.until(puzzle.source.event - 1).seen_by(puzzle.seat)


def test_what_was_played_is_no_solution_and_the_best_move_is() -> None:
    mistakes = Mistakes(puzzles())
    best, played_then = mistakes.puzzle.moves
    share = mistakes.attempt(played_then, TABLE)
    assert share == mistakes.puzzle.others[str(played_then)]
    assert mistakes.solved == 0
    answer = mistakes.attempt(best, TABLE)
    assert isinstance(answer, PuzzleAnswer)
    assert answer.solved
    assert verdict(answer, TABLE).startswith("Right: ")
    assert "what you played" in verdict(answer, TABLE)
    assert not any("short searches" in line for line in told(answer, TABLE))
    assert mistakes.solved == 1


@pytest.mark.parametrize(("less", "good"), [(AS_GOOD - 0.001, True), (AS_GOOD + 0.001, False)])
def test_another_move_is_as_good_up_to_two_per_cent_of_the_win(less: float, good: bool) -> None:
    puzzle = puzzles()[0]
    other = next(move for move in puzzle.view.bare_state().legal() if move not in puzzle.moves)
    share = share_after(puzzle, other)
    puzzle = replace(puzzle, share=share + less, others=dict.fromkeys(puzzle.others, 0.0))
    mistakes = Mistakes([puzzle])
    answer = mistakes.attempt(other, TABLE)
    assert isinstance(answer, PuzzleAnswer) == good
    assert mistakes.solved == good
    if isinstance(answer, PuzzleAnswer):
        assert verdict(answer, TABLE).startswith("As good: ")


def test_a_hint_is_a_part_of_the_best_move_that_the_other_one_lacks() -> None:
    for puzzle in puzzles():
        hint, parts = Mistakes([puzzle]).hint(TABLE), TABLE.parts(puzzle.view.bare_state())
        best, before = (parts[move] for move in puzzle.moves)
        named = [part for part in best if hint == f"A hint: {part.text}."]
        assert named
        assert named[0] not in before


def test_they_come_one_by_one_and_the_end_says_how_many_were_found() -> None:
    mistakes = Mistakes(puzzles())
    number = len(puzzles())
    assert mistakes.heading == f"mistake 1 of {number}, 0 found so far"
    gave_up = mistakes.attempt(None, TABLE)
    assert isinstance(gave_up, PuzzleAnswer)
    assert not gave_up.solved
    steps = 1
    while mistakes.advance():
        steps += 1
        mistakes.attempt(mistakes.puzzle.moves[0], TABLE)
    assert steps == number
    assert mistakes.conclusion == f"You found a better move for {number - 1} of {number} mistakes."


def test_a_game_without_mistakes_has_none() -> None:
    assert mistakes_in(History.start(GAME.game.read_deal(GAME.deal)), []) == []
