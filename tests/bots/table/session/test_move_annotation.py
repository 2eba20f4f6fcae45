"""Judgements in words."""

import pytest

from tests.search.named import named
from urbanist.bots.analysis.decisions import Decision, MoveEvaluation
from urbanist.bots.table.session.review_text import annotation_text

BEST = MoveEvaluation(named("a"), 0.5, 30.0, 100_000, (0.5, 0.5))


@pytest.mark.parametrize(
    ("share", "points", "words"),
    [
        (0.5, 28.0, "As good as a, which promised 2.0 points more"),
        (0.5, 23.0, "Lost 7.0 points, and nothing of the win; a was better"),
        (0.48, 28.0, "Good: lost 2.0% of the win; a was better"),
        (0.45, 28.0, "Inaccuracy: lost 5.0% of the win; a was better"),
        (0.4, 31.5, "Mistake: lost 10.0% of the win; a was better"),
        (0.2, 30.02, "Blunder: lost 30.0% of the win; a was better"),
    ],
)
def test_a_judgement_says_what_was_lost_and_what_was_better(share: float, points: float, words: str) -> None:
    played = MoveEvaluation(named("b"), share, points, 100_000, (share, 1 - share))
    assert annotation_text(Decision(1, 0, played, BEST, None), "a") == words


def test_the_best_move_needs_no_other() -> None:
    assert annotation_text(Decision(1, 0, BEST, BEST, None), "a") == "Best move"
