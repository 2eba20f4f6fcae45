"""Every text for people has a translation into every language, and every translation has its text."""

import re
from gettext import GNUTranslations
from io import BytesIO
from itertools import product
from string import Formatter

import pytest
from babel.messages.catalog import Catalog as Translations
from babel.messages.catalog import Message as Translation
from babel.messages.mofile import write_mo

from tests.imports import ROOT
from tests.translate import CATALOGS, KEYWORDS, extracted, key, read, renewed
from urbanist.bots.table.kit.language import LANGUAGES, Catalog, language_of, marked, tr, translated
from urbanist.bots.table.warszawa.text.phrases import SHORT
from urbanist.engine.message import Message

SOURCES = [path for top in ("engine", "search", "bots") for path in sorted((ROOT / top).rglob("*.py"))]
FOREIGN = [code for code in LANGUAGES if code != "en"]
FILES = list(product(CATALOGS, FOREIGN))


def forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [text or ""] if text is None or isinstance(text, str) else list(text)


def places(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def translations(name: str, language: str) -> list[Translation]:
    return [text for text in read(name, language) if text.id]


@pytest.mark.parametrize(("name", "language"), FILES)
def test_a_catalog_has_the_texts_of_the_sources_and_no_others(name: str, language: str) -> None:
    texts, said = extracted()[name], read(name, language)
    assert [key(text) for text in said] == [
        key(text) for text in renewed(texts, said, language, read("kit", language) if name != "kit" else None)
    ], "run make texts"


@pytest.mark.parametrize(("name", "language"), FILES)
def test_a_text_with_a_context_is_not_left_as_it_is_where_it_has_a_translation_without_one(
    name: str, language: str
) -> None:
    """It would be said as that one: the file tells no difference."""
    said = read(name, language)
    alone = {text.id: text.string for text in translations(name, language) if not text.context}
    assert not [
        text.id for text in said if text.context and text.id == text.string != alone.get(text.id, text.id)
    ]


@pytest.mark.parametrize(("name", "language"), FILES)
def test_every_text_is_translated(name: str, language: str) -> None:
    assert not [text.id for text in translations(name, language) if not all(forms(text.string)) or text.fuzzy]


@pytest.mark.parametrize(("name", "language"), FILES)
def test_a_translation_has_the_values_of_its_text(name: str, language: str) -> None:
    wrong = [
        (text.id, form)
        for text in translations(name, language)
        for form in forms(text.string)
        if places(form) != places(forms(text.id)[-1])
    ]
    assert not wrong


@pytest.mark.parametrize(("name", "language"), FILES)
def test_a_translation_begins_and_ends_as_its_text_does(name: str, language: str) -> None:
    """Names for places where room is scarce may be abbreviations, which end with a dot."""

    def edges(text: str) -> tuple[bool, bool, str]:
        return text[:1].isspace(), text[-1:].isspace(), text[-1] if text[-1] in ".:;?!" else ""

    wrong = [
        (text.id, form)
        for text in translations(name, language)
        for form in forms(text.string)
        if edges(form) != edges(forms(text.id)[-1]) and text.context != SHORT
    ]
    assert not wrong


def places_of(fault: re.Pattern[str]) -> list[str]:
    """Return the files and lines of the sources where there is a fault."""
    return [
        f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}"
        for path in SOURCES
        for text in [path.read_text(encoding="utf-8")]
        for match in fault.finditer(text)
    ]


def test_no_text_hides_in_an_f_string() -> None:
    """The extraction does not see it there. In such a string the other quotes stand around a text."""
    says = rf"\{{[^}}\n]*\b(?:{'|'.join(KEYWORDS)})\("
    assert not places_of(re.compile(rf"""\bf"[^"\n]*{says}'|\bf'[^'\n]*{says}\""""))


def test_no_error_of_notation_is_an_f_string() -> None:
    """A text with its values in it would be English in every language."""
    assert not places_of(re.compile(r"""\bNotationError\(\s*f["']"""))


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "pl_PL.UTF-8", "LC_MESSAGES": "cs_CZ"}, "cs"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "de:ru:pl"}, "ru"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "pl@euro", "LANGUAGE": ""}, "pl"),
        ({"LANG": "cs_CZ.UTF-8", "LANGUAGE": ":pl_PL@euro"}, "pl"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


@pytest.mark.parametrize("language", FOREIGN)
def test_what_any_catalog_may_say_is_translated_alike_in_all(language: str) -> None:
    """The engine and the keys of boards mark texts that `translated` says by the first catalog that has them."""
    by_message: dict[object, set[tuple[str, ...]]] = {}
    for name in CATALOGS:
        for text in translations(name, language):
            if not text.context:
                by_message.setdefault(text.id, set()).add(tuple(forms(text.string)))
    by_any = {
        text.id
        for name, texts in extracted().items()
        for text in texts
        for file, _ in text.locations
        if not text.context
        and ((file.startswith("engine/") and name != "kit") or file.endswith("terminal/board.py"))
    }
    assert not {text: said for text, said in by_message.items() if text in by_any and len(said) > 1}


def test_a_message_of_the_engine_is_english_and_can_be_translated(speak, tmp_path, monkeypatch) -> None:
    price = Message.counted("{n} stone", "{n} stones", 2)
    message = Message("tile {tile} costs {price}", tile=7, price=price)
    assert message == "tile 7 costs 2 stones"
    assert translated(message) == message
    assert translated("tile") == "tile"


def test_a_context_tells_the_translations_of_one_text_apart(monkeypatch) -> None:
    polish, file = Translations(locale="pl"), BytesIO()
    for context, said in (("offer", "oferta"), ("action", "licytuj")):
        polish.add("bid", said, context=context)
    write_mo(file, polish)
    file.seek(0)
    texts = GNUTranslations(file)
    monkeypatch.setattr(Catalog, "texts", lambda *_: texts)
    assert [tr.in_context(context, "bid") for context in ("offer", "action")] == ["oferta", "licytuj"]


def test_a_marked_text_can_be_said_by_another_package(speak) -> None:
    text = marked("Undo")
    speak("pl")
    assert (text, translated(text), translated("Undo")) == ("Undo", "Cofnij", "Undo")
    assert marked("{n} places") == "{n} places"
