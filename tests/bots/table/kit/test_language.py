"""Texts of the engine are plain English for programs and records, and remember their parts for people."""

import json
import pickle

import pytest
from babel.numbers import format_decimal, format_percent

from urbanist.bots.table.kit.language import choose, kept_by_language, number_text, reason_of, tr, translated
from urbanist.engine import GAMES, IllegalMove, NotationError
from urbanist.engine.history import History
from urbanist.engine.message import Message
from urbanist.engine.printable import error_line


def refusal(code: str) -> tuple[IllegalMove, str]:
    game = GAMES["metropolys"]
    state = game.start(game.notation.setup("family", 2, ["first=0"]), 1)
    state = state.play("1@C1") if state.to_move == 0 else state
    choose(code)
    with pytest.raises(IllegalMove) as caught:
        state.play("1@C1")
    return caught.value, reason_of(caught.value)


@pytest.mark.parametrize(("code", "word"), [("pl", "gracz"), ("ru", "игрок"), ("cs", "hráč")])
def test_a_person_reads_a_refusal_in_the_language_and_a_program_in_english(speak, code, word) -> None:
    english, _ = refusal("en")
    speak(code)
    error, told = refusal(code)
    assert str(error) == str(english) == error_line(error)
    assert "is not legal for seat" in str(error)
    assert word in told
    assert "legal" not in told


def test_an_error_keeps_its_parts_through_a_replay_and_another_process(speak) -> None:
    history = History.start(GAMES["metropolys"].start(GAMES["metropolys"].notation.setup(None, 2, []), 1))
    with pytest.raises(NotationError) as caught:
        History.read(history.game, history.deal, ["pass"])
    speak("ru")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert reason_of(copy) == reason_of(caught.value) != str(caught.value)
    assert reason_of(copy).startswith("событие 1: ")


def test_a_message_is_written_to_files_as_plain_text() -> None:
    message = Message.counted("{n} stone", "{n} stones", 2)
    assert json.dumps({"what": message}) == '{"what": "2 stones"}'
    assert f"{message}" == "2 stones"


def test_signs_that_cannot_be_printed_are_escaped_in_the_values_of_an_error(speak) -> None:
    error = NotationError(
        Message(
            "{place}: {reason}",
            place=Message("event {event}", event=1),
            reason=Message("there is {there}", there="\x07"),
        )
    )
    assert str(error) == r"event 1: there is \x07"
    speak("pl")
    assert reason_of(error) == r"zdarzenie 1: jest: \x07"


def test_other_errors_are_told_as_they_are(speak) -> None:
    speak("pl")
    assert reason_of(ValueError("a\nb")) == "a b"
    assert reason_of(ValueError()) == ""
    assert reason_of(OSError(5, "Input/output error", "x")) == "x: Input/output error"
    assert reason_of(OSError(2, "No such file or directory", "x")) == "x: nie ma takiego pliku ani folderu"


def test_a_message_is_said_with_its_translated_values_even_if_its_own_words_stay(speak) -> None:
    speak("cs")
    assert translated(Message("{a}: {b}", a=1, b=Message("none"))) == "1: nic"


def test_what_is_kept_is_made_once_in_each_language(speak) -> None:
    made: list[str] = []

    @kept_by_language
    def undo(sign: str) -> str:
        made.append(f"{tr('Undo')}{sign}")
        return made[-1]

    said = []
    for code in ("en", "pl", "en", "pl"):
        speak(code)
        said.append(undo("!"))
    assert said == ["Undo!", "Cofnij!", "Undo!", "Cofnij!"]
    assert made == ["Undo!", "Cofnij!"]


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "Ann: -3 points"), ("pl", "Ann: -3 punkty"), ("ru", "Ann: -3 очка"), ("cs", "Ann: -3 body")],
)
def test_a_number_below_zero_has_the_plural_of_its_size(speak, code, said) -> None:
    speak(code)
    assert tr.counted("{who}: {n} points", "{who}: {n} points", -3, who="Ann") == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "1,500 visits, 27.7 points, 63.5%"),
        ("pl", "1_500 visits, 27,7 points, 63,5%"),
        ("ru", "1_500 visits, 27,7 points, 63,5_%"),
        ("cs", "1_500 visits, 27,7 points, 63,5_%"),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(language: str, said: str, speak) -> None:
    """The signs of CLDR, by `babel.numbers`; `_` stands for a space where no line is broken."""
    speak(language)
    assert tr(
        "{n:,} visits, {points:.1f} points, {share:.1%}", n=1500, points=27.7, share=0.635
    ) == said.replace("_", "\N{NO-BREAK SPACE}")
    assert number_text(27.7, ".1f") == format_decimal(27.7, "0.0", language)
    assert number_text(1234567, ",") == format_decimal(1234567, "#,##0", language)
    assert number_text(0.635, ".1%") == format_percent(0.635, locale=language, decimal_quantization=False)
