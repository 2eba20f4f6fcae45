"""The page of a training has all generations, and loads nothing."""

from tests.bots.html_reader import read
from urbanist.bots.markup.page_frame import POLICY
from urbanist.bots.training import TrainingSettings
from urbanist.bots.training.folder import GenerationReport
from urbanist.bots.training.page import page
from urbanist.search.training import PassLosses

SETTINGS = TrainingSettings(game="warszawa", seed=8)
REPORTS = [
    GenerationReport(
        generation=generation,
        games=1000,
        positions=67_000 + generation,
        entropy=1.04 - 0.01 * generation,
        error=5.9,
        visits=1.7,
        deals=48,
        score=0.61,
        low=0.52,
        high=0.7,
        accepted=generation != 1,
        seconds=250.0,
        value_curve=[PassLosses(1.5, 1.4), PassLosses(1.2, 1.25), PassLosses(1.0, 1.3)],
        policy_curve=[],
    )
    for generation in range(3)
]


def test_all_generations_are_on_the_page() -> None:
    shown = read(page(SETTINGS, REPORTS))
    assert {
        "Training of warszawa",
        "3,000",
        "0.2",
        "67,002",
        "61.0 %",
        "52.0 to 70.0",
        "1.020",
        "yes",
        "no",
    } <= set(shown.texts)
    assert {"1.250", "pass 2 of 3"} <= set(shown.texts)
    # A row for each generation in five charts, and four axes; no policy was fitted.
    assert shown.tags.count("svg") == 5 * 3 + 4
    assert ("content", POLICY) in shown.attributes


def test_a_training_without_a_generation_has_a_page() -> None:
    shown = read(page(SETTINGS, []))
    assert "Training of warszawa" in shown.texts
    assert "svg" not in shown.tags
