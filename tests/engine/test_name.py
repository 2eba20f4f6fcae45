"""Names: what can be one, how those of strangers are shown, and which look alike."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from urbanist.engine.message import UserError
from urbanist.engine.name import FORMULA, LONGEST_NAME, check_apart, checked_name, shown_name

#: Text of single letters that do harm, of those that look like others, and of any.
TEXTS = st.text(
    st.sampled_from("Anna =+-@\x1b\x9b\r\u3164\u202eаоеΑο\u0301＝\u2800\ufe0f\\x3d0") | st.characters()
)

REFUSED = {
    "": "expected 1 to 40 characters",
    "n" * 41: "expected 1 to 40 characters",
    "=1+1": "expected a letter or a digit at its beginning, not = + - @",
    "＝1+1": "expected a letter or a digit at its beginning, not = + - @",
    "-x": "expected a letter or a digit at its beginning, not = + - @",
    "Ann ": "expected signs that can be seen, and single spaces between them only",
    "An  n": "expected signs that can be seen, and single spaces between them only",
    "Ann\x1b[31m": "expected signs that can be seen, and single spaces between them only",
    "Ann\u3164": "expected signs that can be seen, and single spaces between them only",
    "\u202eAnn": "expected signs that can be seen, and single spaces between them only",
    "\u0301Ann": "expected signs that can be seen, and single spaces between them only",
    "St\u043eckfish": "expected letters of one alphabet in each word",
}


@pytest.mark.parametrize(("text", "wrong"), REFUSED.items(), ids=map(ascii, REFUSED))
def test_what_is_no_name_is_refused_in_one_line_and_shown_as_escapes(text: str, wrong: str) -> None:
    with pytest.raises(UserError) as refused:
        checked_name(text)
    assert str(refused.value).endswith(f"': {wrong}")
    assert str(refused.value).isprintable()
    assert text == "" or shown_name(text) != text or len(text) > LONGEST_NAME


SHOWN = {
    "=1+1": r"\x3d1+1",
    "Ann\x9b\rB\u3164": r"Ann\x9b B\u3164",
    "St\u043eckfish": r"St\u043eckfish",
    "  Ann\n": "Ann",
    "Ann \u202e": r"Ann \u202e",
}


@pytest.mark.parametrize(("text", "shown"), SHOWN.items(), ids=map(ascii, SHOWN))
def test_a_name_of_a_stranger_is_shown_with_escapes(text: str, shown: str) -> None:
    assert shown_name(text) == shown


@pytest.mark.parametrize(
    "name", ["Ann", "Łukasz Żółw", "Иван", "αβ-bot", "level 3", "ismcts:nodes=9", "王", "דנה", "X5-бот"]
)
def test_a_name_of_any_language_is_one(name: str) -> None:
    assert checked_name(name) == name
    assert shown_name(name) == name


def test_a_name_is_composed() -> None:
    assert checked_name("Z\u0307ona") == "\u017bona"


@given(TEXTS)
@example("=сор")
@example("\x00\u0430")
@example("Α\u043ea")
def test_what_is_shown_can_be_seen_does_nothing_and_is_shown_alike_again(text: str) -> None:
    shown = shown_name(text)
    assert shown.isprintable()
    assert not re.search("[\u3164\u2800\ufe0f]", shown)
    assert not shown or unicodedata.normalize("NFKC", shown[0])[0] not in FORMULA
    assert shown_name(shown) == shown
    if 1 <= len(shown) <= LONGEST_NAME:
        assert checked_name(shown) == shown


ALIKE = [
    ("Ann", "ann"),
    ("Ann", "\u0410nn"),
    ("\u0441\u043e\u0440", "cop"),
    ("Ann", "\uff21nn"),
    ("\u039f", "O"),
    ("x²", "x2"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE, ids=ascii)
def test_names_that_look_alike_are_told_apart_by_nobody(one: str, other: str) -> None:
    with pytest.raises(UserError, match="look alike"):
        check_apart(["Bob", one, other])


def test_a_name_looks_like_itself_and_others_do_not() -> None:
    check_apart(["Ann", "Ann", "Anna", "Łukasz", "Lukasz", "Иван", "Ivan", "v1", "vl"])
