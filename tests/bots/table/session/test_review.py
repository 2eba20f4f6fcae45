"""The review of a game as text: the contents of its rows."""

from dataclasses import replace

import pytest

from tests.bots.table.playing import PLAYERS, played
from urbanist.bots.analysis.decisions import Decision, InferredCard, MoveEvaluation, choices, summary_of
from urbanist.bots.table import table_of
from urbanist.bots.table.session.review import Review, own_choices
from urbanist.bots.table.session.review_text import (
    TextTable,
    deciding,
    headline,
    inferred_cards,
    moves,
    seats,
)
from urbanist.engine import GAMES
from urbanist.engine.history import History
from urbanist.engine.record import Record
from urbanist.search.options import SearchOptions

HISTORY = played(3)
KNOWN = InferredCard("lakes+park", 0.137, 4, 25)
OTHERS = [
    next(
        move for move in sorted(state.legal(), key=str, reverse=True) if str(move) != "pass" and move != event
    )
    for state, event in zip(HISTORY.states, HISTORY.events, strict=False)
]


def decision(ply: int, win_share: float, points: float, *, best: bool = False) -> Decision:
    """Return the decision at a ply; the evaluation of the best move is 42 % and 30 points."""
    preferred = MoveEvaluation(OTHERS[ply], 0.42, 30.04, 1000, ())
    played = preferred if best else MoveEvaluation(HISTORY.move(ply), win_share, points, 1000, ())
    return Decision(ply + 1, HISTORY.states[ply].to_move, played, preferred, KNOWN)


DECISIONS = [decision(0, 0.42, 30.04, best=True), decision(1, 0.2, 30.0), decision(2, 0.38, 31.5)]


def review(*decisions: Decision) -> Review:
    summaries = [replace(summary_of(HISTORY, decisions, seat), known=None) for seat in range(4)]
    return Review(
        Record.of(HISTORY, PLAYERS), HISTORY, decisions, summaries, SearchOptions(nodes=1000, seed=2)
    )


def test_columns_are_flush_and_no_line_ends_in_blanks() -> None:
    text_table = TextTable(("n", "move"), (("1", "pass"), ("10", "7@N3 ?!")), ("move",), ())
    assert text_table.text() == " n  move\n 1  pass\n10  7@N3 ?!"


def test_a_row_names_a_better_move_and_the_cost_unless_the_best_was_played() -> None:
    rows = moves(review(*DECISIONS)).rows
    first, second, third = rows
    assert first[2:] == (str(OTHERS[0]), "", "42.0%", "", "30.0", "", "14% #4")
    assert second[2:] == (
        f"{HISTORY.events[1]} ??",
        str(OTHERS[1]),
        "42.0%",
        "22.0%",
        "30.0",
        "0.0",
        "14% #4",
    )
    assert third[2:] == (f"{HISTORY.events[2]} ?!", str(OTHERS[2]), "42.0%", "4.0%", "30.0", "-1.5", "14% #4")


def test_where_nothing_is_hidden_there_are_no_cards() -> None:
    told = review(*(replace(decision, known=None) for decision in DECISIONS))
    text_table = moves(told)
    assert text_table.head[-1] == "lost"
    assert {len(row) for row in text_table.rows} == {len(text_table.head)}
    assert not any("card" in note for note in text_table.notes)
    assert inferred_cards(told) == []


def test_costly_moves_are_described_with_points_lost_or_won() -> None:
    first, second, third = deciding(review(*DECISIONS))
    assert first == "The moves that cost most:"
    assert second.startswith("event 2: seat ")
    named = [str(move).replace("@", " on ") for move in OTHERS]
    assert f"That cost 22.0% of the win and 0.0 points. Better: {named[1]}: " in second
    assert f"That cost 4.0% of the win. Better: {named[2]}: " in third
    assert deciding(review(DECISIONS[0])) == []


@pytest.mark.parametrize("name", ["metropolys", "akropolis", "warszawa"])
def test_moves_of_a_lesson_are_not_judged(name: str) -> None:
    lesson = table_of(name).guided_game("")
    assert lesson is not None
    steps = len(lesson.steps) - 3
    told, whole = lesson.played(steps), lesson.played(len(lesson.steps))
    history = History.read(GAMES[name], lesson.deal, whole)
    record = Record.of(history, PLAYERS[: history.state.seats])
    assert own_choices(record, history) == choices(history)
    plies = own_choices(replace(record, meta={"step": steps}), history)
    assert plies == [ply for ply in choices(history) if ply >= len(told)]
    # Another game of the same deal is no lesson.
    other = History.read(GAMES[name], lesson.deal, told[:0])
    other = other.play(next(move for move in other.state.legal() if str(move) != told[0]))
    assert own_choices(replace(record, meta={"step": steps}), other) == choices(other)


def test_the_headline_has_the_end_of_the_game_and_the_effort_of_the_analysis() -> None:
    assert headline(review()) == "metropolys, 4 players, 3 events, aborted\n1,000 visits a search, seed 2"


def test_every_seat_has_a_row_even_if_it_never_moved() -> None:
    text_table = seats(review())
    assert [row[:2] for row in text_table.rows] == [(str(seat), name) for seat, name in enumerate(PLAYERS)]
    assert {len(row) for row in text_table.rows} == {len(text_table.head)}
