"""Searches find what is recorded; `python -m tests.search.golden` records them anew."""

import json
from pathlib import Path

import pytest

from tests.search.golden import GOLDEN, QUESTIONS, answer, readable

FILES = sorted(GOLDEN.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_search_finds_what_is_recorded(path: Path) -> None:
    kept = json.loads(path.read_text(encoding="utf-8"))
    result = answer(kept)
    for key, expected in kept["answer"].items():
        assert result[key] == expected, f"{key} differs; if that is meant: python -m tests.search.golden"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_records_are_written_to_be_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert readable(json.loads(text)) == text
    assert len(text) < 8000


def test_every_question_has_its_record() -> None:
    assert sorted(question.path for question in QUESTIONS) == FILES


def test_a_record_is_written_anew_as_it_is() -> None:
    assert readable(QUESTIONS[2].ask()) == QUESTIONS[2].path.read_text(encoding="utf-8")
