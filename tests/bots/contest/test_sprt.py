"""The sequential test: known log-likelihood ratios, closed forms, and error rates."""

import random
from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bots.contest.game_results import game
from urbanist.bots.contest.sprt import DEVIATION, Sprt, Verdict, group_scores

#: The possible scores of one game at two seats, and of two games on one deal.
TRINOMIAL = (0.0, 0.5, 1.0)
PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)
#: Counts of the scores in rising order, and the ratio that fastchess computes (app/tests/sprt_test.cpp of
#: github.com/Disservin/fastchess), to two decimals or to the point where its iteration stops.
KNOWN = [
    ("normalized", TRINOMIAL, (36027, 68692, 36433), 0, 2, 0.92),
    ("normalized", TRINOMIAL, (10650, 20431, 10871), -1.75, 0.25, 2.30),
    ("normalized", TRINOMIAL, (0, 0, 4250), 0, 10, 120.56),
    ("logistic", TRINOMIAL, (21184, 40708, 21404), 0.5, 2.5, -1.57),
    ("logistic", TRINOMIAL, (57030, 106593, 57433), 0, 2, -2.59),
    ("normalized", PENTANOMIAL, (365, 16618, 36229, 16974, 390), 0, 2, 2.25),
    ("normalized", PENTANOMIAL, (127, 4883, 10712, 5150, 104), -1.75, 0.25, 3.01),
    ("normalized", PENTANOMIAL, (0, 0, 0, 0, 5550), 0, 5, 111.82),
    ("logistic", PENTANOMIAL, (223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
    ("logistic", PENTANOMIAL, (871, 26175, 55983, 26678, 821), 0, 2, -4.98),
]


def spelled(support: tuple[float, ...], counts: tuple[int, ...]) -> list[float]:
    return [score for score, count in zip(support, counts, strict=True) for _ in range(count)]


@pytest.mark.parametrize(("model", "support", "counts", "elo0", "elo1", "llr"), KNOWN)
def test_known_ratios(
    model: str, support: tuple[float, ...], counts: tuple[int, ...], elo0: float, elo1: float, llr: float
) -> None:
    games = 1 if support == TRINOMIAL else 2
    test = Sprt(elo0, elo1, model=model, games=games, support=support)
    assert test.judge(spelled(support, counts)).llr == pytest.approx(llr, rel=5e-4, abs=0.0051)


def expected(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def deviating(elo: float) -> float:
    off = elo / DEVIATION
    return 0.5 + 0.5 * off / sqrt(1 + off**2)


@pytest.mark.parametrize(
    "chance", [("logistic", expected), ("normalized", deviating)], ids=lambda row: row[0]
)
@pytest.mark.parametrize(("won", "lost"), [(1, 1), (7, 3), (3, 7), (60, 55), (500, 1)])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 5), (-30, 10), (0, 300), (-900, 900)])
def test_with_wins_and_losses_alone_the_ratio_has_a_closed_form(
    chance, won: int, lost: int, elo0: int, elo1: int
) -> None:
    """If all scores are 0 or 1, each expectation has exactly one distribution."""
    model, of = chance
    low, high = of(elo0), of(elo1)
    llr = won * log(high / low) + lost * log((1 - high) / (1 - low))
    state = Sprt(elo0, elo1, model=model, games=1).judge([1.0] * won + [0.0] * lost)
    assert state.llr == pytest.approx(llr, rel=1e-6, abs=1e-6)
    assert state.groups == won + lost


SCORES = st.lists(st.sampled_from([0, 0.25, 1 / 3, 0.5, 0.75, 1]), max_size=60)
ELOS = st.tuples(st.floats(-300, 300), st.floats(1, 200)).map(lambda pair: (pair[0], sum(pair)))
MODELS = st.sampled_from(["logistic", "normalized"])


@given(SCORES, ELOS, MODELS, st.integers(1, 6))
def test_a_mirrored_test_has_the_opposite_ratio(
    scores: list[float], elos: tuple[float, float], model: str, games: int
) -> None:
    state = Sprt(*elos, model=model, games=games).judge(scores)
    mirror = Sprt(-elos[1], -elos[0], model=model, games=games).judge([1 - score for score in scores])
    assert mirror.llr == pytest.approx(-state.llr, rel=1e-5, abs=1e-6)


@given(SCORES, ELOS, st.randoms(use_true_random=False))
def test_the_order_of_scores_changes_nothing(
    scores: list[float], elos: tuple[float, float], chance: random.Random
) -> None:
    mixed = scores.copy()
    chance.shuffle(mixed)
    assert Sprt(*elos).judge(mixed) == Sprt(*elos).judge(scores)


@given(SCORES.filter(bool), ELOS)
def test_a_score_that_never_occurs_hardly_matters(scores: list[float], elos: tuple[float, float]) -> None:
    bare, supported = Sprt(*elos).judge(scores).llr, Sprt(*elos, support=PENTANOMIAL).judge(scores).llr
    assert supported == pytest.approx(bare, abs=0.02)


def test_a_test_without_games_is_not_decided() -> None:
    state = Sprt(0, 10).judge([])
    assert (state.groups, state.llr, state.verdict) == (0, 0, Verdict.CONTINUE)


def test_bounds_are_those_of_wald() -> None:
    test = Sprt(0, 5, alpha=0.05, beta=0.1)
    assert test.lower == pytest.approx(log(0.1 / 0.95))
    assert test.upper == pytest.approx(log(0.9 / 0.05))


def test_a_ratio_outside_the_bounds_decides_the_test() -> None:
    test = Sprt(0, 100)
    assert test.judge([1.0, 0.5] * 4).verdict is Verdict.CONTINUE
    assert test.judge([1.0, 0.5] * 40).verdict is Verdict.H1
    assert test.judge([0.0, 0.5] * 40).verdict is Verdict.H0
    assert str(Verdict.H1) == "H1"


@pytest.mark.parametrize(("truth", "wrong"), [(0, Verdict.H1), (80, Verdict.H0)])
def test_wrong_verdicts_are_as_rare_as_alpha_and_beta_say(truth: float, wrong: Verdict) -> None:
    chance = random.Random(5)
    win = expected(truth) - 0.15
    test = Sprt(0, 80, alpha=0.1, beta=0.1)
    verdicts: list[Verdict] = []
    for _ in range(60):
        scores: list[float] = []
        while (verdict := test.judge(scores).verdict) is Verdict.CONTINUE:
            scores += [sum(chance.choices([1, 0.5, 0], [win, 0.3, 0.7 - win], k=2)) / 2 for _ in range(5)]
        verdicts.append(verdict)
    assert verdicts.count(wrong) <= 12


@pytest.mark.parametrize(
    ("setting", "text"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 = 5, elo1 = 5: expected elo0 below elo1"),
        ({"elo0": float("nan"), "elo1": 5}, "elo0 = nan: expected a number from -1000 to 1000"),
        ({"elo0": 0, "elo1": float("inf")}, "elo1 = inf: expected a number from -1000 to 1000"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "alpha = 0: expected a number between 0 and 0.5"),
        ({"elo0": 0, "elo1": 5, "beta": 0.5}, "beta = 0.5: expected a number between 0 and 0.5"),
        ({"elo0": 0, "elo1": 5, "model": "bayes"}, "model = 'bayes': expected logistic or normalized"),
        ({"elo0": 0, "elo1": 5, "games": 0}, "games = 0: expected at least 1 a group"),
    ],
)
def test_an_invalid_setting_is_refused_in_one_line(setting, text: str) -> None:
    with pytest.raises(ValueError) as caught:
        Sprt(**setting)
    assert str(caught.value) == text


PLAYED = [
    game(0, (4, 7), (1, 2), deal=2),
    game(1, (7, 4), (1, 1), deal=2),
    game(2, (4, 7), (2, 1), deal=0),
    game(3, (7, 4), (1, 2), deal=0),
    game(4, (4, 7), (1, 2), deal=1),
]


def test_only_deals_with_all_games_are_groups() -> None:
    assert group_scores(PLAYED, 4, 7, 2) == {0: 0.0, 2: 0.75}
    assert group_scores(PLAYED, 7, 4, 2) == {0: 1.0, 2: 0.25}
    assert list(group_scores(PLAYED[::-1], 4, 7, 2)) == [0, 2]
    assert group_scores(PLAYED, 4, 5, 2) == {}


@pytest.mark.parametrize(
    ("bots", "ranks", "score"),
    [
        ((0, 0, 1), (1, 3, 2), 0.5),
        ((0, 1, 1), (1, 2, 3), 1.0),
        ((0, 1, 1), (2, 1, 2), 0.25),
        ((0, 0, 1, 1), (1, 2, 2, 4), 0.875),
        ((0, 5, 1, 6), (4, 1, 3, 2), 0.0),
    ],
)
def test_at_a_larger_table_all_comparisons_of_the_two_bots_count(
    bots: tuple[int, ...], ranks: tuple[int, ...], score: float
) -> None:
    assert group_scores([game(0, bots, ranks)], 0, 1, 1) == {0: score}


def test_thirds_add_up_to_the_same_score_in_any_order() -> None:
    tables = [
        game(0, (0, 0, 0, 1), (1, 2, 4, 3), deal=0),
        game(1, (0, 0, 0, 1), (2, 3, 4, 1), deal=0),
        game(2, (0, 0, 0, 1), (1, 3, 4, 2), deal=0),
    ]
    assert group_scores(tables, 0, 1, 3) == group_scores(tables[::-1], 0, 1, 3) == {0: 1 / 3}
