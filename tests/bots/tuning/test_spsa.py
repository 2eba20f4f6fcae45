"""SPSA: the variants of an iteration, and the way to the best values."""

from statistics import fmean

import pytest

from urbanist.bots.tuning.spsa import Parameter, Spsa

FINE = Parameter("fine", 1.0, 0.0, 10.0, 0.5, whole=False)
WHOLE = Parameter("whole", 3.0, 0.0, 9.0, 1.0, whole=True)


def plan(iterations: int = 300, rate: float = 0.5, seed: int = 1) -> Spsa:
    return Spsa((FINE, WHOLE), iterations, rate, seed)


def test_variants_lie_on_both_sides_and_repeat_with_the_seed() -> None:
    spsa, values = plan(), {"fine": 5.0, "whole": 4.0}
    found = [spsa.variants(number, values) for number in range(300)]
    assert found == [plan().variants(number, values) for number in range(300)]
    assert found != [plan(seed=2).variants(number, values) for number in range(300)]
    for number, each in enumerate(found):
        distance = spsa.distance(FINE, number)
        assert abs(float(each.plus["fine"]) - 5.0) == pytest.approx(distance, abs=1e-5)
        assert float(each.plus["fine"]) + float(each.minus["fine"]) == pytest.approx(10.0, abs=1e-5)
        assert each.plus["whole"] == str(int(each.plus["whole"]))
    assert spsa.distance(FINE, 299) == 0.5
    assert {each.turns["fine"] for each in found} == {-1, 1}
    ups = [int(each.plus["whole"] if each.turns["whole"] > 0 else each.minus["whole"]) for each in found]
    assert fmean(ups) - 4.0 == pytest.approx(
        fmean(spsa.distance(WHOLE, number) for number in range(300)), abs=0.15
    )


def test_an_even_score_moves_nothing_and_a_win_moves_towards_the_winner() -> None:
    spsa, values = plan(), {"fine": 5.0, "whole": 4.0}
    turns = {"fine": 1, "whole": -1}
    assert spsa.after(0, values, turns, 0.5) == values
    won, lost = (spsa.after(0, values, turns, score) for score in (1.0, 0.0))
    assert won["fine"] > 5.0 > lost["fine"]
    assert won["whole"] < 4.0 < lost["whole"]
    assert spsa.after(299, values, turns, 1.0)["fine"] == pytest.approx(5.0 + 0.5 * FINE.step)


def test_values_stay_within_their_bounds() -> None:
    spsa, values = plan(rate=10.0), {"fine": 10.0, "whole": 0.0}
    assert spsa.after(0, values, {"fine": 1, "whole": -1}, 1.0) == values
    for number in range(50):
        each = spsa.variants(number, values)
        assert all(0 <= float(text) <= 10 for text in (each.plus["fine"], each.minus["fine"]))
        assert all(0 <= int(text) <= 9 for text in (each.plus["whole"], each.minus["whole"]))


def test_it_finds_the_best_values_of_a_game_that_measures_the_distance_to_them() -> None:
    spsa = plan(iterations=1500)
    best = {"fine": 7.0, "whole": 6.0}
    values = spsa.start()
    for number in range(1500):
        each = spsa.variants(number, values)
        worths = [
            -sum((float(texts[name]) - best[name]) ** 2 for name in best) for texts in (each.plus, each.minus)
        ]
        score = 0.5 + 0.05 * max(min(worths[0] - worths[1], 10.0), -10.0)
        values = spsa.after(number, values, each.turns, score)
    assert values["fine"] == pytest.approx(7.0, abs=0.3)
    assert values["whole"] == pytest.approx(6.0, abs=0.3)
